//! spec:version-2#response-headers and spec:version-2#limits: the headers of an answer, and how long it may be kept.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;

use crate::counts::count;
use crate::hashes::sha256;
use crate::server::server;
use crate::walk::{FORMS, Model, Version, versions};

/// spec:version-1#headers and spec:version-1#library-endpoints: what every answer under `/v2` bears.
const OF_EVERY_ANSWER: [(&str, &str); 5] = [
    ("access-control-allow-origin", "*"),
    ("access-control-expose-headers", crate::cross_origin::EXPOSED),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "SAMEORIGIN"),
];

const MEDIA_TYPES: [(&str, &str); 5] = [
    ("json", "application/json"),
    ("ttl", "text/turtle; charset=utf-8"),
    ("jsonld", "application/ld+json"),
    ("nt", "application/n-triples; charset=utf-8"),
    ("rdfxml", "application/rdf+xml"),
];

pub(crate) type Links = BTreeMap<String, (String, Option<String>)>;

/// Days as headers write them.
pub(crate) fn http_date(day: &str) -> String {
    day.parse::<Date>().unwrap().strftime("%a, %d %b %Y 00:00:00 GMT").to_string()
}

/// RFC 9745: `@` and the seconds of midnight UTC.
pub(crate) fn structured_date(day: &str) -> String {
    let midnight = day.parse::<Date>().unwrap().to_zoned(TimeZone::UTC).unwrap();
    format!("@{}", midnight.timestamp().as_second())
}

pub(crate) fn link(relation: &str, target: impl Into<String>) -> (String, (String, Option<String>)) {
    (relation.to_owned(), (target.into(), None))
}

/// The link that goes with `Deprecation`.
pub(crate) fn deprecation_link(documentation: &str) -> (String, (String, Option<String>)) {
    let target = format!("{documentation}#superseded-and-withdrawn");
    ("deprecation".to_owned(), (target, Some("text/html".to_owned())))
}

/// The day a version was superseded: the one its successor was published.
fn superseded_on<'m>(model: &'m Model, version: &Version) -> Option<&'m str> {
    let successor = model.versions.iter().find(|later| later.number == version.number + 1)?;
    Some(successor.text("date")).filter(|day| !day.is_empty())
}

/// Every header of a version of a library that withdraws nothing, but for its links.
fn expected_headers(
    model: &Model,
    version: &Version,
    form: &str,
    media_type: &str,
) -> BTreeMap<String, String> {
    let is_latest = version.number == model.latest().number;
    let digits = &version.text("content_hash")["sha256:".len()..][..32];
    let cache = if is_latest { "public, max-age=300" } else { "public, max-age=86400, immutable" };
    let mut headers = BTreeMap::from(OF_EVERY_ANSWER.map(|(name, value)| (name, value.to_owned())));
    headers.insert("content-type", media_type.to_owned());
    headers.insert("etag", format!("W/\"{digits}-{form}\""));
    headers.insert("cache-control", cache.to_owned());
    headers.insert("vary", "Accept".to_owned());
    let date = version.text("date");
    if !date.is_empty() {
        headers.insert("last-modified", http_date(date));
    }
    if let Some(day) = superseded_on(model, version) {
        headers.insert("deprecation", structured_date(day));
    }
    headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn expected_links(model: &Model, version: &Version, documentation: &str) -> Links {
    let at = |number: u64| format!("{}/versions/{number}", model.path);
    let mut links = Links::from([
        link("canonical", at(version.number)),
        link("latest-version", model.path.clone()),
        link("version-history", format!("{}/versions", model.path)),
    ]);
    if version.number > 1 {
        links.extend([link("predecessor-version", at(version.number - 1))]);
    }
    if version.number < model.latest().number {
        links.extend([link("successor-version", at(version.number + 1))]);
    }
    if superseded_on(model, version).is_some() {
        links.extend([deprecation_link(documentation)]);
    }
    links
}

#[test]
fn versions_bear_the_headers_of_the_document_and_no_other() {
    for (model, version) in versions() {
        for (form, media_type) in MEDIA_TYPES {
            let answer = &version.forms[form];
            let mut headers = answer.lasting_headers();
            headers.remove("link");
            assert_eq!(headers, expected_headers(model, version, form, media_type), "{}", answer.asked);
        }
    }
}

#[test]
fn versions_are_linked_to_their_neighbours_and_no_other() {
    let discovery = server().get("/v2").json();
    let documentation = discovery["documentation"].as_str().unwrap();
    for (model, version) in versions() {
        let expected = expected_links(model, version, documentation);
        for answer in version.forms.values() {
            assert_eq!(answer.links(), expected, "{}", answer.asked);
        }
    }
}

#[test]
fn the_five_tags_of_a_version_differ_and_begin_with_its_hash() {
    for (_, version) in versions() {
        let tags: BTreeSet<&str> = version.forms.values().map(|form| form.header("etag").unwrap()).collect();
        assert_eq!(tags.len(), FORMS.len(), "{}", version.path);
        let digits = &version.text("content_hash")["sha256:".len()..][..32];
        for tag in tags {
            assert!(tag.starts_with(&format!("W/\"{digits}-")), "{}: {tag}", version.path);
        }
    }
}

#[test]
fn superseded_version_is_immutable_for_a_day() {
    for path in ["/v2/licenses/Apache-2.0", "/v2/dependency-graphs/dg_default", "/v2/vocabulary"] {
        let answer = server().get(&format!("{path}/versions/1"));
        answer.is(200).has("cache-control", "public, max-age=86400, immutable");
        assert_eq!(answer.json()["status"], "superseded");
    }
}

#[test]
fn current_version_is_kept_for_five_minutes() {
    for path in ["/v2/licenses/Apache-2.0", "/v2/dependency-graphs/dg_default", "/v2/vocabulary"] {
        let current = server().get(path);
        let version = current.has("cache-control", "public, max-age=300").json()["version"].clone();
        let numbered = server().get(&format!("{path}/versions/{version}"));
        numbered.is(200).has("cache-control", "public, max-age=300");
    }
}

#[test]
fn superseded_version_is_deprecated_since_its_successor_was_published() {
    let answer = server().get("/v2/licenses/Apache-2.0/versions/1");
    // date --utc --date 2026-11-20 +%s
    answer.is(200).has("deprecation", "@1795132800");
    let (target, media_type) = &answer.links()["deprecation"];
    assert!(target.ends_with("/documentation/v2#superseded-and-withdrawn"), "{target}");
    assert_eq!(media_type.as_deref(), Some("text/html"));
    assert_eq!(answer.links()["successor-version"].0, "/v2/licenses/Apache-2.0/versions/2");
}

#[test]
fn current_version_is_not_deprecated() {
    let answer = server().get("/v2/licenses/Apache-2.0");
    answer.is(200).has("deprecation", None);
    let relations: Vec<String> = answer.links().into_keys().collect();
    assert_eq!(relations, ["canonical", "latest-version", "predecessor-version", "version-history"]);
}

#[test]
fn last_modified_is_the_date_and_left_out_where_none_is_recorded() {
    let second = server().get("/v2/licenses/Apache-2.0/versions/2");
    second.is(200).has("last-modified", "Fri, 20 Nov 2026 00:00:00 GMT");
    let first = server().get("/v2/licenses/Apache-2.0/versions/1");
    first.is(200).has("last-modified", None);
    assert_eq!(first.json()["date"], "");
}

/// Nothing is deleted, so nothing has a sunset; nor is an anonymous request counted or told to wait.
#[test]
fn no_version_announces_a_sunset_or_a_limit() {
    let (mut superseded, mut current) = (0, 0);
    for (_, version) in versions() {
        for (form, answer) in &version.forms {
            for name in ["sunset", "retry-after", "x-ratelimit-limit", "content-disposition", "set-cookie"] {
                answer.has(name, None);
            }
            let counted = if version.text("status") == "superseded" { &mut superseded } else { &mut current };
            *counted += usize::from(*form == "json");
        }
    }
    let models = count("records") + count("dependency graphs") + 1;
    assert_eq!(
        (superseded, current),
        (count("record versions") + count("graph versions") + count("vocabulary versions") - models, models)
    );
}

const LISTS: [&str; 7] = [
    "/v2/licenses",
    "/v2/licenses/Apache-2.0/versions",
    "/v2/dependency-graphs",
    "/v2/dependency-graphs/dg_default/versions",
    "/v2/vocabulary/versions",
    "/v2/releases",
    "/v2/changes",
];

#[test]
fn lists_and_changes_are_kept_for_a_minute() {
    for path in LISTS {
        server().get(path).is(200).has("cache-control", "public, max-age=60");
    }
}

#[test]
fn lists_and_changes_bear_a_weak_tag_over_their_json() {
    for path in LISTS {
        let answer = server().get(path);
        let digits = &sha256(&answer.body)["sha256:".len()..][..32];
        answer.is(200).has("etag", format!("W/\"{digits}-json\"").as_str());
    }
}

#[test]
fn lists_and_changes_bear_no_other_header() {
    let expected = ["cache-control", "content-type", "etag"];
    let expected: BTreeSet<&str> =
        expected.into_iter().chain(OF_EVERY_ANSWER.map(|(name, _)| name)).collect();
    for path in LISTS.into_iter().chain(["/v2"]) {
        let mut headers = server().get(path).lasting_headers();
        headers.remove("link");
        let names: BTreeSet<&str> = headers.keys().map(String::as_str).collect();
        assert_eq!(names, expected, "{path}");
    }
}

#[test]
fn a_registered_release_is_immutable_for_a_day_and_the_current_state_kept_for_a_minute() {
    let page = server().get("/v2/releases").json();
    let registered: Vec<&Value> =
        page["items"].as_array().unwrap().iter().map(|item| &item["href"]).collect();
    let current = &page["current"]["href"];
    for href in registered.iter().copied().chain([current]) {
        let expected = if registered.contains(&href) {
            "public, max-age=86400, immutable"
        } else {
            "public, max-age=60"
        };
        server().get(href.as_str().unwrap()).is(200).has("cache-control", expected);
    }
}

#[test]
fn discovery_is_kept_for_five_minutes() {
    server().get("/v2").is(200).has("cache-control", "public, max-age=300");
}

/// spec:version-2#response-headers: over JSON whose keys are sorted, so that their order does not matter.
#[test]
fn discovery_bears_a_weak_tag_over_sorted_key_json() {
    let answer = server().get("/v2");
    let sorted = muniment_documents::api::v2::sorted_keys(answer.json()).to_string();
    let tag = |text: String| format!("W/\"{}-json\"", &sha256(text)["sha256:".len()..][..32]);
    let with_newline = tag(format!("{sorted}\n"));
    let found = answer.is(200).header("etag").unwrap();
    assert!(found == tag(sorted) || found == with_newline, "{found} instead of {with_newline}");
}

#[test]
fn dates_are_written_as_the_standards_say() {
    assert_eq!(http_date("1994-11-06"), "Sun, 06 Nov 1994 00:00:00 GMT");
    assert_eq!(structured_date("1994-11-06"), "@784080000");
}
