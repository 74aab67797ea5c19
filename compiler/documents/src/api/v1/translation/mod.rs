mod document;
mod progress;
mod request;

use schemars::{Schema, SchemaGenerator};
use serde_json::json;

use super::call::{Call, TranslateCall};
use super::row::{Access, Also, Computing, Media, Request, Route, Row, Tag, Words};
use super::scope::Scope;
use super::{Refused, proposal};
use crate::api::openapi::parameter::{Parameter, flag_or, some_text};
use crate::api::openapi::schema::named;
use crate::api::openapi::shapes::{self, described, request_with};
pub use document::{FailedDocument, QuotaDocument, TranslationDocument, Usage};
pub use progress::{Event, Events, JobStatus, ProgressDocument, Stage};
pub use request::{TranslationFault, TranslationQuery, TranslationRequest};

const UNDER_WAY: Also = Also::document(
    202,
    SchemaGenerator::subschema_for::<ProgressDocument>,
    &["Retry-After"],
    "The run is under way; ask again at `poll_url`.",
);

static JOB_ID: Parameter = Parameter::path("job_id", "Identifier of a run, as it was answered.", some_text);

static CONSENT: Parameter = Parameter::query(
    "consent",
    "With a body of plain text: must be true. The text is sent to the provider of the deployment.",
    shapes::flag,
)
.faulty();

static TITLE_ASKED: Parameter =
    Parameter::query("title", "With a body of plain text: the title of the license.", shapes::text)
        .keyed("title.translation");

static SAVE_DRAFT: Parameter =
    Parameter::query("save_draft", "Whether to keep the proposal as a private draft of the account.", || {
        flag_or(false)
    })
    .faulty();

pub(super) static TRANSLATE_LICENSE: Row = Row {
    weight: 10,
    computing: Computing::InPart,
    parameters: &[&CONSENT, &TITLE_ASKED, &SAVE_DRAFT],
    request: Some(Request {
        json: described_request,
        example: Some(|| {
            json!({
                "text": "You may copy and change this work if you name its author.",
                "title": "Example license",
                "consent": true,
                "save_draft": false,
            })
        }),
        other: Some(("text/plain", "The text; title and consent stand in the query then.")),
        description: "The text of a license.",
    }),
    answered: "The whole proposal.",
    also: &[UNDER_WAY],
    errors: &["Forbidden", "Limited", "BadUpstream", "TooLate"],
    ..Row::new(
        Route::post("/licenselibrary/translate", "translateLicense", Access::Token(Scope::Assistants)),
        Words::of(
            Tag::Assistant,
            "From a text to a model",
            "A text of one part is answered at once. A longer one, and one that waits for the allowance of the \
             provider, becomes a run that is asked for at `poll_url`. Nothing is published. The same text sent \
             again completes a proposal of which parts failed. Counts as ten requests and as one of the account's \
             runs of the day; the first two times that a text is completed count for the deployment alone. The \
             parameters are for a body of plain text.",
        ),
        Media::Document(proposal::translation),
        |sent| {
            let (consent, save_draft) = (sent.flag("consent"), sent.flag("save_draft"));
            Ok(Some(Call::Translate(TranslateCall { consent, title: sent.text("title"), save_draft })))
        },
    )
};

pub(super) static GET_TRANSLATION: Row = Row {
    computing: Computing::InPart,
    parameters: &[&JOB_ID, &SAVE_DRAFT],
    answered: "The run is over: the whole proposal, or why there is none.",
    also: &[UNDER_WAY],
    errors: &["Forbidden"],
    ..Row::new(
        Route::get("/licenselibrary/translate/jobs/{job_id}", "getTranslation", Access::Token(Scope::Read)),
        Words::of(
            Tag::Assistant,
            "A translation under way",
            "A finished run is kept about two hours. A run that failed is an answer too, with `status` failed. \
             Asked for again with `save_draft`, it names the same draft.",
        ),
        Media::Document(proposal::finished),
        |sent| Ok(Some(Call::Translation { id: sent.value(), save_draft: sent.flag("save_draft") })),
    )
};

/// The body of a translation (spec:version-1#assistant-objects).
fn described_request(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "TranslationRequest", |_| {
        request_with(
            json!({
                "text": described(json!({"type": "string", "minLength": 1}), "The text; never cut off."),
                "consent": described(
                    json!({"type": "boolean", "const": true}),
                    "The text is sent to the provider of the deployment.",
                ),
            }),
            json!({
                "title": described(shapes::text(), "Its title, which goes before the one that is found in the text."),
                "save_draft": described(
                    flag_or(false),
                    "Whether to keep the proposal as a private draft.",
                ),
            }),
        )
    })
}
