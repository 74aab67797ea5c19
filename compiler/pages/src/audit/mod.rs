//! The page that audits a list of parts (`/audit`): what `muniment audit` says of it.

mod counsel;
mod report;

use serde::Serialize;

use super::Page;
use super::checker::{ContextFields, TypedField};
use muniment_documents::audit::AuditReport;
use muniment_licenses::reason::{Context, Purpose, Shipping, Use};
use report::ReportView;

pub use counsel::counsel;

/// The form of the page, with input and faults.
#[derive(Debug, Clone, Serialize)]
pub struct Auditor<'f> {
    /// The list of parts, as it was pasted or read from a file.
    document: &'f str,
    document_error: String,
    /// The name of the file; empty if it was pasted.
    file: &'f str,
    /// The license of the work; empty for none.
    target: TypedField,
    usage: ContextFields,
    /// Whether parts that only development needs count.
    dev: bool,
    #[serde(skip)]
    context: Context,
}

/// The form, and the result of a list.
#[derive(Debug, Serialize)]
pub struct AuditorPage<'a> {
    form: &'a Auditor<'a>,
    /// `None` without a list that can be read.
    report: Option<ReportView>,
}

impl Page for AuditorPage<'_> {
    const TEMPLATE: &'static str = "pages/audit.html";

    fn public_address(&self) -> Option<&str> {
        self.report.is_none().then_some("/audit")
    }
}

impl<'a> AuditorPage<'a> {
    /// The page of a form, with the result if there is one.
    #[must_use]
    pub fn new(form: &'a Auditor<'a>, report: Option<&AuditReport<'_>>) -> Self {
        Self { form, report: report.map(ReportView::new) }
    }
}

impl<'f> Auditor<'f> {
    /// The most characters of the name of a file.
    const LONGEST_NAME: usize = 255;

    /// Reads the fields of the form. Missing ones leave the first choice; `is_sent` tells whether the form was sent.
    #[must_use]
    pub fn read(field: impl Fn(&str) -> Option<&'f str>, is_sent: bool) -> Self {
        let typed = |name: &str| field(name).unwrap_or_default().trim();
        let first = Context::default();
        let mut context = Context { modified: typed("modified") == "true", ..first };
        let choice = |name: &str, unsaid: &'static str, is_known: &mut dyn FnMut(&str) -> bool| {
            let typed = typed(name);
            let typed = if typed.is_empty() { unsaid } else { typed };
            let error = if is_known(typed) { "" } else { "There is no such answer; choose one of these." };
            TypedField { typed: typed.to_owned(), error: error.to_owned() }
        };
        let usage = choice("use", first.usage.word(), &mut |word| {
            Use::from_word(word).map(|usage| context.usage = usage).is_some()
        });
        let ship = choice("ship", first.shipping.word(), &mut |word| {
            Shipping::from_word(word).map(|shipping| context.shipping = shipping).is_some()
        });
        let purpose = choice("purpose", first.purpose.word(), &mut |word| {
            Purpose::from_word(word).map(|purpose| context.purpose = purpose).is_some()
        });
        let document = field("document").unwrap_or_default();
        let is_missing = is_sent && document.trim().is_empty();
        let document_error = if is_missing { "Paste a list of parts, or choose a file." } else { "" };
        let file = typed("file");
        let is_name = file.chars().count() <= Self::LONGEST_NAME && !file.chars().any(char::is_control);
        Self {
            document,
            document_error: document_error.to_owned(),
            file: if is_name { file } else { "" },
            target: TypedField { typed: typed("target").to_owned(), error: String::new() },
            usage: ContextFields { usage, ship, purpose, modified: context.modified },
            dev: typed("dev") == "true",
            context,
        }
    }

    /// The list of parts.
    #[must_use]
    pub const fn document(&self) -> &'f str {
        self.document
    }

    /// The name of the list in reports.
    #[must_use]
    pub const fn file(&self) -> &str {
        if self.file.is_empty() { "the list" } else { self.file }
    }

    /// The name of the license of the work; empty for none.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target.typed
    }

    /// How the work uses its parts.
    #[must_use]
    pub const fn context(&self) -> Context {
        self.context
    }

    /// Whether parts that only development needs count.
    #[must_use]
    pub const fn with_development(&self) -> bool {
        self.dev
    }

    /// The list cannot be read.
    pub fn refuse_document(&mut self, sentence: String) {
        self.document_error = sentence;
    }

    /// There is no such license.
    pub fn refuse_target(&mut self, sentence: String) {
        self.target.error = sentence;
    }

    /// Whether a field cannot be read.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        let ContextFields { usage, ship, purpose, .. } = &self.usage;
        let errors = [&self.document_error, &self.target.error, &usage.error, &ship.error, &purpose.error];
        errors.iter().any(|error| !error.is_empty())
    }
}
