use std::fmt::Write;

use anyhow::{Context, bail};
use clap::Args;

use super::Report;
use super::loading::Source;
use muniment::api::v1;
use muniment::model::{GraphId, Library};
use muniment::reason::{
    Component, Conflict, Facts, Labels, Reasoner, Statement, Weight, compatibility, conflict_reason,
    consistency, default_reason,
};

/// Say whether licenses can be combined, or one license contradicts itself, and why
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment reason MIT GPL-2.0-only\n  muniment reason Apache-2.0 CC-BY-SA-4.0 --graph dg_eu\n  \
    muniment reason MPL-2.0 --json | jq .consistent\n  muniment reason GPL-3.0-only Apache-2.0 --target GPL-3.0-only\n\n\
    Exit code 1 means that something was found. Nothing here is legal advice."
)]
pub(super) struct Arguments {
    /// Licenses, by identifier or IRI; of one license the consistency is examined
    #[arg(required = true, value_name = "LICENSE")]
    licenses: Vec<String>,
    /// The dependency graph
    #[arg(long, default_value = Library::DEFAULT_GRAPH, value_name = "GRAPH")]
    graph: GraphId,
    /// The license the combined work goes under; conflicts are weighed for it
    #[arg(long, value_name = "LICENSE")]
    target: Option<String>,
    /// Answer with the document of the API
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = arguments.source.library()?;
    let reasoner = Reasoner::new(&library);
    let graph = &arguments.graph;
    let theory = reasoner
        .theory(&library.site.graph_iri(graph))
        .with_context(|| format!("there is no dependency graph `{graph}`"))?;
    let asked = arguments.licenses.iter().chain(&arguments.target);
    let facts: Vec<&Facts> =
        asked.map(|name| known(&library, &reasoner, name)).collect::<anyhow::Result<_>>()?;
    let labels = Labels::new(&library.vocabulary.current.content);
    if let ([license], None) = (facts.as_slice(), &arguments.target) {
        let found = consistency(theory, license, || false)?;
        let text = if arguments.json {
            serde_json::to_string_pretty(&v1::consistency(&found, &library))? + "\n"
        } else {
            consistency_in_words(&library, license, &found, &labels)?
        };
        return Ok(Report { text, sound: found.is_consistent() });
    }
    let verdict = compatibility(theory, facts.iter().map(|facts| Component::from(*facts)), || false)?;
    if arguments.json {
        let text = serde_json::to_string_pretty(&v1::verdict(&verdict, &library))? + "\n";
        return Ok(Report { text, sound: verdict.is_empty() });
    }
    let target = arguments.target.as_ref().and(facts.last()).map(|facts| facts.iri());
    let words = Words { library: &library, labels };
    let mut text = String::new();
    for (weight, heading) in [
        (Weight::Conflict, "Conflicts: what cannot be obeyed together"),
        (Weight::Restriction, "Restrictions: the combined work is bound to the narrower terms"),
        (Weight::Defect, "Defects: a license against itself"),
    ] {
        let found: Vec<Conflict<'_>> =
            verdict.weighed(target).filter(|(_, w)| *w == weight).map(|(conflict, _)| conflict).collect();
        if found.is_empty() {
            continue;
        }
        writeln!(text, "{heading} ({})\n", found.len())?;
        for conflict in found {
            words.conflict(&mut text, &conflict)?;
        }
    }
    if verdict.is_empty() {
        text.push_str("Nothing these licenses say stands against each other.\n");
    }
    let defaults: Vec<String> = verdict
        .defaults()
        .map(|applied| {
            format!("  {}: {}\n", words.license(applied.license), default_reason(&applied, &labels))
        })
        .collect();
    if !defaults.is_empty() {
        write!(
            text,
            "\nDefault rules that spoke for a silent license ({})\n{}",
            defaults.len(),
            defaults.concat()
        )?;
    }
    Ok(Report { text, sound: verdict.is_empty() })
}

/// The license of an identifier or IRI.
pub(super) fn known<'r>(library: &Library, reasoner: &'r Reasoner, name: &str) -> anyhow::Result<&'r Facts> {
    let iri = if name.contains("://") {
        name.to_owned()
    } else {
        match library.license_ignoring_case(name) {
            Some((_, model)) => model.iri.clone(),
            None => bail!("there is no license `{name}`"),
        }
    };
    reasoner.resolve(&iri).map(|facts| &**facts).with_context(|| format!("there is no license `{name}`"))
}

fn consistency_in_words(
    library: &Library,
    license: &Facts,
    found: &muniment::reason::Consistency<'_>,
    labels: &Labels<'_>,
) -> anyhow::Result<String> {
    let words = Words { library, labels: *labels };
    let mut text = String::new();
    let conflicts = found.conflicts(labels);
    if conflicts.is_empty() {
        writeln!(text, "{} does not contradict itself.", words.license(license.iri()))?;
    }
    for conflict in conflicts {
        writeln!(text, "{}  {}", conflict.rule.name(), conflict.reason)?;
        for statement in &conflict.statements {
            writeln!(text, "    {statement}")?;
        }
        if !conflict.chain.is_empty() {
            writeln!(text, "    {}", conflict.chain)?;
        }
    }
    for applied in found.defaults(labels) {
        writeln!(text, "  {}", default_reason(&applied, labels))?;
    }
    Ok(text)
}

/// What the reasoner says, for people.
pub(super) struct Words<'l> {
    pub(super) library: &'l Library,
    pub(super) labels: Labels<'l>,
}

impl Words<'_> {
    pub(super) fn license<'i>(&self, iri: &'i str) -> &'i str {
        iri.strip_prefix(&self.library.site.license_base()).unwrap_or(iri)
    }

    fn statement(&self, [license, predicate, object]: Statement<'_>) -> String {
        let license = self.license(license);
        let verb = match predicate.rsplit(['/', '#']).next().unwrap_or_default() {
            "permission" => "permits",
            "prohibition" => "prohibits",
            "duty" => "requires",
            "compatibleWith" => return format!("{license} names {}", self.license(object)),
            other => other,
        };
        format!("{license} {verb} {}", self.labels.inline(object))
    }

    pub(super) fn conflict(&self, text: &mut String, conflict: &Conflict<'_>) -> std::fmt::Result {
        let supplied = |rule: Option<_>| if rule.is_some() { "  (supplied by a default rule)" } else { "" };
        writeln!(
            text,
            "  {}  {}{}\n      {}{}\n      {}\n",
            conflict.rule.name(),
            self.statement(conflict.statement_1),
            supplied(conflict.supplied_1),
            self.statement(conflict.statement_2),
            supplied(conflict.supplied_2),
            conflict_reason(conflict)
        )
    }
}
