//! Dependency graphs: the list of them, each with its drawing, and two side by side.

mod comparison;
mod drawing;
mod layout;
mod list;
mod page;
mod relation;
mod rule;

pub(super) use comparison::GraphComparisonPage;
pub(super) use list::GraphListPage;
pub(super) use page::GraphPage;
