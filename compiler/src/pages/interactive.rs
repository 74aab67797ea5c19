use serde::Serialize;

use super::frame::Frame;
use super::{Directory, Page};
use crate::api::v2::Operation;

/// The interactive page of version 2. A script draws it; what stands here is its place and where to turn
/// without scripts.
#[derive(Debug, Serialize)]
pub(super) struct InteractivePage<'a> {
    frame: Frame<'a>,
    /// Address of the `OpenAPI` document.
    document: &'static str,
}

impl Page for InteractivePage<'_> {
    const TEMPLATE: &'static str = "pages/interactive.html";
}

impl<'a> InteractivePage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        Self {
            frame: Frame::new(directory, Operation::GetDocs.template(), String::new()),
            document: Operation::GetOpenApi.template(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{assets, render, templates};
    use super::*;

    #[test]
    fn everything_the_page_loads_is_an_asset_of_ours() {
        let page = InteractivePage { frame: Frame::sample(), document: "/v2/openapi.json" };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        let mut loaded: Vec<&str> =
            html.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let stylesheets = html.split("rel=\"stylesheet\" href=\"").skip(1);
        loaded.extend(stylesheets.filter_map(|rest| rest.split('"').next()));
        assert_eq!(loaded.len(), 5);
        for address in loaded {
            assert!(assets().iter().any(|asset| asset.path == address), "{address}");
        }
        assert_eq!(
            html.matches("<script").count(),
            html.matches("></script>").count(),
            "no script in the page"
        );
        assert!(html.contains("data-document=\"/v2/openapi.json\"") && html.contains("<noscript>"));
    }
}
