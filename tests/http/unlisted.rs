//! §4: composed licenses and account graphs resolve by identifier behind a seam, and are never listed. Asked in
//! process, since no deployment has any yet.

use std::path::Path;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::response::Response;
use http::Request;
use http::request::Parts;
use muniment::api::v2::{Call, Problem, ProblemKind, Refused};
use muniment::load::load;
use muniment::wire::Target;
use muniment_server::edge::Tree;
use muniment_server::knowledge::Knowledge;
use muniment_server::v2::{Found, Unlisted, Version2};

use crate::server::{Server, repository};

/// Knows one license and one graph, of which the caller may not see the second; notes what it is asked.
#[derive(Debug, Clone, Default)]
struct Shelf {
    asked: Arc<Mutex<Vec<String>>>,
}

const LICENSE: &str = "s0mEc0mp0sedL1censes0mEc0mp0sedL";
const GRAPH: &str = "s0mEacc0untGraphs0mEacc0untGraph";

impl Unlisted for Shelf {
    fn find<'a>(&'a self, call: &'a Call, _: &'a Parts) -> Found<'a> {
        Box::pin(async move {
            let (Call::Version(model, ..) | Call::Versions(model)) = call else { panic!("{call:?}") };
            self.asked.lock().unwrap().push(model.id.clone());
            match model.id.as_str() {
                LICENSE => Ok(Some(Response::new(Body::from("a composed license")))),
                GRAPH => Err(Refused::new(ProblemKind::Unauthenticated, "this graph is an account's")),
                _ => Ok(None),
            }
        })
    }
}

async fn ask(version_2: &Version2, path: &str) -> Result<Response, Refused> {
    let (parts, ()) = Request::builder().uri(path).body(()).unwrap().into_parts();
    version_2.answer(&Target::parse(path, None).unwrap(), &parts).await
}

/// Version 2 over the small library, with a shelf.
fn over_small(site: &Path) -> (Version2, Shelf) {
    let data = repository().join("tests/fixtures/small");
    drop(Server::start(&data, site, &[]));
    let tree = Tree::open(&site.join("current")).unwrap();
    let knowledge = Knowledge::new(load(&data).library.unwrap());
    let shelf = Shelf::default();
    (Version2::new(Arc::new(tree), Arc::new(knowledge), Box::new(shelf.clone())), shelf)
}

#[tokio::test]
async fn models_outside_the_library_resolve_by_identifier_and_only_they_are_looked_for() {
    let site = tempfile::tempdir().unwrap();
    let (version_2, shelf) = over_small(site.path());
    for below in ["", "/versions", "/versions/1"] {
        let found = ask(&version_2, &format!("/v2/licenses/{LICENSE}{below}")).await.unwrap();
        assert_eq!(found.status(), 200, "{below}");
        let refused = ask(&version_2, &format!("/v2/dependency-graphs/{GRAPH}{below}")).await.unwrap_err();
        assert_eq!(refused.kind, ProblemKind::Unauthenticated, "{below}");
    }
    let nothing = ask(&version_2, "/v2/licenses/Nope-1.0").await.unwrap_err();
    assert_eq!(nothing.kind, ProblemKind::LicenseNotFound);
    let found: Vec<String> = std::mem::take(&mut shelf.asked.lock().unwrap());
    assert_eq!(found, [LICENSE, GRAPH, LICENSE, GRAPH, LICENSE, GRAPH, "Nope-1.0"]);

    for path in ["/v2/licenses/GPL-3.0-only", "/v2/licenses", "/v2/changes", "/v2/vocabulary"] {
        ask(&version_2, path).await.unwrap();
    }
    for path in ["/v2/licenses/gpl-3.0-ONLY/versions/9", "/v2/licenses/GPL-3.0-only/versions/0"] {
        let refused = ask(&version_2, path).await.unwrap_err();
        assert_eq!(refused.kind, ProblemKind::VersionNotFound, "{path}");
    }
    assert!(shelf.asked.lock().unwrap().is_empty(), "the library has these");
}

#[test]
fn a_refusal_without_credentials_names_the_scheme() {
    let library =
        muniment::load::load(&crate::server::repository().join("tests/fixtures/small")).library.unwrap();
    let pages = muniment::pages::ErrorPages::new(&library.site).unwrap();
    let problems =
        muniment_server::problem::Problems::new("https://muniment.example/documentation/v2", pages);
    let asked = muniment_server::problem::Asked {
        path: format!("/v2/dependency-graphs/{GRAPH}"),
        request_id: "1".to_owned(),
    };
    let response = problems.refused(Refused::new(ProblemKind::Unauthenticated, "an account's"), &asked);
    assert_eq!(response.status(), 401);
    assert_eq!(response.headers()["www-authenticate"], "Bearer");
    assert_eq!(response.headers()["content-type"], Problem::MEDIA_TYPE);
    let forbidden = problems.refused(Refused::new(ProblemKind::Forbidden, "not yours"), &asked);
    assert_eq!((forbidden.status().as_u16(), forbidden.headers().get("www-authenticate")), (403, None));
}
