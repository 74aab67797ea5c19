//! What is done with composed licenses (spec:version-1#states), by the API and by the website.

use muniment_documents::api::v1::Refused;
use muniment_licenses::compose::{Imprint, Withdrawal};
use muniment_licenses::model::{self, GraphId, Library, LicenseId, Model};
use muniment_licenses::reason::{Consistency, Inconsistency, Labels, OverBudget, consistency};
use muniment_rdf::{Graph, Outline, Syntax, read, write_turtle};

use super::license::read_composed;
use super::{Caller, Held};
use crate::app::App;
use crate::clock::day;
use crate::store::{Conflict, Consent, Content, Deprecation, Entity, Restoration, State, StoreError};

/// Why the consistency of a license is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ConsistencyError {
    /// Time is over.
    #[error("The reasoner did not finish in time")]
    OverBudget,
    /// The library is without the graph that stands when none is chosen.
    #[error("There is no graph to hold the license against")]
    NoGraph,
}

impl From<OverBudget> for ConsistencyError {
    fn from(_: OverBudget) -> Self {
        Self::OverBudget
    }
}

impl From<ConsistencyError> for Refused {
    fn from(error: ConsistencyError) -> Self {
        let status = match error {
            ConsistencyError::OverBudget => 504,
            ConsistencyError::NoGraph => 503,
        };
        Self::sentence(status, error.to_string())
    }
}

impl App {
    /// The consent to publish, under the privacy notice in force.
    #[must_use]
    pub fn consent(&self) -> Consent {
        Consent { privacy_notice: self.config.privacy_notice.clone() }
    }

    /// What is kept of a license: Turtle, since canonical N-Triples merge equal sub-trees and are never read again
    /// (spec:canonical-form#refusal). What would not read back as the same model is refused and not kept.
    pub fn license_content(&self, iri: &str, graph: Graph) -> Result<Content, Refused> {
        let site = self.library_site();
        let unfit = |error: &dyn std::error::Error| Refused::sentence(422, error.to_string());
        let outline = Outline::of_closure(&graph, iri).map_err(|error| unfit(&error))?;
        let document = write_turtle(&outline, &site.record_prefixes());
        // Nearly always the outlines are equal, which takes less time to find than two canonical forms.
        let reads_back = read(Syntax::Turtle, document.as_bytes()).is_ok_and(|kept| outline.is_of(&kept));
        let model = Model::<model::License>::composed(iri, graph, site).map_err(|error| unfit(&error))?;
        let hash = model.current.content_hash;
        let is_kept = || {
            read_composed(iri, &document, None, site).is_some_and(|kept| kept.current.content_hash == hash)
        };
        if !reads_back && !is_kept() {
            return Err(Refused::sentence(422, "The license cannot be kept as it was sent."));
        }
        let (title, description) = (model.current.content.title.value.clone(), String::new());
        Ok(Content { title, description, document, hash, axioms: 0 })
    }

    /// Weighs what a license says against itself, under the graph that stands when none is chosen. What is not
    /// consistent is not published; a draft may be kept, as it binds no one yet (spec:version-1#states).
    pub fn check_consistency<T>(
        &self,
        iri: &str,
        graph: &Graph,
        is_over: impl Fn() -> bool,
        tell: impl FnOnce(&Consistency<'_>) -> T,
    ) -> Result<T, ConsistencyError> {
        let (reasoner, site) = (self.served.loaded.reasoner(), self.library_site());
        let default: GraphId = Library::DEFAULT_GRAPH.parse().map_err(|_| ConsistencyError::NoGraph)?;
        let theory = reasoner.theory(&site.graph_iri(&default)).ok_or(ConsistencyError::NoGraph)?;
        let facts = reasoner.read_license(iri, graph);
        Ok(tell(&consistency(theory, &facts, is_over)?))
    }

    /// Publishes a draft as it stands, if `base` is still its revision: the consent is for that
    /// revision.
    pub async fn publish(
        &self,
        draft: &Held<LicenseId>,
        base: u32,
        is_over: impl Fn() -> bool,
    ) -> Result<(), Refused> {
        let actor = draft.owner("publishes")?;
        let license = &draft.owned;
        if !license.is_draft() {
            return Err(Refused::sentence(
                409,
                format!("The license {} is published already.", license.row.id),
            ));
        }
        if license.row.revision != base {
            return Err(StoreError::from(Conflict::Outdated).into());
        }
        let (composer, document) = (self.served.loaded.composer(), &license.model.current.graph);
        let graph = self.imprinted(license, true, |imprint| composer.stamp(document, imprint));
        let reasons =
            self.check_consistency(&license.model.iri, &graph, is_over, |found| self.contradictions(found))?;
        if !reasons.is_empty() {
            let why = reasons.join(" ");
            let sentence =
                format!("The license makes contradicting statements, so it was not published. {why}");
            return Err(Refused::sentence(409, sentence));
        }
        let content = self.license_content(&license.model.iri, graph)?;
        let edit = self.edit(&license.row.id, actor, base, content, "");
        self.store.publish_draft(&edit, &self.consent()).await?;
        Ok(())
    }

    fn contradictions(&self, found: &Consistency<'_>) -> Vec<String> {
        let labels = Labels::new(&self.served.loaded.library().vocabulary.current.content);
        let conflicts = found.conflicts(&labels).into_iter();
        conflicts.filter(Inconsistency::is_of_the_text).map(|conflict| conflict.reason).collect()
    }

    /// Takes up what a draft said in an earlier revision.
    pub async fn restore(&self, draft: &Held<LicenseId>, revision: u32, base: u32) -> Result<(), Refused> {
        let id = &draft.owned.row.id;
        let restoration = Restoration {
            model: id.clone(),
            base,
            revision,
            actor: draft.editor()?,
            note: format!("Revision {revision} taken up again"),
            at: self.now(),
        };
        match self.store.restore_draft(&restoration).await {
            Err(StoreError::Missing(Entity::Revision)) => {
                Err(Refused::sentence(404, format!("The license {id} has no revision {revision}.")))
            }
            done => Ok(done.map(drop)?),
        }
    }

    /// Marks a license as deprecated.
    pub async fn deprecate(
        &self,
        held: &Held<LicenseId>,
        replaced_by: Option<&LicenseId>,
        reason: &str,
    ) -> Result<(), Refused> {
        let actor = held.owner("deprecates")?;
        let license = &held.owned;
        let id = &license.row.id;
        let successor = match replaced_by {
            Some(successor) => Some(self.successor(successor, id).await?),
            None => None,
        };
        let State::Published { at: published_at } = license.row.state else {
            let what = if license.is_draft() { "is a draft" } else { "is deprecated already" };
            return Err(Refused::sentence(409, format!("The license {id} {what}.")));
        };
        let (composer, document) = (self.served.loaded.composer(), &license.model.current.graph);
        let today = self.clock.today();
        let successor_iri = successor.as_ref().map(|id| self.library_site().license_iri(id));
        let withdrawal = Some(Withdrawal { on: today, successor: successor_iri.as_deref() });
        let graph = self.imprinted(license, true, |imprint| {
            composer.stamp(document, &Imprint { issued: Some(day(published_at)), withdrawal, ..*imprint })
        });
        let deprecation = Deprecation {
            license: id.clone(),
            content: self.license_content(&license.model.iri, graph)?,
            on: today,
            successor,
            actor,
            note: reason.to_owned(),
            at: self.now(),
        };
        self.store.deprecate_license(&deprecation).await?;
        Ok(())
    }

    /// A license that can replace another: a record, or a published license of an account.
    async fn successor(&self, successor: &LicenseId, of: &LicenseId) -> Result<LicenseId, Refused> {
        if successor == of {
            return Err(Refused::sentence(422, "A license cannot be replaced by itself."));
        }
        if let Some(id) = self.served.loaded.index().license_names().record(successor.as_str()) {
            return Ok(id.clone());
        }
        match self.owned(successor, &Caller::Anonymous).await?.visible() {
            Some(_) => Ok(successor.clone()),
            None => Err(Refused::sentence(
                422,
                format!("It cannot be replaced by {successor}: there is no such license."),
            )),
        }
    }
}
