//! spec:version-1#negotiation: the forms of a record at the license route, and what is sent to be saved.

use muniment_rdf::{Syntax, canonicalize, read};
use serde_json::Value;

use super::errors::faulty;
use super::{LIBRARY, document, keys, list, text};
use crate::server::{Answer, server};

const MIT: &str = "/licenselibrary/license/MIT";

/// Records of every sort: with and without a history, a port, a variant, a fixture, one in another language.
const RECORDS: [&str; 7] = [
    "MIT",
    "Apache-2.0",
    "CC-BY-SA-4.0",
    "CreativeCommonsAttribution30Austria",
    "GPL-2.0-only-with-Classpath-exception-2.0",
    "SampleLicenseSl",
    "LiLiQ-R-1.1",
];

/// Media types in `Accept` with the `Content-Type` they get and the syntax of that.
const NEGOTIATED: [(&str, &str, Syntax); 3] = [
    ("text/turtle", "text/turtle; charset=utf-8", Syntax::Turtle),
    ("application/rdf+xml", "application/rdf+xml", Syntax::RdfXml),
    ("application/ld+json", "application/ld+json", Syntax::JsonLd),
];

#[test]
fn an_rdf_accept_gets_the_whole_model_raw() {
    for id in RECORDS {
        let expected = &LIBRARY.licenses[id].current.content_hash;
        for (accept, media_type, syntax) in NEGOTIATED {
            let answer = server().accept(&format!("/licenselibrary/license/{id}"), accept);
            answer.is(200).has("content-type", media_type).has("content-disposition", None);
            let graph = read(syntax, &answer.body).unwrap();
            assert_eq!(&canonicalize(&graph).unwrap().hash(), expected, "{}", answer.asked);
        }
    }
}

#[test]
fn turtle_starts_with_its_prefixes_and_rdf_xml_with_its_root() {
    for id in RECORDS {
        let path = format!("/licenselibrary/license/{id}");
        assert!(server().accept(&path, "text/turtle").text().starts_with("@prefix"), "{id}");
        assert!(server().accept(&path, "application/rdf+xml").text().contains("<rdf:RDF"), "{id}");
    }
}

/// Whether every reference of a document is an object with `@id` and nothing else.
fn has_references(node: &Value) -> bool {
    list(&node["@graph"]).iter().flat_map(|node| node.as_object().unwrap()).all(|(key, value)| {
        let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        key.starts_with('@')
            || values.iter().all(|value| match value {
                Value::String(text) => !text.starts_with("_:") && !text.starts_with("svc:"),
                _ => value.get("@value").is_some() || keys(value) == ["@id"],
            })
    })
}

#[test]
fn negotiated_json_ld_has_the_same_context_and_keeps_references_as_objects() {
    for id in RECORDS {
        let path = format!("/licenselibrary/license/{id}");
        let (frozen, real) =
            (document(&server().get(&path)), server().accept(&path, "application/ld+json").json());
        assert_eq!(real["@context"], frozen["@context"], "{id}");
        assert_eq!(keys(&real["@context"]), keys(&frozen["@context"]), "{id}");
        assert!(has_references(&real) && !has_references(&frozen), "{id}");
    }
}

/// The frozen quirk: a JSON-encoded string; spec:version-1#negotiation: character-identical to what is negotiated.
#[test]
fn a_format_of_rdf_is_a_json_string_of_what_is_negotiated() {
    for id in RECORDS {
        let path = format!("/licenselibrary/license/{id}");
        for (format, accept) in [("ttl", "text/turtle"), ("rdf-xml", "application/rdf+xml")] {
            for asked in ["application/json", "*/*", "application/n-triples"] {
                let quoted = document(&server().accept(&format!("{path}?format={format}"), asked));
                assert_eq!(text(&quoted), server().accept(&path, accept).text(), "{id} as {format}");
            }
        }
    }
}

#[test]
fn an_explicit_rdf_accept_wins_over_format() {
    for (accept, media_type, _) in NEGOTIATED {
        let expected = server().accept(MIT, accept);
        for format in ["json-ld", "ttl", "rdf-xml", "text"] {
            let answer = server().accept(&format!("{MIT}?format={format}"), accept);
            answer.is(200).has("content-type", media_type);
            assert_eq!(answer.body, expected.body, "{format} and {accept}");
        }
    }
}

#[test]
fn html_anywhere_in_accept_leads_to_the_page() {
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for accept in [browser, "text/html", "application/json, text/html;q=0.1", "text/turtle, text/html;q=0.5"]
    {
        for query in ["", "?format=ttl", "?format=text"] {
            let answer = server().accept(&format!("{MIT}{query}"), accept);
            let location = answer.is(307).header("location").unwrap();
            // Absolute: the base address of the API, whatever that is.
            assert!(location.starts_with("http") && location.ends_with("/web/license/MIT"), "{location}");
            assert!(answer.body.is_empty(), "{}", answer.asked);
        }
    }
    let lower = server().accept("/licenselibrary/license/mit", "text/html");
    assert!(lower.is(307).header("location").unwrap().ends_with("/web/license/MIT"));
    server().accept("/web/license/MIT", browser).is(200).has("content-type", "text/html; charset=utf-8");
}

#[test]
fn an_unknown_format_is_listed_as_faulty_whatever_accept_says() {
    for format in ["nt", "turtle", "TTL", "jsonld", "html", ""] {
        for accept in ["*/*", "text/turtle", "text/html"] {
            let answer = server().accept(&format!("{MIT}?format={format}"), accept);
            assert_eq!(faulty(&answer), ["query format"], "{format} and {accept}");
        }
    }
}

#[track_caller]
fn file_name(answer: &Answer) -> &str {
    let disposition =
        answer.is(200).header("content-disposition").unwrap_or_else(|| panic!("{}", answer.asked));
    let name = disposition.strip_prefix("attachment; filename=").unwrap_or_else(|| panic!("{disposition}"));
    name.trim_matches('"')
}

#[test]
fn a_download_is_the_serialisation_itself_with_its_media_type() {
    for (format, media_type, extension, accept) in [
        ("ttl", "text/turtle; charset=utf-8", ".ttl", "text/turtle"),
        ("rdf-xml", "application/rdf+xml", ".rdf", "application/rdf+xml"),
        ("text", "text/plain; charset=utf-8", ".txt", "*/*"),
    ] {
        let saved = server().get(&format!("{MIT}?format={format}&download=true"));
        saved.has("content-type", media_type);
        assert_eq!(file_name(&saved), format!("MIT{extension}"), "{format}");
        let shown = server().accept(&format!("{MIT}?format={format}"), accept);
        assert_eq!(saved.body, shown.body, "{format}: no JSON string");
    }
    let saved = server().get(&format!("{MIT}?download=true"));
    saved.has("content-type", "application/ld+json");
    assert!(file_name(&saved).starts_with("MIT."));
    assert_eq!(keys(&saved.json()), ["@context", "@graph"]);
    let negotiated = server().accept(&format!("{MIT}?download=true"), "text/turtle");
    negotiated.has("content-type", "text/turtle; charset=utf-8");
    assert_eq!(file_name(&negotiated), "MIT.ttl");
}

#[test]
fn a_download_is_a_boolean_and_off_unless_asked_for() {
    for word in ["false", "0", "False"] {
        let answer = server().get(&format!("{MIT}?format=ttl&download={word}"));
        answer.is(200).has("content-disposition", None).has("content-type", "application/json");
    }
    for word in ["true", "1", "True"] {
        file_name(&server().get(&format!("{MIT}?format=ttl&download={word}")));
    }
    for word in ["maybe", "", "2"] {
        let answer = server().get(&format!("{MIT}?download={word}"));
        assert_eq!(faulty(&answer), ["query download"], "{word}");
    }
}

/// spec:version-1#negotiation: the routes that vary are named, and the frozen one is not among them.
#[test]
fn the_license_route_does_not_say_that_it_varies() {
    for query in ["", "?format=ttl", "?format=text"] {
        server().get(&format!("{MIT}{query}")).is(200).has("vary", None);
    }
    server().accept(MIT, "text/turtle").is(200).has("vary", None);
}
