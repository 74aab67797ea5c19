//! `muniment audit`: the licenses of the components of a work.

mod document;
mod junit;
mod markdown;
mod notice;
mod problems;
mod sarif;
mod today;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};

use super::Report;
use super::input::bytes;
use super::loading::Source;
use super::names::Names;
use super::texts::Texts;
use super::usage::Usage;
use muniment_licenses::audit::{
    ApartFinding, Audit, AuditContext, AuditExceptions, Findings, Inventory, LicenseAnswer,
};
use muniment_licenses::find::{Expressions, LicenseFinder, SpdxIndex};
use muniment_licenses::model::{Day, Library};
use muniment_licenses::reason::{Answer, Obligation, Reasoner, obligations};
use problems::Problem;

/// Check whether the components of a work may go into it, and report why not and what to do
#[derive(Args)]
#[command(after_help = "Examples:\n  cargo metadata --format-version 1 | muniment audit -\n  \
    muniment audit package-lock.json --target MIT --strict\n  muniment audit sbom.cdx.json --format json | jq .unknown\n  \
    muniment audit package-lock.json --target GPL-3.0-only --use merged --ship source\n  \
    muniment audit package-lock.json --target MIT --exceptions licenses.toml --fail-on via\n  \
    muniment audit package-lock.json --format notice > NOTICE\n  \
    muniment audit package-lock.json --target MIT --format sarif > licenses.sarif\n\n\
    Reads CycloneDX (JSON, XML) and SPDX 2 (JSON, tag-value), the output of `cargo metadata`, package-lock.json (2 and 3), and lists of SPDX \
    expressions, one a line, `name: expression` or bare. Of `A OR B` that is taken whose licenses are known, then with \
    the best answers for the target, or without one the alternative that most licenses can carry together with all that \
    is settled; then with the fewest conditions; then the first by name. A name that is no expression is read as the record of which it is \
    the title, an alias or an address, and listed with the way.\n\n\
    Findings are licenses whose parts may not go into the work, without a target licenses whose parts no work can contain \
    together, lines of a list that are no expressions, with --fail-on via also licenses that may go in by way of another \
    license only, and with --strict also licenses that the library does not know. Nothing here is legal advice.\n\n\
    An exceptions file says which findings are accepted, why, and until when:\n\n  \
    [[exceptions]]\n  \
    licenses = [\"GPL-2.0-only\", \"CC-BY-SA-4.0\"]   # or: unknown = \"LicenseRef-vendor\", unknown = \"none stated\"\n  \
    rule = \"kept\"                                 # optional: an answer by that rule alone\n  \
    parts = [\"manual\", \"icons 1.2\"]               # optional: as long as one side has no other part\n  \
    reason = \"The manual is a work of its own.\"\n  \
    expires = 2027-06-30                          # optional: the last day on which it holds\n\n\
    Exceptions that have expired or that match nothing are reported.")]
pub(super) struct Arguments {
    /// The inventory of components; `-` is standard input
    #[arg(value_name = "FILE|-")]
    file: PathBuf,
    /// The license of the work
    #[arg(long, value_name = "LICENSE")]
    target: Option<String>,
    #[command(flatten)]
    usage: Usage,
    /// Count unknown licenses as findings
    #[arg(long)]
    strict: bool,
    /// The best answer that counts as a finding
    #[arg(long, value_enum, default_value = "no", value_name = "ANSWER")]
    fail_on: FailOn,
    /// A TOML file of accepted findings
    #[arg(long, value_name = "FILE")]
    exceptions: Option<PathBuf>,
    /// The day for the expiry of exceptions, YYYY-MM-DD (default: today, UTC)
    #[arg(long, value_name = "DAY", requires = "exceptions")]
    today: Option<Day>,
    /// Include components that only development needs
    #[arg(long)]
    dev: bool,
    /// Output for people or for programs
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    texts: Texts,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// For people who read a proposed change
    Markdown,
    /// The draft of a NOTICE file with license texts
    Notice,
    /// For code hosts: SARIF 2.1.0
    Sarif,
    /// For the reports of continuous integration: JUnit XML
    Junit,
}

/// The best answer that counts as a finding.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// The parts may not go into the work
    No,
    /// Also: they may by way of another license only
    Via,
}

/// An audit with its findings, for output.
struct AuditReport<'a> {
    library: &'a Library,
    names: &'a LicenseFinder<'a>,
    inventory: &'a Inventory,
    audit: &'a Audit<'a>,
    findings: &'a Findings<'a>,
    context: AuditContext<'a>,
}

impl<'a> AuditReport<'a> {
    /// Licenses with an answer and no exception.
    fn open(&self, answer: Answer) -> Vec<&'a LicenseAnswer<'a>> {
        let answers = self.findings.answers.iter();
        answers.filter(|found| found.found.answer == answer && found.exception.is_none()).collect()
    }

    /// What the licenses require that have an answer.
    fn obligations(&self) -> Vec<Obligation<'a>> {
        let found: Vec<_> = self.findings.answers.iter().map(|answer| answer.found.clone()).collect();
        obligations(&found)
    }

    /// Pairs without an exception.
    fn apart(&self) -> Vec<&'a ApartFinding<'a>> {
        self.findings.apart.iter().filter(|found| found.exception.is_none()).collect()
    }

    /// Whether without a license of the work each pair has one that can carry it, but not all together.
    fn lacks_carrier(&self) -> bool {
        self.context.target.is_none()
            && self.findings.apart.is_empty()
            && self.findings.carriers.is_empty()
            && !self.audit.licenses.is_empty()
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let file = &arguments.file;
    let listed = bytes(file)?;
    let library = arguments.source.library()?;
    let (spdx, reasoner) = (SpdxIndex::new(&library), Reasoner::new(&library));
    let mut expressions = Expressions::new(&library, &spdx);
    let inventory =
        Inventory::read(&listed, &expressions).map_err(|fault| anyhow!("{}:{fault}", file.display()))?;
    let names = Names::new(&library);
    let target = arguments.target.as_deref().map(|name| names.license(name)).transpose()?;
    let exceptions = match &arguments.exceptions {
        Some(path) => exceptions(path, names.licenses())?,
        None => AuditExceptions::default(),
    };
    let today = match arguments.today {
        Some(day) => day,
        None if exceptions.has_expiry() => today::today()?,
        None => Day::EPOCH,
    };
    let usage = arguments.usage.into();
    let context = AuditContext { library: &library, reasoner: &reasoner, target, usage };
    let audit = Audit::new(&inventory, arguments.dev, &mut expressions, &context);
    let findings = Findings::new(&audit, &context, &exceptions, today);
    let report = AuditReport {
        library: &library,
        names: names.licenses(),
        inventory: &inventory,
        audit: &audit,
        findings: &findings,
        context,
    };
    let problems = Problem::all(&report, arguments);
    let text = match arguments.format {
        Format::Text => words::text(&report, &file.display().to_string())?,
        Format::Json => document::text(&report)?,
        Format::Markdown => markdown::text(&report, &file.display().to_string())?,
        Format::Notice => notice::text(&report, &arguments.texts)?,
        Format::Sarif => sarif::text(&problems, &file.display().to_string())?,
        Format::Junit => junit::text(&report, &problems)?,
    };
    Ok(Report::judged(text, !problems.iter().any(Problem::is_open)))
}

fn exceptions<'l>(path: &Path, names: &LicenseFinder<'l>) -> anyhow::Result<AuditExceptions<'l>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    AuditExceptions::read(&text, names).map_err(|fault| anyhow!("{}:{fault}", path.display()))
}
