use std::fmt::Display;

use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_licenses::model::{GraphId, LicenseId};
use serde_json::{Value, json};

use super::super::answer::saved;
use super::super::browser::Member;
use crate::app::App;
use crate::clock::written;
use crate::store::{Decision, KeptRevision, OwnedId, OwnedModel, ShareRole, Side, Thread, Token};

impl App {
    /// Everything that is kept for an account, in one JSON document: the account, its tokens without their secrets, what it
    /// owns with every revision, and its threads. What others share with it is theirs.
    pub(super) async fn export(&self, member: Member<'_>) -> Result<Response, Refused> {
        let (store, account) = (&self.store, member.account);
        let mut threads = Vec::new();
        for summary in store.threads_of(&account.id).await? {
            threads.extend(store.thread(&summary.id).await?);
        }
        let tokens = store.tokens_of(&account.id).await?;
        let licenses = self.owned_models::<LicenseId>(member).await?;
        let graphs = self.owned_models::<GraphId>(member).await?;
        let account = json!({
            "id": account.id.as_str(),
            "name": member.name,
            "email": member.email.as_str(),
            "role": account.role.word(),
            "created_at": written(account.created_at),
        });
        let document = json!({
            "account": account,
            "tokens": tokens.iter().map(token).collect::<Vec<_>>(),
            "licenses": licenses.iter().map(model).collect::<Vec<_>>(),
            "dependency_graphs": graphs.iter().map(model).collect::<Vec<_>>(),
            "threads": threads.iter().map(thread).collect::<Vec<_>>(),
        });
        Ok(saved("muniment-account.json", "application/json", format!("{document:#}\n")))
    }

    async fn owned_models<I: OwnedId>(
        &self,
        member: Member<'_>,
    ) -> Result<Vec<(OwnedModel<I>, Vec<KeptRevision>)>, Refused> {
        let mut owned = Vec::new();
        for summary in self.store.models_of::<I>(&member.account.id).await? {
            if summary.role == ShareRole::Owner {
                owned.extend(self.store.model_with_revisions(&summary.id).await?);
            }
        }
        Ok(owned)
    }
}

fn token(token: &Token) -> Value {
    json!({
        "name": token.name,
        "created_at": written(token.created_at),
        "scopes": token.scopes.to_string().split(' ').collect::<Vec<_>>(),
        "last_used_on": token.last_used_on.map(|day| day.to_string()),
        "expires_on": token.expires_on.map(|day| day.to_string()),
        "revoked_at": token.revoked_at.map(written),
    })
}

fn model<I: Display>((model, revisions): &(OwnedModel<I>, Vec<KeptRevision>)) -> Value {
    let revision = |revision: &KeptRevision| {
        json!({
            "number": revision.number,
            "saved_at": written(revision.saved_at),
            "note": revision.note,
            "title": revision.content.title,
            "description": revision.content.description,
            "content_hash": revision.content.hash.to_string(),
            "turtle": revision.content.document,
        })
    };
    json!({
        "id": model.id.to_string(),
        "published_at": model.state.published_at().map(written),
        "replaces": model.replaces.as_ref().map(ToString::to_string),
        "revisions": revisions.iter().map(revision).collect::<Vec<_>>(),
    })
}

fn thread(thread: &Thread) -> Value {
    let entries = thread.entries.iter().map(|entry| {
        json!({
            "number": entry.number,
            "written_at": written(entry.written_at),
            "by_a_curator": entry.side == Side::Curator,
            "message": entry.message,
            "decision": entry.decision.map(Decision::word),
        })
    });
    json!({
        "id": thread.summary.id.to_string(),
        "subject": thread.summary.subject,
        "opened_at": written(thread.summary.opened_at),
        "entries": entries.collect::<Vec<_>>(),
    })
}
