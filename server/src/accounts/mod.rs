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
mod license;
mod name;
mod readable;
mod refused;

use std::sync::Arc;

use jiff::Timestamp;

pub use act::{HeldLicense, Unweighed};
pub use caller::Caller;
pub use compose::no_chance;
pub use graph::{AccountGraph, GraphVersions, Sight, iri as graph_iri};
pub use graph_act::{CreatedGraph, HeldGraph};
pub use license::ComposedLicense;
pub use name::{DisplayName, InvalidName};
pub use readable::{ReadableGraph, ReadableLicense};
pub use refused::{SILENT, Unread, unanswered};

use crate::auth::{Chance, SessionCookie};
use crate::clock::Clock;
use crate::library::{Knowledge, Models};
use crate::limit::Turns;
use crate::store::Store;

/// What every answer about accounts needs: the database, the time, chance, and how this deployment keeps accounts.
#[derive(Debug)]
pub struct Accounts {
    /// The database.
    pub store: Store,
    /// What time it is.
    pub clock: Clock,
    /// Where identifiers and secrets come from.
    pub chance: Arc<dyn Chance>,
    /// What accounts write about.
    pub knowledge: Arc<Knowledge>,
    /// The cookie of browsers that are signed in.
    pub cookie: SessionCookie,
    /// Version of the privacy notice in force.
    pub privacy_notice: String,
    /// Whether people may open accounts themselves.
    pub has_registration: bool,
    /// Turns at reading what accounts made.
    pub turns: Arc<Turns>,
    /// What was read of it lately.
    pub models: Models,
}

impl Accounts {
    /// The moment it is, as it is written down.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.timestamp()
    }
}
