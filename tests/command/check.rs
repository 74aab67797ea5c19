//! What `muniment check` tells, and how much of it.

use serde_json::Value;

use crate::workplace::Workplace;

/// The file and check of every fault.
fn faults(place: &Workplace, arguments: &[&str]) -> Vec<(String, u64)> {
    let ended = place.run(&[&["check", "--format", "json"], arguments].concat());
    assert!(ended.code < 2, "{ended:?}");
    let faults: Vec<Value> = serde_json::from_str(&ended.text).unwrap();
    let row = |fault: &Value| (fault["file"].as_str().unwrap().to_owned(), fault["check"].as_u64().unwrap());
    faults.iter().map(row).collect()
}

#[test]
fn a_file_that_cannot_be_read_is_one_fault() {
    for (file, check) in [
        ("licenses/CC-BY-4.0.ttl", 2),
        ("licenses/Meadow-Permissive-1.0.ttl", 2),
        ("graphs/dg_eu.ttl", 2),
        ("history/licenses/Meadow-Reciprocal-2.0-only/v1.ttl", 2),
        ("reviews/CC-BY-4.0.toml", 47),
    ] {
        let place = Workplace::new();
        assert_eq!(faults(&place, &[]), [], "the library has no faults of its own");
        place.write(&format!("data/{file}"), "this is no model\n");
        assert_eq!(faults(&place, &[]), [(file.to_owned(), check)]);
        let built = place.run(&["build"]);
        assert_eq!(built.code, 1, "{built:?}");
        assert!(built.error.contains("\n1 error, 0 warnings\n"), "{}", built.error);
        assert!(built.error.ends_with("; there is no tree yet\n"), "{}", built.error);
    }
}

#[test]
fn what_is_wrong_beside_an_unreadable_file_is_told() {
    let place = Workplace::new();
    place.write("data/licenses/CC-BY-4.0.ttl", "this is no model\n");
    place.edit("data/licenses/GPL-3.0-only.ttl", "dct:publisher \"", "dct:publisher \" ");
    let found = faults(&place, &[]);
    let expected = [("licenses/CC-BY-4.0.ttl".to_owned(), 2), ("licenses/GPL-3.0-only.ttl".to_owned(), 21)];
    assert_eq!(found, expected);
}

#[test]
fn unknown_records_are_reported_wherever_they_are_named() {
    let place = Workplace::new();
    std::fs::remove_file(place.path("data/licenses/Meadow-Permissive-1.0.ttl")).unwrap();
    let files: Vec<String> = faults(&place, &[]).into_iter().map(|(file, _)| file).collect();
    assert!(files.contains(&"families.toml".to_owned()), "{files:?}");
    assert!(files.contains(&"reviews/Meadow-Permissive-1.0.toml".to_owned()), "{files:?}");
}

#[test]
fn faults_are_counted_by_check_and_can_be_chosen_and_bounded() {
    let place = Workplace::new();
    for file in ["CC-BY-4.0", "GPL-3.0-only"] {
        place.edit(&format!("data/licenses/{file}.ttl"), "dct:publisher \"", "dct:publisher \" ");
    }
    place.edit("data/licenses/GPL-3.0-only.ttl", "dct:hasVersion \"1\"", "dct:hasVersion \"7\"");
    let all = place.run(&["check"]);
    let counts = "check 21: 2 faults\ncheck 51: 1 fault\n3 errors, 0 warnings\n5 records, 2 graphs and the";
    assert!(all.text.contains(counts), "{}", all.text);
    let only = place.run(&["check", "--only", "21"]);
    assert_eq!(only.code, 1);
    assert!(only.text.contains("check 21: 2 faults\n2 errors, 0 warnings\n"), "{}", only.text);
    assert!(!only.text.contains("hasVersion"), "{}", only.text);
    let other = place.run(&["check", "--only", "16,47"]);
    assert_eq!(other.code, 0, "{other:?}");
    let most = place.run(&["check", "--max", "1"]);
    assert_eq!(most.code, 1);
    assert_eq!(most.text.matches("help:").count(), 1, "{}", most.text);
    assert!(
        most.text.contains("check 51: 1 fault\nthe first 1 told\n3 errors, 0 warnings\n"),
        "{}",
        most.text
    );
    assert_eq!(faults(&place, &["--max", "2"]).len(), 2);
    let unknown = place.run(&["check", "--only", "99"]);
    assert_eq!((unknown.code, unknown.error.contains("there is no check 99")), (2, true), "{unknown:?}");
}

/// Other commands do not print hundreds of faults.
#[test]
fn other_commands_tell_ten_faults_and_count_the_rest() {
    let place = Workplace::new();
    for number in 10..30 {
        place.write(&format!("data/licenses/Broken-{number}.ttl"), "<http://a/> <http://b/> ;\n");
    }
    let told = |text: &str| {
        text.lines().filter(|line| line.starts_with("error[check 2]: data/licenses/Broken-")).count()
    };
    let ended = place.run(&["status"]);
    assert_eq!((ended.code, told(&ended.error)), (2, 10), "{}", ended.error);
    assert!(ended.error.contains("20 errors") && ended.error.contains("`muniment check`"), "{}", ended.error);
    assert_eq!(told(&place.run(&["check"]).text), 20);
}
