use serde::Serialize;

use super::frame::Frame;
use super::listing::{LinkTarget, Listing};
use super::{Directory, LIBRARY_INDEX, Page};

/// The library (`/license-library`): a list, and a search in browsers with scripts.
#[derive(Debug, Serialize)]
pub(super) struct LibraryPage<'a> {
    frame: Frame<'a>,
    records: usize,
    ports: usize,
    /// Address of the index.
    index: &'static str,
    listing: Listing<'a>,
}

/// The same list for frames (`/web/list`, `/web/wplist`).
#[derive(Debug, Serialize)]
pub(super) struct ListPage<'a> {
    frame: Frame<'a>,
    records: usize,
    /// Address of the search form.
    search: &'static str,
    listing: Listing<'a>,
}

impl Page for LibraryPage<'_> {
    const TEMPLATE: &'static str = "pages/library.html";
}

impl Page for ListPage<'_> {
    const TEMPLATE: &'static str = "pages/list.html";
}

impl<'a> LibraryPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        Self {
            frame: Frame::new(directory, "/license-library", String::new()),
            records: directory.licenses().count(),
            ports: directory.licenses().filter(|(_, license)| license.port_of.is_some()).count(),
            index: LIBRARY_INDEX,
            listing: Listing::new(directory, LinkTarget::ToRecords),
        }
    }
}

impl<'a> ListPage<'a> {
    /// The list with header and footer, or bare.
    pub(super) fn new(directory: &'a Directory<'_>, is_bare: bool) -> Self {
        let site = &directory.catalog.library.site;
        let (path, search) =
            if is_bare { ("/web/wplist", "/web/wpsearch") } else { ("/web/list", "/web/search") };
        let frame = Frame::unlisted(site, &directory.base_url, path);
        Self {
            frame: if is_bare { frame.bare() } else { frame },
            records: directory.licenses().count(),
            search,
            listing: Listing::new(directory, LinkTarget::ToFramedRecords),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    #[test]
    fn the_library_is_a_list_without_scripts() {
        let page = LibraryPage {
            frame: Frame::sample(),
            records: 3,
            ports: 1,
            index: LIBRARY_INDEX,
            listing: Listing::sample(),
        };
        let html = render(&templates::environment().unwrap(), &page).unwrap();
        for expected in [
            "&lt;script&gt;title&lt;/script&gt;",
            "<code>A-&lt;1.0&gt;</code>",
            "test fixture",
            "withdrawn",
            "<summary>1 port</summary>",
            "action=\"/web/searchresults\" method=\"post\"",
            "data-index=\"/assets/licenses.json\" hidden",
            "3 records",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
    }

    #[test]
    fn a_bare_list_is_the_list_and_nothing_else() {
        let page = |frame| ListPage { frame, records: 3, search: "/web/search", listing: Listing::sample() };
        let environment = templates::environment().unwrap();
        let whole = render(&environment, &page(Frame::sample())).unwrap();
        let bare = render(&environment, &page(Frame::sample().bare())).unwrap();
        for html in [&whole, &bare] {
            assert!(
                html.contains("&lt;script&gt;title&lt;/script&gt;") && html.contains("href=\"/web/search\"")
            );
        }
        assert!(whole.contains("class=\"site-head\"") && whole.contains("class=\"site-foot\""));
        for missing in ["site-head", "site-foot", "class=\"skip\"", "Closed on"] {
            assert!(!bare.contains(missing), "{missing} is in\n{bare}");
        }
    }
}
