use muniment_documents::api::v1::Refused;
use muniment_licenses::compose::ComposerForm;
use muniment_licenses::model::{LicenseId, Model};
use muniment_pages::composer::Work;
use serde_json::{Map, Value};

use super::super::form::Form;
use crate::accounts::{Caller, ComposedLicense, Held};
use crate::api::v1::{Redirection, redirection_of};
use crate::app::App;
use crate::clock::written;
use crate::store::{Revision, ShareRole};

/// What is worked on, and what the form contains.
#[derive(Debug)]
pub(super) struct ComposerState {
    pub(super) form: ComposerForm,
    pub(super) work: Begun,
}

/// What is worked on.
#[derive(Debug)]
pub(super) enum Begun {
    /// A new license.
    New,
    /// A new license that begins with what another one states.
    From { id: String, title: String },
    /// A draft.
    Draft(Draft),
}

/// A draft.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) id: LicenseId,
    /// The revision the form was made from.
    pub(super) base: u32,
    /// When that was saved, and by whom.
    saved: Option<(String, String)>,
    is_own: bool,
    states_more: bool,
}

impl Draft {
    /// A draft of which no more is known than the form says.
    fn unseen(id: LicenseId, base: u32) -> Self {
        Self { id, base, saved: None, is_own: true, states_more: false }
    }
}

impl Begun {
    /// As the page shows it.
    pub(super) fn shown(&self) -> Work<'_> {
        match self {
            Self::New => Work::New,
            Self::From { id, title } => Work::From { id, title },
            Self::Draft(draft) => {
                let (saved_at, saved_by) =
                    draft.saved.as_ref().map_or(("", ""), |(at, by)| (at.as_str(), by.as_str()));
                Work::Draft {
                    id: draft.id.as_str(),
                    revision: draft.base,
                    saved_at,
                    saved_by,
                    is_own: draft.is_own,
                    states_more: draft.states_more,
                }
            }
        }
    }
}

impl ComposerState {
    /// An empty form.
    pub(super) fn empty() -> Self {
        Self { form: ComposerForm::default(), work: Begun::New }
    }
}

impl App {
    /// A form filled from a draft.
    pub(super) async fn state_of_draft(&self, held: &Held<LicenseId>) -> Result<ComposerState, Refused> {
        let license = &held.owned;
        let (graph, iri) = (&license.model.current.graph, license.model.iri.as_str());
        let document = self.served.loaded.composer().from_graph(graph, iri);
        let draft = self.draft(held, license.row.revision).await?;
        Ok(ComposerState { form: ComposerForm::of(&fields(document)), work: Begun::Draft(draft) })
    }

    /// A form filled from another license; none if there is none, or the caller may not see it.
    pub(super) async fn begun_from(&self, id: &str, caller: &Caller) -> Result<ComposerState, Refused> {
        let loaded = &self.served.loaded;
        let library = loaded.library();
        let record = library.license_ignoring_case(id).or_else(|| match redirection_of(loaded, id) {
            Some(Redirection::Replaced(to) | Redirection::Spdx(to)) => library.licenses.get_key_value(to),
            Some(Redirection::Gone) | None => None,
        });
        let begun = |id: &LicenseId, model: &Model<muniment_licenses::model::License>| {
            let document = loaded.composer().begun_from(&model.current.graph, &model.iri);
            let title = model.current.content.title.value.clone();
            ComposerState {
                form: ComposerForm::of(&fields(document)),
                work: Begun::From { id: id.to_string(), title },
            }
        };
        if let Some((id, model)) = record {
            return Ok(begun(id, model));
        }
        let unknown = || Refused::unknown_license(id);
        let id: LicenseId = id.parse().map_err(|_| unknown())?;
        let composed = self.owned(&id, caller).await?.visible();
        let ComposedLicense { row, model, .. } = composed.ok_or_else(unknown)?;
        Ok(begun(&row.id, &model))
    }

    /// The state that a form was sent with, and its draft, if the caller may change the draft.
    pub(super) async fn state_of(
        &self,
        form: &Form,
        caller: &Caller,
    ) -> Result<(ComposerState, Option<Held<LicenseId>>), Refused> {
        let typed = ComposerForm::sent(form.fields());
        let with_work = |work| ComposerState { form: typed, work };
        let (Ok(id), Ok(base)) = (form.field("draft").parse::<LicenseId>(), form.field("base").parse())
        else {
            let from = form.field("from");
            let other = self.served.loaded.library().license_ignoring_case(from);
            let work = match (other, from.parse::<LicenseId>()) {
                (Some((id, model)), _) => {
                    Begun::From { id: id.to_string(), title: model.current.content.title.value.clone() }
                }
                (None, Ok(id)) => Begun::From { id: id.to_string(), title: String::new() },
                (None, Err(_)) => Begun::New,
            };
            return Ok((with_work(work), None));
        };
        let held = match caller {
            Caller::Browser(_) => match self.held(&id, caller).await {
                Ok(held) => Some(held),
                Err(Refused::Sentence { status: 404, .. }) => None,
                Err(refused) => return Err(refused),
            },
            _ => None,
        };
        let draft = match &held {
            // Who may only view a license does not see who saved it.
            Some(held) if held.actor().is_some() => self.draft(held, base).await?,
            Some(_) | None => Draft::unseen(id, base),
        };
        Ok((with_work(Begun::Draft(draft)), held))
    }

    /// A draft from one of its revisions on.
    pub(super) async fn draft(&self, held: &Held<LicenseId>, base: u32) -> Result<Draft, Refused> {
        let license = &held.owned;
        let saved = self.store.revisions(&license.row.id).await?;
        let saved = saved.into_iter().find(|saved| saved.number == base);
        let model = &license.model;
        Ok(Draft {
            id: license.row.id.clone(),
            base,
            saved: saved.map(|Revision { saved_at, actor_name, .. }| (written(saved_at), actor_name)),
            is_own: held.role == Some(ShareRole::Owner),
            states_more: !self.served.loaded.composer().is_all_said(&model.current.graph, &model.iri),
        })
    }
}

/// The fields of a document.
fn fields(document: Value) -> Map<String, Value> {
    match document {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
