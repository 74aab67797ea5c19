//! Audits the licenses of the components of a work: reads an inventory, decides every `OR`, and reports conflicts.
//!
//! [`Inventory::read`] detects the format. [`Audit::new`] resolves the licenses of each component and decides every
//! `OR`. [`Audit::verdict`] compares the licenses with each other and with the target license. [`Findings`] adds the
//! components concerned and the [`AuditExceptions`] that apply. All functions are pure.

mod cargo_metadata;
mod context;
mod cyclonedx;
mod exceptions;
mod expression_list;
mod fault;
mod findings;
mod inventory;
mod json;
mod npm_lock;
mod settle;
mod spdx_document;

pub use context::AuditContext;
pub use exceptions::{AuditException, AuditExceptions, ExceptionSubject};
pub use fault::InventoryFault;
pub use findings::{Findings, LicenseFinding, UnknownFinding};
pub use inventory::{Component, Inventory, InventoryFormat};
pub use settle::{Audit, Choice, Part, UnknownLicense};
