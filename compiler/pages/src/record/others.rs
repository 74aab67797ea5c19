use std::collections::BTreeSet;

use serde::Serialize;

use super::super::Directory;
use super::super::checker::{CHECKER, Part, pair_link};
use super::summary::words_of;
use muniment_licenses::model::{License, Model, Rule};
use muniment_licenses::reason::{
    Answer, CLOSED_SOURCE, CLOSED_SOURCE_TITLE, Context, Labels, Terms, TermsIndex,
};

/// The end of identifiers of licenses that let one choose a later version. They are left out where the version itself is
/// among the best known.
const OR_LATER: &str = "-or-later";

/// Number of licenses in the strip of answers, without closed source.
const STRIP: usize = 8;

/// Number of near licenses.
const NEAR: usize = 3;

/// Number of differences that are told of a near license.
const TOLD: usize = 2;

/// Answers about a license with the best known ones, unmodified, combined and shipped as a binary.
#[derive(Debug, Serialize)]
pub(super) struct Strip {
    /// Works that it goes into.
    into: Vec<Cell>,
    /// Parts that a work under it contains.
    takes: Vec<Cell>,
}

#[derive(Debug, Serialize)]
struct Cell {
    name: String,
    href: String,
    /// `permitted`, `required` or `prohibited`.
    verdict: &'static str,
    word: &'static str,
}

/// A well-known license that differs little.
#[derive(Debug, Serialize)]
pub(super) struct Near {
    name: String,
    href: String,
    differences: Vec<String>,
}

fn best_known<'l>(directory: &Directory<'l>) -> impl Iterator<Item = Part<'l>> + use<'l> {
    let library = directory.catalog.library;
    library.best_known.iter().filter_map(move |id| {
        let (id, model) = library.licenses.get_key_value(id)?;
        Some(Part { id: id.as_str(), model })
    })
}

impl Strip {
    /// `None` for a fixture, which nothing is precomputed for.
    pub(super) fn of(directory: &Directory<'_>, id: &str, model: &Model<License>) -> Option<Self> {
        let license = &model.current.content;
        let index = directory.terms_of_records();
        let own = index.get(&model.iri).filter(|_| !license.is_fixture())?;
        let known =
            best_known(directory).filter(|part| part.id != id && !part.id.ends_with(OR_LATER)).take(STRIP);
        let known: Vec<(&str, &str, &Terms)> = known
            .filter_map(|part| Some((part.id, part.name(), index.get(&part.model.iri)?.as_ref())))
            .collect();
        let works =
            known.iter().copied().chain([(CLOSED_SOURCE, CLOSED_SOURCE_TITLE, index.closed_source())]);
        let into = works.filter(|(work, _, terms)| terms.is_offered() || *work == CLOSED_SOURCE);
        let takes = known.iter().filter(|_| own.is_offered());
        let is_known = best_known(directory).any(|part| part.id == id);
        let cell = |part: (&str, &Terms), work: (&str, &Terms), name| {
            let href = match is_known {
                true => {
                    let work = Some(work.0).filter(|work| *work != CLOSED_SOURCE);
                    pair_link(part.0, work)
                }
                false => format!("{CHECKER}?ids={}&target={}", part.0, work.0),
            };
            Cell::new(index, part.1, work.1, name, href)
        };
        Some(Self {
            into: into.map(|(work, name, terms)| cell((id, own), (work, terms), name)).collect(),
            takes: takes.map(|&(part, name, terms)| cell((part, terms), (id, own), name)).collect(),
        })
    }
}

impl Cell {
    fn new(index: &TermsIndex, part: &Terms, work: &Terms, name: &str, href: String) -> Self {
        let found = index.contain(part, work, Context::default());
        let (verdict, word) = match found.answer {
            Answer::Yes => ("permitted", "yes"),
            Answer::If if !found.limits.is_empty() => ("required", "yes, within limits on use"),
            Answer::If => ("required", "yes, with conditions"),
            Answer::Via => ("required", "yes, under another license"),
            Answer::No => ("prohibited", "no"),
        };
        Self { name: name.to_owned(), href, verdict, word }
    }
}

/// The acts of a license, by what it says of them.
struct Stated<'l> {
    permitted: BTreeSet<&'l str>,
    required: BTreeSet<&'l str>,
    prohibited: BTreeSet<&'l str>,
}

impl<'l> Stated<'l> {
    fn of(license: &'l License) -> Self {
        let acts = |rules: &'l [Rule]| rules.iter().map(|rule| rule.action.as_str()).collect();
        let duties = license.permissions.iter().flat_map(|rule| &rule.duties).chain(&license.duties);
        Self {
            permitted: acts(&license.permissions),
            required: duties.map(|rule| rule.action.as_str()).collect(),
            prohibited: acts(&license.prohibitions),
        }
    }

    /// The number of statements that only one of two licenses makes. What one asks or limits weighs more than what
    /// it names, because texts name more or fewer acts for the same grant.
    fn distance(&self, other: &Self) -> usize {
        let between = |one: &BTreeSet<&str>, other: &BTreeSet<&str>| one.symmetric_difference(other).count();
        between(&self.permitted, &other.permitted)
            + 2 * between(&self.required, &other.required)
            + between(&self.prohibited, &other.prohibited)
    }
}

/// The best known licenses that differ least, with what they say otherwise.
pub(super) fn near(directory: &Directory<'_>, id: &str, license: &License) -> Vec<Near> {
    if license.is_fixture() {
        return Vec::new();
    }
    let own = Stated::of(license);
    let mut found: Vec<(usize, Part<'_>, Stated<'_>)> = best_known(directory)
        .filter(|part| part.id != id && !part.id.ends_with(OR_LATER))
        .map(|part| {
            let other = &part.model.current.content;
            let apart = usize::from(other.strength != license.strength) * 3
                + usize::from(other.share_alike_scope() != license.share_alike_scope()) * 3
                + usize::from(other.limits.is_empty() != license.limits.is_empty()) * 6
                + usize::from(other.targets != license.targets) * 2;
            let stated = Stated::of(other);
            (own.distance(&stated) + apart, part, stated)
        })
        .collect();
    found.sort_by_key(|(distance, ..)| *distance);
    let found = found.into_iter().take(NEAR);
    found
        .map(|(_, part, other)| Near {
            name: part.name().to_owned(),
            href: part.href(),
            differences: differences(directory, &own, &other),
        })
        .collect()
}

/// What `other` says otherwise, in sentences.
fn differences(directory: &Directory<'_>, own: &Stated<'_>, other: &Stated<'_>) -> Vec<String> {
    let labels = Labels::new(&directory.catalog.library.vocabulary.current.content);
    let only = |one: &BTreeSet<&str>, other: &BTreeSet<&str>| -> Vec<String> {
        one.difference(other).map(|act| (*act).to_owned()).collect()
    };
    let duties = |acts: Vec<String>| {
        acts.into_iter().map(|act| labels.instruction(&act).map_or_else(|| labels.label(&act), str::to_owned))
    };
    let more = duties(only(&other.required, &own.required)).map(|duty| format!("Also requires: {duty}"));
    let less = duties(only(&own.required, &other.required)).map(|duty| format!("Does not require: {duty}"));
    let said = |acts: Vec<String>, is_permitted| words_of(directory, &acts, is_permitted).into_iter();
    let lets =
        said(only(&other.permitted, &own.permitted), true).map(|words| format!("You can also {words}."));
    let withholds = said(only(&own.permitted, &other.permitted), true)
        .map(|words| format!("It does not say that you can {words}."));
    let forbids = said(only(&other.prohibited, &own.prohibited), false)
        .map(|words| format!("You can\u{2019}t {words}."));
    let frees = said(only(&own.prohibited, &other.prohibited), false)
        .map(|words| format!("It does not prohibit this: {words}."));
    more.take(1)
        .chain(less.take(1))
        .chain(forbids)
        .chain(lets)
        .chain(frees)
        .chain(withholds)
        .take(TOLD)
        .collect()
}

#[cfg(test)]
impl Strip {
    pub(super) fn sample() -> Self {
        let href = format!("{CHECKER}?ids=A&target=B");
        Self {
            into: vec![Cell { name: "B".to_owned(), href, verdict: "prohibited", word: "no" }],
            takes: Vec::new(),
        }
    }
}

#[cfg(test)]
impl Near {
    pub(super) fn sample() -> Self {
        let differences = vec!["Also requires: <credit>.".to_owned()];
        Self { name: "B".to_owned(), href: "/license-library/B".to_owned(), differences }
    }
}
