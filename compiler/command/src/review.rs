use std::collections::BTreeMap;

use anyhow::bail;
use clap::Args;

use super::Report;
use super::loading::readable;
use super::names::Names;
use super::planning::Writing;
use super::texts::Texts;
use muniment_documents::words::count;
use muniment_library::curate::{Edits, review};
use muniment_licenses::model::{Day, Library, License, LicenseId, Position};
use muniment_licenses::text::{Locator, NormalText, clauses};

/// Write reviews by automatic checks without the license text, or propose the clauses that statements rest on
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment review InspireEndUserLicence --date 2026-11-20\n  muniment review --all --date 2026-11-20\n  \
    muniment review MIT --propose\n  muniment review --all --propose\n\n\
    A review whose text was read by a person is never overwritten. --propose writes nothing: it finds clauses by words \
    in the text, and with --all counts by act how many of them the records quote."
)]
pub(super) struct Arguments {
    /// The record
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    id: Option<String>,
    /// Every record
    #[arg(long)]
    all: bool,
    /// Day of the check, YYYY-MM-DD
    #[arg(long, value_name = "DAY", required_unless_present = "propose")]
    date: Option<Day>,
    /// Propose a clause of the text for each act
    #[arg(long, conflicts_with_all = ["date", "reviewer", "dry_run"])]
    propose: bool,
    #[command(flatten)]
    texts: Texts,
    /// Reviewer (default: the maintainers of the library)
    #[arg(long, value_name = "NAME")]
    reviewer: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = readable(arguments.writing.folder())?;
    let ids: Vec<&LicenseId> = match &arguments.id {
        Some(name) => vec![Names::new(&library).license(name)?],
        None => library.licenses.keys().collect(),
    };
    let Some(date) = arguments.date.filter(|_| !arguments.propose) else {
        return proposals(&library, &ids, arguments);
    };
    let reviewer = arguments.reviewer.clone().unwrap_or_else(|| library.site.maintainers());
    let mut edits = Edits::default();
    let mut read_by_people = Vec::new();
    for id in ids {
        if library.reviews.get(id).is_some_and(|review| review.text_retrieved) {
            read_by_people.push(id.to_string());
            continue;
        }
        let Some(model) = library.licenses.get(id) else { continue };
        let (_, edit) = review(&library, id, &model.current.content, date, &reviewer);
        edits.files.push(edit);
    }
    if edits.files.is_empty() {
        bail!("nothing to write: the text of {} was read by a person", read_by_people.join(", "));
    }
    let files = arguments.writing.write(&edits)?;
    let files = if arguments.writing.is_dry() { files } else { String::new() };
    Ok(Report::sound(format!(
        "{files}{} written, {} of a text that was read by a person left as they are\n",
        count(edits.files.len(), "review"),
        read_by_people.len()
    )))
}

/// The clauses of one text, or how many of the clauses of all texts the records quote.
fn proposals(library: &Library, ids: &[&LicenseId], arguments: &Arguments) -> anyhow::Result<Report> {
    let prefixes = library.site.all_prefixes();
    let mut counts: BTreeMap<(Position, &str), Count> = BTreeMap::new();
    let mut listed = String::new();
    for id in ids {
        let Some(license) = library.licenses.get(*id).map(|model| &*model.current.content) else { continue };
        let Some(text) = arguments.texts.of(library, id, license) else {
            if arguments.all {
                continue;
            }
            bail!(
                "the text of {id} is not at hand; `texts.toml` lists the texts, and --texts names a folder of others"
            );
        };
        let text = NormalText::of(&text);
        for clause in clauses(&text) {
            let quoted =
                quotations(license, clause.position, &prefixes.expand(clause.act).unwrap_or_default());
            let counted = counts.entry((clause.position, clause.act)).or_default();
            counted.proposed += 1;
            counted.quoted += usize::from(quoted.iter().any(|quoted| overlap(quoted, &clause.locator)));
            let words = text.span(&clause.locator).unwrap_or_default();
            let word = clause.position.word();
            listed.push_str(&format!("{word} {}\n  {}\n  \"{words}\"\n", clause.act, clause.locator));
        }
        for ((position, act), counted) in &mut counts {
            let iri = prefixes.expand(act).unwrap_or_default();
            counted.stated += usize::from(!quotations(license, *position, &iri).is_empty());
        }
    }
    if !arguments.all {
        return Ok(Report::sound(listed));
    }
    let mut table = "act | proposed | of them quoted | stated with a quotation\n".to_owned();
    for ((position, act), Count { proposed, quoted, stated }) in counts {
        table.push_str(&format!("{} {act} | {proposed} | {quoted} | {stated}\n", position.word()));
    }
    Ok(Report::sound(table))
}

/// Clauses of all texts for one act.
#[derive(Default)]
struct Count {
    proposed: usize,
    /// Those that overlap a quotation for the act.
    quoted: usize,
    /// Records that quote words for the act.
    stated: usize,
}

/// Where the quotations of a license for an act stand.
fn quotations(license: &License, position: Position, act: &str) -> Vec<Locator> {
    let whole = license.positions().into_iter().filter(|(stated, _)| *stated == position);
    let rules = whole.flat_map(|(_, rules)| rules);
    let duties =
        license.permissions.iter().flat_map(|rule| &rule.duties).filter(|_| position == Position::Duty);
    rules.chain(duties).filter(|rule| rule.action == act).filter_map(|rule| rule.locator).collect()
}

fn overlap(a: &Locator, b: &Locator) -> bool {
    a.start < b.end && b.start < a.end
}
