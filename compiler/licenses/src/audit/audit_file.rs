use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, ValueDeserializer};

use super::corrections::{Correction, Corrections, PartSelector};
use super::exceptions::{AuditExceptions, ExceptionEntry};
use super::fault::InventoryFault;
use super::inventory::{is_stated, one_line};
use super::purl::{LONGEST, purl};
use crate::find::{Expressions, LONGEST_EXPRESSION, LicenseFinder};
use crate::model::{Day, LicenseId};
use crate::reason::{CLOSED_SOURCE, Context, Purpose, Shipping, Use, is_closed_source};

/// What the file `muniment.toml` says of a work, of its parts and of findings.
///
/// The file is TOML:
///
/// - `[work]`, optional: `license` (`proprietary` for closed source), `use`, `ship`, `purpose` and `prefer`, a
///   list of licenses that are chosen first;
/// - `[[parts]]` for each correction of the inventory: `name`, the exact name of parts, or `purl`, a package
///   URL; `version`, optional; at least one of `license`, an SPDX expression that replaces what the document
///   states, `use` and `modified`; `reason`, a text; `until = "2027-06-30"`, optional: the last day on which
///   it applies. In `purl` and `version` a `*` stands for any characters. Ranges of versions are not read.
///   Where two entries name a part, the first one counts; two entries with the same names are a fault;
/// - `[[exceptions]]`, as in [`AuditExceptions`].
#[derive(Debug, Default)]
pub struct AuditFile<'l> {
    /// The settings of the work.
    pub work: WorkSettings<'l>,
    /// The corrections of the inventory.
    pub corrections: Corrections,
    /// The accepted findings.
    pub exceptions: AuditExceptions<'l>,
}

/// What a file says of the work; `None` for what it leaves open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkSettings<'l> {
    /// The identifier of its license; [`CLOSED_SOURCE`] for closed source.
    pub license: Option<&'l str>,
    /// How it uses its parts.
    pub usage: Option<Use>,
    /// How others receive it.
    pub shipping: Option<Shipping>,
    /// What it is used for.
    pub purpose: Option<Purpose>,
    /// Licenses that are chosen before others, the first of them first.
    pub preferred: Vec<&'l LicenseId>,
}

impl WorkSettings<'_> {
    /// A context with what the file says in it.
    #[must_use]
    pub fn within(&self, context: Context) -> Context {
        Context {
            usage: self.usage.unwrap_or(context.usage),
            shipping: self.shipping.unwrap_or(context.shipping),
            purpose: self.purpose.unwrap_or(context.purpose),
            ..context
        }
    }
}

impl<'l> AuditFile<'l> {
    /// Maximum bytes of a file.
    pub const MOST_BYTES: usize = 1 << 20;

    /// Reads the text of a file.
    ///
    /// # Errors Every fault of the text as TOML, or else every fault of its tables, of an exception the first
    /// one, in the order of their places.
    pub fn read(
        text: &str,
        names: &LicenseFinder<'l>,
        expressions: &Expressions<'_>,
    ) -> Result<Self, Vec<InventoryFault>> {
        if text.len() > Self::MOST_BYTES {
            let message = format!("the file has more than {} MiB", Self::MOST_BYTES >> 20);
            return Err(vec![InventoryFault::of_all(message, "leave out what no audit needs")]);
        }
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut reader = Reader { text, names, expressions, faults: Vec::new(), located: Vec::new() };
        for error in errors {
            let offset = error.span().map_or(0, |span| span.start);
            reader.fault(offset, error.message().trim().replace('\n', ", "), "mend the file: it is no TOML");
        }
        if !reader.faults.is_empty() {
            return Err(reader.all_faults());
        }
        let table = table.get_ref();
        reader.keys(table, "the file", &["work", "parts", "exceptions"]);
        let work = reader.work(table);
        let corrections = reader.corrections(table);
        let exceptions = reader.exceptions(table);
        let faults = reader.all_faults();
        if faults.is_empty() { Ok(Self { work, corrections, exceptions }) } else { Err(faults) }
    }

    /// Whether any correction or exception depends on the day.
    #[must_use]
    pub fn has_expiry(&self) -> bool {
        self.corrections.has_expiry() || self.exceptions.has_expiry()
    }
}

/// A text of the file with its place.
type Text<'v> = (usize, &'v str);

struct Reader<'r, 'l> {
    text: &'r str,
    names: &'r LicenseFinder<'l>,
    expressions: &'r Expressions<'r>,
    faults: Vec<Fault>,
    /// Faults whose lines are known.
    located: Vec<InventoryFault>,
}

struct Fault {
    offset: usize,
    message: String,
    remedy: String,
}

impl<'l> Reader<'_, 'l> {
    fn fault(&mut self, offset: usize, message: impl Into<String>, remedy: impl Into<String>) {
        self.faults.push(Fault { offset, message: message.into(), remedy: remedy.into() });
    }

    /// Every fault in the order of their places. The lines are counted once for all of them.
    fn all_faults(mut self) -> Vec<InventoryFault> {
        self.faults.sort_by_key(|fault| fault.offset);
        let (mut done, mut line, mut column) = (0, 1, 1);
        for Fault { offset, message, remedy } in self.faults {
            for c in self.text.get(done..offset).unwrap_or_default().chars() {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            done = done.max(offset);
            self.located.push(InventoryFault { line, column, message, remedy });
        }
        self.located.sort_by_key(|fault| (fault.line, fault.column));
        self.located
    }

    /// Tells of keys that a table does not have.
    fn keys(&mut self, table: &DeTable<'_>, of: &str, known: &[&str]) {
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let message = format!("{of} has no key `{}`", shown(key.get_ref()));
            self.fault(key.span().start, message, format!("the keys are {}", list(known)));
        }
    }

    /// Tells of a value of another type.
    fn type_fault(&mut self, value: &Spanned<DeValue<'_>>, key: &str, expected: &str) {
        let message = format!("`{key}` is {expected}, and here is a value of type {}", kind(value.get_ref()));
        self.fault(value.span().start, message, format!("write {expected}"));
    }

    /// The text of a key.
    fn string<'v>(&mut self, table: &'v DeTable<'_>, key: &str) -> Option<Text<'v>> {
        let value = table.get(key)?;
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.type_fault(value, key, "a text");
        }
        Some((value.span().start, text?))
    }

    /// The value of a key whose values are words.
    fn word<T: Copy>(&mut self, table: &DeTable<'_>, key: &str, all: &[(T, &str)]) -> Option<T> {
        let (offset, word) = self.string(table, key)?;
        let found = all.iter().find(|(_, known)| *known == word).map(|(value, _)| *value);
        if found.is_none() {
            let words: Vec<&str> = all.iter().map(|(_, word)| *word).collect();
            let message = format!("`{}` is no value of `{key}`", shown(word));
            self.fault(offset, message, format!("the values are {}", list(&words)));
        }
        found
    }

    /// The record of a license.
    fn license(&mut self, (offset, name): Text<'_>) -> Option<&'l LicenseId> {
        let found = self.names.resolve(name);
        if found.is_none() {
            let message = format!("there is no license `{}`", shown(name));
            self.fault(offset, message, "`muniment find` finds the identifier of a license");
        }
        found
    }

    fn work(&mut self, file: &DeTable<'_>) -> WorkSettings<'l> {
        let Some(value) = file.get("work") else { return WorkSettings::default() };
        let Some(table) = value.get_ref().as_table() else {
            self.type_fault(value, "work", "a table `[work]`");
            return WorkSettings::default();
        };
        self.keys(table, "`[work]`", &["license", "use", "ship", "purpose", "prefer"]);
        let license = self.string(table, "license").and_then(|(offset, name)| {
            let is_closed = is_closed_source(name);
            if is_closed { Some(CLOSED_SOURCE) } else { self.license((offset, name)).map(LicenseId::as_str) }
        });
        WorkSettings {
            license,
            usage: self.word(table, "use", Use::ALL),
            shipping: self.word(table, "ship", Shipping::ALL),
            purpose: self.word(table, "purpose", Purpose::ALL),
            preferred: self.preferred(table),
        }
    }

    fn preferred(&mut self, table: &DeTable<'_>) -> Vec<&'l LicenseId> {
        let Some(value) = table.get("prefer") else { return Vec::new() };
        let Some(list) = value.get_ref().as_array() else {
            self.type_fault(value, "prefer", "a list of texts");
            return Vec::new();
        };
        let mut preferred: Vec<&'l LicenseId> = Vec::new();
        for value in list.iter() {
            match value.get_ref().as_str() {
                Some(name) => {
                    let license = self.license((value.span().start, name));
                    preferred.extend(license.filter(|license| !preferred.contains(license)));
                }
                None => self.type_fault(value, "prefer", "a list of texts"),
            }
        }
        preferred
    }

    /// The entries of a list of tables.
    fn entries<'v, 'i>(&mut self, file: &'v DeTable<'i>, key: &str) -> Option<&'v DeArray<'i>> {
        let value = file.get(key)?;
        let Some(entries) = value.get_ref().as_array() else {
            self.type_fault(value, key, &format!("a table `[[{key}]]` for each entry"));
            return None;
        };
        if entries.len() > Corrections::MOST {
            let message = format!("there are more than {} entries of `{key}`", Corrections::MOST);
            let remedy = "let entries with `*` take the place of many, or mend the inventory";
            self.fault(value.span().start, message, remedy);
            return None;
        }
        Some(entries)
    }

    fn exceptions(&mut self, file: &DeTable<'_>) -> AuditExceptions<'l> {
        let mut read = Vec::new();
        for entry in self.entries(file, "exceptions").into_iter().flat_map(|entries| entries.iter()) {
            match Spanned::<ExceptionEntry>::deserialize(ValueDeserializer::from(entry.clone())) {
                Ok(entry) => read.push(entry),
                Err(error) => {
                    let offset = error.span().map_or(entry.span().start, |span| span.start);
                    let message = error.message().trim().replace('\n', ", ");
                    self.fault(offset, message, "`muniment audit --help` describes exceptions");
                }
            }
        }
        let (exceptions, faults) = AuditExceptions::of(self.text, read, self.names);
        self.located.extend(faults);
        exceptions
    }

    fn corrections(&mut self, file: &DeTable<'_>) -> Corrections {
        let mut entries: Vec<Correction> = Vec::new();
        let mut named = BTreeMap::new();
        let mut patterns = 0;
        for value in self.entries(file, "parts").into_iter().flat_map(|entries| entries.iter()) {
            let start = value.span().start;
            let Some(table) = value.get_ref().as_table() else {
                self.type_fault(value, "parts", "a table `[[parts]]` for each entry");
                continue;
            };
            let Some(entry) = self.correction(table, start) else { continue };
            match named.entry((entry.part.clone(), entry.version.clone())) {
                Entry::Vacant(place) => _ = place.insert(()),
                Entry::Occupied(_) => {
                    let remedy = "make one entry of both";
                    self.fault(
                        start,
                        format!("an entry before this one names the same parts, {entry}"),
                        remedy,
                    );
                }
            }
            patterns += usize::from(entry.is_pattern());
            if entry.is_pattern() && patterns == Corrections::MOST_PATTERNS + 1 {
                let most = Corrections::MOST_PATTERNS;
                let message = format!("more than {most} entries have a `*`");
                self.fault(start, message, "write exact names, or fewer entries with `*`");
            }
            entries.push(entry);
        }
        Corrections { entries }
    }

    /// An entry of `[[parts]]`, if it has no fault.
    fn correction(&mut self, table: &DeTable<'_>, start: usize) -> Option<Correction> {
        let before = self.faults.len();
        let known = ["name", "purl", "version", "license", "use", "modified", "reason", "until"];
        self.keys(table, "`[[parts]]`", &known);
        let part = self.part(table, start);
        let version = self.version(table);
        let license = self.expression(table);
        let usage = self.word(table, "use", Use::ALL);
        let modified = self.modified(table);
        if !["license", "use", "modified"].iter().any(|key| table.contains_key(*key)) {
            let remedy = "state `license`, `use` or `modified`, or leave the entry out";
            self.fault(start, "the entry corrects nothing", remedy);
        }
        let reason = self.reason(table, start);
        let until = self.until(table);
        let is_sound = self.faults.len() == before;
        let (part, reason) = (part.filter(|_| is_sound)?, reason?);
        Some(Correction { part, version, license, usage, modified, reason, until })
    }

    fn part(&mut self, table: &DeTable<'_>, start: usize) -> Option<PartSelector> {
        let (name, url) = (self.string(table, "name"), self.string(table, "purl"));
        if table.contains_key("name") == table.contains_key("purl") {
            let message = "an entry has either `name` or `purl`";
            self.fault(start, message, "name the parts by one of them");
            return None;
        }
        if let Some((offset, name)) = name {
            if name.trim().is_empty() {
                self.fault(offset, "the name is empty", "write the name of the part as the inventory does");
            }
            return Some(PartSelector::Name(name.to_owned()));
        }
        let (offset, url) = url?;
        let read = purl(url);
        if read.is_none() {
            let message = format!("`{}` is no package URL of at most {LONGEST} bytes", shown(url));
            self.fault(offset, message, "a package URL begins with `pkg:`, as in `pkg:npm/left-pad@*`");
        }
        read.map(PartSelector::Purl)
    }

    /// A version. Ranges are refused, because a version that is only compared as text would never match them.
    fn version(&mut self, table: &DeTable<'_>) -> Option<String> {
        let (offset, version) = self.string(table, "version")?;
        let is_range = version.starts_with(['<', '>', '=', '^', '~', '!'])
            || version.contains([',', '|'])
            || version.contains(char::is_whitespace);
        if version.is_empty() || is_range {
            let message = format!("`{}` is no version; ranges are not read", shown(version));
            self.fault(offset, message, "write one version, or one with `*` such as `1.*`, for each entry");
        }
        Some(version.to_owned())
    }

    fn expression(&mut self, table: &DeTable<'_>) -> Option<String> {
        let (offset, license) = self.string(table, "license")?;
        let remedy =
            "write an SPDX expression; a license without an identifier is a `LicenseRef-` of your own";
        if license.len() > LONGEST_EXPRESSION {
            let message = format!("the license has more than {LONGEST_EXPRESSION} bytes");
            self.fault(offset, message, remedy);
        } else if !is_stated(license) {
            self.fault(offset, format!("`{}` states no license", shown(license)), remedy);
        } else if let Err(error) = self.expressions.parse(license) {
            self.fault(offset, error.to_string(), remedy);
        }
        Some(one_line(license.trim()))
    }

    fn modified(&mut self, table: &DeTable<'_>) -> Option<bool> {
        let value = table.get("modified")?;
        let modified = value.get_ref().as_bool();
        if modified.is_none() {
            self.type_fault(value, "modified", "`true` or `false`");
        }
        modified
    }

    fn reason(&mut self, table: &DeTable<'_>, start: usize) -> Option<Arc<str>> {
        let remedy = "say why the inventory is wrong, or where you looked";
        if !table.contains_key("reason") {
            self.fault(start, "the entry has no `reason`", remedy);
        }
        let (offset, reason) = self.string(table, "reason")?;
        if !reason.chars().any(char::is_alphanumeric) {
            self.fault(offset, "the reason is empty", remedy);
        }
        Some(reason.trim().into())
    }

    /// A day, as a text or as a date of TOML.
    fn until(&mut self, table: &DeTable<'_>) -> Option<Day> {
        let value = table.get("until")?;
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Datetime(day) => day.to_string(),
            _ => {
                self.type_fault(value, "until", "a day such as \"2027-06-30\"");
                return None;
            }
        };
        let day = text.parse();
        if day.is_err() {
            let message = format!("`{}` is no day", shown(&text));
            self.fault(value.span().start, message, "write it as \"2027-06-30\"");
        }
        day.ok()
    }
}

/// The type of a value, as TOML calls it.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "string",
        DeValue::Integer(_) => "integer",
        DeValue::Float(_) => "float",
        DeValue::Boolean(_) => "boolean",
        DeValue::Datetime(_) => "datetime",
        DeValue::Array(_) => "array",
        DeValue::Table(_) => "table",
    }
}

/// Names in a sentence.
fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// The start of a text that is quoted in a fault, in one line.
fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let start: String = one_line(text).chars().take(MOST).collect();
    if start.len() < text.len() { start + "…" } else { start }
}
