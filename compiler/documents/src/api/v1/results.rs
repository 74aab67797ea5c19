use serde::Serialize;

use super::call::Call;
use super::row::{Access, Media, Parameter, Route, Row, Tag, Words};
use crate::api::v2::body;
use muniment_licenses::find::{Index, LicenseSearch, Ports, Row as Found, Window};

pub(super) static LIST_LICENSES: Row = Row {
    is_frozen: true,
    parameters: &[Parameter::Keyword, Parameter::Skip, Parameter::Limit, Parameter::Ports],
    ..Row::new(
        Route::get("/licenselibrary/list", "listLicenses", Access::Anyone),
        Words::of(
            Tag::Finding,
            "Records of the library",
            "By title, or with a keyword by how well the title matches. Test fixtures and composed licenses are never \
             listed. Without `skip` and `limit` every row comes back, whatever their defaults say.",
        ),
        Media::Document("Results"),
        |sent| {
            let query = sent.list();
            Ok(Some(Call::of_the_library(move |read| Ok(body(&list(read.index, &query))?))))
        },
    )
};

/// What a list is asked for (spec:version-1#frozen-operations, operation 2).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListQuery {
    /// What titles or alternatives have to contain.
    pub keyword: Option<String>,
    /// Which records.
    pub ports: Ports,
    /// Which of the rows.
    pub window: Window,
}

/// Rows in the envelope of SPARQL results (spec:version-1#results-envelope), frozen.
#[derive(Debug, Clone, Serialize)]
pub struct Results<'l> {
    head: Head,
    results: Rows<'l>,
}

#[derive(Debug, Clone, Serialize)]
struct Head {
    link: [&'static str; 0],
    vars: [&'static str; 2],
}

#[derive(Debug, Clone, Serialize)]
struct Rows<'l> {
    distinct: bool,
    ordered: bool,
    bindings: Vec<Binding<'l>>,
}

#[derive(Debug, Clone, Serialize)]
struct Binding<'l> {
    id: Address,
    title: TitleLiteral<'l>,
}

#[derive(Debug, Clone, Serialize)]
struct Address {
    #[serde(rename = "type")]
    kind: &'static str,
    value: String,
}

#[derive(Debug, Clone, Serialize)]
struct TitleLiteral<'l> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(rename = "xml:lang", skip_serializing_if = "Option::is_none")]
    language: Option<&'l str>,
    value: &'l str,
}

/// The list of records (operation 2): by title, or with a keyword by how well the title matches it.
#[must_use]
pub fn list<'l>(index: &Index<'l>, query: &ListQuery) -> Results<'l> {
    results(index, query.window.of(&index.list(query.keyword.as_deref(), query.ports)))
}

/// The records a faceted search finds (operation 3), by title.
#[must_use]
pub fn faceted_search<'l>(
    index: &Index<'l>,
    search: &LicenseSearch,
    ports: Ports,
    window: Window,
) -> Results<'l> {
    results(index, window.of(&index.search(search, ports)))
}

fn results<'l>(index: &Index<'l>, rows: &[Found<'l>]) -> Results<'l> {
    let site = &index.library().site;
    let bindings = rows
        .iter()
        .map(|row| Binding {
            id: Address { kind: "uri", value: site.license_iri(row.id) },
            title: TitleLiteral {
                kind: "literal",
                language: row.title.language.as_deref(),
                value: &row.title.value,
            },
        })
        .collect();
    Results {
        head: Head { link: [], vars: ["id", "title"] },
        results: Rows { distinct: false, ordered: true, bindings },
    }
}
