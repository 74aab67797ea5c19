//! Audits the licenses of the components of a work: reads an inventory, decides every `OR`, and answers whether the
//! components may go into the work (spec:reasoning#containment).
//!
//! [`Inventory::read`] detects the format. [`StatedExpressions`] resolves the licenses of each component.
//! [`Audit::new`] decides every `OR` and answers. [`Findings`] holds the answers, the components concerned
//! and the [`AuditExceptions`] that apply. An [`AuditFile`] holds the settings of a work, [`Corrections`] of
//! the inventory and exceptions. All functions are pure.

mod audit_file;
mod audit_report;
mod baseline;
mod bounded;
mod cargo_metadata;
mod composer_lock;
mod context;
mod corrections;
mod croissant;
mod cyclonedx;
mod debian_copyright;
mod dependencies;
mod exceptions;
mod expression_list;
mod expressions;
mod fault;
mod findings;
mod formats;
mod github_graph;
mod hugging_face;
mod inventory;
mod json;
mod license_checker;
mod names;
mod npm_lock;
mod other_formats;
mod own_context;
mod pip_licenses;
mod purl;
mod python;
mod settle;
mod spdx_3;
mod spdx_document;
mod spdx_licenses;
mod spdx_rdf;
mod spdx_yaml;
mod stated;
#[cfg(test)]
mod tests;
mod yaml;

pub use audit_file::{AuditFile, WorkSettings};
pub use baseline::{Baseline, BaselineChanges};
pub use context::AuditContext;
pub use corrections::{Correction, CorrectionOutcome, Corrections, PartSelector, open_correction};
pub use exceptions::{AuditException, AuditExceptions, ExceptionSubject};
pub use expressions::StatedExpressions;
pub use fault::InventoryFault;
pub use findings::{
    ApartFinding, AuditVerdict, Findings, LicenseAnswer, LimitedFinding, Undetermined, UnknownFinding,
    UnreadFinding,
};
pub use formats::InventoryFormat;
pub use inventory::{Component, Corrected, Descriptions, EarlierQuestion, Inventory, LeftOut};
pub use names::{MatchedName, NameMatch};
pub use own_context::{ContextSource, OwnContext};
pub use settle::{Audit, Choice, Part, UnknownLicense};
