use std::fmt::Write;

use muniment::audit::{Part, UnknownLicense};
use muniment::model::LicenseId;
use muniment::reason::{Labels, Weight};

use super::super::reason::Words;
use super::super::report::count;
use super::Told;

/// How many parts are named where many could be.
const NAMED: usize = 4;

/// An audit for people.
pub(super) fn text(told: &Told<'_>) -> Result<String, std::fmt::Error> {
    let Told { library, inventory, audit, .. } = told;
    let words = Words { library, labels: Labels::new(&library.vocabulary.current.content) };
    let mut text = String::new();
    writeln!(
        text,
        "{}: {}, {}",
        inventory.format.name(),
        count(audit.parts.len(), "part"),
        count(audit.licenses.len(), "license")
    )?;
    if audit.left_out > 0 {
        writeln!(text, "{} left out that only development needs (--dev)", count(audit.left_out, "part"))?;
    }
    let mut licenses: Vec<(&LicenseId, usize)> = audit.licenses.iter().map(|(id, n)| (*id, *n)).collect();
    licenses.sort_by_key(|(id, parts)| (std::cmp::Reverse(*parts), *id));
    section(&mut text, "Licenses", licenses.len())?;
    for (id, number) in licenses {
        let parts = audit.parts.iter().filter(|part| is_under(part, id)).map(|part| part.component.label());
        writeln!(text, "  {number:>5}  {id}: {}", some(parts))?;
    }
    section(&mut text, "Choices", audit.choices.len())?;
    for choice in &audit.choices {
        writeln!(text, "  {:>5}  {}: {}", choice.parts, choice.expression, choice.taken.join(" AND "))?;
    }
    section(&mut text, "Unknown licenses", audit.unknown.len())?;
    for UnknownLicense { name, parts } in &audit.unknown {
        let name = name.as_deref().unwrap_or("none stated");
        writeln!(text, "  {:>5}  {name}: {}", parts.len(), some(parts.iter().cloned()))?;
    }
    for (weight, heading) in [
        (Weight::Conflict, "Conflicts: what cannot be obeyed together"),
        (Weight::Restriction, "Restrictions: the combined work is bound to the narrower terms"),
        (Weight::Defect, "Defects: a license against itself"),
    ] {
        let found = told.found(weight);
        section(&mut text, heading, found.len())?;
        for conflict in found {
            words.conflict(&mut text, &conflict)?;
        }
    }
    let target = told.target.map(|facts| format!(" under {}", words.license(facts.iri())));
    let number = |weight| told.found(weight).len();
    let (conflicts, restrictions) = (number(Weight::Conflict), number(Weight::Restriction));
    let subject = format!("{}{}", count(audit.parts.len(), "part"), target.unwrap_or_default());
    text.push('\n');
    match (conflicts, restrictions) {
        (0, 0) => write!(text, "{subject}: nothing stands against it")?,
        (0, _) => write!(text, "{subject}: no conflict, {}", count(restrictions, "restriction"))?,
        (_, _) => write!(text, "{subject}: {}", count(conflicts, "conflict"))?,
    }
    let unknown = audit.unknown.len();
    if unknown > 0 {
        write!(text, ", as far as is known: {} that the library does not know", count(unknown, "license"))?;
    }
    text.push('\n');
    Ok(text)
}

fn section(text: &mut String, heading: &str, number: usize) -> std::fmt::Result {
    if number > 0 { writeln!(text, "\n{heading} ({number})\n") } else { Ok(()) }
}

fn is_under(part: &Part<'_>, id: &LicenseId) -> bool {
    part.licenses.iter().any(|license| license.record == Some(id))
}

/// The first of some names, and how many there are beside.
fn some(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    let shown: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    match names.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
