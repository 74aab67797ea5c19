//! Accounts: who asks, what accounts have made, and who may see it.
//!
//! [`Caller`] is found once for each request. Composed licenses and graphs of accounts come out of the store as
//! models like those of the library, with a right to see them already settled; what is sent of them is decided by
//! the versions of the API and by the website.

mod act;
pub mod assistant;
mod caller;
mod compose;
mod graph;
mod graph_act;
mod held;
mod license;
mod name;
mod owned;
mod readable;
mod refused;

use jiff::Timestamp;

pub use act::ConsistencyError;
pub use caller::Caller;
pub use compose::no_randomness;
pub use graph::{AccountGraph, GraphVersions};
pub use graph_act::CreatedGraph;
pub use held::Held;
pub use license::ComposedLicense;
pub use name::{DisplayName, InvalidName};
pub use owned::{AccountModel, Kind, Visibility};
pub use readable::{ReadableGraph, ReadableLicense};
pub use refused::{ReadError, SILENT, unanswered};

use crate::app::App;

impl App {
    /// The moment it is, as it is written down.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.timestamp()
    }
}
