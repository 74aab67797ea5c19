use serde::Serialize;

use super::super::Page;
use super::Today;
use muniment_documents::api::v1::{ProgressDocument, TranslationFault, TranslationRequest};

/// The form to which the text of a license is given (`/text-to-license`).
#[derive(Debug, Clone, Serialize)]
pub struct TextToLicensePage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Whether whoever asks may have a text translated.
    pub translating: Translating<'a>,
    /// Why the text was not taken, where that is no matter of a field.
    pub problem: Option<&'a str>,
    /// When it may be taken, as ISO 8601.
    pub returns_at: Option<&'a str>,
    /// The text as it was sent.
    pub text: &'a str,
    /// The title as it was sent.
    pub title: &'a str,
    /// Whether it was agreed that the text goes to the provider.
    pub consent: bool,
    /// What is wrong with what was sent.
    pub faults: TextFaults,
    /// Whether the text is sent to have the rest of a run done.
    pub goes_on: bool,
    /// Characters a text may have.
    pub longest_text: usize,
}

impl Page for TextToLicensePage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/text_to_license.html";
}

/// Whether somebody may have a text translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Translating<'a> {
    /// They may, by this provider.
    Open {
        /// What the provider is called.
        provider: &'a str,
        /// What is left of the day.
        today: Today,
    },
    /// Nobody may: there is no provider.
    Unavailable,
    /// They have to sign in.
    SignedOut,
    /// Their allowance is zero.
    Forbidden,
}

/// What is wrong with the fields of a text that was sent; empty where nothing is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TextFaults {
    /// Of the text.
    pub text: String,
    /// Of the title.
    pub title: String,
    /// Of the consent.
    pub consent: String,
}

impl TextFaults {
    /// The faults of a request in words for people, each at its field.
    #[must_use]
    pub fn of(faults: &[TranslationFault]) -> Self {
        let mut said = Self::default();
        for fault in faults {
            match fault {
                TranslationFault::NoText => {
                    "Paste the text of a license: there is nothing to read yet.".clone_into(&mut said.text);
                }
                TranslationFault::LongText { length, most } => {
                    said.text = format!(
                        "The text has {length} characters, and at most {most} are read. It is not cut off: send it in \
                         pieces, each with its own run."
                    );
                }
                TranslationFault::LongTitle { length } => {
                    let most = TranslationRequest::LONGEST_TITLE;
                    said.title = format!("The title has {length} characters, and may have {most}.");
                }
                TranslationFault::NoConsent => {
                    "The text is read by a language model of somebody else, so it is sent only if you agree."
                        .clone_into(&mut said.consent);
                }
            }
        }
        said
    }
}

/// A run that is at work (`/text-to-license/runs/{id}`).
#[derive(Debug, Clone, Serialize)]
pub struct ProgressPage<'a> {
    /// How far it is, as programs are told it.
    pub run: &'a ProgressDocument,
    /// The title that was asked for; empty where none was.
    pub title: &'a str,
    /// Seconds that are left, if that can be said.
    seconds_left: Option<u64>,
}

impl<'a> ProgressPage<'a> {
    /// The page of a run under this title.
    #[must_use]
    pub fn new(run: &'a ProgressDocument, title: &'a str) -> Self {
        // Nobody waits by fractions of a second.
        let seconds = run.estimated_remaining_seconds.map(|seconds| seconds.round().clamp(0.0, 86_400.0));
        let seconds_left = seconds.and_then(|seconds| format!("{seconds:.0}").parse().ok());
        Self { run, title, seconds_left }
    }
}

impl Page for ProgressPage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/progress.html";
}

/// A run that came to nothing.
#[derive(Debug, Clone, Serialize)]
pub struct FailedPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Identifier of the run.
    pub id: &'a str,
    /// The title that was asked for; empty where none was.
    pub title: &'a str,
    /// Why nothing came of it.
    pub message: &'a str,
    /// The provider that would be asked again; none where there is none any more.
    pub provider: Option<&'a str>,
}

impl Page for FailedPage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/failed.html";
}
