use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use super::fault::InventoryFault;
use super::inventory::Component;
use crate::find::LicenseFinder;
use crate::model::{Day, LicenseId};
use crate::reason::{CLOSED_SOURCE, Rule, is_closed_source};

/// Accepted findings of audits, each with a reason.
///
/// The file is TOML, a table `[[exceptions]]` for each exception:
///
/// - `licenses = ["A", "B"]`, a license of components and the license of the work (`proprietary` for closed source), or
///   two licenses of components that no work can contain together; with `rule = "kept"` only an answer by that rule
///   alone; or `licenses = ["A"]`, a license whose limits on use the work keeps; or `unknown = "NAME"`, a license that the
///   library does not have or whose record is not compared with its text, where `none stated` stands for components without a
///   license;
/// - `parts = ["name", "name 1.0"]`, optional: the components it applies to;
/// - `reason`, a text;
/// - `expires = 2027-06-30`, optional: the last day on which it applies.
#[derive(Debug, Default)]
pub struct AuditExceptions<'l> {
    pub(super) entries: Vec<AuditException<'l>>,
}

/// An accepted finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditException<'l> {
    /// What is accepted.
    pub subject: ExceptionSubject<'l>,
    /// Components by name, or by name and version; empty for all.
    pub parts: BTreeSet<String>,
    /// Reason for accepting it.
    pub reason: String,
    /// Last day on which it applies.
    pub expires: Option<Day>,
}

/// The kind of finding that an exception accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExceptionSubject<'l> {
    /// An answer about two licenses by their identifiers, one of which may be closed source, by one rule or by any.
    Between([&'l str; 2], Option<Rule>),
    /// The limits on use of a license, by its identifier.
    Limits(&'l str),
    /// A license that the library does not have, or whose record nobody has compared with the text; `None` for components
    /// without a license.
    Unknown(Option<String>),
    /// Whatever an earlier audit found, too.
    Baseline,
}

/// The value of `unknown` for components without a license.
pub(super) const NONE_STATED: &str = "none stated";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    exceptions: Vec<Spanned<ExceptionEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExceptionEntry {
    licenses: Option<Vec<Spanned<String>>>,
    rule: Option<Spanned<String>>,
    unknown: Option<String>,
    parts: Option<Vec<String>>,
    reason: Spanned<String>,
    expires: Option<Spanned<Datetime>>,
}

const REMEDY: &str = "`muniment audit --help` describes the file";

impl<'l> AuditExceptions<'l> {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The text does not have this format, or entries name licenses or rules that do not exist: the first fault of each
    /// entry.
    pub fn read(text: &str, names: &LicenseFinder<'l>) -> Result<Self, Vec<InventoryFault>> {
        let document: Document = toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            vec![InventoryFault::at(text, offset, error.message().trim().replace('\n', ", "), REMEDY)]
        })?;
        let (exceptions, faults) = Self::of(text, document.exceptions, names);
        if faults.is_empty() { Ok(exceptions) } else { Err(faults) }
    }

    /// The exceptions of entries in a text, with the first fault of each faulty entry.
    pub(super) fn of(
        text: &str,
        read: Vec<Spanned<ExceptionEntry>>,
        names: &LicenseFinder<'l>,
    ) -> (Self, Vec<InventoryFault>) {
        let (mut entries, mut faults) = (Vec::new(), Vec::new());
        for entry in read {
            match entry_of(text, entry, names) {
                Ok(entry) => entries.push(entry),
                Err(fault) => faults.push(fault),
            }
        }
        (Self { entries }, faults)
    }

    /// Adds those of another file.
    pub fn extend(&mut self, others: Self) {
        self.entries.extend(others.entries);
    }

    /// Whether any of them depends on the day.
    #[must_use]
    pub fn has_expiry(&self) -> bool {
        self.entries.iter().any(|entry| entry.expires.is_some())
    }
}

fn entry_of<'l>(
    text: &str,
    entry: Spanned<ExceptionEntry>,
    names: &LicenseFinder<'l>,
) -> Result<AuditException<'l>, InventoryFault> {
    let start = entry.span().start;
    let fault = |offset: usize, message: &str| InventoryFault::at(text, offset, message, REMEDY);
    let ExceptionEntry { licenses, rule, unknown, parts, reason, expires } = entry.into_inner();
    let rule = rule.map(|name| {
        let known = Rule::ALL.iter().find(|(_, word)| word == name.get_ref()).map(|(rule, _)| *rule);
        known.ok_or_else(|| fault(name.span().start, &format!("there is no rule `{}`", name.get_ref())))
    });
    if parts.as_ref().is_some_and(Vec::is_empty) {
        return Err(fault(start, "`parts` names no part: leave it out for every part"));
    }
    let parts: BTreeSet<String> = parts.into_iter().flatten().collect();
    let subject = match (licenses, rule.transpose()?, unknown) {
        (Some(licenses), rule, None) => {
            let record = |name: &Spanned<String>| {
                let message = || format!("there is no license `{}`", name.get_ref());
                let closed = is_closed_source(name.get_ref()).then_some(CLOSED_SOURCE);
                let id = closed.or_else(|| names.resolve(name.get_ref()).map(LicenseId::as_str));
                id.ok_or_else(|| fault(name.span().start, &message()))
            };
            let ids = licenses.iter().map(record).collect::<Result<Vec<_>, _>>()?;
            match (ids.as_slice(), rule) {
                ([one], None) => ExceptionSubject::Limits(one),
                ([one, two], rule) => ExceptionSubject::Between([one, two], rule),
                _ => {
                    return Err(fault(
                        start,
                        "`licenses` names two licenses, or one whose limits on use are kept",
                    ));
                }
            }
        }
        (None, None, Some(name)) => ExceptionSubject::Unknown((name != NONE_STATED).then_some(name)),
        _ => {
            return Err(fault(
                start,
                "an exception has either `licenses`, perhaps with `rule`, or `unknown`",
            ));
        }
    };
    if !reason.get_ref().chars().any(char::is_alphanumeric) {
        return Err(fault(reason.span().start, "the reason is empty"));
    }
    let expires = expires.map(|day| {
        let parsed = day.get_ref().to_string().parse();
        parsed.map_err(|_| fault(day.span().start, &format!("`{}` is no day", day.get_ref())))
    });
    let reason = reason.into_inner().trim().to_owned();
    Ok(AuditException { subject, parts, reason, expires: expires.transpose()? })
}

impl AuditException<'_> {
    /// Whether it accepts what an earlier audit found, too.
    #[must_use]
    pub fn is_baseline(&self) -> bool {
        self.subject == ExceptionSubject::Baseline
    }

    pub(super) fn holds_on(&self, day: Day) -> bool {
        self.expires.is_none_or(|expires| day <= expires)
    }

    pub(super) fn is_for(&self, part: &Component) -> bool {
        self.parts.is_empty() || self.parts.contains(&part.name) || self.parts.contains(&part.label())
    }
}

impl fmt::Display for AuditException<'_> {
    /// One line, without the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            ExceptionSubject::Between([one, two], None) => write!(f, "{one} and {two}")?,
            ExceptionSubject::Between([one, two], Some(rule)) => {
                write!(f, "{one} and {two} by {}", rule.word())?;
            }
            ExceptionSubject::Limits(license) => write!(f, "limits on use of {license}")?,
            ExceptionSubject::Baseline => f.write_str("the baseline")?,
            ExceptionSubject::Unknown(name) => f.write_str(name.as_deref().unwrap_or(NONE_STATED))?,
        }
        if !self.parts.is_empty() {
            let parts: Vec<&str> = self.parts.iter().map(String::as_str).collect();
            write!(f, " of {}", parts.join(", "))?;
        }
        Ok(())
    }
}
