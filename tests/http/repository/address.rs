//! `github_url` and the two parts of a path: what is a repository reference, and what is none.

use super::{DEPLOYMENT, document, get, sentence};

/// A value as it stands in a query.
fn query(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            },
        )
        .collect()
}

#[test]
fn every_form_of_an_address_leads_to_the_repository() {
    for text in [
        "owner/one",
        "  owner/one ",
        "owner/one.git",
        "owner/one/",
        "github.com/owner/one",
        "www.github.com/owner/one.git",
        "GITHUB.com/owner/one/",
        "https://github.com/owner/one",
        "http://github.com/owner/one.git",
        "https://www.github.com/owner/one/tree/main/src",
        "https://github.com/owner/one?tab=readme#usage",
        "git+https://github.com/owner/one.git",
        "git://github.com/owner/one.git",
        "ssh://git@github.com/owner/one.git",
        "git@github.com:owner/one.git",
    ] {
        for operation in ["dependencies", "check"] {
            let answer = get(&format!("/repolicensechecker/{operation}?github_url={}", query(text)));
            assert!(document(&answer)["dependencies"].is_array(), "{text}");
        }
    }
    // As clients write it: a blank as `+`, colon and slashes as they are.
    document(&get("/repolicensechecker/check?github_url=https://github.com/owner/one+"));
    document(&get("/repolicensechecker/check/owner/one.git"));
}

#[test]
fn everything_else_is_400_and_nobody_is_asked() {
    for text in [
        "",
        " ",
        "owner",
        "owner/",
        "/one",
        "owner//one",
        "owner/one/tree",
        "owner/..",
        "owner/.git",
        "github.com/owner",
        "https://github.com/",
        "https://gitlab.com/owner/one",
        "gitlab.com/owner/one",
        "gitlab.com/one",
        "https://github.com.example.org/owner/one",
        "https://github.com@example.org/owner/one",
        "https://user:password@github.com/owner/one",
        "https://github.com:8443/owner/one",
        "file:///etc/passwd",
        "javascript:alert(1)//github.com/owner/one",
        "git@example.org:owner/one",
        "owner/one\r\nHost: example.org",
        "owner/one%2F..%2F..",
        "owner/ünï",
        "owner/one\0",
        "not a repository",
    ] {
        for operation in ["dependencies", "check"] {
            let answer = get(&format!("/repolicensechecker/{operation}?github_url={}", query(text)));
            let said = sentence(&answer, 400);
            assert!(said.contains("owner/name"), "{text}: {said}");
        }
    }
    let long = format!("owner/{}", "x".repeat(5000));
    let said = sentence(&get(&format!("/repolicensechecker/check?github_url={long}")), 400);
    assert!(said.len() < 500, "{said}");
}

#[test]
fn an_address_has_to_be_given() {
    for operation in ["dependencies", "check"] {
        let answer = get(&format!("/repolicensechecker/{operation}"));
        let fault = &answer.is(422).json()["detail"][0];
        assert_eq!((&fault["type"], &fault["loc"][1]), (&"missing".into(), &"github_url".into()), "{fault}");
    }
}

#[test]
fn a_path_no_repository_has_is_404_and_nobody_is_asked() {
    for path in [
        "owner/%2E%2E",
        "ow%2Fner/plain-path",
        "owner/na%20me",
        "owner/na%3Fme",
        "owner/n%C3%A4me",
        "owner/%00",
        "o.w/plain-path",
        "owner/a%0D%0AHost:%20x",
    ] {
        for operation in ["dependencies", "check"] {
            let answer = get(&format!("/repolicensechecker/{operation}/{path}"));
            assert!(sentence(&answer, 404).starts_with("Unknown repository: "), "{path}");
        }
    }
    for part in ["na%20me", "na?me", "plain-path", "%00", ".."] {
        let asked = DEPLOYMENT.service.asked(&format!("{part}/dependencies"));
        assert!(asked.is_empty(), "{asked:?}");
    }
}
