//! Each part is asked about in its own context.

use muniment_licenses::audit::{Audit, AuditContext, AuditVerdict, Findings, Inventory, StatedExpressions};
use muniment_licenses::find::Expressions;
use muniment_licenses::model::Day;
use muniment_licenses::reason::{Answer, Context, Use};

use super::{INDEX, LIBRARY, SPDX, file, inventory};

/// What is asserted of an audit of a list of expressions, with the corrections and exceptions of a file.
fn audited<R>(
    list: &str,
    text: &str,
    target: Option<&str>,
    assert: impl FnOnce(&Audit<'_>, &Findings<'_>) -> R,
) -> R {
    let file = file(text).unwrap();
    let mut inventory: Inventory = inventory(list);
    file.corrections.apply(&mut inventory, Day::EPOCH);
    let mut expressions = Expressions::new(&SPDX);
    let stated = StatedExpressions::new(&inventory, true, &mut expressions, &LIBRARY);
    let work = |id: &str| INDEX.work(&LIBRARY, &id.parse().unwrap()).unwrap();
    let context = AuditContext {
        library: &LIBRARY,
        index: &INDEX,
        target: target.map(work),
        usage: file.work.within(Context::default()),
        preferred: file.work.preferred.clone(),
    };
    let audit = Audit::new(&stated, context);
    let findings = Findings::new(&audit, &file.exceptions, None, Day::EPOCH, false);
    assert(&audit, &findings)
}

/// License, use, answer and parts of every answer.
fn answers(list: &str, text: &str, target: &str) -> Vec<String> {
    audited(list, text, Some(target), |_, findings| {
        let told = findings.answers.iter().map(|answer| {
            let parts = findings.parts_in(answer.license, answer.context).iter().map(|part| part.label());
            let parts = parts.collect::<Vec<_>>().join(", ");
            let modified = if answer.context.modified { " modified" } else { "" };
            format!(
                "{} {}{modified}: {} ({parts})",
                answer.license, answer.context.usage, answer.found.answer
            )
        });
        told.collect()
    })
}

fn entry(name: &str, keys: &str) -> String {
    format!("[[parts]]\nname = '{name}'\n{keys}\nreason = 'r'\n")
}

const TWO: &str = "one: GPL-3.0-only\ntwo: GPL-3.0-only";

#[test]
fn two_uses_of_one_license_have_two_answers() {
    assert_eq!(answers(TWO, "", "MIT"), ["GPL-3.0-only combined: no (one, two)"]);
    let found = answers(TWO, &entry("two", "use = 'aggregated'"), "MIT");
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], "GPL-3.0-only combined: no (one)");
    assert!(found[1].starts_with("GPL-3.0-only aggregated: ") && found[1].ends_with(" (two)"), "{found:?}");
    assert!(!found[1].contains(": no"), "{found:?}");
}

#[test]
fn a_modified_part_has_an_answer_of_its_own() {
    let list = "one: Apache-2.0\ntwo: Apache-2.0";
    let found = answers(list, &entry("one", "modified = true"), "MIT");
    let contexts: Vec<&str> =
        found.iter().filter_map(|told| told.split_once(':')).map(|(it, _)| it).collect();
    assert_eq!(contexts.len(), 2, "{found:?}");
    assert!(contexts.contains(&"Apache-2.0 combined") && contexts.contains(&"Apache-2.0 combined modified"));
}

/// A correction of one part allows nothing for another one.
#[test]
fn what_is_corrected_of_one_part_does_not_help_another() {
    let verdict = |text: &str| audited(TWO, text, Some("MIT"), |_, findings| findings.verdict);
    let both = entry("one", "license = 'MIT'") + &entry("two", "license = 'MIT'");
    assert_eq!(verdict(""), AuditVerdict::NotAllowed);
    assert_eq!(verdict(&entry("two", "license = 'MIT'")), AuditVerdict::NotAllowed);
    assert_eq!(verdict(&entry("two", "use = 'aggregated'")), AuditVerdict::NotAllowed);
    assert_eq!(verdict(&both), AuditVerdict::Allowed);
    assert_eq!(verdict(&entry("one", "license = 'LicenseRef-unheard-of'")), AuditVerdict::NotAllowed);
    let unknown = entry("one", "license = 'LicenseRef-unheard-of'") + &entry("two", "license = 'MIT'");
    assert_eq!(verdict(&unknown), AuditVerdict::NotDetermined);
}

/// Exceptions are about the parts of an answer, and not of another one under the same license.
#[test]
fn an_exception_holds_for_the_parts_of_an_answer() {
    let accepted = |parts: &str| {
        let exception =
            format!("[[exceptions]]\nlicenses = ['GPL-3.0-only', 'MIT']\nparts = [{parts}]\nreason = 'r'\n");
        audited(TWO, &(entry("two", "use = 'aggregated'") + &exception), Some("MIT"), |_, findings| {
            let refused = findings.answers.iter().find(|it| it.found.answer == Answer::No).unwrap();
            refused.exception.is_some()
        })
    };
    assert!(accepted("'one'") && !accepted("'two'") && accepted("'one', 'two'"));
}

#[test]
fn a_choice_is_decided_for_each_context() {
    let list = "one: GPL-3.0-only OR LGPL-3.0-only\ntwo: GPL-3.0-only OR LGPL-3.0-only";
    audited(list, "", Some("MIT"), |audit, _| assert_eq!(audit.choices.len(), 1));
    audited(list, &entry("two", "use = 'merged'"), Some("MIT"), |audit, _| {
        let parts: usize = audit.choices.iter().map(|choice| choice.parts).sum();
        assert_eq!(parts, 2, "{:?}", audit.choices);
        let uses: Vec<Use> = audit.parts.iter().map(|part| part.context.usage).collect();
        assert_eq!(uses, [Use::Combined, Use::Merged]);
    });
    // The same decision is told once.
    audited("one: MIT OR ISC\ntwo: MIT OR ISC", &entry("two", "modified = true"), Some("MIT"), |audit, _| {
        assert_eq!((audit.choices.len(), audit.choices[0].parts), (1, 2), "{:?}", audit.choices);
    });
}

#[test]
fn without_a_license_of_the_work_a_pair_has_the_contexts_of_its_parts() {
    let list = "one: GPL-2.0-only\ntwo: CC-BY-SA-4.0\nthree: GPL-2.0-only";
    audited(list, &entry("three", "use = 'aggregated'"), None, |_, findings| {
        let [pair] = findings.apart.as_slice() else { panic!("{:?}", findings.apart) };
        let labels: Vec<Vec<String>> = (0..2)
            .map(|side| {
                let parts = findings.parts_in(pair.licenses[side], pair.contexts[side]);
                parts.iter().map(|part| part.label()).collect()
            })
            .collect();
        assert_eq!(labels, [["two"], ["one"]]);
        assert_eq!(pair.contexts[1].usage, Use::Combined);
    });
}

/// Where a file repeats what holds for all parts, nothing changes.
#[test]
fn a_context_that_is_that_of_all_parts_changes_nothing() {
    let list =
        "a: MIT OR Apache-2.0\nb: GPL-3.0-only\nc: ISC AND (Zlib OR GPL-2.0-only)\nd: Unheard-of\ne: NONE";
    let told = |text: &str, target: Option<&str>| {
        audited(list, text, target, |audit, findings| {
            let answers: Vec<_> =
                findings.answers.iter().map(|it| (it.license, format!("{:?}", it.found))).collect();
            format!("{answers:?} {:?} {:?} {:?}", audit.choices, findings.carriers, findings.verdict)
        })
    };
    let same: String = ["a", "b", "c"].map(|name| entry(name, "use = 'combined'\nmodified = false")).concat();
    for target in [None, Some("MIT"), Some("GPL-3.0-only")] {
        assert_eq!(told("", target), told(&same, target));
    }
}
