use std::collections::BTreeMap;

use spdx::expression::{ExprNode, Operator};
use spdx::{AdditionItem, LicenseItem, LicenseReq, ParseMode};

use crate::model::{Library, LicenseId, SpdxIndex};

/// What a package states about its licenses, with the records they are (spec:version-1#frozen-operations, operations 9
/// and 10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression<'l> {
    /// One license.
    License(ExpressedLicense<'l>),
    /// Each of them applies; two or more.
    All(Vec<Self>),
    /// One of them is to be chosen; two or more.
    Any(Vec<Self>),
}

/// A license of an expression, its exception included.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExpressedLicense<'l> {
    /// What it is called there; of one that is known to the SPDX list, by its name in that list.
    pub name: String,
    /// The record; none where the library does not know it.
    pub record: Option<&'l LicenseId>,
}

impl<'l> Expression<'l> {
    /// Every license, in the order in which they stand.
    #[must_use]
    pub fn licenses(&self) -> Vec<&ExpressedLicense<'l>> {
        match self {
            Self::License(license) => vec![license],
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::licenses).collect(),
        }
    }

    /// The record of an expression that is nothing but one license.
    #[must_use]
    pub fn single(&self) -> Option<&'l LicenseId> {
        match self {
            Self::License(license) => license.record,
            Self::All(_) | Self::Any(_) => None,
        }
    }
}

/// Reads what packages state, each value once.
///
/// A value is an SPDX identifier first, through the aliases of the library; then an SPDX expression, of whose licenses
/// each is such an identifier or the identifier of a record; then the identifier of a record. Letter case does not
/// count, and `/` is `OR` as it was in old package metadata. Nothing is guessed: a name that is merely like one
/// (`GPL`, `Apache 2`) is no license the library knows, nor is a `+` that no record and no alias stands for.
#[derive(Debug)]
pub struct Expressions<'l> {
    spdx: &'l SpdxIndex<'l>,
    /// By identifier in lower case.
    records: BTreeMap<String, &'l LicenseId>,
    known: BTreeMap<String, Expression<'l>>,
}

/// Bytes of the longest text that is read as an expression; what is longer is a name nobody knows.
const LONGEST: usize = 4096;

/// What is allowed beyond the letter of the specification, of which nothing changes what is meant.
const LAX: ParseMode = ParseMode {
    allow_slash_as_or_operator: true,
    // A guess: the list of these reads `bsd` as one of the BSD licenses.
    allow_imprecise_license_names: false,
    allow_postfix_plus_on_gpl: true,
    allow_deprecated: true,
    allow_unknown: true,
};

/// A text that is no expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no SPDX expression: {reason}")]
pub struct NoExpression {
    /// Why.
    pub reason: String,
    /// The byte at which that is seen.
    pub offset: usize,
}

impl<'l> Expressions<'l> {
    /// A reader that has seen nothing.
    #[must_use]
    pub fn new(library: &'l Library, spdx: &'l SpdxIndex<'l>) -> Self {
        let records = library.licenses.keys().map(|id| (id.as_str().to_ascii_lowercase(), id)).collect();
        Self { spdx, records, known: BTreeMap::new() }
    }

    /// What a value comes to; one that is no expression is a single license of that name.
    pub fn read(&mut self, text: &str) -> &Expression<'l> {
        if !self.known.contains_key(text) {
            let read = self.parse(text).unwrap_or_else(|_| self.license(text.trim().to_owned()));
            self.known.insert(text.to_owned(), read);
        }
        // It has just been put there.
        self.known.entry(text.to_owned()).or_insert_with(|| Expression::All(Vec::new()))
    }

    /// The same for a reader that cares what an expression is: a text that is none is an error, unless it is an
    /// identifier of the library.
    ///
    /// # Errors
    /// The text is no expression.
    pub fn parse(&self, text: &str) -> Result<Expression<'l>, NoExpression> {
        let text = text.trim();
        if text.len() > LONGEST {
            let reason = format!("it has more than {LONGEST} bytes");
            return Err(NoExpression { reason, offset: LONGEST });
        }
        if let known @ Expression::License(ExpressedLicense { record: Some(_), .. }) =
            self.license(text.to_owned())
        {
            return Ok(known);
        }
        let parsed = spdx::Expression::parse_mode(text, LAX)
            .map_err(|error| NoExpression { reason: error.reason.to_string(), offset: error.span.start })?;
        let mut stack: Vec<Expression<'l>> = Vec::new();
        for node in parsed.iter() {
            match node {
                ExprNode::Req(requirement) => stack.push(self.license(name(&requirement.req, text))),
                ExprNode::Op(operator) => {
                    let (right, left) = (stack.pop(), stack.pop());
                    stack.extend(left.zip(right).map(|(left, right)| joined(*operator, left, right)));
                }
            }
        }
        let whole = stack.pop();
        whole.ok_or_else(|| NoExpression { reason: "it names no license".to_owned(), offset: 0 })
    }

    fn license(&self, name: String) -> Expression<'l> {
        let by_spdx = self.spdx.resolve(&name).map(|found| found.id);
        let record = by_spdx.or_else(|| self.records.get(&name.to_ascii_lowercase()).copied());
        Expression::License(ExpressedLicense { name, record })
    }
}

/// Two expressions as one; what is joined in the same way already is not nested.
fn joined<'l>(operator: Operator, left: Expression<'l>, right: Expression<'l>) -> Expression<'l> {
    let parts = |expression| match (operator, expression) {
        (Operator::And, Expression::All(parts)) | (Operator::Or, Expression::Any(parts)) => parts,
        (_, other) => vec![other],
    };
    let both = [parts(left), parts(right)].concat();
    match operator {
        Operator::And => Expression::All(both),
        Operator::Or => Expression::Any(both),
    }
}

/// What a license is called, its exception included. The parser puts a prefix before a name it does not know.
fn name(requirement: &LicenseReq, text: &str) -> String {
    let as_written = |displayed: String, bare: &str| {
        if text.contains(&displayed) { displayed } else { bare.to_owned() }
    };
    let license = match &requirement.license {
        LicenseItem::Other(other) => as_written(other.to_string(), &other.lic_ref),
        known => known.to_string(),
    };
    match &requirement.addition {
        None => license,
        Some(AdditionItem::Spdx(exception)) => format!("{license} WITH {}", exception.name),
        Some(AdditionItem::Other(other)) => {
            format!("{license} WITH {}", as_written(other.to_string(), &other.add_ref))
        }
    }
}
