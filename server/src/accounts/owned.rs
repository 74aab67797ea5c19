use std::fmt::Debug;
use std::sync::Arc;

use muniment_documents::api::v1::Refused;
use muniment_licenses::model::{Model, Site};

use super::{Caller, ReadError};
use crate::app::App;
use crate::auth::{AccountId, is_drawn_id};
use crate::library::{Key, LoadedLibrary};
use crate::store::{ActorRole, OwnedId, OwnedModel, State, StoreError};

/// The identifier of a kind of model that accounts own: licenses or dependency graphs.
pub trait Kind: OwnedId + 'static {
    /// What a model says.
    type Content: Debug + Send + Sync + 'static;
    /// What it says as the reasoner reads it.
    type Reading: Debug + Send + Sync + 'static;
    /// What sentences call a model.
    const NAME: &'static str;
    /// Whether everybody can see it once it is published.
    const IS_PUBLIC: bool;
    /// As what administrators change it; none where they do not.
    const ADMINISTRATOR: Option<ActorRole>;

    /// Its IRI once it is published.
    fn published_iri(&self, site: &Site) -> String;

    /// Its IRI.
    fn iri(&self, _: &AccountId, _: &State<Self>, site: &Site) -> String {
        self.published_iri(site)
    }

    /// Reads what is stored of a model; none if that is no such model.
    fn read(
        iri: &str,
        row: &OwnedModel<Self>,
        replaces: Option<&str>,
        loaded: &LoadedLibrary,
    ) -> Option<(Model<Self::Content>, Self::Reading)>;

    /// An estimate of the memory that a model takes, in bytes.
    fn memory(owned: &AccountModel<Self>) -> usize;

    /// The refusal where there is none, or none for the caller.
    fn unknown(&self) -> Refused;
}

/// A model of an account as it stands, like those of the library: all that a check needs.
#[derive(Debug)]
pub struct AccountModel<I: Kind> {
    /// What the store keeps of it.
    pub row: OwnedModel<I>,
    /// What it says; there are no archived versions.
    pub model: Arc<Model<I::Content>>,
    /// What it says as the reasoner reads it: the facts of a license, the theory of a graph.
    pub reading: Arc<I::Reading>,
}

/// A thing as the caller sees it.
#[derive(Debug)]
pub enum Visibility<T> {
    /// There is no such thing.
    Unknown,
    /// There is, and they may not see it.
    Hidden,
    /// They may see it.
    Visible(T),
}

impl<T> Visibility<T> {
    /// The thing, if they may see it.
    #[must_use]
    pub fn visible(self) -> Option<T> {
        match self {
            Self::Visible(thing) => Some(thing),
            Self::Unknown | Self::Hidden => None,
        }
    }
}

impl App {
    /// A model of an account as it stands. A draft and a graph are for the accounts they are shared with, and for
    /// administrators (spec:version-1#graph-endpoints).
    ///
    /// # Errors
    /// The database does not answer, or there is no turn to read the model in.
    pub async fn owned<I: Kind>(
        &self,
        id: &I,
        caller: &Caller,
    ) -> Result<Visibility<AccountModel<I>>, ReadError> {
        Ok(match self.owned_row(id, caller).await? {
            Visibility::Visible(row) => Visibility::Visible(self.read_owned(row).await?),
            Visibility::Hidden => Visibility::Hidden,
            Visibility::Unknown => Visibility::Unknown,
        })
    }

    /// What the store keeps of a model.
    pub(crate) async fn owned_row<I: Kind>(
        &self,
        id: &I,
        caller: &Caller,
    ) -> Result<Visibility<OwnedModel<I>>, StoreError> {
        if !is_drawn_id(&id.to_string()) {
            return Ok(Visibility::Unknown);
        }
        let Some(row) = self.store.model(id).await? else { return Ok(Visibility::Unknown) };
        match self.may_see(id, &row.state, caller).await? {
            true => Ok(Visibility::Visible(row)),
            false => Ok(Visibility::Hidden),
        }
    }

    pub(super) async fn may_see<I: Kind>(
        &self,
        id: &I,
        state: &State<I>,
        caller: &Caller,
    ) -> Result<bool, StoreError> {
        if I::IS_PUBLIC && !state.is_draft() {
            return Ok(true);
        }
        let Some(account) = caller.account() else { return Ok(false) };
        Ok(caller.is_administrator() || self.store.role_in(id.shared(), &account.id).await?.is_some())
    }

    /// The model of a row: as it was read last, or read in a turn.
    pub(crate) async fn read_owned<I: Kind>(&self, row: OwnedModel<I>) -> Result<AccountModel<I>, ReadError> {
        let site = self.library_site();
        let iri = row.id.iri(&row.owner, &row.state, site);
        let replaces = row.replaces.as_ref().map(|id| id.published_iri(site));
        let key = Key::new(&iri, row.content.hash, replaces.as_deref());
        if let Some((model, reading)) = self.served.models.get(&key) {
            return Ok(AccountModel { row, model, reading });
        }
        let loaded = Arc::clone(&self.served.loaded);
        let read = self.turns.run(move || {
            let (model, reading) = I::read(&iri, &row, replaces.as_deref(), &loaded)?;
            Some(AccountModel { row, model: Arc::new(model), reading: Arc::new(reading) })
        });
        let owned = read.await?.ok_or(StoreError::Unreadable { column: "document" })?;
        let kept = (Arc::clone(&owned.model), Arc::clone(&owned.reading));
        self.served.models.keep(key, kept, I::memory(&owned));
        Ok(owned)
    }
}
