use serde::Serialize;

use super::frame::Frame;
use super::reference::Reference;
use super::{Directory, Page};
use muniment_library::history::{ChangeItem, ChangeKind, Since, changes};
use muniment_licenses::model::{ModelKind, Release};

/// The page of changes (`/changes`), newest day first.
#[derive(Debug, Serialize)]
pub(super) struct ChangesPage<'a> {
    frame: Frame<'a>,
    /// The current release, for the next `since`.
    release: String,
    days: Vec<Day<'a>>,
}

/// The changes of a day.
#[derive(Debug, Serialize)]
pub(super) struct Day<'a> {
    /// Empty for versions whose day is not recorded.
    pub(super) date: String,
    pub(super) groups: Vec<Group<'a>>,
}

/// The changes of one kind for models of one kind.
#[derive(Debug, Serialize)]
pub(super) struct Group<'a> {
    pub(super) tally: Tally,
    pub(super) changes: Vec<Change<'a>>,
}

/// A number of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Tally {
    pub(super) count: usize,
    /// `record` and other kinds, in singular or plural.
    noun: &'static str,
    /// `added`, `changed`, `withdrawn`.
    change: &'static str,
}

/// A version that was published.
#[derive(Debug, Serialize)]
pub(super) struct Change<'a> {
    model: Reference,
    /// `added`, `changed`, `withdrawn`.
    change: &'static str,
    version: u32,
    summary: &'a str,
}

impl Page for ChangesPage<'_> {
    const TEMPLATE: &'static str = "pages/changes.html";
}

impl<'a> ChangesPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, current: &Release) -> Self {
        Self {
            frame: Frame::new(directory, "/changes", String::new()),
            release: current.id.to_string(),
            days: changes_of(directory, current),
        }
    }
}

/// Every published version by day, newest first, undated ones last.
pub(super) fn changes_of<'a>(directory: &'a Directory<'_>, current: &Release) -> Vec<Day<'a>> {
    let all = changes(directory.catalog, current, &Since::Beginning, &ModelKind::ALL);
    let mut items = all.unwrap_or_default();
    // Groups are sorted by title.
    items.sort_by_cached_key(|item| {
        let (facts, title) = (item.facts, item.facts.title.to_lowercase());
        (std::cmp::Reverse(facts.date), rank(item.change), facts.kind, title, facts.id, facts.version)
    });
    let mut days: Vec<Day<'a>> = Vec::new();
    for item in items {
        let date = item.facts.date.map(|day| day.to_string()).unwrap_or_default();
        match days.last_mut().filter(|last| last.date == date) {
            Some(day) => day.add(directory, &item),
            None => {
                let mut day = Day { date, groups: Vec::new() };
                day.add(directory, &item);
                days.push(day);
            }
        }
    }
    days
}

/// The order of changes: most important first.
const fn rank(change: ChangeKind) -> u8 {
    match change {
        ChangeKind::Withdrawn => 0,
        ChangeKind::Changed => 1,
        ChangeKind::Added => 2,
    }
}

impl<'a> Day<'a> {
    fn add(&mut self, directory: &'a Directory<'_>, item: &ChangeItem<'a, '_>) {
        let (kind, change) = (item.facts.kind, item.change.name());
        let of_one = noun(kind, 1);
        let is_same = |last: &&mut Group<'a>| {
            last.tally.change == change && noun(kind, last.tally.count) == last.tally.noun
        };
        match self.groups.last_mut().filter(is_same) {
            Some(group) => {
                group.changes.push(change_of(directory, item));
                group.tally.count += 1;
                group.tally.noun = noun(kind, group.tally.count);
            }
            None => self.groups.push(Group {
                tally: Tally { count: 1, noun: of_one, change },
                changes: vec![change_of(directory, item)],
            }),
        }
    }
}

fn change_of<'a>(directory: &'a Directory<'_>, item: &ChangeItem<'a, '_>) -> Change<'a> {
    let facts = item.facts;
    let model = match facts.kind {
        ModelKind::License => {
            let href = format!("/license-library/{}#history-heading", facts.id);
            directory.record(facts.id).leading_to(href)
        }
        ModelKind::DependencyGraph => {
            let href = format!("/dependency-graph/{}#history-heading", facts.id);
            directory.graph(facts.id).leading_to(href)
        }
        ModelKind::Vocabulary => {
            let title = if facts.title.is_empty() { "Vocabulary" } else { facts.title };
            Reference::plain(title).leading_to("/ns#history-heading".to_owned())
        }
    };
    Change { model, change: item.change.name(), version: facts.version.get(), summary: facts.summary }
}

const fn noun(kind: ModelKind, count: usize) -> &'static str {
    match (kind, count) {
        (ModelKind::License, 1) => "record",
        (ModelKind::License, _) => "records",
        (ModelKind::DependencyGraph, 1) => "dependency graph",
        (ModelKind::DependencyGraph, _) => "dependency graphs",
        (ModelKind::Vocabulary, 1) => "vocabulary",
        (ModelKind::Vocabulary, _) => "versions of the vocabulary",
    }
}

#[cfg(test)]
impl Tally {
    pub(super) fn sample() -> Self {
        Self { count: 2, noun: "records", change: "changed" }
    }
}

#[cfg(test)]
impl Change<'_> {
    pub(super) fn sample() -> Self {
        Self {
            model: Reference::plain("<b>A</b>"),
            change: "changed",
            version: 2,
            summary: "Two <statements> added.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    fn html(days: Vec<Day<'_>>) -> String {
        let page = ChangesPage { frame: Frame::sample(), release: "data-0".to_owned(), days };
        render(&templates::environment().unwrap(), &page).unwrap()
    }

    #[test]
    fn changes_are_listed_by_day() {
        let group = || Group { tally: Tally::sample(), changes: vec![Change::sample(), Change::sample()] };
        let html = html(vec![
            Day { date: "2026-11-20".to_owned(), groups: vec![group()] },
            Day { date: String::new(), groups: vec![group()] },
        ]);
        for expected in [
            "2026-11-20</time>",
            "No day recorded",
            "2 records changed",
            "&lt;b&gt;A&lt;/b&gt;",
            "Two &lt;statements&gt; added.",
            "/v2/changes?since=data-0'",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
    }

    #[test]
    fn an_empty_library_has_no_changes() {
        assert!(html(Vec::new()).contains("Nothing has been published yet."));
    }
}
