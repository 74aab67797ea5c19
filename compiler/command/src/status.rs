use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::Report;
use super::color::{Color, Paint};
use super::loading::{Data, readable};
use super::names::Names;
use super::verdicts::{Verdict, answer_in_words, answer_json, changed_answers, changed_verdicts};
use muniment_documents::words::count;
use muniment_library::check::check;
use muniment_library::curate::{ModelChange, Status, UnreleasedModel, status};
use muniment_library::history::{Catalog, last_registered, rewound};
use muniment_licenses::model::{GraphId, Library, ReleaseEntry, Severity, VersionNumber};
use muniment_licenses::reason::ChangedAnswer;
use muniment_tree::{ChangedAddress, ChangedModel, Regression, regression};

/// Show the changes since the last registered release, and the next release
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment status\n  muniment status --report --format json\n\n\
    The report says what the change means to those who rely on the last release: hashes, addresses, names that lead to \
    records, and verdicts under a graph. Tables without versions (aliases, retired identifiers) are taken as they are.")]
pub(super) struct Arguments {
    /// Also show the hashes, addresses, names, verdicts and answers of containment that differ from the last release
    #[arg(long)]
    report: bool,
    /// The dependency graph of the verdicts
    #[arg(long, default_value = Library::DEFAULT_GRAPH, value_name = "GRAPH", requires = "report")]
    graph: String,
    /// Output for people or for programs
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    color: Color,
    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = readable(&arguments.data.data)?;
    let catalog = Catalog::new(&library);
    let status = status(&catalog);
    let errors = check(&library).iter().filter(|fault| fault.severity == Severity::Error).count();
    let sound = errors == 0
        && status.changed.iter().all(|changed| !changed.prevents_release() && changed.missing.is_empty());
    let paint = arguments.color.paint();
    let graph = if arguments.report { Some(Names::new(&library).graph(&arguments.graph)?) } else { None };
    let impact = graph.map(|graph| impact(&catalog, arguments, graph)).transpose()?;
    let text = match arguments.format {
        Format::Text => {
            let impact = impact.as_ref().map(|impact| impact.in_words(paint));
            format!("{}{}", in_words(&status, errors, sound, paint), impact.unwrap_or_default())
        }
        Format::Json => {
            let mut value = json_of(&status, errors);
            if let (Some(impact), Some(object)) = (&impact, value.as_object_mut()) {
                object.insert("report".to_owned(), impact.json());
            }
            format!("{}\n", serde_json::to_string_pretty(&value)?)
        }
    };
    Ok(Report::judged(text, sound))
}

fn in_words(status: &Status, errors: usize, sound: bool, paint: Paint) -> String {
    let mut text = match &status.last {
        Some(last) => format!("last release {last}\n"),
        None => "no release is registered\n".to_owned(),
    };
    for changed in &status.changed {
        text.push_str(&format!("  {}\n", row(changed, paint)));
        text.extend(changed.missing.iter().map(|open| format!("      missing: {open}\n")));
        if let Some(help) = help(changed) {
            text.push_str(&format!("      {help}\n"));
        }
    }
    if errors > 0 {
        text.push_str(&format!("  {}: `muniment check` tells them\n", paint.gone(count(errors, "error"))));
    }
    let id = &status.current.id;
    text.push_str(&match (status.is_registered, sound) {
        (true, true) => format!("nothing to release: the data are {id}\n"),
        (false, true) => format!(
            "unreleased: `muniment release` would register {id} ({})\n",
            count(status.changed.len(), "changed model")
        ),
        (_, false) => {
            format!("unreleased: {id}, which `muniment release` refuses until the above is mended\n")
        }
    });
    text
}

fn row(changed: &UnreleasedModel, paint: Paint) -> String {
    let name = match changed.version {
        Some(version) => format!("{}@{version}", changed.id),
        None => changed.id.clone(),
    };
    let change = format!("{:<9} {name}", changed.change.name());
    match changed.change {
        ModelChange::New => paint.added(change),
        ModelChange::Revised(from) => format!("{} (from {from})", paint.other(change)),
        ModelChange::Withdrawn(from) => format!("{} (from {from})", paint.other(change)),
        ModelChange::Edited => paint.gone(change),
        ModelChange::Gone(from) => format!("{} (was {from})", paint.gone(change)),
    }
}

/// How to make a release possible.
fn help(changed: &UnreleasedModel) -> Option<String> {
    match changed.change {
        ModelChange::Edited => Some(format!(
            "a released version was edited: put it back as it was, or, if it is the current file, say \
             `muniment revise {} --released FILE` with the file as it was released",
            changed.id
        )),
        ModelChange::Gone(_) => {
            Some("a released version is gone: put its files back; nothing released is removed".to_owned())
        }
        _ => None,
    }
}

fn json_of(status: &Status, errors: usize) -> Value {
    let changed = |changed: &UnreleasedModel| {
        json!({
            "kind": changed.kind.name(),
            "id": changed.id,
            "change": changed.change.name(),
            "from": changed.change.from().map(VersionNumber::get),
            "version": changed.version.map(VersionNumber::get),
            "missing": changed.missing,
        })
    };
    json!({
        "last_release": status.last.as_ref().map(ToString::to_string),
        "release": status.current.id.to_string(),
        "registered": status.is_registered,
        "errors": errors,
        "models": status.changed.iter().map(changed).collect::<Vec<_>>(),
    })
}

/// The effect of the changes on users of the last release.
struct Impact<'l> {
    /// The graph of the verdicts.
    graph: &'l GraphId,
    regression: Regression,
    verdicts: Vec<Verdict>,
    /// The changed answers of containment, each with the name of its context.
    answers: Vec<(&'static str, ChangedAnswer)>,
}

fn impact<'l>(
    catalog: &Catalog<'_>,
    arguments: &Arguments,
    graph: &'l GraphId,
) -> anyhow::Result<Impact<'l>> {
    let Some(release) = last_registered(catalog.library) else {
        bail!("no release is registered, so there is nothing to compare with")
    };
    // Read again, to reduce it to that release.
    let before = rewound(readable(&arguments.data.data)?, release);
    let regression = regression(&before, catalog.library, release)?;
    let verdicts =
        changed_verdicts(catalog, release, graph).with_context(|| format!("the verdicts under `{graph}`"))?;
    let answers = changed_answers(catalog, release);
    Ok(Impact { graph, regression, verdicts, answers })
}

impl Impact<'_> {
    fn in_words(&self, paint: Paint) -> String {
        let graph = self.graph;
        let Regression { models, addresses, names } = &self.regression;
        let model = |changed: &ChangedModel| {
            let (before, after) = (stood(changed.before.as_ref()), stood(changed.after.as_ref()));
            format!("{}: {} -> {}", changed.id, paint.gone(before), paint.added(after))
        };
        let address = |changed: &ChangedAddress| match (&changed.before, &changed.after) {
            (None, _) => paint.added(format!("+ {}", changed.address)),
            (_, None) => paint.gone(format!("- {}", changed.address)),
            (Some(before), Some(after)) => {
                format!(
                    "{} {}: {} -> {}",
                    paint.other("~"),
                    changed.address,
                    paint.gone(before),
                    paint.added(after)
                )
            }
        };
        let name = |changed: &ChangedAddress| {
            let to = |to: &Option<String>| to.clone().unwrap_or_else(|| "-".to_owned());
            let (before, after) = (to(&changed.before), to(&changed.after));
            format!("{}: {} -> {}", changed.address, paint.gone(before), paint.added(after))
        };
        let part = |what: String, rows: Vec<String>| {
            let heading = paint.heading(format!("{what} changed: {}", rows.len()));
            format!("\n{heading}\n{}", rows.iter().map(|row| format!("  {row}\n")).collect::<String>())
        };
        let verdicts = self.verdicts.iter().map(|verdict| verdict.in_words(paint)).collect();
        [
            part("hashes".to_owned(), models.iter().map(model).collect()),
            part("addresses".to_owned(), addresses.iter().map(address).collect()),
            part("aliases".to_owned(), names.iter().map(name).collect()),
            part(format!("verdicts under {graph}"), verdicts),
            part("answers".to_owned(), self.answers.iter().map(|it| answer_in_words(it, paint)).collect()),
        ]
        .concat()
    }

    fn json(&self) -> Value {
        let Regression { models, addresses, names } = &self.regression;
        let state = |entry: &Option<ReleaseEntry>| {
            entry
                .as_ref()
                .map(|e| json!({ "version": e.version.get(), "content_hash": e.content_hash.to_string() }))
        };
        let model = |changed: &ChangedModel| {
            let (before, after) = (state(&changed.before), state(&changed.after));
            json!({ "kind": changed.kind.name(), "id": changed.id, "before": before, "after": after })
        };
        let address = |changed: &ChangedAddress| json!({ "address": changed.address, "before": changed.before, "after": changed.after });
        let name = |changed: &ChangedAddress| json!({ "name": changed.address, "before": changed.before, "after": changed.after });
        json!({
            "hashes": models.iter().map(model).collect::<Vec<_>>(),
            "addresses": addresses.iter().map(address).collect::<Vec<_>>(),
            "aliases": names.iter().map(name).collect::<Vec<_>>(),
            "graph": self.graph.to_string(),
            "verdicts": self.verdicts.iter().map(Verdict::json).collect::<Vec<_>>(),
            "answers": self.answers.iter().map(answer_json).collect::<Vec<_>>(),
        })
    }
}

fn stood(entry: Option<&ReleaseEntry>) -> String {
    entry.map_or_else(|| "-".to_owned(), |entry| format!("@{} {}", entry.version, entry.content_hash))
}
