//! `/v2/containment`: whether a part, or several, may go into a work.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::problems::{assert_problem, faulty};
use crate::server::{Answer, server};
use crate::version_1::{list, text};

fn ask(query: &str) -> Value {
    let answer = server().get(&format!("/v2/containment?{query}"));
    answer.is(200).has("content-type", "application/json");
    answer.json()
}

fn rules(answer: &Value) -> Vec<&str> {
    list(&answer["because"]).iter().map(|reason| text(&reason["rule"])).collect()
}

#[test]
fn a_person_who_says_nothing_combines_an_unmodified_part_and_ships_a_binary() {
    let answer = ask("in=MIT&out=GPL-3.0-only");
    assert_eq!(
        answer["context"],
        json!({"use": "combined", "ship": "binary", "modified": false, "purpose": "commercial"})
    );
    assert_eq!(answer["answer"], "if");
    assert_eq!(answer, ask("in=MIT&out=GPL-3.0-only&use=combined&ship=binary&modified=false"));
    let conditions = list(&answer["conditions"]);
    let notice = conditions.iter().find(|it| text(&it["action"]).ends_with("#Notice")).unwrap();
    assert_eq!(notice["when"], "sharing");
    assert!(text(&notice["evidence"]).contains("permission notice shall be included"), "{notice}");
    let obligation = list(&answer["obligations"]).iter().find(|it| it["action"] == notice["action"]).unwrap();
    assert_eq!(
        obligation["asked_by"],
        json!([{"license": "MIT", "alternative": null, "reach": null, "evidence": notice["evidence"]}])
    );
    assert_eq!(obligation["fulfilled_by"], "Letting every copy retain its license and copyright notices.");
    let [included] = list(&answer["texts"]) else { panic!("{answer}") };
    assert_eq!((&included["license"], &included["title"]), (&json!("MIT"), &json!("MIT License")));
    assert!(text(&included["legalcode"]).starts_with("http"), "{included}");
}

#[test]
fn a_refusal_quotes_the_statements_it_rests_on() {
    let answer = ask("in=GPL-3.0-only&out=MIT");
    assert_eq!((&answer["answer"], rules(&answer)), (&json!("no"), vec!["kept"]));
    for nothing in ["conditions", "obligations", "texts"] {
        assert_eq!(answer[nothing], json!([]), "{nothing}");
    }
    let kept = &list(&list(&answer["because"])[0]["statements_in"])[0];
    assert_eq!(kept["kind"], "duty");
    assert!(text(&kept["evidence"]).contains("license the entire work"), "{kept}");
    assert!(text(&answer["parts"][0]["sentence"]).starts_with("No. GPL-3.0-only requires"));
}

#[test]
fn context_decides() {
    let pair = "in=GPL-3.0-only&out=MIT";
    for (context, expected) in [
        ("use=aggregated", "if"),
        ("ship=internal", "yes"),
        ("ship=service", "yes"),
        ("ship=source", "no"),
        ("use=merged&modified=true&ship=internal", "yes"),
    ] {
        assert_eq!(ask(&format!("{pair}&{context}"))["answer"], expected, "{context}");
    }
    assert_eq!(ask("in=MPL-2.0&out=GPL-3.0-only&use=merged")["answer"], "via");
    assert_eq!(ask("in=MPL-2.0-no-copyleft-exception&out=GPL-3.0-only&use=merged")["answer"], "no");
}

#[test]
fn all_parts_count_of_a_conjunction_and_the_best_of_a_choice() {
    let all = ask("in=MIT%20AND%20Apache-2.0&out=GPL-2.0-only");
    assert_eq!((&all["answer"], list(&all["parts"]).len()), (&json!("no"), 2));
    assert_eq!(list(&all["because"])[0]["license"], "Apache-2.0");
    let choice = ask("in=Apache-2.0%20OR%20MIT&out=GPL-2.0-only");
    assert_eq!(choice["answer"], "if");
    assert_eq!(list(&choice["parts"]).iter().map(|part| text(&part["license"])).collect::<Vec<_>>(), ["MIT"]);
    let both = ask("in=MIT%20AND%20ISC&out=GPL-2.0-only");
    let asked = list(&both["obligations"]).iter().map(|it| list(&it["asked_by"]).len()).max();
    assert_eq!(asked, Some(2), "one obligation for both parts");
}

#[test]
fn licenses_go_by_any_of_their_identifiers() {
    let answer = ask("in=mit&out=gpl-3.0");
    assert_eq!((&answer["parts"][0]["license"], &answer["out"]), (&json!("MIT"), &json!("GPL-3.0-only")));
}

#[test]
fn every_fault_is_told_at_once() {
    let faults = |query: &str| -> Vec<(String, String)> {
        let problem = assert_problem(&server().get(&format!("/v2/containment{query}")), "invalid-parameter");
        let errors = list(&problem["errors"]).iter();
        errors.map(|fault| (text(&fault["name"]).to_owned(), text(&fault["detail"]).to_owned())).collect()
    };
    let names = |query: &str| faults(query).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(""), ["in", "out"]);
    assert_eq!(names("?in=&out=%20"), ["in", "out"]);
    let all = "?in=No-Such-License%20AND%20MIT&out=MIT%20OR%20ISC&use=linked&ship=boat&modified=perhaps";
    assert_eq!(names(all), ["use", "ship", "modified", "in", "out"]);
    let [_, _, _, (_, unknown), _] = faults(all).try_into().unwrap();
    assert_eq!(unknown, "the library has no record of `No-Such-License`");
    assert_eq!(names("?in=MIT%20AND&out=MIT"), ["in"]);
    assert_eq!(names("?in=MIT&out=%FF"), ["out"]);
    assert_eq!(names(&format!("?in={}&out=MIT", "(".repeat(3000))), ["in"]);
}

#[test]
fn the_answer_is_negotiated_and_conditional_like_a_list() {
    let address = "/v2/containment?in=MIT&out=MIT";
    let answer = server().get(address);
    let etag = answer.header("etag").unwrap().to_owned();
    server().ask("GET", address, &[("If-None-Match", &etag)]).is(304);
    assert_eq!(server().ask("HEAD", address, &[]).is(200).header("etag"), Some(etag.as_str()));
    assert_problem(&server().ask("GET", address, &[("Accept", "text/turtle")]), "not-acceptable");
}

fn post(document: &Value) -> Answer {
    server().post("/v2/containment", "application/json", &document.to_string())
}

#[test]
fn a_set_has_the_worst_answer_and_each_part_its_own() {
    let parts = ["MIT", "Apache-2.0 OR GPL-2.0-only", "LGPL-2.1-or-later", "mit", "MIT AND ISC"];
    let answer = post(&json!({"in": parts, "out": "GPL-2.0-only", "ship": "source"}));
    let answer = answer.is(200).has("content-type", "application/json").json();
    assert_eq!((&answer["answer"], &answer["context"]["ship"]), (&json!("via"), &json!("source")));
    let asked: Vec<(&str, &str, usize)> = list(&answer["in"])
        .iter()
        .map(|part| (text(&part["expression"]), text(&part["answer"]), list(&part["licenses"]).len()))
        .collect();
    let expected = ["if", "if", "via", "if", "if"].into_iter().zip([1, 1, 1, 1, 2]);
    assert_eq!(
        asked,
        parts.into_iter().zip(expected).map(|(it, (word, n))| (it, word, n)).collect::<Vec<_>>()
    );
    assert_eq!(answer["in"][1]["licenses"], json!(["GPL-2.0-only"]));
    let licenses: Vec<&str> = list(&answer["parts"]).iter().map(|part| text(&part["license"])).collect();
    assert_eq!(licenses.iter().filter(|id| **id == "MIT").count(), 1, "each license once: {licenses:?}");
    let refused = post(&json!({"in": ["MIT", "GPL-3.0-only"], "out": "MIT"})).json();
    assert_eq!((&refused["answer"], &refused["obligations"]), (&json!("no"), &json!([])));
}

#[test]
fn five_hundred_parts_are_one_question() {
    let listing = server().get("/v2/licenses?limit=500").json();
    let ids: Vec<&str> = list(&listing["items"]).iter().map(|item| text(&item["id"])).collect();
    assert_eq!(ids.len(), 500);
    let answer = post(&json!({"in": ids, "out": "MIT", "use": "aggregated"}));
    let answer = answer.is(200).json();
    assert_eq!((list(&answer["in"]).len(), list(&answer["parts"]).len()), (500, 500));
    let one_more = [&ids[..], &["MIT"]].concat();
    let problem = assert_problem(&post(&json!({"in": one_more, "out": "MIT"})), "invalid-parameter");
    assert_eq!(faulty(&problem), ["body in".to_owned()].into());
}

#[test]
fn every_fault_of_a_posted_question_is_told_at_once() {
    let question = json!({
        "in": ["MIT", "No-Such-License", "MIT AND"], "out": "MIT OR ISC", "use": "glued", "ship": "mail",
    });
    let expected = ["in[1]", "in[2]", "out", "use", "ship"].map(|name| format!("body {name}"));
    let problem = assert_problem(&post(&question), "invalid-parameter");
    assert_eq!(faulty(&problem), expected.into());
    for (document, told) in [
        ("", "it is not a JSON object"),
        ("{\"in\": [\"MIT\"],\n \"out\": 5}", "expected a string at line 2 column 9"),
        (&format!("{{\"in\": {}", "[".repeat(100_000)), "recursion limit exceeded at line 1"),
    ] {
        let answer = server().post("/v2/containment", "application/json", document);
        let problem = assert_problem(&answer, "invalid-parameter");
        assert_eq!(faulty(&problem), ["body body".to_owned()].into());
        assert!(text(&problem["detail"]).contains(told), "{problem}");
    }
    let nested = json!({"in": ["(".repeat(5000)], "out": "MIT"});
    assert_eq!(
        faulty(&assert_problem(&post(&nested), "invalid-parameter")),
        ["body in[0]".to_owned()].into()
    );
    let answer = server().post("/v2/containment", "application/json", &" ".repeat((1 << 20) + 1));
    answer.is(413).has("content-type", "application/problem+json");
    assert_eq!(answer.json()["type"], "about:blank");
}

#[test]
fn only_questions_about_containment_are_posted() {
    let answer = server().post("/v2/licenses", "application/json", "{}");
    assert_problem(&answer, "method-not-allowed");
    answer.has("allow", "GET, HEAD, OPTIONS");
    let answer = server().ask("DELETE", "/v2/containment", &[]);
    assert_problem(&answer, "method-not-allowed");
    answer.has("allow", "GET, HEAD, OPTIONS, POST");
    server()
        .ask("OPTIONS", "/v2/containment", &[("Origin", "https://elsewhere.example")])
        .is(204)
        .has("access-control-allow-methods", "GET, POST, OPTIONS")
        .has("access-control-allow-headers", "Accept, Authorization, Content-Type, If-None-Match");
    let question = json!({"in": ["MIT"], "out": "MIT"}).to_string();
    let again = server().send("/v2/containment", &[("If-None-Match", "*")], &question);
    again.is(200).has("access-control-allow-origin", "*");
}

#[test]
fn people_read_the_answer_as_markdown_or_text() {
    let address = "/v2/containment?in=Ruby&out=MIT&ship=source";
    for (accept, format, media_type, heading) in [
        ("text/markdown", "markdown", "text/markdown; charset=utf-8", "## Ruby into a work under MIT: via\n"),
        ("text/plain", "text", "text/plain; charset=utf-8", "Ruby into a work under MIT: via\n"),
    ] {
        let answer = server().accept(address, accept);
        answer.is(200).has("content-type", media_type).has("vary", "Accept");
        assert!(answer.text().starts_with(heading), "{}", answer.text());
        assert!(answer.text().contains("When you give copies to others:"), "{}", answer.text());
        assert_eq!(server().get(&format!("{address}&format={format}")).text(), answer.text());
        let question = json!({"in": ["Ruby"], "out": "MIT", "ship": "source"}).to_string();
        assert_eq!(server().send("/v2/containment", &[("Accept", accept)], &question).text(), answer.text());
    }
    server().accept(address, "text/html").is(200).has("content-type", "application/json");
    let faulty_format = server().get(&format!("{address}&format=pdf"));
    assert_problem(&faulty_format, "invalid-parameter");
}

#[test]
fn what_the_caller_prefers_is_chosen_and_a_name_of_no_license_is_a_fault() {
    let taken =
        |query: &str| ask(&format!("in=MIT%20OR%20Apache-2.0&out=GPL-3.0-only{query}"))["parts"].clone();
    let licenses = |parts: Value| list(&parts).iter().map(|part| part["license"].clone()).collect::<Vec<_>>();
    assert_eq!(licenses(taken("")), ["MIT"]);
    assert_eq!(licenses(taken("&prefer=Apache-2.0")), ["Apache-2.0"]);
    assert_eq!(licenses(taken("&prefer=GPL-2.0-only,%20Apache-2.0,MIT")), ["Apache-2.0"]);
    let many = ["MIT"; 501].join(",");
    for (prefer, parameter) in
        [("Unheard-of", "prefer[0]"), ("MIT,MIT%20OR%20ISC", "prefer[1]"), (&many, "prefer")]
    {
        let answer = server().get(&format!("/v2/containment?in=MIT&out=MIT&prefer={prefer}"));
        let problem = assert_problem(&answer, "invalid-parameter");
        assert_eq!(faulty(&problem), BTreeSet::from([format!("query {parameter}")]));
    }
}

#[test]
fn texts_that_go_along_are_included() {
    let answer = ask("in=LGPL-3.0-only&out=MIT");
    let texts: Vec<&str> = list(&answer["texts"]).iter().map(|it| text(&it["license"])).collect();
    assert_eq!(texts, ["GPL-3.0-only", "LGPL-3.0-only"]);
}

/// Answers are kept by their query and form.
#[test]
fn a_question_asked_again_has_the_answer_of_its_form_and_of_its_method() {
    let path = "/v2/containment?in=ISC&out=GPL-2.0-only";
    let asked = |accept: &str| server().accept(path, accept).is(200).body.clone();
    let (json, text) = (asked("application/json"), asked("text/plain"));
    assert_ne!(json, text);
    assert_eq!((asked("application/json"), asked("text/plain")), (json, text));
    server().accept(path, "image/png").is(406);
    // The address of what is posted says nothing of the parts.
    let of = |part: &str| post(&json!({"in": [part], "out": "MIT"})).is(200).json()["answer"].clone();
    assert_eq!((of("ISC"), of("GPL-2.0-only")), (json!("if"), json!("no")));
}
