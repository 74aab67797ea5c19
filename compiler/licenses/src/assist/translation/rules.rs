//! The rules of a proposed license.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::TranslatedStatement;
use super::terms::Terms;
use super::warnings::Warnings;
use crate::model::Position;

/// Permissions, prohibitions and duties of a composer document (spec:version-1#composer-document), in the order of
/// the text. Dropped statements give warnings.
pub(super) fn rules(
    terms: &Terms<'_>,
    statements: &[TranslatedStatement],
    warnings: &mut Warnings,
) -> Map<String, Value> {
    let placed: Vec<&TranslatedStatement> = statements
        .iter()
        .filter(|statement| match fault(terms, statement) {
            None => true,
            Some(why) => {
                warnings.say(format!("Left out of the license: {}, since {why}.", statement.named()));
                false
            }
        })
        .collect();
    let of_kind = |kind| placed.iter().filter(move |statement| statement.kind == kind);
    let permitted: Vec<&str> = of_kind(Position::Permission).map(|found| found.term.as_str()).collect();
    let mut attached: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut whole = Vec::new();
    for duty in of_kind(Position::Duty) {
        let on = duty.attached_to.as_str();
        if on.is_empty() {
            whole.push(duty.term.as_str());
        } else if permitted.contains(&on) {
            attached.entry(on).or_default().push(&duty.term);
        } else {
            warnings.say(format!("Left out of the license: {}, since nothing permits {on}.", duty.named()));
        }
    }
    let permissions: Vec<Value> = permitted
        .iter()
        .map(|act| json!({"action": act, "duties": attached.remove(act).unwrap_or_default()}))
        .collect();
    let prohibitions: Vec<&str> = of_kind(Position::Prohibition).map(|found| found.term.as_str()).collect();
    Map::from_iter([
        ("permissions".to_owned(), json!(permissions)),
        ("prohibitions".to_owned(), json!(prohibitions)),
        ("duties".to_owned(), json!(whole)),
    ])
}

/// Why a statement cannot be part of a license.
pub(super) fn fault(terms: &Terms<'_>, statement: &TranslatedStatement) -> Option<String> {
    let (term, on, act) = (&statement.term, &statement.attached_to, statement.iri.as_str());
    if !statement.known_term {
        return Some(format!("`{term}` is no act of the vocabulary"));
    }
    match statement.kind {
        Position::Duty if !terms.may_be_required(act) => Some(format!("{term} cannot be required")),
        Position::Duty if !on.is_empty() && terms.act(on).is_none() => {
            Some(format!("`{on}` is no act of the vocabulary"))
        }
        Position::Permission | Position::Prohibition if !terms.may_be_ruled(act) => {
            Some(format!("{term} can only be required"))
        }
        _ => None,
    }
}
