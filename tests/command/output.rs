//! What a run says is written, or the run says that it is not.

use std::fs::OpenOptions;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::exit_codes::{FINE, prepare, verbs};
use crate::workplace::{Ended, Workplace};

#[test]
fn output_that_cannot_be_written_is_told_by_every_verb() {
    let place = Workplace::built();
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let helps: Vec<String> = verbs(&place);
    let helps = helps.iter().map(|verb| vec![verb.as_str(), "--help"]);
    let runs = FINE.iter().map(|run| run.to_vec()).chain(helps).chain([vec!["--version"], vec!["--help"]]);
    for arguments in runs {
        prepare(&place);
        let ended: Ended = place.command(&arguments).stdout(full()).output().unwrap().into();
        let told = "error: cannot write to standard output: No space left on device\n";
        assert_eq!((ended.code, ended.error.ends_with(told)), (2, true), "{arguments:?}: {ended:?}");
    }
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let place = Workplace::built();
    let text = place.run(&["hash", "--nt", "data/graphs/dg_default.ttl"]).text;
    assert!(text.len() > 1 << 10);
    for (arguments, code) in [
        (&["hash", "--nt", "data/graphs/dg_default.ttl"][..], 0),
        (&["diff", "Meadow-Reciprocal-2.0-only"], 1),
        (&["build", "--help"], 0),
    ] {
        let mut command = place.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!((child.wait().unwrap().code(), error.as_str()), (Some(code), ""), "{arguments:?}");
    }
}

/// The limit of file sizes simulates a full disk: the first write to a file fails.
#[test]
fn unwritable_files_are_reported() {
    let place = Workplace::built();
    let build = place.command(&["build", "--whole"]);
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 0; exec \"$@\"", "sh"]).arg(build.get_program()).args(build.get_args());
    limited.current_dir(build.get_current_dir().unwrap());
    let ended = limited.stdin(Stdio::null()).output().unwrap();
    let error = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{:?}: {error}", ended.status);
    assert!(error.contains("File too large"), "{error}");
}
