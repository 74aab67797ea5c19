use super::{BROWSER, CHECKER, FORM, REPOSITORIES, fragment, page, says, small};

const TWO: &str = "ids=CC-BY-4.0,GPL-3.0-only";

#[test]
fn thirty_questions_a_minute_and_pages_without_end() {
    let server = small(&[]);
    for number in 0..30 {
        let path = ["check", "target", "statement"][number % 3];
        server.send(&format!("{CHECKER}/{path}"), &[FORM], TWO).is(200);
    }
    for path in ["check", "target", "statement"] {
        let answer = server.send(&format!("{CHECKER}/{path}"), &[FORM, BROWSER], TWO);
        let text = page(&answer, 429);
        says(text, &["at most 30 requests per 60s"]);
        assert!(answer.header("retry-after").unwrap().parse::<u32>().unwrap() >= 1);
    }
    for _ in 0..40 {
        server.get(&format!("{CHECKER}?{TWO}")).is(200);
    }
}

/// A link to the answer about a repository asks the service as much as the form does.
#[test]
fn a_link_to_a_repository_counts_as_its_form() {
    let server = small(&[]);
    for _ in 0..40 {
        server.get(REPOSITORIES).is(200);
    }
    for number in 0..30 {
        let answer = match number % 2 {
            0 => server.get(&format!("{REPOSITORIES}?github_url=owner/name")),
            _ => server.send(REPOSITORIES, &[FORM], "github_url=owner/name"),
        };
        answer.is(503);
    }
    server.get(&format!("{REPOSITORIES}?github_url=owner/name")).is(429);
    server.send(REPOSITORIES, &[FORM], "github_url=owner/name").is(429);
    server.get(REPOSITORIES).is(200);
}

#[test]
fn a_reasoner_without_time_is_said_plainly() {
    let server = small(&["--reasoner-seconds", "0"]);
    let sentence = "did not finish in time";
    let answer = server.send(&format!("{CHECKER}/check"), &[FORM, BROWSER], TWO);
    says(page(&answer, 504), &[sentence, "value=\"CC-BY-4.0\"", "role=\"alert\""]);
    let answer = server.send(&format!("{CHECKER}/check"), &[FORM, ("HX-Request", "true")], TWO);
    says(fragment(&answer, 504), &[sentence, "<form id=\"question\""]);
}

#[test]
fn without_a_service_the_page_says_so_and_names_another_way() {
    let server = small(&["--limits", "off"]);
    let blank = server.ask("GET", REPOSITORIES, &[BROWSER]);
    says(page(&blank, 200), &["muniment audit", "Repositories cannot be looked up here."]);
    let asked = server.send(REPOSITORIES, &[FORM, BROWSER], "github_url=owner/name");
    says(page(&asked, 503), &["muniment audit", "value=\"owner/name\""]);
}
