//! The library with everything derived from it.

use std::sync::Arc;

use muniment_documents::api::forms::Forms;
use muniment_library::history::{Catalog, current_release};
use muniment_licenses::assist::translation::Translator;
use muniment_licenses::compose::{Composer, Offer};
use muniment_licenses::find::Index;
use muniment_licenses::model::{Library, License, LicenseId, Model, Release};
use muniment_licenses::reason::Reasoner;
use muniment_pages::{PageError, Pages};
use self_cell::self_cell;

/// The library with everything derived from it.
///
/// It is freed when the last request that uses it ends.
#[derive(Debug)]
pub struct LoadedLibrary(Derivation);

self_cell!(
    struct History {
        owner: Library,
        #[covariant]
        dependent: Catalog,
    }

    impl { Debug }
);

self_cell!(
    struct Derivation {
        owner: History,
        #[covariant]
        dependent: Derived,
    }

    impl { Debug }
);

#[derive(Debug)]
struct Derived<'l> {
    catalog: &'l Catalog<'l>,
    index: Index<'l>,
    composer: Composer<'l>,
    offer: Offer<'l>,
    forms: Forms<'l>,
    pages: Pages<'l>,
    translator: Translator<'l>,
    reasoner: Reasoner,
    current: Release,
}

/// A record of a library. It keeps the library in memory.
#[derive(Debug, Clone)]
pub struct Record(Arc<Held>);

self_cell!(
    struct Held {
        owner: Arc<LoadedLibrary>,
        #[covariant]
        dependent: Named,
    }

    impl { Debug }
);

type Named<'k> = (&'k LicenseId, &'k Model<License>);

impl Record {
    /// Its identifier.
    #[must_use]
    pub fn id(&self) -> &LicenseId {
        self.0.borrow_dependent().0
    }

    /// What it says.
    #[must_use]
    pub fn model(&self) -> &Model<License> {
        self.0.borrow_dependent().1
    }
}

impl LoadedLibrary {
    /// Derives what follows from a library; `base_url` is where the API answers, without a slash at its end.
    ///
    /// # Errors
    /// A template cannot be compiled.
    pub fn of(library: Library, base_url: &str) -> Result<Arc<Self>, PageError> {
        let history = History::new(library, |library| Catalog::new(library));
        let derivation = Derivation::try_new(history, |history| -> Result<_, PageError> {
            let (library, catalog) = (history.borrow_owner(), history.borrow_dependent());
            Ok(Derived {
                catalog,
                index: Index::new(library).completed(),
                composer: Composer::new(library),
                offer: Offer::of(library),
                forms: Forms::new(library),
                pages: Pages::new(catalog, base_url)?,
                translator: Translator::new(library),
                reasoner: Reasoner::new(library),
                current: current_release(catalog.library),
            })
        })?;
        Ok(Arc::new(Self(derivation)))
    }

    /// The record that `find` finds in the library.
    pub fn record(
        self: &Arc<Self>,
        find: impl for<'k> FnOnce(&'k Library) -> Option<(&'k LicenseId, &'k Model<License>)>,
    ) -> Option<Record> {
        let held = Held::try_new(Arc::clone(self), |loaded| find(loaded.library()).ok_or(()));
        held.ok().map(|held| Record(Arc::new(held)))
    }

    /// The library.
    #[must_use]
    pub fn library(&self) -> &Library {
        self.catalog().library
    }

    /// Versions, statuses, neighbours.
    #[must_use]
    pub fn catalog(&self) -> &Catalog<'_> {
        self.0.borrow_dependent().catalog
    }

    /// What searches need.
    #[must_use]
    pub fn index(&self) -> &Index<'_> {
        &self.0.borrow_dependent().index
    }

    /// Reads what people compose.
    #[must_use]
    pub fn composer(&self) -> &Composer<'_> {
        &self.0.borrow_dependent().composer
    }

    /// What they can compose of.
    #[must_use]
    pub fn offer(&self) -> &Offer<'_> {
        &self.0.borrow_dependent().offer
    }

    /// Writes what people composed.
    #[must_use]
    pub fn forms(&self) -> &Forms<'_> {
        &self.0.borrow_dependent().forms
    }

    /// Every page.
    #[must_use]
    pub fn pages(&self) -> &Pages<'_> {
        &self.0.borrow_dependent().pages
    }

    /// Reads what a language model says of a text.
    #[must_use]
    pub fn translator(&self) -> &Translator<'_> {
        &self.0.borrow_dependent().translator
    }

    /// What the checks of licenses need.
    #[must_use]
    pub fn reasoner(&self) -> &Reasoner {
        &self.0.borrow_dependent().reasoner
    }

    /// The current state.
    #[must_use]
    pub fn current(&self) -> &Release {
        &self.0.borrow_dependent().current
    }
}
