//! The data types of a license library. This module knows no format but RDF terms.

mod catalogue;
mod change_log;
mod day;
mod deferred;
mod dependency_graph;
mod fault;
mod house_rules;
mod ids;
mod library;
mod license;
mod license_names;
mod license_text;
mod limit;
mod naming;
mod position;
mod properties;
mod release;
mod review;
mod scope;
mod signature;
mod site;
mod spdx;
mod stated_text;
pub mod terms;
mod unlisted;
mod vocabulary;
pub(crate) mod words;

pub use catalogue::{CheckException, Family, RecordClass, Retired};
pub use change_log::{Change, ChangeAction, ChangeLog, ChangeLogEntry};
pub use day::{Day, InvalidDay};
pub use deferred::Deferred;
pub use dependency_graph::{Axiom, AxiomRemoval, DefaultRule, DependencyGraph};
pub use fault::{Fault, Place, Severity};
pub use house_rules::{Agreement, Condition, DecidedAxiom, HouseRule, HouseRules, RecordLicense};
pub use ids::{
    GraphId, InvalidId, InvalidReleaseId, InvalidVersionNumber, LicenseId, ReleaseId, ReleaseKind,
    VersionNumber,
};
pub use library::{Extent, Library, Model, ModelKind, ModelVersion, SourceFile};
pub use license::{
    ConveyedForm, License, PatentTermination, RecordStatus, Rule, ShareAlikeScope, Strength, Title,
};
pub use license_names::{LicenseNames, NamedLicense};
pub use license_text::{LicenseText, SourceText, TextSource};
pub use limit::{LicenseClass, LimitExtent, LimitKind, Relicensing, UseLimit};
pub use naming::{PROPERTY_LABELS, one_line, uncapitalized, words};
pub use position::Position;
pub use properties::{Allowed, Properties, Property, Role, ValueKind};
pub use release::{Registration, Release, ReleaseEntry, ReleaseSection};
pub use review::{Finding, FindingAction, FindingSeverity, Readings, Review, Verdict};
pub use scope::Scope;
pub use signature::{InvalidSignature, InvalidSigningKey, ReleaseSignature, SigningKey, UnprovenSignature};
pub use site::{Contact, DataLicense, Site, term_anchor};
pub use spdx::{SpdxIndex, SpdxMatch};
pub use stated_text::{StatedText, TextIdentifier, VersionKey};
pub use terms::OwnTerms;
pub use vocabulary::{ActionEntry, Vocabulary, VocabularyTerm};
