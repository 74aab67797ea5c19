//! Sources and papers cite the specification as `spec:PAGE#ANCHOR`, the address `/documentation/PAGE#ANCHOR`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::root;

/// Old forms of citations of internal documents.
const OLD_FORMS: [&str; 6] = ["document 1", "document 2", "v1 §", "v2 §", "`decisions.md", "client-contract"];

/// The documents of others, whose sections are cited by number.
const OTHERS: [&str; 2] = ["RFC ", "SPDX 2.3"];

/// The pages by name, each with the anchors of its headings.
fn pages() -> BTreeMap<String, BTreeSet<String>> {
    let folder = root().join("templates/specification");
    let pages = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let headings = text.lines().filter(|line| line.starts_with("##"));
        let anchor = |line: &str| Some(line.rsplit_once("{#")?.1.strip_suffix('}')?.to_owned());
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), headings.filter_map(anchor).collect())
    });
    pages.collect()
}

/// Every file whose words are ours, but this one.
fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        let is_root = folder == root();
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let is_ours = !is_root || ["compiler", "server", "tests", "templates"].contains(&name);
            if path.is_dir() {
                if is_ours && !["node_modules", "target", "assets"].contains(&name) {
                    folders.push(path);
                }
            } else if ["rs", "mjs", "js", "py", "md", "html"]
                .iter()
                .any(|known| path.extension().is_some_and(|e| e == *known))
                && !path.ends_with("house/citations.rs")
            {
                files.push(path);
            }
        }
    }
    files.push(root().join("data/README.md"));
    files.sort();
    files
}

/// The citations of a line, as page and anchor; a page can be cited whole.
fn citations(line: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '#';
    line.split("spec:").skip(1).filter_map(move |rest| {
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let cited = rest.get(..end).filter(|cited| !cited.is_empty())?;
        Some(cited.split_once('#').map_or((cited, None), |(page, anchor)| (page, Some(anchor))))
    })
}

fn is_of_the_old_form(line: &str) -> bool {
    let lower = line.to_lowercase();
    let is_numbered = line.split('§').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    OLD_FORMS.iter().any(|old| lower.contains(old))
        || (is_numbered && !OTHERS.iter().any(|other| line.contains(other)))
}

#[test]
fn every_citation_leads_to_a_section_of_the_specification() {
    let (pages, mut count, mut faults) = (pages(), 0, Vec::new());
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let mut fault =
                |what: &str| faults.push(format!("{}:{number}: {what}: {}", place(&file), line.trim()));
            for (page, anchor) in citations(line) {
                count += 1;
                match pages.get(page) {
                    None => fault("no such page"),
                    Some(anchors) if !anchor.is_none_or(|anchor| anchors.contains(anchor)) => {
                        fault("no such section");
                    }
                    Some(_) => {}
                }
            }
            if is_of_the_old_form(line) {
                fault("cite the specification as `spec:PAGE#ANCHOR`");
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(count > 300, "only {count} citations were found");
}

fn place(file: &Path) -> String {
    file.strip_prefix(root()).unwrap_or(file).display().to_string()
}

#[test]
fn citations_and_old_forms_are_told_apart() {
    let line = "//! The answer (spec:version-2#negotiation rule 2, spec:releases).";
    let found: Vec<_> = citations(line).collect();
    assert_eq!(found, [("version-2", Some("negotiation")), ("releases", None)]);
    assert_eq!(citations("`spec:PAGE#ANCHOR`").count(), 0);
    for old in [
        "(document 1 §2.8)",
        "/// v2 §4: lists.",
        "// §4.4 step 1",
        "Document 1, operations 7 to 10",
        "`decisions.md`: so",
    ] {
        assert!(is_of_the_old_form(old), "{old}");
    }
    for other in ["(RFC 9110 §12.5.3)", "a line that begins with `§ 3`", line] {
        assert!(!is_of_the_old_form(other), "{other}");
    }
}
