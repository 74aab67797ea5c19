use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderMap};
use muniment_documents::api::v1::{ComposeAnswer, ModelState, Refused};
use muniment_licenses::compose::Imprint;
use muniment_licenses::reason::Consistency;
use muniment_rdf::Graph;

use super::json;
use crate::app::App;
use crate::store::Account;

impl App {
    /// Operation 4: a license is published, or kept as a draft, or refused; what is refused leaves nothing
    /// (spec:version-1#states).
    pub(super) async fn post_license(
        &self,
        publish: bool,
        account: &Account,
        headers: &HeaderMap,
        content: &[u8],
    ) -> Result<Response, Refused> {
        let library = self.served.loaded.library();
        let id = self.new_license_id()?;
        let iri = library.site.license_iri(&id);
        let profile = library.site.profile_iri(account.id.as_str());
        let imprint = self.imprint(&iri, &profile, publish);
        let graph = self.read_composed(publish, &imprint, headers, content)?;
        if publish {
            let deadline = self.deadline();
            let rejected = |found: &Consistency<'_>| ComposeAnswer::rejected(found, library);
            if let Some(rejected) = self.check_consistency(&iri, &graph, || deadline.is_over(), rejected)? {
                return Ok(json(StatusCode::CONFLICT, &rejected));
            }
        }
        // Making the call is the consent (spec:version-1#frozen-operations).
        self.keep_license(&id, account.id, graph, publish).await?;
        let state = if publish { ModelState::Published } else { ModelState::Draft };
        Ok(json(StatusCode::CREATED, &ComposeAnswer::stored(id.as_str(), iri, state)))
    }

    /// What the body says, under the imprint.
    fn read_composed(
        &self,
        publish: bool,
        imprint: &Imprint<'_>,
        headers: &HeaderMap,
        content: &[u8],
    ) -> Result<Graph, Refused> {
        let composer = self.served.loaded.composer();
        if BodyKind::of(headers)? == BodyKind::Turtle {
            return composer.read_turtle(content, imprint).map_err(|faults| invalid(&faults));
        }
        let document = composer.read_json(content).map_err(|faults| invalid(&faults))?;
        if publish && !document.publish_consent() {
            return Err(Refused::sentence(
                422,
                format!(
                    "publish_consent: publishing is permanent and public under {}, and needs consent; leave it out or \
                     send true",
                    self.library_site().data_license.name
                ),
            ));
        }
        Ok(composer.to_graph(&document, imprint))
    }
}

fn invalid(faults: &muniment_licenses::compose::Faults) -> Refused {
    Refused::sentence(422, faults.to_string())
}

/// What a body calls itself; one that says nothing is JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BodyKind {
    /// A JSON document.
    Json,
    /// A Turtle document.
    Turtle,
}

impl BodyKind {
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, Refused> {
        let Some(media_type) = headers.get(CONTENT_TYPE) else { return Ok(Self::Json) };
        let essence = media_type.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
        match essence.to_ascii_lowercase().as_str() {
            "application/json" => Ok(Self::Json),
            "text/turtle" | "application/x-turtle" => Ok(Self::Turtle),
            _ => Err(Refused::sentence(422, "The body has to be application/json or text/turtle.")),
        }
    }
}
