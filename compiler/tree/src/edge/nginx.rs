use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::choices::{Choices, own_variable};
use muniment_documents::wire::{Class, ClassRules, Dialect, Entry, Manifest, entity_tag};

/// Headers of every answer (spec:version-1#headers).
const SECURITY: [(&str, &str); 2] =
    [("Referrer-Policy", "strict-origin-when-cross-origin"), ("X-Content-Type-Options", "nosniff")];
/// The default header about framing.
const FRAMES: (&str, &str) = ("X-Frame-Options", "SAMEORIGIN");

/// Requests that nginx refuses itself: its code, the status, the title and the problem.
const BROKEN: [(u16, u16, &str, &str); 6] = [
    (400, 400, "Bad Request", "this is no HTTP request"),
    (413, 413, "Content Too Large", "the body of the request is too long"),
    (414, 414, "URI Too Long", "the address is too long"),
    (494, 431, "Request Header Fields Too Large", "the header fields are too large or too many"),
    (501, 501, "Not Implemented", "the transfer coding of the request is not known here"),
    (505, 505, "HTTP Version Not Supported", "this version of HTTP is not spoken here"),
];

/// Larger bodies, in bytes, are faster as files.
const READ_AT_ONCE: u64 = 16 * 1024;

/// The lookup tables of nginx. A *kind* is a class and a state, with a number if addresses have their own headers.
/// The module decides what is not in the tables.
#[derive(Default)]
pub(super) struct Tables<'m> {
    /// Values by header and kind.
    headers: BTreeMap<String, BTreeMap<String, String>>,
    /// Body files by kind, for addresses with one form.
    bodies: BTreeMap<String, String>,
    /// Kinds in `bodies` with large bodies.
    large: BTreeSet<String>,
    /// Kinds by address, with the entity tag of addresses with one form.
    addresses: BTreeMap<String, (String, Option<String>)>,
    /// The forms of addresses with several forms.
    choices: Choices<'m>,
}

impl<'m> Tables<'m> {
    /// Builds the tables from a manifest and its tree.
    pub(super) fn of(manifest: &'m Manifest, tree: &Path) -> Self {
        let mut tables = Self::default();
        let ambiguous = ambiguous(manifest);
        let mut variants: BTreeMap<(String, &BTreeMap<String, String>, bool), String> = BTreeMap::new();
        for (address, entry) in &manifest.addresses {
            let Some(rules) = manifest.classes.get(&entry.class) else { continue };
            let plain = kind_of(entry);
            tables.add_headers(&plain, rules, entry, &BTreeMap::new());
            // nginx needs a kind for each set of own headers; the module does not.
            for name in entry.headers.keys() {
                tables.headers.entry(name.clone()).or_default();
            }
            let is_looked_up = is_plain(address) && !ambiguous.contains(&address.to_ascii_lowercase());
            if !is_looked_up || entry.class.is_of_the_server() {
                continue;
            }
            if !matches!(rules.dialect, Dialect::Fixed | Dialect::File) {
                if tables.choices.take(address, entry, rules) {
                    tables.addresses.insert(address.clone(), (plain, None));
                }
                continue;
            }
            let Some(body) = body_of(rules) else { continue };
            let is_large = is_large(entry.class, address, tree);
            let kind = if entry.headers.is_empty() {
                plain
            } else {
                let number = variants.len() + 1;
                variants
                    .entry((plain.clone(), &entry.headers, is_large))
                    .or_insert_with(|| format!("{plain}.{number}"))
                    .clone()
            };
            tables.add_headers(&kind, rules, entry, &entry.headers);
            tables.bodies.insert(kind.clone(), body);
            if is_large {
                tables.large.insert(kind.clone());
            }
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
        let large: String = self.large.iter().map(|kind| format!("    {kind} 1;\n")).collect();
        for (address, (kind, tag)) in &self.addresses {
            let _ = writeln!(kinds, "    {address} {kind};");
            if let Some(tag) = tag {
                let _ = writeln!(tags, "    {address} {};", quoted(tag));
            }
        }
        let longest = self.addresses.keys().map(String::len).max().unwrap_or_default();
        let longest = longest.max(self.choices.longest_key());
        // A bucket holds keys with a pointer and a length; it has room for two or three of the longest.
        let bucket = (longest + 32).next_power_of_two().max(256);
        let size = (self.addresses.len() * 4).next_power_of_two().max(2048);
        include_str!("../../../../templates/edge/http.conf")
            .replace("@map_size@", &size.to_string())
            .replace("@bucket_size@", &bucket.to_string())
            .replace("@headers@\n", &headers)
            .replace("@broken@\n", &broken_bodies())
            .replace("@choices@\n", &self.choices.maps(|name| self.headers.contains_key(name)))
            .replace("@bodies@", &bodies)
            .replace("@large@", &large)
            .replace("@kinds@", &kinds)
            .replace("@tags@", &tags)
    }

    /// `server.conf`.
    pub(super) fn server(&self) -> String {
        let every: Vec<(&str, String)> =
            self.headers.keys().map(|name| (name.as_str(), format!("${}", variable(name)))).collect();
        let (large, small): (BTreeSet<&str>, BTreeSet<&str>) =
            self.bodies.keys().map(String::as_str).partition(|kind| self.large.contains(*kind));
        let (of_large, of_small) = (self.values(&large), self.values(&small));
        let mut of_choices: BTreeMap<&str, String> = self.values(&self.choices.kinds()).into_iter().collect();
        of_choices.extend(self.choices.own().map(|name| (name, format!("${}", own_variable(name)))));
        of_choices.insert("Content-Type", "$muniment_form_type".to_owned());
        let of_choices: Vec<(&str, String)> = of_choices.into_iter().collect();
        include_str!("../../../../templates/edge/server.conf")
            .replace("@broken_pages_within@\n", &broken_pages(4))
            .replace("@broken_pages@\n", &broken_pages(0))
            .replace("@broken_locations@", &broken_locations())
            .replace("@headers_of_large@\n", &header_lines(&of_large, "$muniment_etag", 8))
            .replace("@headers_of_small@\n", &header_lines(&of_small, "$muniment_etag", 4))
            .replace("@headers_of_choices@\n", &header_lines(&of_choices, "$muniment_form_etag", 4))
            .replace("@headers@\n", &header_lines(&every, "$muniment_etag", 4))
    }

    /// The headers of kinds: constant if they all agree, else a variable.
    fn values(&self, kinds: &BTreeSet<&str>) -> Vec<(&str, String)> {
        let value = |values: &BTreeMap<String, String>| {
            let found: BTreeSet<Option<&String>> = kinds.iter().map(|kind| values.get(*kind)).collect();
            match (found.first(), found.len()) {
                (None | Some(None), 0 | 1) => None,
                (Some(Some(common)), 1) => Some(Some(quoted(common))),
                _ => Some(None),
            }
        };
        let of_header = |(name, values): (&'_ String, &BTreeMap<String, String>)| {
            value(values).map(|common| common.unwrap_or_else(|| format!("${}", variable(name))))
        };
        let headers = self.headers.iter();
        headers.filter_map(|header| Some((header.0.as_str(), of_header(header)?))).collect()
    }
}

/// The bodies of refusals, in the format of the requested version.
fn broken_bodies() -> String {
    let map = |(_, status, title, detail): (u16, u16, &str, &str)| {
        format!(
            r#"map $muniment_broken $muniment_broken_{status} {{
    problem '{{"type":"about:blank","title":"{title}","status":{status},"detail":"{detail}","instance":"$muniment_asked","request_id":"$muniment_request_id"}}\n';
    default '{{"detail":"{detail}"}}\n';
}}
"#
        )
    };
    BROKEN.map(map).concat()
}

/// The error pages of refusals. A location with its own error page inherits none.
fn broken_pages(indent: usize) -> String {
    BROKEN.map(|(code, status, ..)| format!("{:indent$}error_page {code} = /={status};\n", "")).concat()
}

/// The locations of refusals.
fn broken_locations() -> String {
    let security: String = SECURITY
        .iter()
        .chain([&FRAMES])
        .map(|(name, value)| format!("    add_header {name} {value} always;\n"))
        .collect();
    let location = |(_, status, ..): (u16, u16, &str, &str)| {
        format!(
            "location = /={status} {{
    internal;
    error_page 404 = @muniment_server;
    add_header Content-Type $muniment_broken_type always;
    add_header Access-Control-Allow-Origin $muniment_broken_origin always;
{security}    add_header X-Request-ID $muniment_request_id always;
    return {status} $muniment_broken_{status};
}}"
        )
    };
    BROKEN.map(location).join("\n\n") + "\n"
}

/// The directives that add headers.
fn header_lines(headers: &[(&str, String)], tag: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut add = |name: &str, value: &str| {
        let _ = writeln!(lines, "{:indent$}add_header {name} {value};", "");
    };
    for (name, value) in headers {
        add(name, value);
    }
    for (name, value) in SECURITY {
        add(name, value);
    }
    add("ETag", tag);
    add("Vary", "$muniment_coded");
    // As `$muniment_request_id` in http.conf, but without a map, for bodies without the request identifier.
    add("X-Request-ID", "\"$msec-$connection-$connection_requests\"");
    if !headers.iter().any(|(name, _)| *name == "Last-Modified") {
        // Otherwise nginx adds the time of the file.
        add("Last-Modified", "\"\"");
    }
    lines
}

/// Whether the body of an address is large. Most pages are; assets have their own kinds.
fn is_large(class: Class, address: &str, tree: &Path) -> bool {
    match class {
        Class::Page | Class::FramedPage | Class::Vocabulary | Class::VocabularyTerm => true,
        Class::Asset => {
            let file = fs::metadata(tree.join(address.trim_start_matches('/')));
            file.is_ok_and(|file| file.len() > READ_AT_ONCE)
        }
        _ => false,
    }
}

/// The class and the state of an address.
pub(super) fn kind_of(entry: &Entry) -> String {
    let name = |value: serde_json::Result<serde_json::Value>| {
        value.ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    };
    format!("{}.{}", name(serde_json::to_value(entry.class)), name(serde_json::to_value(entry.cache)))
}

/// The nginx path of the body of an address with one form.
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

/// Lower-case addresses that several addresses share, because maps ignore case.
fn ambiguous(manifest: &Manifest) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    manifest
        .addresses
        .keys()
        .map(|address| address.to_ascii_lowercase())
        .filter(|folded| !seen.insert(folded.clone()))
        .collect()
}

/// Whether an address needs no escapes and no quotes.
fn is_plain(address: &str) -> bool {
    address.bytes().all(|b| b.is_ascii_alphanumeric() || b"/._~+-".contains(&b))
}

/// The variable of a header.
pub(super) fn variable(header: &str) -> String {
    format!("muniment_{}", header.to_ascii_lowercase().replace('-', "_"))
}

/// A quoted value for nginx. Values must not have a dollar sign, which begins a variable; nginx would refuse to
/// start.
pub(super) fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}
