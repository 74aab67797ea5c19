//! What accounts compose: kept as drafts, changed, published (spec:version-1#states).

use muniment_documents::api::v1::Refused;
use muniment_licenses::compose::{ComposerDocument, Imprint};
use muniment_licenses::model::{self, LicenseId, Model};
use muniment_rdf::Graph;

use super::license::read_composed;
use super::{ComposedLicense, Held};
use crate::app::App;
use crate::auth::{AccountId, NoRandomness, composed_license_id};
use crate::store::{Actor, Edit, NewModel, StoreError};

impl App {
    /// An identifier that no license has.
    pub fn new_license_id(&self) -> Result<LicenseId, Refused> {
        composed_license_id(&*self.randomness).map_err(no_randomness)
    }

    /// Keeps a new license, as a draft or published; publishing it was agreed to, and it was weighed.
    pub async fn keep_license(
        &self,
        id: &LicenseId,
        owner: AccountId,
        graph: Graph,
        publish: bool,
    ) -> Result<(), Refused> {
        let iri = self.library_site().license_iri(id);
        let content = self.license_content(&iri, graph)?;
        let new =
            NewModel { id: id.clone(), owner, content, replaces: None, note: String::new(), at: self.now() };
        match publish {
            true => self.store.publish_new(&new, Some(&self.consent())).await?,
            false => self.store.draft_new(&new).await?,
        }
        Ok(())
    }

    /// Keeps a document as a new license of an account.
    pub async fn keep_document(
        &self,
        document: &ComposerDocument,
        owner: AccountId,
        publish: bool,
    ) -> Result<LicenseId, Refused> {
        let id = self.new_license_id()?;
        let site = self.library_site();
        let (iri, profile) = (site.license_iri(&id), site.profile_iri(owner.as_str()));
        let today = self.clock.today();
        let imprint = match publish {
            true => Imprint::published(&iri, &profile, today),
            false => Imprint::draft(&iri, &profile, today),
        };
        let graph = self.served.loaded.composer().to_graph(document, &imprint);
        self.keep_license(&id, owner, graph, publish).await?;
        Ok(id)
    }

    /// Saves what a draft says now as its next revision, if `base` still stands; says the number of the revision.
    pub async fn save_draft(
        &self,
        draft: &Held<ComposedLicense>,
        base: u32,
        document: &ComposerDocument,
    ) -> Result<u32, Refused> {
        let edit = self.edit(draft, draft.editor()?, base, document, false)?;
        Ok(self.store.save(&edit).await?)
    }

    /// Publishes a draft as a document has it, if `base` still stands; it was agreed to, and the document was weighed.
    pub async fn publish_document(
        &self,
        draft: &Held<ComposedLicense>,
        base: u32,
        document: &ComposerDocument,
    ) -> Result<(), Refused> {
        let edit = self.edit(draft, draft.owner("publishes")?, base, document, true)?;
        self.store.publish_draft(&edit, &self.consent()).await?;
        Ok(())
    }

    /// What a license said in a revision; nothing where it has none of that number.
    pub async fn revision(
        &self,
        held: &Held<ComposedLicense>,
        number: u32,
    ) -> Result<Option<Model<model::License>>, StoreError> {
        let license = &held.owned;
        let Some(content) = self.store.revision(&license.row.id, number).await? else { return Ok(None) };
        let site = self.library_site();
        let model = read_composed(&license.model.iri, &content.document, None, site);
        model.map(Some).ok_or(StoreError::Unreadable { column: "document" })
    }

    fn edit(
        &self,
        draft: &Held<ComposedLicense>,
        actor: Actor,
        base: u32,
        document: &ComposerDocument,
        publish: bool,
    ) -> Result<Edit<LicenseId>, Refused> {
        let composer = self.served.loaded.composer();
        let graph = self.imprinted(&draft.owned, publish, |imprint| composer.to_graph(document, imprint));
        self.edit_to(&draft.owned, actor, base, graph)
    }

    /// What `write` makes of the imprint of a license.
    pub(super) fn imprinted(
        &self,
        license: &ComposedLicense,
        publish: bool,
        write: impl FnOnce(&Imprint<'_>) -> Graph,
    ) -> Graph {
        let site = self.library_site();
        let iri = license.model.iri.as_str();
        let profile = site.profile_iri(license.row.owner.as_str());
        let replaces = license.row.replaces.as_ref().map(|id| site.license_iri(id));
        let today = self.clock.today();
        let imprint = match publish {
            true => Imprint::published(iri, &profile, today),
            false => Imprint::draft(iri, &profile, today),
        };
        write(&Imprint { replaces: replaces.as_deref(), ..imprint })
    }

    /// The edit that gives a license other content.
    pub(super) fn edit_to(
        &self,
        license: &ComposedLicense,
        actor: Actor,
        base: u32,
        graph: Graph,
    ) -> Result<Edit<LicenseId>, Refused> {
        Ok(Edit {
            model: license.row.id.clone(),
            base,
            content: self.license_content(&license.model.iri, graph)?,
            actor,
            note: String::new(),
            at: self.now(),
        })
    }
}

/// Nothing can be named without randomness.
pub fn no_randomness(error: NoRandomness) -> Refused {
    tracing::error!(%error, "nothing new can be named");
    Refused::sentence(503, "No identifier could be drawn; try again later.")
}
