//! spec:version-2#parameters: the addresses, and the identifiers in them.

use crate::server::server;
use crate::walk::{FORMS, model};

#[test]
fn every_address_of_the_document_answers() {
    for path in [
        "/v2",
        "/.well-known/api-catalog",
        "/v2/licenses",
        "/v2/licenses/Apache-2.0",
        "/v2/licenses/Apache-2.0/versions",
        "/v2/licenses/Apache-2.0/versions/1",
        "/v2/dependency-graphs",
        "/v2/dependency-graphs/dg_default",
        "/v2/dependency-graphs/dg_default/versions",
        "/v2/dependency-graphs/dg_default/versions/1",
        "/v2/vocabulary",
        "/v2/vocabulary/versions",
        "/v2/vocabulary/versions/1",
        "/v2/releases",
        "/v2/changes",
    ] {
        let answer = server().get(path);
        answer.is(200);
        if path != "/.well-known/api-catalog" {
            answer.has("content-type", "application/json");
        }
        assert!(answer.json().is_object(), "{path}");
    }
}

#[test]
fn identifiers_resolve_ignoring_case_and_canonical_has_the_right_spelling() {
    for (asked, spelled) in [
        ("/v2/licenses/apache-2.0", "/v2/licenses/Apache-2.0"),
        ("/v2/licenses/APACHE-2.0", "/v2/licenses/Apache-2.0"),
        ("/v2/licenses/cc-by-4.0", "/v2/licenses/CC-BY-4.0"),
        ("/v2/licenses/0bsd", "/v2/licenses/0BSD"),
        ("/v2/dependency-graphs/DG_Default", "/v2/dependency-graphs/dg_default"),
    ] {
        let latest = model(spelled.rsplit('/').next().unwrap()).latest().number;
        for (below, version) in [("", latest), ("/versions/1", 1)] {
            for form in FORMS {
                let answer = server().get(&format!("{asked}{below}?format={form}"));
                let right = server().get(&format!("{spelled}{below}?format={form}"));
                assert_eq!(answer.is(200).body, right.body, "{}", answer.asked);
                assert_eq!(answer.lasting_headers(), right.lasting_headers(), "{}", answer.asked);
                let (canonical, _) = &answer.links()["canonical"];
                assert_eq!(canonical, &format!("{spelled}/versions/{version}"), "{}", answer.asked);
            }
        }
        let list = server().get(&format!("{asked}/versions"));
        assert_eq!(list.is(200).json()["links"]["self"], format!("{spelled}/versions"));
    }
}

/// Only identifiers: the words of the paths are as they are.
#[test]
fn words_of_a_path_are_spelled_as_they_are() {
    for path in ["/v2/Licenses", "/v2/licenses/Apache-2.0/Versions", "/v2/Vocabulary", "/v2/RELEASES"] {
        server().get(path).is(404);
    }
}

#[test]
fn retired_and_spdx_identifiers_are_no_identifiers_here() {
    for id in ["Example", "GNU_GPL_v2", "GPL-2.0", "GPL-3.0+"] {
        let answer = server().get(&format!("/v2/licenses/{}", id.replace('+', "%2B")));
        // A plus sign is no character of an identifier.
        answer.is(if id.contains('+') { 422 } else { 404 });
    }
}

/// RFC 3986 §2.3: an encoded letter is the letter.
#[test]
fn percent_encoded_letters_are_the_letters_they_stand_for() {
    for (asked, plain) in [
        ("/v2/licenses/%41pache%2D2.0", "/v2/licenses/Apache-2.0"),
        ("/v2/dependency-graphs/dg%5Fdefault/versions/%31", "/v2/dependency-graphs/dg_default/versions/1"),
        ("/v2/licenses/Apache-2.0?format=%74tl", "/v2/licenses/Apache-2.0?format=ttl"),
        ("/v2/licenses/Apache-2.0?f%6Frmat=nt", "/v2/licenses/Apache-2.0?format=nt"),
    ] {
        let (asked, plain) = (server().get(asked), server().get(plain));
        assert_eq!(asked.is(200).body, plain.body, "{}", asked.asked);
    }
}

#[test]
fn parameters_nobody_declared_are_passed_over() {
    let plain = server().get("/v2/licenses/Apache-2.0?format=ttl");
    for query in ["format=ttl&lang=en", "lang=en&format=ttl", "&format=ttl&", "reformat=nt&format=ttl"] {
        let answer = server().get(&format!("/v2/licenses/Apache-2.0?{query}"));
        assert_eq!(answer.is(200).body, plain.body, "{}", answer.asked);
    }
}
