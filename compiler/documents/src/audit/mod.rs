//! The reports of an audit: text, Markdown, the document of `muniment audit --format json`, SARIF, JUnit, `CycloneDX` and the
//! draft of a NOTICE file.

mod cyclonedx;
mod document;
mod explain;
mod junit;
mod markdown;
mod notice;
mod problems;
mod sarif;
mod words;

pub use document::AuditDocument;
pub use problems::{Problem, ProblemKind, Strictness};
pub use words::{limits, remedy, required};

use std::collections::BTreeSet;
use std::{fmt, io};

use muniment_licenses::audit::{
    ApartFinding, Audit, AuditContext, AuditExceptions, Baseline, BaselineChanges, CorrectionOutcome,
    Findings, Inventory, LicenseAnswer, LimitedFinding, StatedExpressions, open_correction,
};
use muniment_licenses::find::{Expressions, LicenseFinder};
use muniment_licenses::model::{Day, Library, License, LicenseId};
use muniment_licenses::reason::{Answer, Obligation, obligations};

/// What is asked of an inventory.
#[derive(Debug)]
pub struct AuditQuestion<'a> {
    /// The library, the work and its use.
    pub context: AuditContext<'a>,
    /// The names of the licenses of the library.
    pub names: &'a LicenseFinder<'a>,
    /// What corrections did to the inventory.
    pub corrections: CorrectionOutcome<'a>,
    /// Findings that somebody accepts.
    pub exceptions: &'a AuditExceptions<'a>,
    /// What an earlier inventory led to.
    pub baseline: Option<&'a Baseline>,
    /// The day for the expiry of exceptions.
    pub today: Day,
    /// Whether components that only development needs are parts.
    pub with_development: bool,
    /// Whether licenses that the library does not know or has not compared with their texts are no findings.
    pub allows_unknown: bool,
}

impl<'a> AuditQuestion<'a> {
    /// Audits an inventory, of which `listed` is the document as it was given, and hands the report to `write`.
    pub fn report<R>(
        self,
        inventory: &'a Inventory,
        listed: &[u8],
        expressions: &mut Expressions<'a>,
        write: impl FnOnce(&AuditReport<'_>) -> R,
    ) -> R {
        let library = self.context.library;
        let stated = StatedExpressions::new(inventory, self.with_development, expressions, library);
        let audit = Audit::new(&stated, self.context);
        let findings = Findings::new(&audit, self.exceptions, self.baseline, self.today, self.allows_unknown);
        let context = &audit.context;
        let (names, corrections, baseline) = (self.names, &self.corrections, self.baseline);
        let (audit, findings) = (&audit, &findings);
        write(&AuditReport {
            library,
            names,
            inventory,
            listed,
            corrections,
            baseline,
            audit,
            findings,
            context,
        })
    }
}

/// An audit with its findings, for output.
#[derive(Debug)]
pub struct AuditReport<'a> {
    /// The library that answers.
    pub library: &'a Library,
    /// The names of its licenses.
    pub names: &'a LicenseFinder<'a>,
    /// The inventory.
    pub inventory: &'a Inventory,
    /// The document of the inventory, as it was given.
    listed: &'a [u8],
    /// What corrections did to it.
    pub corrections: &'a CorrectionOutcome<'a>,
    /// What an earlier inventory led to.
    baseline: Option<&'a Baseline>,
    /// The parts and their choices.
    pub audit: &'a Audit<'a>,
    /// What is wrong.
    pub findings: &'a Findings<'a>,
    /// What was asked.
    pub context: &'a AuditContext<'a>,
}

impl<'a> AuditReport<'a> {
    /// Licenses with an answer and no exception.
    #[must_use]
    pub fn open(&self, answer: Answer) -> Vec<&'a LicenseAnswer<'a>> {
        let answers = self.findings.answers.iter();
        answers.filter(|found| found.found.answer == answer && found.exception.is_none()).collect()
    }

    /// What the licenses require that have an answer.
    #[must_use]
    pub fn obligations(&self) -> Vec<Obligation<'a>> {
        let found: Vec<_> = self.findings.answers.iter().map(|answer| answer.found.clone()).collect();
        obligations(&found)
    }

    /// Licenses with limits on use and no exception.
    #[must_use]
    pub fn limited(&self) -> Vec<&'a LimitedFinding<'a>> {
        self.findings.limited.iter().filter(|found| found.exception.is_none()).collect()
    }

    /// Pairs without an exception.
    #[must_use]
    pub fn apart(&self) -> Vec<&'a ApartFinding<'a>> {
        self.findings.apart.iter().filter(|found| found.exception.is_none()).collect()
    }

    /// Licenses whose records nobody has compared with their texts, without an exception.
    #[must_use]
    pub fn unread(&self) -> Vec<&'a LicenseId> {
        let unread = self.findings.unread.iter().filter(|found| found.exception.is_none());
        unread.map(|found| found.license).collect()
    }

    /// The verdict with its reason in one line.
    #[must_use]
    pub fn outcome(&self) -> String {
        words::outcome(self)
    }

    /// For each part without a known license, an entry of the file of corrections that settles it when it is completed.
    #[must_use]
    pub fn open_corrections(&self) -> Vec<String> {
        let open = self.findings.unknown.iter().flat_map(|found| &found.parts);
        let open = open.filter(|(_, exception)| exception.is_none());
        let entries: BTreeSet<String> = open.map(|(part, _)| open_correction(part)).collect();
        entries.into_iter().collect()
    }

    /// How the inventory differs from the baseline, and the number of findings that it accepts; `None` without a baseline.
    #[must_use]
    pub fn since_baseline(&self) -> Option<(BaselineChanges<'a>, usize)> {
        let findings = self.findings;
        let exceptions = findings.answers.iter().map(|found| found.exception);
        let exceptions = exceptions.chain(findings.limited.iter().map(|found| found.exception));
        let exceptions = exceptions.chain(findings.apart.iter().map(|found| found.exception));
        let exceptions = exceptions.chain(findings.unread.iter().map(|found| found.exception));
        let unknown = findings.unknown.iter().flat_map(|found| &found.parts);
        let exceptions = exceptions.chain(unknown.map(|(_, exception)| *exception));
        let known = exceptions.flatten().filter(|exception| exception.is_baseline()).count();
        Some((self.baseline?.changes(self.audit), known))
    }

    /// The problems, accepted ones among them.
    #[must_use]
    pub fn problems(&self, strictness: Strictness) -> Vec<Problem> {
        Problem::all(self, strictness)
    }

    /// The report for people: the verdict, what is wrong, what to do, what the inventory states. `file` is the name of the
    /// inventory.
    ///
    /// # Errors
    /// None: the text is written to memory.
    pub fn text(&self, file: &str) -> Result<String, fmt::Error> {
        words::text(self, file)
    }

    /// What the audit says of the parts with a name, which may have their version behind it; empty if there are none.
    ///
    /// # Errors
    /// None: the text is written to memory.
    pub fn explained(&self, name: &str) -> Result<String, fmt::Error> {
        explain::text(self, name)
    }

    /// The report in Markdown.
    ///
    /// # Errors
    /// None: the text is written to memory.
    pub fn markdown(&self, file: &str) -> Result<String, fmt::Error> {
        markdown::text(self, file)
    }

    /// The draft of a NOTICE file. `text_of` has the texts that are at hand.
    ///
    /// # Errors
    /// None: the text is written to memory.
    pub fn notice(
        &self,
        text_of: impl Fn(&LicenseId, &License) -> Option<String>,
    ) -> Result<String, fmt::Error> {
        notice::text(self, text_of)
    }

    /// The report for programs.
    #[must_use]
    pub fn document(&self) -> AuditDocument {
        document::document(self)
    }

    /// The problems in SARIF 2.1.0.
    ///
    /// # Errors
    /// None: every value is text.
    pub fn sarif(problems: &[Problem], file: &str) -> serde_json::Result<String> {
        sarif::text(problems, file)
    }

    /// The problems as JUnit XML.
    ///
    /// # Errors
    /// None: the text is written to memory.
    pub fn junit(&self, problems: &[Problem]) -> io::Result<String> {
        junit::text(self, problems)
    }

    /// The inventory as a `CycloneDX` document with the concluded licenses.
    ///
    /// # Errors
    /// None: every value is text.
    pub fn cyclonedx(&self) -> serde_json::Result<String> {
        cyclonedx::text(self)
    }
}
