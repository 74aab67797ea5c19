//! The library on disk.
//!
//! | Module | Holds |
//! |---|---|
//! | [`load`] | reads `data/`, from a folder or an archive; a file that cannot be read becomes a fault with its place |
//! | [`history`] | which version is current, what came before it, identifiers of states, differences of statements |
//! | [`check`] | the table of checks over a whole library, and the rules that a library sets itself |
//! | [`curate`] | the curator's verbs: a change to `data/` as a value, then written by renames |

pub mod check;
pub mod curate;
pub mod history;
pub mod load;
