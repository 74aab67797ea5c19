//! The pages of the two assistants (spec:version-1#assistant-objects, spec:version-1#translation,
//! spec:version-1#narration): from a license text to a model with a review, and from a model to a text. They depend
//! on the user, so a server fills them.

mod license_to_text;
mod review;
mod text_to_license;

use serde::Serialize;

pub use license_to_text::{LicenseText, LicenseToTextPage, NarrationFaults};
pub use review::{Reading, ReviewPage};
pub use text_to_license::{FailedPage, ProgressPage, TextFaults, TextToLicensePage};

/// Whether a user may use an assistant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Assistance<'a> {
    /// Available with this provider.
    Open {
        /// Name of the provider.
        provider: &'a str,
        /// The remaining quotas of the day.
        today: Today,
    },
    /// There is no provider, or it is switched off.
    Unavailable,
    /// The user is not signed in.
    SignedOut,
    /// The quota of the account is zero.
    Forbidden,
}

/// The remaining quotas of an account today (spec:version-1#quotas).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Today {
    /// Translations.
    pub translations: Allowance,
    /// Narrations.
    pub texts: Allowance,
}

/// A daily quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// What is left.
    pub left: u32,
    /// The quota.
    pub most: u32,
}
