use std::fmt::Display;
use std::str::FromStr;

use super::containment::word_of;
use super::{
    AskedPart, ChangesQuery, ContainmentQuestion, Cursor, DEFAULT_LIMIT, ListQuery, MAX_LIMIT, Operation,
    ParameterFault, ProblemKind, Refused,
};
use crate::wire::{BrokenEncoding, Representation, Target};
use muniment_library::history::Since;
use muniment_licenses::find::Ports;
use muniment_licenses::model::{Day, GraphId, LicenseId, ModelKind, ReleaseId, VersionNumber};
use muniment_licenses::reason::{Context, Purpose, Shipping, Use};

/// A request of version 2 whose every parameter is sound; whether there is such a thing is not yet asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// A resource without parameters.
    Fixed(Operation),
    /// A page of licenses or of dependency graphs.
    List(ModelKind, ListQuery),
    /// A version of a model, in the form `format` names if it is given.
    Version(ModelName, VersionAsked, Option<Representation>),
    /// Every version of a model.
    Versions(ModelName),
    /// The manifest of a release.
    Release(ReleaseId),
    /// A page of the change feed.
    Changes(ChangesQuery),
    /// Whether a part may go into a work, in the form `format` names if it is given.
    Containment(ContainmentQuestion, Option<Representation>),
}

/// A model as a request names it; the letter case of the identifier may differ from the record's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelName {
    /// A license.
    License(LicenseId),
    /// A dependency graph.
    DependencyGraph(GraphId),
    /// The vocabulary.
    Vocabulary,
}

impl ModelName {
    /// What it is.
    #[must_use]
    pub fn kind(&self) -> ModelKind {
        match self {
            Self::License(_) => ModelKind::License,
            Self::DependencyGraph(_) => ModelKind::DependencyGraph,
            Self::Vocabulary => ModelKind::Vocabulary,
        }
    }

    /// Its identifier; empty for the vocabulary, of which there is one.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::License(id) => id.as_str(),
            Self::DependencyGraph(id) => id.as_str(),
            Self::Vocabulary => "",
        }
    }
}

/// Which version of a model a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionAsked {
    /// The current one.
    Current,
    /// One by number.
    Numbered(VersionNumber),
    /// A number no version has: 0, negative, or beyond counting.
    Never(String),
}

impl Call {
    /// Reads a request that posts a document: a question about containment.
    ///
    /// # Errors
    /// No operation at the path takes a document, or `format` is faulty.
    pub fn parse_post(
        target: &Target,
        content: &[u8],
    ) -> Result<(ContainmentQuestion, Option<Representation>), Refused> {
        if !Operation::takes_post(&target.segments) {
            let detail =
                "version 2 is read-only, and only answers questions that are posted to /v2/containment";
            return Err(Refused::new(ProblemKind::MethodNotAllowed, detail));
        }
        let mut parameters = Parameters { target, values: Vec::new().into_iter(), faults: Vec::new() };
        let format = parameters.format(&Representation::OF_AN_ANSWER);
        let mut question = ContainmentQuestion::read(content);
        question.faults.append(&mut parameters.faults);
        Ok((question, format))
    }

    /// Reads a request (spec:version-2#parameters); refused with every faulty parameter at once.
    pub fn parse(target: &Target) -> Result<Self, Refused> {
        let Some((operation, values)) = Operation::of_path(&target.segments) else {
            let path = target.segments.join("/");
            return Err(Refused::new(
                ProblemKind::RouteNotFound,
                format!("version 2 has nothing at /{path}; GET /v2 lists what it has"),
            ));
        };
        let mut parameters = Parameters { target, values: values.into_iter(), faults: Vec::new() };
        match (operation.row().parse)(&mut parameters) {
            Some(call) if parameters.faults.is_empty() => Ok(call),
            // What has not the form of a release identifier names no release, and is no mistake
            // (spec:version-2#parameters).
            None if parameters.faults.is_empty() => {
                Err(Refused::unknown_release(target.segments.last().map(String::as_str).unwrap_or_default()))
            }
            _ => Err(Refused::parameters(parameters.faults)),
        }
    }
}

/// Reads the parameters of a request. No call means that one is faulty, or that a release identifier is none.
pub(super) type Parse = fn(&mut Parameters<'_>) -> Option<Call>;

/// The parameters of a request, read one after the other; what is faulty about them is collected.
pub(super) struct Parameters<'t> {
    target: &'t Target,
    values: std::vec::IntoIter<&'t str>,
    faults: Vec<ParameterFault>,
}

impl<'t> Parameters<'t> {
    pub(super) fn current(&mut self, kind: ModelKind) -> Option<Call> {
        let (model, format) = (self.model(kind), self.format(&Representation::OF_A_VERSION));
        Some(Call::Version(model?, VersionAsked::Current, format))
    }

    pub(super) fn numbered(&mut self, kind: ModelKind) -> Option<Call> {
        let (model, version) = (self.model(kind), self.version());
        let format = self.format(&Representation::OF_A_VERSION);
        Some(Call::Version(model?, version?, format))
    }

    pub(super) fn versions(&mut self, kind: ModelKind) -> Option<Call> {
        self.model(kind).map(Call::Versions)
    }

    pub(super) fn release(&mut self) -> Option<Call> {
        Some(Call::Release(self.values.next()?.parse().ok()?))
    }

    /// The value of a query parameter; no `Ok` where it cannot be read, which is a fault.
    fn text(&mut self, name: &str) -> Result<Option<&'t str>, BrokenEncoding> {
        let value = self.target.value(name).transpose();
        if value.is_err() {
            self.fault("query", name, "the percent-encoding is broken, or it is not UTF-8".to_owned());
        }
        value
    }

    fn fault(&mut self, location: &'static str, name: &str, detail: String) {
        self.faults.push(ParameterFault::new(location, name, detail));
    }

    fn model(&mut self, kind: ModelKind) -> Option<ModelName> {
        Some(match kind {
            ModelKind::License => ModelName::License(self.identifier("license_id")?),
            ModelKind::DependencyGraph => ModelName::DependencyGraph(self.identifier("graph_id")?),
            ModelKind::Vocabulary => ModelName::Vocabulary,
        })
    }

    fn identifier<I: FromStr<Err: Display>>(&mut self, name: &str) -> Option<I> {
        let id = self.values.next().unwrap_or_default().parse();
        id.map_err(|error: I::Err| self.fault("path", name, error.to_string())).ok()
    }

    /// 0 and negative numbers are versions nobody published; anything else than an integer is a mistake.
    fn version(&mut self) -> Option<VersionAsked> {
        let text = self.values.next().unwrap_or_default();
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            self.fault("path", "version", format!("`{text}` is not an integer"));
            return None;
        }
        Some(text.parse().map_or_else(|_| VersionAsked::Never(text.to_owned()), VersionAsked::Numbered))
    }

    fn format(&mut self, offered: &[Representation]) -> Option<Representation> {
        let format = self.text("format").ok()??;
        let selected = Representation::from_key(format).filter(|form| offered.contains(form));
        if selected.is_none() {
            let known: Vec<&str> = offered.iter().map(|r| r.key()).collect();
            self.fault("query", "format", format!("`{format}` is not one of {}", known.join(", ")));
        }
        selected
    }

    fn limit(&mut self) -> Option<usize> {
        let Some(text) = self.text("limit").ok()? else { return Some(DEFAULT_LIMIT) };
        let is_integer = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let limit = text.parse().ok().filter(|limit| is_integer && (1..=MAX_LIMIT).contains(limit));
        if limit.is_none() {
            self.fault("query", "limit", format!("`{text}` is not an integer from 1 to {MAX_LIMIT}"));
        }
        limit
    }

    /// The key a cursor of a list names; `list` is none when the filters of the list are faulty themselves.
    fn cursor(&mut self, list: Option<Vec<String>>, key_length: usize) -> Option<Vec<String>> {
        let text = self.text("cursor").ok()??;
        let cursor = Cursor::decode(text);
        let key = match list {
            Some(list) => cursor.and_then(|cursor| cursor.key_in(&list, key_length)),
            None => cursor.map(|_| Vec::new()),
        };
        if let Err(error) = &key {
            self.fault("query", "cursor", error.to_string());
        }
        key.ok()
    }

    pub(super) fn list(&mut self, kind: ModelKind) -> Option<Call> {
        let limit = self.limit();
        let ports = if kind == ModelKind::License { self.ports() } else { Some(Ports::Include) };
        let list = ports.map(|ports| ListQuery::list(kind, ports));
        let after = self.cursor(list, 1).and_then(|mut key| key.pop());
        Some(Call::List(kind, ListQuery { limit: limit?, after, ports: ports? }))
    }

    fn ports(&mut self) -> Option<Ports> {
        let Some(word) = self.text("ports").ok()? else { return Some(Ports::Include) };
        let ports = Ports::from_word(word);
        if ports.is_none() {
            self.fault("query", "ports", format!("`{word}` is not one of include, exclude, only"));
        }
        ports
    }

    pub(super) fn changes(&mut self) -> Option<ChangesQuery> {
        let (since, kinds, limit) = (self.since(), self.kinds(), self.limit());
        let list = since.as_ref().zip(kinds.as_ref()).map(|(since, kinds)| ChangesQuery::list(since, kinds));
        let after = self.cursor(list, 4);
        Some(ChangesQuery { since: since?, kinds: kinds?, limit: limit?, after })
    }

    fn since(&mut self) -> Option<Since> {
        let Some(text) = self.text("since").ok()? else { return Some(Since::Beginning) };
        let day = text.parse::<Day>().map(Since::Day);
        let since = day.or_else(|_| text.parse::<ReleaseId>().map(Since::Release)).ok();
        if since.is_none() {
            self.fault("query", "since", format!("`{text}` is neither a date nor a release identifier"));
        }
        since
    }

    fn kinds(&mut self) -> Option<Vec<ModelKind>> {
        let Some(text) = self.text("kind").ok()? else { return Some(ModelKind::ALL.to_vec()) };
        let mut kinds = Vec::new();
        for word in text.split(',') {
            match ModelKind::ALL.into_iter().find(|kind| kind.name() == word) {
                Some(kind) => kinds.push(kind),
                None => {
                    let known = ModelKind::ALL.map(ModelKind::name).join(", ");
                    self.fault("query", "kind", format!("`{word}` is not one of {known}"));
                    return None;
                }
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        Some(kinds)
    }

    /// Faults go along, because those of the names of licenses are still to be found.
    pub(super) fn containment(&mut self) -> Call {
        let (part, work) = (self.required("in"), self.required("out"));
        let default = Context::default();
        let usage = self.word("use", Use::ALL);
        let shipping = self.word("ship", Shipping::ALL);
        let modified = self.word("modified", &[(true, "true"), (false, "false")]);
        let purpose = self.word("purpose", Purpose::ALL);
        let context = Context {
            usage: usage.unwrap_or(default.usage),
            shipping: shipping.unwrap_or(default.shipping),
            modified: modified.unwrap_or(default.modified),
            purpose: purpose.unwrap_or(default.purpose),
        };
        let prefer = self.text("prefer").ok().flatten();
        let prefer = prefer.map(|text| text.split(',').map(|name| name.trim().to_owned()).collect());
        let prefer = ContainmentQuestion::bounded(prefer.unwrap_or_default());
        let prefer = prefer.map_err(|detail| self.fault("query", "prefer", detail)).unwrap_or_default();
        let format = self.format(&Representation::OF_AN_ANSWER);
        let parts = part.into_iter().map(|expression| AskedPart::new("in".to_owned(), expression));
        let (location, faults) = ("query", std::mem::take(&mut self.faults));
        let question =
            ContainmentQuestion { location, parts: parts.collect(), work, context, prefer, faults };
        Call::Containment(question, format)
    }

    fn required(&mut self, name: &str) -> Option<String> {
        let text = self.text(name).ok()?.filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.fault("query", name, "it is required".to_owned());
        }
        text.map(str::to_owned)
    }

    fn word<T: Copy>(&mut self, name: &str, known: &[(T, &str)]) -> Option<T> {
        let text = self.text(name).ok()??;
        word_of(text, known).map_err(|detail| self.fault("query", name, detail)).ok()
    }
}
