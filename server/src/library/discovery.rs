use std::collections::BTreeMap;

use muniment_documents::api::v2::{Deployment, discovery, sorted_keys};
use muniment_documents::wire::{CacheState, Class};

use super::{Address, Form, LoadedLibrary, TreeError};

/// The address of the discovery document as the server answers it: it names the deployment's settings
/// (spec:version-2#discovery), so the tree's own is for deployments without a server.
///
/// # Errors
/// It cannot be written.
pub fn discovery_address(loaded: &LoadedLibrary, deployment: &Deployment) -> Result<Address, TreeError> {
    let document = sorted_keys(discovery(loaded.catalog(), loaded.current(), deployment));
    let (class, none) = (Class::Discovery, BTreeMap::new());
    Ok(Address::of(class, Form::computed(class, CacheState::Current, &none, &document)?))
}
