use axum::response::Response;
use muniment::api::v1::Refused;
use muniment::pages::account::{GraphStatus, LicenseStatus, OverviewPage, OwnGraph, OwnLicense};

use super::super::Site;
use super::super::answer::html;
use super::super::visit::{Member, Visit};
use super::sharing::role;
use crate::store::{GraphState, LicenseState};

impl Site {
    /// An account as its owner sees it.
    pub(super) async fn overview_page(&self, visit: &Visit, member: Member<'_>) -> Result<Response, Refused> {
        let store = &self.accounts.store;
        let licenses = store.licenses_of(&member.account.id).await?;
        let graphs = store.graphs_of(&member.account.id).await?;
        let licenses = licenses.iter().map(|own| OwnLicense {
            id: own.license.id.as_str(),
            title: &own.license.title,
            status: license_status(&own.license.state),
            role: role(own.role),
        });
        let graphs = graphs.iter().map(|own| OwnGraph {
            id: own.graph.id.as_str(),
            title: &own.graph.title,
            status: graph_status(own.graph.state),
            role: role(own.role),
        });
        let page = OverviewPage {
            csrf: visit.csrf.as_str(),
            done: None,
            id: member.account.id.as_str(),
            name: member.name,
            email: member.email.as_str(),
            licenses: licenses.collect(),
            graphs: graphs.collect(),
        };
        html(self.pages.served("/account", &page), None)
    }
}

/// Where a license stands, for its page.
pub(super) fn license_status(state: &LicenseState) -> LicenseStatus {
    match state {
        LicenseState::Draft => LicenseStatus::Draft,
        LicenseState::Published { .. } => LicenseStatus::Published,
        LicenseState::Deprecated { .. } => LicenseStatus::Deprecated,
    }
}

/// Where a graph stands, for its page.
pub(super) fn graph_status(state: GraphState) -> GraphStatus {
    match state {
        GraphState::Draft => GraphStatus::Draft,
        GraphState::Published { .. } => GraphStatus::Published,
    }
}
