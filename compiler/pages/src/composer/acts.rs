use std::collections::BTreeSet;

use serde::Serialize;

use super::Composing;
use muniment_licenses::compose::OfferedAct;
use muniment_licenses::model::Position;

/// Acts under one heading.
#[derive(Debug, Serialize)]
pub(super) struct Group<'a> {
    heading: &'static str,
    explanation: &'static str,
    anchor: &'static str,
    /// Whether it is folded; then none of its acts is stated.
    is_folded: bool,
    acts: Vec<Act<'a>>,
}

/// An act with its options.
#[derive(Debug, Serialize)]
pub(super) struct Act<'a> {
    name: &'a str,
    anchor: String,
    label: &'a str,
    description: &'a str,
    choices: Vec<Choice>,
    /// Whether it can be permitted, so that its permission can have duties.
    is_conditional: bool,
    /// The possible duties of its permission; empty unless it is permitted or one of them is ticked. All of all acts are over
    /// a thousand fields.
    conditions: Vec<Condition<'a>>,
    /// The labels of its duties.
    hangs_on: String,
    /// Conflicts with the rest of the license.
    conflicts: Vec<&'a str>,
    error: String,
}

/// An option for an act.
#[derive(Debug, Serialize)]
struct Choice {
    value: String,
    /// Its words, each with an icon; empty for an act that is not stated.
    words: Vec<&'static str>,
    is_chosen: bool,
}

/// A possible duty of a permission.
#[derive(Debug, Serialize)]
pub(super) struct Condition<'a> {
    name: &'a str,
    label: &'a str,
    is_ticked: bool,
}

/// Heading, explanation, anchor, `is_deed` and `is_usual`.
const GROUPS: [(&str, &str, &str, bool, bool); 4] = [
    (
        "Common acts",
        "The acts that many licenses mention. Nobody may do what you do not permit, unless the law allows it.",
        "usual-acts",
        true,
        true,
    ),
    (
        "Obligations",
        "An obligation here applies to every use. An obligation for one act is a condition of that act.",
        "usual-duties",
        false,
        true,
    ),
    ("Further acts", "Acts that fewer licenses mention.", "further-acts", true, false),
    ("Further obligations", "Obligations that fewer licenses mention.", "further-duties", false, false),
];

impl<'a> Act<'a> {
    /// The offered acts and those in the form.
    pub(super) fn groups(composing: &Composing<'a>) -> Vec<Group<'a>> {
        let stated: BTreeSet<&str> = composing.form.acts().collect();
        let is_stated = |act: &OfferedAct<'_>| stated.contains(act.name.as_str()) || stated.contains(act.iri);
        GROUPS
            .into_iter()
            .map(|(heading, explanation, anchor, is_deed, is_usual)| {
                let belongs = |act: &&'a OfferedAct<'a>| {
                    (act.is_deed, act.is_usual) == (is_deed, is_usual)
                        && (act.is_composable || is_stated(act))
                };
                let offered: Vec<&OfferedAct<'_>> = composing.offer.acts().filter(belongs).collect();
                let has_any = offered.iter().any(|act| is_stated(act));
                let acts: Vec<Act<'_>> = offered.into_iter().map(|act| Self::of(act, composing)).collect();
                let is_at_fault = acts.iter().any(|act| !act.error.is_empty() || !act.conflicts.is_empty());
                Group { heading, explanation, anchor, is_folded: !is_usual && !has_any && !is_at_fault, acts }
            })
            .filter(|group| !group.acts.is_empty())
            .collect()
    }

    fn of(act: &'a OfferedAct<'a>, composing: &Composing<'a>) -> Self {
        // A form may use its IRI, which is kept.
        let positions = composing.form.positions(&act.name);
        let name = if positions.is_empty() && !composing.form.positions(act.iri).is_empty() {
            act.iri
        } else {
            act.name.as_str()
        };
        let positions = composing.form.positions(name);
        let is_permitted = positions.contains(&Position::Permission);
        let is_conditional = act.may_be_ruled || is_permitted;
        let mut conditions = if is_conditional { conditions(name, composing) } else { Vec::new() };
        let hangs_on: Vec<&str> = conditions.iter().filter(|c| c.is_ticked).map(|c| c.label).collect();
        let mut error = composing.error(&format!("act {name}"));
        for condition in &conditions {
            let more = composing.error(&format!("duty {name} {}", condition.name));
            if !more.is_empty() {
                error = format!("{error} {}: {more}", condition.label).trim_start().to_owned();
            }
        }
        if !is_permitted && hangs_on.is_empty() && error.is_empty() {
            conditions.clear();
        }
        Self {
            name,
            is_conditional,
            anchor: act_anchor(&act.name),
            label: act.label,
            description: act.description,
            choices: choices(act, &positions),
            hangs_on: hangs_on.join(", "),
            conflicts: composing.finding.map(|finding| finding.about(act.iri)).unwrap_or_default(),
            conditions,
            error,
        }
    }
}

/// The fragment of an act on the page.
pub(super) fn act_anchor(name: &str) -> String {
    format!("act-{}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}

/// The options for an act, including its current value.
fn choices(act: &OfferedAct<'_>, positions: &BTreeSet<Position>) -> Vec<Choice> {
    let mut possible = vec![BTreeSet::new()];
    for position in Position::ALL {
        let may_be = match position {
            Position::Permission | Position::Prohibition => act.may_be_ruled,
            Position::Duty => act.may_be_required,
        };
        if may_be {
            possible.push(BTreeSet::from([position]));
        }
    }
    if !possible.contains(positions) {
        possible.push(positions.clone());
    }
    let choice = |said: BTreeSet<Position>| {
        let words: Vec<&str> = said.iter().map(|position| position.verdict()).collect();
        Choice { value: words.join(" "), words, is_chosen: said == *positions }
    };
    possible.into_iter().map(choice).collect()
}

/// The possible duties, usual ones first, and the ticked ones.
pub(super) fn conditions<'a>(act: &str, composing: &Composing<'a>) -> Vec<Condition<'a>> {
    let ticked: BTreeSet<&str> = composing.form.conditions(act).collect();
    let mut duties: Vec<&OfferedAct<'_>> = composing
        .offer
        .acts()
        .filter(|duty| duty.may_be_required && (duty.is_composable || ticked.contains(duty.name.as_str())))
        .collect();
    duties.sort_by_key(|duty| !duty.is_usual);
    duties
        .into_iter()
        .map(|duty| Condition {
            name: &duty.name,
            label: duty.label,
            is_ticked: ticked.contains(duty.name.as_str()),
        })
        .collect()
}
