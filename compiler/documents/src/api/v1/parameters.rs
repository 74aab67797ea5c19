use serde_json::{Value, json};

use super::call::{Call, DeprecateCall, Stored, Subject, VersionAsked};
use super::questions::{license_identified, license_named};
use super::{
    HistoryQuery, ListQuery, Operation, ParameterFault, Refused, Repository, faceted_search, search,
};
use crate::api::openapi::parameter::{Parameter, some_text, text_or};
use crate::api::openapi::schema::MODEL_ID;
use crate::api::openapi::shapes::{count, one_of, with};
use crate::api::v2::body;
use crate::wire::Target;
use muniment_licenses::find::{Comparison, Ports, Window};
use muniment_licenses::model::{GraphId, Library, LicenseId, LicenseNames};

pub(super) static LICENSE_ID: Parameter = Parameter::path(
    "license_id",
    "Identifier of a license; letter case does not matter.",
    || json!({"type": "string", "pattern": MODEL_ID}),
)
.faulty()
.such_as(|| json!("CC-BY-4.0"));

pub(super) static GRAPH_ID: Parameter =
    Parameter::path("graph_id", "Identifier of a dependency graph.", some_text)
        .of_a_graph()
        .such_as(|| json!(Library::DEFAULT_GRAPH));

pub(super) static GRAPH: Parameter = graph_parameter("graph", || text_or(Library::DEFAULT_GRAPH));

/// A graph that stands in the query.
pub(super) const fn graph_parameter(name: &'static str, schema: fn() -> Value) -> Parameter {
    let about = "A dependency graph by identifier, or by an IRI in the space of graphs or that of users.";
    Parameter::query(name, about, schema).useless().of_a_graph()
}

pub(super) static SKIP: Parameter = Parameter::query(
    "skip",
    "Rows passed over. Once this or `limit` is sent the other stands at its default; with neither, every row comes \
     back.",
    || count_or(0),
)
.faulty();

pub(super) static PORTS: Parameter = Parameter::query(
    "ports",
    "Which records: all of them, those that are no port of another record, or ports and grouped editions alone. The \
     last two make up the first.",
    || {
        let words = [Ports::Include, Ports::Exclude, Ports::Only].map(Ports::word);
        with(one_of(&words), "default", json!(Ports::default().word()))
    },
)
.faulty();

/// A count with a default.
pub(super) fn count_or(default: usize) -> Value {
    with(count(), "default", json!(default))
}

/// A license by any of its names: an identifier, or an SPDX identifier of a record.
pub(super) fn license_name() -> Value {
    json!({"type": "string", "pattern": "^[A-Za-z0-9._+ -]{1,160}$"})
}

/// The parameters of a request, read one after the other; what is faulty about them is collected.
pub(super) struct Parameters<'t> {
    operation: Operation,
    target: &'t Target,
    values: std::slice::Iter<'t, &'t str>,
    /// The values of the path that were read, as they are written in addresses of the tree.
    read: Vec<String>,
    pub(super) body: &'t [u8],
    pub(super) names: &'t LicenseNames<'t>,
    faults: Vec<ParameterFault>,
}

/// Characters and length of SPDX identifiers and expressions (spec:version-1#library-endpoints).
const SPDX_LENGTH: std::ops::RangeInclusive<usize> = 1..=160;

/// Characters of the reason for a deprecation.
const LONGEST_REASON: usize = 2_000;

impl<'t> Parameters<'t> {
    pub(super) fn new(
        operation: Operation,
        target: &'t Target,
        values: &'t [&'t str],
        body: &'t [u8],
        names: &'t LicenseNames<'t>,
    ) -> Self {
        let (values, read) = (values.iter(), Vec::new());
        Self { operation, target, values, read, body, names, faults: Vec::new() }
    }

    /// The call, unless a parameter was faulty.
    pub(super) fn finish(self, call: Option<Call>) -> Result<Call, Refused> {
        match call {
            Some(call) if self.faults.is_empty() => Ok(call),
            _ => Err(self.faults.into()),
        }
    }

    fn fault(&mut self, kind: &'static str, loc: &[&str], msg: impl Into<String>, input: impl Into<Value>) {
        self.faults.push(ParameterFault::new(kind, loc, msg, input));
    }

    /// The next part of the path that is a parameter.
    pub(super) fn value(&mut self) -> String {
        let value = self.values.next().copied().unwrap_or_default().to_owned();
        self.read.push(value.clone());
        value
    }

    /// The address of the tree with the values that were read.
    pub(super) fn stored(&mut self, of: Subject) -> Call {
        let values = std::mem::take(&mut self.read);
        Call::Stored(Stored { operation: self.operation, values, format: None, of })
    }

    /// The same for an address with forms.
    pub(super) fn stored_in_forms(&mut self, of: Subject) -> Call {
        let (values, format) = (std::mem::take(&mut self.read), self.format());
        Call::Stored(Stored { operation: self.operation, values, format, of })
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.target.parameter(name).map(str::to_owned)
    }

    /// Which formats there are depends on the resource; see [`choose`](crate::wire::choose).
    pub(super) fn format(&self) -> Option<String> {
        self.text("format")
    }

    pub(super) fn license_id(&mut self) -> Option<LicenseId> {
        let text = self.value();
        let id = text.parse().ok();
        if id.is_none() {
            let msg = "String should match pattern '^[A-Za-z0-9._-]{1,128}$'";
            self.fault("string_pattern_mismatch", &["path", "license_id"], msg, text);
        }
        id
    }

    /// What is no identifier of a graph names none.
    pub(super) fn graph_id(&mut self) -> Result<GraphId, Refused> {
        let text = self.value();
        text.parse().map_err(|_| Refused::unknown_graph(&text))
    }

    /// A graph by identifier or IRI (spec:version-1#graph-endpoints).
    pub(super) fn graph(&self, name: &str, default: &str) -> Result<GraphId, Refused> {
        let text = self.target.parameter(name).filter(|text| !text.is_empty()).unwrap_or(default);
        super::graph_named(text, self.names.site())
    }

    /// 0 and negative numbers are versions nobody published; anything else than an integer is a mistake.
    pub(super) fn version(&mut self) -> Option<VersionAsked> {
        let text = self.value();
        if !is_integer(&text) {
            self.fault("int_parsing", &["path", "version"], NO_INTEGER, text);
            return None;
        }
        let version = text.parse().map_or_else(|_| VersionAsked::Never(text), VersionAsked::Numbered);
        if let Some(read) = self.read.last_mut() {
            *read = version.to_string();
        }
        Some(version)
    }

    pub(super) fn spdx_id(&mut self) -> Option<String> {
        let text = self.value();
        let is_known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | ' ' | '-');
        if SPDX_LENGTH.contains(&text.len()) && text.chars().all(is_known) {
            return Some(text);
        }
        let msg = "String should match pattern '^[A-Za-z0-9.+ -]{1,160}$'";
        self.fault("string_pattern_mismatch", &["path", "spdx_id"], msg, text);
        None
    }

    pub(super) fn flag(&mut self, name: &str) -> bool {
        self.flag_or(name, false)
    }

    pub(super) fn flag_or(&mut self, name: &str, default: bool) -> bool {
        let Some(text) = self.target.parameter(name) else { return default };
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" | "t" | "y" => return true,
            "false" | "0" | "no" | "off" | "f" | "n" => {}
            _ => self.fault(
                "bool_parsing",
                &["query", name],
                "Input should be a valid boolean, unable to interpret input",
                text,
            ),
        }
        false
    }

    fn count(&mut self, name: &str) -> Option<usize> {
        let text = self.target.parameter(name)?;
        if !is_integer(text) {
            self.fault("int_parsing", &["query", name], NO_INTEGER, text);
        } else if text.starts_with('-') {
            let msg = "Input should be greater than or equal to 0";
            self.fault("greater_than_equal", &["query", name], msg, text);
        } else {
            // More than can be counted is all there is.
            return Some(text.parse().unwrap_or(usize::MAX));
        }
        None
    }

    fn ports(&mut self) -> Ports {
        let Some(word) = self.target.parameter("ports") else { return Ports::Include };
        Ports::from_word(word).unwrap_or_else(|| {
            let msg = "Input should be 'include', 'exclude' or 'only'";
            self.fault("enum", &["query", "ports"], msg, word);
            Ports::Include
        })
    }

    pub(super) fn list(&mut self) -> ListQuery {
        let keyword = self.text("keyword").filter(|keyword| !keyword.trim().is_empty());
        let (skip, limit) = (self.count("skip"), self.count("limit"));
        ListQuery { keyword, ports: self.ports(), window: Window::new(skip, limit) }
    }

    pub(super) fn history(&mut self) -> HistoryQuery {
        let HistoryQuery { skip, limit } = HistoryQuery::default();
        HistoryQuery { skip: self.count("skip").unwrap_or(skip), limit: self.count("limit").unwrap_or(limit) }
    }

    /// Operation 3, whose `limit` is a string with a sentence of its own (spec:version-1#frozen-operations).
    pub(super) fn search(&mut self) -> Result<Call, Refused> {
        let (skip, ports) = (self.count("skip"), self.ports());
        let search = search::parse(self.body).unwrap_or_else(|faults| {
            self.faults.extend(faults);
            search::Parsed::default()
        });
        let limit = match self.target.parameter("limit") {
            None => None,
            Some(text) if is_integer(text.trim()) && !text.trim().starts_with('-') => {
                Some(text.trim().parse().unwrap_or(usize::MAX))
            }
            Some(_) if !self.faults.is_empty() => None,
            Some(text) if is_integer(text.trim()) => {
                return Err(Refused::sentence(422, "limit must not be negative"));
            }
            Some(_) => return Err(Refused::sentence(422, "limit must be an integer value")),
        };
        let window = Window::new(skip, limit);
        Ok(Call::of_the_library(move |read| Ok(body(&faceted_search(read.index, &search, ports, window))?)))
    }

    /// Nothing succeeds itself (spec:version-1#library-endpoints).
    pub(super) fn deprecate(&mut self) -> Option<DeprecateCall> {
        let id = self.license_id();
        let successor = self.target.parameter("replaced_by").filter(|text| !text.is_empty());
        let replaced_by = successor.and_then(|text| license_identified(text, self.names));
        if let Some(text) = successor.filter(|_| replaced_by.is_none()) {
            let msg = "String should match pattern '^[A-Za-z0-9._-]{1,128}$'";
            self.fault("string_pattern_mismatch", &["query", "replaced_by"], msg, text);
        }
        let reason = self.text("reason").unwrap_or_default();
        if reason.chars().count() > LONGEST_REASON {
            let msg = format!("String should have at most {LONGEST_REASON} characters");
            self.fault("string_too_long", &["query", "reason"], msg, reason.as_str());
        }
        Some(DeprecateCall { id: id?, replaced_by, reason })
    }

    /// The next two parts of the path.
    pub(super) fn repository(&mut self) -> Result<Repository, Refused> {
        let (owner, name) = (self.value(), self.value());
        Repository::named(&owner, &name)
    }

    /// The parameter is named for the host it was made for.
    pub(super) fn repository_by_url(&mut self) -> Result<Option<Repository>, Refused> {
        let Some(text) = self.target.parameter("github_url") else {
            self.fault("missing", &["query", "github_url"], "Field required", Value::Null);
            return Ok(None);
        };
        Repository::read(text).map(Some)
    }

    /// The license a combined work would carry.
    pub(super) fn target_license(&self) -> Result<Option<LicenseId>, Refused> {
        self.target.parameter("target").map(|name| license_named(name, self.names)).transpose()
    }

    pub(super) fn compare(&mut self) -> Result<Option<Vec<LicenseId>>, Refused> {
        let Some(text) = self.target.parameter("ids") else {
            self.fault("missing", &["query", "ids"], "Field required", Value::Null);
            return Ok(None);
        };
        let mut ids = Vec::new();
        for id in text.split(',').map(str::trim) {
            match license_identified(id, self.names) {
                Some(id) => ids.push(id),
                None => return Err(Refused::sentence(422, format!("Not a license id: `{id}`"))),
            }
        }
        if !Comparison::RANGE.contains(&ids.len()) {
            return Err(Refused::sentence(422, "ids must name 2 to 20 licenses, divided by commas"));
        }
        Ok(Some(ids))
    }
}

const NO_INTEGER: &str = "Input should be a valid integer, unable to parse string as an integer";

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
