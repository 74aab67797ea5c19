use std::collections::BTreeMap;

use crate::model::words::words;
use crate::model::{Library, LicenseId};

words! {
    /// What of a record a name is equal to.
    NameMatch {
        /// Its title.
        Title = "title",
        /// An alternative title.
        Alias = "alias",
        /// The address of its text or of its catalogue page.
        Address = "address",
    }
}

/// A name that is no identifier, and the record it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedName<'a> {
    /// The name as components state it.
    pub name: String,
    /// The record.
    pub record: &'a LicenseId,
    /// What of the record is equal.
    pub by: NameMatch,
    /// The text that is equal: the name, or what the document states of it.
    pub stated: String,
    /// Number of components with this name.
    pub parts: usize,
}

/// Records by titles and addresses. A name of several records stands for none of them.
pub(super) struct RecordNames<'a> {
    names: BTreeMap<String, Option<(&'a LicenseId, NameMatch)>>,
}

impl<'a> RecordNames<'a> {
    pub(super) fn new(library: &'a Library) -> Self {
        let mut names: BTreeMap<String, Option<(&LicenseId, NameMatch)>> = BTreeMap::new();
        for (id, model) in &library.licenses {
            let license = &model.current.content;
            if license.is_fixture() || license.deprecated {
                continue;
            }
            let titles = [(license.title.value.as_str(), NameMatch::Title)];
            let aliases = license.alternatives.iter().map(|alias| (alias.as_str(), NameMatch::Alias));
            // A variant has the address of its base.
            let addresses = license.legalcode.iter().chain(&license.source);
            let addresses = addresses.filter(|_| license.variant_of.is_none());
            let addresses = addresses.map(|address| (address.as_str(), NameMatch::Address));
            for (name, by) in titles.into_iter().chain(aliases).chain(addresses) {
                let known = names.entry(folded(name)).or_insert(Some((id, by)));
                *known = known.filter(|(other, _)| *other == id);
            }
        }
        Self { names }
    }

    /// The record that a name is the title, an alias or an address of; else the only record that the description of
    /// the name leads to. It has no parts yet.
    pub(super) fn find(&self, name: &str, described: &[String]) -> Option<MatchedName<'a>> {
        let matched = |stated: &str| {
            let (record, by) = self.names.get(&folded(stated)).copied().flatten()?;
            Some(MatchedName { name: name.to_owned(), record, by, stated: stated.to_owned(), parts: 0 })
        };
        let long = name.split_once(" (").filter(|(long, rest)| abbreviates(rest, long)).map(|(long, _)| long);
        matched(name).or_else(|| long.and_then(matched)).or_else(|| {
            let mut found = described.iter().filter_map(|stated| matched(stated));
            let first = found.next()?;
            found.all(|other| other.record == first.record).then_some(first)
        })
    }
}

/// Whether the rest of a name after a parenthesis is an abbreviation of what stands before it, as in the classifiers of PyPI:
/// `ISC License (ISCL)`, `GNU General Public License v3 (GPLv3)`. Other words there may change what the name means.
fn abbreviates(rest: &str, long: &str) -> bool {
    let Some(short) = rest.strip_suffix(')') else { return false };
    let short = short.strip_suffix('+').unwrap_or(short);
    let letters = short.chars().take_while(char::is_ascii_uppercase).count();
    let is_short =
        short.chars().skip(letters).all(|c| c.is_ascii_digit() || matches!(c, 'v' | '.' | '-' | ' '));
    let mut left = long.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase());
    let mut capitals = short.chars().take(letters).map(|c| c.to_ascii_lowercase());
    letters >= 2 && is_short && capitals.all(|capital| left.any(|c| c == capital))
}

/// A name without differences of case, blanks, a leading article, and of the scheme and the last slash of an address.
fn folded(name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let name = name.strip_prefix("the ").unwrap_or(&name);
    let without_scheme = ["https://", "http://"].iter().find_map(|scheme| name.strip_prefix(scheme));
    without_scheme.map_or(name, |address| address.trim_end_matches('/')).to_owned()
}
