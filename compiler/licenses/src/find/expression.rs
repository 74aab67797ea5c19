use std::collections::BTreeMap;

use spdx::expression::{ExprNode, ExpressionReq, Operator};
use spdx::{AdditionItem, LicenseItem, ParseMode};

use crate::model::{LicenseId, SpdxIndex};

/// A license expression of a package, with the records of its licenses (spec:version-1#frozen-operations, operations
/// 9 and 10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression<'l> {
    /// One license.
    License(ExpressedLicense<'l>),
    /// `AND` of two or more.
    All(Vec<Self>),
    /// `OR` of two or more.
    Any(Vec<Self>),
}

/// A license of an expression, with its exception.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExpressedLicense<'l> {
    /// Its name in the SPDX list, else as written.
    pub name: String,
    /// The record, if the library has one.
    pub record: Option<&'l LicenseId>,
}

impl<'l> Expression<'l> {
    /// Every license, in order.
    #[must_use]
    pub fn licenses(&self) -> Vec<&ExpressedLicense<'l>> {
        match self {
            Self::License(license) => vec![license],
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::licenses).collect(),
        }
    }

    /// The same, to change.
    pub(crate) fn licenses_mut(&mut self) -> Vec<&mut ExpressedLicense<'l>> {
        match self {
            Self::License(license) => vec![license],
            Self::All(parts) | Self::Any(parts) => parts.iter_mut().flat_map(Self::licenses_mut).collect(),
        }
    }

    /// The record of an expression of one license.
    #[must_use]
    pub fn single(&self) -> Option<&'l LicenseId> {
        match self {
            Self::License(license) => license.record,
            Self::All(_) | Self::Any(_) => None,
        }
    }
}

/// Reads expressions of packages, with a cache.
///
/// A value is, in this order, an SPDX identifier (also an alias), an SPDX expression, or the identifier of a record.
/// Case is ignored, and `/` means `OR`, as in old package metadata. Nothing is guessed: similar names (`GPL`, `Apache
/// 2`) are unknown, and so is a `+` without a record or alias.
#[derive(Debug)]
pub struct Expressions<'l> {
    spdx: &'l SpdxIndex<'l>,
    known: BTreeMap<String, Expression<'l>>,
}

/// Maximum bytes of an expression; a longer text is an unknown name.
pub const LONGEST_EXPRESSION: usize = 4096;

/// Maximum number of licenses of an expression, repetitions included. The longest expressions of distributions have about
/// a hundred.
const MOST_LICENSES: usize = 1024;

/// Lenient parsing, as far as the meaning stays clear.
const LAX: ParseMode = ParseMode {
    allow_slash_as_or_operator: true,
    // This would guess: it reads `bsd` as one of the BSD licenses.
    allow_imprecise_license_names: false,
    allow_postfix_plus_on_gpl: true,
    allow_deprecated: true,
    allow_unknown: true,
};

/// A text that is not an expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no SPDX expression: {reason}")]
pub struct NotAnExpression {
    /// Reason.
    pub reason: String,
    /// Byte offset of the error.
    pub offset: usize,
}

impl<'l> Expressions<'l> {
    /// A reader with an empty cache.
    #[must_use]
    pub fn new(spdx: &'l SpdxIndex<'l>) -> Self {
        Self { spdx, known: BTreeMap::new() }
    }

    /// Reads a value; if it is not an expression, it is a single license of that name.
    pub fn read(&mut self, text: &str) -> &Expression<'l> {
        if !self.known.contains_key(text) {
            let read = self.parse(text).unwrap_or_else(|_| self.license(text.trim().to_owned()));
            self.known.insert(text.to_owned(), read);
        }
        // It was just inserted.
        self.known.entry(text.to_owned()).or_insert_with(|| Expression::All(Vec::new()))
    }

    /// The same, but a text that is neither an expression nor an identifier is an error.
    ///
    /// # Errors
    /// The text is not an expression.
    pub fn parse(&self, text: &str) -> Result<Expression<'l>, NotAnExpression> {
        let text = text.trim();
        if text.len() > LONGEST_EXPRESSION {
            let reason = format!("it has more than {LONGEST_EXPRESSION} bytes");
            return Err(NotAnExpression { reason, offset: LONGEST_EXPRESSION });
        }
        if let known @ Expression::License(ExpressedLicense { record: Some(_), .. }) =
            self.license(text.to_owned())
        {
            return Ok(known);
        }
        let parsed = spdx::Expression::parse_mode(text, LAX).map_err(|error| NotAnExpression {
            reason: error.reason.to_string(),
            offset: error.span.start,
        })?;
        let licenses = parsed.requirements().count();
        if licenses > MOST_LICENSES {
            let reason = format!("it has {licenses} licenses, {MOST_LICENSES} are allowed");
            return Err(NotAnExpression { reason, offset: 0 });
        }
        let mut stack: Vec<Expression<'l>> = Vec::new();
        for node in parsed.iter() {
            match node {
                ExprNode::Req(requirement) => stack.push(self.license(name(requirement, text))),
                ExprNode::Op(operator) => {
                    let (right, left) = (stack.pop(), stack.pop());
                    stack.extend(left.zip(right).map(|(left, right)| joined(*operator, left, right)));
                }
            }
        }
        let whole = stack.pop();
        whole.ok_or_else(|| NotAnExpression { reason: "it names no license".to_owned(), offset: 0 })
    }

    fn license(&self, name: String) -> Expression<'l> {
        let by_spdx = self.spdx.resolve(&name).map(|found| found.id);
        let record = by_spdx.or_else(|| self.spdx.record(&name));
        Expression::License(ExpressedLicense { name, record })
    }
}

/// Joins two expressions without nesting equal operators.
fn joined<'l>(operator: Operator, left: Expression<'l>, right: Expression<'l>) -> Expression<'l> {
    let parts = |expression| match (operator, expression) {
        (Operator::And, Expression::All(parts)) | (Operator::Or, Expression::Any(parts)) => parts,
        (_, other) => vec![other],
    };
    let mut both = parts(left);
    both.append(&mut parts(right));
    match operator {
        Operator::And => Expression::All(both),
        Operator::Or => Expression::Any(both),
    }
}

/// The name of a license with its exception. The parser adds a prefix to unknown names.
fn name(ExpressionReq { req: requirement, span }: &ExpressionReq, text: &str) -> String {
    let written = |at: u32| text.get(at as usize..).unwrap_or_default();
    let as_written = |displayed: String, bare: &str, written: &str| {
        if written.starts_with(&displayed) { displayed } else { bare.to_owned() }
    };
    let license = match &requirement.license {
        LicenseItem::Other(other) => as_written(other.to_string(), &other.lic_ref, written(span.start)),
        known => known.to_string(),
    };
    match &requirement.addition {
        None => license,
        Some(AdditionItem::Spdx(exception)) => format!("{license} WITH {}", exception.name),
        Some(AdditionItem::Other(other)) => {
            let with = written(span.end).trim_start_matches('+').trim_start();
            let addition = with.get("WITH".len()..).unwrap_or_default().trim_start();
            format!("{license} WITH {}", as_written(other.to_string(), &other.add_ref, addition))
        }
    }
}
