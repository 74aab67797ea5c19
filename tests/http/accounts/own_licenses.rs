//! spec:version-1#answer-objects, spec:version-1#states and spec:version-1#library-endpoints: the licenses of an
//! account. Every row of the table of states, and every move it does not have.

use jiff::Timestamp;
use muniment_server::store::Act;
use serde_json::{Value, json};

use super::browser::{Browser, inputs};
use super::databases::{Engine, TestServer, on_both_databases};
use super::people::{COMPOSER, MINE, Person, composed};
use super::{document, entry, faulty, ids, keys, license_iri, list, sentence, text};
use crate::server::Answer;

on_both_databases![
    mine_lists_what_somebody_owns_newest_first,
    mine_lists_what_is_shared_with_its_role,
    mine_tells_states_and_neighbours,
    revisions_are_read_by_owner_editor_and_administrator,
    revisions_tell_who_saved_what,
    a_published_license_is_deprecated_by_its_owner,
    a_deprecation_names_its_successor_and_its_reason,
    a_successor_says_what_it_replaces,
    a_successor_can_be_named_by_another_name_of_a_record,
    a_successor_is_a_record_or_a_published_license,
    only_the_owner_deprecates,
    a_draft_cannot_be_deprecated,
    a_deprecated_license_stays_as_it_is,
    a_published_license_is_never_a_draft_again,
    a_draft_becomes_a_published_license_on_its_page,
    a_draft_takes_up_an_earlier_revision_on_its_page,
    nobody_deletes_a_license,
    records_of_the_library_are_nobodys,
];

/// The keys of an entry of `/licenselibrary/mine`.
const ENTRY: [&str; 11] = [
    "id",
    "uri",
    "title",
    "status",
    "version",
    "visibility",
    "role",
    "created_at",
    "published_at",
    "replaces",
    "replaced_by",
];

fn deprecate(person: &Person<'_>, id: &str, query: &str) -> Answer {
    person.post(&format!("{MINE}/{id}/deprecate{query}"))
}

fn revisions(person: &Person<'_>, id: &str) -> Answer {
    person.get(&format!("{MINE}/{id}/revisions"))
}

/// The kinds of revisions, newest first, whose numbers have no gaps.
#[track_caller]
fn kinds(person: &Person<'_>, id: &str) -> Vec<String> {
    let answer = document(&revisions(person, id));
    let rows = list(&answer["revisions"]);
    let numbers: Vec<u64> = rows.iter().map(|row| row["revision"].as_u64().unwrap()).collect();
    let expected: Vec<u64> = (1..=rows.len() as u64).rev().collect();
    assert_eq!(numbers, expected, "newest first and without gaps: {answer}");
    assert_eq!(answer["current"], expected[0]);
    rows.iter().map(|row| text(&row["kind"])).collect()
}

/// The statements of deprecation in a license, in N-Triples.
fn withdrawal(host: &TestServer, id: &str) -> Vec<String> {
    let answer = host.get(&format!("/licenselibrary/{id}?format=nt"));
    let lines = answer.is(200).text().lines();
    let about = ["owl#deprecated>", "ns#deprecatedOn>", "terms/isReplacedBy>"];
    lines.filter(|line| about.iter().any(|word| line.contains(word))).map(str::to_owned).collect()
}

#[track_caller]
fn assert_moment(value: &Value) {
    let moment: Timestamp = text(value).parse().unwrap_or_else(|error| panic!("{value}: {error}"));
    let age = Timestamp::now().as_second() - moment.as_second();
    assert!((-5..600).contains(&age), "{value} is {age} seconds ago");
    assert!(text(value).ends_with('Z'), "{value}");
}

/// Moves that have to be refused leave everything as it was.
#[track_caller]
fn assert_unmoved(person: &Person<'_>, id: &str, status: u16, moves: impl FnOnce() -> Answer) -> String {
    let before = (person.mine(), revisions(person, id).body);
    let refused = sentence(&moves(), status);
    assert_eq!((person.mine(), revisions(person, id).body), before);
    refused
}

fn mine_lists_what_somebody_owns_newest_first(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    assert_eq!(document(&ada.get(MINE)), json!({"licenses": []}));
    let made = [ada.publish("First"), ada.draft("Second"), ada.publish("Third")];
    let newest_first: Vec<String> = made.iter().rev().cloned().collect();
    let mine = ada.mine();
    assert_eq!(ids(&mine), newest_first);
    for owned in list(&mine) {
        assert_eq!(keys(owned), ENTRY);
        assert_eq!(owned["uri"], license_iri(&text(&owned["id"])));
        assert_eq!((&owned["version"], &owned["role"]), (&json!(1), &json!("owner")));
        assert_moment(&owned["created_at"]);
    }
    assert_eq!(ada.mine(), mine, "two calls in a row give equal entries");
    assert!(list(&host.person("Bob").mine()).is_empty());
    let answer = ada.get(MINE);
    super::assert_private(&answer);
}

fn mine_lists_what_is_shared_with_its_role(engine: Engine) {
    let host = engine.host();
    let (ada, bob, carol) = (host.person("Ada"), host.person("Bob"), host.person("Carol"));
    let (draft, published) = (ada.draft("A draft"), ada.publish("A license"));
    for id in [&draft, &published] {
        host.share("--license", id, &bob, "editor");
        host.share("--license", id, &carol, "viewer");
    }
    for (person, role) in [(&bob, "editor"), (&carol, "viewer"), (&ada, "owner")] {
        let mine = person.mine();
        assert_eq!(ids(&mine), [published.as_str(), &draft], "{role}");
        assert!(list(&mine).iter().all(|entry| entry["role"] == role), "{mine}");
    }
    host.share("--license", &draft, &carol, "editor");
    assert_eq!(entry(&carol.mine(), &draft)["role"], "editor", "a role can change");
    let grace = host.administrator("Grace");
    assert!(list(&grace.mine()).is_empty(), "what an administrator may read is not the administrator's");
}

fn mine_tells_states_and_neighbours(engine: Engine) {
    let ada = engine.host().person("Ada");
    let draft = ada.draft("A draft");
    let (superseded, published) = (ada.publish("Superseded"), ada.publish("Published"));
    deprecate(&ada, &superseded, &format!("?replaced_by={published}")).is(200);
    let mine = ada.mine();
    for (id, title, status, visibility, replaces, replaced_by) in [
        (&draft, "A draft", "draft", "private", "", ""),
        (&published, "Published", "published", "unlisted", superseded.as_str(), ""),
        (&superseded, "Superseded", "deprecated", "unlisted", "", published.as_str()),
    ] {
        let owned = entry(&mine, id);
        assert_eq!(
            [
                &owned["title"],
                &owned["status"],
                &owned["visibility"],
                &owned["replaces"],
                &owned["replaced_by"]
            ],
            [&json!(title), &json!(status), &json!(visibility), &json!(replaces), &json!(replaced_by)],
        );
        if status == "draft" {
            assert_eq!(owned["published_at"], "");
        } else {
            assert_moment(&owned["published_at"]);
        }
    }
}

fn revisions_are_read_by_owner_editor_and_administrator(engine: Engine) {
    let host = engine.host();
    let (ada, bob, carol) = (host.person("Ada"), host.person("Bob"), host.person("Carol"));
    let (grace, mallory) = (host.administrator("Grace"), host.person("Mallory"));
    for id in [ada.draft("A draft"), ada.publish("A license")] {
        host.share("--license", &id, &bob, "editor");
        host.share("--license", &id, &carol, "viewer");
        let whole = document(&revisions(&ada, &id));
        for person in [&bob, &grace] {
            assert_eq!(document(&revisions(person, &id)), whole, "{}", person.name);
        }
        sentence(&revisions(&carol, &id), 403);
        sentence(&revisions(&mallory, &id), 404);
        sentence(&host.get(&format!("{MINE}/{id}/revisions")), 401);
    }
    for unknown in ["CC-BY-4.0", "NoSuchLicense", "0123456789abcdef0123456789abcdef"] {
        for person in [&ada, &grace] {
            sentence(&revisions(person, unknown), 404);
        }
    }
    assert_eq!(faulty(&revisions(&ada, "a%20b!")), ["path license_id"]);
}

fn revisions_tell_who_saved_what(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada Lovelace");
    for (id, kind) in [(ada.draft("A draft"), "draft"), (ada.publish("A license"), "publish")] {
        let answer = document(&revisions(&ada, &id));
        assert_eq!(keys(&answer), ["id", "uri", "current", "revisions"]);
        assert_eq!(
            (&answer["id"], &answer["uri"], &answer["current"]),
            (&json!(id), &json!(license_iri(&id)), &json!(1))
        );
        let [revision] = list(&answer["revisions"]) else { panic!("{answer}") };
        assert_eq!(keys(revision), ["revision", "kind", "saved_at", "actor", "actor_role", "note", "url"]);
        assert_eq!(
            [&revision["revision"], &revision["kind"], &revision["actor"], &revision["actor_role"]],
            [&json!(1), &json!(kind), &json!("Ada Lovelace"), &json!("owner")]
        );
        assert_moment(&revision["saved_at"]);
        assert!(text(&revision["url"]).starts_with('/'), "{revision}");
        assert!(!answer.to_string().contains('@'), "never an e-mail address: {answer}");
    }
}

fn a_published_license_is_deprecated_by_its_owner(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let id = ada.publish("No longer");
    assert!(withdrawal(host, &id).is_empty());
    let answer = document(&deprecate(&ada, &id, ""));
    let expected =
        json!({"id": id, "uri": license_iri(&id), "status": "deprecated", "version": 1, "conflicts": []});
    assert_eq!(answer, expected);
    assert_eq!(keys(&answer), ["id", "uri", "status", "version", "conflicts"]);
    assert_eq!(ada.state(&id), "deprecated");
    let said = withdrawal(host, &id);
    assert_eq!(said.len(), 2, "two statements, as no successor was named: {said:?}");
    let iri = license_iri(&id);
    let boolean = "\"true\"^^<http://www.w3.org/2001/XMLSchema#boolean>";
    assert!(
        said.contains(&format!("<{iri}> <http://www.w3.org/2002/07/owl#deprecated> {boolean} .")),
        "{said:?}"
    );
    let today = Timestamp::now().to_string();
    let begin = format!("<{iri}> <https://svc.example/ns#deprecatedOn> \"{}", &today[..8]);
    assert!(said.iter().any(|line| line.starts_with(&begin)), "{said:?}");
    let acts: Vec<Act> = host.audit(&id).into_iter().map(|record| record.act).collect();
    let license: muniment_licenses::model::LicenseId = id.parse().unwrap();
    assert!(acts.contains(&Act::DeprecatedLicense(license.clone())), "{acts:?}");
    assert!(acts.contains(&Act::PublishedLicense(license)), "{acts:?}");
    assert_eq!(acts.len(), 2);
}

fn a_deprecation_names_its_successor_and_its_reason(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    for (successor, iri) in
        [(ada.publish("Successor"), None), ("CC-BY-4.0".to_owned(), Some(license_iri("CC-BY-4.0")))]
    {
        let id = ada.publish("Superseded");
        let reason = "A%20better%20one%20%3Cb%3Eexists%3C%2Fb%3E";
        deprecate(&ada, &id, &format!("?replaced_by={successor}&reason={reason}")).is(200);
        assert_eq!(entry(&ada.mine(), &id)["replaced_by"], successor, "the bare identifier");
        let said = withdrawal(host, &id);
        assert_eq!(said.len(), 3, "{said:?}");
        let iri = iri.unwrap_or_else(|| license_iri(&successor));
        let replaced = format!("<{}> <http://purl.org/dc/terms/isReplacedBy> <{iri}> .", license_iri(&id));
        assert!(said.contains(&replaced), "{said:?}");
        let newest = document(&revisions(&ada, &id))["revisions"][0].clone();
        assert_eq!(newest["note"], "A better one <b>exists</b>");
        assert_eq!(kinds(&ada, &id).len(), 2);
    }
}

/// spec:version-2#states: navigation goes both ways, and what an answer says is what its hash is of.
fn a_successor_says_what_it_replaces(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    let (first, second, successor) = (ada.publish("First"), ada.publish("Second"), ada.publish("Successor"));
    let object = |id: &str| document(&host.get(&format!("/v2/licenses/{id}")));
    let before = object(&successor);
    assert_eq!(before["replaces"], Value::Null);
    // What somebody else says of a license is not what its owner says.
    deprecate(&bob, &bob.publish("Of somebody else"), &format!("?replaced_by={successor}")).is(200);
    assert_eq!(object(&successor), before);
    for replaced in [&first, &second] {
        deprecate(&ada, replaced, &format!("?replaced_by={successor}")).is(200);
    }
    let after = object(&successor);
    let replaced = text(&after["replaces"]);
    assert!([&first, &second].contains(&&replaced), "{after}");
    assert_eq!(object(&replaced)["replaced_by"], successor);
    assert_eq!(after["links"]["predecessor"], format!("/v2/licenses/{replaced}"));
    assert_eq!(entry(&ada.mine(), &successor)["replaces"], replaced);
    let triples = host.get(&format!("/v2/licenses/{successor}?format=nt"));
    let statement = format!(
        "<{}> <http://purl.org/dc/terms/replaces> <{}> .",
        license_iri(&successor),
        license_iri(&replaced)
    );
    assert_eq!(triples.is(200).text().matches("terms/replaces>").count(), 1);
    assert!(triples.text().contains(&statement), "{}", triples.text());
    assert_eq!(after["content_hash"], muniment_rdf::ContentHash::of(&triples.body).to_string());
    assert_ne!(after["content_hash"], before["content_hash"]);
    // It goes on saying so when it is deprecated itself.
    deprecate(&ada, &successor, "?replaced_by=CC-BY-4.0").is(200);
    assert_eq!(object(&successor)["replaces"], replaced);
}

fn a_successor_can_be_named_by_another_name_of_a_record(engine: Engine) {
    let ada = engine.host().person("Ada");
    for (name, record) in [("gpl-3.0", "GPL-3.0-only"), ("MeadowPermissive", "Meadow-Permissive-1.0")] {
        let id = ada.publish("Superseded");
        deprecate(&ada, &id, &format!("?replaced_by={name}")).is(200);
        assert_eq!(entry(&ada.mine(), &id)["replaced_by"], record);
    }
}

fn a_successor_is_a_record_or_a_published_license(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    let id = ada.publish("To be superseded");
    let (draft, foreign_draft) = (ada.draft("A draft"), bob.draft("Bob's draft"));
    for successor in [
        id.as_str(),
        &draft,
        &foreign_draft,
        "NoSuchLicense",
        "0123456789abcdef0123456789abcdef",
        "a%20b",
        "a%2Fb",
        "%00",
        &"a".repeat(129),
    ] {
        let before = ada.mine();
        let answer = deprecate(&ada, &id, &format!("?replaced_by={successor}"));
        assert!(answer.is(422).json()["detail"].is_array() || !sentence(&answer, 422).is_empty());
        assert_eq!(ada.mine(), before, "{successor}");
    }
    assert!(withdrawal(host, &id).is_empty());
    let foreign = bob.publish("Bob's license");
    deprecate(&ada, &id, &format!("?replaced_by={foreign}")).is(200);
    assert_eq!(entry(&ada.mine(), &id)["replaced_by"], foreign, "whoever owns it");
}

fn only_the_owner_deprecates(engine: Engine) {
    let host = engine.host();
    let (ada, bob, carol) = (host.person("Ada"), host.person("Bob"), host.person("Carol"));
    let mallory = host.person("Mallory");
    let id = ada.publish("Only its owner");
    host.share("--license", &id, &bob, "editor");
    host.share("--license", &id, &carol, "viewer");
    assert_unmoved(&ada, &id, 403, || deprecate(&bob, &id, ""));
    assert_unmoved(&ada, &id, 403, || deprecate(&carol, &id, ""));
    assert_unmoved(&ada, &id, 404, || deprecate(&mallory, &id, ""));
    assert_unmoved(&ada, &id, 401, || host.ask("POST", &format!("{MINE}/{id}/deprecate"), &[]));
    assert_eq!(host.audit(&id).len(), 1);
    deprecate(&ada, &id, "").is(200);
}

fn a_draft_cannot_be_deprecated(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.person("Ada"), host.person("Bob"));
    let id = ada.draft("Not published yet");
    assert_unmoved(&ada, &id, 409, || deprecate(&ada, &id, ""));
    assert_unmoved(&ada, &id, 404, || deprecate(&bob, &id, ""));
    assert_eq!(ada.state(&id), "draft");
}

fn a_deprecated_license_stays_as_it_is(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let (id, successor) = (ada.publish("Deprecated"), ada.publish("Successor"));
    deprecate(&ada, &id, "?reason=first").is(200);
    let said = withdrawal(host, &id);
    for query in ["", "?reason=again", &format!("?replaced_by={successor}")] {
        assert_unmoved(&ada, &id, 409, || deprecate(&ada, &id, query));
    }
    let browser = Browser::of(&ada);
    let page = format!("/account/licenses/{id}");
    for (below, fields) in [
        ("publish", vec![("base", "2"), ("consent", "yes")]),
        ("restore", vec![("revision", "1"), ("base", "2")]),
        ("deprecate", vec![("replaced_by", successor.as_str()), ("reason", "again")]),
    ] {
        // Its page may have no form any more; that of another one proves as much.
        let answer = browser.submit("/account/tokens", &format!("{page}/{below}"), &fields);
        assert!([404, 409, 422].contains(&answer.status), "{below}: {}", answer.status);
    }
    assert_eq!(withdrawal(host, &id), said);
    assert_eq!((ada.state(&id), kinds(&ada, &id).len()), ("deprecated".to_owned(), 2));
    assert_eq!(host.audit(&id).len(), 2);
}

fn a_published_license_is_never_a_draft_again(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let id = ada.publish("Published for good");
    let before = host.get(&format!("/licenselibrary/license/{id}")).body;
    let browser = Browser::of(&ada);
    let page = format!("/account/licenses/{id}");
    for (below, fields) in
        [("publish", [("base", "1"), ("consent", "yes")]), ("restore", [("revision", "1"), ("base", "1")])]
    {
        let answer = browser.submit("/account/tokens", &format!("{page}/{below}"), &fields);
        assert!([404, 409].contains(&answer.status), "{below}: {}", answer.status);
    }
    assert_eq!((ada.state(&id), kinds(&ada, &id)), ("published".to_owned(), vec!["publish".to_owned()]));
    assert_eq!(host.get(&format!("/licenselibrary/license/{id}")).body, before);
    assert_eq!(host.audit(&id).len(), 1);
}

/// spec:version-1#states: a license draft is finished on the website.
fn a_draft_becomes_a_published_license_on_its_page(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let id = ada.draft("Finished on the website");
    let browser = Browser::of(&ada);
    let page = format!("/account/licenses/{id}");
    let publish = |fields: &[(&str, &str)]| browser.submit(&page, &format!("{page}/publish"), fields);
    publish(&[("base", "1")]).is(422);
    assert_eq!(
        (ada.state(&id), host.audit(&id).len()),
        ("draft".to_owned(), 0),
        "without consent nothing happens"
    );
    let stale = publish(&[("base", "7"), ("consent", "yes")]);
    assert!([409, 422].contains(&stale.status), "{}", stale.status);
    assert_eq!(ada.state(&id), "draft");
    let base = inputs(browser.get(&page).text(), "base");
    assert!(base.contains(&"1".to_owned()), "the form says what it was made from: {base:?}");

    publish(&[("base", "1"), ("consent", "yes")]).is(303);
    assert_eq!(
        (ada.state(&id), kinds(&ada, &id)),
        ("published".to_owned(), vec!["publish".into(), "draft".into()])
    );
    host.get(&format!("/licenselibrary/license/{id}")).is(200);
    host.get(&format!("/v2/licenses/{id}")).is(200);
    let [record] = &host.audit(&id)[..] else { panic!("not written down once") };
    assert_eq!(record.account.to_string(), ada.account);
    assert!(record.consent.is_some());
}

fn a_draft_takes_up_an_earlier_revision_on_its_page(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let id = ada.draft("Restored");
    host.share("--license", &id, &bob, "editor");
    let page = format!("/account/licenses/{id}");
    let (adas, bobs) = (Browser::of(&ada), Browser::of(&bob));
    let restore = |browser: &Browser<'_>, revision: &str, base: &str| {
        let fields = [("revision", revision), ("base", base)];
        browser.submit(&page, &format!("{page}/restore"), &fields)
    };
    restore(&adas, "1", "1").is(303);
    restore(&bobs, "1", "2").is(303);
    assert_eq!(kinds(&ada, &id), ["restore", "restore", "draft"]);
    let rows = document(&revisions(&ada, &id))["revisions"].clone();
    assert_eq!((&rows[0]["actor"], &rows[0]["actor_role"]), (&json!("Bob"), &json!("editor")));
    assert_eq!((&rows[1]["actor"], &rows[1]["actor_role"]), (&json!("Ada"), &json!("owner")));
    for (revision, base) in [("1", "1"), ("9", "3"), ("0", "3"), ("x", "3"), ("1", "")] {
        let answer = restore(&adas, revision, base);
        assert!([404, 409, 422].contains(&answer.status), "{revision} {base}: {}", answer.status);
    }
    assert_eq!(kinds(&ada, &id).len(), 3);
    assert_eq!(ada.state(&id), "draft");
}

/// spec:version-1#states: nothing is deleted.
fn nobody_deletes_a_license(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    for id in [ada.publish("For good"), ada.draft("For now")] {
        for method in ["DELETE", "PUT", "PATCH"] {
            for path in [
                format!("/licenselibrary/license/{id}"),
                format!("{MINE}/{id}"),
                format!("{MINE}/{id}/revisions"),
                format!("{MINE}/{id}/deprecate"),
                MINE.to_owned(),
                COMPOSER.to_owned(),
            ] {
                let answer = ada.ask(method, &path, &[]);
                assert!([404, 405].contains(&answer.status), "{}: {}", answer.asked, answer.status);
            }
        }
        ada.get(&format!("/licenselibrary/license/{id}")).is(200);
    }
    assert_eq!(ids(&ada.mine()).len(), 2);
    let refused = ada.ask("GET", &format!("{MINE}/NoSuchLicense/deprecate"), &[]);
    assert!(refused.is(405).header("allow").unwrap().contains("POST"));
}

fn records_of_the_library_are_nobodys(engine: Engine) {
    let host = engine.host();
    for person in [host.person("Ada"), host.administrator("Grace")] {
        for id in ["CC-BY-4.0", "cc-by-4.0", "GoneForGood", "MeadowPermissive"] {
            sentence(&deprecate(&person, id, ""), 404);
            sentence(&revisions(&person, id), 404);
        }
        person.json(COMPOSER, &composed("CC-BY-4.0")).is(201);
    }
    let object = document(&host.get("/v2/licenses/CC-BY-4.0"));
    assert_eq!((&object["status"], &object["record_status"]), (&json!("current"), &json!("published")));
}
