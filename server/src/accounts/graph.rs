use std::sync::Arc;

use muniment_documents::api::v1::{Refused, draft_graph_iri};
use muniment_library::history::ModelHistory;
use muniment_licenses::model::{
    Axiom, Change, ChangeAction, ChangeLog, ChangeLogEntry, Day, DependencyGraph, GraphId, Model, Site,
    VersionNumber,
};
use muniment_licenses::reason::{GraphDifference, Theory, compare_graphs};

use super::owned::{AccountModel, Kind, Visibility};
use super::{Caller, ReadError};
use crate::app::App;
use crate::auth::{AccountId, is_drawn_id};
use crate::clock::day;
use crate::library::LoadedLibrary;
use crate::store::{Account, ActorRole, Content, FORMER_MEMBER, KeptRevision, OwnedModel, State, StoreError};

/// A dependency graph of an account.
pub type AccountGraph = AccountModel<GraphId>;

impl Kind for GraphId {
    type Content = DependencyGraph;
    type Reading = Theory;
    const NAME: &'static str = "a dependency graph";
    const IS_PUBLIC: bool = false;
    const ADMINISTRATOR: Option<ActorRole> = None;

    fn published_iri(&self, site: &Site) -> String {
        site.graph_iri(self)
    }

    /// A draft lies in the space of its account.
    fn iri(&self, owner: &AccountId, state: &State<Self>, site: &Site) -> String {
        match state {
            State::Draft => draft_graph_iri(owner.as_str(), self, site),
            State::Published { .. } | State::Deprecated { .. } => self.published_iri(site),
        }
    }

    fn read(
        iri: &str,
        row: &OwnedModel<Self>,
        _: Option<&str>,
        loaded: &LoadedLibrary,
    ) -> Option<(Model<DependencyGraph>, Theory)> {
        let model = read_versions(iri, [(row.revision, &row.content)], loaded)?;
        let theory = loaded.reasoner().read_graph(iri, &model.current.content);
        Some((model, theory))
    }

    /// The text counts twice, once for its axioms; its triples are read when somebody asks for them.
    fn memory(graph: &AccountGraph) -> usize {
        const OF_A_THEORY: usize = 1 << 17;
        2 * graph.row.content.document.len() + OF_A_THEORY
    }

    fn unknown(&self) -> Refused {
        Refused::unknown_graph(self.as_str())
    }
}

/// A dependency graph of an account with everything that was ever saved of it.
#[derive(Debug)]
pub struct GraphVersions {
    /// What the store keeps of it.
    pub row: OwnedModel<GraphId>,
    /// What its versions say.
    pub model: Model<DependencyGraph>,
    /// Its versions as they are kept, ascending.
    pub versions: Vec<KeptRevision>,
    /// The day each version was saved on, ascending.
    days: Vec<Day>,
}

impl GraphVersions {
    /// Its versions.
    #[must_use]
    pub fn history(&self) -> ModelHistory<'_> {
        ModelHistory::of_account_graph(&self.row.id, &self.model, self.row.state.kind().word(), &self.days)
    }
}

impl App {
    /// A graph of an account with all its versions, for the same people.
    ///
    /// # Errors
    /// As [`App::owned`].
    pub async fn graph_versions(
        &self,
        id: &GraphId,
        caller: &Caller,
    ) -> Result<Visibility<GraphVersions>, ReadError> {
        if !is_drawn_id(id.as_str()) {
            return Ok(Visibility::Unknown);
        }
        let Some((row, versions)) = self.store.model_with_revisions(id).await? else {
            return Ok(Visibility::Unknown);
        };
        if !self.may_see(id, &row.state, caller).await? {
            return Ok(Visibility::Hidden);
        }
        let owner = self.store.account(&row.owner).await?;
        let reviewer = owner.as_ref().map_or(FORMER_MEMBER, Account::name).to_owned();
        let loaded = Arc::clone(&self.served.loaded);
        let read = self.turns.run(move || -> Result<_, StoreError> {
            let site = &loaded.library().site;
            let iri = row.id.iri(&row.owner, &row.state, site);
            let contents = versions.iter().map(|kept| (kept.number, &kept.content));
            let unreadable = StoreError::Unreadable { column: "document" };
            let mut model = read_versions(&iri, contents, &loaded).ok_or(unreadable)?;
            model.change_log = change_log(&row, &model, &versions, &reviewer, site);
            let days = versions.iter().map(|kept| day(kept.saved_at)).collect();
            Ok(GraphVersions { row, model, days, versions })
        });
        Ok(Visibility::Visible(read.await??))
    }
}

/// What versions of a graph say, ascending.
fn read_versions<'c>(
    iri: &str,
    contents: impl IntoIterator<Item = (u32, &'c Content)>,
    loaded: &LoadedLibrary,
) -> Option<Model<DependencyGraph>> {
    let kept = contents.into_iter().filter_map(|(number, content)| {
        Some((VersionNumber::new(number)?, content.document.as_str().into(), content.hash))
    });
    Model::of_an_account(iri, kept, &loaded.library().site).ok()?
}

/// The reason of a change whose author gave none.
const NO_REASON: &str = "No reason was given when the version was saved.";

/// What every version after the first changed (spec:version-1#library-endpoints and spec:version-1#versioning): the
/// axioms that differ from the version before, for the reason that was given when it was saved. A graph with one
/// version has no change log.
fn change_log(
    row: &OwnedModel<GraphId>,
    model: &Model<DependencyGraph>,
    versions: &[KeptRevision],
    reviewer: &str,
    site: &Site,
) -> Option<ChangeLog> {
    let contents: Vec<_> =
        model.archived.iter().chain([&model.current]).map(|version| &*version.content).collect();
    let (terms, prefixes) = (site.terms(), site.all_prefixes());
    let statement = |axiom: &Axiom| {
        [&axiom.subject, &axiom.predicate, &axiom.object].map(|iri| prefixes.compact(iri)).join(" ")
    };
    let entry = |pair: &[&DependencyGraph], kept: &KeptRevision| {
        let [before, after] = pair else { return None };
        let difference = compare_graphs(before, after, &terms);
        let note = Some(kept.note.as_str()).filter(|note| !note.is_empty());
        let change = |action, axiom: &Axiom, previous: Option<&Axiom>| Change {
            action,
            statement: statement(axiom),
            previous: previous.map(statement).unwrap_or_default(),
            reason: note.unwrap_or(NO_REASON).to_owned(),
            source: "manual".to_owned(),
        };
        let axioms = &difference.axioms;
        let added = axioms.added.iter().map(|axiom| change(ChangeAction::Added, axiom, None));
        let removed = axioms.removed.iter().map(|axiom| change(ChangeAction::Removed, axiom, None));
        let changed = axioms.changed.iter();
        let changed = changed.map(|pair| change(ChangeAction::Changed, pair.right, Some(pair.left)));
        Some(ChangeLogEntry {
            version: VersionNumber::new(kept.number)?,
            date: day(kept.saved_at),
            reviewer: reviewer.to_owned(),
            summary: note.map_or_else(|| counted(&difference), str::to_owned),
            changes: added.chain(removed).chain(changed).collect(),
        })
    };
    let entries: Vec<_> = contents
        .windows(2)
        .zip(versions.iter().skip(1))
        .filter_map(|(pair, kept)| entry(pair, kept))
        .collect();
    let current_version = entries.last()?.version;
    Some(ChangeLog { id: row.id.to_string(), title: row.content.title.clone(), current_version, entries })
}

/// How many axioms differ, in a sentence.
fn counted(difference: &GraphDifference<'_>) -> String {
    let axioms = &difference.axioms;
    let (added, removed, changed) = (axioms.added.len(), axioms.removed.len(), axioms.changed.len());
    if added + removed + changed == 0 {
        return "No axiom changed.".to_owned();
    }
    format!("Axioms added: {added}; removed: {removed}; changed: {changed}.")
}
