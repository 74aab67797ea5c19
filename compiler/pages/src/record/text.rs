use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::Serialize;

use super::super::directory::text_file;
use super::super::frame::Frame;
use super::super::reference::{Reference, foreign};
use super::super::{Directory, Page};
use muniment_licenses::model::{License, LicenseId, LicenseText, Position, Rule, TextSource};
use muniment_licenses::text::{Alignment, Locator, NormalText};

/// The text of a license, with the words marked that its statements rest on.
#[derive(Debug, Serialize)]
pub(in super::super) struct TextPage<'a> {
    frame: Frame<'a>,
    id: &'a str,
    /// The address of the text as a file.
    file: String,
    title: &'a str,
    title_language: &'a str,
    publisher: Option<&'a str>,
    /// The language of the text, if it is not English.
    language: Option<&'a str>,
    source: Source<'a>,
    version: &'a str,
    bytes: String,
    normal_form: String,
    pieces: Vec<Piece<'a>>,
    /// In the order of the text.
    quotations: Vec<Quotation<'a>>,
    /// Conventions with the statements that rest on them.
    conventions: Vec<(&'a str, Vec<Stated>)>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Source<'a> {
    /// Identifiers of the SPDX list.
    Spdx(String),
    /// A package, and the path of a file of it.
    Package(&'a str, &'a str),
    /// A public repository, and the path of a file of it.
    Repository(&'a str, &'a str),
}

/// Words of the text that the same quotations cover.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Piece<'a> {
    words: &'a str,
    /// What the covering quotations state; empty outside of quotations.
    label: String,
    /// Anchors of the quotations that begin here.
    anchors: BTreeSet<usize>,
    /// Numbers of the quotations that end here.
    ends: Vec<usize>,
}

/// Words of the text with the statements that rest on them.
#[derive(Debug, Serialize)]
struct Quotation<'a> {
    number: usize,
    /// The words in normal form.
    words: &'a str,
    /// Where they begin in the normal form.
    anchor: usize,
    /// Their bytes in the text.
    #[serde(skip)]
    place: Range<usize>,
    /// The statements in short.
    label: String,
    statements: Vec<Stated>,
}

/// A statement, or equal duties on several acts.
#[derive(Debug, Serialize)]
struct Stated {
    verdict: &'static str,
    act: Reference,
    /// The acts that a duty is a condition of; empty for any other statement.
    conditions_of: Vec<Reference>,
}

impl Page for TextPage<'_> {
    const TEMPLATE: &'static str = "pages/text.html";
}

impl<'a> TextPage<'a> {
    /// `normal` is the normal form of `text`.
    pub(in super::super) fn new(
        directory: &'a Directory<'_>,
        (id, license): (&'a LicenseId, &'a License),
        listed: &'a LicenseText,
        text: &'a str,
        normal: &'a NormalText,
    ) -> Self {
        let quotations = quotations(directory, license, text, normal);
        let convention = |rule: &'a Rule| rule.convention.as_deref().filter(|_| rule.locator.is_none());
        let title = license.title.value.as_str();
        Self {
            frame: Frame::new(
                directory,
                &directory.text_page(id.as_str()).unwrap_or_default(),
                String::new(),
            ),
            id: id.as_str(),
            file: text_file(id.as_str()),
            title: if title.is_empty() { id.as_str() } else { title },
            title_language: foreign(license.title.language.as_deref()),
            publisher: license.publisher.as_deref(),
            source: match &listed.source {
                TextSource::Spdx(identifiers) => Source::Spdx(identifiers.join(" WITH ")),
                TextSource::Package { package, path, .. } => Source::Package(package, path),
                TextSource::Repository { repository, path } => Source::Repository(repository, path),
            },
            language: directory.catalog.library.quoted_language(id.as_str()),
            version: &listed.version,
            bytes: listed.bytes.to_string(),
            normal_form: listed.normal_form.to_string(),
            pieces: pieces(text, &quotations),
            quotations,
            conventions: grouped(directory, license, convention).into_iter().collect(),
        }
    }
}

fn quotations<'a>(
    directory: &Directory<'_>,
    license: &License,
    text: &str,
    normal: &'a NormalText,
) -> Vec<Quotation<'a>> {
    let alignment = Alignment::of(text);
    let located = grouped(directory, license, |rule| rule.locator.filter(|words| normal.holds(words)));
    let quotation = |(number, (locator, statements)): (usize, (Locator, Vec<Stated>))| {
        let labels: Vec<String> = statements.iter().map(Stated::label).collect();
        Some(Quotation {
            number,
            words: normal.span(&locator)?,
            anchor: locator.start,
            place: alignment.place(&locator)?,
            label: labels.join(", "),
            statements,
        })
    };
    (1..).zip(located).filter_map(quotation).collect()
}

/// The statements of a license by what they rest on, each group in the order of prose.
fn grouped<'a, G: Ord>(
    directory: &Directory<'_>,
    license: &'a License,
    ground: impl Fn(&'a Rule) -> Option<G>,
) -> BTreeMap<G, Vec<Stated>> {
    let with_duties = |(position, rules): (Position, &'a [Rule])| {
        rules.iter().flat_map(move |rule| {
            let duties = rule.duties.iter().map(move |duty| (Position::Duty, duty, Some(rule)));
            [(position, rule, None)].into_iter().chain(duties)
        })
    };
    let mut groups: BTreeMap<G, BTreeMap<_, Stated>> = BTreeMap::new();
    for (position, rule, condition_of) in license.positions().into_iter().flat_map(with_duties) {
        let Some(ground) = ground(rule) else { continue };
        let order = (position, condition_of.is_some(), directory.lexicon.place(&rule.action));
        let stated = groups.entry(ground).or_default().entry(order).or_insert_with(|| Stated {
            verdict: position.verdict(),
            act: directory.term(&rule.action),
            conditions_of: Vec::new(),
        });
        stated.conditions_of.extend(condition_of.map(|rule| directory.term(&rule.action)));
    }
    groups.into_iter().map(|(ground, statements)| (ground, statements.into_values().collect())).collect()
}

impl Stated {
    fn label(&self) -> String {
        format!("{}: {}", self.verdict, self.act.key().0)
    }
}

/// The text, cut wherever a quotation begins or ends.
fn pieces<'t>(text: &'t str, quotations: &[Quotation<'_>]) -> Vec<Piece<'t>> {
    let borders = quotations.iter().flat_map(|quotation| [quotation.place.start, quotation.place.end]);
    let borders: BTreeSet<usize> = borders.chain([0, text.len()]).collect();
    let piece = |(&start, &end): (&usize, &usize)| {
        let covers =
            |quotation: &&Quotation<'_>| quotation.place.start <= start && end <= quotation.place.end;
        let covering = || quotations.iter().filter(covers);
        let labels: Vec<&str> = covering().map(|quotation| quotation.label.as_str()).collect();
        let begins = covering().filter(|quotation| quotation.place.start == start);
        let ends = covering().filter(|quotation| quotation.place.end == end);
        Piece {
            words: text.get(start..end).unwrap_or_default(),
            label: labels.join(", "),
            anchors: begins.map(|quotation| quotation.anchor).collect(),
            ends: ends.map(|quotation| quotation.number).collect(),
        }
    };
    borders.iter().zip(borders.iter().skip(1)).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_quotations_are_cut_at_every_border() {
        let quotation = |number, place: Range<usize>| Quotation {
            number,
            words: "",
            anchor: place.start,
            place,
            label: format!("act {number}"),
            statements: Vec::new(),
        };
        let cut = pieces("abcdefgh", &[quotation(1, 1..3), quotation(2, 1..5), quotation(3, 4..8)]);
        let piece = |words, label: &str, anchors: &[usize], ends: &[usize]| Piece {
            words,
            label: label.to_owned(),
            anchors: anchors.iter().copied().collect(),
            ends: ends.to_vec(),
        };
        let expected = [
            piece("a", "", &[], &[]),
            piece("bc", "act 1, act 2", &[1], &[1]),
            piece("d", "act 2", &[], &[]),
            piece("e", "act 2, act 3", &[4], &[2]),
            piece("fgh", "act 3", &[], &[3]),
        ];
        assert_eq!(cut, expected);
        assert_eq!(pieces("", &[]), []);
    }
}
