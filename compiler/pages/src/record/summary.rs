use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::super::Directory;
use super::super::occasion::{duties_by_trigger, sentence};
use super::super::reference::{Parts, Reference};
use super::super::words::Entry;
use muniment_library::history::ModelHistory;
use muniment_licenses::model::{License, Model, Rule, UseLimit};
use muniment_licenses::reason::{Demand, Duty, Labels};
use muniment_licenses::text::{Locator, NormalText, Sections};
use muniment_rdf::Graph;

/// What a license lets people do, asks of them and keeps from them, on one screen.
#[derive(Debug, Default, Serialize)]
pub(super) struct Summary {
    /// Completes "You can"; at most one line for each group of acts.
    can: Vec<Line>,
    must: Vec<Brought>,
    /// Completes "You can't".
    cannot: Vec<Line>,
    /// Limits on use, as sentences.
    limits: Vec<Line>,
    /// What ends the license, what the licensor keeps, and what nobody promises, as sentences.
    not_promised: Vec<Line>,
}

/// What one occasion brings.
#[derive(Debug, Serialize)]
struct Brought {
    when: &'static str,
    lines: Vec<Line>,
}

/// A line with the places in the text that it rests on.
#[derive(Debug, Default, Serialize)]
struct Line {
    words: String,
    clauses: Vec<Reference>,
    /// The words of the text.
    quote: String,
    /// Whether few licenses state such an obligation.
    is_unusual: bool,
}

/// Entries of acts without words of their own are last.
const REST: &str = "rights";

impl Summary {
    pub(super) fn of(
        directory: &Directory<'_>,
        history: &ModelHistory<'_>,
        model: &Model<License>,
        text_page: Option<&str>,
    ) -> Self {
        let (library, license) = (directory.catalog.library, &model.current.content);
        let text = directory.texts.get(history.current.id).filter(|_| text_page.is_some());
        let reader = Reader {
            directory,
            license,
            labels: Labels::new(&library.vocabulary.current.content),
            sections: library.sections_of(history.current.id),
            places: text.zip(text_page).map(|(text, page)| Places::of(text, page, license)),
        };
        let title = license.name();
        let terms = directory.reasoner.read_terms(&model.iri, license);
        let must = duties_by_trigger(&terms).into_iter().map(|(trigger, duties)| {
            let mut lines: Vec<Line> = Vec::new();
            // What the license prohibits stands below "You can't".
            for duty in duties.into_iter().filter(|duty| duty.demand == Demand::Duty) {
                let words = sentence(duty, title, &reader.labels);
                if lines.iter().all(|line| line.words != words) {
                    let is_unusual = directory.words.unusual.contains(&name(directory, &duty.act));
                    lines.push(Line { is_unusual, ..reader.line(words, &reader.rules_of(duty)) });
                }
            }
            // What nearly every license requires comes first.
            lines.sort_by_key(|line| line.is_unusual);
            Brought { when: trigger.heading(), lines }
        });
        let mut not_promised = reader.lines(&directory.words.ends, &license.prohibitions, Rest::Hidden);
        not_promised.extend(reader.lines(&directory.words.reserved, &license.prohibitions, Rest::Hidden));
        not_promised.extend(reader.disclaimers(&model.current.graph, history.current.iri));
        Self {
            can: reader.grouped(&license.permissions),
            must: must.filter(|brought| !brought.lines.is_empty()).collect(),
            cannot: reader.lines(&directory.words.cannot, &license.prohibitions, Rest::Labelled),
            limits: terms.limits().iter().map(|limit| reader.limit(limit)).collect(),
            not_promised,
        }
    }
}

/// What is said of acts that a license permits or prohibits, as phrases.
pub(super) fn words_of(directory: &Directory<'_>, acts: &[String], is_permitted: bool) -> Vec<String> {
    let mut stated: BTreeMap<String, ()> = acts.iter().map(|act| (name(directory, act), ())).collect();
    let words = &directory.words;
    let entries = if is_permitted { &words.can } else { &words.cannot };
    covering(entries, &mut stated).into_iter().map(|(entry, _)| entry.words.clone()).collect()
}

/// The entries whose acts are all stated, each with what it takes from `stated`.
fn covering<'w, T>(entries: &'w [Entry], stated: &mut BTreeMap<String, T>) -> Vec<(&'w Entry, Vec<T>)> {
    let mut covering = Vec::new();
    for entry in entries {
        if entry.acts.iter().all(|act| stated.contains_key(act)) {
            covering.push((entry, entry.acts.iter().filter_map(|act| stated.remove(act)).collect()));
        }
    }
    covering
}

/// The name of an act in `templates/words.toml`: own terms have the prefix `svc` there, whatever the library's is.
fn name(directory: &Directory<'_>, act: &str) -> String {
    match act.strip_prefix(&directory.catalog.library.vocabulary.current.content.namespace) {
        Some(local) => format!("svc:{local}"),
        None => directory.prefixes.compact(act),
    }
}

/// What becomes of acts without an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// They are shown by their labels.
    Labelled,
    /// They are left out.
    Hidden,
}

struct Reader<'d, 'c> {
    directory: &'d Directory<'c>,
    license: &'d License,
    labels: Labels<'c>,
    /// `None` where no text is listed.
    sections: Option<&'d Sections>,
    /// `None` without a text at hand.
    places: Option<Places<'d>>,
}

impl Reader<'_, '_> {
    /// The statements in one line for each group.
    fn grouped(&self, rules: &[Rule]) -> Vec<Line> {
        let mut groups: Vec<(&str, Vec<String>, Vec<&Rule>)> = Vec::new();
        for (group, words, rules) in self.entries(&self.directory.words.can, rules, Rest::Labelled) {
            match groups.iter_mut().find(|(known, ..)| *known == group) {
                Some((_, all, of)) => {
                    all.push(words);
                    of.extend(rules);
                }
                None => groups.push((group, vec![words], rules)),
            }
        }
        groups.into_iter().map(|(_, words, rules)| self.line(listed(&words), &rules)).collect()
    }

    /// The statements, each entry in a line.
    fn lines(&self, entries: &[Entry], rules: &[Rule], rest: Rest) -> Vec<Line> {
        let entries = self.entries(entries, rules, rest).into_iter();
        entries.map(|(_, words, rules)| self.line(words, &rules)).collect()
    }

    /// What the entries say of statements: group, words and the statements themselves.
    fn entries<'w, 'r>(
        &self,
        entries: &'w [Entry],
        rules: &'r [Rule],
        rest: Rest,
    ) -> Vec<(&'w str, String, Vec<&'r Rule>)> {
        let mut stated: BTreeMap<String, &Rule> =
            rules.iter().map(|rule| (name(self.directory, &rule.action), rule)).collect();
        let covering = covering(entries, &mut stated).into_iter();
        let mut said: Vec<_> =
            covering.map(|(entry, rules)| (entry.group.as_str(), entry.words.clone(), rules)).collect();
        if rest == Rest::Labelled {
            let words = &self.directory.words;
            let elsewhere: Vec<&String> = [&words.ends, &words.reserved, &words.unlisted]
                .into_iter()
                .flatten()
                .flat_map(|it| &it.acts)
                .collect();
            let others = stated.into_iter().filter(|(act, _)| !elsewhere.contains(&act));
            said.extend(others.map(|(_, rule)| (REST, self.labels.inline(&rule.action), vec![rule])));
        }
        said
    }

    /// The statements of the license that a duty comes from.
    fn rules_of(&self, duty: &Duty) -> Vec<&Rule> {
        let is_same = |rule: &&Rule| rule.action == duty.act && rule.evidence == duty.evidence;
        self.license.rules().filter(is_same).collect()
    }

    fn line(&self, words: String, rules: &[&Rule]) -> Line {
        let places = rules.iter().filter_map(|rule| rule.locator.as_ref());
        let quote = rules.iter().find_map(|rule| rule.evidence.clone()).unwrap_or_default();
        Line { words, clauses: self.clauses(places), quote, ..Line::default() }
    }

    fn limit(&self, limit: &UseLimit) -> Line {
        Line {
            words: limit.instruction(),
            clauses: self.clauses(limit.locator.iter()),
            quote: limit.evidence.clone().unwrap_or_default(),
            ..Line::default()
        }
    }

    /// The first two sections; a place outside of sections only if there is none.
    fn clauses<'l>(&self, locators: impl Iterator<Item = &'l Locator>) -> Vec<Reference> {
        let mut clauses: Vec<(bool, Reference)> = Vec::new();
        for clause in locators.filter_map(|locator| self.clause(locator)) {
            if clauses.iter().all(|known| known.1.key() != clause.1.key()) {
                clauses.push(clause);
            }
        }
        let (numbered, others): (Vec<_>, Vec<_>) =
            clauses.into_iter().partition(|(is_numbered, _)| *is_numbered);
        let (clauses, most) = if numbered.is_empty() { (others, 1) } else { (numbered, 2) };
        clauses.into_iter().take(most).map(|(_, clause)| clause).collect()
    }

    /// The section of words of the text, with a link to them where the text is at hand, and whether they have one.
    fn clause(&self, locator: &Locator) -> Option<(bool, Reference)> {
        let section = self.sections.and_then(|sections| sections.at(locator.start));
        let href = self.places.as_ref().and_then(|places| places.address(locator));
        let text = match section {
            Some(number) => format!("§{number}"),
            None if href.is_some() => "text".to_owned(),
            None => return None,
        };
        let href = href.unwrap_or_default();
        Some((section.is_some(), Parts { text, href, ..Parts::default() }.into()))
    }

    /// What the license says of warranty and liability.
    fn disclaimers(&self, graph: &Graph, iri: &str) -> Vec<Line> {
        let own = &self.directory.own;
        let stated = [
            (&own.warranty_disclaimer, "No warranty."),
            (&own.liability_limitation, "No liability for damage, or a limited one."),
        ];
        let found = stated.into_iter().filter_map(|(property, words)| {
            let quote = graph.named(iri).value(property)?;
            let locator = self.places.as_ref().and_then(|places| places.normal.locate(quote));
            Some(Line {
                words: words.to_owned(),
                clauses: self.clauses(locator.iter()),
                quote: quote.to_owned(),
                ..Line::default()
            })
        });
        found.collect()
    }
}

/// The page of a text, by places in its normal form.
struct Places<'t> {
    page: &'t str,
    normal: NormalText,
    /// Where the words begin that the page marks.
    marks: BTreeSet<usize>,
}

impl<'t> Places<'t> {
    fn of(text: &str, page: &'t str, license: &License) -> Self {
        let normal = NormalText::of(text);
        let quoted = license.rules().filter_map(|rule| rule.locator.as_ref());
        let marks = quoted.filter(|words| normal.holds(words)).map(|words| words.start).collect();
        Self { page, normal, marks }
    }

    /// The address of words of the text.
    fn address(&self, locator: &Locator) -> Option<String> {
        let is_marked = self.marks.contains(&locator.start);
        self.normal.holds(locator).then(|| match is_marked {
            true => format!("{}#at-{}", self.page, locator.start),
            false => self.page.to_owned(),
        })
    }
}

/// Phrases as one: `a, b and c`.
fn listed(phrases: &[String]) -> String {
    match phrases {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
impl Summary {
    pub(super) fn sample() -> Self {
        let line = |words: &str, quote: &str| Line {
            words: words.to_owned(),
            clauses: Vec::new(),
            quote: quote.to_owned(),
            ..Line::default()
        };
        let (text, href) = ("\u{a7}2(a)".to_owned(), "/license-library/A/text#at-7".to_owned());
        let clause = Parts { text, href, ..Parts::default() }.into();
        Self {
            can: vec![Line { clauses: vec![clause], ..line("copy & share it", "") }],
            must: vec![Brought {
                when: "When you give copies to others",
                lines: vec![Line { is_unusual: true, ..line("Keep the <notices>.", "") }],
            }],
            cannot: vec![line("use its names", "")],
            limits: vec![line("You may not use it in <war>.", "not in <war>")],
            not_promised: vec![line("No warranty.", "")],
        }
    }
}
