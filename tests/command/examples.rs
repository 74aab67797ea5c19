//! Every example of every `--help` does what it is an example of.
//!
//! Examples run in a shell, as they are printed, beside a copy of the shipped library where they read one. What only the reader has is
//! replaced: a deployment, a folder below `/srv`, a key.

use std::fs;
use std::num::NonZero;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::copy::copy;
use crate::exit_codes::verbs;
use crate::live::server::Server;
use crate::workplace::{Ended, Workplace, repository};

/// Verbs that read or write trees: theirs are of the small library, which is built in no time.
const WITH_TREES: [&str; 3] = ["build", "matrix", "verify"];

/// Verbs that answer with the library that the command carries where there is no other.
const WITHOUT_DATA: [&str; 4] = ["audit", "mcp", "policy", "reason"];

/// The examples that the help of a verb prints, each as one line.
fn examples(help: &str) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    for line in lines.take_while(|line| !line.trim().is_empty()).map(str::trim) {
        match examples.last_mut() {
            // Long lines are wrapped.
            Some(last)
                if !["muniment ", "cargo ", "git ", "pip ", "claude "]
                    .iter()
                    .any(|word| line.starts_with(word)) =>
            {
                last.push(' ');
                last.push_str(line);
            }
            _ => examples.push(line.to_owned()),
        }
    }
    examples
}

#[test]
fn every_example_of_every_help_runs() {
    let place = Workplace::new();
    let mut all = Vec::new();
    // `serve` has no end; `tests/http` starts it with the same flags.
    for verb in verbs(&place).into_iter().filter(|verb| verb != "serve") {
        let help = place.run(&[&verb, "--help"]).text;
        let examples = examples(&help);
        assert!(!examples.is_empty(), "{help}");
        all.extend(examples.into_iter().map(|example| (verb.clone(), example)));
    }
    assert!(!all.is_empty());
    // Most read the whole library: by one thread they take minutes.
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some((verb, example)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run(verb, example);
                }
            });
        }
    });
}

fn run(verb: &str, example: &str) {
    assert!(
        example.contains(&format!("muniment {verb} ")) || example == format!("muniment {verb}"),
        "{example}"
    );
    let stage = Stage::of(verb, example);
    let ended = stage.play(example);
    if let Some(server) = stage.server.as_ref().filter(|_| example.contains("http")) {
        assert!(server.connections() > 0, "{example}: the deployment was not asked");
    }
    assert!(ended.code < 2, "{example}: {ended:?}");
    assert!(ended.code == 1 || !ended.error.contains("error: "), "{example}: {ended:?}");
}

/// Removes the signatures of the live library, whose key nobody has here.
fn unsign(place: &Workplace) {
    let site = fs::read_to_string(place.path("data/site.toml")).unwrap();
    let without: String =
        site.split_inclusive('\n').filter(|line| !line.starts_with("signing_keys")).collect();
    place.write("data/site.toml", &without);
    for entry in fs::read_dir(place.path("data/releases")).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|extension| extension == "minisig") {
            fs::remove_file(file).unwrap();
        }
    }
}

/// A folder with everything that an example needs.
struct Stage {
    place: Workplace,
    /// A deployment, where the example asks one.
    server: Option<Server>,
}

impl Stage {
    fn of(verb: &str, example: &str) -> Self {
        let place = Workplace::new();
        copy(&place.path("data"), &place.path("other-library"));
        if !WITH_TREES.contains(&verb) {
            fs::remove_dir_all(place.path("data")).unwrap();
        }
        if !WITH_TREES.contains(&verb) && !WITHOUT_DATA.contains(&verb) {
            copy(&repository().join("data"), &place.path("data"));
            unsign(&place);
        }
        let audit = repository().join("tests/fixtures/audit");
        for name in ["package-lock.json", "sbom.cdx.json"] {
            fs::copy(audit.join(name), place.path(name)).unwrap();
        }
        fs::copy(audit.join("sbom.cdx.json"), place.path("earlier.cdx.json")).unwrap();
        place.write("licenses.toml", "[[exceptions]]\nunknown = \"none stated\"\nreason = \"Ours.\"\n");
        place.write("record.jsonld", "{\"@id\": \"http://a/\", \"http://b/\": 1}");
        for folder in ["bin", "home/keys", "home/.cache"] {
            fs::create_dir_all(place.path(folder)).unwrap();
        }
        // Programs that are not everywhere, as far as the examples go.
        let (list, installed) = (audit.join("cargo-metadata.json"), audit.join("pip-inspect.json"));
        for (name, script) in [
            ("jq", "cat".to_owned()),
            ("cargo", format!("cat '{}'", list.display())),
            ("pip", format!("cat '{}'", installed.display())),
            // `claude mcp add NAME -- COMMAND` runs the command.
            ("claude", "shift 4 && shift && exec \"$MUNIMENT\" \"$@\"".to_owned()),
            ("git", format!("cat '{}'", repository().join("data/licenses/MIT.ttl").display())),
        ] {
            place.write(&format!("bin/{name}"), &format!("#!/bin/sh\n{script}\n"));
            fs::set_permissions(place.path(&format!("bin/{name}")), fs::Permissions::from_mode(0o755))
                .unwrap();
        }
        let stage = Self { place, server: None };
        stage.prepare(verb, example)
    }

    /// Brings the folder into the state that the example begins from.
    fn prepare(mut self, verb: &str, example: &str) -> Self {
        let key = "muniment sign --generate ~/keys/releases.key";
        match verb {
            // The state of the data is one that was not registered.
            "release" => {
                fs::remove_dir_all(self.place.path("data/releases")).unwrap();
                self.well(key);
            }
            "sign" if !example.contains("--generate") => self.well(key),
            "build" if example.contains("--publish") => self.well("muniment release --date 2026-11-20"),
            "matrix" => {
                self.well("muniment build");
                self.well("muniment build --out /srv/tree");
            }
            "verify" => {
                self.well(key);
                let site = fs::read_to_string(self.place.path("data/site.toml")).unwrap();
                let public = fs::read_to_string(self.place.path("home/keys/releases.key.pub")).unwrap();
                let public = public.lines().last().unwrap();
                self.place.write("data/site.toml", &format!("signing_keys = [\"{public}\"]\n{site}"));
                self.well("muniment release --date 2026-11-20 --sign ~/keys/releases.key");
                self.well("muniment build --publish");
                self.well("muniment build --publish --out /srv/tree");
                self.server = Some(Server::start(&self.place.path("site-out/current"), |_, _| {}));
            }
            "revise" => {
                let (record, named) = ("data/licenses/MIT.ttl", "    dct:alternative \"Expat\",\n        ");
                let edit = |file: &str| self.place.edit(file, "    dct:alternative ", named);
                if example.contains("--with") {
                    self.place.copy(record, "corrected.ttl");
                    edit("corrected.ttl");
                } else if example.contains("--released") {
                    edit(record);
                } else if !example.contains("--reviewer") {
                    self.play("muniment revise MIT --reviewer 'A. Name' --date 2027-01-15");
                    edit(record);
                }
            }
            _ => {}
        }
        self
    }

    fn well(&self, line: &str) {
        let ended = self.play(line);
        assert_eq!(ended.code, 0, "{line}: {ended:?}");
    }

    /// Runs a line in a shell, in a folder beside which there is another library.
    fn play(&self, line: &str) -> Ended {
        let tree = self.place.path("tree");
        let mut line = line.replace("/srv/tree", tree.to_str().unwrap());
        if let Some(server) = &self.server {
            line = line.replace("https://api.example.org", &server.address);
            line = line.replace("http://127.0.0.1:8080", &server.address);
            line = line
                .replace(" KEY ", &format!(" {} ", self.place.path("home/keys/releases.key.pub").display()));
        }
        line = line.replace("../other-library", "other-library");
        if line.contains("data-0123456789abcdef") {
            let releases = fs::read_dir(self.place.path("data/releases")).unwrap();
            let names = releases.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let id = names.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).min().unwrap();
            line = line.replace("data-0123456789abcdef", &id);
        }
        let program = env!("CARGO_BIN_EXE_muniment");
        let function = format!("muniment() {{ '{program}' \"$@\"; }}\n{line}");
        let path = format!("{}:{}", self.place.path("bin").display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("bash");
        command
            .args(["-o", "pipefail", "-c", &function])
            .current_dir(self.place.path(""))
            .stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("MUNIMENT_") {
                command.env_remove(name);
            }
        }
        command.env("MUNIMENT", program).env("PATH", path).env("HOME", self.place.path("home"));
        command.env("MUNIMENT_SIGNING_PASSWORD", "of these tests").env_remove("EDITOR").env_remove("VISUAL");
        command.output().unwrap().into()
    }
}
