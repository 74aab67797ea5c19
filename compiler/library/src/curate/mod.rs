//! The commands of curators. Each plans a change to `data/` as [`Edits`], which can be shown before they are written.
//! This module has no clock; days are parameters.

mod change_log;
mod creation;
mod edits;
mod format;
mod new_library;
mod numbering;
mod registration;
mod retirement;
mod review;
mod revision;
mod revision_error;
mod signing;
mod status;
mod tables;

pub use creation::{CreationError, Draft, create};
pub use edits::{ApplyError, Edit, Edits};
pub use format::{FormatError, format_file, format_library};
pub use new_library::{NewLibrary, NewLibraryError, new_library};
pub use registration::{RegistrationError, register, registration, unsigned};
pub use retirement::{Retirement, RetirementError, retire};
pub use review::review;
pub use revision::{Revised, RevisionNotes, RevisionTexts, revise};
pub use revision_error::RevisionError;
pub use signing::{SigningError, next_number, sign_manifest, sign_registered};
pub use status::{ModelChange, Status, UnreleasedModel, status};
pub use tables::TableError;
