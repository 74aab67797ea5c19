use serde_json::{Map, Value};

use super::Refused;
use crate::api::v1::body::object_or_sentence;

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
