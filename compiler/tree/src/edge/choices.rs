use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::nginx::{kind_of, quoted, variable};
use muniment_documents::wire::{Choice, ClassRules, Dialect, Entry, Representation, choose};

/// The entity tag of a negotiated form.
const OF_A_FORM: &str = "'W/\"$muniment_digits-$muniment_form\"'";

/// The highest qualities, in tenths, of recognized rankings. Most clients use 1.0, and each further pattern costs
/// time for every other request.
const HIGHEST: [u8; 3] = [10, 9, 8];

/// Common values of `Accept`: the media types of forms, and values of clients and browsers that are not a [`ranking`]
/// or very frequent. A missing header is not included, because nginx before 1.23 cannot distinguish it from several
/// fields of which the first is empty.
const COMMON: [&str; 15] = [
    "*/*",
    "application/json",
    "text/turtle",
    "application/ld+json",
    "application/n-triples",
    "application/rdf+xml",
    "text/html",
    "application/problem+json",
    "application/json, text/plain, */*",
    "application/json, */*;q=0.5",
    "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,\
     application/signed-exchange;v=b3;q=0.7",
];

/// A pattern for lists of media ranges in which `muniment_ranked` wins if it has a form: the first media type (not a
/// wildcard) with the highest quality, which is `tenths` of ten. It must occur once, because the first quality of a
/// repeated type counts. Other ranges may be wildcards with at most the same quality (spec:version-2#negotiation rule
/// 2). The module handles all other values.
///
/// A single range with a quality is not recognized, because such clients may send several fields, and nginx before
/// 1.23 sees only the first.
fn ranking(tenths: u8) -> String {
    const NAMED: &str = "[a-z]+/[a-z0-9][a-z0-9.+-]*";
    let any = format!(r"(?:{NAMED}|\*/\*)");
    let (own, lower, upto, several) = match tenths {
        10 => {
            (String::new(), "[.][0-9]{1,3}".to_owned(), "(?:; ?q=(?:0(?:[.][0-9]{1,3})?|1))?".to_owned(), "")
        }
        _ => {
            let lower = format!("[.][0-{}][0-9]{{0,2}}", tenths - 1);
            let upto = format!("; ?q=0(?:{lower}|[.]{tenths}0{{0,2}})?");
            (format!("; ?q=0[.]{tenths}"), lower, upto, "(?=.*,)")
        }
    };
    let before = format!("(?:{any}; ?q=0(?:{lower})?, ?){{0,9}}");
    let once = r"(?!.*\k<muniment_ranked>.*\k<muniment_ranked>)";
    format!("~^{several}(?={before}(?<muniment_ranked>{NAMED}){own}(?:, ?{any}{upto}){{0,9}}$){once}")
}

/// The negotiation results that nginx looks up. They are computed with the rules of the server for each kind of
/// address, for common values, for winners of rankings and for every `format`. In other cases the module decides by
/// `$muniment_form_decided`.
#[derive(Default)]
pub(super) struct Choices<'m> {
    /// The form by kind and wish; `None` if the addresses of the kind differ. A wish is the index of a common value,
    /// the winner of a ranking, or a `format` after a question mark.
    forms: BTreeMap<(String, String), Option<Representation>>,
    /// Kinds without an entity tag.
    untagged: BTreeSet<String>,
    /// Media types by kind and form.
    types: BTreeMap<(String, Representation), &'m str>,
    /// Digits of entity tags by address.
    digits: BTreeMap<&'m str, &'m str>,
    /// Values by header and address.
    own: BTreeMap<&'m str, BTreeMap<&'m str, &'m str>>,
}

impl<'m> Choices<'m> {
    /// Adds an address; returns whether nginx can look it up.
    pub(super) fn take(&mut self, address: &'m str, entry: &'m Entry, rules: &'m ClassRules) -> bool {
        // Pages have their own digits.
        let is_special = entry.page.is_some() || entry.headers.contains_key("Content-Security-Policy");
        let Some(digits) = entry.hash.get(..32).filter(|_| !is_special) else { return false };
        let kind = kind_of(entry);
        if !rules.cache_control.contains_key(&entry.cache) {
            self.untagged.insert(kind.clone());
        }
        for (wish, format, accept) in wishes(rules) {
            let elsewhere = entry.elsewhere.as_ref();
            let form = match choose(rules.dialect, &rules.representations, elsewhere, format, accept) {
                Ok(Choice::Form(form)) => Some(form),
                _ => None,
            };
            let known = self.forms.entry((kind.clone(), wish)).or_insert(form);
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

    pub(super) fn kinds(&self) -> BTreeSet<&str> {
        self.types.keys().map(|(kind, _)| kind.as_str()).collect()
    }

    /// The headers that differ between addresses of a kind.
    pub(super) fn own(&self) -> impl Iterator<Item = &'m str> + '_ {
        self.own.keys().copied()
    }

    pub(super) fn longest_key(&self) -> usize {
        self.digits.keys().copied().chain(COMMON).map(str::len).max().unwrap_or_default()
    }

    /// The nginx maps. Those of headers default to the value of the kind, if there is one.
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
        let rankings =
            HIGHEST.map(|tenths| (format!("\"{}\"", ranking(tenths)), "$muniment_ranked".to_owned()));
        let common = COMMON.iter().enumerate().map(|(place, accept)| (quoted(accept), place.to_string()));
        map("$http_accept", "muniment_accept", "\"\"", &mut common.chain(rankings));
        // Maps without patterns ignore case.
        let asked = self.forms.keys().filter_map(|(_, wish)| wish.strip_prefix('?')?.split('&').next());
        let formats: Vec<&str> = asked.collect::<BTreeSet<_>>().into_iter().collect();
        let format = format!("\"~^format=(?<muniment_format>{})$\"", formats.join("|"));
        let mut wishes = [("\"\"", "$muniment_accept"), (format.as_str(), "?$muniment_format")]
            .into_iter()
            .map(|(args, wish)| (args.to_owned(), wish.to_owned()));
        map("$args", "muniment_wish", "\"\"", &mut wishes);
        let forms = self.forms.iter().filter_map(|((kind, wish), form)| {
            Some((format!("1.{kind}.{wish}"), form.as_ref()?.key().to_owned()))
        });
        let (of_both, of_one): (Vec<_>, Vec<_>) = forms.partition(|(key, _)| key.contains('&'));
        let wish = "$muniment_plain.$muniment_kind.$muniment_wish";
        let (one, both) = (format!("\"{wish}\""), format!("\"{wish}&$muniment_accept\""));
        map(&one, "muniment_form", "$muniment_form_of_both", &mut of_one.into_iter());
        map(&both, "muniment_form_of_both", "$muniment_form_left", &mut of_both.into_iter());
        let mut untagged = self.untagged.iter().map(|kind| (kind.clone(), String::new()));
        map("$muniment_kind", "muniment_form_etag", OF_A_FORM, &mut untagged);
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

/// The precomputed wishes of a class, each with a representative `format` and `Accept`. At the license route of
/// version 1 both count, and a ranking by more than its winner (spec:version-1#negotiation), so each `format` is
/// combined with each common value, and there are no rankings.
fn wishes(rules: &ClassRules) -> Vec<(String, Option<&str>, Option<&str>)> {
    let mut wishes: Vec<_> =
        COMMON.iter().enumerate().map(|(place, accept)| (place.to_string(), None, Some(*accept))).collect();
    for form in &rules.representations {
        for format in form.formats.iter().map(String::as_str) {
            if rules.dialect == Dialect::Record {
                let both = |(place, accept): (usize, &'static &str)| {
                    (format!("?{format}&{place}"), Some(format), Some(*accept))
                };
                wishes.extend(COMMON.iter().enumerate().map(both));
            } else {
                wishes.push((format!("?{format}"), Some(format), None));
            }
        }
        if rules.dialect != Dialect::Record {
            wishes
                .extend(form.accepted_as.iter().map(|winner| (winner.clone(), None, Some(winner.as_str()))));
        }
    }
    wishes
}

/// The variable that holds a header of an address.
pub(super) fn own_variable(header: &str) -> String {
    format!("{}_own", variable(header))
}

#[cfg(test)]
mod tests {
    use super::*;
    use muniment_documents::wire::{CacheState, Class, Elsewhere};

    fn entry(class: Class, elsewhere: Option<&str>) -> Entry {
        let elsewhere = elsewhere.map(|html| Elsewhere { html: html.to_owned(), other: None });
        let (cache, headers) = (CacheState::Current, BTreeMap::new());
        Entry { class, cache, hash: "a".repeat(64), page: None, elsewhere, headers }
    }

    #[test]
    fn common_values_of_accept_get_the_same_form_as_from_the_server() {
        let (rules, entry) = (Class::Version.rules(), entry(Class::Version, None));
        let mut choices = Choices::default();
        assert!(choices.take("/v2/licenses/MIT", &entry, &rules));
        let maps = choices.maps(|_| false);
        for (wish, form) in [("application/x-turtle", "ttl"), ("?nt", "nt")] {
            assert!(maps.contains(&format!("    1.{}.{wish} \"{form}\";\n", kind_of(&entry))), "{wish}");
        }
        for (accept, form) in [("*/*", "json"), ("text/turtle", "ttl"), ("application/rdf+xml", "rdfxml")] {
            let place = COMMON.iter().position(|common| *common == accept).unwrap();
            assert!(maps.contains(&format!("    1.{}.{place} \"{form}\";\n", kind_of(&entry))), "{accept}");
        }
    }

    #[test]
    fn addresses_without_a_tag_are_looked_up_without_one() {
        let (rules, entry) = (Class::LinkedRecord.rules(), entry(Class::LinkedRecord, Some("/page")));
        let mut choices = Choices::default();
        assert!(choices.take("/licenselibrary/MIT", &entry, &rules));
        let tags = format!("{OF_A_FORM};\n    {} \"\";\n", kind_of(&entry));
        assert!(choices.maps(|_| false).contains(&tags));
    }

    #[test]
    fn the_license_route_looks_up_format_with_accept_and_no_rankings() {
        let (rules, entry) = (Class::Record.rules(), entry(Class::Record, Some("/page")));
        let mut choices = Choices::default();
        assert!(choices.take("/licenselibrary/license/MIT", &entry, &rules));
        let form = |wish: String| choices.forms.get(&(kind_of(&entry), wish)).copied();
        let place = |accept: &str| COMMON.iter().position(|common| *common == accept).unwrap();
        let (json, html) = (place("application/json"), place("text/html"));
        assert_eq!(form(format!("?ttl&{json}")), Some(Some(Representation::TurtleString)));
        assert_eq!(form(format!("?ttl&{html}")), Some(None), "whoever mentions HTML is led to the page");
        assert_eq!((form("?ttl".to_owned()), form("text/turtle".to_owned())), (None, None));
    }

    #[test]
    fn the_module_handles_addresses_with_their_own_digits() {
        let (rules, mut page) = (Class::Vocabulary.rules(), entry(Class::Vocabulary, None));
        page.page = Some("b".repeat(64));
        assert!(!Choices::default().take("/ns", &page, &rules));
    }
}
