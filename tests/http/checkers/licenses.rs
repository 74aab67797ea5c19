use super::{BROWSER, CHECKER, FORM, entries, fetch, fragment, look, page, says, send, shown, verdict};
use crate::repository::DEPLOYMENT;

#[test]
fn the_page_opens_with_two_fields_and_no_verdict() {
    let answer = look(CHECKER, &[]);
    let text = page(&answer, 200);
    assert_eq!(text.matches("name=\"ids\"").count(), 2);
    says(
        text,
        &["<h1>Check licenses</h1>", "name=\"dependency_graph\"", "name=\"target\"", "What an answer says"],
    );
    assert!(!text.contains("id=\"result\""));
}

#[test]
fn an_address_that_names_licenses_shows_every_entry_of_the_api() {
    for ids in [
        &["MIT", "GPL-2.0-only"][..],
        &["CC-BY-NC-4.0", "CC-BY-SA-4.0"],
        &["MIT", "Apache-2.0", "GPL-3.0-only"],
    ] {
        for graph in [None, Some("dg_eu")] {
            let mut fields = vec![("ids", ids.join(","))];
            fields.extend(graph.map(|graph| ("dependency_graph", graph.to_owned())));
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let answer = look(CHECKER, &fields);
            let (text, expected) = (page(&answer, 200), verdict(ids, graph));
            assert_eq!(shown(text), entries(&expected), "{}", answer.asked);
            let supplied = expected["defaults"].as_array().map_or(0, Vec::len);
            assert_eq!(text.contains("id=\"silences-heading\""), supplied > 0, "{}", answer.asked);
            says(text, &["id=\"together-heading\"", "id=\"targets-heading\"", "Download the obligations"]);
        }
    }
}

#[test]
fn the_license_of_the_whole_decides_the_direction() {
    let ids = ("ids", "MIT,GPL-3.0-only");
    let under_gpl = look(CHECKER, &[ids, ("target", "GPL-3.0-only")]);
    says(
        page(&under_gpl, 200),
        &[
            "Yes, if you meet the conditions: parts under MIT and GPL-3.0-only may go into a work under GPL-3.0-only.",
            "What you must do",
        ],
    );
    let under_mit = look(CHECKER, &[ids, ("target", "MIT")]);
    says(
        page(&under_mit, 200),
        &[
            "No: a part under GPL-3.0-only can’t go into a work under MIT.",
            "MIT can go in, if you meet the conditions. Without GPL-3.0-only, the answer is yes, if you meet the conditions.",
            "note bad",
            "requires that a work that contains the part",
        ],
    );
    let alone = look(CHECKER, &[("ids", "GPL-3.0-only"), ("target", "MIT")]);
    says(page(&alone, 200), &["No: a part under GPL-3.0-only can’t go into a work under MIT."]);
}

#[test]
fn the_context_decides_too() {
    let asked = [("ids", "AGPL-3.0-only"), ("target", "MIT")];
    for (ship, expected) in [("internal", "Yes: "), ("service", "No: "), ("binary", "No: ")] {
        let fields = [&asked[..], &[("ship", ship)]].concat();
        says(page(&look(CHECKER, &fields), 200), &[expected, &format!("value=\"{ship}\" selected")]);
    }
    let merged = look(CHECKER, &[("ids", "LGPL-3.0-only"), ("target", "MIT"), ("use", "merged")]);
    says(page(&merged, 200), &["No: ", "copied into files of the work", "use=merged"]);
    let combined = look(CHECKER, &[("ids", "LGPL-3.0-only"), ("target", "MIT"), ("modified", "true")]);
    says(
        page(&combined, 200),
        &["Yes, if you meet the conditions", "The parts are modified", "modified=true"],
    );
    let faulty = look(CHECKER, &[("ids", "MIT"), ("target", "MIT"), ("use", "\"><b>"), ("ship", "mail")]);
    says(
        page(&faulty, 422),
        &["id=\"use-error\"", "id=\"ship-error\"", "Choose one of these: merged, combined"],
    );
    assert!(!faulty.text().contains("<b>"), "{}", faulty.text());
}

#[test]
fn a_script_gets_the_answer_alone_and_a_browser_the_page() {
    let fields = [("ids", "MIT"), ("ids", "GPL-2.0-only")];
    let whole = send(&format!("{CHECKER}/check"), &fields);
    let text = page(&whole, 200);
    let part = fetch(&format!("{CHECKER}/check"), &fields);
    let answer = fragment(&part, 200);
    says(
        answer,
        &["<section id=\"result\"", "data-address=\"/license-compatibility-checker?ids=MIT,GPL-2.0-only\""],
    );
    assert!(text.contains(answer.trim()), "the page holds the fragment");
    let by_accept = DEPLOYMENT.server.send(
        &format!("{CHECKER}/check"),
        &[("Accept", "text/html; fragment"), FORM],
        "ids=MIT,GPL-2.0-only",
    );
    assert_eq!(fragment(&by_accept, 200), answer);
    let vary = part.header("vary").unwrap_or_default();
    assert!(vary.contains("HX-Request") && vary.contains("Accept"), "{vary}");
}

#[test]
fn a_license_is_known_by_each_of_its_names() {
    let address = "href=\"/license-compatibility-checker?ids=MIT,Apache-2.0\"";
    for (one, other) in [
        ("mit", "apache-2.0"),
        ("the MIT license", "Apache License, Version 2.0"),
        ("https://muniment.example/licenselibrary/MIT", "http://muniment.example/licenselibrary/apache-2.0/"),
    ] {
        says(page(&look(CHECKER, &[("ids", one), ("ids", other)]), 200), &[address]);
    }
    says(page(&look(CHECKER, &[("ids", " MIT ,, Apache-2.0")]), 200), &[address]);
}

#[test]
fn every_license_of_the_library_is_tried_for_the_whole() {
    let answer = fetch(&format!("{CHECKER}/target"), &[("ids", "MIT,GPL-3.0-only")]);
    let text = fragment(&answer, 200);
    says(
        text,
        &[
            "Which license the work can have",
            "the best known first",
            "do not fit",
            "Back to the check",
            "/license-library/AGPL-3.0\"",
        ],
    );
    for refused in ["CC-BY-NC-ND", "PolyForm-Strict", "id=\"findings-heading\""] {
        assert!(!text.contains(refused), "{refused} in\n{text}");
    }
    let text = send(&format!("{CHECKER}/target"), &[("ids", "MIT")]);
    let place = |id: &str| page(&text, 200).find(&format!("/license-library/{id}\"")).unwrap();
    assert!(place("Apache-2.0") < place("0BSD"), "best known first");
}

#[test]
fn the_obligations_are_saved_as_plain_text() {
    let fields = [("ids", "CC-BY-SA-4.0,MIT"), ("dependency_graph", "dg_default")];
    let answer = send(&format!("{CHECKER}/statement"), &fields);
    answer
        .is(200)
        .has("content-type", "text/plain; charset=utf-8")
        .has("content-disposition", "attachment; filename=\"statements.txt\"");
    let text = answer.text();
    says(
        text,
        &[
            "https://muniment.example/licenselibrary/MIT",
            "MIT License\n===========",
            "SPDX identifier: CC-BY-SA-4.0",
            "What you must do",
            "What you may not do",
            "Attribution",
            "not legal advice",
        ],
    );
    assert!(!text.contains('<') || text.contains("<https://"), "{text}");
    assert!(text.ends_with('\n') && !text.contains('\r'));
    assert_eq!(send(&format!("{CHECKER}/statement"), &fields).text(), text, "equal questions, equal bytes");
    assert_eq!(fetch(&format!("{CHECKER}/statement"), &fields).text(), text);
}

#[test]
fn what_licenses_say_together_is_an_address_of_its_own() {
    let path = format!("{CHECKER}/bundle?ids=MIT,CC-BY-NC-4.0");
    let answer = DEPLOYMENT.server.ask("GET", &path, &[BROWSER]);
    let text = page(&answer, 200);
    says(text, &["You may", "You must", "You must not"]);
    assert!(!text.contains("id=\"findings-heading\""));
    let part = DEPLOYMENT.server.ask("GET", &path, &[("HX-Request", "true")]);
    says(fragment(&part, 200), &["<section id=\"result\""]);
}

#[test]
fn one_license_is_shown_in_brief() {
    let answer = look(&format!("{CHECKER}/license"), &[("id", "mit")]);
    says(page(&answer, 200), &["MIT License", "Permits", "Requires", "Prohibits"]);
    let part = DEPLOYMENT.server.ask("GET", &format!("{CHECKER}/license?id=MIT"), &[("HX-Request", "true")]);
    says(fragment(&part, 200), &["<article"]);
    look(&format!("{CHECKER}/license"), &[("id", "Nope-1.0")]).is(404);
    look(&format!("{CHECKER}/license"), &[("id", "ftp://x/y")]).is(422);
    look(&format!("{CHECKER}/license"), &[]).is(422);
}

#[test]
fn fields_are_added_and_removed_without_scripts() {
    let more = look(CHECKER, &[("ids", "MIT"), ("ids", ""), ("add", "1")]);
    let text = page(&more, 200);
    assert_eq!(text.matches("name=\"ids\"").count(), 3);
    says(text, &["value=\"MIT\"", "name=\"remove\" value=\"3\""]);
    let fewer = look(CHECKER, &[("ids", "MIT"), ("ids", "ISC"), ("ids", "Zlib"), ("remove", "2")]);
    let text = page(&fewer, 200);
    assert!(
        text.contains("value=\"MIT\"") && text.contains("value=\"Zlib\"") && !text.contains("value=\"ISC\"")
    );
    assert!(!text.contains("id=\"result\""));
    for odd in ["0", "9", "-1", "x", ""] {
        page(&look(CHECKER, &[("ids", "MIT"), ("remove", odd), ("add", "1")]), 200);
    }
}

#[test]
fn questions_are_sent_and_pages_are_read() {
    for path in ["check", "target", "statement"] {
        let answer = DEPLOYMENT.server.get(&format!("{CHECKER}/{path}"));
        answer.is(405).has("allow", "POST");
    }
    for path in ["", "/bundle", "/license"] {
        let answer = DEPLOYMENT.server.send(&format!("{CHECKER}{path}"), &[FORM], "ids=MIT");
        answer.is(405).has("allow", "GET, HEAD");
    }
}

/// The page of a record and that of a graph lead here with what is to be checked.
#[test]
fn a_link_with_one_license_or_a_graph_opens_the_form() {
    let one = look(CHECKER, &[("ids", "MIT")]);
    says(page(&one, 200), &["value=\"MIT\"", "License 2"]);
    assert!(!one.text().contains("class=\"error\""), "{}", one.text());
    says(page(&look(CHECKER, &[("dependency_graph", "dg_eu")]), 200), &["value=\"dg_eu\" selected"]);
    page(&look(CHECKER, &[("ids", "Nope-1.0")]), 404);
}
