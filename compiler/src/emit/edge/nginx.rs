use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::wire::{ClassRules, Dialect, Entry, Manifest, entity_tag};

/// Headers every answer bears (document 1 §8.4), as names and values.
const SECURITY: [(&str, &str); 2] =
    [("Referrer-Policy", "strict-origin-when-cross-origin"), ("X-Content-Type-Options", "nosniff")];
/// That of answers which do not say themselves who may frame them.
const FRAMES: (&str, &str) = ("X-Frame-Options", "SAMEORIGIN");

/// What nginx looks up by itself. A *kind* is a class and a state, and a number where addresses have headers of their
/// own; whatever cannot be written down here the module decides.
#[derive(Default)]
pub(super) struct Tables {
    /// By header, its value by kind.
    headers: BTreeMap<String, BTreeMap<String, String>>,
    /// By kind of addresses that leave no choice, the file that is their body.
    bodies: BTreeMap<String, String>,
    /// By address that leaves no choice, its kind and its entity tag.
    addresses: BTreeMap<String, (String, Option<String>)>,
}

impl Tables {
    /// What a manifest says, as far as nginx can look it up.
    pub(super) fn of(manifest: &Manifest) -> Self {
        let mut tables = Self::default();
        let ambiguous = ambiguous(manifest);
        let mut variants: BTreeMap<(String, &BTreeMap<String, String>), String> = BTreeMap::new();
        for (address, entry) in &manifest.addresses {
            let Some(rules) = manifest.classes.get(&entry.class) else { continue };
            let plain = kind_of(entry);
            tables.add_headers(&plain, rules, entry, &BTreeMap::new());
            // Where headers are their own, the module knows them; nginx alone needs another kind for each set.
            for name in entry.headers.keys() {
                tables.headers.entry(name.clone()).or_default();
            }
            let leaves_choice = !matches!(rules.dialect, Dialect::Fixed | Dialect::File);
            if leaves_choice || !is_plain(address) || ambiguous.contains(&address.to_ascii_lowercase()) {
                continue;
            }
            let Some(body) = body_of(rules) else { continue };
            let kind = if entry.headers.is_empty() {
                plain
            } else {
                let number = variants.len() + 1;
                variants
                    .entry((plain.clone(), &entry.headers))
                    .or_insert_with(|| format!("{plain}.{number}"))
                    .clone()
            };
            tables.add_headers(&kind, rules, entry, &entry.headers);
            tables.bodies.insert(kind.clone(), body);
            tables.addresses.insert(address.clone(), (kind, tag_of(rules, entry)));
        }
        tables
    }

    fn add_headers(&mut self, kind: &str, rules: &ClassRules, entry: &Entry, own: &BTreeMap<String, String>) {
        let mut set = |name: &str, value: &str| {
            self.headers.entry(name.to_owned()).or_default().insert(kind.to_owned(), value.to_owned());
        };
        for (name, value) in rules.headers.iter().chain(own) {
            set(name, value);
        }
        if let Some(policy) = rules.cache_control.get(&entry.cache) {
            set("Cache-Control", policy);
        }
        if let Some(form) = rules.representations.first() {
            set("Content-Type", &form.media_type);
        }
        let content =
            own.get("Content-Security-Policy").or_else(|| rules.headers.get("Content-Security-Policy"));
        if !content.is_some_and(|policy| policy.contains("frame-ancestors")) {
            set(FRAMES.0, FRAMES.1);
        }
    }

    /// `http.conf`.
    pub(super) fn http(&self) -> String {
        let mut headers = String::new();
        for (name, values) in &self.headers {
            let _ = writeln!(headers, "map $muniment_kind ${} {{\n    default \"\";", variable(name));
            for (kind, value) in values {
                let _ = writeln!(headers, "    {kind} {};", quoted(value));
            }
            headers.push_str("}\n");
        }
        let (mut bodies, mut kinds, mut tags) = (String::new(), String::new(), String::new());
        for (kind, body) in &self.bodies {
            let _ = writeln!(bodies, "    1.{kind} {body};");
        }
        for (address, (kind, tag)) in &self.addresses {
            let _ = writeln!(kinds, "    {address} {kind};");
            if let Some(tag) = tag {
                let _ = writeln!(tags, "    {address} {};", quoted(tag));
            }
        }
        let longest = self.addresses.keys().map(String::len).max().unwrap_or_default();
        // A bucket holds whole keys with a pointer and a length; there is to be room for two or three of the longest.
        let bucket = (longest + 32).next_power_of_two().max(256);
        let size = (self.addresses.len() * 2).next_power_of_two().max(2048);
        include_str!("../../../../templates/edge/http.conf")
            .replace("@map_size@", &size.to_string())
            .replace("@bucket_size@", &bucket.to_string())
            .replace("@headers@\n", &headers)
            .replace("@bodies@", &bodies)
            .replace("@kinds@", &kinds)
            .replace("@tags@", &tags)
    }

    /// `server.conf`.
    pub(super) fn server(&self) -> String {
        let every: Vec<&str> = self.headers.keys().map(String::as_str).collect();
        let is_of_no_choice = |name: &&str| {
            self.headers
                .get(*name)
                .is_some_and(|values| self.bodies.keys().any(|kind| values.contains_key(kind)))
        };
        let of_no_choice: Vec<&str> = every.iter().copied().filter(is_of_no_choice).collect();
        include_str!("../../../../templates/edge/server.conf")
            .replace("@headers_without_choice@\n", &header_lines(&of_no_choice))
            .replace("@headers@\n", &header_lines(&every))
    }
}

/// What adds headers to an answer, those among them that depend on what is answered.
fn header_lines(names: &[&str]) -> String {
    let mut lines = String::new();
    let mut add = |name: &str, value: &str| {
        let _ = writeln!(lines, "    add_header {name} {value};");
    };
    for name in names {
        add(name, &format!("${}", variable(name)));
    }
    for (name, value) in SECURITY {
        add(name, value);
    }
    add("ETag", "$muniment_etag");
    add("Vary", "$muniment_coded");
    add("X-Request-ID", "$muniment_request_id");
    if !names.contains(&"Last-Modified") {
        // Without a word of ours nginx tells when the file was written.
        add("Last-Modified", "\"\"");
    }
    lines
}

fn kind_of(entry: &Entry) -> String {
    let name = |value: serde_json::Result<serde_json::Value>| {
        value.ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    };
    format!("{}.{}", name(serde_json::to_value(entry.class)), name(serde_json::to_value(entry.cache)))
}

/// The file of an address that leaves no choice, as nginx says it.
fn body_of(rules: &ClassRules) -> Option<String> {
    match rules.dialect {
        Dialect::File => Some("$request_uri".to_owned()),
        _ => rules.representations.first().map(|form| format!("$request_uri/index.{}", form.extension)),
    }
}

fn tag_of(rules: &ClassRules, entry: &Entry) -> Option<String> {
    rules.cache_control.get(&entry.cache)?;
    let key = rules.representations.first().map_or("file", |form| form.representation.key());
    Some(entity_tag(&entry.hash, key))
}

/// Addresses in small letters that are those of several: maps do not tell letter case.
fn ambiguous(manifest: &Manifest) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    manifest
        .addresses
        .keys()
        .map(|address| address.to_ascii_lowercase())
        .filter(|folded| !seen.insert(folded.clone()))
        .collect()
}

/// Whether an address is sent as it is written, and needs no quotes in a configuration.
fn is_plain(address: &str) -> bool {
    address.bytes().all(|b| b.is_ascii_alphanumeric() || b"/._~+-".contains(&b))
}

/// The variable that holds a header.
fn variable(header: &str) -> String {
    format!("muniment_{}", header.to_ascii_lowercase().replace('-', "_"))
}

/// A value as nginx reads it. A dollar sign would begin a variable; none of our headers has one, and one that had would
/// be refused when nginx starts and not sent wrongly.
fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}
