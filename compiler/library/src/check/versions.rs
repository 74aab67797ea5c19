//! Checks 51 to 53, 55 and 56: versions, change logs, releases.

use super::context::Context;
use muniment_licenses::model::terms::dct;
use muniment_licenses::model::{
    Change, ChangeAction, Fault, FindingAction, Library, Model, ModelVersion, Place, Release, ReleaseSection,
    Verdict, VersionNumber,
};
use muniment_rdf::text_of;

pub(super) fn records_state_their_version(context: &Context<'_>) -> Vec<Fault> {
    let history = &context.terms.version_history;
    let mut faults = Vec::new();
    for record in context.records() {
        let number = record.model.latest().to_string();
        let expected = format!("{}/versions", record.model.iri);
        let (version, list) = (record.literals(dct::HAS_VERSION).next(), record.iris(history).next());
        for (said, property, right, shown) in [
            (version, dct::HAS_VERSION, &number, number.clone()),
            (list, history, &expected, format!("<{expected}>")),
        ] {
            let name = context.name(property);
            let (place, message) = match said {
                Some((_, value)) if value == right => continue,
                Some((triple, value)) => {
                    (record.places().object(triple), format!("{name} is `{value}` and should be `{right}`"))
                }
                None => (record.place(), format!("the record has no {name}")),
            };
            faults.push(record.error(51, place, message, format!("state {name} as `{shown}`")));
        }
    }
    faults
}

pub(super) fn change_logs_are_complete(context: &Context<'_>) -> Vec<Fault> {
    context.records().flat_map(|record| change_log(record.model, record.id.as_str(), 52)).collect()
}

/// Checks 52 and 56 for one model.
fn change_log<T>(model: &Model<T>, id: &str, check: u8) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut tell = |message: String, help: &str| {
        faults.push(Fault::error(check, Place::file(&model.change_log_path), message, help).of(id));
    };
    let log = match (&model.change_log, model.archived.is_empty()) {
        (None, true) => return faults,
        (None, false) => {
            tell(
                "versions were superseded, but there is no change log to read".to_owned(),
                "write the change log",
            );
            return faults;
        }
        (Some(_), true) => {
            tell(
                "there is a change log but no superseded version".to_owned(),
                "archive version 1, or remove the log",
            );
            return faults;
        }
        (Some(log), false) => log,
    };
    if log.id != id {
        tell(format!("the log is of `{}`", log.id), "name the model whose log it is");
    }
    if log.current_version != model.latest() {
        let message =
            format!("the log is at version {}, the model at {}", log.current_version, model.latest());
        tell(message, "count the archived versions; the current one comes after them");
    }
    let told: Vec<VersionNumber> = log.entries.iter().map(|entry| entry.version).collect();
    for version in model.versions().skip(1).map(|version| version.number) {
        match told.iter().filter(|number| **number == version).count() {
            0 => tell(format!("version {version} has no entry"), "say what the version changed"),
            1 => {}
            _ => tell(format!("version {version} has more than one entry"), "merge the entries"),
        }
    }
    for version in told.iter().filter(|v| v.predecessor().is_none() || **v > model.latest()) {
        tell(format!("there is an entry of version {version}"), "entries are of version 2 and later ones");
    }
    for (earlier, later) in log.entries.iter().zip(log.entries.iter().skip(1)) {
        if later.date < earlier.date {
            let message = format!("version {} is dated before version {}", later.version, earlier.version);
            tell(message, "dates never go back");
        }
    }
    for entry in &log.entries {
        if entry.summary.trim().is_empty() || entry.reviewer.trim().is_empty() {
            tell(
                format!("version {} has no summary or no reviewer", entry.version),
                "say what changed, and who checked it",
            );
        }
        for change in &entry.changes {
            if let Some((what, help)) = gap(change, check) {
                tell(format!("version {}: {what}", entry.version), help);
            }
        }
    }
    faults
}

fn gap(change: &Change, check: u8) -> Option<(String, &'static str)> {
    let shown: String = change.statement.chars().take(60).collect();
    if change.statement.trim().is_empty() {
        return Some(("a change names no statement".to_owned(), "name the statement that changed"));
    }
    if change.reason.trim().is_empty() {
        return Some((format!("the change of `{shown}` has no reason"), "give the reason"));
    }
    match change.action {
        // Old change logs of graphs and of the vocabulary lack previous values.
        ChangeAction::Changed if change.previous.trim().is_empty() && check == 52 => {
            Some((format!("`{shown}` changed, but not from what"), "say what it was before with `previous`"))
        }
        ChangeAction::Added | ChangeAction::Removed if !change.previous.is_empty() => Some((
            format!("`{shown}` was {}, yet has a `previous`", change.action),
            "remove `previous`, or write `changed`",
        )),
        _ => None,
    }
}

pub(super) fn dates_agree(context: &Context<'_>) -> Vec<Fault> {
    let name = context.name(dct::MODIFIED);
    let mut faults = Vec::new();
    for record in context.records() {
        for version in record.model.versions().skip(1) {
            let entry = record.model.change_log.as_ref().and_then(|log| log.entry(version.number));
            let (Some(entry), Some(modified)) = (entry, version.content.modified) else { continue };
            if modified != entry.date {
                let message = format!("{name} is `{modified}`, the change log says `{}`", entry.date);
                let place = stated(version, &record.model.iri, dct::MODIFIED).map_or_else(
                    || context.places(version).file(),
                    |(triple, _)| context.places(version).object(triple),
                );
                faults.push(record.error(53, place, message, "give both the day the version was published"));
            }
        }
        let was_written = record.review().is_some_and(|review| review.verdict == Verdict::Created);
        if let Some(first) = record.model.versions().next()
            && was_written
            && first.content.modified.is_none()
        {
            let message = format!("version 1 was written for the library but has no {name}");
            let place = context.places(first).subject(&record.model.iri);
            faults.push(record.error(53, place, message, "give the day it was written"));
        }
    }
    faults
}

fn stated<'v, T>(version: &'v ModelVersion<T>, iri: &str, predicate: &str) -> Option<(usize, &'v str)> {
    let mut objects = version.graph.named(iri).objects(predicate);
    objects.find_map(|(index, object)| Some((index, text_of(object)?)))
}

pub(super) fn sources_of_changes_are_known(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        for entry in record.model.change_log.iter().flat_map(|log| &log.entries) {
            for source in entry.changes.iter().map(|change| change.source.as_str()) {
                let finding = source.strip_prefix("review-finding ").map(finding);
                let is_known = finding.map_or_else(|| is_plain_source(source), |finding| finding.is_some());
                let (message, help) = match (finding.flatten(), record.review()) {
                    _ if !is_known => (
                        format!("version {}: `{source}` is no source of a change", entry.version),
                        "write `review-finding <rubric>/<field>`, `consolidation-decision <n>`, `review-state`, `ports-metadata`, `model-history` or `manual`",
                    ),
                    (Some((rubric, field)), Some(review))
                        if !review.findings.iter().any(|found| {
                            found.rubric == rubric
                                && found.field == field
                                && matches!(found.action, FindingAction::Applied | FindingAction::Superseded)
                        }) =>
                    {
                        (
                            format!(
                                "version {}: the review has no applied finding `{rubric}/{field}`",
                                entry.version
                            ),
                            "name a finding that was applied, or another source",
                        )
                    }
                    _ => continue,
                };
                faults.push(record.error(55, Place::file(&record.model.change_log_path), message, help));
            }
        }
    }
    faults
}

fn is_plain_source(source: &str) -> bool {
    matches!(source, "review-state" | "ports-metadata" | "model-history" | "manual")
        || source.strip_prefix("consolidation-decision ").is_some_and(|n| n.parse::<u32>().is_ok())
}

fn finding(text: &str) -> Option<(u8, &str)> {
    let (rubric, field) = text.split_once('/')?;
    let rubric = rubric.parse().ok().filter(|rubric| (1..=10).contains(rubric))?;
    (!field.is_empty() && !field.contains(' ')).then_some((rubric, field))
}

pub(super) fn graphs_and_vocabulary_have_histories(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (id, graph) in &context.library.graphs {
        faults.extend(history(context, graph, id.as_str(), dct::DATE));
    }
    faults.extend(history(
        context,
        &context.library.vocabulary,
        &context.library.site.vocabulary_id(),
        dct::MODIFIED,
    ));
    faults
}

fn history<T>(context: &Context<'_>, model: &Model<T>, id: &str, date: &str) -> Vec<Fault> {
    let mut faults = change_log(model, id, 56);
    for version in model.versions().skip(1) {
        let entry = model.change_log.as_ref().and_then(|log| log.entry(version.number));
        let day = entry.map(|entry| entry.date.to_string());
        for (predicate, right) in [(date, day), (dct::HAS_VERSION, Some(version.number.to_string()))] {
            let (Some(right), Some((triple, said))) = (right, stated(version, &model.iri, predicate)) else {
                continue;
            };
            if said != right {
                let message = format!("{} is `{said}` and should be `{right}`", context.name(predicate));
                let help = "the change log and the archive decide date and number";
                faults.push(Fault::error(56, context.places(version).object(triple), message, help).of(id));
            }
        }
    }
    faults
}

pub(super) fn releases_still_stand(context: &Context<'_>) -> Vec<Fault> {
    let place = |release: &Release| Place::file(format!("releases/{}.json", release.id));
    context
        .library
        .releases
        .iter()
        .flat_map(|release| promises(context.library, release, &place(release)))
        .collect()
}

/// Check 56 for the unpacked archive of a release: it contains exactly the models of the release. No other check
/// applies, because an archive cannot be corrected.
pub(super) fn archive_is_whole(library: &Library, release: &Release) -> Vec<Fault> {
    let mut faults = promises(library, release, &Place::file("manifest.json"));
    let records = library.licenses.iter().map(|(id, model)| (id.as_str(), &model.current.source.path));
    let graphs = library.graphs.iter().map(|(id, model)| (id.as_str(), &model.current.source.path));
    for (section, models) in
        [(&release.library, records.collect::<Vec<_>>()), (&release.graphs, graphs.collect())]
    {
        for (id, path) in models.into_iter().filter(|(id, _)| !section.models.contains_key(*id)) {
            let message = format!("`{id}` is not part of the release {}", release.id);
            let help = "take the file out; to go on from a release, remove `manifest.json`";
            faults.push(Fault::error(56, Place::file(path), message, help).of(id));
        }
    }
    faults.sort();
    faults
}

fn promises(library: &Library, release: &Release, place: &Place) -> Vec<Fault> {
    let record = |id: &str, number| {
        let version = library.licenses.get(id)?.version(number)?;
        Some(version.content_hash)
    };
    let graph = |id: &str, number| Some(library.graphs.get(id)?.version(number)?.content_hash);
    let vocabulary = |_: &str, number| Some(library.vocabulary.version(number)?.content_hash);
    let mut faults = section(&release.library, place, record);
    faults.extend(section(&release.graphs, place, graph));
    faults.extend(section(&release.vocabulary, place, vocabulary));
    faults
}

fn section(
    section: &ReleaseSection,
    place: &Place,
    hash: impl Fn(&str, VersionNumber) -> Option<muniment_rdf::ContentHash>,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (id, entry) in &section.models {
        let message = match hash(id, entry.version) {
            None => format!("version {} of `{id}` was released and is gone", entry.version),
            Some(now) if now != entry.content_hash => {
                format!("version {} of `{id}` has changed since it was released", entry.version)
            }
            Some(_) => continue,
        };
        let help = "put the version back as it was; a correction is a new version";
        faults.push(Fault::error(56, place.clone(), message, help).of(id));
    }
    faults
}
