//! `muniment audit`: the licenses of the components of a work.

mod document;
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
use super::reason::{facts, theory};
use muniment_licenses::audit::{
    Audit, AuditContext, AuditExceptions, Findings, Inventory, LicenseFinding, UnknownFinding,
};
use muniment_licenses::find::{Expressions, LicenseFinder, SpdxIndex};
use muniment_licenses::model::{Day, Library};
use muniment_licenses::reason::{Facts, Reasoner, Verdict, Weight};

/// Check whether the licenses of the components of a work can be combined, and report why not
#[derive(Args)]
#[command(after_help = "Examples:\n  cargo metadata --format-version 1 | muniment audit -\n  \
    muniment audit package-lock.json --target MIT --strict\n  muniment audit sbom.cdx.json --format json | jq .unknown\n  \
    muniment audit package-lock.json --exceptions licenses.toml --fail-on restriction\n\n\
    Reads CycloneDX and SPDX 2 (JSON), the output of `cargo metadata`, package-lock.json (2 and 3), and lists of SPDX \
    expressions, one a line, `name: expression` or bare. Of `A OR B` that is taken whose licenses are known, then with \
    the fewest conflicts, then restrictions, against the target and all that is settled; then the first by name.\n\n\
    Findings are conflicts, lines of a list that are no expressions, with --fail-on restriction also restrictions, and \
    with --strict also licenses that the library does not know. Nothing here is legal advice.\n\n\
    An exceptions file says which findings are accepted, why, and until when:\n\n  \
    [[exceptions]]\n  \
    licenses = [\"GPL-2.0-only\", \"CC-BY-SA-4.0\"]   # or: unknown = \"LicenseRef-vendor\", unknown = \"none stated\"\n  \
    rule = \"D5\"                                   # optional: that rule alone\n  \
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
    /// The dependency graph
    #[arg(long, default_value = Library::DEFAULT_GRAPH, value_name = "GRAPH")]
    graph: String,
    /// Count unknown licenses as findings
    #[arg(long)]
    strict: bool,
    /// The lowest weight that counts as a finding
    #[arg(long, value_enum, default_value = "conflict", value_name = "WEIGHT")]
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
    source: Source,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// The lowest weight that counts as a finding.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Conflicts: both licenses cannot be obeyed
    Conflict,
    /// Also restrictions: narrower terms apply to the combined work
    Restriction,
}

/// An audit with its findings, for output.
struct AuditReport<'a> {
    library: &'a Library,
    names: &'a LicenseFinder<'a>,
    inventory: &'a Inventory,
    audit: &'a Audit<'a>,
    verdict: &'a Verdict<'a>,
    findings: &'a Findings<'a>,
    target: Option<&'a Facts>,
}

impl<'a> AuditReport<'a> {
    /// Findings of a weight without an exception.
    fn open(&self, weight: Weight) -> Vec<&'a LicenseFinding<'a>> {
        let between = self.findings.between.iter();
        between.filter(|found| found.weight == weight && found.exception.is_none()).collect()
    }

    /// Findings with an exception.
    fn excepted(&self) -> Vec<&'a LicenseFinding<'a>> {
        self.findings.between.iter().filter(|found| found.exception.is_some()).collect()
    }

    fn is_sound(&self, arguments: &Arguments) -> bool {
        let has = |weight| !self.open(weight).is_empty();
        let fails = has(Weight::Conflict)
            || (arguments.fail_on == FailOn::Restriction && has(Weight::Restriction))
            || (arguments.strict && self.findings.unknown.iter().any(UnknownFinding::is_open));
        self.inventory.unreadable.is_empty() && !fails
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
    let theory = theory(&library, &reasoner, names.graph(&arguments.graph)?)?;
    let target = arguments.target.as_deref().map(|name| names.license(name)).transpose()?;
    let target = target.map(|id| facts(&library, &reasoner, id)).transpose()?;
    let exceptions = match &arguments.exceptions {
        Some(path) => exceptions(path, names.licenses())?,
        None => AuditExceptions::default(),
    };
    let today = match arguments.today {
        Some(day) => day,
        None if exceptions.has_expiry() => today::today()?,
        None => Day::EPOCH,
    };
    let context = AuditContext { library: &library, reasoner: &reasoner, theory, target };
    let audit = Audit::new(&inventory, arguments.dev, &mut expressions, &context);
    let verdict = audit.verdict(&context)?;
    let iri = target.map(Facts::iri);
    let findings = Findings::new((&audit, &verdict), &library, iri, &exceptions, today);
    let report = AuditReport {
        library: &library,
        names: names.licenses(),
        inventory: &inventory,
        audit: &audit,
        verdict: &verdict,
        findings: &findings,
        target,
    };
    let text = match arguments.format {
        Format::Text => words::text(&report, &file.display().to_string())?,
        Format::Json => document::text(&report)?,
    };
    Ok(Report::judged(text, report.is_sound(arguments)))
}

fn exceptions<'l>(path: &Path, names: &LicenseFinder<'l>) -> anyhow::Result<AuditExceptions<'l>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    AuditExceptions::read(&text, names).map_err(|fault| anyhow!("{}:{fault}", path.display()))
}
