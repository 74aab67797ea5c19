//! Every fault of the arguments is told, not the first alone.

use crate::workplace::Workplace;

#[test]
fn every_fault_of_the_arguments_is_told() {
    for (words, expected) in [
        (
            "reason --purpose foo --use=bar --ship baz",
            &["'foo' for '--purpose", "'bar' for '--use", "'baz' for '--ship", "  <LICENSE>...\n"][..],
        ),
        ("reason CC-BY-4.0 --use combined", &["required arguments were not provided"]),
        ("reason CC-BY-4.0 --target Nope-1 --use bar --nope", &["`Nope-1`", "'bar'", "'--nope' found"]),
        ("audit missing.txt --target Nope-1", &["cannot read `missing.txt`", "`Nope-1`"]),
        (
            "audit missing.txt surplus --target Nope-1 --exceptions none.toml --today x --fail-on z",
            &["'surplus'", "'x'", "'z'", "cannot read `missing.txt`", "`Nope-1`", "cannot read `none.toml`"],
        ),
        // The word is a sound license, too.
        (
            "reason CC-BY-4.0 --target CC-BY-4.0 --purpose CC-BY-4.0",
            &["error: invalid value 'CC-BY-4.0'", "error: "],
        ),
        ("policy Nope-1 --for foo --ship x", &["'foo'", "'x'", "`Nope-1`"]),
        ("revise CC-BY-4.0 --date x --data z --nope", &["'x'", "'--nope' found"]),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let ended = Workplace::new().run(&words);
        assert_eq!((ended.code, ended.text.as_str()), (2, ""), "{words:?}: {ended:?}");
        for expected in expected {
            assert_eq!(ended.error.matches(expected).count(), 1, "{words:?}, {expected}: {ended:?}");
        }
    }
}

#[test]
fn faults_of_expressions_are_told_with_those_of_names() {
    let parts = ["reason", "CC-BY-4.0 AND (", "Nope-1 OR Nope-2", "proprietary", "--target", "Nope-3"];
    let ended = Workplace::new().run(&parts);
    assert_eq!(ended.code, 2, "{ended:?}");
    let faults: Vec<&str> = ended.error.lines().collect();
    assert_eq!(faults.len(), 4, "{ended:?}");
    for (fault, expected) in faults.iter().zip([
        "`CC-BY-4.0 AND (`: no SPDX expression",
        "no record of `Nope-1`, `Nope-2`",
        "closed source is the license of a work",
        "there is no license `Nope-3`",
    ]) {
        assert!(fault.contains(expected), "{fault}");
    }
}
