//! The pages of the two assistants (spec:version-1#assistant-objects, spec:version-1#translation,
//! spec:version-1#narration): the text of a license becomes a model that somebody reviews beside the text, and a model
//! becomes a text. They depend on who asks, so a server fills them.

mod license_to_text;
mod review;
mod text_to_license;

use serde::Serialize;

pub use license_to_text::{LicenseText, LicenseToTextPage, NarrationFaults, Writing};
pub use review::{Reading, ReviewPage};
pub use text_to_license::{FailedPage, ProgressPage, TextFaults, TextToLicensePage, Translating};

/// What an account may still have done today (spec:version-1#quotas).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Today {
    /// Texts translated into models.
    pub translations: Allowance,
    /// Models put into words.
    pub texts: Allowance,
}

/// A number of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// What is left of it.
    pub left: u32,
    /// The whole.
    pub most: u32,
}
