use serde_json::Value;

use super::{REPOSITORIES, entries, look, page, says, send, shown};
use crate::repository::DEPLOYMENT;

/// What operation 9 says.
fn check(query: &str) -> Value {
    DEPLOYMENT.server.get(&format!("/repolicensechecker/check/{query}")).is(200).json()
}

#[test]
fn the_page_opens_with_a_form() {
    let answer = look(REPOSITORIES, &[]);
    let text = page(&answer, 200);
    says(text, &["name=\"github_url\"", "name=\"target\"", "method=\"post\""]);
    assert!(!text.contains("muniment audit") && !text.contains("id=\"result\""));
}

#[test]
fn the_page_shows_what_the_api_finds() {
    for name in ["plain", "copyleft", "expressions", "many"] {
        let expected = check(&format!("owner/{name}"));
        let sent = send(REPOSITORIES, &[("github_url", &format!("https://github.com/owner/{name}"))]);
        let text = page(&sent, 200);
        assert_eq!(shown(text), entries(&expected["compatibilitycheck"]), "{name}");
        says(text, &[expected["name"].as_str().unwrap(), "Dependencies by license"]);
        let linked = look(REPOSITORIES, &[("github_url", &format!("https://github.com/owner/{name}"))]);
        let result = |text: &str| text.split_once("<section id=\"result\"").unwrap().1.to_owned();
        assert_eq!(result(page(&linked, 200)), result(text), "a link answers as the form does");
    }
}

#[test]
fn what_the_library_does_not_know_stands_apart() {
    let answer = send(REPOSITORIES, &[("github_url", "owner/plain")]);
    let text = page(&answer, 200);
    let (known, unknown) = text.split_once("id=\"unresolved-heading\"").unwrap();
    says(known, &["<code>GPL-2.0</code>", "/license-library/GPL-2.0-only", "serde"]);
    says(unknown, &["<code>Custom-1.0</code>", "own"]);
    assert!(!known.contains("Custom-1.0"));
}

#[test]
fn the_license_of_the_whole_takes_part() {
    let repository = ("github_url", "owner/copyleft");
    let under = |target| send(REPOSITORIES, &[repository, ("target", target)]);
    let expected = check("owner/copyleft?target=MIT");
    let answer = under("MIT");
    let text = page(&answer, 200);
    assert_eq!(shown(text), entries(&expected["compatibilitycheck"]));
    says(text, &["No: a part under GPL-2.0-only can’t go into a work under MIT."]);
    says(
        page(&under("Nope-1.0"), 404),
        &["id=\"target-error\"", "value=\"Nope-1.0\"", "value=\"owner/copyleft\""],
    );
}

#[test]
fn fewer_than_two_licenses_are_held_against_nothing() {
    let one = send(REPOSITORIES, &[("github_url", "owner/one")]);
    says(page(&one, 200), &["a work made of these parts can be under", "Unheard-of"]);
    let bare = send(REPOSITORIES, &[("github_url", "owner/bare")]);
    says(page(&bare, 200), &["No dependency states a license that the library knows"]);
}

#[test]
fn what_went_wrong_is_said_where_it_belongs() {
    for (typed, status, expected) in [
        ("https://gitlab.com/owner/one", 400, "id=\"github_url-error\""),
        ("", 400, "id=\"github_url-error\""),
        ("owner/missing", 404, "id=\"github_url-error\">Unknown repository: owner/missing."),
        ("owner/wrong", 404, "id=\"github_url-error\""),
        ("owner/down", 502, "role=\"alert\">The package-metadata service answered with an error."),
        ("owner/broken", 502, "role=\"alert\""),
        ("owner/slow", 504, "role=\"alert\">The package-metadata service did not answer in time."),
    ] {
        let answer = send(REPOSITORIES, &[("github_url", typed)]);
        let text = page(&answer, status);
        says(text, &[expected, &format!("value=\"{typed}\"")]);
        assert!(!text.contains("id=\"result\"") && !text.contains("s3cr3t"), "{typed}");
    }
}

#[test]
fn nothing_that_packages_say_becomes_part_of_the_page() {
    let answer = send(REPOSITORIES, &[("github_url", "owner/malicious")]);
    let text = page(&answer, 200);
    assert!(!text.contains("<script>alert"), "{text}");
    says(text, &["&lt;script&gt;alert(1)&lt;/script&gt;"]);
    let typed = send(REPOSITORIES, &[("github_url", "\"><script>alert(1)</script>"), ("target", "<b>")]);
    assert!(!page(&typed, 400).contains("<script>alert"));
}
