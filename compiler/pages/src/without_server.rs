use serde::Serialize;

use super::Page;
use super::directory::Directory;
use super::frame::Frame;

/// A page that a server fills, as hosts of plain files send it.
#[derive(Debug, Serialize)]
pub(super) struct WithoutServerPage<'a> {
    frame: Frame<'a>,
    instead: Instead,
}

/// What answers without a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Instead {
    /// The command, and the pages of records and pairs.
    Check,
    /// The command.
    Audit,
    /// The command.
    Compare,
    /// Nothing.
    Nothing,
}

impl Instead {
    fn of(path: &str) -> Self {
        match path {
            "/audit" | "/repo-license-compatibility-checker" => Self::Audit,
            "/dependency-graph/compare" => Self::Compare,
            _ if path.starts_with("/license-compatibility-checker") => Self::Check,
            _ => Self::Nothing,
        }
    }
}

impl Page for WithoutServerPage<'_> {
    const TEMPLATE: &'static str = "pages/without_server.html";
}

impl<'a> WithoutServerPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, path: &str) -> Self {
        let site = &directory.catalog.library.site;
        Self { frame: Frame::unlisted(site, &directory.base_url, path), instead: Instead::of(path) }
    }
}
