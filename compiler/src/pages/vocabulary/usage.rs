use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Library, License, LicenseId, Vocabulary};

/// Which records speak of a term as they stand, each list in order of their titles.
#[derive(Debug, Default)]
pub(in super::super) struct Usage<'c> {
    /// How many records speak of it in any way.
    pub(in super::super) records: usize,
    pub(super) permit: Vec<&'c LicenseId>,
    /// As a whole, or as a condition of something else.
    pub(super) require: Vec<&'c LicenseId>,
    pub(super) prohibit: Vec<&'c LicenseId>,
    /// As a property, or as the value of one.
    pub(super) state: Vec<&'c LicenseId>,
}

/// How a record speaks of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    Permits,
    Requires,
    Prohibits,
    States,
}

/// What the records of a library, in the order given, say of each term that some of them speak of.
pub(in super::super) fn usage<'c>(
    library: &'c Library,
    records: &[&'c LicenseId],
) -> BTreeMap<&'c str, Usage<'c>> {
    let mut usage: BTreeMap<&str, Usage<'_>> = BTreeMap::new();
    for id in records {
        let Some(model) = library.licenses.get(*id) else { continue };
        let mut spoken: BTreeMap<&str, BTreeSet<Manner>> = BTreeMap::new();
        let vocabulary = &library.vocabulary.current.content;
        let license = &model.current.content;
        let said = acts(license).chain(stated(license, vocabulary));
        for (term, manner) in said {
            spoken.entry(term).or_default().insert(manner);
        }
        for (term, manners) in spoken {
            let usage = usage.entry(term).or_default();
            usage.records += 1;
            for manner in manners {
                match manner {
                    Manner::Permits => &mut usage.permit,
                    Manner::Requires => &mut usage.require,
                    Manner::Prohibits => &mut usage.prohibit,
                    Manner::States => &mut usage.state,
                }
                .push(*id);
            }
        }
    }
    usage
}

fn acts(license: &License) -> impl Iterator<Item = (&str, Manner)> {
    let attached = license.permissions.iter().chain(&license.prohibitions).flat_map(|rule| &rule.duties);
    let permitted = license.permissions.iter().map(|rule| (rule, Manner::Permits));
    let prohibited = license.prohibitions.iter().map(|rule| (rule, Manner::Prohibits));
    let required = license.duties.iter().chain(attached).map(|rule| (rule, Manner::Requires));
    permitted.chain(prohibited).chain(required).map(|(rule, manner)| (rule.action.as_str(), manner))
}

/// Terms of the vocabulary that are a property or the value of one.
fn stated<'c>(
    license: &'c License,
    vocabulary: &'c Vocabulary,
) -> impl Iterator<Item = (&'c str, Manner)> + 'c {
    let terms = license.stated.iter().map(String::as_str);
    terms.filter(|term| vocabulary.terms.contains_key(*term)).map(|term| (term, Manner::States))
}
