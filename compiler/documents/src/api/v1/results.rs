use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::call::Call;
use super::parameters::{PORTS, SKIP, count_or};
use super::row::{Access, Media, Route, Row, Tag, Words};
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::Iri;
use crate::api::openapi::shapes::text;
use crate::api::v2::body;
use muniment_licenses::find::{Index, LicenseSearch, Ports, Row as Found, Window};

static KEYWORD: Parameter = Parameter::query(
    "keyword",
    "What the title or another name has to contain; letter case does not matter.",
    text,
)
.such_as(|| json!("attribution"));

static LIMIT: Parameter = Parameter::query(
    "limit",
    "Most rows. Once this or `skip` is sent the other stands at its default; with neither, every row comes back.",
    || count_or(10),
)
.faulty();

pub(super) static LIST_LICENSES: Row = Row {
    is_frozen: true,
    parameters: &[&KEYWORD, &SKIP, &LIMIT, &PORTS],
    ..Row::new(
        Route::get("/licenselibrary/list", "listLicenses", Access::Anyone),
        Words::of(
            Tag::Finding,
            "Records of the library",
            "By title, or with a keyword by how well the title matches. Test fixtures and composed licenses are never \
             listed. Without `skip` and `limit` every row comes back, whatever their defaults say.",
        ),
        Media::json::<Results<'_>>(),
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

/// Rows in the envelope of SPARQL results (spec:version-1#results-envelope). Its shape never changes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Results<'l> {
    head: Head,
    results: Rows<'l>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Head {
    link: [&'static str; 0],
    #[schemars(extend("const" = ["id", "title"]))]
    vars: [&'static str; 2],
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Rows<'l> {
    distinct: bool,
    ordered: bool,
    bindings: Vec<Binding<'l>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct Binding<'l> {
    id: Uri<String>,
    title: TitleLiteral<'l>,
}

/// An IRI in SPARQL results.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Uri<T> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "uri"))]
    kind: &'static str,
    value: Iri<T>,
}

impl<T> Uri<T> {
    pub(super) fn new(value: T) -> Self {
        Self { kind: "uri", value: Iri(value) }
    }
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(inline)]
struct TitleLiteral<'l> {
    #[serde(rename = "type")]
    #[schemars(extend("const" = "literal"))]
    kind: &'static str,
    /// On some rows only.
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
            id: Uri::new(site.license_iri(row.id)),
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
