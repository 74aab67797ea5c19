//! `muniment audit`: the licenses of the components of a work.

mod init;
mod today;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};

use super::color::{Color, Paint};
use super::input::bytes_up_to;
use super::loading::Source;
use super::names::{Names, every};
use super::texts::Texts;
use super::usage::Usage;
use super::{Report, output};
use muniment_documents::audit::{AuditDocument, AuditQuestion, AuditReport, Problem, Strictness};
use muniment_licenses::audit::{
    AuditContext, AuditExceptions, AuditFile, Baseline, CorrectionOutcome, EarlierQuestion, Inventory,
    InventoryFormat,
};
use muniment_licenses::find::{Expressions, LicenseFinder, SpdxIndex};
use muniment_licenses::model::{Day, Library, LicenseId};
use muniment_licenses::reason::{Context, TermsIndex};

/// Check whether the components of a work may go into it, and report why not and what to do
#[derive(Args)]
#[command(after_help = after_help())]
#[command(
    override_usage = "muniment audit [OPTIONS] <FILE|->\n       muniment audit diff [OPTIONS] <EARLIER> <FILE|->"
)]
pub(super) struct Arguments {
    /// The inventory of components; `-` is standard input. `diff EARLIER FILE` is `FILE --baseline EARLIER`
    #[arg(value_name = "FILE|-", required_unless_present = "schema", num_args = 1..=3)]
    files: Vec<PathBuf>,
    /// Write a first `muniment.toml` beside the inventory, with the work and an entry for each part without a known license
    #[arg(long, conflicts_with_all = ["schema", "format", "config"])]
    init: bool,
    /// Print the JSON Schema of `--format json`
    #[arg(long)]
    schema: bool,
    #[command(flatten)]
    question: Question,
    /// The best answer that counts as a finding
    #[arg(long, value_enum, default_value = "no", value_name = "ANSWER")]
    fail_on: FailOn,
    /// Output for people or for programs
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Only what the audit says of one part, by its name, with its version or without
    #[arg(long, value_name = "PART", conflicts_with_all = ["format", "init"])]
    explain: Option<String>,
    #[command(flatten)]
    color: Color,
    #[command(flatten)]
    texts: Texts,
    #[command(flatten)]
    source: Source,
}

/// What is asked of an inventory.
#[derive(Args, Clone, Default)]
pub(super) struct Question {
    /// The license of the work, or `proprietary` for closed source
    #[arg(long, value_name = "LICENSE")]
    target: Option<String>,
    /// A license to choose before others where a part has a choice; the first one is the most preferred
    #[arg(long, value_name = "LICENSE")]
    prefer: Vec<String>,
    #[command(flatten)]
    usage: Usage,
    /// A TOML file of the work, corrections and accepted findings (default: the nearest `muniment.toml` in the folder of the
    /// inventory and, within a repository, those above it up to its root)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// An earlier inventory, or the output of an earlier audit (`--format json`): findings that it leads to as well are
    /// counted and accepted
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// A TOML file of further accepted findings
    #[arg(long, value_name = "FILE")]
    exceptions: Option<PathBuf>,
    /// The day for the expiry of corrections and exceptions, YYYY-MM-DD (default: today, UTC)
    #[arg(long, value_name = "DAY")]
    today: Option<Day>,
    /// Include components that only development needs
    #[arg(long)]
    dev: bool,
    /// Whether licenses that the library does not know or has not compared with their texts are findings
    #[arg(long, value_enum, default_value = "fail", value_name = "HOW")]
    unknown: UnknownLicenses,
}

impl Question {
    pub(super) fn new(target: Option<String>, prefer: Vec<String>, context: Context, dev: bool) -> Self {
        Self { target, prefer, usage: context.into(), dev, ..Self::default() }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// For people who read a proposed change
    Markdown,
    /// For counsel: one HTML file with the words of the licenses and a place for a signature
    Html,
    /// The draft of a NOTICE file with license texts
    Notice,
    /// For code hosts: SARIF 2.1.0
    Sarif,
    /// For the reports of continuous integration: JUnit XML
    Junit,
    /// For tools that read bills of materials: CycloneDX JSON with the concluded licenses
    Cyclonedx,
}

/// What unknown and unread licenses do.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum UnknownLicenses {
    /// They are findings: the audit cannot determine the answer
    #[default]
    Fail,
    /// They are listed, and the verdict is about the other parts
    Allow,
}

/// The best answer that counts as a finding.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// The parts may not go into the work
    No,
    /// Also: they may under another license only
    Via,
}

fn after_help() -> String {
    format!(
        "Examples:\n  cargo metadata --format-version 1 | muniment audit -\n  \
    muniment audit package-lock.json --target MIT\n  muniment audit sbom.cdx.json --format json | jq .unknown\n  \
    muniment audit package-lock.json --target GPL-3.0-only --use merged --ship source\n  \
    muniment audit package-lock.json --target MIT --exceptions licenses.toml --fail-on via\n  \
    muniment audit package-lock.json --format notice > NOTICE\n  \
    muniment audit diff earlier.cdx.json sbom.cdx.json --target MIT\n  \
    muniment audit package-lock.json --target MIT --format sarif > licenses.sarif\n  \
    pip --python .venv inspect | muniment audit - --target MIT\n  \
    muniment audit sbom.cdx.json --target MIT --format cyclonedx > concluded.cdx.json\n\n\
    Reads {formats}; a line is `name: expression` or an expression alone. Of `A OR B` that is taken whose licenses are known, then what \
    the work may contain, what --prefer names, what has the best answer (without a target: what the most licenses can carry \
    together with all that is settled), the fewest conditions, the best known license, the first identifier. A name that is no identifier is read as the record of which it is \
    the title, an alias or an address, or of which the document states one of these for it, and listed with the way.\n\n\
    The verdict is allowed, not allowed or not determined. Findings are licenses whose parts may not go into the work, without a \
    target licenses whose parts no work can contain together, and what the audit cannot determine: an inventory without parts, \
    lines of a list that are no expressions, licenses whose limits on use only you can judge and, without --unknown allow, \
    parts without a license, licenses that the library does not know, and licenses whose records nobody has compared with their texts. With \
    --fail-on via licenses that may go in under another license only are findings, too. A finding ends the command with 1. \
    Nothing here is legal advice.\n\n\
    The file muniment.toml says what the work is, corrects parts, and says which findings are accepted, why, and until when:\n\n  \
    [work]                                        # arguments go before it\n  \
    license = \"proprietary\"\n  \
    ship = \"service\"                              # also: use, purpose, prefer = [\"MIT\"]\n\n  \
    [[parts]]\n  \
    name = \"left-pad\"                             # or: purl = \"pkg:npm/left-pad@1.*\"\n  \
    version = \"1.*\"                              # optional\n  \
    license = \"WTFPL\"                            # also: use = \"aggregated\", modified = true\n  \
    reason = \"Its README says so.\"\n  \
    until = \"2027-06-30\"                         # optional: the last day on which it holds\n\n  \
    [[exceptions]]\n  \
    licenses = [\"GPL-2.0-only\", \"CC-BY-SA-4.0\"]   # or: unknown = \"LicenseRef-vendor\", unknown = \"none stated\"\n  \
    rule = \"kept\"                                 # optional: an answer by that rule alone\n  \
    parts = [\"manual\", \"icons 1.2\"]               # optional: as long as one side has no other part\n  \
    reason = \"The manual is a work of its own.\"\n  \
    expires = 2027-06-30                          # optional: the last day on which it holds\n\n  \
    [[exceptions]]\n  \
    licenses = [\"BUSL-1.1\"]                       # one license: the work keeps its limits on use\n  \
    reason = \"Only the test suite uses it.\"\n\n\
    Corrections and exceptions that have expired or that match nothing are reported.",
        formats = InventoryFormat::LISTED,
    )
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let question = &arguments.question;
    match &arguments.files[..] {
        _ if arguments.schema => Ok(Report::sound(AuditDocument::schema()?)),
        [file] => reported(arguments, file, question),
        [diff, earlier, file] if diff == Path::new("diff") => {
            if arguments.init || question.baseline.is_some() {
                bail!("`audit diff` takes neither --init nor --baseline: its first argument is the baseline");
            }
            reported(arguments, file, &Question { baseline: Some(earlier.clone()), ..question.clone() })
        }
        [file, rest @ ..] => {
            let rest: Vec<String> = rest.iter().map(|path| format!("'{}'", path.display())).collect();
            let fault = format!(
                "unexpected argument {}: one inventory is audited; `muniment audit diff EARLIER FILE` compares two",
                rest.join(", ")
            );
            match reported(arguments, file, question) {
                Ok(_) => bail!(fault),
                Err(error) => bail!("{fault}\n{error:#}"),
            }
        }
        [] => bail!("name an inventory, or `-` for standard input"),
    }
}

/// The report about the inventory in a file, or the settings that it begins with.
fn reported(arguments: &Arguments, file: &Path, question: &Question) -> anyhow::Result<Report> {
    let library = arguments.source.library()?;
    let listed = bytes_up_to(file, Inventory::MOST_BYTES);
    let folder = folder_of(file);
    let file = &file.display().to_string();
    if arguments.init {
        return init::run(library, &folder, (file, listed), question);
    }
    let config = match &question.config {
        Some(path) => Some(path.clone()),
        None => nearest_config(&folder)
            .inspect(|path| output::tell(&format!("note: settings are those of `{}`\n", path.display()))),
    };
    audited(library, (file, listed), config.as_deref(), question, |report| {
        let problems = report.problems(Strictness {
            by_way_of: arguments.fail_on == FailOn::Via,
            unknown: question.unknown == UnknownLicenses::Fail,
        });
        let text = match arguments.format {
            Format::Text => match &arguments.explain {
                Some(name) => explained(report, name)?,
                None => painted(&report.text(file)?, arguments.color.paint()),
            },
            Format::Json => report.document().to_json()?,
            Format::Markdown => report.markdown(file)?,
            Format::Html => muniment_pages::audit::counsel(report, file)?,
            Format::Notice => report.notice(|id, license| arguments.texts.of(library, id, license))?,
            Format::Sarif => AuditReport::sarif(&problems, file)?,
            Format::Junit => report.junit(&problems)?,
            Format::Cyclonedx => report.cyclonedx()?,
        };
        Ok(Report::judged(text, !problems.iter().any(Problem::is_open)))
    })
}

fn explained(report: &AuditReport<'_>, name: &str) -> anyhow::Result<String> {
    let text = report.explained(name)?;
    if text.is_empty() {
        bail!("no part is called `{name}`: `--format json` lists all of them");
    }
    Ok(text)
}

/// The report with its verdict and its headings in colours.
fn painted(text: &str, paint: Paint) -> String {
    let verdict = |line: &str| match line.split(':').next() {
        Some("Allowed") => paint.added(line),
        Some("Not allowed") => paint.gone(line),
        _ => paint.other(line),
    };
    let lines = text.lines().enumerate().map(|(place, line)| match place {
        0 => verdict(line),
        _ if line.ends_with(')') && !line.starts_with(' ') => paint.heading(line),
        _ => line.to_owned(),
    });
    lines.map(|line| line + "\n").collect()
}

/// What an audit finds, for a program.
pub(super) struct Answered<'l> {
    /// The verdict in one line.
    pub(super) verdict: String,
    pub(super) document: AuditDocument,
    /// The records of the licenses.
    pub(super) records: Vec<&'l LicenseId>,
}

/// Audits the inventory in a file with a name and a content.
pub(super) fn answered<'l>(
    library: &'l Library,
    (file, listed): (&str, Vec<u8>),
    question: &Question,
) -> anyhow::Result<Answered<'l>> {
    audited(library, (file, Ok(listed)), None, question, |report| {
        let records = report.audit.licenses.keys().filter_map(|id| library.licenses.get_key_value(*id));
        let verdict = report.text(file)?.lines().next().unwrap_or_default().to_owned();
        Ok(Answered { verdict, document: report.document(), records: records.map(|(id, _)| id).collect() })
    })
}

/// Audits the inventory in a file with a name and a content, and writes the report.
///
/// # Errors
/// The file, the inventory, a license or the exceptions are faulty: every fault has a line.
fn audited<R>(
    library: &Library,
    (file, listed): (&str, anyhow::Result<Vec<u8>>),
    config: Option<&Path>,
    question: &Question,
    write: impl FnOnce(&AuditReport<'_>) -> anyhow::Result<R>,
) -> anyhow::Result<R> {
    let (spdx, index) = (SpdxIndex::new(library), TermsIndex::new(library));
    let mut expressions = Expressions::new(&spdx);
    let inventory = listed.and_then(|listed| {
        let read = Inventory::read(&listed, &expressions).map_err(|fault| anyhow!("{file}:{fault}"))?;
        Ok((read, listed))
    });
    let earlier = question.baseline.as_deref();
    let earlier = earlier.map(|path| earlier_inventory(path, file, &expressions)).transpose();
    let names = Names::new(library);
    let settings = config.map(|path| settings(path, names.licenses(), &spdx)).transpose();
    let own_target =
        settings.as_ref().ok().and_then(Option::as_ref).and_then(|settings| settings.work.license);
    let target = question.target.as_deref().or(own_target);
    let target = target.map(|name| names.work(name, &index)).transpose();
    let preferred = every(question.prefer.iter().map(|name| names.license(name)));
    let exceptions = question.exceptions.as_ref().map(|path| exceptions(path, names.licenses())).transpose();
    let faults = [
        inventory.as_ref().err(),
        earlier.as_ref().err(),
        settings.as_ref().err(),
        target.as_ref().err(),
        preferred.as_ref().err(),
        exceptions.as_ref().err(),
    ];
    let faults: Vec<String> = faults.into_iter().flatten().map(|fault| format!("{fault:#}")).collect();
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    let ((mut inventory, listed), earlier) = (inventory?, earlier?);
    let AuditFile { work, corrections, exceptions: mut accepted } = settings?.unwrap_or_default();
    let (target, mut preferred) = (target?, preferred?);
    preferred.extend(work.preferred.iter().copied());
    accepted.extend(exceptions?.unwrap_or_default());
    let exceptions = accepted;
    let today = match question.today {
        Some(day) => day,
        None if exceptions.has_expiry() || corrections.has_expiry() => today::today()?,
        None => Day::EPOCH,
    };
    let applied = corrections.apply(&mut inventory, today);
    let usage = question.usage.within(work.within(Context::default()));
    let context = AuditContext { library, index: &index, target, usage, preferred };
    let asked = |corrections, today| AuditQuestion {
        context: context.clone(),
        names: names.licenses(),
        corrections,
        exceptions: &exceptions,
        baseline: None,
        today,
        with_development: question.dev,
        allows_unknown: question.unknown == UnknownLicenses::Allow,
    };
    let baseline = match (&question.baseline, earlier) {
        (Some(path), Some((mut inventory, listed))) => {
            let name = path.display().to_string();
            if inventory.earlier.as_ref().is_some_and(|earlier| !is_asked_so(earlier, &context)) {
                bail!(
                    "{name}: this audit was asked about another work or use, or parts were corrected: make it anew, or give its \
                     inventory"
                );
            }
            // Whatever somebody accepted or corrected until some day is found again after it.
            corrections.apply(&mut inventory, Day::EPOCH);
            let asked = asked(CorrectionOutcome::default(), Day::EPOCH);
            Some(asked.report(&inventory, &listed, &mut Expressions::new(&spdx), |report| {
                Baseline::new(report.audit, report.findings, &name)
            }))
        }
        _ => None,
    };
    let question = AuditQuestion { baseline: baseline.as_ref(), ..asked(applied, today) };
    question.report(&inventory, &listed, &mut expressions, write)
}

/// An earlier inventory with its bytes. `file` is the one that is audited.
fn earlier_inventory(
    path: &Path,
    file: &str,
    expressions: &Expressions<'_>,
) -> anyhow::Result<(Inventory, Vec<u8>)> {
    if fs::canonicalize(path).is_ok_and(|path| fs::canonicalize(file).is_ok_and(|file| file == path)) {
        bail!("{}: the baseline is the inventory itself", path.display());
    }
    let listed = bytes_up_to(path, Inventory::MOST_BYTES)?;
    let read = Inventory::read_earlier(&listed, expressions);
    Ok((read.map_err(|fault| anyhow!("{}:{fault}", path.display()))?, listed))
}

fn is_asked_so(earlier: &EarlierQuestion, context: &AuditContext<'_>) -> bool {
    let target = context.target.map(|work| work.id());
    earlier.target.as_deref() == target && earlier.context == context.usage && !earlier.is_corrected
}

/// The folder of an inventory; that of the process for standard input.
fn folder_of(file: &Path) -> PathBuf {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty() && file.as_os_str() != "-");
    parent.unwrap_or_else(|| Path::new(".")).to_owned()
}

/// The name of the file of settings.
const CONFIG: &str = "muniment.toml";

/// The nearest file of settings in a folder and those above it, up to the root of a repository. Outside a repository only
/// that of the folder counts: others may write to those above.
fn nearest_config(folder: &Path) -> Option<PathBuf> {
    let folder = fs::canonicalize(folder).ok()?;
    let exists = |path: &Path| fs::symlink_metadata(path).is_ok();
    let root = folder.ancestors().position(|folder| exists(&folder.join(".git")));
    let known = folder.ancestors().take(root.unwrap_or_default() + 1);
    // What cannot be read is told, and not passed over.
    known.map(|folder| folder.join(CONFIG)).find(|path| exists(path))
}

fn settings<'l>(path: &Path, names: &LicenseFinder<'l>, spdx: &SpdxIndex) -> anyhow::Result<AuditFile<'l>> {
    let text = String::from_utf8(bytes_up_to(path, AuditFile::MOST_BYTES)?)
        .with_context(|| format!("`{}` is no UTF-8", path.display()))?;
    AuditFile::read(&text, names, &Expressions::new(spdx)).map_err(|faults| {
        let faults = faults.iter().map(|fault| format!("{}:{fault}", path.display()));
        anyhow!("{}", faults.collect::<Vec<_>>().join("\n"))
    })
}

fn exceptions<'l>(path: &Path, names: &LicenseFinder<'l>) -> anyhow::Result<AuditExceptions<'l>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    AuditExceptions::read(&text, names).map_err(|faults| {
        let faults = faults.iter().map(|fault| format!("{}:{fault}", path.display()));
        anyhow!("{}", faults.collect::<Vec<_>>().join("\n"))
    })
}
