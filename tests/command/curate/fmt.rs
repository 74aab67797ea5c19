use std::fs;

use crate::curate::desk::{Desk, FILE};

const ARCHIVED: &str = "history/licenses/Meadow-Reciprocal-2.0-only/v1.ttl";

#[test]
fn house_style_is_reached_in_one_step_and_archives_stay() {
    let desk = Desk::new();
    desk.run(&["fmt", "--check"]).well();
    let whole = desk.files();
    desk.edit(FILE, "cc:jurisdiction svc:worldwide ;\n    ", "");
    desk.edit(FILE, "dct:hasVersion \"1\" ;", "dct:hasVersion \"1\" ;   cc:jurisdiction svc:worldwide ;");
    let archived = desk.read(ARCHIVED).replace("    ", "\t");
    desk.write(ARCHIVED, &archived);
    let check = desk.run(&["fmt", "--check"]);
    assert_eq!((check.code, check.text), (1, format!("{}\n", desk.data().join(FILE).display())));
    desk.run(&["fmt"]).well();
    assert_eq!(desk.files()[FILE], whole[FILE]);
    assert_eq!(desk.read(ARCHIVED), archived, "archived versions are never styled");
}

#[test]
fn fmt_removes_byte_order_marks_and_carriage_returns() {
    let desk = Desk::new();
    let whole = desk.files();
    let windows = format!("\u{feff}{}", desk.read(FILE).trim_end().replace('\n', "\r\n"));
    desk.write(FILE, &windows);
    assert_eq!(desk.faults().len(), 3, "{:?}", desk.faults());
    desk.run(&["fmt"]).well();
    assert_eq!(desk.files(), whole);
}

#[test]
fn comments_are_never_lost() {
    let desk = Desk::new();
    desk.edit(FILE, "# Author", "# Read on paper\n# Author");
    desk.run(&["fmt"]).well();
    assert!(desk.read(FILE).contains("# Read on paper\n# Author"), "those at the head stay");
    desk.edit(FILE, "dct:publisher", "# not sure\n    dct:publisher");
    desk.refuses_for_findings(&["fmt"], "a comment here would be lost");
    let other = "licenses/CC-BY-4.0.ttl";
    desk.edit(other, "dct:publisher", "# nor here\n    dct:publisher");
    desk.refuses_for_findings(&["fmt"], &format!("`{FILE}`"));
    desk.refuses_for_findings(&["fmt"], &format!("`{other}`"));
}

#[test]
fn unreadable_files_are_skipped_and_the_others_are_formatted() {
    let desk = Desk::new();
    let broken = desk.read("licenses/CC-BY-4.0.ttl").replace("odrl:Set ;", "odrl:Set ; ; ;.");
    desk.write("licenses/CC-BY-4.0.ttl", &broken);
    desk.edit(FILE, " ;\n    dct:modified", "   ;\n    dct:modified");
    let said = desk.run(&["fmt"]);
    assert_eq!(said.code, 1);
    assert!(
        said.text
            .starts_with(&format!("{}\n1 file brought into house style\n", desk.data().join(FILE).display())),
        "{}",
        said.text
    );
    // Messages are folded at the width of a line, in which the path stands too.
    let words: Vec<&str> = said.text.split_whitespace().filter(|word| *word != "│").collect();
    assert!(words.join(" ").contains("; is not a valid RDF object"), "{}", said.text);
    assert_eq!(desk.read("licenses/CC-BY-4.0.ttl"), broken);
}

#[test]
fn second_links_left_by_a_kill_are_removed_and_never_written() {
    let desk = Desk::new();
    desk.edit(FILE, " ;\n    dct:modified", "   ;\n    dct:modified");
    let published = desk.data().join(FILE);
    // `new` puts a file in its place by a second name; a kill leaves both.
    let left = published.with_file_name(".Meadow-Permissive-1.0.ttl.new");
    let other = desk.data().join("reviews/.CC-BY-4.0.toml.new");
    let witness = desk.data().join("..").join("witness.ttl");
    fs::hard_link(&published, &left).unwrap();
    fs::hard_link(&published, &witness).unwrap();
    fs::write(&other, "half").unwrap();
    let before = fs::read(&published).unwrap();
    desk.run(&["fmt"]).well();
    assert_eq!(fs::read(&witness).unwrap(), before, "a kill would have left nothing of the record");
    assert_ne!(fs::read(&published).unwrap(), before);
    assert!(!left.exists() && !other.exists());
}
