use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Library, License, LicenseId};

/// Words that people leave out or put in as they like.
const IDLE: [&str; 9] =
    ["gnu", "licence", "license", "licenses", "licensed", "only", "the", "under", "version"];

/// What people write for "or a later version", as words.
const LATER: [&[&str]; 4] = [&["or", "any", "later"], &["or", "later"], &["or", "newer"], &["and", "later"]];

/// The name of a license as people type it: `GPLv3`, `gpl 3`, `GNU GPL version 3.0 only` are equal.
///
/// Case and punctuation do not count, nor do idle words, nor a zero after the number of a version. `+` is "or later".
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TypedName(String);

impl TypedName {
    pub(super) fn of(text: &str) -> Self {
        let mut words = words(text);
        for later in LATER {
            while let Some(at) = words.windows(later.len()).position(|found| found == later) {
                words.splice(at..at + later.len(), ["+".to_owned()]);
            }
        }
        words.retain(|word| !IDLE.contains(&word.as_str()));
        // Zeros at the end of a version add nothing: 3.0 is 3, and 2.0.1 is not 2.1.
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        for at in (1..words.len()).rev() {
            let is_last = !words.get(at + 1).is_some_and(is_number);
            let is_zero = words.get(at).is_some_and(|word| word.bytes().all(|byte| byte == b'0'));
            if is_zero && is_last && words.get(at - 1).is_some_and(is_number) {
                words.remove(at);
            }
        }
        Self(words.join(" "))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether another name begins with the words of this one; the last word may be cut short, a number may not.
    pub(super) fn begins(&self, other: &Self) -> bool {
        let Some(rest) = other.0.strip_prefix(&self.0) else { return false };
        let ends_in_number = self.0.ends_with(|c: char| c.is_ascii_digit());
        rest.is_empty() || rest.starts_with(' ') || !ends_in_number
    }

    /// The numbers of the name, for an order of versions.
    pub(super) fn numbers(&self) -> Vec<u32> {
        self.0.split(' ').filter_map(|word| word.parse().ok()).collect()
    }
}

/// The words of a text: runs of letters, runs of digits, and each `+`. `v` before a number is no word.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in lower.chars() {
        let continues =
            c.is_alphanumeric() && before.is_alphanumeric() && c.is_ascii_digit() == before.is_ascii_digit();
        match words.last_mut() {
            Some(word) if continues => word.push(c),
            _ if c.is_alphanumeric() || c == '+' => {
                if c.is_ascii_digit() {
                    drop_version_mark(&mut words);
                }
                words.push(c.to_string());
            }
            _ => {}
        }
        before = c;
    }
    words
}

/// Removes the `v` or `ver` of a version, which may be the end of a word: `gplv` of `gplv3`.
fn drop_version_mark(words: &mut Vec<String>) {
    let Some(last) = words.last_mut() else { return };
    if ["v", "ver"].contains(&last.as_str()) {
        words.pop();
    } else if last.len() > 2
        && let Some(name) = last.strip_suffix('v')
    {
        *last = name.to_owned();
    }
}

/// Every name of a record as people type it.
pub(super) fn typed_names(id: &LicenseId, license: &License) -> BTreeSet<TypedName> {
    let own = [id.as_str(), license.title.value.as_str()].into_iter().chain(license.spdx.as_deref());
    own.chain(license.alternatives.iter().map(String::as_str)).map(TypedName::of).collect()
}

/// Records by their names as people type them. What identifiers and the table of the library say comes before titles; a
/// name of several records stands for none of them.
#[derive(Debug)]
pub(super) struct TypedNames(BTreeMap<TypedName, LicenseId>);

impl TypedNames {
    pub(super) fn new(library: &Library) -> Self {
        let current = || {
            let models = library.licenses.iter();
            let contents = models.map(|(id, model)| (id, &*model.current.content));
            contents.filter(|(_, license)| !license.is_fixture() && !license.deprecated)
        };
        let mut names: BTreeMap<TypedName, Option<&LicenseId>> = BTreeMap::new();
        let listed = library.typed_names.iter().map(|(name, id)| (TypedName::of(name), id));
        add(&mut names, listed.filter(|(_, id)| library.licenses.contains_key(*id)));
        let identifiers = current().flat_map(|(id, license)| {
            let own = [Some(id.as_str()), license.spdx.as_deref()];
            own.into_iter().flatten().map(move |name| (TypedName::of(name), id))
        });
        add(&mut names, identifiers);
        let titles = current()
            .flat_map(|(id, license)| typed_names(id, license).into_iter().map(move |name| (name, id)));
        add(&mut names, titles);
        Self(names.into_iter().filter_map(|(name, id)| Some((name, id?.clone()))).collect())
    }

    pub(super) fn get(&self, name: &TypedName) -> Option<&LicenseId> {
        self.0.get(name)
    }
}

/// Adds names that are not there yet.
fn add<'l>(
    names: &mut BTreeMap<TypedName, Option<&'l LicenseId>>,
    further: impl Iterator<Item = (TypedName, &'l LicenseId)>,
) {
    let mut new: BTreeMap<TypedName, Option<&LicenseId>> = BTreeMap::new();
    for (name, id) in further.filter(|(name, _)| !name.is_empty()) {
        let known = new.entry(name).or_insert(Some(id));
        *known = known.filter(|other| *other == id);
    }
    for (name, id) in new {
        names.entry(name).or_insert(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_write_a_name_are_equal() {
        for (expected, ways) in [
            ("gpl 3", &["GPL-3.0-only", "gplv3", "GPL v3", "gnu gpl version 3.0", "gpl3.0", "GPL_3"][..]),
            ("gpl 2 +", &["GPL-2.0-or-later", "gplv2+", "GPL 2 or later", "gpl-2.0 or any later version"]),
            ("lgpl 2 1", &["LGPL-2.1-only", "lgplv2.1"]),
            ("apache 2", &["Apache License, Version 2.0", "apache2", "APACHE-2.0"]),
            ("mit 0", &["MIT-0", "mit 0"]),
            ("oldap 2 0 1", &["OLDAP-2.0.1"]),
            ("polyform shield 1", &["PolyForm-Shield-1.0.0"]),
            ("0 bsd", &["0BSD"]),
            ("cc by 4", &["CC-BY-4.0", "cc by 4"]),
        ] {
            for way in ways {
                assert_eq!(TypedName::of(way).0, expected, "{way}");
            }
        }
    }

    #[test]
    fn a_number_is_not_cut_short() {
        let begins = |one: &str, other: &str| TypedName::of(one).begins(&TypedName::of(other));
        assert!(begins("gpl", "GPL-3.0-only") && begins("apac", "Apache-2.0"));
        assert!(begins("gpl 3", "GPL-3.0-only WITH a") && !begins("gpl 3", "GPL-30"));
        assert!(!begins("gpl 2", "GPL-3.0-only"));
    }
}
