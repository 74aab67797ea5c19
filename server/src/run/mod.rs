//! What runs beside the answers: the tree is opened again when it is replaced, what has expired is deleted, and an
//! operator looks after accounts.

pub mod admin;
pub mod housekeeping;
pub mod reload;
