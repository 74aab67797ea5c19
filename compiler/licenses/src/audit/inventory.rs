use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::bounded::begin;
use super::fault::InventoryFault;
use super::formats::{InventoryFormat, KNOWN, json_form, text_form};
use super::json::Glance;
use super::own_context::OwnContext;
use super::{expression_list, other_formats};
use crate::find::{Expressions, LONGEST_EXPRESSION};
use crate::reason::Context;

/// The components of a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inventory {
    /// The format it was read from.
    pub format: InventoryFormat,
    /// The components in the order of the file, without the work itself.
    pub components: Vec<Component>,
    /// Faulty lines of a list of expressions, in order. The audit ignores them. For a format that states no licenses,
    /// how to get them.
    pub unreadable: Vec<InventoryFault>,
    /// What the document states of its own license names.
    pub described: Descriptions,
    /// What else could state licenses and is no component.
    pub left_out: Vec<LeftOut>,
    /// What was asked, if this is the report of an earlier audit.
    pub earlier: Option<EarlierQuestion>,
}

/// What an earlier audit was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierQuestion {
    /// The identifier of the license of the work.
    pub target: Option<String>,
    /// How the work used its parts.
    pub context: Context,
    /// Whether a file corrected parts.
    pub is_corrected: bool,
}

/// Things of an inventory that are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOut {
    /// How many they are.
    pub number: usize,
    /// What one of them is.
    pub what: &'static str,
    /// Why they are left out.
    pub why: &'static str,
}

impl LeftOut {
    /// Files that packages cover, and snippets.
    pub(super) fn of_files(files: usize, snippets: usize) -> Vec<Self> {
        let left_out = [
            Self { number: files, what: "file", why: "the license of the package covers it" },
            Self { number: snippets, what: "snippet", why: "the license of the file covers it" },
        ];
        left_out.into_iter().filter(|left_out| left_out.number > 0).collect()
    }
}

/// Further names and addresses of license names that mean something in one document only, such as `LicenseRef-1`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Descriptions(BTreeMap<String, Vec<String>>);

impl Descriptions {
    /// Describes a name. A name with two different descriptions has none.
    pub(super) fn add(&mut self, name: &str, described: Vec<String>) {
        match self.0.entry(name.to_owned()) {
            Entry::Vacant(entry) => {
                entry.insert(described);
            }
            Entry::Occupied(mut entry) if *entry.get() != described => entry.get_mut().clear(),
            Entry::Occupied(_) => {}
        }
    }

    pub(super) fn of(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

/// A component of a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// Its version; empty if unknown.
    pub version: String,
    /// Its licenses, which all apply: expressions or names; empty if none is stated.
    pub licenses: Vec<String>,
    /// Whether it is needed only for development.
    pub is_development: bool,
    /// The copyright notices that the document states, one a line.
    pub copyright: Vec<String>,
    /// The package URL that the document states.
    pub purl: Option<String>,
    /// What is known of it alone.
    pub own: OwnContext,
    /// What a correction replaced.
    pub corrected: Option<Box<Corrected>>,
}

/// What a correction replaced in a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrected {
    /// The licenses that the document states.
    pub licenses: Vec<String>,
    /// What the document states of it alone.
    pub own: OwnContext,
    /// Why it is corrected.
    pub reason: Arc<str>,
}

impl Component {
    pub(super) fn new(
        name: impl Into<String>,
        version: Option<String>,
        licenses: impl IntoIterator<Item = String>,
    ) -> Self {
        let licenses = licenses.into_iter().filter(|text| is_stated(text));
        let (classifiers, mut licenses): (Vec<String>, Vec<String>) =
            licenses.partition(|text| text.starts_with(CLASSIFIER));
        if licenses.is_empty() {
            licenses.extend(classifiers.iter().filter_map(|classifier| classified(classifier)));
        }
        Self {
            name: one_line(&name.into()),
            version: one_line(&version.unwrap_or_default()),
            licenses: licenses.iter().map(|text| one_line(text.trim())).collect(),
            is_development: false,
            copyright: Vec::new(),
            purl: None,
            own: OwnContext::default(),
            corrected: None,
        }
    }

    /// A component whose stated licenses all apply as they are written, if one of them states something: a name that
    /// states nothing stays beside it, and the component is not known in whole.
    pub(super) fn with_all(
        name: impl Into<String>,
        version: Option<String>,
        licenses: impl IntoIterator<Item = String>,
    ) -> Self {
        let licenses: Vec<String> = licenses.into_iter().collect();
        let is_any_stated = licenses.iter().any(|text| is_stated(text));
        let licenses = licenses.iter().map(|text| one_line(text.trim()));
        let licenses = licenses.filter(|text| is_any_stated && !text.is_empty()).collect();
        Self { licenses, ..Self::new(name, version, None) }
    }

    /// The lines of copyright notices, without empty ones, and without `NONE` and `NOASSERTION`.
    pub(super) fn with_copyright(self, text: Option<&str>) -> Self {
        let lines = text.unwrap_or_default().lines().map(|line| one_line(line.trim()));
        Self { copyright: lines.filter(|line| is_stated(line)).take(Self::MOST_NOTICES).collect(), ..self }
    }

    /// Maximum lines of copyright notices that are kept of a component.
    const MOST_NOTICES: usize = 200;

    /// The licenses that the document states, also where a correction replaces them.
    #[must_use]
    pub fn stated_licenses(&self) -> &[String] {
        self.corrected.as_ref().map_or(&self.licenses, |corrected| &corrected.licenses)
    }

    /// Name and version, as `name 1.0`.
    #[must_use]
    pub fn label(&self) -> String {
        if self.version.is_empty() { self.name.clone() } else { format!("{} {}", self.name, self.version) }
    }
}

/// What the classifiers of PyPI for licenses begin with.
pub(super) const CLASSIFIER: &str = "License :: ";

/// The name in a classifier such as `License :: OSI Approved :: MIT License`, which counts if nothing else is stated.
fn classified(classifier: &str) -> Option<String> {
    let name = classifier.rsplit(" :: ").next()?;
    (name != "OSI Approved").then(|| name.to_owned())
}

/// Replaces characters that control a terminal or the direction of text, because names are untrusted and people read them.
pub(super) fn one_line(text: &str) -> String {
    if text.contains(is_control) { text.replace(is_control, " ") } else { text.to_owned() }
}

fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a text states a license: it is neither blank nor `NONE` nor `NOASSERTION`.
pub(super) fn is_stated(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && !["NOASSERTION", "NONE"].iter().any(|none| text.eq_ignore_ascii_case(none))
}

impl Inventory {
    /// Maximum bytes of a file.
    pub const MOST_BYTES: usize = 64 << 20;

    /// Reads a file. A byte order mark is ignored.
    ///
    /// # Errors
    /// The format is unknown, or the file is broken, or it is the report of an audit, which does not have all that its
    /// inventory had.
    pub fn read(bytes: &[u8], expressions: &Expressions<'_>) -> Result<Self, InventoryFault> {
        let inventory = Self::read_earlier(bytes, expressions)?;
        if inventory.earlier.is_some() {
            let remedy = "audit the document that it was made from, or give the report as `--baseline`";
            return Err(InventoryFault::of_all("this is the report of an audit", remedy));
        }
        Ok(inventory)
    }

    /// Reads a file that may be the report of an earlier audit, for a [`Baseline`](super::Baseline).
    ///
    /// # Errors
    /// The format is unknown, or the file is broken.
    pub fn read_earlier(bytes: &[u8], expressions: &Expressions<'_>) -> Result<Self, InventoryFault> {
        begin(bytes, Self::MOST_BYTES)?;
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = bytes.get(..error.valid_up_to()).and_then(|valid| std::str::from_utf8(valid).ok());
            let valid = valid.unwrap_or_default();
            InventoryFault::at(valid, valid.len(), "this is no UTF-8", "save the file as UTF-8")
        })?;
        let first = text.trim_start();
        if first.is_empty() {
            return Err(InventoryFault::of_all("the file is empty", KNOWN));
        }
        let offset = text.len() - first.len();
        if let Some((what, remedy)) = other_formats::other_format(first) {
            return Err(InventoryFault::at(text, offset, what, remedy));
        }
        let form = if first.starts_with(['{', '[']) {
            let top = Glance::of(text)?;
            let form = json_form(&top);
            Some(form.ok_or_else(|| {
                let unknown = if top.is_list() {
                    ("this is a JSON list of no known format", KNOWN)
                } else {
                    ("this JSON document has none of the known formats", KNOWN)
                };
                let (what, remedy) = other_formats::other_json(&top).unwrap_or(unknown);
                InventoryFault::at(text, offset, what, remedy)
            })?)
        } else {
            text_form(first)
        };
        let inventory = match form {
            Some(form) => (form.read)(text)?,
            None => expression_list::read(text, expressions)?,
        };
        inventory.with_bounded_licenses()
    }

    pub(super) fn new(format: InventoryFormat, components: Vec<Component>) -> Self {
        Self {
            format,
            components,
            unreadable: Vec::new(),
            described: Descriptions::default(),
            left_out: Vec::new(),
            earlier: None,
        }
    }

    /// Refuses a license that is too long for an expression or a name.
    fn with_bounded_licenses(self) -> Result<Self, InventoryFault> {
        let mut components = self.components.iter();
        let is_long = |text: &String| text.len() > LONGEST_EXPRESSION;
        match components.find(|component| component.licenses.iter().any(is_long)) {
            None => Ok(self),
            Some(component) => Err(InventoryFault::of_all(
                format!("the license of `{}` has more than {LONGEST_EXPRESSION} bytes", component.label()),
                "state an SPDX expression or the name of the license instead of its text",
            )),
        }
    }
}
