//! Finding records: keyword lists, faceted search, suggestions, SPDX identifiers and expressions, comparison.
//!
//! Pure functions of a [`Library`](crate::model::Library) or of its [`Index`]. An index does not contain test
//! fixtures, as no list of version 1 does (spec:version-1#ports); SPDX identifiers and comparisons find them too.

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
mod typed;
mod window;

pub use compare::{
    Cell, Comparison, ComparisonGroup, ComparisonRow, GroupKey, Labelled, LicenseVector, OutsideRange,
    Stance, TermValue,
};
pub use expression::{ExpressedLicense, Expression, Expressions, LONGEST_EXPRESSION, NotAnExpression};
pub use facets::{
    ActionFacet, ActionFacets, DutyFacet, DutyFacets, LicenseSearch, LicenseWideDutyFacets, TargetFacet,
    TargetFacets,
};
pub use index::{Index, Ports, Row, standings};
pub use license_finder::LicenseFinder;
pub use suggest::Suggestion;
pub use window::Window;

pub use crate::model::{SpdxIndex, SpdxMatch};
