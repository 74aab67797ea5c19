//! The curator's verbs: each plans a change to `data/` as [`Edits`], which can be shown before they are
//! written. Days are passed in; nothing here asks a clock.

mod edits;
mod format;
mod registration;
mod review;
mod signing;

pub use edits::{ApplyError, Edit, Edits};
pub use format::{FormatError, format_file, format_library};
pub use registration::{RegistrationError, register};
pub use review::review;
pub use signing::{SigningError, next_number, sign_manifest, sign_registered};
