//! Formats that list the licenses that are allowed.

use super::{Policy, PolicyPart};
use muniment_licenses::reason::Answer;

/// What follows an identifier in a line.
fn remark(part: &PolicyPart<'_>) -> &'static str {
    match part.answer {
        Answer::Via => " # under another license",
        Answer::Yes | Answer::If | Answer::No => "",
    }
}

fn lines<'p, 'l: 'p>(
    parts: impl Iterator<Item = &'p PolicyPart<'l>>,
    line: impl Fn(&PolicyPart<'l>) -> String,
) -> String {
    parts.fold(String::new(), |mut text, part| {
        text.push_str(&line(part));
        text.push_str(remark(part));
        text.push('\n');
        text
    })
}

fn toml(policy: &Policy<'_>) -> String {
    let known = policy.allowed().filter(|part| !SINCE_3_29.contains(&part.spdx));
    lines(known, |part| format!("    \"{}\",", part.spdx))
}

fn yaml<'p, 'l: 'p>(parts: impl Iterator<Item = &'p PolicyPart<'l>>) -> String {
    lines(parts, |part| format!("  - \"{}\"", part.spdx))
}

/// The licenses that no program can allow, as comments: each with the limits that its users have to keep.
fn limited(policy: &Policy<'_>) -> String {
    let mut text = String::new();
    for part in policy.limited() {
        if text.is_empty() {
            text.push_str("# Not allowed above, because only you know whether the limit on use is kept:\n");
        }
        text.push_str(&format!("# {}: {}\n", part.spdx, part.limits.join(" ")));
    }
    text
}

/// Licenses that the SPDX list has since version 3.29. cargo-deny and cargo-about with an older list refuse a file that names
/// them.
const SINCE_3_29: [&str; 13] = [
    "atc-game",
    "BSD-2-Clause-pos-unchanged",
    "BSD-3-Clause-OpenWebUI",
    "BSD-ask-to-endorse",
    "BSD-Source-alt-GPL",
    "BSD-Source-Code-no-disclaimer",
    "Brian-Gladman-3-Clause-no-conversion",
    "Bugroff",
    "CC-BY-NC-3.0-IGO",
    "FDK-MPEG-H",
    "Hippocratic-3.0-core",
    "Informatica",
    "MVT-1.1",
];

/// Without the setting, cargo-deny warns of each license of the list that does not occur.
pub(super) fn cargo_deny(policy: &Policy<'_>) -> String {
    format!(
        "# {policy}\n[licenses]\nunused-allowed-license = \"allow\"\nallow = [\n{}]\n{}",
        toml(policy),
        limited(policy)
    )
}

pub(super) fn cargo_about(policy: &Policy<'_>) -> String {
    format!("# {policy}\naccepted = [\n{}]\n{}", toml(policy), limited(policy))
}

/// The action knows identifiers, not exceptions.
pub(super) fn dependency_review(policy: &Policy<'_>) -> String {
    let allowed = policy.allowed().filter(|part| !part.spdx.contains(" WITH "));
    format!("# {policy}\nallow-licenses:\n{}{}", yaml(allowed), limited(policy))
}

pub(super) fn grant(policy: &Policy<'_>) -> String {
    format!("# {policy}\nrequire-license: true\nallow:\n{}{}", yaml(policy.allowed()), limited(policy))
}

/// Each license is in the category `allowed`, `limited` or `refused`. Rules of an evaluator refer to them.
pub(super) fn ort(policy: &Policy<'_>) -> String {
    let mut text = format!(
        "# {policy}\ncategories:\n- name: \"allowed\"\n  description: \"May go into a work under {work}.\"\n\
         - name: \"limited\"\n  description: \"May go into a work under {work} as long as a limit on use is kept.\"\n\
         - name: \"refused\"\n  description: \"May not go into a work under {work}.\"\ncategorizations:\n",
        work = policy.work
    );
    for part in &policy.parts {
        let category = match part.answer {
            Answer::No => "refused",
            _ if part.is_allowed() => "allowed",
            _ => "limited",
        };
        text.push_str(&format!("- id: \"{}\"\n  categories:\n  - \"{category}\"\n", part.spdx));
    }
    text
}

pub(super) fn plain(policy: &Policy<'_>) -> String {
    format!("# {policy}\n{}{}", lines(policy.allowed(), |part| part.spdx.to_owned()), limited(policy))
}
