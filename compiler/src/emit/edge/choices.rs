use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::nginx::{kind_of, quoted, variable};
use crate::wire::{Choice, Class, ClassRules, Entry, Representation, choose};

/// Values of `Accept` that most requests bear: the forms by their names, then what clients and browsers send that were
/// told nothing. Absence is not among them: to
/// nginx it is the same as an empty field, after which another may follow.
const COMMON: [&str; 19] = [
    "*/*",
    "application/json",
    "text/turtle",
    "application/ld+json",
    "application/n-triples",
    "application/rdf+xml",
    "text/html",
    "application/problem+json",
    "application/json, text/plain, */*",
    "application/json, */*",
    "application/json, */*;q=0.5",
    "application/json,*/*;q=0.5",
    "text/html, image/gif, image/jpeg, */*; q=0.2",
    "text/html,application/xhtml+xml,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,\
     application/signed-exchange;v=b3;q=0.7",
];

/// The choices that nginx looks up: what `Accept` gets at each kind of address is asked here, of the very rules the
/// server goes by, for the values that are common. All others the module decides, and has nginx look up the rest.
#[derive(Default)]
pub(super) struct Choices<'m> {
    /// By kind and place among the common values, the form; none where not all addresses of the kind get it.
    forms: BTreeMap<(String, usize), Option<Representation>>,
    /// By kind and form, its media type.
    types: BTreeMap<(String, Representation), &'m str>,
    /// By address, the digits of its entity tags.
    digits: BTreeMap<&'m str, &'m str>,
    /// By header, its values by address.
    own: BTreeMap<&'m str, BTreeMap<&'m str, &'m str>>,
}

impl<'m> Choices<'m> {
    /// Takes an address up; says whether it can be looked up.
    pub(super) fn take(&mut self, address: &'m str, entry: &'m Entry, rules: &'m ClassRules) -> bool {
        // Discovery is the server's, a page has digits of its own, and without a policy there is no tag.
        let is_special = entry.class == Class::Discovery
            || entry.page.is_some()
            || entry.headers.contains_key("Content-Security-Policy");
        if is_special || !rules.cache_control.contains_key(&entry.cache) {
            return false;
        }
        let Some(digits) = entry.hash.get(..32) else { return false };
        let kind = kind_of(entry);
        for (place, accept) in COMMON.iter().enumerate() {
            let elsewhere = entry.elsewhere.as_ref();
            let form = match choose(rules.dialect, &rules.representations, elsewhere, None, Some(accept)) {
                Ok(Choice::Form(form)) => Some(form),
                _ => None,
            };
            let known = self.forms.entry((kind.clone(), place)).or_insert(form);
            *known = known.filter(|known| Some(*known) == form);
        }
        for form in &rules.representations {
            self.types.insert((kind.clone(), form.representation), &form.media_type);
        }
        self.digits.insert(address, digits);
        for (name, value) in &entry.headers {
            self.own.entry(name).or_default().insert(address, value);
        }
        true
    }

    /// The kinds of the addresses.
    pub(super) fn kinds(&self) -> BTreeSet<&str> {
        self.types.keys().map(|(kind, _)| kind.as_str()).collect()
    }

    /// The headers that addresses have of their own.
    pub(super) fn own(&self) -> impl Iterator<Item = &'m str> + '_ {
        self.own.keys().copied()
    }

    /// How long the longest key is.
    pub(super) fn longest_key(&self) -> usize {
        self.digits.keys().copied().chain(COMMON).map(str::len).max().unwrap_or_default()
    }

    /// The maps, of which those of headers fall back on what the kind of an address has, where it has something.
    pub(super) fn maps(&self, is_of_kinds: impl Fn(&str) -> bool) -> String {
        let mut lines = String::new();
        let mut map =
            |key: &str, name: &str, default: &str, values: &mut dyn Iterator<Item = (String, String)>| {
                let _ = writeln!(lines, "map {key} ${name} {{\n    default {default};");
                for (key, value) in values {
                    let _ = writeln!(lines, "    {key} {};", quoted(&value));
                }
                lines.push_str("}\n");
            };
        let mut accepts =
            COMMON.iter().enumerate().map(|(place, accept)| (quoted(accept), place.to_string()));
        map("$http_accept", "muniment_accept", "\"\"", &mut accepts);
        let mut forms = self.forms.iter().filter_map(|((kind, place), form)| {
            Some((format!("1.{kind}.{place}"), form.as_ref()?.key().to_owned()))
        });
        map("\"$muniment_plain.$muniment_kind.$muniment_accept\"", "muniment_form", "\"\"", &mut forms);
        let forms: BTreeSet<Representation> = self.types.keys().map(|(_, form)| *form).collect();
        let mut extensions = forms.iter().map(|form| (form.key().to_owned(), form.extension().to_owned()));
        map("$muniment_form", "muniment_extension", "\"\"", &mut extensions);
        let mut types = self
            .types
            .iter()
            .map(|((kind, form), media_type)| (format!("{kind}.{}", form.key()), (*media_type).to_owned()));
        map("\"$muniment_kind.$muniment_form\"", "muniment_form_type", "\"\"", &mut types);
        let mut digits =
            self.digits.iter().map(|(address, digits)| ((*address).to_owned(), (*digits).to_owned()));
        map("$muniment_address", "muniment_digits", "\"\"", &mut digits);
        for (name, values) in &self.own {
            let of_kind = format!("${}", variable(name));
            let default = if is_of_kinds(name) { of_kind.as_str() } else { "\"\"" };
            let mut values =
                values.iter().map(|(address, value)| ((*address).to_owned(), (*value).to_owned()));
            map("$muniment_address", &own_variable(name), default, &mut values);
        }
        lines
    }
}

/// The variable that holds a header of an address.
pub(super) fn own_variable(header: &str) -> String {
    format!("{}_own", variable(header))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{CacheState, Elsewhere};

    fn entry(class: Class, elsewhere: Option<&str>) -> Entry {
        let elsewhere = elsewhere.map(|html| Elsewhere { html: html.to_owned(), other: None });
        let (cache, headers) = (CacheState::Current, BTreeMap::new());
        Entry { class, cache, hash: "a".repeat(64), page: None, elsewhere, headers }
    }

    #[test]
    fn a_common_accept_gets_what_the_server_gives() {
        let (rules, entry) = (Class::Version.rules(), entry(Class::Version, None));
        let mut choices = Choices::default();
        assert!(choices.take("/v2/licenses/MIT", &entry, &rules));
        let maps = choices.maps(|_| false);
        for (accept, form) in [("*/*", "json"), ("text/turtle", "ttl"), ("application/rdf+xml", "rdfxml")] {
            let place = COMMON.iter().position(|common| *common == accept).unwrap();
            assert!(maps.contains(&format!("    1.{}.{place} \"{form}\";\n", kind_of(&entry))), "{accept}");
        }
    }

    #[test]
    fn what_has_no_tag_is_left_to_the_module() {
        let rules = Class::Record.rules();
        let (with, without) = (entry(Class::Record, Some("/page")), entry(Class::Record, None));
        let mut choices = Choices::default();
        assert!(!choices.take("/a", &without, &rules) && !choices.take("/b", &with, &rules));
        assert!(choices.forms.is_empty());
    }

    #[test]
    fn what_has_digits_of_its_own_is_left_to_the_module() {
        let (rules, mut page) = (Class::Vocabulary.rules(), entry(Class::Vocabulary, None));
        page.page = Some("b".repeat(64));
        assert!(!Choices::default().take("/ns", &page, &rules));
    }
}
