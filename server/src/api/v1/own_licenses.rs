use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::{
    ComposeAnswer, DeprecateCall, ModelState, OwnedLicense, OwnedLicenses, Refused, RevisionList, RevisionRow,
};
use muniment_licenses::model::{Library, LicenseId};

use super::json;
use crate::accounts::Caller;
use crate::app::App;
use crate::clock::written;
use crate::store::{Account, ModelSummary, Revision, State};

impl App {
    /// The licenses of an account (spec:version-1#library-endpoints, `/mine`).
    pub(super) async fn own_licenses(&self, account: &Account) -> Result<Response, Refused> {
        let library = self.served.loaded.library();
        let licenses = self.store.models_of(&account.id).await?;
        let licenses = licenses.into_iter().map(|own| entry(own, library)).collect();
        Ok(json(StatusCode::OK, &OwnedLicenses { licenses }))
    }

    /// The revisions of a license, for those who write it and for administrators (spec:version-1#library-endpoints).
    pub(super) async fn revisions(&self, id: &LicenseId, caller: &Caller) -> Result<Response, Refused> {
        let held = self.held(id, caller).await?;
        if held.actor().is_none() {
            return Err(Refused::sentence(403, "Who may only view a license does not see its revisions."));
        }
        let revisions = self.store.revisions(id).await?;
        let url = format!("/account/licenses/{id}");
        Ok(json(
            StatusCode::OK,
            &RevisionList {
                id: id.to_string(),
                uri: held.owned.model.iri.clone(),
                current: held.owned.row.revision,
                revisions: revisions.into_iter().map(|revision| row(revision, &url)).collect(),
            },
        ))
    }

    /// Marks a license as deprecated (spec:version-1#states, spec:version-1#library-endpoints).
    pub(super) async fn post_deprecation(
        &self,
        call: &DeprecateCall,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let DeprecateCall { id, replaced_by, reason } = call;
        let held = self.held(id, caller).await?;
        self.deprecate(&held, replaced_by.as_ref(), reason).await?;
        let uri = held.owned.model.iri.clone();
        Ok(json(StatusCode::OK, &ComposeAnswer::stored(id.as_str(), uri, ModelState::Deprecated)))
    }
}

fn entry(license: ModelSummary<LicenseId>, library: &Library) -> OwnedLicense {
    let published_at = license.state.published_at();
    let state = license.state.kind();
    let replaced_by = match license.state {
        State::Deprecated { successor, .. } => successor,
        State::Draft | State::Published { .. } => None,
    };
    OwnedLicense {
        uri: library.site.license_iri(&license.id),
        id: license.id.to_string(),
        title: license.title,
        status: state.word(),
        version: 1,
        visibility: state.visibility(),
        role: license.role.word(),
        created_at: written(license.created_at),
        published_at: published_at.map(written).unwrap_or_default(),
        replaces: license.replaces.map(|id| id.to_string()).unwrap_or_default(),
        replaced_by: replaced_by.map(|id| id.to_string()).unwrap_or_default(),
    }
}

fn row(revision: Revision, url: &str) -> RevisionRow {
    RevisionRow {
        revision: revision.number,
        kind: revision.kind.word(),
        saved_at: written(revision.saved_at),
        actor: revision.actor_name,
        actor_role: revision.actor_role.word(),
        note: revision.note,
        url: url.to_owned(),
    }
}
