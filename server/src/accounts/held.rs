use muniment_documents::api::v1::Refused;
use muniment_licenses::model::{GraphId, LicenseId};

use super::{AccountGraph, Caller, ComposedLicense, Visibility};
use crate::app::App;
use crate::auth::AccountId;
use crate::store::{Actor, ActorRole, ShareRole, Shared};

/// A license or dependency graph of an account, with the role of the caller.
#[derive(Debug)]
pub struct Held<T> {
    /// The license or graph.
    pub owned: T,
    /// None where an administrator sees what is not shared with them.
    pub role: Option<ShareRole>,
    account: AccountId,
    /// What a caller with no other right to change it changes it as.
    otherwise: Option<ActorRole>,
}

/// A license or dependency graph of an account.
pub trait Owned {
    /// What sentences call it.
    const NAME: &'static str;
}

impl Owned for ComposedLicense {
    const NAME: &'static str = "a license";
}

impl Owned for AccountGraph {
    const NAME: &'static str = "a dependency graph";
}

impl<T: Owned> Held<T> {
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
        let sentence = || format!("Who may only view {} does not change it.", T::NAME);
        self.actor().ok_or_else(|| Refused::sentence(403, sentence()))
    }

    /// The caller as its owner; `what` completes the sentence for others.
    ///
    /// # Errors
    /// 403 for other callers.
    pub fn owner(&self, what: &str) -> Result<Actor, Refused> {
        let owner = self.actor().filter(|actor| actor.role == ActorRole::Owner);
        owner.ok_or_else(|| Refused::sentence(403, format!("Only its owner {what} {}.", T::NAME)))
    }
}

impl App {
    /// A license that is shared with the caller; any other is unknown. Administrators see and change all.
    pub async fn held_license(
        &self,
        id: &LicenseId,
        caller: &Caller,
    ) -> Result<Held<ComposedLicense>, Refused> {
        let unknown = || Refused::unknown_license(id.as_str());
        let account = caller.account().ok_or_else(unknown)?.id;
        let owned = self.license(id, caller).await?.ok_or_else(unknown)?;
        let role = self.store.role_in(Shared::License(id), &account).await?;
        let otherwise = caller.is_administrator().then_some(ActorRole::Admin);
        if role.is_none() && otherwise.is_none() {
            return Err(unknown());
        }
        Ok(Held { owned, role, account, otherwise })
    }

    /// A graph that is shared with the caller; any other is unknown. Administrators see all and change none.
    pub async fn held_graph(&self, id: &GraphId, caller: &Caller) -> Result<Held<AccountGraph>, Refused> {
        let unknown = || Refused::unknown_graph(id.as_str());
        let account = caller.account().ok_or_else(unknown)?.id;
        let Visibility::Visible(owned) = self.graph(id, caller).await? else { return Err(unknown()) };
        let role = self.store.role_in(Shared::Graph(id), &account).await?;
        Ok(Held { owned, role, account, otherwise: None })
    }
}
