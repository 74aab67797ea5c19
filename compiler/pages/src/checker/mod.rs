//! The pages that check licenses against each other: some that were named, or those of a repository's dependencies.
//!
//! A server fills them, for they depend on what was typed. What reasoning found is turned into views that own all they
//! show, so that they can be made on the thread that reasoned: [`VerdictView`], [`TogetherView`] and [`TargetsView`]
//! are shown by the macros of `partials/verdict.html`, which other pages may use too.

mod answer;
mod card;
mod form;
mod parts;
mod repository;
mod targets;
#[cfg(test)]
mod tests;
mod together;
mod verdict;
mod words;

pub use answer::{AnswerView, CheckerAnswer, CheckerPage, CheckerRefusal};
pub use card::{LicenseCard, LicenseCardPage};
pub use form::{CheckerForm, GraphOption, LicenseField, TypedField};
pub use parts::{LicenseName, Part};
pub use repository::{RepositoryAnswer, RepositoryPage, RepositoryView};
pub use targets::TargetsView;
pub use together::TogetherView;
pub use verdict::VerdictView;
