//! The pages of the license checker and the repository checker.
//!
//! They depend on input, so a server fills them. The views own their data, so the thread of the reasoner can build
//! them. The macros of `partials/verdict.html` render [`WorkView`], [`VerdictView`] and [`TogetherView`].

mod answer;
mod card;
mod form;
mod pair;
mod parts;
mod repository;
#[cfg(test)]
mod tests;
mod together;
mod verdict;
mod words;
mod work;

/// Where the checker of licenses is.
pub const CHECKER: &str = "/license-compatibility-checker";

pub use answer::{AnswerView, CheckerAnswer, CheckerPage, CheckerRefusal};
pub use card::{LicenseCard, LicenseCardPage};
pub use pair::pair_address;
pub(super) use pair::{PairPage, pair_link};
pub(super) use words::{context as context_sentence, work_under};

pub use form::{CheckerForm, ContextFields, GraphOption, LicenseField, TypedField};
pub use parts::{LicenseName, Part};
pub use repository::{RepositoryAnswer, RepositoryPage, RepositoryView};
pub use together::TogetherView;
pub use verdict::VerdictView;
pub use work::{Member, WorkMember, WorkView};
