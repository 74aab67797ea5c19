//! What the server knows of the library.

use muniment::api::forms::Forms;
use muniment::compose::{Composer, Offer};
use muniment::find::Index;
use muniment::history::{Catalog, current_release};
use muniment::model::{Library, Release};
use muniment::reason::Reasoner;

/// The library with everything derived from it; it lives as long as the process.
#[derive(Debug)]
pub struct Knowledge {
    /// Versions, statuses, neighbours.
    pub catalog: &'static Catalog<'static>,
    /// What searches need.
    pub index: Index<'static>,
    /// Reads what people compose.
    pub composer: Composer<'static>,
    /// What they can compose of.
    pub offer: Offer<'static>,
    /// Writes what people composed.
    pub forms: Forms<'static>,
    /// What the checks of licenses need.
    pub reasoner: Reasoner,
    /// The current state.
    pub current: Release,
}

impl Knowledge {
    /// Derives what follows from a library.
    #[must_use]
    pub fn of(library: Library) -> &'static Self {
        // One for each process: the catalog borrows from it, and all are needed to the end.
        let library: &'static Library = Box::leak(Box::new(library));
        let catalog: &'static Catalog<'static> = Box::leak(Box::new(Catalog::new(library)));
        let current = current_release(catalog);
        Box::leak(Box::new(Self {
            index: Index::new(library),
            composer: Composer::new(library),
            offer: Offer::of(library),
            forms: Forms::new(library),
            reasoner: Reasoner::new(library),
            catalog,
            current,
        }))
    }
}
