use std::fmt::Write;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;

use super::Report;
use super::loading::Source;
use super::names::{Names, every};
use super::usage::Usage;
use muniment_documents::api::{v1, v2};
use muniment_documents::words::Words;
use muniment_licenses::find::Expressions;
use muniment_licenses::model::{GraphId, Library, LicenseId, LicenseNames};
use muniment_licenses::reason::{
    Component, Conflict, Facts, Labels, Reasoner, Restriction, Statement, TermsIndex, Theory, Weight,
    compatibility, conflict_reason, consistency, default_reason, is_closed_source,
};

/// Check whether licenses can be combined, whether parts may go into a work under another license, or whether one license
/// contradicts itself, and report why
#[derive(Args)]
#[command(
    mut_args = |argument| match argument.get_id().as_str() {
        // Without a work there is no use of its parts.
        "usage" | "ship" | "modified" | "purpose" => argument.requires("target"),
        _ => argument,
    },
    after_help = "Examples:\n  muniment reason MIT GPL-2.0-only\n  muniment reason Apache-2.0 CC-BY-SA-4.0 --graph dg_eu\n  \
    muniment reason MPL-2.0 --json | jq .consistent\n  muniment reason MIT 'GPL-2.0-or-later OR Apache-2.0' --target GPL-3.0-only\n  \
    muniment reason 'MIT OR Apache-2.0' --target MIT --prefer Apache-2.0\n  \
    muniment reason LGPL-2.1-only --target MIT --use merged --ship source --modified\n  \
    muniment reason Elastic-2.0 --target proprietary --ship service\n  \
    muniment reason CC-BY-NC-4.0 --target proprietary --purpose noncommercial\n  \
    muniment reason CC-BY-SA-4.0 CC-BY-4.0 --order\n\n\
    A license is named by its identifier, SPDX identifier, an alias of that, or its IRI, in any letter case. \
    Nothing here is legal advice."
)]
pub(super) struct Arguments {
    /// Licenses, by any of their names; a single license is checked for consistency
    #[arg(required = true, value_name = "LICENSE")]
    licenses: Vec<String>,
    /// The dependency graph
    #[arg(long, default_value = Library::DEFAULT_GRAPH, conflicts_with = "target", value_name = "GRAPH")]
    graph: String,
    /// The license of a work, or `proprietary` for closed source: tells whether parts under the licenses may go into it
    #[arg(long, value_name = "LICENSE")]
    target: Option<String>,
    /// A license to choose before others where a part has a choice; the first one is the most preferred
    #[arg(long, value_name = "LICENSE", requires = "target")]
    prefer: Vec<String>,
    #[command(flatten)]
    usage: Usage,
    /// Tell whether the first of two licenses is at most as restrictive as the second
    #[arg(long, conflicts_with_all = ["target", "json"])]
    order: bool,
    /// Answer with the document of the API
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = arguments.source.library()?;
    let names = Names::new(library);
    if let Some(target) = &arguments.target {
        return containment(arguments, target, library, &TermsIndex::new(library), &names);
    }
    if arguments.order {
        return order(arguments, library, &TermsIndex::new(library), &names);
    }
    let reasoner = Reasoner::new(library);
    let graph = names.graph(&arguments.graph)?;
    let theory = theory(library, &reasoner, graph)?;
    let asked = arguments.licenses.iter();
    let facts: Vec<&Facts> = every(asked.map(|name| facts(library, &reasoner, names.asked(name)?)))?;
    let words = Words::new(library, names.licenses());
    if let [license] = facts.as_slice() {
        let found = consistency(theory, license, || false)?;
        let text = if arguments.json {
            serde_json::to_string_pretty(&v1::consistency(&found, library))? + "\n"
        } else {
            consistency_in_words(license, &found, &words)?
        };
        return Ok(Report::judged(text, found.is_consistent()));
    }
    let verdict = compatibility(theory, facts.iter().map(|facts| Component::from(*facts)), || false)?;
    if arguments.json {
        let text = serde_json::to_string_pretty(&v1::verdict(&verdict, library))? + "\n";
        return Ok(Report::judged(text, verdict.is_empty()));
    }
    let mut text = String::new();
    for (weight, heading) in [
        (Weight::Conflict, "Conflicts: what cannot be obeyed together"),
        (Weight::Restriction, "Restrictions: the combined work is bound to the narrower terms"),
        (Weight::Defect, "Defects: a license against itself"),
    ] {
        let found: Vec<Conflict<'_>> =
            verdict.weighed(None).filter(|(_, w)| *w == weight).map(|(conflict, _)| conflict).collect();
        if found.is_empty() {
            continue;
        }
        writeln!(text, "{heading} ({})\n", found.len())?;
        for conflict in found {
            add_conflict(&words, &mut text, &conflict)?;
        }
    }
    if verdict.is_empty() {
        text.push_str("No statement of these licenses conflicts with another.\n");
    }
    let defaults: Vec<String> = verdict
        .defaults()
        .map(|applied| {
            format!("  {}: {}\n", words.license(applied.license), default_reason(&applied, words.labels()))
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
    Ok(Report::judged(text, verdict.is_empty()))
}

/// Whether parts under the licenses may go into a work under the target (spec:reasoning#containment).
fn containment(
    arguments: &Arguments,
    target: &str,
    library: &Library,
    index: &TermsIndex,
    names: &Names<'_>,
) -> anyhow::Result<Report> {
    let identifiers = LicenseNames::new(library);
    let expressions = Expressions::new(identifiers.spdx());
    let parts = arguments.licenses.iter().map(|name| {
        // The API reads what has more than one word as an expression; people type titles, too.
        if name.trim().contains(char::is_whitespace) || is_closed_source(name) {
            return match (v2::known_expression(&expressions, name), names.licenses().typed(name)) {
                (Err(_), Some(id)) => Ok(id.to_string()),
                (read, _) => read.map(|_| name.clone()).map_err(|detail| anyhow!("`{name}`: {detail}")),
            };
        }
        names.asked(name).map(ToString::to_string)
    });
    let work = names.work(target, index).map(|work| work.id().to_owned());
    let prefer = arguments.prefer.iter().map(|name| names.asked(name).map(ToString::to_string));
    let mut parts = every(parts.chain(prefer).chain([work]))?;
    let work = parts.pop().unwrap_or_default();
    let prefer = parts.split_off(arguments.licenses.len());
    let question = v2::ContainmentQuestion::new(parts, work, prefer, arguments.usage.into());
    let report = |found: v2::ContainmentObject<'_>| {
        let text =
            if arguments.json { serde_json::to_string_pretty(&found)? + "\n" } else { found.to_string() };
        anyhow::Ok(Report::judged(text, found.is_allowed()))
    };
    v2::containment(&question, library, &identifiers, index, report)
        .map_err(|refused| anyhow!("{}", refused.detail))?
}

/// Whether one license is at most as restrictive as another (spec:reasoning#order).
fn order(
    arguments: &Arguments,
    library: &Library,
    index: &TermsIndex,
    names: &Names<'_>,
) -> anyhow::Result<Report> {
    let [one, other] = arguments.licenses.as_slice() else { bail!("--order takes two licenses") };
    let terms = |name: &str| {
        let id = names.asked(name)?;
        let terms = index.get(&library.site.license_iri(id));
        let terms = terms.with_context(|| format!("`{id}` has no model to reason about"))?;
        anyhow::Ok((names.licenses().shown(id), terms))
    };
    let ((one, own), (other, others)) = (terms(one)?, terms(other)?);
    let beyond = own.beyond(others);
    if beyond.is_empty() {
        return Ok(Report::judged(format!("{one} is at most as restrictive as {other}.\n"), true));
    }
    let labels = Labels::new(&library.vocabulary.current.content);
    let mut text = format!("{one} is more restrictive than {other}, or restricts something else:\n");
    for restriction in &beyond {
        writeln!(text, "  {}", restriction.sentence(one, &labels))?;
        if let Restriction::Duty(duties) = restriction {
            for evidence in duties.iter().filter_map(|duty| duty.evidence.as_deref()) {
                writeln!(text, "      \"{evidence}\"")?;
            }
        }
    }
    Ok(Report::judged(text, false))
}

fn facts<'r>(library: &Library, reasoner: &'r Reasoner, id: &LicenseId) -> anyhow::Result<&'r Facts> {
    let facts = reasoner.facts(&library.site.license_iri(id));
    facts.map(|facts| &**facts).with_context(|| format!("`{id}` has no model to reason about"))
}

fn theory<'r>(library: &Library, reasoner: &'r Reasoner, id: &GraphId) -> anyhow::Result<&'r Theory> {
    let theory = reasoner.theory(&library.site.graph_iri(id));
    theory.map(|theory| &**theory).with_context(|| format!("`{id}` has no model to reason by"))
}

fn consistency_in_words(
    license: &Facts,
    found: &muniment_licenses::reason::Consistency<'_>,
    words: &Words<'_>,
) -> anyhow::Result<String> {
    let labels = words.labels();
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

fn statement(words: &Words<'_>, [license, predicate, object]: Statement<'_>) -> String {
    let license = words.license(license);
    let verb = match predicate.rsplit(['/', '#']).next().unwrap_or_default() {
        "permission" => "permits",
        "prohibition" => "prohibits",
        "duty" => "requires",
        "compatibleWith" => return format!("{license} names {}", words.license(object)),
        other => other,
    };
    format!("{license} {verb} {}", words.labels().inline(object))
}

/// Adds two statements with the reason of their conflict.
fn add_conflict(words: &Words<'_>, text: &mut String, conflict: &Conflict<'_>) -> std::fmt::Result {
    let supplied = |rule: Option<_>| if rule.is_some() { "  (supplied by a default rule)" } else { "" };
    writeln!(
        text,
        "  {}  {}{}\n      {}{}\n      {}\n",
        conflict.rule.name(),
        statement(words, conflict.statement_1),
        supplied(conflict.supplied_1),
        statement(words, conflict.statement_2),
        supplied(conflict.supplied_2),
        conflict_reason(conflict)
    )
}
