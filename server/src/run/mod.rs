//! From settings to a running server: the tree is built where needed, opened, and opened again when it is replaced; what
//! has expired is deleted; an operator looks after accounts.

pub mod admin;
mod edition;
mod foundation;
pub mod housekeeping;
pub mod reload;
mod stale;
pub mod startup;

pub use edition::{Edition, EditionError, Mark};
pub use foundation::{Foundation, FoundationError, Surroundings};
pub use stale::Stale;
