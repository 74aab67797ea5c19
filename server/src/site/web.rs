use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use muniment_documents::api::v1::{Method, Refused};
use muniment_pages::{Search, SearchPage};
use serde_json::json;

use super::PageRequest;
use super::answer::{Problem, html, see_other};
use super::form::Form;
use super::origin::text;
use super::route::WebRoute;
use crate::app::App;
use crate::wire::{json as json_answer, redirect};

const COMPOSER: &str = "/license-composer";

impl App {
    /// What is below `/web` and not in the tree (spec:version-1#website-endpoints).
    pub(super) fn answer_web(&self, route: WebRoute, asked: PageRequest<'_>) -> Result<Response, Refused> {
        match (route, asked.method) {
            (WebRoute::Root, _) => Ok(moved("/")),
            (WebRoute::Compose, _) | (WebRoute::RetiredComposer, Method::Get) => Ok(moved(COMPOSER)),
            (WebRoute::RetiredComposer, Method::Post) => {
                let detail =
                    "This form is retired: nothing was read or kept. Compose licenses with the composer.";
                Ok(json_answer(StatusCode::GONE, &json!({"detail": detail, "composer": COMPOSER})))
            }
            // A request that follows a link to the results has no form.
            (WebRoute::Results { is_bare }, Method::Get) => {
                Ok(see_other(if is_bare { "/web/wpsearch" } else { "/web/search" }))
            }
            (WebRoute::Results { is_bare }, Method::Post) => self.search_results(is_bare, asked),
        }
    }

    /// What a search finds. It reads and changes nothing, so any page may send it: there is no token to bring back.
    fn search_results(&self, is_bare: bool, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let form = Form::parse(text(&asked.request.headers, CONTENT_TYPE.as_str()), asked.content)?;
        let (search, faults) = Search::read(|name| form.field(name));
        let page = SearchPage::new(&search, &faults, is_bare);
        if !faults.is_empty() {
            let problem = Problem::invalid("A field of the form cannot be read.");
            return html(self.pages().search(&page, is_bare), Some(&problem));
        }
        let index = self.served.loaded.index();
        html(self.pages().search(&page.with_results(index, &search.find(index)), is_bare), None)
    }
}

/// For addresses that will not come back.
fn moved(address: &str) -> Response {
    redirect(StatusCode::MOVED_PERMANENTLY, address).map(Body::from)
}
