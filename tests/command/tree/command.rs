//! The command as people and scripts meet it.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use muniment_rdf::ContentHash;
use serde_json::Value;
use tempfile::tempdir;

use super::{build, build_well, build_well_with, copy, edit, files, muniment, small, stderr, verify};

const VERBS: [&str; 12] = [
    "check", "build", "hash", "verify", "diff", "reason", "audit", "matrix", "review", "release", "sign",
    "fmt",
];

#[test]
fn every_verb_explains_itself_with_an_example() {
    for verb in VERBS {
        let output = muniment().args([verb, "--help"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{verb}");
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(help.contains("Example") && help.contains(&format!("muniment {verb}")), "{help}");
    }
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in
        [&["unheard-of"][..], &["hash"], &["build", "--unheard-of"], &["release", "--date", "tomorrow"]]
    {
        assert_eq!(muniment().args(arguments).output().unwrap().status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn hash_prints_the_hash_or_the_text_it_is_of() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("tree.ttl");
    fs::write(&file, "<http://a/> <http://b/> [ <http://c/> 'x'@EN ] . <http://other/> <http://b/> 1 .")
        .unwrap();
    let run = |arguments: &[&str]| {
        let output = muniment().arg("hash").arg(&file).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["--nt"]);
    assert_eq!(text.lines().count(), 3);
    assert_eq!(run(&[]), format!("{}\n", ContentHash::of(&text)));
    let closure = run(&["--subject", "http://a/", "--nt"]);
    assert_eq!(closure.lines().count(), 2);
    assert_eq!(run(&["--subject", "http://a/"]), format!("{}\n", ContentHash::of(&closure)));
}

#[test]
fn hash_refuses_what_has_none() {
    let folder = tempdir().unwrap();
    for (name, text, told) in [
        ("shared.ttl", "<http://a/> <http://b/> _:x ; <http://c/> _:x .", "object of two triples"),
        ("loop.ttl", "_:x <http://b/> _:x .", "loops"),
        ("broken.ttl", "<http://a/>\n<http://b/> ;", "broken.ttl:2:"),
        ("broken.jsonld", "{\"@id\": ", "not valid JSON-LD"),
        ("broken.rdf", "<rdf", "not valid RDF/XML"),
        ("file.txt", "x", "does not end in"),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        let output = muniment().arg("hash").arg(&file).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains(told), "{name}: {}", stderr(&output));
    }
    let deep = folder.path().join("deep.ttl");
    let text =
        format!("<http://a/> <http://b/> {}1 {}.", "[ <http://c/> ".repeat(10_000), "] ".repeat(10_000));
    fs::write(&deep, text).unwrap();
    assert!(
        muniment().arg("hash").arg(&deep).output().unwrap().status.success(),
        "a chain of 10,000 blank nodes"
    );
}

#[test]
fn check_reports_faults_as_text_and_as_json() {
    let data = tempdir().unwrap();
    copy(&small(), data.path());
    edit(&data.path().join("licenses/CC-BY-4.0.ttl"), "dct:publisher \"", "dct:publisher \" ");
    let run = |format: &str| {
        muniment().args(["check", "--format", format, "--data"]).arg(data.path()).output().unwrap()
    };
    let text = run("text");
    assert_eq!(text.status.code(), Some(1));
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("check 21") && text.contains("help:") && text.contains("1 error, 0 warnings"),
        "{text}"
    );
    let json: Value = serde_json::from_slice(&run("json").stdout).unwrap();
    let fault = &json[0];
    assert_eq!(fault["check"], 21);
    assert_eq!(fault["file"], "licenses/CC-BY-4.0.ttl");
    assert!(fault["line"].as_u64() > Some(0) && fault["column"].as_u64() > Some(0), "{fault}");
    for key in ["severity", "message", "help", "model"] {
        assert!(fault[key].is_string(), "{key}");
    }
}

#[test]
fn lenient_builds_what_can_be_read_and_tells_the_rest() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    // As found in the wild: a byte order mark, a file that is no Turtle, no vocabulary, no reviews, no logs.
    for folder in ["vocabulary", "reviews", "history"] {
        fs::remove_dir_all(data.path().join(folder)).unwrap();
    }
    let record = data.path().join("licenses/CC-BY-4.0.ttl");
    let text = fs::read(&record).unwrap();
    fs::write(&record, [b"\xef\xbb\xbf".as_slice(), &text].concat()).unwrap();
    fs::write(data.path().join("licenses/Broken.ttl"), "this is not Turtle").unwrap();
    let strict = build(data.path(), out.path());
    assert_eq!(strict.status.code(), Some(1));
    let lenient = muniment()
        .args(["build", "--lenient", "--data"])
        .arg(data.path())
        .arg("--out")
        .arg(out.path())
        .output()
        .unwrap();
    assert!(lenient.status.success(), "{}", stderr(&lenient));
    assert!(stderr(&lenient).contains("byte order mark") && stderr(&lenient).contains("not valid Turtle"));
    assert!(verify(out.path()).status.success());
    assert!(out.path().join("current/v2/licenses/CC-BY-4.0/index.ttl").is_file());
    assert!(!out.path().join("current/v2/licenses/Broken").exists());
}

#[test]
fn an_unregistered_state_is_not_published() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    let publish = || {
        muniment()
            .args(["build", "--publish", "--data"])
            .arg(data.path())
            .arg("--out")
            .arg(out.path())
            .output()
            .unwrap()
    };
    let refused = publish();
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("is not registered"), "{}", stderr(&refused));
    let release = || {
        muniment()
            .args(["release", "--application-version", "9.9.9", "--date", "2026-11-20", "--data"])
            .arg(data.path())
            .output()
            .unwrap()
    };
    assert!(release().status.success());
    let again = release();
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("registered already"), "{}", stderr(&again));
    assert!(publish().status.success());
    let releases: Vec<_> = fs::read_dir(data.path().join("releases")).unwrap().collect();
    assert_eq!(releases.len(), 1);
    let file: Value =
        serde_json::from_slice(&fs::read(releases[0].as_ref().unwrap().path()).unwrap()).unwrap();
    let id = file["release"].as_str().unwrap();
    let answer = fs::read(out.path().join(format!("current/v2/releases/{id}/index.json"))).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&answer).unwrap(), file);
    assert_eq!(file["application_version"], "9.9.9");
}

#[test]
fn fmt_changes_layout_and_never_a_triple() {
    let data = tempdir().unwrap();
    copy(&small(), data.path());
    let record = data.path().join("licenses/CC-BY-4.0.ttl");
    let hash = |file: &std::path::Path| muniment().arg("hash").arg(file).output().unwrap().stdout;
    let (styled, before) = (fs::read(&record).unwrap(), hash(&record));
    edit(&record, " ;\n    ", " ; ");
    let run = |arguments: &[&str]| {
        muniment().arg("fmt").args(arguments).arg("--data").arg(data.path()).output().unwrap()
    };
    assert_eq!(run(&["--check"]).status.code(), Some(1));
    assert!(run(&[]).status.success());
    assert_eq!(run(&["--check"]).status.code(), Some(0));
    assert_eq!(fs::read(&record).unwrap(), styled);
    assert_eq!(hash(&record), before);
}

#[test]
fn diff_tells_two_versions_apart_statement_by_statement() {
    let output =
        muniment().args(["diff", "Meadow-Reciprocal-2.0-only", "--data"]).arg(small()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "they differ");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("+ svc:curePeriod \"30 days\""), "{text}");
    assert!(text.contains("- prohibition svc:promote"), "{text}");
    assert!(text.contains("~ permission odrl:distribute with duties [cc:Attribution, cc:Notice, cc:SourceCode]\n    was permission odrl:distribute with duties [cc:Attribution, cc:Notice]"), "{text}");
    let same = muniment().args(["diff", "CC-BY-4.0", "CC-BY-4.0", "--data"]).arg(small()).output().unwrap();
    assert_eq!(same.status.code(), Some(0));
    let named = ["diff", "Meadow-Reciprocal-2.0-only@1", "--data"];
    let since_the_first = muniment().args(named).arg(small()).output().unwrap();
    assert_eq!(
        String::from_utf8(since_the_first.stdout).unwrap(),
        text,
        "an old version against the current one"
    );
}

#[test]
fn review_never_overwrites_what_a_person_has_read() {
    let data = tempdir().unwrap();
    copy(&small(), data.path());
    let before = files(&data.path().join("reviews"));
    let read_by_people = before
        .values()
        .filter(|bytes| String::from_utf8_lossy(bytes).contains("text_retrieved = true"))
        .count();
    assert!(read_by_people > 0);
    let output = muniment()
        .args(["review", "--all", "--date", "2026-11-20", "--data"])
        .arg(data.path())
        .output()
        .unwrap();
    let after = files(&data.path().join("reviews"));
    for (path, bytes) in &before {
        if String::from_utf8_lossy(bytes).contains("text_retrieved = true") {
            assert_eq!(after.get(path), Some(bytes), "{}", path.display());
        }
    }
    let _ = output;
    let made: Vec<_> = after.values().filter(|bytes| !before.values().any(|b| b == *bytes)).collect();
    assert!(made.iter().all(|bytes| String::from_utf8_lossy(bytes).contains("text_retrieved = false")));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = muniment()
        .args(["check", "--data"])
        .arg(small())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    std::io::stdout().flush().unwrap();
}

/// spec:version-2#discovery: the banner of a deployment without a server.
#[test]
fn a_tree_built_with_a_notice_has_it_on_every_page() {
    let (data, out) = (tempdir().unwrap(), tempdir().unwrap());
    copy(&small(), data.path());
    let site = data.path().join("site.toml");
    let text = fs::read_to_string(&site).unwrap();
    fs::write(&site, format!("{text}\n[notice]\ntext = \"Of the library\"\nclosable = true\n")).unwrap();
    let current = out.path().join("current");
    let page = |path: &str| fs::read_to_string(current.join(path).join("index.html")).unwrap();
    let pages = ["", "license-library/CC-BY-4.0", "documentation"];
    build_well(data.path(), out.path());
    for path in pages {
        assert!(
            page(path).contains(">Of the library<script type=\"module\" src=\"/assets/notice.js\">"),
            "{path}"
        );
    }
    build_well_with(&["--notice", "Of the deployment"], data.path(), out.path());
    for path in pages {
        let page = page(path);
        assert!(page.contains(" data-closable>Of the deployment<"), "{path}");
        assert!(!page.contains("Of the library"), "{path}");
    }
    let read =
        |path: &str| -> Value { serde_json::from_slice(&fs::read(current.join(path)).unwrap()).unwrap() };
    let discovery = read("v2/index.json");
    assert_eq!(
        (&discovery["notice"], &discovery["notice_closable"]),
        (&"Of the deployment".into(), &true.into())
    );
    assert_eq!(read("_edge/manifest.json")["notice"], "Of the deployment");
    let verified = verify(out.path());
    assert!(verified.status.success(), "{}", stderr(&verified));
}
