//! Licenses that somebody composes: a document becomes a model, and a model a document
//! (spec:version-1#composer-document).
//!
//! A [`Composer`] reads a composer document into a [`ComposerDocument`], which keeps every rule, or says all
//! that is wrong with it in [`Faults`]; it writes the RDF of one, and the document of an RDF model. A Turtle
//! body passes the same rules. What only the service may say of a license (its identifier, whose it is, its
//! days) comes in an [`Imprint`]; nothing in here has a clock, makes up an identifier or knows a caller.
//!
//! A [`ComposerForm`] is a document as browsers send it, an [`Offer`] what a form is filled in with.

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
