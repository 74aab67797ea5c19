//! spec:version-1#negotiation: the Linked-Data path, `/licenselibrary/{id}`, the canonical address of a license.

use muniment_rdf::{Syntax, canonicalize, read};

use super::LIBRARY;
use super::errors::sentence;
use crate::server::server;

const PATH: &str = "/licenselibrary/Apache-2.0";

const TURTLE: (&str, Syntax) = ("text/turtle; charset=utf-8", Syntax::Turtle);
const RDF_XML: (&str, Syntax) = ("application/rdf+xml", Syntax::RdfXml);
const JSON_LD: (&str, Syntax) = ("application/ld+json", Syntax::JsonLd);
const N_TRIPLES: (&str, Syntax) = ("application/n-triples; charset=utf-8", Syntax::NTriples);

/// The six media types accepted, and what they get.
const MEDIA_TYPES: [(&str, (&str, Syntax)); 6] = [
    ("text/turtle", TURTLE),
    ("application/x-turtle", TURTLE),
    ("text/n3", TURTLE),
    ("application/rdf+xml", RDF_XML),
    ("application/ld+json", JSON_LD),
    ("application/n-triples", N_TRIPLES),
];

/// The nine values of `format`, and what they get.
const FORMATS: [(&str, (&str, Syntax)); 9] = [
    ("ttl", TURTLE),
    ("turtle", TURTLE),
    ("rdf-xml", RDF_XML),
    ("rdfxml", RDF_XML),
    ("xml", RDF_XML),
    ("json-ld", JSON_LD),
    ("jsonld", JSON_LD),
    ("nt", N_TRIPLES),
    ("n-triples", N_TRIPLES),
];

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// Fails unless a request gets the record in a form.
#[track_caller]
fn assert_form(query: &str, accept: &str, (media_type, syntax): (&str, Syntax)) {
    let answer = server().accept(&format!("{PATH}{query}"), accept);
    answer.is(200).has("content-type", media_type).has("vary", "Accept");
    let expected = &LIBRARY.licenses["Apache-2.0"].current;
    if syntax == Syntax::NTriples {
        // The canonical text itself, whose labels may stand for equal nodes.
        assert_eq!(answer.text(), expected.canonical.as_str(), "{}", answer.asked);
    } else {
        let graph = read(syntax, &answer.body).unwrap_or_else(|error| panic!("{}: {error}", answer.asked));
        assert_eq!(canonicalize(&graph).unwrap().hash(), expected.content_hash, "{}", answer.asked);
    }
}

#[track_caller]
fn assert_leads(path: &str, accept: &str, to: &str) {
    let answer = server().accept(path, accept);
    answer.is(303).has("location", to).has("vary", "Accept");
    assert!(answer.body.is_empty(), "{}", answer.asked);
}

#[test]
fn six_media_types_are_accepted() {
    for (accept, form) in MEDIA_TYPES {
        assert_form("", accept, form);
        assert_form("", &format!("image/png, {accept};q=0.3"), form);
        assert_form("", &format!("text/html;q=0.5, {accept}"), form);
    }
}

#[test]
fn nine_formats_have_a_name_and_win_over_accept() {
    for (format, form) in FORMATS {
        for accept in ["*/*", BROWSER, "text/turtle", "application/rdf+xml", "application/json"] {
            assert_form(&format!("?format={format}"), accept, form);
        }
    }
}

#[test]
fn any_other_format_is_415_in_a_sentence() {
    for format in ["text", "json", "TTL", "html", "n3", ""] {
        for accept in ["*/*", "text/turtle", BROWSER] {
            sentence(&server().accept(&format!("{PATH}?format={format}"), accept), 415);
        }
    }
}

#[test]
fn whoever_prefers_html_is_led_to_the_page_and_everybody_else_to_the_license() {
    let (page, license) = ("/license-library/Apache-2.0", "/licenselibrary/license/Apache-2.0");
    for accept in [BROWSER, "text/html", "application/json;q=0.5, text/html", "text/turtle;q=0.5, text/html"]
    {
        assert_leads(PATH, accept, page);
    }
    for accept in ["*/*", "application/json", "image/png", "", "application/json, text/html;q=0.9"] {
        assert_leads(PATH, accept, license);
    }
    let answer = server().get(PATH);
    answer.is(303).has("location", license).has("vary", "Accept");
    server().get(page).is(200);
    server().get(license).is(200);
}

/// spec:version-1#library-endpoints: never a body.
#[test]
fn the_versions_are_elsewhere() {
    let path = "/licenselibrary/Apache-2.0/versions";
    let list = "/licenselibrary/license/Apache-2.0/versions";
    for accept in [BROWSER, "text/html", "text/turtle;q=0.5, text/html"] {
        assert_leads(path, accept, "/license-library/Apache-2.0#history-heading");
    }
    for accept in ["*/*", "application/json", "text/turtle", "application/json, text/html;q=0.9"] {
        assert_leads(path, accept, list);
    }
    assert!(server().get("/license-library/Apache-2.0").text().contains("id=\"history-heading\""));
    server().get(list).is(200);
}

/// Every address a record has is one a machine can follow from the record's own IRI.
#[test]
fn every_record_is_found_at_its_own_iri() {
    for (id, model) in LIBRARY.licenses.iter().step_by(20) {
        let path = model.iri.strip_prefix(&LIBRARY.site.site_url).unwrap();
        let answer = server().accept(path, "application/n-triples");
        answer.is(200);
        assert_eq!(answer.text(), model.current.canonical.as_str(), "{id}");
        assert_leads(path, "*/*", &format!("/licenselibrary/license/{id}"));
    }
}

#[test]
fn unknown_licenses_are_404_in_every_form() {
    for query in ["", "?format=ttl", "?format=nt"] {
        for accept in ["*/*", "text/turtle", BROWSER] {
            sentence(&server().accept(&format!("/licenselibrary/NoSuchLicense{query}"), accept), 404);
        }
    }
}
