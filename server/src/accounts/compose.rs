//! What accounts compose: kept as drafts, changed, published (spec:version-1#states).

use muniment_documents::api::v1::Refused;
use muniment_licenses::compose::{ComposerDocument, Imprint};
use muniment_licenses::model::{self, LicenseId, Model};
use muniment_rdf::Graph;

use super::license::read_composed;
use super::{ComposedLicense, Held, Kind};
use crate::app::App;
use crate::auth::{AccountId, NoRandomness, composed_license_id};
use crate::store::{Actor, Consent, Content, Edit, NewModel, StoreError};

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
        self.keep_new(id.clone(), owner, content, publish, Some(&self.consent())).await
    }

    /// Keeps a new model, as a draft or published.
    pub(super) async fn keep_new<I: Kind>(
        &self,
        id: I,
        owner: AccountId,
        content: Content,
        publish: bool,
        consent: Option<&Consent>,
    ) -> Result<(), Refused> {
        let new = NewModel { id, owner, content, replaces: None, note: String::new(), at: self.now() };
        match publish {
            true => self.store.publish_new(&new, consent).await?,
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
        let imprint = self.imprint(&iri, &profile, publish);
        let graph = self.served.loaded.composer().to_graph(document, &imprint);
        self.keep_license(&id, owner, graph, publish).await?;
        Ok(id)
    }

    /// Saves what a draft says now as its next revision, if `base` still stands; says the number of the revision.
    pub async fn save_draft(
        &self,
        draft: &Held<LicenseId>,
        base: u32,
        document: &ComposerDocument,
    ) -> Result<u32, Refused> {
        let edit = self.document_edit(draft, draft.editor()?, base, document, false)?;
        Ok(self.store.save(&edit).await?)
    }

    /// Publishes a draft as a document has it, if `base` still stands; it was agreed to, and the document was weighed.
    pub async fn publish_document(
        &self,
        draft: &Held<LicenseId>,
        base: u32,
        document: &ComposerDocument,
    ) -> Result<(), Refused> {
        let edit = self.document_edit(draft, draft.owner("publishes")?, base, document, true)?;
        self.store.publish_draft(&edit, &self.consent()).await?;
        Ok(())
    }

    /// What a license said in a revision; nothing where it has none of that number.
    pub async fn revision(
        &self,
        held: &Held<LicenseId>,
        number: u32,
    ) -> Result<Option<Model<model::License>>, StoreError> {
        let license = &held.owned;
        let Some(content) = self.store.revision(&license.row.id, number).await? else { return Ok(None) };
        let site = self.library_site();
        let model = read_composed(&license.model.iri, &content.document, None, site);
        model.map(Some).ok_or(StoreError::Unreadable { column: "document" })
    }

    fn document_edit(
        &self,
        draft: &Held<LicenseId>,
        actor: Actor,
        base: u32,
        document: &ComposerDocument,
        publish: bool,
    ) -> Result<Edit<LicenseId>, Refused> {
        let composer = self.served.loaded.composer();
        let graph = self.imprinted(&draft.owned, publish, |imprint| composer.to_graph(document, imprint));
        let content = self.license_content(&draft.owned.model.iri, graph)?;
        Ok(self.edit(&draft.owned.row.id, actor, base, content, ""))
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
        write(&Imprint { replaces: replaces.as_deref(), ..self.imprint(iri, &profile, publish) })
    }

    /// The imprint of a license that is published or kept as a draft today.
    pub(crate) fn imprint<'i>(&self, iri: &'i str, profile: &'i str, publish: bool) -> Imprint<'i> {
        let today = self.clock.today();
        match publish {
            true => Imprint::published(iri, profile, today),
            false => Imprint::draft(iri, profile, today),
        }
    }

    /// The edit that gives a model other content.
    pub(super) fn edit<I: Kind>(
        &self,
        model: &I,
        actor: Actor,
        base: u32,
        content: Content,
        note: &str,
    ) -> Edit<I> {
        Edit { model: model.clone(), base, content, actor, note: note.to_owned(), at: self.now() }
    }
}

/// Nothing can be named without randomness.
pub fn no_randomness(error: NoRandomness) -> Refused {
    tracing::error!(%error, "nothing new can be named");
    Refused::sentence(503, "No identifier could be drawn; try again later.")
}
