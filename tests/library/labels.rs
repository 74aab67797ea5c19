//! `templates/labels.txt`: every label of the pages in one file, so that a person can read them in a row.
#![expect(clippy::string_slice, reason = "a search found every place at which a text is cut")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::data;

/// `BLESS=1` writes the file anew.
#[test]
fn every_label_stands_in_one_file() {
    let root = data().join("..");
    let mut found = String::from(
        "Every label of the pages, file by file, `…` where a page fills something in. It is written by\n\
         `BLESS=1 cargo test --release -p muniment-library --test library labels`; change the words where they stand.\n\
         What pages say of acts stands in `words.toml`.\n",
    );
    for (folder, suffix) in [
        ("templates", "html"),
        ("templates/assets", "js"),
        ("compiler/pages/src", "rs"),
        ("server/src/site", "rs"),
    ] {
        for file in files(&root.join(folder), suffix) {
            let source = fs::read_to_string(&file).unwrap();
            let labels = if suffix == "html" { of_template(&source) } else { of_program(&source) };
            if !labels.is_empty() {
                let name = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                write!(found, "\n== {name}\n{}\n", labels.join("\n")).unwrap();
            }
        }
    }
    let kept = root.join("templates/labels.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&kept, &found).unwrap();
        return;
    }
    let kept = fs::read_to_string(&kept).unwrap();
    let other = kept.lines().zip(found.lines()).find(|(kept, found)| kept != found);
    assert!(kept == found, "`templates/labels.txt` is not up to date, first at {other:?}: run with BLESS=1");
}

/// Files with a suffix below a folder, in the order of their names. Programs of others have folders of their own.
fn files(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() && suffix != "js" {
            files.extend(self::files(&entry, suffix));
        } else if entry.extension().is_some_and(|found| found == suffix) && !entry.ends_with("tests.rs") {
            files.push(entry);
        }
    }
    files
}

/// Elements within a line of text.
const INLINE: [&str; 14] =
    ["a", "abbr", "b", "bdi", "br", "code", "em", "kbd", "mark", "q", "small", "span", "strong", "time"];

/// Attributes that a person reads or hears.
const READ: [&str; 6] = ["alt", "aria-label", "content", "label", "placeholder", "title"];

/// The texts of a template, its attributes and the words that it hands to macros.
fn of_template(source: &str) -> Vec<String> {
    let mut labels = Labels::default();
    let mut rest = source;
    while let Some(start) = rest.find(['{', '<']) {
        labels.text.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = match rest.as_bytes() {
            [b'{', b'{', ..] => "}}",
            [b'{', b'%', ..] => "%}",
            [b'{', b'#', ..] => "#}",
            [b'<', ..] => ">",
            _ => "{",
        };
        let length = if end == ">" { tag_length(rest) } else { length_to(rest, end) };
        let (tag, after) = rest.split_at(length);
        match end {
            "}}" => labels.fill(tag),
            "%}" => labels.others.extend(of_program(tag)),
            ">" => labels.element(tag),
            "{" => labels.text.push_str(tag),
            _ => {}
        }
        rest = after;
    }
    labels.text.push_str(rest);
    labels.end_line();
    labels.lines
}

fn length_to(rest: &str, end: &str) -> usize {
    rest.find(end).map_or(rest.len(), |at| at + end.len())
}

/// Bytes of the tag at the start. `>` in a statement of the template does not end it.
fn tag_length(rest: &str) -> usize {
    let mut length = 0;
    loop {
        let to_end = length_to(&rest[length..], ">");
        match rest[length..length + to_end].find("{%") {
            Some(at) => length += at + length_to(&rest[length + at..], "%}"),
            None => return length + to_end,
        }
    }
}

/// The labels of a template as far as it is read.
#[derive(Default)]
struct Labels {
    lines: Vec<String>,
    /// The text of the present line.
    text: String,
    /// What follows the line: attributes, words of expressions.
    others: Vec<String>,
}

impl Labels {
    fn fill(&mut self, expression: &str) {
        self.text.push('…');
        self.others.extend(of_program(expression));
    }

    fn element(&mut self, tag: &str) {
        let name = tag.trim_start_matches(['<', '/']);
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        if !INLINE.contains(&name) {
            self.end_line();
        }
        for attribute in READ {
            let Some((_, value)) = tag.split_once(&format!(" {attribute}=\"")) else { continue };
            let value = value.split('"').next().unwrap_or_default();
            self.others.push(format!("[{attribute}] {value}"));
        }
    }

    fn end_line(&mut self) {
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.text.clear();
        self.lines.extend(is_read(&text).then_some(text));
        self.lines.append(&mut self.others);
    }
}

/// What stands before a string of a script that names elements or classes.
const FOR_PROGRAMS: [&str; 7] =
    ["class:", "className:", "className =", "querySelector(", "querySelectorAll(", "closest(", "matches("];

/// Whether a person reads a text: it has a word.
fn is_read(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 1)
}

/// The strings of a program that are words for a person, without its tests and comments.
fn of_program(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut labels = Vec::new();
    let mut characters = source.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '/' if source[at..].starts_with("//") && !source[..at].ends_with(':') => {
                while characters.next_if(|(_, c)| *c != '\n').is_some() {}
            }
            '\'' if source[at..].starts_with("'\"'") => {
                characters.next();
                characters.next();
            }
            '"' | '`' => {
                let mut text = String::new();
                while let Some((_, c)) = characters.next_if(|(_, c)| *c != character) {
                    text.push(c);
                    if c == '\\' {
                        text.extend(characters.next().map(|(_, c)| c));
                    }
                }
                characters.next();
                let before = source[..at].trim_end();
                labels.extend(
                    sentence(&text).filter(|_| !FOR_PROGRAMS.iter().any(|word| before.ends_with(word))),
                );
            }
            _ => {}
        }
    }
    labels
}

/// A string as a person reads it, if it is for one: it has two words, and no mark of a program.
fn sentence(text: &str) -> Option<String> {
    let text = text.replace("\\\n", " ").replace("\\u{2019}", "’").replace("\\\"", "\"").replace("\\n", " ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = text.split(' ').filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    let is_program = ["</", "=\"", "://", "::", "; ", "[data", "=${", "..", " > ", "{:?}", "input"]
        .iter()
        .any(|mark| text.contains(mark));
    (words > 1 && !is_program && text.starts_with(|c: char| c.is_alphanumeric() || "“{ ,.:".contains(c)))
        .then_some(text)
}
