//! `GET /v2/containment`: whether a part may go into a work.

use serde_json::{Value, json};

use crate::problems::assert_problem;
use crate::server::server;
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
    assert_eq!(answer["context"], json!({"use": "combined", "ship": "binary", "modified": false}));
    assert_eq!(answer["answer"], "if");
    assert_eq!(answer, ask("in=MIT&out=GPL-3.0-only&use=combined&ship=binary&modified=false"));
    let conditions = list(&answer["conditions"]);
    let notice = conditions.iter().find(|it| text(&it["action"]).ends_with("#Notice")).unwrap();
    assert_eq!(notice["when"], "sharing");
    assert!(text(&notice["evidence"]).contains("permission notice shall be included"), "{notice}");
    let obligation = list(&answer["obligations"]).iter().find(|it| it["action"] == notice["action"]).unwrap();
    assert_eq!(obligation["asked_by"], json!(["MIT"]));
}

#[test]
fn a_refusal_quotes_the_statements_it_rests_on() {
    let answer = ask("in=GPL-3.0-only&out=MIT");
    assert_eq!((&answer["answer"], rules(&answer)), (&json!("no"), vec!["kept"]));
    assert_eq!((&answer["conditions"], &answer["obligations"]), (&json!([]), &json!([])));
    let kept = &list(&list(&answer["because"])[0]["statements_in"])[0];
    assert_eq!(kept["kind"], "duty");
    assert!(text(&kept["evidence"]).contains("license the entire work"), "{kept}");
    assert!(text(&answer["parts"][0]["sentence"]).starts_with("No. GNU General Public License 3 requires"));
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
    assert_problem(&server().ask("POST", address, &[]), "method-not-allowed");
}
