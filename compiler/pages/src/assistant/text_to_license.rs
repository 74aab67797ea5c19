use serde::Serialize;

use super::super::Page;
use super::Assistance;
use muniment_documents::api::v1::{ProgressDocument, TranslationFault, TranslationRequest};

/// The form for the text of a license (`/text-to-license`).
#[derive(Debug, Clone, Serialize)]
pub struct TextToLicensePage<'a> {
    /// Value of the hidden field `csrf_token`.
    pub csrf: &'a str,
    /// Whether the user may translate a text.
    pub translating: Assistance<'a>,
    /// Why the text was refused, if it is not the fault of a field.
    pub problem: Option<&'a str>,
    /// Time of the next attempt, as ISO 8601.
    pub returns_at: Option<&'a str>,
    /// The text in the form.
    pub text: &'a str,
    /// The title in the form.
    pub title: &'a str,
    /// Whether the user consents to sending the text to the provider.
    pub consent: bool,
    /// Faults of fields.
    pub faults: TextFaults,
    /// Whether the form continues a run.
    pub goes_on: bool,
    /// Maximum characters of a text.
    pub longest_text: usize,
}

impl Page for TextToLicensePage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/text_to_license.html";
}

/// Faults of the fields; may be empty.
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
    /// The faults of a request, by field.
    #[must_use]
    pub fn of(faults: &[TranslationFault]) -> Self {
        let mut said = Self::default();
        for fault in faults {
            match fault {
                TranslationFault::NoText => {
                    "Paste the text of a license.".clone_into(&mut said.text);
                }
                TranslationFault::LongText { length, most } => {
                    said.text = format!(
                        "The text has {length} characters. At most {most} are allowed. The text is not truncated. Send it in \
                         parts, each with its own run."
                    );
                }
                TranslationFault::LongTitle { length } => {
                    let most = TranslationRequest::LONGEST_TITLE;
                    said.title = format!("The title has {length} characters. At most {most} are allowed.");
                }
                TranslationFault::NoConsent => {
                    "A third-party language model reads the text. The text is sent only if you agree."
                        .clone_into(&mut said.consent);
                }
            }
        }
        said
    }
}

/// The progress of a run (`/text-to-license/runs/{id}`).
#[derive(Debug, Clone, Serialize)]
pub struct ProgressPage<'a> {
    /// The progress document of the API.
    pub run: &'a ProgressDocument,
    /// The requested title; may be empty.
    pub title: &'a str,
    /// Estimated remaining seconds.
    seconds_left: Option<u64>,
}

impl<'a> ProgressPage<'a> {
    /// The page of a run under this title.
    #[must_use]
    pub fn new(run: &'a ProgressDocument, title: &'a str) -> Self {
        // Whole seconds.
        let seconds = run.estimated_remaining_seconds.map(|seconds| seconds.round().clamp(0.0, 86_400.0));
        let seconds_left = seconds.and_then(|seconds| format!("{seconds:.0}").parse().ok());
        Self { run, title, seconds_left }
    }
}

impl Page for ProgressPage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/progress.html";
}

/// A failed run.
#[derive(Debug, Clone, Serialize)]
pub struct FailedPage<'a> {
    /// Value of the hidden field `csrf_token`.
    pub csrf: &'a str,
    /// Identifier of the run.
    pub id: &'a str,
    /// The requested title; may be empty.
    pub title: &'a str,
    /// The reason.
    pub message: &'a str,
    /// The provider for another attempt, if there is one.
    pub provider: Option<&'a str>,
}

impl Page for FailedPage<'_> {
    const TEMPLATE: &'static str = "pages/assistant/failed.html";
}
