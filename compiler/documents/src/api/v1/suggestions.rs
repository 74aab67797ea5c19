use serde::Serialize;

use super::call::{Call, Subject};
use super::row::{Access, Media, Parameter, Route, Row, Tag, Words};
use crate::api::address::page_address;
use crate::api::v2::body;
use muniment_licenses::find::{Index, Ports, Suggestion};
use muniment_licenses::model::{LicenseId, ModelKind};

pub(super) static SUGGEST_LICENSES: Row = Row {
    is_open: false,
    parameters: &[Parameter::Query],
    ..Row::new(
        Route::get("/license-library/suggest", "suggestLicenses", Access::Anyone),
        Words::of(
            Tag::Finding,
            "Records somebody may mean",
            "At most ten for what was typed, those that are no port of another first. A word that is in no name \
                 gets the \
             three nearest names.",
        ),
        Media::List("SuggestEntry"),
        |sent| {
            let keyword = sent.text("q").unwrap_or_default();
            Ok(Some(Call::of_the_library(move |read| Ok(body(&suggestions(read.index, &keyword))?))))
        },
    )
};

pub(super) static LIST_CHECKER_LICENSES: Row = Row {
    is_open: false,
    ..Row::new(
        Route::get("/license-compatibility-checker/licenses", "listCheckerLicenses", Access::Anyone),
        Words::of(
            Tag::Website,
            "Licenses the checker of the site knows",
            "Every record that is listed, those that are no port of another first, each by title.",
        ),
        Media::List("CheckerLicense"),
        |sent| Ok(Some(sent.stored(Subject::Site))),
    )
};

/// A record somebody may mean (spec:version-1#answer-objects, suggest entry).
#[derive(Debug, Clone, Serialize)]
pub struct SuggestEntry<'l> {
    id: &'l str,
    title: &'l str,
    url: String,
    port_of: &'l str,
    parent_title: &'l str,
}

/// Suggestions for what somebody typed, parents before ports; none for nothing.
#[must_use]
pub fn suggestions<'l>(index: &Index<'l>, keyword: &str) -> Vec<SuggestEntry<'l>> {
    index.suggest(keyword).iter().map(entry).collect()
}

fn entry<'l>(found: &Suggestion<'l>) -> SuggestEntry<'l> {
    let parent = found.parent;
    SuggestEntry {
        id: found.id.as_str(),
        title: &found.title.value,
        url: page_address(ModelKind::License, found.id.as_str()),
        port_of: parent.map(|(id, _)| id.as_str()).unwrap_or_default(),
        parent_title: parent.and_then(|(_, title)| title).map(|t| t.value.as_str()).unwrap_or_default(),
    }
}

/// A record that can be checked (spec:version-1#website-endpoints).
#[derive(Debug, Clone, Serialize)]
pub struct CheckerLicense<'l> {
    uri: String,
    id: &'l str,
    title: &'l str,
    port_of: &'l str,
}

/// Every record that can be checked against another: parents before ports, each by title.
#[must_use]
pub fn checker_licenses<'l>(index: &Index<'l>) -> Vec<CheckerLicense<'l>> {
    let library = index.library();
    [Ports::Exclude, Ports::Only]
        .into_iter()
        .flat_map(|ports| index.list(None, ports))
        .map(|row| {
            let model = library.licenses.get(row.id);
            let parent = model.and_then(|model| model.current.content.port_of.as_ref());
            CheckerLicense {
                uri: library.site.license_iri(row.id),
                id: row.id.as_str(),
                title: &row.title.value,
                port_of: parent.map(LicenseId::as_str).unwrap_or_default(),
            }
        })
        .collect()
}
