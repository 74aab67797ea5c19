use super::{assert_parts, read, refused};
use crate::audit::{Component, LeftOut};
use crate::find::{Expressions, SpdxIndex};

pub(super) const COMPOSER_LOCK: &str = r#"{"_readme": ["This file locks the dependencies"], "content-hash": "0",
    "packages": [
        {"name": "monolog/monolog", "version": "3.7.0", "license": ["MIT"], "type": "library"},
        {"name": "a/dual", "version": "v1.0", "license": ["LGPL-2.1-only", "GPL-3.0-or-later"]},
        {"name": "a/mixed", "version": "dev-main", "license": ["MIT", "(ISC and BSD-3-Clause)", "Zlib or X11"]},
        {"name": "a/own", "license": ["proprietary"]},
        {"name": "a/none", "version": "2"}],
    "packages-dev": [{"name": "a/tool", "version": "9", "license": []}],
    "aliases": [], "minimum-stability": "stable", "plugin-api-version": "2.6.0"}"#;

#[test]
fn composer_lock() {
    assert_parts(
        COMPOSER_LOCK,
        &[
            ("monolog/monolog 3.7.0", "MIT"),
            ("a/dual v1.0", "LGPL-2.1-only OR GPL-3.0-or-later"),
            ("a/mixed dev-main", "MIT OR ((ISC and BSD-3-Clause)) OR (Zlib or X11)"),
            ("a/own", "proprietary"),
            ("a/none 2", ""),
            ("*a/tool 9", ""),
        ],
    );
    assert_parts(r#"{"packages": [], "packages-dev": []}"#, &[]);
    let one = |license: &str| {
        format!(r#"{{"packages": [{{"name": "a", "license": {license}}}], "packages-dev": []}}"#)
    };
    assert_parts(&one("null"), &[("a", "")]);
    assert_parts(&one("\"MIT\""), &[("a", "MIT")]);
    assert_parts(&one("[\"NONE\"]"), &[("a", "")]);
    assert_parts(&one(r#"["(GPL-3.0-only", "MIT)"]"#), &[("a", "(GPL-3.0-only, MIT)")]);
    refused(&one("[1]"), 1, "shape");
    refused(&one("[[\"MIT\"]]"), 1, "shape");
    refused(&one("{\"MIT\": 1}"), 1, "shape");
    refused("{\"packages-dev\": [],\n\"packages\": [{\"version\": \"1\"}]}", 2, "missing field `name`");
    refused("{\"packages-dev\": [], \"packages\": {}}", 1, "none of the known formats");
    refused("{\"packages\": []}", 1, "none of the known formats");
    refused("{\"packages-dev\": [], \"packages\": []", 1, "no JSON");
}

pub(super) const LICENSE_CHECKER: &str = r#"{
    "left-pad@1.3.0": {"licenses": "WTFPL", "repository": "https://a.example", "path": "/a", "licenseFile": "/a/COPYING"},
    "@scope/dual@2.0.0": {"licenses": "(MIT OR Apache-2.0)"},
    "several@1.0.0": {"licenses": ["MIT", "Apache-2.0"]},
    "guessed@1.0.0": {"licenses": "MIT*"},
    "guesses@1.0.0": {"licenses": ["MIT*", "BSD*"]},
    "half-guessed@1.0.0": {"licenses": ["MIT", "GPL*"]},
    "half-known@1.0.0": {"licenses": ["MIT", "UNKNOWN"]},
    "unknown@1.0.0": {"licenses": "UNKNOWN"},
    "custom@1.0.0": {"licenses": "Custom: https://a.example/LICENSE/MIT"},
    "closed@1.0.0": {"licenses": "UNLICENSED", "private": true},
    "empty@1.0.0": {"licenses": []}
}"#;

#[test]
fn license_checker() {
    assert_parts(
        LICENSE_CHECKER,
        &[
            ("left-pad 1.3.0", "WTFPL"),
            ("@scope/dual 2.0.0", "(MIT OR Apache-2.0)"),
            ("several 1.0.0", "MIT and Apache-2.0"),
            ("guessed 1.0.0", ""),
            ("guesses 1.0.0", ""),
            ("half-guessed 1.0.0", "MIT and GPL*"),
            ("half-known 1.0.0", "MIT and UNKNOWN"),
            ("unknown 1.0.0", ""),
            ("custom 1.0.0", "Custom: https://a.example/LICENSE/MIT"),
            ("closed 1.0.0", "UNLICENSED"),
            ("empty 1.0.0", ""),
        ],
    );
    let [LeftOut { number: 4, what: "license", .. }] = read(LICENSE_CHECKER).unwrap().left_out[..] else {
        panic!("four guesses are left out");
    };
    refused("{\"a@1\": {\"licenses\": 1}}", 1, "shape");
    refused("{\"a@1\": {\"licenses\": [\"MIT\", {}]}}", 1, "shape");
    refused("{\"a@1\": {\"licenses\": \"MIT\"},\n\"b@1\": {\"licenses\": {}}}", 2, "shape");
    refused(
        "{\"a@1\": {\"licenses\": \"MIT\"}, \"b\": {\"licenses\": \"MIT\"}}",
        1,
        "none of the known formats",
    );
    refused("{\"@a\": {\"licenses\": \"MIT\"}}", 1, "none of the known formats");
    refused("{\"a@1\": {\"license\": \"MIT\"}}", 1, "none of the known formats");
    refused("{\"a@1\": {\"licenses\": \"MIT\"}", 1, "no JSON");
}

pub(super) const PIP_LICENSES: &str = r#"[
    {"License": "BSD License", "Name": "click", "Version": "8.3.1"},
    {"License": "Apache Software License; BSD License", "Name": "packaging", "Version": "24.0"},
    {"License": "UNKNOWN", "Name": "nothing", "Version": "1"},
    {"License": "MIT License; UNKNOWN", "Name": "half", "Version": "1"},
    {"License": "License :: OSI Approved :: GNU General Public License v3 (GPLv3);MIT", "Name": "raw", "Version": "1"},
    {"License": "GPL-3.0-only :: MIT", "Name": "joined", "Version": "1"},
    {"License": "MIT License\n\nPermission is granted; MIT", "Name": "text", "Version": "1"},
    {"License": "Apache-2.0 OR MIT", "Name": "dual", "Version": "1", "URL": "https://a.example"}
]"#;

#[test]
fn pip_licenses() {
    assert_parts(
        PIP_LICENSES,
        &[
            ("click 8.3.1", "BSD License"),
            ("packaging 24.0", "Apache Software License and BSD License"),
            ("nothing 1", ""),
            ("half 1", "MIT License and UNKNOWN"),
            ("raw 1", "GNU General Public License v3 (GPLv3) and MIT"),
            ("joined 1", "GPL-3.0-only :: MIT"),
            ("text 1", ""),
            ("dual 1", "Apache-2.0 OR MIT"),
        ],
    );
    refused("[]", 1, "JSON list");
    refused("[1, 2]", 1, "JSON list");
    refused("[[{\"License\": \"MIT\"}]]", 1, "TOML");
    refused("[{\"License\": \"MIT\", \"Name\": \"a\"}]", 1, "JSON list");
    refused("[{\"License\": [], \"Name\": \"a\", \"Version\": \"1\"}]", 1, "shape");
    refused(
        "[{\"License\": \"\", \"Name\": \"a\", \"Version\": \"1\"},\n{\"License\": \"MIT\"}]",
        2,
        "missing field `Name`",
    );
    refused("[{\"License\": \"MIT\", \"Name\": \"a\", \"Version\": \"1\"}", 1, "no JSON");
    let all = "[{\"License-Classifier\": \"MIT\", \"License-Metadata\": \"MIT\", \"Name\": \"a\", \"Version\": \"1\"}]";
    refused(all, 1, "--from=mixed");
}

/// What the tools write for no license, a guess and a text of one's own is a single name, and not a choice.
#[test]
fn names_of_no_license_are_no_expressions_of_others() {
    let spdx = SpdxIndex::default();
    for text in [
        "GPL*",
        "UNKNOWN",
        "NONE",
        "UNLICENSED",
        "Custom: https://a.example/LICENSE/MIT",
        "Custom: LICENSE/MIT",
    ] {
        let expression = Expressions::new(&spdx).read(text).clone();
        let names: Vec<&str> = expression.licenses().iter().map(|license| license.name.as_str()).collect();
        assert_eq!(names, [text]);
    }
}

#[test]
fn names_beside_a_stated_one_stay() {
    let all = |licenses: &[&str]| {
        Component::with_all("a", None, licenses.iter().map(|text| (*text).to_owned())).licenses
    };
    assert_eq!(all(&["MIT", "NONE"]), ["MIT", "NONE"]);
    assert_eq!(all(&["License :: A :: GPL", "MIT", " "]), ["License :: A :: GPL", "MIT"]);
    assert!(all(&["NONE", "NOASSERTION"]).is_empty());
}
