//! Every JSON document the service answers with, one shape a file.

mod address;
pub mod agreement;
pub mod answers;
pub mod forms;
mod library_index;
pub mod matrix;
mod openapi;
mod paths;
pub mod policy;
pub mod v1;
pub mod v2;

pub use address::version_1_address;
pub use library_index::{LibraryIndex, library_index};

/// The most faults that one answer tells. A request of a person has fewer; the answer to one of a megabyte stays short.
const MOST_FAULTS: usize = 100;
