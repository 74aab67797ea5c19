//! What the licenses of a work's parts say against each other: a list of parts is read in whatever form it comes,
//! choices between licenses are settled, and the rest is the reasoner's.
//!
//! [`Inventory::read`] tells the form from the text itself and reads it whole or says where it cannot.
//! [`Audit::new`] resolves what each part states and settles every `OR`; [`Audit::verdict`] holds what is left
//! against each other and against the license the whole is to be under. [`Findings`] tells which parts each finding
//! concerns, and which of [`AuditExceptions`] covers it. Pure functions of texts, library and day.

mod cargo_metadata;
mod cyclonedx;
mod exceptions;
mod expression_list;
mod fault;
mod findings;
mod inventory;
mod json;
mod npm_lock;
mod scales;
mod settle;
mod spdx_document;

pub use exceptions::{AuditException, AuditExceptions, Concern};
pub use fault::InventoryFault;
pub use findings::{Findings, LicenseFinding, UnknownFinding};
pub use inventory::{Component, Inventory, InventoryFormat};
pub use scales::Scales;
pub use settle::{Audit, Choice, Part, UnknownLicense};
