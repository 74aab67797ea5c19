use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use muniment_documents::api::v2::{ChangesQuery, ListQuery, ProblemKind, Refused, change_page, list_models};
use muniment_documents::wire::{CacheState, Class, Link, link_header};
use muniment_library::history::UnknownRelease;
use muniment_licenses::model::ModelKind;
use serde::Serialize;

use super::{Address, Form, LoadedLibrary};

/// Pages kept at most; a walk through a whole list takes some dozens.
const KEPT: usize = 256;

/// Pages of lists and of the change feed. The library does not change, so a page is made once. When many pages are
/// kept all are dropped, so that requests with many different limits do not fill the memory.
#[derive(Debug, Default)]
pub struct ListPages(RwLock<HashMap<String, Arc<Address>>>);

impl ListPages {
    /// A page of licenses or of dependency graphs.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn list(
        &self,
        loaded: &LoadedLibrary,
        kind: ModelKind,
        query: &ListQuery,
    ) -> Result<Arc<Address>, Refused> {
        self.kept(query.address(kind), || {
            let page = list_models(loaded.catalog(), loaded.current(), kind, query);
            listing(&page, page.links.next.as_deref())
        })
    }

    /// A page of the change feed.
    ///
    /// # Errors
    /// It names a release that is unknown, or cannot be written.
    pub fn changes(&self, loaded: &LoadedLibrary, query: &ChangesQuery) -> Result<Arc<Address>, Refused> {
        self.kept(query.address(), || {
            let page = change_page(loaded.catalog(), loaded.current(), query)
                .map_err(|UnknownRelease(id)| Refused::unknown_release(&id.to_string()))?;
            listing(&page, page.links.next.as_deref())
        })
    }

    fn kept(
        &self,
        name: String,
        make: impl FnOnce() -> Result<Address, Refused>,
    ) -> Result<Arc<Address>, Refused> {
        if let Some(page) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&name) {
            return Ok(Arc::clone(page));
        }
        let page = Arc::new(make()?);
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(name, Arc::clone(&page));
        Ok(page)
    }
}

fn listing(page: &impl Serialize, next: Option<&str>) -> Result<Address, Refused> {
    let link = next.map(|next| ("Link".to_owned(), link_header(&[Link::new("next", next)])));
    let headers: BTreeMap<String, String> = link.into_iter().collect();
    Form::computed(Class::Listing, CacheState::Current, &headers, page)
        .map(|form| Address::of(Class::Listing, form))
        .map_err(|_| Refused::new(ProblemKind::InternalError, "this page cannot be written"))
}
