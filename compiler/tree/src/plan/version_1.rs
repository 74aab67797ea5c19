use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Bodies, PlanError, Planned, Planner};
use muniment_documents::api::{v1, v2};
use muniment_documents::wire::{CacheState, Class, Elsewhere};
use muniment_library::history::{ModelHistory, VersionFacts};
use muniment_licenses::find::Index;
use muniment_licenses::model::{Library, ModelKind};

impl<'c, 'l> Planner<'c, 'l, '_> {
    /// The resources of version 1 without a query (spec:version-1#endpoints).
    pub(super) fn version_1(&mut self) -> Result<(), PlanError> {
        let catalog = self.catalog;
        self.records(|planner, id, history| {
            planner.record(id, history)?;
            planner.site_files(id, history)
        })?;
        self.document("/licenselibrary/history", Class::Document, move || {
            Ok(v2::body(&v1::history_page(catalog, v1::HistoryQuery::default()))?)
        })?;
        self.lists(Self::library_documents)?;
        for (&id, history) in &catalog.graphs {
            self.graph(id, history)?;
        }
        self.document("/dependencygraph/graphs", Class::Document, move || {
            Ok(v2::body(&v1::graph_list(catalog.library))?)
        })?;
        self.lists(Self::vocabulary)?;
        self.document(v1::OPENAPI, Class::Document, move || {
            Ok(v2::body(&v1::openapi(&catalog.library.site))?)
        })
    }

    fn record(&mut self, id: &'l str, history: &'c ModelHistory<'l>) -> Result<(), PlanError> {
        let library = self.catalog.library;
        let current = &history.current;
        let page = format!("/license-library/{id}");
        let license = format!("/licenselibrary/license/{id}");
        for facts in history.versions() {
            let cache = archived(facts);
            let version_2 = v2::version_address(ModelKind::License, id, facts.version);
            let planned = Planned {
                cache,
                linked: vec![version_2],
                ..Planned::of_version(Class::RecordVersion, facts)
            };
            self.add(format!("{license}/versions/{}", facts.version), planned)?;
        }
        let version_2 = v2::version_address(ModelKind::License, id, current.version);
        let elsewhere = |html: String, other| Some(Elsewhere { html, other });
        self.add(
            license.clone(),
            Planned {
                elsewhere: elsewhere(format!("{}/web/license/{id}", self.settings.base_url), None),
                linked: vec![format!("{license}/versions/{}", current.version), version_2.clone()],
                ..Planned::of_version(Class::Record, current)
            },
        )?;
        let versions = format!("{license}/versions");
        self.add(
            format!("/licenselibrary/{id}"),
            Planned {
                elsewhere: elsewhere(page.clone(), Some(license.clone())),
                linked: vec![version_2],
                ..Planned::of_version(Class::LinkedRecord, current)
            },
        )?;
        self.add(
            format!("/licenselibrary/{id}/versions"),
            Planned {
                elsewhere: elsewhere(format!("{page}#history-heading"), Some(versions.clone())),
                ..Planned::of_version(Class::LinkedVersions, current)
            },
        )?;
        self.document(versions, Class::Document, move || Ok(v2::body(&v1::version_list(history))?))?;
        if let Some(log) = library.licenses.get(id).and_then(|model| model.change_log.as_ref()) {
            self.document(format!("{license}/changelog"), Class::Document, move || {
                Ok(v2::body(&v1::change_log(log))?)
            })?;
        }
        if let Some(review) = library.reviews.get(id) {
            self.document(format!("/licenselibrary/review/{id}"), Class::Document, move || {
                Ok(v2::body(&v1::review_record(review))?)
            })?;
        }
        Ok(())
    }

    /// Files of the website for a record (spec:version-1#website-endpoints).
    fn site_files(&mut self, id: &'l str, history: &'c ModelHistory<'l>) -> Result<(), PlanError> {
        let (library, pages) = (self.catalog.library, self.pages);
        self.add(
            format!("/license-library/{id}/badge.svg"),
            Planned::document(Class::Badge, move || Ok(pages.badge(history)?.into_bytes())),
        )?;
        let Some(model) = library.licenses.get(id) else { return Ok(()) };
        let file = Planned::document(Class::Asset, move || {
            Ok(v2::body(&v1::license_file(library, model, &v1::LicenseFileQuery::default()))?)
        });
        self.add(
            format!("/license-library/{id}/license.json"),
            file.with_header("Content-Type", "application/json")
                .with_header("Content-Disposition", v1::attachment("license.json")),
        )
    }

    fn library_documents(&mut self) -> Result<(), PlanError> {
        // Only lists; rendering makes an index for them.
        if !self.scope.holds_lists() {
            return Ok(());
        }
        let library = self.catalog.library;
        let index = Arc::new(Index::new(library));
        let listed = Arc::clone(&index);
        self.document("/licenselibrary/list", Class::Document, move || {
            Ok(v2::body(&v1::list(&listed, &v1::ListQuery::default()))?)
        })?;
        self.document("/licenselibrary/actions", Class::Document, move || {
            Ok(v2::body(&v1::actions(library, v1::ActionsQuery::default()))?)
        })?;
        let mapped = Arc::clone(&index);
        self.document("/licenselibrary/spdx-mapping", Class::Document, move || {
            Ok(v2::body(&v1::spdx_mapping(library, mapped.spdx()))?)
        })?;
        let declared = library.licenses.values().filter_map(|model| model.current.content.spdx.as_ref());
        let asked: BTreeSet<&String> = declared.chain(library.spdx_aliases.keys()).collect();
        for (asked, found) in asked.into_iter().filter_map(|id| Some((id, index.spdx().resolve(id)?))) {
            self.document(format!("/licenselibrary/spdx/{asked}"), Class::Document, move || {
                Ok(v2::body(&v1::spdx_answer(library, &found))?)
            })?;
        }
        self.document("/license-compatibility-checker/licenses", Class::SiteDocument, move || {
            Ok(v2::body(&v1::checker_licenses(&index))?)
        })
    }

    fn graph(&mut self, id: &'l str, history: &'c ModelHistory<'l>) -> Result<(), PlanError> {
        let library = self.catalog.library;
        let is_default = id == Library::DEFAULT_GRAPH;
        let base = format!("/dependencygraph/{id}");
        let plain = "/dependencygraph".to_owned();
        for facts in history.versions() {
            let planned =
                || Planned { cache: archived(facts), ..Planned::of_version(Class::GraphVersion, facts) };
            let address = format!("{base}/versions/{}", facts.version);
            let verbatim = Bodies::Document(Box::new(|| Ok(facts.source.bytes.clone())));
            if is_default {
                let linked = vec![address.clone()];
                self.add(format!("{plain}/versions/{}", facts.version), Planned { linked, ..planned() })?;
            }
            self.add(address, Planned { bodies: verbatim, ..planned() })?;
        }
        let log = library.graphs.get(id).and_then(|model| model.change_log.as_ref());
        for base in [Some(base), is_default.then_some(plain)].into_iter().flatten() {
            self.document(format!("{base}/versions"), Class::Document, move || {
                Ok(v2::body(&v1::version_list(history))?)
            })?;
            if let Some(log) = log {
                self.document(format!("{base}/changelog"), Class::Document, move || {
                    Ok(v2::body(&v1::change_log(log))?)
                })?;
            }
        }
        self.graph_files(id, history, is_default)
    }

    fn graph_files(
        &mut self,
        id: &'l str,
        history: &'c ModelHistory<'l>,
        is_default: bool,
    ) -> Result<(), PlanError> {
        let library = self.catalog.library;
        let mut file = |address: String, name: &str| {
            let planned = Planned::document(Class::Asset, || Ok(history.current.source.bytes.clone()));
            self.add(
                address,
                planned
                    .with_header("Content-Type", "text/turtle; charset=utf-8")
                    .with_header("Content-Disposition", v1::attachment(name)),
            )
        };
        file(format!("/dependency-graph/{id}/download"), &format!("{id}.ttl"))?;
        if !is_default {
            return Ok(());
        }
        file("/dependency-graph.ttl".to_owned(), "svc-dependency-graph.ttl")?;
        let graph = &library.graphs.get(id).map(|model| &*model.current.content);
        if let Some(graph) = *graph {
            self.document("/dependencygraph/list", Class::Document, move || {
                Ok(v2::body(&v1::axiom_list(graph))?)
            })?;
        }
        Ok(())
    }

    fn vocabulary(&mut self) -> Result<(), PlanError> {
        let (catalog, pages) = (self.catalog, self.pages);
        let library = catalog.library;
        let history = &catalog.vocabulary;
        let current = &history.current;
        for facts in history.versions() {
            let verbatim = Bodies::Document(Box::new(|| Ok(facts.source.bytes.clone())));
            let planned = Planned::of_version(Class::VocabularyVersion, facts);
            let planned = Planned { cache: archived(facts), bodies: verbatim, ..planned };
            self.add(format!("/ns/versions/{}", facts.version), planned)?;
        }
        self.document("/ns/versions", Class::Document, move || Ok(v2::body(&v1::version_list(history))?))?;
        if let Some(log) = &library.vocabulary.change_log {
            self.document("/ns/changelog", Class::Document, move || Ok(v2::body(&v1::change_log(log))?))?;
        }
        let version_2 = v2::version_address(ModelKind::Vocabulary, current.id, current.version);
        let page = Bodies::Document(Box::new(|| Ok(pages.vocabulary()?.into_bytes())));
        let planned = Planned::of_version(Class::Vocabulary, current);
        self.add("/ns", Planned { bodies: page, linked: vec![version_2], ..planned })?;
        for (iri, _) in library.vocabulary.current.content.own_terms() {
            let Some(name) = iri.strip_prefix(&library.vocabulary.current.content.namespace) else {
                continue;
            };
            let page = Box::new(|| Ok(pages.term(iri)?.into_bytes()));
            let planned = Planned {
                bodies: Bodies::Term { vocabulary: current, iri, page },
                ..Planned::of_version(Class::VocabularyTerm, current)
            };
            self.add(format!("/ns/{name}"), planned)?;
        }
        Ok(())
    }
}

fn archived(facts: &VersionFacts<'_>) -> CacheState {
    if facts.is_latest() { CacheState::Current } else { CacheState::Immutable }
}
