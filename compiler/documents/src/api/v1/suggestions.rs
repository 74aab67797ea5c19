use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::call::{Call, Subject};
use super::row::{Access, Media, Route, Row, Tag, Words};
use crate::api::address::page_address;
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::{Iri, ModelId, Path, PerhapsModelId};
use crate::api::openapi::shapes::text;
use crate::api::v2::body;
use muniment_licenses::find::{Index, Ports, Suggestion};
use muniment_licenses::model::{LicenseId, ModelKind};

static QUERY: Parameter =
    Parameter::query("q", "What was typed so far.", text).such_as(|| json!("attribution"));

pub(super) static SUGGEST_LICENSES: Row = Row {
    is_open: false,
    parameters: &[&QUERY],
    ..Row::new(
        Route::get("/license-library/suggest", "suggestLicenses", Access::Anyone),
        Words::of(
            Tag::Finding,
            "Records somebody may mean",
            "At most ten for what was typed, those that are no port of another first. A word that is in no name \
             gets the three nearest names.",
        ),
        Media::json::<Vec<SuggestEntry<'_>>>(),
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
        Media::json::<Vec<CheckerLicense<'_>>>(),
        |sent| Ok(Some(sent.stored(Subject::Site))),
    )
};

/// A record that matches the words typed so far (spec:version-1#answer-objects, suggest entry).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SuggestEntry<'l> {
    id: ModelId<&'l str>,
    title: &'l str,
    url: Path,
    /// Identifier of the license that it is a port of; empty if it is no port.
    port_of: PerhapsModelId<&'l str>,
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
        id: ModelId(found.id.as_str()),
        title: &found.title.value,
        url: Path(page_address(ModelKind::License, found.id.as_str())),
        port_of: PerhapsModelId(parent.map(|(id, _)| id.as_str()).unwrap_or_default()),
        parent_title: parent.and_then(|(_, title)| title).map(|t| t.value.as_str()).unwrap_or_default(),
    }
}

/// A record that can be checked (spec:version-1#website-endpoints).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CheckerLicense<'l> {
    uri: Iri,
    id: ModelId<&'l str>,
    title: &'l str,
    port_of: PerhapsModelId<&'l str>,
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
                uri: Iri(library.site.license_iri(row.id)),
                id: ModelId(row.id.as_str()),
                title: &row.title.value,
                port_of: PerhapsModelId(parent.map(LicenseId::as_str).unwrap_or_default()),
            }
        })
        .collect()
}
