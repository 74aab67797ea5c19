use std::collections::{BTreeMap, VecDeque};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::body::object_or_sentence;
use super::call::{Call, TranslateCall};
use super::row::{Access, Also, Computing, Media, Request, Route, Row, Tag, Words};
use super::{Refused, proposal};
use crate::api::openapi::parameter::{Parameter, flag_or, some_text};
use crate::api::openapi::schema::{Path, named};
use crate::api::openapi::shapes::{self, PERHAPS_INSTANT, described, request_with};
use muniment_licenses::assist::translation::{
    Comparison, Contradiction, Partial, Parts, Proposal, TranslatedStatement, Unmodelled,
};

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
        Route::post("/licenselibrary/translate", "translateLicense", Access::Token),
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
        Route::get("/licenselibrary/translate/jobs/{job_id}", "getTranslation", Access::Token),
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

/// A text to be translated (spec:version-1#assistant-objects), whose author agrees that it is sent to the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationRequest {
    /// The text, whole.
    pub text: String,
    /// Title of the license; empty where none was given.
    pub title: String,
    /// Whether the proposal is to be kept as a draft.
    pub save_draft: bool,
}

/// What stands in the query beside a body of plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TranslationQuery<'q> {
    /// Whether the text may be sent to the provider.
    pub consent: bool,
    /// Title of the license.
    pub title: Option<&'q str>,
    /// Whether the proposal is to be kept as a draft.
    pub save_draft: bool,
}

/// Characters of a title.
const TITLE: usize = 300;

/// Why a text is not translated, which is judged in this order (spec:version-1#translation).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TranslationFault {
    /// The text is longer than the assistant reads.
    #[error(
        "The text has {length} characters, and the assistant reads at most {most}; it is not cut off, so send it in \
         pieces."
    )]
    LongText {
        /// Characters of the text.
        length: usize,
        /// Characters that are read.
        most: usize,
    },
    /// It is not to be sent to the provider.
    #[error(
        "consent: the text is sent to the language model of another provider, and needs consent; send true"
    )]
    NoConsent,
    /// There is none.
    #[error("text: is empty, so there is nothing to translate")]
    NoText,
    /// The title is longer than the title of a license.
    #[error("title: has {length} characters, and at most {TITLE} are allowed")]
    LongTitle {
        /// Characters of the title.
        length: usize,
    },
}

impl TranslationFault {
    /// The status of an answer that tells of it.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::LongText { .. } => 413,
            Self::NoConsent | Self::NoText | Self::LongTitle { .. } => 422,
        }
    }
}

impl From<TranslationFault> for Refused {
    fn from(fault: TranslationFault) -> Self {
        Self::sentence(fault.status(), fault.to_string())
    }
}

impl TranslationRequest {
    /// Characters that a title may have.
    pub const LONGEST_TITLE: usize = TITLE;

    /// A text of at most so many characters that a person sent by a form.
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order in which it is judged; never an empty list.
    pub fn from_form(
        text: &str,
        title: &str,
        consent: bool,
        most: usize,
    ) -> Result<Self, Vec<TranslationFault>> {
        let faults: Vec<TranslationFault> =
            long_text(text, most).into_iter().chain(faults(text, title, consent)).collect();
        match faults.is_empty() {
            true => Ok(Self { text: text.to_owned(), title: title.trim().to_owned(), save_draft: false }),
            false => Err(faults),
        }
    }

    /// Reads a JSON body, `{text, title, consent, save_draft}`, of a text of at most so many characters.
    pub fn from_json(body: &[u8], most: usize) -> Result<Self, Refused> {
        let document = object_or_sentence(body)?;
        let text = text(&document, "text")?;
        // How long the text is goes before what else is wrong (spec:version-1#translation).
        check_length(text, most)?;
        let (title, consent) = (self::text(&document, "title")?, flag(&document, "consent")?);
        Self::new(text, title, consent, flag(&document, "save_draft")?)
    }

    /// Reads a body of plain text of at most so many characters.
    pub fn from_text(body: &[u8], query: TranslationQuery<'_>, most: usize) -> Result<Self, Refused> {
        let text = std::str::from_utf8(body)
            .map_err(|error| refused(format!("the body is not UTF-8 text: {error}")))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        check_length(text, most)?;
        Self::new(text, query.title.unwrap_or_default(), query.consent, query.save_draft)
    }

    fn new(text: &str, title: &str, consent: bool, save_draft: bool) -> Result<Self, Refused> {
        match faults(text, title, consent).next() {
            Some(fault) => Err(fault.into()),
            None => Ok(Self { text: text.to_owned(), title: title.trim().to_owned(), save_draft }),
        }
    }
}

fn refused(detail: impl Into<String>) -> Refused {
    Refused::sentence(422, detail)
}

fn check_length(text: &str, most: usize) -> Result<(), Refused> {
    long_text(text, most).map_or(Ok(()), |fault| Err(fault.into()))
}

fn long_text(text: &str, most: usize) -> Option<TranslationFault> {
    let length = text.chars().count();
    (length > most).then_some(TranslationFault::LongText { length, most })
}

/// What else may be wrong with a text.
fn faults(text: &str, title: &str, consent: bool) -> impl Iterator<Item = TranslationFault> {
    let length = title.trim().chars().count();
    [
        (!consent).then_some(TranslationFault::NoConsent),
        text.trim().is_empty().then_some(TranslationFault::NoText),
        (length > TITLE).then_some(TranslationFault::LongTitle { length }),
    ]
    .into_iter()
    .flatten()
}

/// A text of a body; empty where it is not sent.
fn text<'d>(document: &'d Map<String, Value>, field: &str) -> Result<&'d str, Refused> {
    match document.get(field) {
        None | Some(Value::Null) => Ok(""),
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(refused(format!("{field}: must be a text"))),
    }
}

/// A flag of a body; false where it is not sent.
fn flag(document: &Map<String, Value>, field: &str) -> Result<bool, Refused> {
    match document.get(field) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => Err(refused(format!("{field}: must be true or false"))),
    }
}

/// A finished translation (spec:version-1#assistant-objects): the proposal and what it took.
#[derive(Debug, Clone, Serialize)]
pub struct TranslationDocument<'p> {
    job_id: &'p str,
    prompt_version: &'p str,
    status: &'static str,
    title: &'p str,
    language: &'p str,
    parts: &'p Parts,
    license: &'p Value,
    statements: &'p [TranslatedStatement],
    unmodelled: &'p [Unmodelled],
    warnings: &'p [String],
    conflicts: &'p [Contradiction],
    usage: &'p Usage,
    quota: &'p QuotaDocument,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft_id: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft_uri: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'p str>,
    /// Not there in an answer to a text that was translated at once; null where nothing is like the proposal.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Option<&'p Comparison>>,
}

impl<'p> TranslationDocument<'p> {
    /// The answer to a text that was translated at once.
    #[must_use]
    pub fn at_once(
        job_id: &'p str,
        prompt_version: &'p str,
        proposal: &'p Proposal,
        usage: &'p Usage,
        quota: &'p QuotaDocument,
    ) -> Self {
        Self {
            job_id,
            prompt_version,
            status: "done",
            title: &proposal.title,
            language: &proposal.language,
            parts: &proposal.parts,
            license: &proposal.license,
            statements: &proposal.statements,
            unmodelled: &proposal.unmodelled,
            warnings: &proposal.warnings,
            conflicts: &proposal.conflicts,
            usage,
            quota,
            draft_id: None,
            draft_uri: None,
            message: None,
            comparison: None,
        }
    }

    /// The same as the result of a job that is collected.
    #[must_use]
    pub fn collected(self, comparison: Option<&'p Comparison>) -> Self {
        Self { comparison: Some(comparison), ..self }
    }

    /// With the draft it was kept as.
    #[must_use]
    pub fn with_draft(self, id: &'p str, uri: &'p str) -> Self {
        Self { draft_id: Some(id), draft_uri: Some(uri), ..self }
    }

    /// With something to tell.
    #[must_use]
    pub fn with_message(self, message: &'p str) -> Self {
        Self { message: Some(message), ..self }
    }
}

/// A job that came to nothing (spec:version-1#states): its failure is the result.
#[derive(Debug, Clone, Serialize)]
pub struct FailedDocument<'p> {
    job_id: &'p str,
    status: &'static str,
    message: &'p str,
}

impl<'p> FailedDocument<'p> {
    /// Why a job failed.
    #[must_use]
    pub fn new(job_id: &'p str, message: &'p str) -> Self {
        Self { job_id, status: "failed", message }
    }
}

/// What a translation took (spec:version-1#assistant-objects).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AssistantUsage")]
pub struct Usage {
    /// Tokens of the prompts.
    pub tokens_in: u64,
    /// Tokens of the replies.
    pub tokens_out: u64,
    /// Seconds that the provider took.
    #[schemars(range(min = 0))]
    pub seconds: f64,
    /// The model that answered last.
    pub model: String,
    /// Its provider.
    pub provider: String,
    /// Provider of each part, by the number of the part.
    pub part_providers: BTreeMap<usize, String>,
}

/// What is left of the allowances (spec:version-1#assistant-objects); null is what nobody knows. Times are ISO 8601.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotaDocument {
    /// Requests the provider still takes.
    pub provider_remaining_requests: Option<u64>,
    /// When it takes more.
    pub provider_reset_at: Option<String>,
    /// Runs the account has left today.
    pub user_remaining_today: Option<u64>,
    /// Runs the deployment has left today.
    pub global_remaining_today: Option<u64>,
    /// Whether the deployment has a provider.
    pub configured: bool,
    /// Requests the provider takes.
    pub provider_limit_requests: Option<u64>,
    /// Until when it takes none.
    pub provider_blocked_until: Option<String>,
    /// Tokens the provider takes.
    pub provider_limit_tokens: Option<u64>,
    /// Tokens it still takes.
    pub provider_remaining_tokens: Option<u64>,
    /// Runs the account has a day.
    pub user_limit_today: Option<u64>,
    /// Runs it has spent today.
    pub user_used_today: Option<u64>,
    /// Runs the deployment has a day.
    pub global_limit_today: Option<u64>,
    /// Runs it has spent today.
    pub global_used_today: Option<u64>,
}

/// Progress of a job that has not ended (spec:version-1#assistant-objects, job progress).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TranslationProgress")]
pub struct ProgressDocument {
    /// Identifier of the job.
    pub job_id: String,
    /// Whether the job waits or runs.
    pub status: JobStatus,
    /// Number of the part that is being read; 0 before the first.
    pub part_current: usize,
    /// How many parts there are.
    pub parts_total: usize,
    /// Number of parts that were read.
    pub parts_done: usize,
    /// Number of parts that could not be read.
    pub parts_failed: usize,
    /// Where to ask again.
    #[schemars(with = "Path")]
    pub poll_url: String,
    /// Whether the proposal is to be kept as a draft.
    pub save_draft: bool,
    /// What is being done.
    pub stage: Stage,
    /// When the stage began; empty before the first.
    #[schemars(extend("pattern" = PERHAPS_INSTANT))]
    pub stage_since: String,
    /// Seconds in this stage.
    #[schemars(range(min = 0))]
    pub stage_seconds: f64,
    /// How long the job has been running.
    #[schemars(range(min = 0))]
    pub elapsed_seconds: f64,
    /// How long a part took; 0 until one is over.
    #[schemars(range(min = 0))]
    pub part_seconds_avg: f64,
    /// How long it will still take; null until a part is over.
    #[schemars(range(min = 0))]
    pub estimated_remaining_seconds: Option<f64>,
    /// The provider.
    pub provider: String,
    /// The provider for people.
    pub provider_label: String,
    /// The latest events, oldest first.
    #[schemars(extend("maxItems" = Events::MOST))]
    pub events: Events,
    /// A preview and no more.
    #[schemars(schema_with = "proposal::partial")]
    pub partial: Partial,
    /// A message for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The status of a job that has not ended (spec:version-1#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    /// It has not begun, or waits for the provider.
    Queued,
    /// It is being worked on.
    Running,
}

/// The stage of a job (spec:version-1#assistant-objects).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The text is cut into parts.
    Planning,
    /// A part is sent.
    Sending,
    /// The answer, or the allowance of the provider, is waited for.
    Waiting,
    /// The answer is there.
    Received,
    /// The parts are merged.
    Merging,
    /// The proposal is reviewed.
    Reviewing,
    /// There is a proposal.
    Done,
    /// There is no proposal.
    Failed,
}

/// Something that happened to a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Event {
    /// When it happened, ISO 8601.
    pub t: String,
    /// The stage in which it happened.
    pub stage: Stage,
    /// Number of the part it is about.
    pub part: Option<usize>,
    /// What happened, for people.
    pub text: String,
}

/// The last events of a job, [`Self::MOST`] at most, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Events(VecDeque<Event>);

impl Events {
    /// How many are kept.
    pub const MOST: usize = 60;

    /// Adds an event; one too many lets go of the oldest.
    pub fn push(&mut self, event: Event) {
        self.0.push_back(event);
        if self.0.len() > Self::MOST {
            self.0.pop_front();
        }
    }

    /// The events, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Event> {
        self.0.iter()
    }
}
