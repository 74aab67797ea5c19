//! The places where audits run: a GitHub action, a GitLab job and a hook of pre-commit. Their scripts run here.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::workplace::{Workplace, repository};

/// A folder with a list that fails under MIT, one that passes, and `muniment` on the path.
struct Runner {
    folder: TempDir,
}

impl Runner {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bad.txt"), "a: GPL-2.0-only\n").unwrap();
        fs::write(folder.path().join("good list.txt"), "b: ISC\n").unwrap();
        fs::create_dir(folder.path().join("bin")).unwrap();
        symlink(env!("CARGO_BIN_EXE_muniment"), folder.path().join("bin/muniment")).unwrap();
        Self { folder }
    }

    fn run(&self, program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
        let path = format!("{}:{}", self.folder.path().join("bin").display(), std::env::var("PATH").unwrap());
        Command::new(program)
            .args(arguments)
            .current_dir(self.folder.path())
            .env("PATH", path)
            .env("MUNIMENT_DATA", repository().join("data"))
            .env_remove("GITHUB_STEP_SUMMARY")
            .envs(environment.iter().copied())
            .output()
            .unwrap()
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.path().join(path)).unwrap()
    }
}

fn file(path: &str) -> String {
    repository().join(path).to_str().unwrap().to_owned()
}

/// The lines of the last script of a YAML file, which is a block scalar.
fn script(path: &str, key: &str) -> String {
    let text = fs::read_to_string(repository().join(path)).unwrap();
    let (_, block) = text.rsplit_once(&format!("{key} |\n")).unwrap();
    dedented(block)
}

/// The lines of a block that begins with indentation.
fn dedented(block: &str) -> String {
    let indent = " ".repeat(block.len() - block.trim_start().len());
    let lines = block.lines().map_while(|line| line.strip_prefix(&indent));
    lines.map(|line| format!("{line}\n")).collect()
}

const AUDIT: &str = ".github/actions/license-audit/audit.sh";

#[test]
fn the_script_of_the_hook_audits_every_file_and_ends_with_the_worst_code() {
    let runner = Runner::new();
    let code = |arguments: &[&str]| runner.run(&file(AUDIT), arguments, &[]).status.code();
    assert_eq!(code(&["--target", "MIT", "--", "good list.txt"]), Some(0));
    assert_eq!(code(&["--target", "MIT", "--", "good list.txt", "bad.txt"]), Some(1));
    assert_eq!(code(&["--target", "GPL-3.0-only", "--", "good list.txt"]), Some(0));
    assert_eq!(code(&["--target", "MIT", "--", "bad.txt", "missing.txt", "good list.txt"]), Some(2));
    assert_eq!(code(&["--target", "MIT"]), Some(2));
    assert_eq!(code(&["--"]), Some(2));
    let told = runner.run(&file(AUDIT), &["--target", "MIT", "--", "good list.txt", "bad.txt"], &[]);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("Allowed: ") && told.contains("1 license not allowed"), "{told}");
    let hook = fs::read_to_string(repository().join(".pre-commit-hooks.yaml")).unwrap();
    assert!(hook.contains(&format!("entry: {AUDIT}")) && hook.contains("args: [--]"), "{hook}");
}

#[test]
fn the_github_action_adds_a_summary_and_reports() {
    let runner = Runner::new();
    let action = repository().join(AUDIT).parent().unwrap().to_str().unwrap().to_owned();
    let environment = [
        ("FILES", "good list.txt\n\nbad.txt\n"),
        ("TARGET", "MIT"),
        ("SHIP", "source"),
        ("FAIL_ON", "via"),
        ("OPTIONS", "--unknown fail"),
        ("GITHUB_ACTION_PATH", action.as_str()),
        ("GITHUB_OUTPUT", "output"),
        ("GITHUB_STEP_SUMMARY", "summary.md"),
        ("MUNIMENT_SARIF", "reports"),
    ];
    let run = script(".github/actions/license-audit/action.yml", "run:");
    let output = runner.run("bash", &["-e", "-o", "pipefail", "-c", &run], &environment);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(runner.read("output"), "sarif=reports\n");
    let summary = runner.read("summary.md");
    assert!(
        summary.contains("## Licenses of good list.txt") && summary.contains("## Licenses of bad.txt"),
        "{summary}"
    );
    assert!(runner.read("reports/2.sarif").contains("\"license-refused\""));
    assert!(runner.read("reports/1.sarif").contains("\"results\": []"));
}

#[test]
fn the_gitlab_job_keeps_its_report_where_the_audit_fails() {
    let run = script(".gitlab/license-audit.yml", "-");
    for (list, code, failures) in [("bad.txt", 1, "failures=\"1\""), ("good list.txt", 0, "failures=\"0\"")] {
        let runner = Runner::new();
        let environment = [("MUNIMENT_FILE", list), ("MUNIMENT_OPTIONS", "--target MIT")];
        let output = runner.run("bash", &["-e", "-o", "pipefail", "-c", &run], &environment);
        assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(runner.read("muniment-licenses.xml").contains(failures));
    }
    let runner = Runner::new();
    let output =
        runner.run("bash", &["-e", "-c", &run], &[("MUNIMENT_FILE", "missing"), ("MUNIMENT_OPTIONS", "")]);
    assert_eq!(output.status.code(), Some(1), "an audit that cannot be made fails the job");
}

/// The step of the action, and what the GitLab job does first.
#[test]
fn what_is_installed_is_what_the_sum_says() {
    let job = fs::read_to_string(repository().join(".gitlab/license-audit.yml")).unwrap();
    let (_, block) = job.split_once("before_script:\n    - |\n").unwrap();
    let step = fs::read_to_string(repository().join(".github/actions/license-audit/install.sh")).unwrap();
    for (script, prefix) in [(step, "installed"), (dedented(block), ".muniment")] {
        let place = Workplace::new();
        let bash = |script: &str, sum: &str| {
            let mut bash = Command::new("bash");
            bash.args(["-e", "-o", "pipefail", "-c", script]).current_dir(place.path("."));
            bash.env("PATH", "/usr/bin:/bin").env("MUNIMENT_SHA256", sum).env("MUNIMENT_PREFIX", prefix);
            bash.env("MUNIMENT_ARCHIVE", format!("file://{}", place.path("m.tar.gz").display()));
            bash.output().unwrap()
        };
        let packed = format!(
            "mkdir -p m/bin && cp '{}' m/bin/muniment && tar -czf m.tar.gz m && sha256sum m.tar.gz",
            env!("CARGO_BIN_EXE_muniment")
        );
        let sum = String::from_utf8(bash(&packed, "").stdout).unwrap();
        let sum = sum.split(' ').next().unwrap();
        let program = place.path(prefix).join("bin/muniment");
        assert!(
            !bash(&script, &"0".repeat(64)).status.success() && !program.exists(),
            "{prefix}: a wrong sum"
        );
        let installed = bash(&script, sum);
        assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
        let version = Command::new(program).arg("--version").output().unwrap();
        assert!(String::from_utf8_lossy(&version.stdout).contains(env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn the_places_where_audits_run_install_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    for path in ["README.md", ".github/actions/license-audit/action.yml", ".gitlab/license-audit.yml"] {
        let text = fs::read_to_string(repository().join(path)).unwrap();
        assert!(text.contains(version), "{path} does not name {version}");
    }
}
