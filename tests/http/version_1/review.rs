//! spec:version-1#answer-objects, spec:version-1#library-endpoints: the reviews of records.

use std::sync::LazyLock;

use muniment_licenses::model::LicenseId;
use serde_json::{Value, json};

use super::errors::{faulty, sentence};
use super::{LIBRARY, document, keys, list, small, text};
use crate::server::server;

const KEYS: [&str; 12] = [
    "id",
    "title",
    "reviewed_on",
    "reviewer",
    "text_source",
    "text_retrieved",
    "verdict",
    "summary",
    "findings",
    "family",
    "port_of",
    "variant_kind",
];

/// Every record with its review, as it is served, fetched once.
static REVIEWS: LazyLock<Vec<(&str, Value)>> = LazyLock::new(|| {
    let ids = LIBRARY.licenses.keys().map(LicenseId::as_str);
    ids.map(|id| (id, document(&server().get(&format!("/licenselibrary/review/{id}"))))).collect()
});

#[test]
fn a_review_has_the_keys_of_its_file_in_their_order() {
    for (id, review) in REVIEWS.iter() {
        let mut expected = KEYS.to_vec();
        expected.extend(review.get("variant_of").map(|_| "variant_of"));
        expected.push("notes");
        expected.extend(["text_hash", "readings"].into_iter().filter(|key| review.get(key).is_some()));
        assert_eq!(keys(review), expected, "{id}");
        assert_eq!(review["id"], *id);
        assert_eq!(review["title"], LIBRARY.licenses[*id].current.content.title.value.as_str(), "{id}");
        assert!(review["text_retrieved"].is_boolean(), "{id}");
        assert!(!text(&review["summary"]).is_empty(), "{id}");
        let verdicts = ["correct", "corrected", "created", "issues-proposed", "text-unavailable"];
        assert!(verdicts.contains(&text(&review["verdict"])), "{id}: {}", review["verdict"]);
    }
}

#[test]
fn the_findings_are_those_of_ten_points_with_severity_and_what_became_of_them() {
    let mut count = 0;
    for (id, review) in REVIEWS.iter() {
        let rubrics: Vec<u64> =
            list(&review["findings"]).iter().map(|finding| finding["rubric"].as_u64().unwrap()).collect();
        assert!(rubrics.iter().all(|rubric| (1..=10).contains(rubric)), "{id}: {rubrics:?}");
        assert!(rubrics.is_sorted(), "{id}: {rubrics:?}");
        for finding in list(&review["findings"]) {
            let named = keys(finding);
            assert_eq!(named[..5], ["rubric", "severity", "field", "description", "action"], "{id}");
            assert!(
                named[5..].iter().all(|key| ["change", "superseded_by"].contains(key)),
                "{id}: {named:?}"
            );
            assert!(["major", "minor", "gap", "info"].contains(&text(&finding["severity"])), "{finding}");
            let actions = ["applied", "proposed", "none", "superseded"];
            assert!(actions.contains(&text(&finding["action"])), "{finding}");
            assert!(!text(&finding["field"]).is_empty() && !text(&finding["description"]).is_empty());
            count += 1;
        }
    }
    assert!(count > crate::counts::count("reviews"), "{count} findings");
}

#[test]
fn a_port_names_its_parent_and_every_record_its_family() {
    for (id, review) in REVIEWS.iter() {
        let parent = LIBRARY.licenses[*id].current.content.port_of.as_ref().map(ToString::to_string);
        assert_eq!(review["port_of"], json!(parent), "{id}");
        let family = LIBRARY.families.iter().find(|family| family.members.iter().any(|m| m.as_str() == *id));
        assert_eq!(review["family"], family.map_or("", |family| &family.name), "{id}");
        let variant_of = LIBRARY.licenses[*id].current.content.variant_of.as_ref().map(ToString::to_string);
        assert_eq!(review.get("variant_of"), variant_of.map(|of| json!(of)).as_ref(), "{id}");
    }
}

/// spec:data-model#reviews: nobody has read a text here yet, and the reviews say so.
#[test]
fn reviews_say_who_checked_and_when() {
    for (id, review) in REVIEWS.iter() {
        assert_eq!(review["reviewer"], "Muniment maintainers", "{id}");
        assert_eq!(text(&review["reviewed_on"]).len(), "2026-11-20".len(), "{id}");
        if review["text_retrieved"] == false {
            assert_eq!(review["text_source"], "unavailable", "{id}");
        }
    }
}

#[test]
fn a_review_that_is_not_there_is_404_and_a_malformed_identifier_422() {
    sentence(&server().get("/licenselibrary/review/NoSuchLicense"), 404);
    assert_eq!(faulty(&server().get("/licenselibrary/review/a%20b!")), ["path license_id"]);
    let server = small(&[]);
    document(&server.get("/licenselibrary/review/CC-BY-4.0"));
    sentence(&server.get("/licenselibrary/review/MIT"), 404);
}
