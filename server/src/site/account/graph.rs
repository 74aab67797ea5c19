use axum::response::Response;
use muniment::api::v1::Refused;
use muniment::model::GraphId;
use muniment::pages::account::{GraphPage, Role};

use super::super::Site;
use super::super::answer::{Denied, Problem, html, see_other};
use super::super::form::Form;
use super::super::place::Sharing;
use super::super::visit::{Member, Visit};
use super::overview::graph_status;
use super::sharing::{role, shares};
use crate::accounts::{AccountGraph, Sight};
use crate::store::{ShareRole, Shared};

impl Site {
    /// A graph as those see it whom it is something to.
    pub(super) async fn graph_page(
        &self,
        visit: &Visit,
        member: Member<'_>,
        id: &GraphId,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let (graph, own_role) = self.held_graph(member, id).await?;
        let shared_with = self.accounts.store.shares_of(Shared::Graph(id)).await?;
        let page = GraphPage {
            csrf: visit.csrf.as_str(),
            problem: problem.map(|problem| problem.sentence.as_str()),
            id: id.as_str(),
            iri: &graph.model.iri,
            title: &graph.row.content.title,
            status: graph_status(graph.row.state),
            // An administrator it is not shared with sees it, and no more.
            role: own_role.map_or(Role::Viewer, role),
            version: graph.row.version.get(),
            axioms: graph.row.content.axioms,
            shares: shares(&shared_with),
        };
        html(self.pages.served(&format!("/account/graphs/{id}"), &page.view()), problem)
    }

    /// A form on the page of a graph.
    pub(super) async fn change_graph(
        &self,
        visit: &Visit,
        member: Member<'_>,
        id: &GraphId,
        act: Sharing,
        form: &Form,
    ) -> Result<Response, Refused> {
        let (_, role) = self.held_graph(member, id).await?;
        match self.change_shares(Shared::Graph(id), role, act, form).await {
            Ok(()) => Ok(see_other(&format!("/account/graphs/{id}"))),
            Err(Denied::Problem(problem)) => self.graph_page(visit, member, id, Some(&problem)).await,
            Err(Denied::Refused(refused)) => Err(refused),
        }
    }

    /// A graph of an account with what it is to whoever asks; one that is nothing to them is not there.
    async fn held_graph(
        &self,
        member: Member<'_>,
        id: &GraphId,
    ) -> Result<(AccountGraph, Option<ShareRole>), Refused> {
        match self.accounts.graph(id, member.caller).await? {
            Sight::Visible(graph) => {
                let role = self.accounts.store.role_in(Shared::Graph(id), &member.account.id).await?;
                Ok((graph, role))
            }
            Sight::Hidden | Sight::Unknown => Err(Refused::unknown_graph(id.as_str())),
        }
    }
}
