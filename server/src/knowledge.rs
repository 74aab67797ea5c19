//! What the server knows of the library.

use muniment::history::{Catalog, current_release};
use muniment::model::{Library, Release};

/// The library with everything derived from it; it lives as long as the process.
#[derive(Debug)]
pub struct Knowledge {
    /// Versions, statuses, neighbours.
    pub catalog: Catalog<'static>,
    /// The current state.
    pub current: Release,
}

impl Knowledge {
    /// Derives what follows from a library.
    #[must_use]
    pub fn new(library: Library) -> Self {
        // One for each process: the catalog borrows from it, and both are needed to the end.
        let library: &'static Library = Box::leak(Box::new(library));
        let catalog = Catalog::new(library);
        let current = current_release(&catalog);
        Self { catalog, current }
    }
}
