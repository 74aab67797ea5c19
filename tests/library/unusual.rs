//! The obligations that pages of records point out as unusual (`templates/words.toml`).

use std::collections::{BTreeMap, BTreeSet};

use super::{LIBRARY, data};

/// An obligation is unusual if fewer than one in so many licenses states it. A port counts with its international license:
/// there are hundreds of them.
const SHARE: usize = 20;

#[test]
fn an_obligation_is_unusual_if_few_licenses_state_it() {
    let read: Vec<_> = LIBRARY
        .licenses
        .values()
        .map(|model| &model.current.content)
        .filter(|license| license.text_hash.is_some() && license.port_of.is_none() && !license.is_fixture())
        .collect();
    let mut stated: BTreeMap<&str, usize> = BTreeMap::new();
    for license in &read {
        let of_permissions = license.permissions.iter().flat_map(|rule| &rule.duties);
        let acts: BTreeSet<&str> =
            of_permissions.chain(&license.duties).map(|rule| rule.action.as_str()).collect();
        for act in acts {
            *stated.entry(act).or_default() += 1;
        }
    }
    let namespace = &LIBRARY.vocabulary.current.content.namespace;
    let few = stated.into_iter().filter(|(_, licenses)| licenses * SHARE < read.len());
    let few: BTreeSet<String> =
        few.filter_map(|(act, _)| Some(format!("svc:{}", act.strip_prefix(namespace.as_str())?))).collect();
    let words = std::fs::read_to_string(data().join("../templates/words.toml")).unwrap();
    let words: toml::Table = toml::from_str(&words).unwrap();
    let listed = words["unusual"].as_array().unwrap().iter().map(|act| act.as_str().unwrap().to_owned());
    assert_eq!(listed.collect::<BTreeSet<String>>(), few);
}
