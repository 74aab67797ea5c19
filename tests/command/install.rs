//! What an installation of the command has beside it: completions and manual pages.

use std::process::Command;

use crate::exit_codes::verbs;
use crate::workplace::Workplace;

#[test]
fn every_shell_completes_every_verb() {
    let place = Workplace::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let ended = place.run(&["completions", shell]);
        assert_eq!((ended.code, ended.error.as_str()), (0, ""), "{shell}");
        for verb in verbs(&place) {
            assert!(ended.text.contains(&verb), "{shell}: {verb}");
        }
        assert!(ended.text.contains("fail-on"), "{shell}: an option of a verb");
    }
    assert_eq!(place.run(&["completions", "abacus"]).code, 2);
}

#[test]
fn bash_offers_what_the_command_accepts() {
    let place = Workplace::new();
    place.write("muniment.bash", &place.run(&["completions", "bash"]).text);
    // The words before the last one, and the last one.
    let offered = |before: &[&str], last: &str| {
        let script = format!(
            "source muniment.bash; COMP_WORDS=({words} '{last}'); COMP_CWORD={number}; \
             _muniment muniment '{last}' '{previous}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words = before.join(" "),
            number = before.len(),
            previous = before.last().unwrap(),
        );
        let output =
            Command::new("bash").args(["-c", &script]).current_dir(place.path(".")).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(offered(&["muniment"], "aud"), ["audit"]);
    let formats = offered(&["muniment", "audit", "--format"], "");
    assert_eq!(offered(&["muniment", "audit", "--use"], ""), ["merged", "combined", "aggregated"]);
    assert!(offered(&["muniment", "policy", "--for"], "c").contains(&"cargo-deny".to_owned()));
    assert_eq!(formats, ["text", "json", "markdown", "html", "notice", "sarif", "junit", "cyclonedx"]);
}

#[test]
fn every_verb_has_a_manual_page() {
    let place = Workplace::new();
    let whole = place.run(&["man"]);
    assert!(whole.text.contains(".TH muniment 1"), "{}", whole.text);
    for verb in verbs(&place) {
        let page = place.run(&["man", &verb]);
        assert_eq!((page.code, page.error.as_str()), (0, ""), "{verb}");
        assert!(page.text.contains(&format!(".TH muniment-{verb} 1")), "{verb}: {}", page.text);
    }
    let unknown = place.run(&["man", "abacus"]);
    assert_eq!((unknown.code, unknown.text.as_str()), (2, ""));
    assert!(unknown.error.contains("there is no verb `abacus`"), "{}", unknown.error);
}
