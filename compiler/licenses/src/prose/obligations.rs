use super::layout::{heading, rule, wrapped};
use super::rules::Rules;
use super::{Lexicon, Source};
use crate::model::License;

/// The obligations of a combined work as plain text, license by license: name and attribution, permissions with
/// conditions, duties and prohibitions.
///
/// `verdict` describes the conflicts, in one or more paragraphs. Lines are those of
/// [`Reading::to_text`](super::Reading::to_text).
#[must_use]
pub fn obligations(lexicon: &Lexicon<'_>, sources: &[Source<'_>], verdict: &str) -> String {
    let mut parts = vec![
        heading("Obligations of a combined work", '='),
        wrapped("The work takes up parts under these licenses:", "", ""),
        sources.iter().map(|source| wrapped(&named(source), "  - ", "    ")).collect::<Vec<_>>().join("\n"),
        wrapped(verdict, "", ""),
    ];
    for source in sources {
        let rules = Rules { lexicon, source: *source };
        parts.push(heading(&title(source), '='));
        parts.push(facts(source).join("\n"));
        for section in [rules.permissions(), rules.duties(), rules.prohibitions()] {
            parts.push(heading(&section.heading, '-'));
            parts.push(section.text());
        }
    }
    parts.push(rule());
    parts.push(wrapped(CLOSING, "", ""));
    parts.retain(|part| !part.is_empty());
    let mut text = parts.join("\n\n");
    text.push('\n');
    text
}

const CLOSING: &str = "This was put into words from the library's models of these licenses. The legal texts alone are \
                       authoritative, and this is not legal advice.";

fn title<'m>(source: &Source<'m>) -> String {
    let title = source.license.title.value.trim();
    if title.is_empty() { source.iri.to_owned() } else { title.to_owned() }
}

fn named(source: &Source<'_>) -> String {
    format!("{} <{}>", title(source), source.iri)
}

/// What an attribution or a notice must name.
fn facts(source: &Source<'_>) -> Vec<String> {
    let License { spdx, publisher, legalcode, .. } = source.license;
    let stated = [
        ("License", Some(source.iri)),
        ("SPDX identifier", spdx.as_deref()),
        ("Publisher", publisher.as_deref()),
        ("Legal text", legalcode.as_deref()),
    ];
    let stated = stated.into_iter().filter_map(|(name, value)| Some((name, value?)));
    stated.map(|(name, value)| wrapped(&format!("{name}: {value}"), "", "  ")).collect()
}
