use serde::Serialize;

use super::frame::Frame;
use super::reference::Reference;
use super::{Directory, Page};
use muniment_library::history::{ChangeItem, ChangeKind, Since, changes};
use muniment_licenses::model::{ModelKind, Release};

/// Changes that the page of all days shows at most, by whole days. The others are on the pages of their days.
const MOST_SHOWN: usize = 100;

/// The page of changes (`/changes`), newest day first.
#[derive(Debug, Serialize)]
pub(super) struct ChangesPage<'a> {
    frame: Frame<'a>,
    /// The current release, for the next `since`.
    release: String,
    days: Vec<Day<'a>>,
}

/// The page of the changes of a day (`/changes/{day}`).
#[derive(Debug, Serialize)]
pub(super) struct ChangesOfDayPage<'a> {
    frame: Frame<'a>,
    day: Day<'a>,
}

/// The changes of a day.
#[derive(Debug, Serialize)]
pub(super) struct Day<'a> {
    /// Empty for versions whose day is not recorded.
    pub(super) date: String,
    /// The address of its page.
    address: String,
    /// Whether its changes are listed, and not only counted.
    is_whole: bool,
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

impl Page for ChangesOfDayPage<'_> {
    const TEMPLATE: &'static str = "pages/changes_of_day.html";
}

impl<'a> ChangesPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, current: &Release) -> Self {
        let mut days = changes_of(directory, current);
        let mut shown = 0;
        for day in &mut days {
            shown += day.groups.iter().map(|group| group.tally.count).sum::<usize>();
            day.is_whole = shown <= MOST_SHOWN;
        }
        Self {
            frame: Frame::new(directory, "/changes", String::new()),
            release: current.id.to_string(),
            days,
        }
    }
}

impl<'a> ChangesOfDayPage<'a> {
    /// The page of a day by its address; none where nothing changed.
    pub(super) fn at(directory: &'a Directory<'_>, current: &Release, address: &str) -> Option<Self> {
        let day = changes_of(directory, current).into_iter().find(|day| day.address == address)?;
        Some(Self { frame: Frame::new(directory, address, String::new()), day })
    }
}

/// The addresses of the pages of days, newest first.
pub(super) fn days(directory: &Directory<'_>, current: &Release) -> Vec<String> {
    changes_of(directory, current).into_iter().map(|day| day.address).collect()
}

/// Every published version by day, newest first, undated ones last.
fn changes_of<'a>(directory: &'a Directory<'_>, current: &Release) -> Vec<Day<'a>> {
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
                let mut day = Day::new(date);
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
    fn new(date: String) -> Self {
        let name = if date.is_empty() { "undated" } else { &date };
        Self { address: format!("/changes/{name}"), is_whole: true, groups: Vec::new(), date }
    }

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
        let day = |date: &str| Day { groups: vec![group()], ..Day::new(date.to_owned()) };
        let counted = Day { is_whole: false, ..day("2026-11-19") };
        let html = html(vec![day("2026-11-20"), counted, day("")]);
        assert_eq!(html.matches("Two &lt;statements&gt; added.").count(), 4, "of two days");
        for expected in [
            "2026-11-20</time>",
            "No day recorded",
            "2 records changed",
            "href=\"/changes/2026-11-19\">2 records changed",
            "href=\"/changes/undated\"",
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
