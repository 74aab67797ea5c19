use http::StatusCode;
use muniment_documents::api::v1::Refused;
use muniment_pages::account::{Role, Share, Typed};

use super::super::answer::{Denied, Problem};
use super::super::form::Form;
use super::super::route::Sharing;
use crate::accounts::{Held, Kind};
use crate::app::App;
use crate::auth::AccountId;
use crate::store::{self, AccountSearch, Conflict, Email, Entity, Granted, ShareRole, StoreError};

/// What names nobody, or a closed account: who shares cannot tell them apart.
const NOBODY: &str = "There is no account with this e-mail address, name or identifier.";
const SEVERAL: &str =
    "Several accounts have this name. Take the e-mail address, or the identifier on their account page.";

/// Accounts whose names contain what was typed, of which one may have exactly this name.
const MOST_SIMILAR: u32 = 100;

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
        let with = self.named_account(form.trimmed("account")).await?;
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

    /// The account with an identifier or e-mail address, or with a name that no other account has.
    async fn named_account(&self, typed: &str) -> Result<AccountId, Denied> {
        if let Ok(id) = typed.parse() {
            return Ok(id);
        }
        let search = match typed.parse::<Email>() {
            Ok(email) => AccountSearch { email: Some(email), ..AccountSearch::default() },
            Err(_) => AccountSearch { name: Some(typed.to_owned()), ..AccountSearch::default() },
        };
        let is_email = search.email.is_some();
        let similar = self.store.accounts(&search, MOST_SIMILAR).await?;
        let mut named = similar.iter().filter(|account| is_email || account.name() == typed);
        match (named.next(), named.next()) {
            (Some(account), None) => Ok(account.id),
            (Some(_), Some(_)) => Err(Problem::at("account", SEVERAL).into()),
            (None, _) => Err(Problem::at("account", NOBODY).into()),
        }
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
