use std::collections::BTreeMap;

use muniment_licenses::model::{Library, License, LicenseId};

/// The current records that use a term, by ascending index in the order of titles.
#[derive(Debug, Default)]
pub(in super::super) struct Usage {
    /// Number of records that use it.
    pub(in super::super) records: usize,
    pub(super) permit: Vec<usize>,
    /// License-wide, or as a condition.
    pub(super) require: Vec<usize>,
    pub(super) prohibit: Vec<usize>,
    /// As a property or a value.
    pub(super) state: Vec<usize>,
}

/// How a record uses a term.
#[derive(Debug, Clone, Copy)]
enum Manner {
    Permits,
    Requires,
    Prohibits,
    States,
}

/// The usage of each term in records, which are in the given order.
pub(in super::super) fn usage(
    library: &Library,
    records: &[(&LicenseId, &License)],
) -> BTreeMap<String, Usage> {
    let terms = &library.vocabulary.current.content.terms;
    let mut usage: BTreeMap<&str, Usage> = terms.keys().map(|iri| (iri.as_str(), Usage::default())).collect();
    for (place, (_, license)) in records.iter().enumerate() {
        for (term, manner) in acts(license) {
            usage.entry(term).or_default().note(manner, place);
        }
        for term in &license.stated {
            if let Some(usage) = usage.get_mut(term.as_str()) {
                usage.note(Manner::States, place);
            }
        }
    }
    let spoken = usage.into_iter().filter(|(_, usage)| usage.records > 0);
    spoken.map(|(term, usage)| (term.to_owned(), usage)).collect()
}

impl Usage {
    /// Adds a use by a record once.
    fn note(&mut self, manner: Manner, place: usize) {
        let lists = [&self.permit, &self.require, &self.prohibit, &self.state];
        let is_new = lists.into_iter().all(|list| list.last() != Some(&place));
        self.records += usize::from(is_new);
        let list = match manner {
            Manner::Permits => &mut self.permit,
            Manner::Requires => &mut self.require,
            Manner::Prohibits => &mut self.prohibit,
            Manner::States => &mut self.state,
        };
        if list.last() != Some(&place) {
            list.push(place);
        }
    }
}

fn acts(license: &License) -> impl Iterator<Item = (&str, Manner)> {
    let attached = license.permissions.iter().chain(&license.prohibitions).flat_map(|rule| &rule.duties);
    let permitted = license.permissions.iter().map(|rule| (rule, Manner::Permits));
    let prohibited = license.prohibitions.iter().map(|rule| (rule, Manner::Prohibits));
    let required = license.duties.iter().chain(attached).map(|rule| (rule, Manner::Requires));
    permitted.chain(prohibited).chain(required).map(|(rule, manner)| (rule.action.as_str(), manner))
}
