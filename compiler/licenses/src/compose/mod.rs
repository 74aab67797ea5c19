//! Composed licenses: from composer documents to RDF models and back (spec:version-1#composer-document).
//!
//! A [`Composer`] reads a composer document into a valid [`ComposerDocument`] or returns all [`Faults`]. It converts
//! between documents and RDF. Turtle bodies follow the same rules. An [`Imprint`] holds what only the service may
//! state: identifier, owner and days. This module has no clock, creates no identifiers and knows no caller.
//!
//! A [`ComposerForm`] is a document as an HTML form, an [`Offer`] the acts and asset types to choose from.

mod composer;
mod document;
mod fault;
mod form;
mod from_graph;
mod imprint;
mod input;
pub mod limits;
mod names;
mod offer;
mod set;
mod text_field;
mod text_rule;
mod to_graph;
mod turtle;

pub use composer::Composer;
pub use document::{ComposerDocument, Months, Period, RecordLicense, Territory, Validity};
pub use fault::{Fault, Faults, Place, Problem};
pub use form::{ComposerForm, FilledIn};
pub use imprint::{Imprint, Withdrawal};
pub use offer::{Offer, OfferedAct, OfferedTarget};
pub use text_field::TextField;
