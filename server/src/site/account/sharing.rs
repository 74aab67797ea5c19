use http::StatusCode;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::{Role, Share, Typed};

use super::super::answer::{Denied, Problem};
use super::super::form::Form;
use super::super::route::Sharing;
use crate::accounts::{Held, Kind};
use crate::app::App;
use crate::auth::AccountId;
use crate::store::{self, Conflict, Entity, Granted, ShareRole, StoreError};

/// A malformed identifier, one that was never given, a closed account: who shares cannot tell them apart.
const NOBODY: &str = "There is no account with this identifier. It stands on their account page, and at the end of the \
                      address of their profile.";

impl App {
    /// Shares a license or graph with an account, or ends that.
    pub(super) async fn change_shares<I: Kind>(
        &self,
        held: &Held<I>,
        act: Sharing,
        form: &Form,
    ) -> Result<(), Denied> {
        if held.role != Some(ShareRole::Owner) {
            return Err(Refused::sentence(403, "Only its owner decides with whom it is shared.").into());
        }
        let with: AccountId = form.trimmed("account").parse().map_err(|_| Problem::at("account", NOBODY))?;
        let (store, what) = (&self.store, held.owned.row.id.shared());
        let done = match act {
            Sharing::Share => store.share(what, &with, granted(form)?, self.now()).await,
            Sharing::Unshare => store.unshare(what, &with).await,
        };
        done.map_err(|error| match error {
            StoreError::Missing(Entity::Account) | StoreError::Conflict(Conflict::AccountClosed) => {
                Problem::at("account", NOBODY).into()
            }
            StoreError::Conflict(conflict @ Conflict::OwnerStays) => {
                Problem::new(StatusCode::CONFLICT, format!("This cannot be: {conflict}."))
                    .said_at("account")
                    .into()
            }
            error => error.into(),
        })
    }
}

fn granted(form: &Form) -> Result<Granted, Problem> {
    match form.field("role") {
        "editor" => Ok(Granted::Editor),
        "viewer" => Ok(Granted::Viewer),
        _ => Err(Problem::at("role", "It is shared with an editor or a viewer.")),
    }
}

/// What was typed into a form on the page of a license or graph.
pub(super) fn typed(form: &Form) -> Typed<'_> {
    Typed {
        account: form.trimmed("account"),
        role: form.field("role"),
        replaced_by: form.trimmed("replaced_by"),
        reason: form.trimmed("reason"),
    }
}

/// A role, for a page.
pub(super) fn role(role: ShareRole) -> Role {
    match role {
        ShareRole::Owner => Role::Owner,
        ShareRole::Editor => Role::Editor,
        ShareRole::Viewer => Role::Viewer,
    }
}

/// Everybody something is anything to, for its page.
pub(super) fn shares<'s>(shares: &'s [store::Share]) -> Vec<Share<'s>> {
    let share = |share: &'s store::Share| Share {
        account: share.account.as_str(),
        name: &share.name,
        role: role(share.role),
    };
    shares.iter().map(share).collect()
}
