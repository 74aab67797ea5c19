use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use muniment_library::history::{Catalog, Status};
use muniment_licenses::find::standings;
use muniment_licenses::model::terms::{cc, odrl};
use muniment_licenses::model::{License, LicenseId, Rule, words};
use muniment_rdf::Prefixes;

/// What a browser needs to find records by itself: names and verdicts of all of them, small enough to be fetched
/// whole.
///
/// Acts, asset types and territories stand in tables, and records name them by their place in those.
#[derive(Debug, Serialize)]
pub struct LibraryIndex<'l> {
    /// Every act some record permits, requires or prohibits, by label.
    acts: Vec<Term>,
    /// Asset types, by label.
    targets: Vec<Term>,
    /// Territories, by label.
    places: Vec<Term>,
    /// The acts whose verdicts say most of a license at a glance.
    telling: Vec<usize>,
    /// Names that people type and no record has, each with a record.
    typed_names: &'l BTreeMap<String, LicenseId>,
    /// Every record, by title.
    records: Vec<Record<'l>>,
}

/// Compact name and label.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Term(String, String);

/// A record; the members have no names, since they would be said 581 times.
#[derive(Debug, Serialize)]
struct Record<'l>(
    /// Identifier.
    &'l str,
    /// Title.
    &'l str,
    /// Language of the title, if it is known and not English.
    &'l str,
    /// SPDX identifier, or nothing.
    &'l str,
    /// Alternatives.
    &'l [String],
    /// Identifier of the record it is a port of, or nothing.
    &'l str,
    /// Marks, each a letter: `w` for withdrawn, `f` for a test fixture.
    &'static str,
    /// Territory.
    Option<usize>,
    /// Asset types.
    Vec<usize>,
    /// Acts permitted.
    Vec<usize>,
    /// Acts required, be it of the whole or on a permission.
    Vec<usize>,
    /// Acts prohibited.
    Vec<usize>,
    /// Its place among equally good matches.
    usize,
);

/// The index of the library.
#[must_use]
pub fn library_index<'l>(catalog: &Catalog<'l>) -> LibraryIndex<'l> {
    let library = catalog.library;
    let mut licenses: Vec<(&LicenseId, &License)> =
        library.licenses.iter().map(|(id, model)| (id, &*model.current.content)).collect();
    licenses.sort_by_cached_key(|(id, license)| (license.title.value.to_lowercase(), *id));
    let contents = || licenses.iter().map(|(_, license)| *license);
    let vocabulary = &library.vocabulary.current.content;
    let prefixes = library.site.all_prefixes();
    let label = |iri: &str| match vocabulary.terms.get(iri) {
        Some(_) => vocabulary.label(iri).to_owned(),
        None => words(vocabulary.label(iri)),
    };
    let acts = Table::of(
        contents().flat_map(|license| {
            acts(&license.permissions).chain(required(license)).chain(acts(&license.prohibitions))
        }),
        label,
    );
    let targets = Table::of(contents().flat_map(|license| license.targets.iter().map(String::as_str)), label);
    let places = Table::of(contents().filter_map(|license| license.jurisdiction.as_deref()), label);
    let standings = standings(library);
    let record = |(id, license): &(&'l LicenseId, &'l License)| {
        let is_withdrawn = catalog
            .licenses
            .get(id.as_str())
            .is_some_and(|history| history.current.status == Status::Withdrawn);
        let title = license.title.value.as_str();
        Record(
            id.as_str(),
            if title.is_empty() { id.as_str() } else { title },
            foreign(license.title.language.as_deref()),
            license.spdx.as_deref().unwrap_or_default(),
            &license.alternatives,
            license.port_of.as_ref().map(LicenseId::as_str).unwrap_or_default(),
            match (is_withdrawn, license.is_fixture()) {
                (true, true) => "wf",
                (true, false) => "w",
                (false, true) => "f",
                (false, false) => "",
            },
            license.jurisdiction.as_deref().and_then(|place| places.place(place)),
            targets.places(license.targets.iter().map(String::as_str)),
            acts.places(self::acts(&license.permissions)),
            acts.places(required(license)),
            acts.places(self::acts(&license.prohibitions)),
            standings.get(*id).copied().unwrap_or_default(),
        )
    };
    let telling = [odrl::MODIFY, cc::COMMERCIAL_USE, cc::ATTRIBUTION, cc::SOURCE_CODE, cc::SHARE_ALIKE];
    LibraryIndex {
        telling: telling.iter().filter_map(|act| acts.place(act)).collect(),
        records: licenses.iter().map(record).collect(),
        typed_names: &library.typed_names,
        acts: acts.terms(&prefixes),
        targets: targets.terms(&prefixes),
        places: places.terms(&prefixes),
    }
}

fn acts(rules: &[Rule]) -> impl Iterator<Item = &str> {
    rules.iter().map(|rule| rule.action.as_str())
}

fn required(license: &License) -> impl Iterator<Item = &str> {
    let hanging = license.permissions.iter().flat_map(|permission| acts(&permission.duties));
    acts(&license.duties).chain(hanging)
}

fn foreign(language: Option<&str>) -> &str {
    language.filter(|tag| !tag.eq_ignore_ascii_case("en")).unwrap_or_default()
}

/// Terms in order of their labels.
struct Table<'l> {
    labels: Vec<(String, &'l str)>,
    places: BTreeMap<&'l str, usize>,
}

impl<'l> Table<'l> {
    fn of(iris: impl Iterator<Item = &'l str>, label: impl Fn(&str) -> String) -> Self {
        let iris: BTreeSet<&str> = iris.filter(|iri| !iri.is_empty()).collect();
        let mut labels: Vec<(String, &str)> = iris.into_iter().map(|iri| (label(iri), iri)).collect();
        labels.sort_by_cached_key(|(label, iri)| (label.to_lowercase(), *iri));
        let places = labels.iter().enumerate().map(|(place, (_, iri))| (*iri, place)).collect();
        Self { labels, places }
    }

    fn place(&self, iri: &str) -> Option<usize> {
        self.places.get(iri).copied()
    }

    /// The places of terms, each once, ascending.
    fn places<'i>(&self, iris: impl Iterator<Item = &'i str>) -> Vec<usize> {
        let mut places: Vec<usize> = iris.filter_map(|iri| self.place(iri)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn terms(self, prefixes: &Prefixes) -> Vec<Term> {
        self.labels.into_iter().map(|(label, iri)| Term(prefixes.compact(iri), label)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Value, json};

    use super::*;
    use muniment_library::load::load;

    #[test]
    fn records_name_terms_by_their_places() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
        let library = load(&data).library.unwrap();
        let catalog = Catalog::new(&library);
        let index = serde_json::to_value(library_index(&catalog)).unwrap();
        let records = index["records"].as_array().unwrap();
        assert_eq!(records.len(), library.licenses.len());
        let titles: Vec<String> = records.iter().map(|r| r[1].as_str().unwrap().to_lowercase()).collect();
        assert!(titles.is_sorted(), "{titles:?}");
        let names = |table: &str, places: &Value| -> Vec<String> {
            let places = places.as_array().unwrap().iter();
            places
                .map(|place| {
                    let place = usize::try_from(place.as_u64().unwrap()).unwrap();
                    index[table][place][0].as_str().unwrap().to_owned()
                })
                .collect()
        };
        for record in records {
            let license = &library.licenses[&record[0].as_str().unwrap().parse::<LicenseId>().unwrap()];
            let license = &license.current.content;
            let prefixes = library.site.all_prefixes();
            let expand = |name: &String| prefixes.expand(name).unwrap();
            assert!(names("acts", &record[9]).iter().all(|act| license.permits(&expand(act))));
            assert!(names("acts", &record[10]).iter().all(|act| license.requires_anywhere(&expand(act))));
            assert!(names("acts", &record[11]).iter().all(|act| license.prohibits(&expand(act))));
            let targets: Vec<String> = names("targets", &record[8]).iter().map(expand).collect();
            let (mut told, mut stated) = (targets, license.targets.clone());
            told.sort();
            stated.sort();
            assert_eq!(told, stated);
            assert_eq!(record[3], json!(license.spdx.as_deref().unwrap_or_default()));
        }
        let port = records.iter().find(|record| record[5] != "").unwrap();
        assert_eq!(
            (&port[0], &port[5]),
            (&json!("CreativeCommonsAttribution30Estonia"), &json!("CC-BY-4.0"))
        );
    }
}
