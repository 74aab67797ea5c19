use std::collections::BTreeMap;

use serde::Serialize;

use super::Page;
use super::reference::{Parts, Reference, foreign};
use muniment_licenses::find::{
    ActionFacet, ActionFacets, DutyFacet, DutyFacets, Index, LicenseSearch, LicenseWideDutyFacets, Ports,
    Row, TargetFacet, TargetFacets,
};

/// A search of the website: a keyword (spec:version-1#frozen-operations, operation 2), facets (operation 3), or both.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Search {
    /// The keyword for titles and alternatives.
    pub keyword: String,
    /// The filter of ports.
    pub ports: Ports,
    /// The facets.
    pub facets: LicenseSearch,
}

/// Faults of fields: a sentence by name.
pub type Faults = BTreeMap<String, String>;

/// The search form with its results (`/web/search`, `/web/searchresults`, and both without header and footer).
#[derive(Debug, Serialize)]
pub struct SearchPage<'a> {
    /// The target of the form.
    action: &'static str,
    /// The address of the whole list.
    list: &'static str,
    keyword: &'a str,
    longest_keyword: usize,
    ports: Field,
    targets: Vec<Field>,
    acts: Vec<Act>,
    share_alike: Field,
    /// Whether a field is faulty.
    is_faulty: bool,
    /// `None` without a search.
    found: Option<Found>,
    keyword_error: String,
}

/// A field with options.
#[derive(Debug, Serialize)]
struct Field {
    name: &'static str,
    label: String,
    options: &'static [Choice],
    chosen: &'static str,
    error: String,
}

/// An act with the possible duties of its permission.
#[derive(Debug, Serialize)]
struct Act {
    act: Field,
    duties: Vec<Field>,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Choice {
    value: &'static str,
    label: &'static str,
}

#[derive(Debug, Serialize)]
struct Found {
    records: Vec<FoundRecord>,
    /// Similar records, if nothing was found.
    nearest: Vec<FoundRecord>,
    /// The record that the keyword is a name of, if another one is first.
    called: Option<FoundRecord>,
}

#[derive(Debug, Serialize)]
struct FoundRecord {
    record: Reference,
    id: String,
    spdx: String,
}

const PORTS: &[Choice] =
    &[choice("include", "include ports"), choice("exclude", "no ports"), choice("only", "only ports")];
const TARGETS: &[Choice] = &[choice("yes", "Include"), choice("no", "Exclude")];
const ACTS: &[Choice] =
    &[choice("na", "any"), choice("permitted", "permitted"), choice("prohibited", "prohibited")];
const DUTIES: &[Choice] = &[choice("na", "any"), choice("required", "required")];

const fn choice(value: &'static str, label: &'static str) -> Choice {
    Choice { value, label }
}

impl Page for SearchPage<'_> {
    const TEMPLATE: &'static str = "pages/search.html";
}

impl Search {
    /// Maximum characters of a keyword.
    pub const LONGEST_KEYWORD: usize = 300;

    /// Reads the fields of the form. Missing and empty fields are neutral, as in a faceted search
    /// (spec:version-1#search-body).
    #[must_use]
    pub fn read<'f>(field: impl Fn(&str) -> &'f str) -> (Self, Faults) {
        let mut search = Self { keyword: field("keyword").trim().to_owned(), ..Self::default() };
        let mut faults = Faults::new();
        let length = search.keyword.chars().count();
        if length > Self::LONGEST_KEYWORD {
            let most = Self::LONGEST_KEYWORD;
            faults.insert(
                "keyword".to_owned(),
                format!("A keyword has at most {most} characters; this one has {length}."),
            );
        }
        let Self { ports, facets, .. } = &mut search;
        let LicenseSearch { target, actions, duties, license_wide_duties } = facets;
        let mut set = |name: &str, set: &mut dyn FnMut(&str) -> bool| {
            let word = field(name);
            if !word.is_empty() && !set(word) {
                faults.insert(
                    name.to_owned(),
                    format!("“{word}” is not a valid choice. Choose one from the list."),
                );
            }
        };
        set("ports", &mut |word| taken(Some(&mut *ports), Ports::from_word(word)));
        for name in TargetFacets::MEMBERS {
            set(name, &mut |word| taken(target.member_mut(name), TargetFacet::from_word(word)));
        }
        for name in ActionFacets::MEMBERS {
            set(name, &mut |word| taken(actions.member_mut(name), ActionFacet::from_word(word)));
        }
        for name in DutyFacets::MEMBERS {
            set(name, &mut |word| taken(duties.member_mut(name), DutyFacet::from_word(word)));
        }
        for name in LicenseWideDutyFacets::MEMBERS {
            set(name, &mut |word| taken(license_wide_duties.member_mut(name), DutyFacet::from_word(word)));
        }
        (search, faults)
    }

    /// The records that match both, in the order of the keyword list.
    #[must_use]
    pub fn find<'l>(&self, index: &Index<'l>) -> Vec<Row<'l>> {
        let mut rows = index.list(Some(&self.keyword), self.ports);
        if self.facets != LicenseSearch::default() {
            let admitted = index.search(&self.facets, self.ports);
            rows.retain(|row| admitted.contains(row));
        }
        rows
    }
}

fn taken<T>(member: Option<&mut T>, value: Option<T>) -> bool {
    match (member, value) {
        (Some(member), Some(value)) => {
            *member = value;
            true
        }
        _ => false,
    }
}

impl<'a> SearchPage<'a> {
    /// The form with its input and faults.
    #[must_use]
    pub fn new(search: &'a Search, faults: &Faults, is_bare: bool) -> Self {
        let (mut facets, error) = (search.facets, |name: &str| faults.get(name).cloned().unwrap_or_default());
        let field = |name: &'static str, options, chosen: Option<&'static str>| Field {
            name,
            label: label(name),
            options,
            chosen: chosen.unwrap_or_default(),
            error: error(name),
        };
        let mut duty = |name: &'static str| {
            field(name, DUTIES, facets.duties.member_mut(name).map(|facet| facet.word()))
        };
        let (mut actions, mut targets) = (search.facets.actions, search.facets.target);
        let acts = ActionFacets::MEMBERS
            .iter()
            .map(|name| Act {
                act: field(name, ACTS, actions.member_mut(name).map(|facet| facet.word())),
                duties: DutyFacets::MEMBERS
                    .iter()
                    .filter(|duty| hangs_on(duty, name))
                    .map(|name| duty(name))
                    .collect(),
            })
            .collect();
        Self {
            action: if is_bare { "/web/wpsearchresults" } else { "/web/searchresults" },
            list: if is_bare { "/web/wplist" } else { "/web/list" },
            keyword: &search.keyword,
            longest_keyword: Search::LONGEST_KEYWORD,
            ports: field("ports", PORTS, Some(search.ports.word())),
            targets: TargetFacets::MEMBERS
                .iter()
                .map(|name| field(name, TARGETS, targets.member_mut(name).map(|facet| facet.word())))
                .collect(),
            acts,
            share_alike: field(
                "share_alike",
                DUTIES,
                Some(search.facets.license_wide_duties.share_alike.word()),
            ),
            is_faulty: !faults.is_empty(),
            found: None,
            keyword_error: error("keyword"),
        }
    }

    /// Adds the results.
    #[must_use]
    pub fn with_results(self, index: &Index<'_>, rows: &[Row<'_>]) -> Self {
        let record = |row: &Row<'_>| {
            let license = index.library().licenses.get(row.id).map(|model| &*model.current.content);
            FoundRecord {
                record: Parts {
                    text: row.title.value.clone(),
                    href: format!("/web/license/{}", row.id),
                    language: foreign(row.title.language.as_deref()).to_owned(),
                    ..Parts::default()
                }
                .into(),
                id: row.id.to_string(),
                spdx: license.and_then(|license| license.spdx.clone()).unwrap_or_default(),
            }
        };
        let nearest = if rows.is_empty() { index.suggest(self.keyword) } else { Vec::new() };
        let nearest = nearest.iter().map(|near| record(&Row { id: near.id, title: near.title })).collect();
        // What the keyword is a name of need not have it in its title.
        let called = index.called(self.keyword).filter(|id| rows.first().is_some_and(|row| row.id != *id));
        let called = called.and_then(|id| {
            let title = &index.library().licenses.get(id)?.current.content.title;
            Some(record(&Row { id, title }))
        });
        Self { found: Some(Found { records: rows.iter().map(record).collect(), nearest, called }), ..self }
    }
}

/// Splits the act off the name of a member for a duty.
fn hangs_on(duty: &str, act: &str) -> bool {
    duty.strip_prefix(act).is_some_and(|rest| rest.starts_with("_duty_"))
}

/// The label of a member.
fn label(name: &str) -> String {
    let words = match name {
        "creativework" => "creative work",
        name => name.split_once("_duty_").map_or(name, |(_, duty)| duty),
    };
    let mut text = words.replace('_', " ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::LazyLock;

    use super::super::{Frame, Served, render, templates};
    use super::*;
    use muniment_library::load::load;
    use muniment_licenses::model::Library;

    static SMALL: LazyLock<Library> = LazyLock::new(|| {
        load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small")).library.unwrap()
    });

    fn read(fields: &[(&'static str, &'static str)]) -> (Search, Faults) {
        Search::read(|name| fields.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value))
    }

    fn found(fields: &[(&'static str, &'static str)]) -> Vec<&'static str> {
        let (search, faults) = read(fields);
        assert_eq!(faults, Faults::new());
        let index = Index::new(&SMALL);
        search.find(&index).into_iter().map(|row| row.id.as_str()).collect()
    }

    fn html(page: &SearchPage<'_>) -> String {
        let served = Served { frame: Frame::sample(), page };
        render(&templates::environment().unwrap(), &served).unwrap()
    }

    #[test]
    fn an_empty_form_finds_every_record() {
        assert_eq!(read(&[]).0, Search::default());
        assert_eq!(found(&[]).len(), 5);
    }

    #[test]
    fn keyword_and_facets_are_combined() {
        assert_eq!(found(&[("keyword", " meadow ")]).len(), 2);
        assert_eq!(
            found(&[("keyword", "meadow"), ("change_license", "permitted")]),
            ["Meadow-Permissive-1.0"]
        );
        assert_eq!(
            found(&[
                ("ports", "exclude"),
                ("modify", "permitted"),
                ("modify_duty_attribution", "required"),
                ("share_alike", "na")
            ]),
            ["CC-BY-4.0", "GPL-3.0-only"]
        );
        assert_eq!(found(&[("ports", "exclude"), ("software", "no")]), ["CC-BY-4.0"]);
    }

    #[test]
    fn unknown_values_are_faults_of_their_fields() {
        let (search, faults) =
            read(&[("keyword", "meadow"), ("ports", "sideways"), ("modify", "<maybe>"), ("software", "no")]);
        assert_eq!(faults.keys().collect::<Vec<_>>(), ["modify", "ports"]);
        assert_eq!((search.keyword.as_str(), search.ports), ("meadow", Ports::Include));
        assert_eq!(search.facets.target.software, TargetFacet::No, "what can be read is kept");
        let html = html(&SearchPage::new(&search, &faults, false));
        assert!(html.contains("value=\"meadow\""), "what was typed is kept");
        assert!(html.contains("id=\"ports-error\"") && html.contains("“&lt;maybe&gt;”"), "{html}");
        assert_eq!(html.matches("aria-invalid=\"true\"").count(), 2);
    }

    #[test]
    fn keywords_have_a_maximum_length() {
        let long: &'static str = Box::leak("x".repeat(Search::LONGEST_KEYWORD + 1).into_boxed_str());
        assert_eq!(read(&[("keyword", long)]).1.keys().collect::<Vec<_>>(), ["keyword"]);
        assert_eq!(read(&[("keyword", long.get(1..).unwrap())]).1, Faults::new());
    }

    #[test]
    fn results_are_above_the_form() {
        let index = Index::new(&SMALL);
        let (search, faults) = read(&[("keyword", "meadow"), ("change_license", "permitted")]);
        let page = SearchPage::new(&search, &faults, true).with_results(&index, &search.find(&index));
        let html = html(&page);
        for expected in [
            "1 record",
            "href=\"/web/license/Meadow-Permissive-1.0\"",
            "action=\"/web/wpsearchresults\"",
            "href=\"/web/wplist\"",
            "value=\"meadow\"",
            "<option value=\"permitted\" selected>",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
    }

    #[test]
    fn without_results_similar_titles_are_suggested() {
        let index = Index::new(&SMALL);
        let (search, faults) = read(&[("keyword", "medow")]);
        let page = SearchPage::new(&search, &faults, false).with_results(&index, &search.find(&index));
        let html = html(&page);
        assert!(html.contains("No record") && html.contains("href=\"/web/license/Meadow-Permissive-1.0\""));
    }

    #[test]
    fn every_member_of_a_faceted_search_is_in_the_form() {
        let search = Search::default();
        let html = html(&SearchPage::new(&search, &Faults::new(), false));
        let members = [
            TargetFacets::MEMBERS,
            ActionFacets::MEMBERS,
            DutyFacets::MEMBERS,
            LicenseWideDutyFacets::MEMBERS,
        ];
        for name in members.concat() {
            assert_eq!(html.matches(&format!(" name=\"{name}\"")).count(), 1, "{name}");
        }
    }

    #[test]
    fn members_have_labels() {
        for (name, words) in [
            ("creativework", "Creative work"),
            ("commercial_use", "Commercial use"),
            ("modify_duty_modification_notice", "Modification notice"),
            ("change_license_duty_compliant_license", "Compliant license"),
        ] {
            assert_eq!(label(name), words);
        }
    }
}
