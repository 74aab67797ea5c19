use std::borrow::Cow;

use super::change_log::with_entry;
use super::format::{comment_below_head, format_file};
use super::numbering::{counts_versions, numbered, title};
use super::{Edit, Edits, FormatError, RevisionError};
use crate::history::{
    Catalog, Difference, ModelHistory, ReleaseStatus, VersionFacts, last_registered, outline_difference,
    release_status,
};
use muniment_licenses::model::terms::{odrl, rdf};
use muniment_licenses::model::{Change, ChangeLogEntry, Day, Library, ModelKind, VersionNumber, Vocabulary};
use muniment_rdf::{Graph, NamedOrBlankNodeRef, Syntax, read};

/// The curator's notes on a new version; missing fields keep their value in the change log.
#[derive(Debug, Clone, Default)]
pub struct RevisionNotes {
    /// One to three sentences.
    pub summary: Option<String>,
    /// The reviewer.
    pub reviewer: Option<String>,
    /// The day of publication.
    pub day: Option<Day>,
    /// Reasons of changes, each `<statement>=<reason>`; `*` means every statement without a reason.
    pub reasons: Vec<String>,
    /// The source of new reasons; `manual` by default.
    pub source: Option<String>,
}

/// The Turtle texts given for a revision.
#[derive(Debug, Clone, Copy, Default)]
pub struct RevisionTexts<'t> {
    /// The corrected model; by default the current file.
    pub corrected: Option<&'t [u8]>,
    /// The released version, needed if the current file was edited before it was archived.
    pub released: Option<&'t [u8]>,
}

/// A planned revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revised {
    /// The files: archived version, change log, current version.
    pub edits: Edits,
    /// The entry of the new version in the change log.
    pub entry: ChangeLogEntry,
    /// Whether the edits archive the previous version.
    pub archives: bool,
}

impl Revised {
    /// Whether changes, a reason or the summary are missing, which `check` refuses.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let entry = &self.entry;
        entry.changes.is_empty()
            || entry.summary.trim().is_empty()
            || entry.changes.iter().any(|change| change.reason.trim().is_empty())
    }
}

/// Plans a new version of a model, or updates the notes on a version that is not released.
///
/// Archives a released current version byte for byte, gives the next number, and lists the differences between the
/// graphs in the change log. Keeps earlier reasons. An unreleased version is compared with the archived one again
/// each time.
///
/// Refuses a released version that was edited: a number must always mean one model (spec:version-2#states).
pub fn revise(
    catalog: &Catalog<'_>,
    history: &ModelHistory<'_>,
    texts: RevisionTexts<'_>,
    notes: &RevisionNotes,
) -> Result<Revised, RevisionError> {
    let facts = &history.current;
    let base = base(catalog.library, history, texts)?;
    let read = texts.corrected.map(|bytes| described(facts, bytes)).transpose()?;
    let correction = Correction {
        bytes: texts.corrected.unwrap_or(&facts.source.bytes),
        graph: read.as_ref().unwrap_or(facts.graph()),
        may_be_none: texts.corrected.is_none() && texts.released.is_none(),
    };
    plan(catalog, history, &base, &correction, notes)
}

/// The same with a generated correction.
pub(super) fn revise_to(
    catalog: &Catalog<'_>,
    history: &ModelHistory<'_>,
    graph: &Graph,
    notes: &RevisionNotes,
) -> Result<Revised, RevisionError> {
    let base = base(catalog.library, history, RevisionTexts::default())?;
    let correction = Correction { bytes: &history.current.source.bytes, graph, may_be_none: false };
    plan(catalog, history, &base, &correction, notes)
}

/// The previous version.
struct Base<'l> {
    bytes: Cow<'l, [u8]>,
    graph: Cow<'l, Graph>,
    number: VersionNumber,
    is_archived: bool,
}

/// The content of the new version.
struct Correction<'c> {
    bytes: &'c [u8],
    graph: &'c Graph,
    /// Whether it may equal the previous version, because it will be edited.
    may_be_none: bool,
}

fn base<'l>(
    library: &Library,
    history: &'l ModelHistory<'_>,
    texts: RevisionTexts<'_>,
) -> Result<Base<'l>, RevisionError> {
    let facts = &history.current;
    let stands = |facts: &'l VersionFacts<'_>, is_archived| Base {
        bytes: Cow::Borrowed(facts.source.bytes.as_slice()),
        graph: Cow::Borrowed(facts.graph()),
        number: facts.version,
        is_archived,
    };
    let (base, hash) = match (release_status(library, facts), texts.released) {
        (ReleaseStatus::Released, _) => (stands(facts, false), facts.content_hash),
        (ReleaseStatus::Unreleased, _) => match history.archived.last() {
            Some(before) => (stands(before, true), before.content_hash),
            None => return Err(RevisionError::NeverReleased(facts.id.to_owned())),
        },
        (ReleaseStatus::Edited { release, .. }, None) => {
            let (id, version) = (facts.id.to_owned(), facts.version);
            return Err(RevisionError::EditedInPlace { id, version, release });
        }
        (ReleaseStatus::Edited { .. }, Some(_)) if texts.corrected.is_some() => {
            return Err(RevisionError::ThreeTexts(facts.id.to_owned()));
        }
        (ReleaseStatus::Edited { released, .. }, Some(bytes)) => {
            let graph = Cow::Owned(described(facts, bytes)?);
            let bytes = Cow::Owned(bytes.to_vec());
            (Base { bytes, graph, number: facts.version, is_archived: false }, released)
        }
    };
    if let Some(bytes) = texts.released {
        let given = facts.extent().canonical(&described(facts, bytes)?, facts.iri)?.hash();
        if given != hash {
            let id = facts.id.to_owned();
            return Err(RevisionError::NotTheReleased { id, version: base.number, released: hash, given });
        }
    }
    Ok(base)
}

/// Reads a text as a model.
fn described(facts: &VersionFacts<'_>, bytes: &[u8]) -> Result<Graph, RevisionError> {
    let graph = read(Syntax::Turtle, bytes)?;
    let is_subject = |s: NamedOrBlankNodeRef<'_>| matches!(s, NamedOrBlankNodeRef::NamedNode(n) if n.as_str() == facts.iri);
    let describes = graph.named(facts.iri).statements().next().is_some();
    let is_alone = facts.kind != ModelKind::License
        || graph.subjects_of(rdf::TYPE, odrl::SET).all(is_subject)
            && graph.subjects_of(rdf::TYPE, odrl::SET).count() > 0;
    if !describes || !is_alone {
        return Err(RevisionError::OtherModel(facts.id.to_owned()));
    }
    facts.extent().canonical(&graph, facts.iri)?;
    Ok(graph)
}

fn plan(
    catalog: &Catalog<'_>,
    history: &ModelHistory<'_>,
    base: &Base<'_>,
    correction: &Correction<'_>,
    notes: &RevisionNotes,
) -> Result<Revised, RevisionError> {
    let (library, facts, version) = (catalog.library, &history.current, base.number.successor());
    let told = history.change_log.and_then(|log| log.entry(version));
    let day = notes.day.or(told.map(|entry| entry.date)).ok_or(RevisionError::Missing("day (--date)"))?;
    let reviewer = notes.reviewer.as_ref().or(told.map(|entry| &entry.reviewer));
    let reviewer = reviewer.ok_or(RevisionError::Missing("reviewer (--reviewer)"))?.clone();
    let entry_before = history.change_log.and_then(|log| log.entry(base.number));
    let days = [
        (entry_before.map(|entry| entry.date), "version"),
        (last_registered(library).and_then(|release| release.date), "release"),
    ];
    if let Some((earlier, what)) =
        days.into_iter().find_map(|(day, what)| Some((day?, what))).filter(|(d, _)| *d > day)
    {
        return Err(RevisionError::Backdated { day, earlier, what });
    }
    let after = numbered(correction.graph, facts, version, day, &library.site);
    if facts.kind == ModelKind::Vocabulary {
        keep_terms(catalog, &base.graph, &after)?;
    }
    let (old, new) =
        (facts.extent().outline(&base.graph, facts.iri)?, facts.extent().outline(&after, facts.iri)?);
    let differences = outline_difference(facts.kind, facts.iri, &old, &new, &library.site);
    if !correction.may_be_none && differences.iter().all(|difference| counts_versions(&difference.statement))
    {
        return Err(RevisionError::NothingChanged { id: facts.id.to_owned(), before: base.number });
    }
    let summary = notes.summary.clone().or(told.map(|entry| entry.summary.clone())).unwrap_or_default();
    let changes = reasoned(differences, told, notes)?;
    let entry = ChangeLogEntry { version, date: day, reviewer, summary, changes };
    let edits = edits(catalog, history, base, correction.bytes, &after, &entry)?;
    Ok(Revised { edits, entry, archives: !base.is_archived })
}

/// Archived version, change log, current version: in this order the previous version always exists.
fn edits(
    catalog: &Catalog<'_>,
    history: &ModelHistory<'_>,
    base: &Base<'_>,
    bytes: &[u8],
    after: &Graph,
    entry: &ChangeLogEntry,
) -> Result<Edits, RevisionError> {
    let (facts, site) = (&history.current, &catalog.library.site);
    let path = facts.source.path.clone();
    let prefixes = match facts.kind {
        ModelKind::License => site.record_prefixes(),
        ModelKind::DependencyGraph | ModelKind::Vocabulary => site.ontology_prefixes(),
    };
    let styled = format_file(bytes, after, &prefixes)?;
    if styled != bytes
        && let Some(line) = comment_below_head(bytes)
    {
        return Err(FormatError::Comment { path, line }.into());
    }
    let log_path = history.change_log_path.to_owned();
    let unreadable = |message: String| RevisionError::ChangeLog { path: log_path.clone(), message };
    let log = history.change_log.map(|_| std::str::from_utf8(history.change_log_source)).transpose();
    let log = log.map_err(|error| unreadable(error.to_string()))?;
    let title = title(after, facts.iri).unwrap_or(facts.title);
    let written = with_entry(log, facts.id, title, entry).map_err(|error| unreadable(error.to_string()))?;
    let mut files = Vec::new();
    if !base.is_archived {
        let folder = history.change_log_path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = format!("{folder}/v{}.ttl", base.number);
        files.push(Edit::Create { path, bytes: base.bytes.to_vec() });
    }
    if log != Some(written.as_str()) {
        files.push(Edit::Write { path: log_path, bytes: written.into_bytes() });
    }
    if styled != *facts.source.bytes {
        files.push(Edit::Write { path, bytes: styled });
    }
    Ok(Edits { files })
}

/// The differences with new and earlier reasons.
fn reasoned(
    differences: Vec<Difference>,
    told: Option<&ChangeLogEntry>,
    notes: &RevisionNotes,
) -> Result<Vec<Change>, RevisionError> {
    let of = |statement: &str| {
        let after =
            |given: &'_ String| Some(given.strip_prefix(statement)?.strip_prefix('=')?.trim().to_owned());
        notes.reasons.iter().find_map(after)
    };
    let is_known = |given: &&String| {
        let of_statement =
            |d: &Difference| given.strip_prefix(d.statement.as_str()).is_some_and(|r| r.starts_with('='));
        given.starts_with("*=") || differences.iter().any(of_statement)
    };
    if let Some(unknown) = notes.reasons.iter().find(|given| !is_known(given)) {
        return Err(RevisionError::UnknownStatement(unknown.clone()));
    }
    let before = |difference: &Difference| {
        let changes = || told.into_iter().flat_map(|entry| &entry.changes);
        let is_same = |c: &&Change| c.action == difference.action && c.previous == difference.previous;
        let of_statement =
            || changes().filter(|c| c.statement == difference.statement && !c.reason.trim().is_empty());
        of_statement().find(is_same).or_else(|| of_statement().next())
    };
    let source = || notes.source.clone().unwrap_or_else(|| "manual".to_owned());
    let change = |difference: Difference| {
        let (reason, source) = match (of(&difference.statement), before(&difference)) {
            (Some(reason), before) => {
                let kept = before.filter(|_| notes.source.is_none()).map(|change| change.source.clone());
                (reason, kept.unwrap_or_else(source))
            }
            (None, Some(before)) => (before.reason.clone(), before.source.clone()),
            (None, None) if counts_versions(&difference.statement) => {
                ("Every version states its number and day.".to_owned(), "manual".to_owned())
            }
            (None, None) => (of("*").unwrap_or_default(), source()),
        };
        let Difference { action, statement, previous } = difference;
        Change { action, statement, previous, reason, source }
    };
    Ok(differences.into_iter().map(change).collect())
}

/// A correction must not remove terms, which have addresses.
fn keep_terms(catalog: &Catalog<'_>, before: &Graph, after: &Graph) -> Result<(), RevisionError> {
    let site = &catalog.library.site;
    let (before, after) = (Vocabulary::read(before, &site.ns_iri()), Vocabulary::read(after, &site.ns_iri()));
    match before.own_terms().find(|(iri, _)| !after.own_terms().any(|(kept, _)| kept == *iri)) {
        Some((iri, _)) => Err(RevisionError::LostTerm(site.all_prefixes().compact(iri))),
        None => Ok(()),
    }
}
