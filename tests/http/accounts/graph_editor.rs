//! spec:version-1#graph-objects, spec:version-1#states and spec:version-1#graph-endpoints in the browser: graphs are
//! written, revised and published on pages, by forms that keep what was typed.

use serde_json::{Value, json};

use super::browser::{Browser, CSRF, inputs, path};
use super::databases::{Engine, on_both_databases};
use super::graphs::{draft_iri, published_iri, statements};
use super::people::{Person, composed};
use super::{document, entry, list, sentence, text};
use crate::server::Answer;

on_both_databases![
    a_new_graph_is_kept_as_a_draft,
    every_fault_is_said_at_its_row_and_nothing_typed_is_lost,
    rows_are_added_removed_and_pasted_without_a_script,
    an_editor_shows_no_more_rows_than_a_graph_has_statements,
    a_graph_begins_as_a_copy,
    circles_are_shown_and_not_refused,
    what_is_saved_holds_at_once_and_earlier_versions_stay,
    every_version_after_the_first_is_in_the_change_log,
    nothing_is_saved_over_what_was_not_seen,
    a_published_graph_has_one_address_everywhere,
    who_may_not_change_a_graph_is_told_so,
    forms_of_graphs_prove_where_they_were_read,
];

const NEW: &str = "/account/graphs/new";

/// The fields of a form with these statements.
fn written<'f>(title: &'f str, rows: &[[&'f str; 3]]) -> Vec<(String, &'f str)> {
    let mut fields = vec![("title".to_owned(), title), ("description".to_owned(), "Written by a test")];
    for (place, row) in rows.iter().enumerate() {
        for (part, value) in ["subject", "relation", "object"].into_iter().zip(row) {
            fields.push((format!("{part}-{}", place + 1), value));
        }
    }
    fields
}

/// Sends the form of an editor with the base it shows.
#[track_caller]
fn send(browser: &Browser<'_>, editor: &str, fields: &[(String, &str)], more: &[(&str, &str)]) -> Answer {
    let shown = browser.get(editor).is(200).text().to_owned();
    let (csrf, base) = (inputs(&shown, CSRF).remove(0), inputs(&shown, "base"));
    let mut sent: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    sent.push((CSRF, &csrf));
    if !more.iter().any(|(name, _)| *name == "base") {
        sent.extend(base.first().map(|base| ("base", base.as_str())));
    }
    browser.post(editor, &[&sent, more].concat())
}

/// Keeps a new graph and answers its identifier.
#[track_caller]
fn made(browser: &Browser<'_>, title: &str, rows: &[[&str; 3]]) -> String {
    let answer = send(browser, NEW, &written(title, rows), &[]);
    path(answer.is(303)).strip_prefix("/account/graphs/").unwrap().to_owned()
}

fn mine(person: &Person<'_>, id: &str) -> Value {
    entry(&document(&person.get("/dependencygraph/mine"))["graphs"], id).clone()
}

/// The values of the rows of an editor.
fn rows(page: &str) -> Vec<[String; 2]> {
    let field = |part: &str, number: usize| inputs(page, &format!("{part}-{number}"));
    (1..)
        .map_while(|number| Some([field("subject", number).pop()?, field("object", number).pop()?]))
        .filter(|row| row.iter().any(|part| !part.is_empty()))
        .collect()
}

fn a_new_graph_is_kept_as_a_draft(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    // By its compact name, by its address, and by its label in any letters.
    let id = made(
        &browser,
        "  Advertising  ",
        &[
            ["svc:promote", "owl:sameAs", "http://www.w3.org/ns/odrl/2/display"],
            ["", "odrl:implies", ""],
            ["odrl:derive", "odrl:implies", "svc:promote"],
        ],
    );
    let own = mine(&ada, &id);
    assert_eq!(
        (&own["title"], &own["status"], &own["version"]),
        (&json!("Advertising"), &json!("draft"), &json!(1))
    );
    assert_eq!((&own["axioms"], &own["description"]), (&json!(2), &json!("Written by a test")));
    assert_eq!(own["iri"], draft_iri(&ada, &id));
    assert_eq!(statements(&ada.get(&format!("/dependencygraph/list?graph={id}"))).len(), 2);
    let page = browser.get(&format!("/account/graphs/{id}"));
    page.is(200).has("cache-control", "no-store");
    for words in ["Advertising", "Axioms (2)", "/edit\"", "/publish\"", &published_iri(&id), "right="] {
        assert!(page.text().contains(words), "{words}");
    }
    assert!(browser.get("/account").text().contains(&format!("/account/graphs/{id}")));
}

fn every_fault_is_said_at_its_row_and_nothing_typed_is_lost(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let typed = [
        ["odrl:derive", "odrl:implies", "odrl:display"],
        ["odrl:\"fly\"", "odrl:implies", "odrl:display"],
        ["odrl:derive", "odrl:implies", "odrl:derive"],
        ["odrl:derive", "odrl:implies", "odrl:display"],
        ["odrl:derive", "odrl:likes", ""],
    ];
    let answer = send(&browser, NEW, &written("", &typed), &[]);
    let page = answer.is(422).text();
    assert!(page.contains("The title is required.") && page.contains("id=\"title-error\""), "{page}");
    let fault = |number: usize| {
        let (_, rest) = page.split_once(&format!("id=\"fault-{number}\">")).unwrap_or_default();
        rest.split('<').next().unwrap_or_default().to_owned()
    };
    for (number, words) in [
        (1, &[][..]),
        (2, &["odrl:&quot;fly&quot;", "is not an act"]),
        (3, &["cannot be related to itself"]),
        (4, &["repeats statement 1"]),
        (5, &["odrl:likes", "An act is missing."]),
    ] {
        assert_eq!(fault(number).is_empty(), words.is_empty(), "{number}");
        for word in words {
            assert!(fault(number).contains(word), "{number}: {}", fault(number));
        }
        assert_eq!(page.contains(&format!("href=\"#statement-{number}\"")), !words.is_empty(), "{number}");
    }
    let kept = rows(page);
    assert_eq!(kept.len(), typed.len());
    assert_eq!(kept[1], ["odrl:&quot;fly&quot;", "odrl:display"]);
    assert!(page.contains("<option value=\"odrl:likes\" selected>"));
    assert!(page.contains("Written by a test"));
    assert!(list(&document(&ada.get("/dependencygraph/mine"))["graphs"]).is_empty(), "nothing is kept");
    let long = "x".repeat(301);
    let answer = send(&browser, NEW, &written(&long, &[]), &[]);
    assert!(answer.is(422).text().contains("The title has 301 characters"));
}

fn rows_are_added_removed_and_pasted_without_a_script(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let two =
        [["odrl:derive", "odrl:implies", "odrl:display"], ["svc:promote", "owl:sameAs", "odrl:display"]];
    let fields = written("In rows", &two);
    let page = |more: &[(&str, &str)]| send(&browser, NEW, &fields, more).is(200).text().to_owned();
    let count = |page: &str| page.matches("name=\"subject-").count();
    let few = count(browser.get(NEW).text());
    let more = page(&[("do", "add")]);
    assert!(count(&more) > few + 2, "{few}");
    assert_eq!(rows(&more).len(), 2);
    let one = rows(&page(&[("do", "remove-1")]));
    assert_eq!(one, [["svc:promote".to_owned(), "odrl:display".to_owned()]]);

    let turtle = "<http://www.w3.org/ns/odrl/2/modify> <http://www.w3.org/ns/odrl/2/implies> \
                  <http://www.w3.org/ns/odrl/2/derive> . <https://elsewhere.example/g> <http://purl.org/dc/terms/title> \
                  \"A graph\" .";
    let pasted = page(&[("do", "paste"), ("pasted", turtle)]);
    assert_eq!(rows(&pasted)[2..], [["odrl:modify".to_owned(), "odrl:derive".to_owned()]]);
    let document =
        json!({"axioms": [{"subject": "odrl:fly", "relation": "odrl:implies", "object": "odrl:derive"}]});
    let pasted = page(&[("do", "paste"), ("pasted", &document.to_string())]);
    assert_eq!(rows(&pasted).len(), 3);
    assert!(pasted.contains("id=\"fault-3\""), "what is wrong is said at once");
    for nonsense in ["no Turtle <", "{\"axioms\": 7}", "[{\"subject\": 7}]"] {
        let refused = send(&browser, NEW, &fields, &[("do", "paste"), ("pasted", nonsense)]);
        let page = refused.is(422).text();
        assert!(page.contains("id=\"pasted-error\"") && page.contains("Nothing was added"), "{nonsense}");
        assert_eq!(rows(page).len(), 2, "{nonsense}");
    }
    assert!(
        list(&super::document(&ada.get("/dependencygraph/mine"))["graphs"]).is_empty(),
        "nothing is saved by it"
    );
}

/// spec:version-1#library-endpoints and spec:version-1#versioning.
fn every_version_after_the_first_is_in_the_change_log(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.member("Ada"), host.person("Bob"));
    let browser = Browser::of(&ada);
    let promote = ["svc:promote", "owl:sameAs", "odrl:display"];
    let derive = ["odrl:derive", "odrl:implies", "odrl:display"];
    let id = made(&browser, "With a history", &[promote, derive]);
    let log = format!("/dependencygraph/{id}/changelog");
    sentence(&ada.get(&log), 404);
    let editor = format!("/account/graphs/{id}/edit");
    let implied = ["odrl:derive", "odrl:includedIn", "odrl:display"];
    let modify = ["odrl:modify", "odrl:implies", "odrl:derive"];
    let note = ("note", "Advertising is another matter");
    send(&browser, &editor, &written("With a history", &[implied, modify]), &[note]).is(303);
    send(&browser, &editor, &written("With a history", &[implied]), &[]).is(303);

    let told = document(&ada.get(&log));
    assert_eq!(
        (&told["id"], &told["title"], &told["current_version"]),
        (&json!(id), &json!("With a history"), &json!(3))
    );
    let entries = list(&told["entries"]);
    let versions: Vec<_> = entries.iter().map(|entry| &entry["version"]).collect();
    assert_eq!(versions, [3, 2], "newest first, as version lists are");
    let change = |action: &str, statement: &str, previous: &str, reason: &str| json!({"action": action, "statement": statement, "previous": previous, "reason": reason, "source": "manual"});
    assert_eq!(entries[1]["reviewer"], "Ada");
    assert_eq!(entries[1]["summary"], note.1);
    assert_eq!(
        entries[1]["changes"],
        json!([
            change("added", "odrl:modify odrl:implies odrl:derive", "", note.1),
            change("removed", "svc:promote owl:sameAs odrl:display", "", note.1),
            change(
                "changed",
                "odrl:derive odrl:includedIn odrl:display",
                "odrl:derive odrl:implies odrl:display",
                note.1
            ),
        ])
    );
    let default = "No reason was given when the version was saved.";
    assert_eq!(entries[0]["summary"], "Axioms added: 0; removed: 1; changed: 0.");
    assert_eq!(
        entries[0]["changes"],
        json!([change("removed", "odrl:modify odrl:implies odrl:derive", "", default)])
    );
    let versions = document(&ada.get(&format!("/dependencygraph/{id}/versions")))["versions"].clone();
    assert_eq!(
        (&versions[0]["date"], &versions[0]["summary"]),
        (&entries[0]["date"], &entries[0]["summary"])
    );
    assert_eq!((&versions[1]["summary"], &versions[2]["summary"]), (&json!(note.1), &json!("")));
    let object = document(&ada.get(&format!("/v2/dependency-graphs/{id}/versions/2")));
    assert!(object["links"].to_string().contains(&log), "version 2 leads there: {object}");

    sentence(&bob.get(&log), 403);
    sentence(&host.get(&log), 403);
    browser
        .submit(
            &format!("/account/graphs/{id}"),
            &format!("/account/graphs/{id}/publish"),
            &[("confirm", "publish"), ("base", "3")],
        )
        .is(303);
    assert_eq!(document(&ada.get(&log))["entries"], told["entries"], "publishing changes no history");
}

fn an_editor_shows_no_more_rows_than_a_graph_has_statements(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let one = ["odrl:derive", "odrl:implies", "odrl:display"];
    let turtle = "<http://www.w3.org/ns/odrl/2/modify> <http://www.w3.org/ns/odrl/2/implies> \
                  <http://www.w3.org/ns/odrl/2/derive> .\n"
        .repeat(2_000);
    let refused = send(&browser, NEW, &written("Large", &[one]), &[("do", "paste"), ("pasted", &turtle)]);
    let page = refused.is(422).text();
    let sentence = "Nothing was added: a graph has at most 2000 statements, and these are 2001.";
    assert!(page.contains(sentence), "{} bytes", page.len());
    assert_eq!(rows(page).len(), 1);
    assert!(page.len() < 2 << 20, "{} bytes", page.len());
    let refused = send(&browser, NEW, &written("Long", &[one; 3_000]), &[]);
    assert!(refused.is(422).text().contains("at most 2000 statements"));
    assert!(refused.body.len() < 1 << 16, "{} bytes", refused.body.len());
}

fn a_graph_begins_as_a_copy(engine: Engine) {
    let host = engine.host();
    let (ada, mallory) = (host.member("Ada"), host.member("Mallory"));
    let browser = Browser::of(&ada);
    let core = statements(&host.get("/dependencygraph/list"));
    let copy = browser.get(&format!("{NEW}?from=dg_default"));
    let kept = rows(copy.is(200).text());
    assert_eq!(kept.len(), core.len());
    let id = ada.graph("Mine to copy", true);
    let page = browser.get(&format!("{NEW}?from={id}"));
    assert!(page.is(200).text().contains("value=\"Copy of Mine to copy\""));
    assert_eq!(rows(page.text()), [["svc:promote".to_owned(), "odrl:display".to_owned()]]);
    browser.get(&format!("{NEW}?from=dg_nowhere")).is(404);
    Browser::of(&mallory).get(&format!("{NEW}?from={id}")).is(403);
}

fn circles_are_shown_and_not_refused(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let circle =
        [["odrl:derive", "odrl:implies", "odrl:display"], ["odrl:display", "odrl:implies", "odrl:derive"]];
    let id = made(&browser, "A circle", &circle);
    let page = browser.get(&format!("/account/graphs/{id}"));
    assert!(page.is(200).text().contains("runs in a circle"));
    let straight = made(&browser, "No circle", &circle[..1]);
    assert!(!browser.get(&format!("/account/graphs/{straight}")).text().contains("circle:"));
}

fn what_is_saved_holds_at_once_and_earlier_versions_stay(engine: Engine) {
    let host = engine.host();
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let mut torn = composed("Torn by a graph");
    torn["permissions"] = json!([{"action": "odrl:display", "duties": []}]);
    let same = ["svc:promote", "owl:sameAs", "odrl:display"];
    for publish in [true, false] {
        let id = ada.graph("Revised", publish);
        let editor = format!("/account/graphs/{id}/edit");
        assert_eq!(rows(browser.get(&editor).is(200).text()).len(), 1);
        let check = format!("/licenselibrary/consistencycheck?dependency_graph={id}");
        assert_eq!(document(&ada.json(&check, &torn))["consistent"], json!(false));
        let first = ada.get(&format!("/dependencygraph/{id}/versions/1")).is(200).body.clone();

        let other = ["odrl:derive", "odrl:implies", "odrl:display"];
        let note = [("note", "Advertising is left out")];
        send(&browser, &editor, &written("Revised twice", &[other]), &note).is(303);
        assert_eq!(document(&ada.json(&check, &torn))["consistent"], json!(true), "the version that stands");
        let own = mine(&ada, &id);
        assert_eq!((&own["version"], &own["title"]), (&json!(2), &json!("Revised twice")));
        let page = browser.get(&format!("/account/graphs/{id}")).is(200).text().to_owned();
        assert!(page.contains("Advertising is left out") && page.contains("download?version=1"));
        let kept = ada.get(&format!("/dependencygraph/{id}/versions/1"));
        assert_eq!(kept.is(200).body, first);
        let saved = browser.get(&format!("/dependency-graph/{id}/download?version=1"));
        assert!(saved.is(200).text().contains("promote"));
        let versions = document(&ada.get(&format!("/dependencygraph/{id}/versions")));
        assert_eq!((&versions["current"], list(&versions["versions"]).len()), (&json!(2), 2));
        let object = document(&ada.get(&format!("/v2/dependency-graphs/{id}")));
        assert_eq!((&object["version"], &object["latest_version"]), (&json!(2), &json!(2)));
        let compared = document(&ada.get(&format!("/dependencygraph/compare?left=dg_default&right={id}")));
        assert_eq!(compared["right"]["version"], 2);

        send(&browser, &editor, &written("Revised again", &[same, other]), &[]).is(303);
        assert_eq!(document(&ada.json(&check, &torn))["consistent"], json!(false));
        assert_eq!(mine(&ada, &id)["version"], 3);
    }
}

fn nothing_is_saved_over_what_was_not_seen(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let id = ada.graph("Edited by two", false);
    host.share("--graph", &id, &bob, "editor");
    let editor = format!("/account/graphs/{id}/edit");
    let (adas, bobs) = (Browser::of(&ada), Browser::of(&bob));
    send(&bobs, &editor, &written("By Bob", &[["odrl:derive", "odrl:implies", "odrl:display"]]), &[]).is(303);
    let late = written("By Ada", &[["odrl:modify", "odrl:implies", "odrl:derive"]]);
    let answer = send(&adas, &editor, &late, &[("base", "1"), ("note", "Hers")]);
    let page = answer.is(409).text();
    assert!(page.contains("Version 2 was saved while you edited"), "{page}");
    assert_eq!(rows(page), [["odrl:modify".to_owned(), "odrl:derive".to_owned()]]);
    assert!(page.contains("value=\"By Ada\"") && page.contains("value=\"Hers\""));
    assert_eq!(inputs(page, "base"), ["2"], "who saves again knows of it");
    assert_eq!(mine(&ada, &id)["title"], "By Bob");
    send(&adas, &editor, &late, &[("base", "2")]).is(303);
    assert_eq!((&mine(&ada, &id)["title"], &mine(&ada, &id)["version"]), (&json!("By Ada"), &json!(3)));
    for base in ["", "0", "x"] {
        send(&adas, &editor, &late, &[("base", base)]).is(422);
    }
    assert_eq!(mine(&ada, &id)["version"], 3);
}

fn a_published_graph_has_one_address_everywhere(engine: Engine) {
    let host = engine.host();
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let browser = Browser::of(&ada);
    let id = made(&browser, "To be published", &[["svc:promote", "owl:sameAs", "odrl:display"]]);
    let editor = format!("/account/graphs/{id}/edit");
    let two =
        [["svc:promote", "owl:sameAs", "odrl:display"], ["odrl:derive", "odrl:implies", "odrl:display"]];
    send(&browser, &editor, &written("To be published", &two), &[]).is(303);
    host.share("--graph", &id, &bob, "editor");
    let page = format!("/account/graphs/{id}");
    let publish = |browser: &Browser<'_>, fields: &[(&str, &str)]| {
        browser.submit("/account/tokens", &format!("{page}/publish"), fields)
    };
    let sure = [("base", "2"), ("confirm", "publish")];
    assert!(publish(&browser, &[("base", "2")]).is(422).text().contains("id=\"confirm-error\""));
    publish(&browser, &[("base", "1"), ("confirm", "publish")]).is(409);
    publish(&Browser::of(&bob), &sure).is(403);
    assert_eq!(mine(&ada, &id)["status"], "draft");
    let before = document(&ada.get(&format!("/v2/dependency-graphs/{id}")))["content_hash"].clone();

    assert_eq!(path(publish(&browser, &sure).is(303)), page);
    let iri = published_iri(&id);
    let own = mine(&ada, &id);
    assert_eq!((&own["status"], &own["iri"], &own["version"]), (&json!("published"), &json!(iri), &json!(2)));
    assert_eq!((&own["title"], &own["axioms"]), (&json!("To be published"), &json!(2)));
    let listed = document(&ada.get("/dependencygraph/graphs"))["graphs"].clone();
    assert_eq!(entry(&listed, &id)["iri"], iri);
    let compared = document(&ada.get(&format!("/dependencygraph/compare?left=dg_default&right={id}")));
    assert_eq!((&compared["right"]["iri"], &compared["right"]["version"]), (&json!(iri), &json!(2)));
    let object = document(&ada.get(&format!("/v2/dependency-graphs/{id}")));
    assert_eq!((&object["iri"], &object["record_status"]), (&json!(iri), &json!("published")));
    assert_ne!(object["content_hash"], before, "it is said of another address");
    let draft = draft_iri(&ada, &id);
    for version in [1, 2] {
        let kept = ada.get(&format!("/v2/dependency-graphs/{id}/versions/{version}?format=nt"));
        assert!(
            kept.is(200).text().contains(&format!("<{iri}>")) && !kept.text().contains(&draft),
            "{version}"
        );
        let saved = browser.get(&format!("/dependency-graph/{id}/download?version={version}"));
        assert!(
            saved.is(200).text().contains("To be published") && !saved.text().contains(&draft),
            "{version}"
        );
    }
    let check = ada.json(
        "/compatibilitycheck/",
        &json!({
            "licenses": [super::license_iri("CC-BY-4.0"), super::license_iri("Meadow-Permissive-1.0")],
            "dependency_graph": iri,
        }),
    );
    assert_eq!(document(&check)["dependency_graph"], iri);
    let shown = browser.get(&page).is(200).text().to_owned();
    assert!(shown.contains(&iri) && !shown.contains("/publish\"") && !shown.contains(&draft));
    publish(&browser, &sure).is(409);
    let audit = format!("SELECT COUNT(*) FROM audit WHERE account = '{}'", ada.account);
    assert_eq!(host.count(&audit), 1, "who published is written down, once");
    assert!(host.get(&format!("/users/{}", ada.account)).text().contains("To be published"));
    sentence(&host.get(&format!("/dependencygraph/list?graph={id}")), 403);
}

fn who_may_not_change_a_graph_is_told_so(engine: Engine) {
    let host = engine.host();
    let (ada, bob, mallory) = (host.member("Ada"), host.member("Bob"), host.member("Mallory"));
    let id = ada.graph("Seen by some", false);
    host.share("--graph", &id, &bob, "viewer");
    let (bobs, mallorys, nobody) = (Browser::of(&bob), Browser::of(&mallory), Browser::new(host));
    let (page, editor) = (format!("/account/graphs/{id}"), format!("/account/graphs/{id}/edit"));
    let shown = bobs.get(&page).is(200).text().to_owned();
    assert!(!shown.contains("/edit\"") && !shown.contains("/publish\""));
    let fields = [("title", "Taken over"), ("base", "1"), ("confirm", "publish")];
    for (browser, status) in [(&bobs, 403), (&mallorys, 404)] {
        browser.get(&editor).is(status);
        for form in [&editor, &format!("{page}/publish")] {
            browser.submit("/account/tokens", form, &fields).is(status);
        }
    }
    let unknown = "/account/graphs/0123456789abcdef0123456789abcdef/edit";
    Browser::of(&ada).get(unknown).is(404);
    let door = nobody.get(&editor);
    let leads = text(&json!(door.is(303).header("location").unwrap()));
    assert!(leads.ends_with(&format!("/login?next={editor}")), "{leads}");
    let csrf = nobody.csrf("/login");
    nobody.post(NEW, &[("title", "Nobody's"), (CSRF, &csrf)]).is(403);
    let own = mine(&ada, &id);
    assert_eq!(
        (&own["title"], &own["version"], &own["status"]),
        (&json!("Seen by some"), &json!(1), &json!("draft"))
    );
}

fn forms_of_graphs_prove_where_they_were_read(engine: Engine) {
    let host = engine.host();
    let (ada, mallory) = (host.member("Ada"), host.member("Mallory"));
    let id = ada.graph("Guarded", false);
    let browser = Browser::of(&ada);
    let foreign = Browser::of(&mallory).csrf(NEW);
    let (editor, publish) = (format!("/account/graphs/{id}/edit"), format!("/account/graphs/{id}/publish"));
    for form in [NEW, &editor, &publish] {
        for csrf in ["", "x", &foreign] {
            let fields = [("title", "Forged"), ("base", "1"), ("confirm", "publish"), (CSRF, csrf)];
            browser.post(form, &fields).is(403);
        }
    }
    let own = mine(&ada, &id);
    assert_eq!(
        (&own["title"], &own["version"], &own["status"]),
        (&json!("Guarded"), &json!(1), &json!("draft"))
    );
    assert_eq!(list(&document(&ada.get("/dependencygraph/mine"))["graphs"]).len(), 1);
}
