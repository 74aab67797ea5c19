use serde::Serialize;

use super::frame::Frame;
use super::{Directory, Page};
use muniment_documents::api::v1;

/// A page to try every operation of an API version. A script renders it; the template has its container and a link
/// for browsers without scripts.
#[derive(Debug, Serialize)]
pub(super) struct InteractivePage<'a> {
    frame: Frame<'a>,
    /// Address of the `OpenAPI` document.
    document: &'a str,
    /// Version of the API.
    version: &'static str,
    /// Address of the documentation.
    documentation: &'static str,
}

impl Page for InteractivePage<'_> {
    const TEMPLATE: &'static str = "pages/interactive.html";
}

impl<'a> InteractivePage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, path: &str, document: &'a str) -> Self {
        let (version, documentation) =
            if path == v1::DOCS { ("1", v1::REDOC) } else { ("2", "/documentation/v2") };
        Self { frame: Frame::new(directory, path, String::new()), document, version, documentation }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{assets, render, templates};
    use super::*;

    #[test]
    fn the_page_loads_only_own_assets() {
        let page = InteractivePage {
            frame: Frame::sample(),
            document: "/v2/openapi.json",
            version: "2",
            documentation: "/documentation/v2",
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        let mut loaded: Vec<&str> =
            html.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let stylesheets = html.split("rel=\"stylesheet\" href=\"").skip(1);
        loaded.extend(stylesheets.filter_map(|rest| rest.split('"').next()));
        assert_eq!(loaded.len(), 5);
        for address in loaded {
            assert!(assets().unwrap().iter().any(|asset| asset.path == address), "{address}");
        }
        assert_eq!(
            html.matches("<script").count(),
            html.matches("></script>").count(),
            "no script in the page"
        );
        assert!(html.contains("data-document=\"/v2/openapi.json\"") && html.contains("<noscript>"));
    }
}
