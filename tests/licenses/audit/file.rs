//! The file is read as it is described, and every fault of it is told with its line.

use std::fmt::Write;

use muniment_licenses::audit::{AuditFile, Corrections, PartSelector};
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::{Context, Purpose, Shipping, Use};

use super::file;

const WHOLE: &str = r#"
[work]
license = "mit"
use = "merged"
ship = "service"
purpose = "research"
prefer = ["Apache-2.0", "MIT", "mit"]

[[parts]]
name = "left-pad"
version = "1.*"
license = "WTFPL OR LicenseRef-own"
reason = " The file says so. "
until = "2027-01-31"

[[parts]]
purl = "pkg:npm/left-*"
use = "aggregated"
modified = false
reason = "It is a program of its own."
until = 2027-01-31

[[exceptions]]
licenses = ["GPL-2.0-only", "proprietary"]
reason = "We asked."
expires = 2027-06-30
"#;

/// Line and a part of the message of every fault.
#[track_caller]
fn assert_faults(text: &str, expected: &[(usize, &str)]) {
    let start: String = text.chars().take(300).collect();
    let faults = file(text).err().unwrap();
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, expected.iter().map(|(line, _)| *line).collect::<Vec<_>>(), "{start}: {faults:?}");
    for (fault, (_, told)) in faults.iter().zip(expected) {
        assert!(fault.to_string().contains(told) && !fault.remedy.is_empty(), "{start}: {fault}");
    }
}

/// The faults of one entry, whose first key is on line 2.
#[track_caller]
fn assert_part_faults(keys: &str, expected: &[(usize, &str)]) {
    assert_faults(&format!("[[parts]]\n{keys}\n"), expected);
}

#[test]
fn a_whole_file() {
    let read = file(WHOLE).unwrap();
    let preferred: Vec<&str> = read.work.preferred.iter().map(|id| LicenseId::as_str(id)).collect();
    assert_eq!((read.work.license, preferred.as_slice()), (Some("MIT"), &["Apache-2.0", "MIT"][..]));
    let context = read.work.within(Context { modified: true, ..Context::default() });
    let expected = Context {
        usage: Use::Merged,
        shipping: Shipping::Service,
        modified: true,
        purpose: Purpose::Research,
    };
    assert_eq!(context, expected);
    assert!(read.has_expiry() && read.corrections.has_expiry() && read.exceptions.has_expiry());
    let entries = read.corrections.entries();
    let told: Vec<String> = entries.iter().map(ToString::to_string).collect();
    let expected = ["left-pad 1.*: WTFPL OR LicenseRef-own", "pkg:npm/left-*: aggregated, not modified"];
    assert_eq!(told, expected);
    assert_eq!(entries[0].part, PartSelector::Name("left-pad".to_owned()));
    assert_eq!((&*entries[0].reason, entries[0].until), ("The file says so.", entries[1].until));
}

#[test]
fn an_empty_file_says_nothing() {
    let read = file("# nothing\n").unwrap();
    assert_eq!(read.work.within(Context::default()), Context::default());
    assert!(!read.has_expiry() && read.corrections.entries().is_empty());
    assert_eq!(file("[work]\nlicense = \"Proprietary\"").unwrap().work.license, Some("proprietary"));
}

#[test]
fn every_fault_is_told() {
    assert_faults(
        "[work]\nlicense = \"No-such\"\nuse = \"linked\"\nship = 3\npurpose = [\"research\"]\n\
         prefer = [\"MIT\", 4, \"No-such\"]\ncolour = 1\n[works]\n[[parts]]\nname = \"a\"\n\
         [[exceptions]]\nreason = \"r\"\n[[exceptions]]\nlicense = \"MIT\"\nreason = \"r\"\n",
        &[
            (2, "there is no license `No-such`"),
            (3, "`linked` is no value of `use`; the values are `merged`, `combined`, `aggregated`"),
            (4, "`ship` is a text, and here is a value of type integer"),
            (5, "`purpose` is a text"),
            (6, "`prefer` is a list of texts"),
            (6, "there is no license `No-such`"),
            (7, "`[work]` has no key `colour`"),
            (8, "the file has no key `works`"),
            (9, "corrects nothing"),
            (9, "has no `reason`"),
            (11, "an exception has either"),
            (14, "unknown field `license`"),
        ],
    );
}

#[test]
fn what_is_no_toml() {
    let faults = file("[work\nlicense = \n[[parts]]\nname = 'a\n").unwrap_err();
    assert!(faults.len() > 1 && faults.iter().all(|fault| fault.remedy.contains("TOML")), "{faults:?}");
    for text in
        ["work = 1", "work = []", "parts = 1", "parts = [1]", "exceptions = {}", "parts = {name = 'a'}"]
    {
        assert_eq!(file(text).unwrap_err().len(), 1, "{text}");
    }
    assert!(file(&"[".repeat(100_000)).is_err() && file(&format!("a = {}", "[".repeat(100_000))).is_err());
    assert!(file("a = 1\u{0}").is_err());
}

#[test]
fn faulty_entries() {
    let rest = "modified = true\nreason = \"r\"";
    assert_part_faults(rest, &[(1, "either `name` or `purl`")]);
    assert_part_faults(&format!("name = 'a'\npurl = 'pkg:npm/a'\n{rest}"), &[(1, "either `name` or `purl`")]);
    assert_part_faults(&format!("name = ' '\n{rest}"), &[(2, "the name is empty")]);
    assert_part_faults(&format!("name = ['a']\n{rest}"), &[(2, "`name` is a text")]);
    assert_part_faults(&format!("purl = 'npm/a@*'\n{rest}"), &[(2, "`npm/a@*` is no package URL")]);
    assert_part_faults("name = 'a'\nmodified = true", &[(1, "has no `reason`")]);
    for empty in ["  ", "\u{200b}", "..."] {
        let entry = format!("name = 'a'\nmodified = true\nreason = '{empty}'");
        assert_part_faults(&entry, &[(4, "the reason is empty")]);
    }
    assert_part_faults(
        "name = 'a'\nmodified = 'yes'\nreason = 'r'",
        &[(3, "`modified` is `true` or `false`")],
    );
    assert_part_faults("name = 'a'\nreason = 'r'", &[(1, "corrects nothing")]);
    assert_part_faults(&format!("name = 'a'\nuntil = 'soon'\n{rest}"), &[(3, "`soon` is no day")]);
    assert_part_faults(&format!("name = 'a'\nuntil = 2027-01-31T00:00:00\n{rest}"), &[(3, "is no day")]);
    assert_part_faults(&format!("name = 'a'\nuntil = 2027\n{rest}"), &[(3, "`until` is a day")]);
    assert_part_faults(
        &format!("name = 'a'\nrule = 'kept'\n{rest}"),
        &[(3, "`[[parts]]` has no key `rule`")],
    );
    for range in [">=1.0, <2", "^1", "~1.2", "1 || 2", "1.0 - 2.0", "", "!=1"] {
        assert_part_faults(
            &format!("name = 'a'\nversion = '{range}'\n{rest}"),
            &[(3, "ranges are not read")],
        );
    }
    for license in ["MIT OR", "(MIT", "a license of mine", "AND"] {
        let entry = format!("name = 'a'\nlicense = '{license}'\nreason = 'r'");
        assert_part_faults(&entry, &[(3, "no SPDX expression")]);
    }
    for license in ["NONE", " noassertion", ""] {
        let entry = format!("name = 'a'\nlicense = '{license}'\nreason = 'r'");
        assert_part_faults(&entry, &[(3, "states no license")]);
    }
}

#[test]
fn two_entries_for_the_same_names() {
    let entry = |keys: &str| format!("[[parts]]\n{keys}\nmodified = true\nreason = 'r'\n");
    let twice = entry("name = 'a'\nversion = '1'") + &entry("name = 'a'\nversion = '1'");
    assert_faults(&twice, &[(6, "names the same parts")]);
    let others = ["name = 'a'", "name = 'a'\nversion = '1'", "purl = 'pkg:npm/a'", "purl = 'pkg:npm/b'"];
    let others: String = others.iter().map(|keys| entry(keys)).collect();
    assert_eq!(file(&others).unwrap().corrections.entries().len(), 4);
}

#[test]
fn absurd_sizes() {
    let entries = |number: usize, name: &dyn Fn(usize) -> String| {
        (0..number).fold(String::new(), |mut text, place| {
            let name = name(place);
            write!(text, "[[parts]]\n{name}\nmodified=true\nreason='r'\n").unwrap();
            text
        })
    };
    let named = |place: usize| format!("name='{place}'");
    assert!(file(&entries(Corrections::MOST, &named)).is_ok());
    assert_eq!(file(&entries(Corrections::MOST + 1, &named)).unwrap_err().len(), 1);
    let patterns = |place: usize| format!("purl='pkg:{place}*'");
    assert!(file(&entries(Corrections::MOST_PATTERNS, &patterns)).is_ok());
    let faults = file(&entries(Corrections::MOST_PATTERNS + 9, &patterns)).unwrap_err();
    assert_eq!((faults.len(), faults[0].line), (1, Corrections::MOST_PATTERNS * 4 + 1));
    assert_faults(&format!("#{}", "a".repeat(AuditFile::MOST_BYTES)), &[(1, "more than 1 MiB")]);
    let long = format!("name = 'a'\nlicense = '{}'\nreason = 'r'", "a".repeat(5000));
    assert_part_faults(&long, &[(3, "more than 4096 bytes")]);
    let long = format!("purl = 'pkg:{}'\nmodified = true\nreason = 'r'", "a".repeat(5000));
    assert_part_faults(&long, &[(2, "…` is no package URL of at most 2048 bytes")]);
}

/// The time to tell of faults does not grow with the square of their number.
#[test]
fn many_faults() {
    let keys: String = (0..50_000).map(|place| format!("k{place} = 1\n")).collect();
    assert_eq!(file(&keys).unwrap_err().len(), 50_000);
    let entries = "[[parts]]\n".repeat(10_000);
    assert_eq!(file(&entries).unwrap_err().len(), 30_000);
}
