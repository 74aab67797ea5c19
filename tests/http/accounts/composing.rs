//! spec:version-1#composer-document, spec:version-1#frozen-operations operation 4 and spec:version-1#events: a document
//! becomes a license, or every fault of it a sentence. What a document may hold is asked of the library itself in
//! `tests/licenses/compose`; here is what the operation makes of it.

use std::collections::BTreeSet;

use muniment_server::store::{Act, Consent};
use serde_json::{Value, json};

use super::databases::{Engine, on_both_databases};
use super::people::{COMPOSER, Person, composed, contradicting};
use super::{SITE, assert_letters, entry, faulty, ids, keys, license_iri, list, sentence, text};
use crate::server::{Answer, Server};

on_both_databases![
    a_license_is_published_and_named,
    a_draft_is_kept_and_not_published,
    whoever_says_nothing_publishes,
    publish_is_a_yes_or_a_no,
    a_document_needs_a_title_and_nothing_else,
    contradictions_are_409_and_leave_nothing,
    a_fault_is_a_sentence_that_names_its_field,
    faults_are_told_together_and_leave_nothing,
    what_is_no_document_is_a_sentence,
    publishing_needs_consent_and_a_draft_does_not,
    publishing_is_written_down_with_the_account_and_its_consent,
    every_field_stands_in_the_license,
    the_owner_is_named_by_profile_and_never_by_address,
    the_text_of_a_license_is_at_most_60000_characters,
    turtle_is_a_license_under_a_fresh_identifier,
    turtle_says_nothing_of_whose_it_is,
    turtle_that_is_no_license_is_a_sentence,
    the_same_document_twice_is_two_licenses,
];

/// A license in Turtle.
fn turtle(statements: &str) -> String {
    format!(
        "@prefix cc: <http://creativecommons.org/ns#> .
@prefix dcmitype: <http://purl.org/dc/dcmitype/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix odrl: <http://www.w3.org/ns/odrl/2/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix svc: <{SITE}/ns#> .
{statements}"
    )
}

/// The least that a set states.
const SET: &str = "a odrl:Set ; dct:title \"In Turtle\" ; cc:jurisdiction svc:worldwide ;
    svc:validityType svc:perpetual ;
    odrl:permission [ a odrl:Permission ; odrl:action odrl:distribute ;
        odrl:duty [ a odrl:Duty ; odrl:action cc:Attribution ] ] ;
    odrl:target [ a odrl:AssetCollection ; dct:type dcmitype:Dataset ]";

/// Fails unless a license was stored in a state; answers its identifier.
#[track_caller]
fn stored(answer: &Answer, state: &str) -> String {
    let stored = answer.is(201).has("content-type", "application/json").json();
    assert_eq!(keys(&stored), ["id", "uri", "status", "version", "conflicts"], "{}", answer.asked);
    let id = text(&stored["id"]);
    assert_letters(&id, 32);
    let expected = json!({"id": id, "uri": license_iri(&id), "status": state, "version": 1, "conflicts": []});
    assert_eq!(stored, expected, "{}", answer.asked);
    id
}

/// The statements of a published license, one in a line.
#[track_caller]
fn triples(server: &Server, id: &str) -> BTreeSet<String> {
    let answer = server.get(&format!("/licenselibrary/{id}?format=nt"));
    answer.is(200).text().lines().map(str::to_owned).collect()
}

/// What a license says of itself with a predicate, as N-Triples write it.
fn said(triples: &BTreeSet<String>, id: &str, predicate: &str) -> Vec<String> {
    let begin = format!("<{}> <{predicate}> ", license_iri(id));
    triples
        .iter()
        .filter_map(|line| Some(line.strip_prefix(&begin)?.strip_suffix(" .")?.to_owned()))
        .collect()
}

#[track_caller]
fn posted(person: &Person<'_>, body: &Value) -> Answer {
    person.json(COMPOSER, body)
}

fn a_license_is_published_and_named(engine: Engine) {
    let ada = engine.host().person("Ada");
    let id = stored(&ada.json("/licenselibrary/composer?publish=true", &composed("Published")), "published");
    assert_eq!(entry(&ada.mine(), &id)["status"], "published");
}

fn a_draft_is_kept_and_not_published(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let id = stored(&ada.json("/licenselibrary/composer?publish=false", &composed("Kept")), "draft");
    assert_eq!(entry(&ada.mine(), &id)["status"], "draft");
    sentence(&host.get(&format!("/licenselibrary/license/{id}")), 404);
    assert!(host.audit(&id).is_empty(), "nobody consented to anything");
}

fn whoever_says_nothing_publishes(engine: Engine) {
    let ada = engine.host().person("Ada");
    stored(&posted(&ada, &composed("By default")), "published");
}

fn publish_is_a_yes_or_a_no(engine: Engine) {
    let ada = engine.host().person("Ada");
    for value in ["perhaps", "", "2"] {
        let answer = ada.json(&format!("{COMPOSER}?publish={value}"), &composed("Perhaps"));
        assert_eq!(faulty(&answer), ["query publish"], "{value}");
    }
    assert!(list(&ada.mine()).is_empty());
}

fn a_document_needs_a_title_and_nothing_else(engine: Engine) {
    let ada = engine.host().person("Ada");
    stored(&posted(&ada, &json!({"title": "T"})), "published");
    let draft = json!({"title": "T", "targets": ["dataset", "software"]});
    stored(&ada.json("/licenselibrary/composer?publish=false", &draft), "draft");
}

fn contradictions_are_409_and_leave_nothing(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let direct = contradicting("At odds with itself");
    // The default graph of the small library says that granting use is sublicensing.
    let derived = json!({
        "title": "At odds with itself",
        "permissions": [{"action": "odrl:grantUse", "duties": []}],
        "prohibitions": ["svc:sublicense"],
    });
    let statements =
        SET.replace("odrl:target", "odrl:prohibition [ odrl:action odrl:distribute ] ; odrl:target");
    let in_turtle = turtle(&format!("<urn:a:b> {statements} ."));
    for (answer, kind) in [
        (posted(&ada, &direct), "direct"),
        (posted(&ada, &derived), "derived"),
        (ada.turtle(COMPOSER, &in_turtle), "direct"),
    ] {
        let rejected = answer.is(409).has("content-type", "application/json").json();
        assert_eq!(keys(&rejected), ["id", "uri", "status", "version", "conflicts", "detail"]);
        assert_eq!(
            (&rejected["id"], &rejected["uri"], &rejected["status"], &rejected["version"]),
            (&json!(""), &json!(""), &json!("rejected"), &json!(0))
        );
        assert!(text(&rejected["detail"]).contains("contradicting statements"), "{rejected}");
        let conflicts = list(&rejected["conflicts"]);
        assert!(conflicts.iter().any(|conflict| conflict["kind"] == kind), "{rejected}");
        for conflict in conflicts {
            assert_eq!(keys(conflict), ["kind", "action_1", "action_2", "label_1", "label_2", "reason"]);
            for field in ["action_1", "action_2"] {
                assert!(text(&conflict[field]).starts_with("http"), "{conflict}");
            }
            for field in ["label_1", "label_2", "reason"] {
                assert!(!text(&conflict[field]).is_empty(), "{conflict}");
            }
        }
    }
    assert!(list(&ada.mine()).is_empty());
    let owned = format!("SELECT COUNT(*) FROM shares WHERE account = '{}'", ada.account);
    let acts = format!("SELECT COUNT(*) FROM audit WHERE account = '{}'", ada.account);
    assert_eq!((host.count(&owned), host.count(&acts)), (0, 0));
}

fn a_fault_is_a_sentence_that_names_its_field(engine: Engine) {
    let ada = engine.host().person("Ada");
    for (field, value) in [
        ("title", json!("x".repeat(301))),
        ("title", json!("")),
        ("title", json!(7)),
        ("creator", json!("ada@example.org")),
        ("publisher", json!("x".repeat(301))),
        ("validity", json!("sometimes")),
        ("validity", json!("specifyDate")),
        ("validity_months", json!(1201)),
        ("start_date", json!("2026-02-30")),
        ("region", json!("Mars")),
        ("country", json!("AT")),
        ("licensed_under", json!("NoSuchLicense")),
        ("targets", json!("dataset")),
        ("targets", json!(["music"])),
        ("permissions", json!([{"action": "odrl:fly", "duties": []}])),
        ("permissions", json!([{"action": "odrl:modify", "duties": ["odrl:modify"]}])),
        ("permissions", json!(["odrl:modify"])),
        ("prohibitions", json!(["odrl:fly"])),
        ("duties", json!(["odrl:modify"])),
        ("spdx_id", json!("MIT/X")),
        ("source", json!("ftp://x.example/")),
        ("legalcode", json!("/relative")),
        ("alternatives", json!(vec!["A"; 51])),
        ("warranty_disclaimer", json!("x".repeat(20_001))),
        ("additional_clauses", json!(3)),
        ("publish_consent", json!("yes")),
    ] {
        let mut body = json!({"title": "T"});
        body[field] = value.clone();
        for path in [COMPOSER, "/licenselibrary/composer?publish=false"] {
            let fault = sentence(&ada.json(path, &body), 422);
            let named = if value == json!("specifyDate") { "start_date" } else { field };
            assert!(fault.contains(named), "{field}: {fault}");
        }
    }
    let fault = sentence(&posted(&ada, &json!({})), 422);
    assert!(fault.contains("title"), "{fault}");
    assert!(list(&ada.mine()).is_empty());
}

fn faults_are_told_together_and_leave_nothing(engine: Engine) {
    let ada = engine.host().person("Ada");
    let body = json!({"title": "T", "duties": ["odrl:fly"], "source": "there", "targets": ["air"]});
    let fault = sentence(&posted(&ada, &body), 422);
    for field in ["duties", "source", "targets"] {
        assert!(fault.contains(field), "{field}: {fault}");
    }
    assert!(list(&ada.mine()).is_empty());
}

fn what_is_no_document_is_a_sentence(engine: Engine) {
    let ada = engine.host().person("Ada");
    for body in ["", "no JSON", "[]", "null", "\"title\"", "{\"title\": \"T\"", "{\"title\": \"\\ud800\"}"] {
        sentence(&ada.send(COMPOSER, "application/json", body), 422);
    }
    let whole = composed("T").to_string();
    for media_type in ["text/plain", "application/x-www-form-urlencoded", "application/rdf+xml", "nonsense"] {
        sentence(&ada.send(COMPOSER, media_type, &whole), 422);
    }
    assert!(list(&ada.mine()).is_empty());
    stored(&ada.send(COMPOSER, "application/json; charset=utf-8", &whole), "published");
}

fn publishing_needs_consent_and_a_draft_does_not(engine: Engine) {
    let ada = engine.host().person("Ada");
    let mut body = composed("Without consent");
    body["publish_consent"] = json!(false);
    for path in [COMPOSER, "/licenselibrary/composer?publish=true"] {
        let refused = sentence(&ada.json(path, &body), 422);
        assert!(refused.contains("consent"), "{refused}");
    }
    assert!(list(&ada.mine()).is_empty());
    stored(&ada.json("/licenselibrary/composer?publish=false", &body), "draft");
    body["publish_consent"] = json!(true);
    stored(&posted(&ada, &body), "published");
    body["publish_consent"] = Value::Null;
    stored(&posted(&ada, &body), "published");
}

/// spec:version-1#states and spec:version-1#events: license, account, the fact of consent and the version of the
/// privacy notice.
fn publishing_is_written_down_with_the_account_and_its_consent(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.person("Ada");
    let first = ada.publish("Under the first notice");
    let (account, token) = (ada.account.clone(), ada.token.clone());
    let host = host.restarted(&["--limits", "off", "--privacy-notice", "2027-01"]);
    let ada = Person { server: &host.server, name: String::new(), email: String::new(), account, token };
    let second = stored(&ada.turtle(COMPOSER, &turtle(&format!("<urn:a:b> {SET} ."))), "published");
    for (license, notice, number) in [(first, "2026-11-20", 1), (second, "2027-01", 2)] {
        let [record] = &host.audit(&license)[..] else { panic!("{license} is not written down once") };
        assert_eq!(record.act, Act::PublishedLicense(license.parse().unwrap()));
        assert_eq!(record.account.to_string(), ada.account);
        assert_eq!(record.consent, Some(Consent { privacy_notice: notice.to_owned() }));
        assert_eq!(record.number, number);
    }
}

fn every_field_stands_in_the_license(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let id = stored(
        &posted(
            &ada,
            &json!({
                "title": "Every field",
                "creator": "C. Reator",
                "publisher": "P. Ublisher",
                "licensor": "L. Icensor",
                "licensee": "Everybody",
                "validity": "specifyPeriod",
                "validity_months": 18,
                "region": "specifyRegion",
                "country": "Austria",
                "licensed_under": "CC-BY-4.0",
                "targets": ["dataset", "http://purl.org/dc/dcmitype/Software"],
                "permissions": [{"action": "http://www.w3.org/ns/odrl/2/modify", "duties": ["cc:Notice"]}],
                "prohibitions": ["svc:promote"],
                "duties": ["cc:ShareAlike"],
                "spdx_id": "LicenseRef-Every-Field",
                "license_version": "3.1",
                "source": "https://source.example/page",
                "legalcode": "https://source.example/code",
                "alternatives": ["All fields", "Each field"],
                "attribution_name": "A. Ttribution",
                "warranty_disclaimer": "No warranty.",
                "warranty_or_liability_acceptance": "Some warranty.",
                "liability_limitation": "Some liability.",
                "additional_clauses": "One more thing.",
                "promotion_specification": "No advertising.",
                "license_text": "You may modify this.\nNo advertising.",
            }),
        ),
        "published",
    );
    let triples = triples(host, &id);
    let (dct, cc, ns) =
        ("http://purl.org/dc/terms/", "http://creativecommons.org/ns#", format!("{SITE}/ns#"));
    let country = "<http://www.bpiresearch.com/BPMO/2004/03/03/cdl/Countries#Austria>";
    for (predicate, objects) in [
        (format!("{dct}title"), &["\"Every field\""][..]),
        (format!("{dct}alternative"), &["\"All fields\"", "\"Each field\""]),
        (format!("{dct}source"), &["<https://source.example/page>"]),
        (format!("{cc}legalcode"), &["<https://source.example/code>"]),
        (format!("{cc}jurisdiction"), &[country]),
        (format!("{cc}license"), &[&format!("<{}>", license_iri("CC-BY-4.0"))]),
        ("http://spdx.org/rdf/terms#licenseId".to_owned(), &["\"LicenseRef-Every-Field\""]),
        (format!("{ns}licenseVersion"), &["\"3.1\""]),
        (format!("{ns}licenseText"), &["\"You may modify this.\\nNo advertising.\""]),
        (format!("{ns}validityType"), &[&format!("<{ns}specifyPeriod>")]),
        ("http://schema.org/validFor".to_owned(), &["\"P18M\"^^<http://www.w3.org/2001/XMLSchema#duration>"]),
    ] {
        assert_eq!(said(&triples, &id, &predicate), objects, "{predicate}");
    }
    let whole: String = triples.into_iter().collect();
    for word in [
        "\"P. Ublisher\"",
        "\"L. Icensor\"",
        "\"Everybody\"",
        "\"A. Ttribution\"",
        "\"No warranty.\"",
        "\"Some warranty.\"",
        "\"Some liability.\"",
        "\"One more thing.\"",
        "\"No advertising.\"",
        "<http://purl.org/dc/dcmitype/Dataset>",
        "<http://purl.org/dc/dcmitype/Software>",
        "<http://www.w3.org/ns/odrl/2/modify>",
        "<http://creativecommons.org/ns#Notice>",
        "<http://creativecommons.org/ns#ShareAlike>",
        "ns#promote>",
    ] {
        assert!(whole.contains(word), "{word}");
    }
    let words = host.get(&format!("/licenselibrary/license/{id}?format=text"));
    words.is(200).has("content-type", "text/plain; charset=utf-8");
    assert_eq!(words.text().trim_end(), "You may modify this.\nNo advertising.", "as it was stated");
}

/// spec:version-1#license-record.
fn the_owner_is_named_by_profile_and_never_by_address(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let id = ada.publish("Whose is it?");
    let triples = triples(host, &id);
    let profile = format!("<{}>", ada.profile());
    for predicate in ["http://purl.org/dc/terms/creator", &format!("{SITE}/ns#licenseOwner")] {
        assert_eq!(said(&triples, &id, predicate), [profile.as_str()], "{predicate}");
    }
    assert!(!triples.iter().any(|line| line.contains(&ada.email)));
}

/// spec:version-1#quotas.
fn the_text_of_a_license_is_at_most_60000_characters(engine: Engine) {
    let ada = engine.host().person("Ada");
    let with_text = |length: usize| json!({"title": "Long", "license_text": "é".repeat(length)});
    stored(&posted(&ada, &with_text(60_000)), "published");
    let fault = sentence(&posted(&ada, &with_text(60_001)), 422);
    assert!(fault.contains("license_text") && fault.contains("60000"), "{fault}");
}

fn turtle_is_a_license_under_a_fresh_identifier(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let foreign = ada.publish("Somebody's");
    for subject in [
        "<urn:a:b>".to_owned(),
        "[]".to_owned(),
        format!("<{}>", license_iri("CC-BY-4.0")),
        format!("<{}>", license_iri(&foreign)),
    ] {
        let set = if subject == "[]" { format!("[] {SET} .") } else { format!("{subject} {SET} .") };
        let id = stored(&ada.turtle(COMPOSER, &turtle(&set)), "published");
        assert!(id != foreign && id != "CC-BY-4.0", "any identifier in it is ignored");
        let triples = triples(host, &id);
        assert_eq!(said(&triples, &id, "http://purl.org/dc/terms/title"), ["\"In Turtle\""]);
        let whole: String = triples.into_iter().collect();
        assert!(!whole.contains("urn:a:b") && !whole.contains(&foreign), "{whole}");
    }
    let draft = turtle(&format!("<urn:a:b> {SET} ."));
    stored(&ada.turtle("/licenselibrary/composer?publish=false", &draft), "draft");
    stored(&ada.send(COMPOSER, "text/turtle; charset=utf-8", &draft), "published");
    let title = host.get("/licenselibrary/license/CC-BY-4.0").json();
    assert!(title.to_string().contains("Creative Commons Attribution 4.0"), "the record is what it was");
}

fn turtle_says_nothing_of_whose_it_is(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    let stolen = format!(
        "<urn:a:b> {SET} ; dct:creator <{bob}> ; svc:licenseOwner <{bob}> ; owl:deprecated true ;
    dct:hasVersion \"7\" ; dct:isReplacedBy <{}> .",
        license_iri("CC-BY-4.0"),
        bob = bob.profile()
    );
    let answer = ada.turtle(COMPOSER, &turtle(&stolen));
    if answer.status == 422 {
        // Refusing to listen is as good as not listening.
        sentence(&answer, 422);
        return;
    }
    let id = stored(&answer, "published");
    let triples = triples(host, &id);
    let dct = "http://purl.org/dc/terms/";
    assert_eq!(said(&triples, &id, &format!("{dct}creator")), [format!("<{}>", ada.profile())]);
    assert_eq!(said(&triples, &id, &format!("{SITE}/ns#licenseOwner")), [format!("<{}>", ada.profile())]);
    assert_eq!(said(&triples, &id, &format!("{dct}hasVersion")), ["\"1\""]);
    assert!(said(&triples, &id, &format!("{dct}isReplacedBy")).is_empty());
    assert!(said(&triples, &id, "http://www.w3.org/2002/07/owl#deprecated").is_empty());
    assert_eq!(ids(&ada.mine()), [id]);
    assert!(list(&bob.mine()).is_empty());
}

fn turtle_that_is_no_license_is_a_sentence(engine: Engine) {
    let ada = engine.host().person("Ada");
    for (body, words) in [
        (turtle(""), "odrl:Set"),
        (turtle("<urn:a:b> dct:title \"T\" ."), "odrl:Set"),
        (turtle(&format!("<urn:a:b> {SET} . <urn:a:c> {SET} .")), "2 odrl:Set"),
        (turtle(&format!("<mine> {SET} .")), "absolute"),
        (turtle(&format!("@base <https://x.example/> . <mine> {SET} .")), "base"),
        (turtle(&format!("<urn:a:b> {SET} ; odrl:prohibition [ odrl:action odrl:fly ] .")), "odrl/2/fly"),
        (turtle("<urn:a:b> a odrl:Set ."), "title"),
        (composed("T").to_string(), "Turtle"),
        (String::new(), "odrl:Set"),
        (format!("{}<urn:a:b> {SET} ; <urn:p:p> {} .", turtle(""), vec!["1"; 10_000].join(",")), ""),
    ] {
        for path in [COMPOSER, "/licenselibrary/composer?publish=false"] {
            let answer = ada.turtle(path, &body);
            // A value stated ten thousand times counts once or not: it is a license or too large a one.
            if words.is_empty() && answer.status == 201 {
                continue;
            }
            let fault = sentence(&answer, 422);
            assert!(
                fault.contains(words) || fault.contains(&words.replace("odrl/2/", "odrl:")),
                "{words}: {fault}"
            );
        }
    }
}

fn the_same_document_twice_is_two_licenses(engine: Engine) {
    let ada = engine.host().person("Ada");
    let (first, second) = (ada.publish("Twice"), ada.publish("Twice"));
    assert_ne!(first, second);
    assert_eq!(ids(&ada.mine()), [second, first], "the newest first");
}
