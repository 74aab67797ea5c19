//! The files of a tree as addresses. A host of plain files sends `…/index.ttl` where a server sends the Turtle of `…`, so pages
//! link to the file, and a server redirects from there.

use http::request::Parts;
use muniment_documents::api::{v1, v2};
use muniment_documents::wire::{Class, Target};

use super::is_read;
use crate::app::App;
use crate::library::query_of;

impl App {
    /// Where a request for the file of a form is redirected: to the address, with the query that asks for the form. What is
    /// no address of the tree may be that of a model which people composed.
    pub(super) fn address_of_file(&self, target: &Target, request: &Parts) -> Option<String> {
        let (address, extension) = request.uri.path().rsplit_once("/index.")?;
        if !is_read(&request.method) || request.uri.query().is_some() {
            return None;
        }
        let address = if address.is_empty() { "/" } else { address };
        let query = match self.served.tree.address(address) {
            Some(address) => address.query_of(extension)?,
            None => query_of(&class_of(target)?.rules().representations, extension)?,
        };
        Some(format!("{address}{query}"))
    }
}

/// The class of the address whose file a target names, by its path alone.
fn class_of(target: &Target) -> Option<Class> {
    let (_, segments) = target.segments.split_last()?;
    if let Some((operation, _)) = v2::Operation::of_path(segments) {
        return Some(operation.class());
    }
    let (operations, _) = v1::Operation::at_path(segments)?;
    operations.contains(&v1::Operation::GetLicense).then_some(Class::Record)
}
