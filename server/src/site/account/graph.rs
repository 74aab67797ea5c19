use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_licenses::model::{GraphId, VersionNumber};
use muniment_licenses::reason::validate;
use muniment_pages::account::{GraphPage, GraphVersion, Role};

use super::super::answer::{Denied, Problem, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use super::super::route::GraphForm;
use super::sharing::{role, shares, typed};
use crate::accounts::Held;
use crate::app::App;
use crate::clock::written;
use crate::store::{KeptRevision, Shared};

impl App {
    /// A graph as the accounts it is shared with see it.
    pub(super) async fn graph_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
        id: &GraphId,
        rejected: Option<(&Form, &Problem)>,
    ) -> Result<Response, Refused> {
        let held = self.held(id, member.caller).await?;
        let store = &self.store;
        let shared_with = store.shares_of(Shared::Graph(id)).await?;
        let kept = store.model_with_revisions(id).await?.map(|(_, versions)| versions).unwrap_or_default();
        let (row, model) = (&held.owned.row, &held.owned.model);
        let library = self.served.loaded.library();
        let axioms = model.current.content.axioms.iter();
        let axioms = axioms.map(|axiom| [&*axiom.subject, &*axiom.predicate, &*axiom.object]);
        let validated = validate(axioms, &library.vocabulary.current.content, &library.site);
        let (form, problem) = rejected.unzip();
        let page = GraphPage {
            typed: form.map(typed).unwrap_or_default(),
            id: id.as_str(),
            iri: &model.iri,
            published_iri: &library.site.graph_iri(id),
            title: &row.content.title,
            description: &row.content.description,
            status: row.state.kind(),
            // An administrator it is not shared with sees it, and no more.
            role: held.role.map_or(Role::Viewer, role),
            version: row.revision,
            axioms: self.pages().statements(&model.current.content),
            // Acts may have left the vocabulary since; what remains to be said of the graph is said by its axioms.
            warnings: validated.map(|statements| statements.warnings).unwrap_or_default(),
            versions: kept.iter().rev().map(version).collect(),
            shares: shares(&shared_with),
        };
        self.form_page(browser, &format!("/account/graphs/{id}"), &page.view(), problem)
    }

    /// A form on the page of a graph.
    pub(super) async fn change_graph(
        &self,
        browser: &Browser,
        member: Member<'_>,
        id: &GraphId,
        act: GraphForm,
        form: &Form,
    ) -> Result<Response, Refused> {
        let held = self.held(id, member.caller).await?;
        let done = match act {
            GraphForm::Publish => self.submit_graph_publication(member, &held, form).await,
            GraphForm::Sharing(act) => self.change_shares(&held, act, form).await,
        };
        match done {
            Ok(()) => Ok(see_other(&format!("/account/graphs/{id}"))),
            Err(denied) => self.graph_page(browser, member, id, Some((form, &denied.problem()?))).await,
        }
    }

    async fn submit_graph_publication(
        &self,
        member: Member<'_>,
        held: &Held<GraphId>,
        form: &Form,
    ) -> Result<(), Denied> {
        held.owner("publishes")?;
        if form.field("confirm") != "publish" {
            return Err(Problem::at("confirm", "Confirm that you want to publish this version.").into());
        }
        Ok(self.publish_graph(held, base(form)?, member.caller).await?)
    }
}

/// The version a form was made from, which no person types.
pub(super) fn base(form: &Form) -> Result<u32, Problem> {
    let sentence = "The form does not say which version is meant; load the page again.";
    let base: Result<VersionNumber, _> = form.field("base").parse();
    base.map(VersionNumber::get).map_err(|_| Problem::invalid(sentence))
}

fn version(kept: &KeptRevision) -> GraphVersion<'_> {
    let (saved_at, axioms) = (written(kept.saved_at), kept.content.axioms);
    GraphVersion { number: kept.number, saved_at, note: &kept.note, axioms }
}
