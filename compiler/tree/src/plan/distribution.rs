use std::sync::{Arc, OnceLock};

use super::{PlanError, Planned, Planner};
use crate::distribute::{
    Artefact, Dump, Feed, SUMS, artefact_address, atom, dataset, dataset_turtle, event_stream, feed,
    json_feed, manifest_address, signature_address,
};
use muniment_documents::api::v2;
use muniment_documents::wire::{CacheState, Class};

const FEEDS: [(&str, &str); 2] =
    [("/changes.atom", "application/atom+xml; charset=utf-8"), ("/changes.json", "application/feed+json")];

impl<'c> Planner<'c, '_, '_> {
    /// Feeds, and the files of registered releases.
    pub(super) fn distribution(&mut self) -> Result<(), PlanError> {
        self.feeds()?;
        self.descriptions()?;
        self.signed_manifests()?;
        if self.settings.dumps { self.dumps() } else { Ok(()) }
    }

    fn feeds(&mut self) -> Result<(), PlanError> {
        let (catalog, current, base_url) = (self.catalog, self.current, self.settings.base_url.clone());
        let entries: Arc<OnceLock<Feed>> = Arc::default();
        for (address, media_type) in FEEDS {
            let (entries, base_url) = (Arc::clone(&entries), base_url.clone());
            let planned = Planned::document(Class::Feed, move || {
                let feed = entries.get_or_init(|| feed(catalog, current, &base_url));
                Ok(if address.ends_with(".atom") { atom(feed)? } else { json_feed(feed)? })
            });
            self.add(address, planned.with_header("Content-Type", media_type))?;
        }
        Ok(())
    }

    /// The description of the data, and the stream of its versions.
    fn descriptions(&mut self) -> Result<(), PlanError> {
        let (base_url, dumps) = (&self.settings.base_url, self.settings.dumps);
        let description = Arc::new(dataset(self.catalog, self.current, base_url, dumps));
        let events = event_stream(self.catalog, self.current, base_url);
        for address in ["/dataset.ttl", "/.well-known/void"] {
            let description = Arc::clone(&description);
            let planned =
                Planned::document(Class::Feed, move || Ok(dataset_turtle(&description)?.into_bytes()));
            self.add(address, planned.with_header("Content-Type", "text/turtle; charset=utf-8"))?;
        }
        let described = [("/dataset.jsonld".to_owned(), Arc::unwrap_or_clone(description))];
        for (address, document) in described.into_iter().chain(events) {
            let planned = Planned::document(Class::Feed, move || Ok(v2::body(&document)?));
            self.add(address, planned.with_header("Content-Type", "application/ld+json"))?;
        }
        Ok(())
    }

    /// Signatures with the signed manifests, in every tree.
    fn signed_manifests(&mut self) -> Result<(), PlanError> {
        let dumps = self.settings.dumps;
        for (id, registration) in &self.catalog.library.registrations {
            let signature = registration.signature.as_ref();
            if dumps || signature.is_some() {
                let planned = Planned::document(Class::Dump, || Ok(registration.manifest.bytes.clone()));
                self.add(manifest_address(id), immutable(planned, "application/json"))?;
            }
            if let Some(signature) = signature {
                // A release may be signed again, so the signature may change.
                let planned = Planned::document(Class::Dump, || Ok(signature.text.clone().into_bytes()));
                let planned = planned.with_header("Content-Type", "text/plain; charset=utf-8");
                self.add(signature_address(id), planned)?;
            }
        }
        Ok(())
    }

    fn dumps(&mut self) -> Result<(), PlanError> {
        for release in &self.catalog.library.releases {
            let dump = Arc::new(Dump::new(self.catalog, release)?);
            let id = &release.id;
            for artefact in Artefact::ALL {
                let dump = Arc::clone(&dump);
                let planned = Planned::document(Class::Dump, move || Ok(dump.render(artefact)?));
                self.add(
                    artefact_address(id, &artefact.name(id)),
                    immutable(planned, artefact.media_type()),
                )?;
            }
            let planned = Planned::document(Class::Dump, move || Ok(dump.sums()?));
            self.add(artefact_address(id, SUMS), immutable(planned, "text/plain; charset=utf-8"))?;
        }
        Ok(())
    }
}

fn immutable<'c, 'l>(planned: Planned<'c, 'l>, media_type: &str) -> Planned<'c, 'l> {
    Planned { cache: CacheState::Immutable, ..planned.with_header("Content-Type", media_type) }
}
