use std::collections::BTreeMap;

use super::{Library, LicenseId};

/// What an SPDX identifier leads to (spec:version-1#answer-objects, SPDX answer).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpdxMatch<'l> {
    /// The identifier the record itself declares, however it was asked for.
    pub spdx_id: &'l str,
    /// The record.
    pub id: &'l LicenseId,
}

/// SPDX identifiers of records, and the deprecated and plus forms that stand for them.
#[derive(Debug)]
pub struct SpdxIndex<'l> {
    /// By the identifier in lower case.
    declared: BTreeMap<String, SpdxMatch<'l>>,
    /// What stands for a deprecated identifier, by that in lower case.
    aliases: BTreeMap<String, &'l str>,
}

impl<'l> SpdxIndex<'l> {
    /// Makes the index of a library. Of records that declare one identifier, which the checks refuse, the first
    /// counts.
    #[must_use]
    pub fn new(library: &'l Library) -> Self {
        let mut declared = BTreeMap::new();
        for (id, model) in &library.licenses {
            if let Some(spdx_id) = &model.current.content.spdx {
                declared.entry(spdx_id.to_lowercase()).or_insert(SpdxMatch { spdx_id, id });
            }
        }
        let aliases =
            library.spdx_aliases.iter().map(|(alias, to)| (alias.to_lowercase(), to.as_str())).collect();
        Self { declared, aliases }
    }

    /// The record of an SPDX identifier or of an expression with an exception, ignoring case
    /// (spec:version-1#library-endpoints).
    ///
    /// What a record declares comes before an alias. Any white space divides an expression, and so does the `+`
    /// that stands for a blank in addresses; a `+` that belongs to the identifier (`GPL-2.0+`) stays. Deprecated
    /// and plus forms resolve through the aliases of the library alone, on the left of `WITH` too: `MIT+` is none.
    #[must_use]
    pub fn resolve(&self, text: &str) -> Option<SpdxMatch<'l>> {
        let lower = text.to_lowercase();
        let words = lower.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(found) = self.resolve_whole(&words) {
            return Some(found);
        }
        let (license, exception) = divide(&words)?;
        let standing = self.aliases.get(license).map(|to| to.to_lowercase());
        [Some(license), standing.as_deref()]
            .into_iter()
            .flatten()
            .find_map(|license| self.resolve_whole(&format!("{license} with {exception}")))
    }

    /// Every record that declares an identifier, in order of the identifiers ignoring case.
    pub fn declared(&self) -> impl Iterator<Item = SpdxMatch<'l>> {
        self.declared.values().copied()
    }

    fn resolve_whole(&self, lower: &str) -> Option<SpdxMatch<'l>> {
        let standing = || self.declared.get(&self.aliases.get(lower)?.to_lowercase());
        self.declared.get(lower).or_else(standing).copied()
    }
}

/// License and exception of an expression in lower case.
fn divide(expression: &str) -> Option<(&str, &str)> {
    let dividers = [" with ", " with+", "+with ", "+with+"];
    dividers.iter().find_map(|divider| expression.split_once(divider))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plus_is_a_blank_only_where_it_divides_an_expression() {
        assert_eq!(divide("a with b"), Some(("a", "b")));
        assert_eq!(divide("a+with+b"), Some(("a", "b")));
        assert_eq!(divide("a++with+b"), Some(("a+", "b")));
        assert_eq!(divide("a+ with b"), Some(("a+", "b")));
        assert_eq!(divide("a-with-b"), None);
    }
}
