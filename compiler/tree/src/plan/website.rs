use std::collections::BTreeSet;
use std::io;

use super::{PlanError, Planned, Planner, RenderError, Subject};
use muniment_documents::api::agreement::Agreements;
use muniment_documents::api::{library_index, v1, v2};
use muniment_documents::wire::{Class, DRAWN_PAGE_POLICY, PAGE_POLICY, Representation};
use muniment_licenses::model::LicenseId;
use muniment_pages::checker::pair_address;
use muniment_pages::{self as pages, AGREEMENT, Asset, Faults, PageError, Search, SearchPage, version_page};

/// Where hosts of plain files look for what they send for an address without a file.
const NOT_FOUND: &str = "/404.html";

type RenderPage<'c> = Box<dyn Fn() -> Result<String, PageError> + Send + Sync + 'c>;

impl<'c> Planner<'c, '_, '_> {
    /// Pages and their files.
    pub(super) fn website(&mut self) -> Result<(), PlanError> {
        let (catalog, current, pages) = (self.catalog, self.current, self.pages);
        let has_dumps = self.settings.dumps;
        self.page("/", Box::new(|| pages.home()))?;
        self.page("/releases", Box::new(move || pages.releases(current, has_dumps)))?;
        self.page("/changes", Box::new(|| pages.changes(current)))?;
        for address in pages.days_of_changes(current) {
            let page = address.clone();
            self.page(address, Box::new(move || pages.changes_of_day(current, &page)))?;
        }
        self.page("/documentation", Box::new(|| pages.documentation_index(current)))?;
        // The page shows the hash of a record.
        self.page("/documentation/v2", Box::new(|| pages.documentation()))?;
        self.agreement_pages()?;
        self.lists(Self::lasting_pages)?;
        self.records(|planner, id, history| {
            let address = record_page(id);
            planner.page(address.clone(), Box::new(|| pages.record(history)))?;
            if let Some(address) = pages.text_address(id) {
                planner.page(address, Box::new(|| pages.text(history)))?;
            }
            if let Some((address, text)) = pages.text_file(id) {
                planner.file(address, "text/plain; charset=utf-8", || Ok(text.as_bytes().to_vec()))?;
            }
            for facts in &history.archived {
                let version = facts.version;
                let page = move || pages.record_version(history, version);
                planner.page(version_page(id, version), Box::new(page))?;
            }
            let framed = Planned { linked: vec![address], ..Planned::new(Class::FramedPage) };
            let policy = planner.settings.frame_policy();
            planner.add(format!("/web/license/{id}"), framed.with_header("Content-Security-Policy", policy))
        })?;
        self.pairs()?;
        self.page("/dependency-graph", Box::new(|| pages.graphs()))?;
        for (id, history) in &catalog.graphs {
            self.page(format!("/dependency-graph/{id}"), Box::new(|| pages.graph(history)))?;
        }
        let pages = self.addresses.iter().filter(|(_, planned)| planned.class == Class::Page);
        // Who searches looks for what a license states now.
        let pages = pages.filter(|(address, _)| !address.contains("/versions/"));
        let others = catalog.licenses.keys().filter(|id| !self.scope.holds(id));
        let others = others.flat_map(|id| [record_page(id)].into_iter().chain(self.pages.text_address(id)));
        let addresses: BTreeSet<String> = pages.map(|(address, _)| address.clone()).chain(others).collect();
        let addresses: Vec<String> =
            addresses.into_iter().map(|address| format!("{}{address}", self.settings.base_url)).collect();
        let sitemap = format!("{}/sitemap.xml", self.settings.base_url);
        self.file("/sitemap.xml", "application/xml", move || Ok(pages::sitemap(&addresses).into_bytes()))?;
        self.file(
            "/robots.txt",
            "text/plain; charset=utf-8",
            move || Ok(pages::robots(&sitemap).into_bytes()),
        )
    }

    /// Pages of each two of the best known licenses.
    fn pairs(&mut self) -> Result<(), PlanError> {
        let (catalog, pages) = (self.catalog, self.pages);
        let record = |id: &LicenseId| catalog.licenses.get_key_value(id.as_str()).map(|(id, _)| *id);
        for (one, other) in pages.pairs() {
            let Some(first) = record(one) else { continue };
            let second = other.and_then(record);
            self.subject = second.map_or(Subject::Record(first), |second| Subject::Pair(first, second));
            self.page(pair_address(first, second), Box::new(move || pages.pair(one, other)))?;
        }
        self.subject = Subject::State;
        Ok(())
    }

    /// Pages that list records or depend on none, and the files of pages.
    fn lasting_pages(&mut self) -> Result<(), PlanError> {
        let (catalog, pages) = (self.catalog, self.pages);
        self.page("/license-library", Box::new(|| pages.library()))?;
        self.page("/compatibility", Box::new(|| pages.matrix()))?;
        self.page("/privacy", Box::new(|| pages.privacy()))?;
        self.page("/imprint", Box::new(|| pages.imprint()))?;
        self.framed_pages()?;
        self.page("/spec", Box::new(|| pages.vocabulary()))?;
        self.page("/documentation/deprecation", Box::new(|| pages.deprecation()))?;
        for page in &pages::SPECIFICATION {
            self.page(page.path, Box::new(move || pages.specification(page)))?;
        }
        self.drawn_page(v1::DOCS, Box::new(|| pages.interactive(v1::DOCS, v1::OPENAPI)))?;
        self.drawn_page(v1::REDOC, Box::new(|| pages.reference()))?;
        let (docs, openapi) = (v2::Operation::GetDocs.template(), v2::Operation::GetOpenApi.template());
        self.document(docs, Class::Docs, move || Ok(pages.interactive(docs, openapi)?.into_bytes()))?;
        // Not below `/license-library`, where every name may be a record.
        self.file(pages::LIBRARY_INDEX, "application/json", || Ok(v2::body(&library_index(catalog))?))?;
        for path in pages::served_pages() {
            let page = move || Ok(pages.without_server(path)?.into_bytes());
            self.document(path, Class::ServerPage, page)?;
        }
        let not_found = Planned::document(Class::Asset, || Ok(pages.not_found()?.into_bytes()));
        let not_found = not_found.with_header("Content-Type", Representation::Html.media_type());
        self.add(NOT_FOUND, not_found.with_header("Content-Security-Policy", PAGE_POLICY))?;
        let unreadable =
            |error: io::Error| PlanError::Document { address: "/assets".to_owned(), source: error.into() };
        for Asset { path, media_type, bytes } in pages::assets().map_err(unreadable)? {
            self.file(path, media_type, move || Ok(bytes.clone()))?;
        }
        Ok(())
    }

    /// Pages and files about the agreement with tables of experts.
    fn agreement_pages(&mut self) -> Result<(), PlanError> {
        let pages = self.pages;
        let Some(agreements) = pages.agreements() else { return Ok(()) };
        let Agreements { index, tables } = agreements;
        self.page(AGREEMENT, Box::new(|| pages.agreement(agreements)))?;
        self.file(format!("{AGREEMENT}.json"), "application/json", || Ok(v2::body(index)?))?;
        for table in tables {
            let address = format!("{AGREEMENT}/{}", table.name());
            self.file(format!("{address}.json"), "application/json", || Ok(v2::body(table)?))?;
            self.page(address, Box::new(|| pages.agreement_table(table)))?;
        }
        Ok(())
    }

    /// Pages that other sites may frame, without those of records (spec:version-1#website-endpoints).
    fn framed_pages(&mut self) -> Result<(), PlanError> {
        let (pages, policy) = (self.pages, self.settings.frame_policy());
        for (list, search, is_bare) in
            [("/web/list", "/web/search", false), ("/web/wplist", "/web/wpsearch", true)]
        {
            let list_page =
                Planned::document(Class::FramedPage, move || Ok(pages.list(is_bare)?.into_bytes()));
            self.add(list, list_page.with_header("Content-Security-Policy", policy.as_str()))?;
            let search_page = Planned::document(Class::FramedPage, move || {
                let (nothing, faults) = (Search::default(), Faults::new());
                Ok(pages.search(&SearchPage::new(&nothing, &faults, is_bare), is_bare)?.into_bytes())
            });
            self.add(search, search_page.with_header("Content-Security-Policy", policy.as_str()))?;
        }
        Ok(())
    }

    fn page(&mut self, address: impl Into<String>, render: RenderPage<'c>) -> Result<(), PlanError> {
        self.document(address, Class::Page, move || Ok(render()?.into_bytes()))
    }

    /// A page that a third-party script renders.
    fn drawn_page(&mut self, address: &str, render: RenderPage<'c>) -> Result<(), PlanError> {
        let page = Planned::document(Class::Page, move || Ok(render()?.into_bytes()));
        self.add(address, page.with_header("Content-Security-Policy", DRAWN_PAGE_POLICY))
    }

    pub(super) fn file(
        &mut self,
        address: impl Into<String>,
        media_type: &str,
        render: impl Fn() -> Result<Vec<u8>, RenderError> + Send + Sync + 'c,
    ) -> Result<(), PlanError> {
        let planned = Planned::document(Class::Asset, render);
        self.add(address, planned.with_header("Content-Type", media_type))
    }
}

fn record_page(id: &str) -> String {
    format!("/license-library/{id}")
}
