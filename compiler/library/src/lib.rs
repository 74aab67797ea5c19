//! The library on disk.
//!
//! | Module | Holds |
//! |---|---|
//! | [`load`] | reads `data/`, from a folder or an archive; unreadable files become faults with their places |
//! | [`history`] | versions of models and their status, identifiers of releases, differences of statements |
//! | [`check`] | the table of checks over a whole library, and the rules that a library sets itself |
//! | [`curate`] | the commands of curators: they plan a change to `data/` and write it with renames |

pub mod check;
pub mod curate;
pub mod history;
pub mod load;
