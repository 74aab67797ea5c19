use muniment_documents::api::v1::Refused;

use super::Caller;
use super::owned::{AccountModel, Kind};
use crate::app::App;
use crate::auth::AccountId;
use crate::store::{Actor, ActorRole, ShareRole};

/// A license or dependency graph of an account, with the role of the caller.
#[derive(Debug)]
pub struct Held<I: Kind> {
    /// The license or graph.
    pub owned: AccountModel<I>,
    /// None where an administrator sees what is not shared with them.
    pub role: Option<ShareRole>,
    account: AccountId,
    /// What a caller with no other right to change it changes it as.
    otherwise: Option<ActorRole>,
}

impl<I: Kind> Held<I> {
    /// The caller, if they may change it; others do not see its revisions either.
    #[must_use]
    pub fn actor(&self) -> Option<Actor> {
        let role = match self.role {
            Some(ShareRole::Owner) => Some(ActorRole::Owner),
            Some(ShareRole::Editor) => Some(ActorRole::Editor),
            Some(ShareRole::Viewer) | None => self.otherwise,
        };
        role.map(|role| Actor { account: self.account, role })
    }

    /// The caller as an editor of it.
    ///
    /// # Errors
    /// 403 for other callers.
    pub fn editor(&self) -> Result<Actor, Refused> {
        let sentence = || format!("Who may only view {} does not change it.", I::NAME);
        self.actor().ok_or_else(|| Refused::sentence(403, sentence()))
    }

    /// The caller as its owner; `what` completes the sentence for others.
    ///
    /// # Errors
    /// 403 for other callers.
    pub fn owner(&self, what: &str) -> Result<Actor, Refused> {
        let owner = self.actor().filter(|actor| actor.role == ActorRole::Owner);
        owner.ok_or_else(|| Refused::sentence(403, format!("Only its owner {what} {}.", I::NAME)))
    }
}

impl App {
    /// A license or graph that is shared with the caller; any other is unknown. Administrators see all.
    pub async fn held<I: Kind>(&self, id: &I, caller: &Caller) -> Result<Held<I>, Refused> {
        let unknown = || id.unknown();
        let account = caller.account().ok_or_else(unknown)?.id;
        let owned = self.owned(id, caller).await?.visible().ok_or_else(unknown)?;
        let role = self.store.role_in(id.shared(), &account).await?;
        if role.is_none() && !caller.is_administrator() {
            return Err(unknown());
        }
        let otherwise = I::ADMINISTRATOR.filter(|_| caller.is_administrator());
        Ok(Held { owned, role, account, otherwise })
    }
}
