//! Finding records: keyword lists, faceted search, suggestions, SPDX identifiers and expressions, comparison.
//!
//! Pure functions of a [`Library`](crate::model::Library) or of an [`Index`] built once from it. An index leaves
//! test fixtures out, as every list of version 1 does (spec:version-1#ports); SPDX identifiers and comparisons, which
//! name a record, reach them too.

mod compare;
mod expression;
mod facets;
mod index;
mod keyword;
mod license_finder;
mod name;
mod nearest;
mod score;
mod suggest;
mod window;

pub use compare::{
    Cell, Comparison, ComparisonGroup, ComparisonRow, GroupKey, Labelled, LicenseVector, OutsideRange,
    Stance, TermValue,
};
pub use expression::{ExpressedLicense, Expression, Expressions, NoExpression};
pub use facets::{
    ActionFacet, ActionFacets, DutyFacet, DutyFacets, LicenseSearch, LicenseWideDutyFacets, TargetFacet,
    TargetFacets,
};
pub use index::{Index, Ports, Row};
pub use license_finder::LicenseFinder;
pub use suggest::Suggestion;
pub use window::Window;

pub use crate::model::{SpdxIndex, SpdxMatch};
