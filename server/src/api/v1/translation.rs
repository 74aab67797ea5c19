use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use muniment_documents::api::v1::{Refused, Scope, TranslateCall, TranslationQuery, TranslationRequest};

use super::{json, require_scope};
use crate::accounts::Caller;
use crate::accounts::assistant::{Begun, Collected, ResultForm};
use crate::app::App;
use crate::auth::TranslationId;
use crate::store::Account;

/// Seconds after which a run is to be asked for again (spec:version-1#translation).
const AGAIN: HeaderValue = HeaderValue::from_static("5");

impl App {
    /// Text of a license in, proposed model out (spec:version-1#translation); judged in this order: 401, 403, 413, 422,
    /// 503, 429.
    pub(super) async fn translate(
        &self,
        call: &TranslateCall,
        account: &Account,
        caller: &Caller,
        headers: &HeaderMap,
        content: &[u8],
    ) -> Result<Response, Refused> {
        self.require_translation_allowance(account).await?;
        let request = request(call, headers, content, self.config.translation_characters)?;
        let save_draft = request.save_draft;
        require_draft_scope(save_draft, caller)?;
        match self.begin_translation(account, request).await? {
            Begun::Over(id) => {
                let collected =
                    self.collect_translation(&id, account, ResultForm::AtOnce, save_draft).await?;
                match collected.ok_or_else(Refused::not_found)? {
                    Collected::Over(document, 200) => Ok(json(StatusCode::OK, &document)),
                    Collected::Over(document, status) => {
                        let message = document.get("message").and_then(|message| message.as_str());
                        Err(Refused::sentence(status, message.unwrap_or("Nothing could be read.")))
                    }
                    Collected::Underway(progress) => Ok(underway(&progress)),
                }
            }
            // It may be over by now; the answer is that of a job all the same (spec:version-1#states).
            Begun::Underway(id, queued) => {
                match self.collect_translation(&id, account, ResultForm::Collected, false).await? {
                    Some(Collected::Underway(progress)) => Ok(underway(&progress)),
                    _ => Ok(underway(&queued)),
                }
            }
        }
    }

    /// A translation under way, or what came of it: its failure is a result and not an error (spec:version-1#states).
    pub(super) async fn translation(
        &self,
        id: &str,
        save_draft: bool,
        account: &Account,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        require_draft_scope(save_draft, caller)?;
        let id: TranslationId = id.parse().map_err(|_| unknown(id))?;
        self.translation_of(&id, account, save_draft).await
    }

    async fn translation_of(
        &self,
        id: &TranslationId,
        account: &Account,
        save_draft: bool,
    ) -> Result<Response, Refused> {
        let collected = self.collect_translation(id, account, ResultForm::Collected, save_draft).await?;
        Ok(match collected.ok_or_else(|| unknown(id.as_str()))? {
            Collected::Over(document, _) => json(StatusCode::OK, &document),
            Collected::Underway(progress) => underway(&progress),
        })
    }
}

/// A token that keeps the proposal as a draft composes a license with it.
fn require_draft_scope(save_draft: bool, caller: &Caller) -> Result<(), Refused> {
    if save_draft { require_scope(Scope::Compose, caller) } else { Ok(()) }
}

/// The request in a body, JSON or plain text.
fn request(
    call: &TranslateCall,
    headers: &HeaderMap,
    content: &[u8],
    most: usize,
) -> Result<TranslationRequest, Refused> {
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "text/plain" => {
            let query = TranslationQuery {
                consent: call.consent,
                title: call.title.as_deref(),
                save_draft: call.save_draft,
            };
            TranslationRequest::from_text(content, query, most)
        }
        "" | "application/json" => TranslationRequest::from_json(content, most),
        _ => Err(Refused::sentence(422, "The body has to be application/json or text/plain.")),
    }
}

fn underway(progress: &impl serde::Serialize) -> Response {
    let mut response = json(StatusCode::ACCEPTED, progress);
    response.headers_mut().insert(RETRY_AFTER, AGAIN);
    response
}

fn unknown(id: &str) -> Refused {
    Refused::sentence(404, format!("Unknown translation: {id}"))
}
