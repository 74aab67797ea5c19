//! Policies for other tools, over the library's records (spec:tools#policy).

use std::collections::BTreeSet;

use muniment_documents::api::policy::{Policies, PolicyFormat};
use muniment_library::history::current_release;
use muniment_licenses::model::SpdxIndex;
use muniment_licenses::reason::{Answer, Context, Purpose, Shipping, TermsIndex, Use, Work};
use rayon::prelude::*;

use crate::LIBRARY;

fn contexts() -> Vec<Context> {
    let shippings = Shipping::ALL.iter().map(|(shipping, _)| *shipping);
    let contexts = shippings.flat_map(|shipping| {
        let purposes = Purpose::ALL.iter();
        purposes.map(move |(purpose, _)| Context { shipping, purpose: *purpose, ..Context::default() })
    });
    contexts.chain([Context { usage: Use::Merged, ..Context::default() }]).collect()
}

/// The licenses that a file for a machine lists: everything in it but comments.
fn listed(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let names = lines.map(|line| line.trim().trim_matches(['"', ',', '-', ' ']));
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn no_list_for_a_machine_has_a_license_that_only_its_user_can_judge() {
    let index = TermsIndex::new(&LIBRARY);
    let release = current_release(&LIBRARY);
    let spdx = SpdxIndex::new(&LIBRARY);
    contexts().par_iter().for_each(|context| {
        let policies = Policies::new(&LIBRARY, &index, &release, *context);
        let works = LIBRARY.licenses.keys().filter_map(|id| index.work(&LIBRARY, id));
        for work in works.chain([Work { record: None, terms: index.closed_source() }]) {
            let Ok(policy) = policies.of(&work) else { continue };
            let (id, work) = (work.id(), work.terms);
            let text = |(format, _, ending): &(PolicyFormat, &str, &str)| {
                (format!("{id}.{ending}"), policy.text(*format).unwrap())
            };
            let texts: Vec<(String, String)> = PolicyFormat::ALL.iter().map(text).collect();
            let plain = texts.iter().find(|(file, _)| *file == format!("{id}.txt")).unwrap();
            let listed_plainly = listed(&plain.1);
            for part in &listed_plainly {
                let record = spdx.resolve(part).unwrap().id;
                let part = index.get(&LIBRARY.licenses.get(record).unwrap().iri).unwrap();
                let found = index.contain(part, work, *context);
                assert_ne!(found.answer, Answer::No, "{record} into {id}, {context:?}");
                assert!(!found.depends_on_the_user(), "{record} into {id}, {context:?}");
            }
            // The other lists name the same licenses, but for those that their tools do not know.
            for (_, _, ending) in PolicyFormat::ALL.iter().take(4) {
                let (file, text) = texts.iter().find(|(file, _)| *file == format!("{id}.{ending}")).unwrap();
                let keys =
                    ["[licenses]", "unused-allowed-license", "allow", "]", "accepted", "require-license"];
                let is_key = |line: &&str| keys.iter().any(|key| line.starts_with(key));
                for line in listed(text).into_iter().filter(|line| !is_key(line)) {
                    assert!(listed_plainly.contains(line), "{file}: {line}");
                }
            }
        }
    });
}
