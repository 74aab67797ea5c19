//! spec:version-1#narration: what can be told: records by every name they have, licenses of accounts for those who may
//! see them, models that are sent along.

use serde_json::{Value, json};

use super::{MODEL, TestServer, about_the_model, assert_fallback, list, terms, text};

const COMPOSER: &str = "/licenselibrary/composer";

#[test]
fn a_record_is_told_by_every_name_it_has() {
    let host = TestServer::alone();
    let reader = host.person();
    reader.may_have(100);
    let id = "Meadow-Permissive-1.0";
    for name in [
        id,
        "meadow-permissive-1.0",
        "https://svc.example/licenselibrary/Meadow-Permissive-1.0",
        "http://svc.example/licenselibrary/Meadow-Permissive-1.0/",
        // Retired, and replaced by it.
        "MeadowPermissive",
    ] {
        let told = reader.told(&json!({"license": name, "without_names": false}));
        assert_fallback(&told);
        assert_eq!(told["license_id"], id, "{name}");
    }
    assert_eq!(reader.told(&json!({"license": "GPL-3.0"}))["license_id"], "GPL-3.0-only");
}

#[test]
fn what_there_is_not_is_404() {
    let host = TestServer::alone();
    let reader = host.person();
    let long = "x".repeat(10_000);
    for name in
        ["NoSuchLicense", "GoneForGood", "", "a b", "https://other.example/licenselibrary/MIT", long.as_str()]
    {
        let refused = reader.refused(&json!({"license": name, "without_names": false}), 404);
        assert!(refused.starts_with("Unknown license id") && refused.len() < 300, "{refused}");
    }
}

#[test]
fn licenses_of_accounts_are_told_to_those_who_may_see_them() {
    let host = TestServer::alone();
    let (ada, bob) = (host.person(), host.person());
    let document = json!({
        "title": "Ours alone",
        "creator": "Ada Lovelace",
        "permissions": [{"action": "odrl:distribute", "duties": ["cc:Attribution"]}],
    });
    let compose = |publish: bool| {
        let answer = ada.send(&format!("{COMPOSER}?publish={publish}"), &document.to_string());
        text(&answer.is(201).json()["id"]).to_owned()
    };
    let (published, draft) = (compose(true), compose(false));
    for (person, id) in [(&ada, &published), (&bob, &published), (&ada, &draft)] {
        let told = person.told(&json!({"license": id, "without_names": true}));
        assert_fallback(&told);
        assert_eq!((&told["title"], &told["license_id"]), (&json!("Ours alone"), &json!(id)));
        assert!(terms(&told).contains(&"odrl:distribute") && !told.to_string().contains("Ada"), "{told}");
    }
    bob.refused(&json!({"license": draft}), 404);
    host.operate(&["share", "--license", &draft, "--with", &bob.account, "--role", "viewer"]);
    assert_eq!(bob.told(&json!({"license": draft}))["license_id"], draft);
}

/// The same license however it is written; the model goes before the license.
#[test]
fn a_model_is_read_in_both_syntaxes() {
    let host = TestServer::alone();
    let reader = host.person();
    reader.may_have(100);
    let expected = reader.told(&about_the_model());
    let both = json!({"license": "NoSuchLicense", "model": MODEL, "without_names": false});
    assert_eq!(reader.told(&both), expected);
    let context = json!({
        "cc": "http://creativecommons.org/ns#", "dct": "http://purl.org/dc/terms/",
        "odrl": "http://www.w3.org/ns/odrl/2/", "svc": "https://svc.example/ns#",
    });
    let set = json!({
        "@id": "https://svc.example/licenselibrary/Field-1.0", "@type": "odrl:Set", "dct:title": "Field license",
        "svc:additionalClauses": "Recordings of birds are excepted.",
        "odrl:permission": {"odrl:action": {"@id": "odrl:distribute"},
            "odrl:duty": {"odrl:action": {"@id": "cc:Attribution"}}},
        "odrl:prohibition": {"@id": "_:b1"},
    });
    let prohibition = json!({"@id": "_:b1", "odrl:action": {"@id": "svc:promote"}});
    let mut apart = [set.clone(), prohibition.clone()];
    apart.iter_mut().for_each(|node| node["@context"] = context.clone());
    let documents = [json!({"@context": context, "@graph": [set, prohibition]}), json!(apart)];
    for document in documents {
        assert_eq!(reader.told(&json!({"model": document.to_string()})), expected);
    }
    let unnamed = MODEL.replace("<https://svc.example/licenselibrary/Field-1.0>", "[]");
    assert_eq!(reader.told(&json!({"model": unnamed}))["license_id"], "");
    let elsewhere = MODEL.replace("https://svc.example/licenselibrary/", "https://other.example/");
    assert_eq!(reader.told(&json!({"model": elsewhere}))["license_id"], "");
}

/// What the license route serves can be sent back in each form that is Turtle or JSON-LD.
#[test]
fn a_record_that_was_fetched_is_told_like_the_record() {
    let host = TestServer::alone();
    let reader = host.person();
    let told = reader.told(&json!({"license": "Meadow-Reciprocal-2.0-only"}));
    let address = "/licenselibrary/license/Meadow-Reciprocal-2.0-only";
    let turtle = host.server.accept(address, "text/turtle");
    let json_ld = host.server.accept(address, "application/ld+json");
    for form in [turtle.is(200).text(), json_ld.is(200).text()] {
        assert_eq!(reader.told(&json!({"model": form})), told);
    }
    // In the frozen form references are bare texts; as JSON-LD it would state next to nothing.
    let frozen = host.server.get(address);
    let refused = reader.refused(&json!({"model": frozen.is(200).text()}), 422);
    assert!(refused.contains("leads to a text"), "{refused}");
}

#[test]
fn what_is_no_model_is_422_in_a_sentence() {
    let host = TestServer::alone();
    let reader = host.person();
    let set = "[] a <http://www.w3.org/ns/odrl/2/Set>";
    let many: String =
        (0..10_001).map(|n| format!("<http://x.example/> <http://y.example/> {n} .\n")).collect();
    let nested =
        format!("{set} ; <http://y.example/> {}1{} .", "[<http://y.example/> ".repeat(80), "]".repeat(80));
    let circle = format!(
        "{set} ; <http://www.w3.org/ns/odrl/2/duty> _:a . _:a <http://www.w3.org/ns/odrl/2/duty> _:a ."
    );
    let brackets = "[".repeat(900_000);
    for (model, words) in [
        ("", "empty"),
        (" \n\t", "empty"),
        ("You may do as you please.", "not Turtle"),
        ("{\"@context\": {}", "not JSON-LD"),
        ("{}", "no odrl:Set"),
        (r#"{"@context": "https://schema.example/context.jsonld", "@id": "x"}"#, "none is fetched"),
        ("<http://x.example/> <http://y.example/> 1 .", "no odrl:Set"),
        (&format!("{set} . {set} ."), "2 odrl:Sets"),
        (&format!("{set} ."), "states nothing"),
        ("@base <http://x.example/> .", "base"),
        (&many, "more than 10000 triples"),
        (&nested, "deeper than 64"),
        (&circle, "trees"),
        (&brackets, "not Turtle"),
    ] {
        let refused = reader.refused(&json!({"model": model, "without_names": false}), 422);
        assert!(refused.contains(words) && refused.len() < 500, "{words}: {refused}");
    }
    let refused = reader.refused(&json!({"without_names": true}), 422);
    assert!(refused.contains("license") && refused.contains("model"), "{refused}");
}

#[test]
fn a_body_that_is_no_question_is_422() {
    let host = TestServer::alone();
    let reader = host.person();
    let faults: [(&str, Value); 4] = [
        ("no JSON", json!(["body"])),
        ("[]", json!(["body"])),
        (r#"{"license": 7}"#, json!(["body", "license"])),
        (r#"{"license": "CC-BY-4.0", "without_names": "yes"}"#, json!(["body", "without_names"])),
    ];
    for (body, loc) in faults {
        let refusal = reader.send(super::NARRATE, body).is(422).json();
        assert_eq!(list(&refusal["detail"])[0]["loc"], loc, "{body}");
    }
    reader.send(super::NARRATE, &"x".repeat((1 << 20) + 1)).is(413);
}
