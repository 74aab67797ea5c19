//! spec:version-1#negotiation and spec:version-1#narration: a license in words, `format=text`.

use std::fs;

use super::license;
use crate::folder::{copy_of, edit};
use crate::server::{Server, repository, server};

fn reading(path: &str) -> String {
    let answer = server().get(path);
    answer.is(200).has("content-type", "text/plain; charset=utf-8").has("content-disposition", None);
    answer.text().to_owned()
}

#[test]
fn a_reading_has_the_heading_and_the_closing_that_clients_look_for() {
    for id in ["MIT", "Apache-2.0", "CC-BY-SA-4.0", "Cc010Universal", "GPL-3.0-only", "SampleLicenseSl"] {
        let text = reading(&format!("/licenselibrary/license/{id}?format=text"));
        assert!(text.starts_with(&license(id).title.value), "{id}: {text}");
        assert_eq!(text.matches("\nWhat you may do\n").count(), 1, "{id}");
        let (_, closing) = text.trim_end().rsplit_once("\n\n").unwrap();
        assert!(closing.contains("not legal advice"), "{id}: {closing}");
    }
}

#[test]
fn a_reading_says_every_act_of_the_record_by_its_label() {
    let vocabulary = &super::LIBRARY.vocabulary.current.content;
    for id in ["Apache-2.0", "CC-BY-SA-4.0", "GPL-3.0-only", "CreativeCommonsAttribution30Austria"] {
        let text = reading(&format!("/licenselibrary/license/{id}?format=text")).to_lowercase();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for rule in license(id).rules() {
            let label = vocabulary.label(&rule.action).to_lowercase();
            assert!(text.contains(&label), "{id} does not mention {label}");
        }
    }
}

#[test]
fn a_reading_is_the_same_every_time_and_needs_no_token() {
    let path = "/licenselibrary/license/GPL-3.0-only?format=text";
    let first = reading(path);
    assert_eq!(first, reading(path));
    for headers in [
        &[("Accept", "application/json")][..],
        &[("Accept", "text/plain")],
        &[("Authorization", "Bearer svc_nobody")],
    ] {
        let answer = server().ask("GET", path, headers);
        answer.is(200).has("content-type", "text/plain; charset=utf-8");
        assert_eq!(answer.text(), first, "{headers:?}");
    }
}

/// `tests/licenses/prose` keeps readings of the first release as people see them; the same are served.
#[test]
fn readings_are_served_as_they_were_checked() {
    let first = super::LIBRARY.releases.last().unwrap();
    for id in ["Apache-2.0", "CC-BY-NC-ND-4.0", "MIT", "Python-2.0.1"] {
        let expected =
            fs::read_to_string(repository().join(format!("tests/expected/prose/{id}.txt"))).unwrap();
        let version = first.library.models.get(id).unwrap().version;
        let path = format!("/licenselibrary/license/{id}/versions/{version}?format=text");
        assert_eq!(reading(&path), expected, "{id}");
    }
}

#[test]
fn every_version_has_its_own_reading() {
    let current = reading("/licenselibrary/license/Apache-2.0?format=text");
    assert_eq!(reading(&format!("{}?format=text", super::current_apache())), current);
    let first = reading("/licenselibrary/license/Apache-2.0/versions/1?format=text");
    assert!(first.contains("What you may do") && first.contains("not legal advice"));
    // Version 2 is the first to state it, see its change log.
    assert!(current.contains("Patent grant") && !first.contains("Patent grant"));
}

/// spec:version-1#license-record `svc:licenseText`. Only composed licenses are meant to state it, so the checks have to
/// be told of a record that does.
#[test]
fn a_stated_text_is_returned_unchanged() {
    let data = copy_of(&repository().join("tests/fixtures/small"));
    let text = "MEADOW LICENSE\n\n\tAnyone may graze here.  \n\"As is\" — without a fence.";
    let exception =
        "[[exception]]\ncheck = 9\nrecords = [\"Meadow-Permissive-1.0\"]\nreason = \"Shows a text.\"\n";
    fs::write(data.path().join("check-exceptions.toml"), exception).unwrap();
    let literal = text.replace('\n', "\\n").replace('\t', "\\t").replace('"', "\\\"");
    edit(
        &data.path().join("licenses/Meadow-Permissive-1.0.ttl"),
        "svc:validityType svc:perpetual ;",
        &format!("svc:licenseText \"{literal}\" ;\n    svc:validityType svc:perpetual ;"),
    );
    let site = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), site.path(), &[]);
    for below in ["", "/versions/1"] {
        let path = format!("/licenselibrary/license/Meadow-Permissive-1.0{below}?format=text");
        let answer = server.get(&path);
        answer.is(200).has("content-type", "text/plain; charset=utf-8");
        assert_eq!(answer.text(), text, "{path}");
    }
    let other = server.get("/licenselibrary/license/CC-BY-4.0?format=text");
    assert!(other.is(200).text().contains("What you may do"));
}
