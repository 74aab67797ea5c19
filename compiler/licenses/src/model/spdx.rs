use std::collections::BTreeMap;

use super::{Library, LicenseId};

/// The record of an SPDX identifier (spec:version-1#answer-objects, SPDX answer).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpdxMatch<'l> {
    /// The identifier that the record declares.
    pub spdx_id: &'l str,
    /// The record.
    pub id: &'l LicenseId,
}

/// The SPDX identifiers of records, with aliases (deprecated and plus forms), and the identifiers of the records.
#[derive(Debug, Default)]
pub struct SpdxIndex<'l> {
    /// By their identifiers in lower case.
    records: BTreeMap<String, &'l LicenseId>,
    /// By the identifier in lower case.
    declared: BTreeMap<String, SpdxMatch<'l>>,
    /// Identifiers by their alias in lower case.
    aliases: BTreeMap<String, &'l str>,
}

impl<'l> SpdxIndex<'l> {
    /// Indexes a library. If several records declare one identifier, the first counts; the checks refuse that.
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
        let records = library.licenses.keys().map(|id| (id.as_str().to_ascii_lowercase(), id)).collect();
        Self { records, declared, aliases }
    }

    /// The record of an identifier of the library, ignoring case.
    #[must_use]
    pub fn record(&self, id: &str) -> Option<&'l LicenseId> {
        self.records.get(&id.to_ascii_lowercase()).copied()
    }

    /// The record of an SPDX identifier or of an expression with an exception, ignoring case
    /// (spec:version-1#library-endpoints).
    ///
    /// Declared identifiers come before aliases. White space and the `+` of URL encoding both separate words; the `+`
    /// of an identifier (`GPL-2.0+`) stays. Deprecated and plus forms resolve only through aliases, also on the left
    /// of `WITH`: `MIT+` is unknown.
    #[must_use]
    pub fn resolve(&self, text: &str) -> Option<SpdxMatch<'l>> {
        let lower = text.to_lowercase();
        let words = lower.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(found) = self.resolve_whole(&words) {
            return Some(found);
        }
        let (license, exception) = divide(&words)?;
        let replacement = self.aliases.get(license).map(|to| to.to_lowercase());
        [Some(license), replacement.as_deref()]
            .into_iter()
            .flatten()
            .find_map(|license| self.resolve_whole(&format!("{license} with {exception}")))
    }

    /// Every record that declares an identifier, in order of the identifiers ignoring case.
    pub fn declared(&self) -> impl Iterator<Item = SpdxMatch<'l>> {
        self.declared.values().copied()
    }

    fn resolve_whole(&self, lower: &str) -> Option<SpdxMatch<'l>> {
        let by_alias = || self.declared.get(&self.aliases.get(lower)?.to_lowercase());
        self.declared.get(lower).or_else(by_alias).copied()
    }
}

/// Splits an expression in lower case into license and exception.
fn divide(expression: &str) -> Option<(&str, &str)> {
    let dividers = [" with ", " with+", "+with ", "+with+"];
    dividers.iter().find_map(|divider| expression.split_once(divider))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plus_beside_with_is_a_blank() {
        assert_eq!(divide("a with b"), Some(("a", "b")));
        assert_eq!(divide("a+with+b"), Some(("a", "b")));
        assert_eq!(divide("a++with+b"), Some(("a+", "b")));
        assert_eq!(divide("a+ with b"), Some(("a+", "b")));
        assert_eq!(divide("a-with-b"), None);
    }
}
