//! What a deployment is made of: the unit, the containers, nginx in front, and the archive that people install.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::read::GzDecoder;

use crate::exit_codes::verbs;
use crate::workplace::{Workplace, repository};

fn deploy(name: &str) -> PathBuf {
    repository().join("server/deploy").join(name)
}

/// Runs a program of others; `None` where it is not installed and need not be.
fn others(command: &mut Command) -> Option<Output> {
    match command.output() {
        Ok(output) => Some(output),
        Err(error) => {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{command:?}: {error}");
            let _ = writeln!(std::io::stderr(), "SKIPPED: {command:?}, which is not installed");
            None
        }
    }
}

#[track_caller]
fn assert_well(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The names that begin with `MUNIMENT_` in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_uppercase() || c == '_'));
    words.filter(|word| word.starts_with("MUNIMENT_"))
}

fn collect_settings(folder: &Path, settings: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_settings(&path, settings);
        } else {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let named = text.split("env = \"").skip(1).filter_map(|rest| rest.split('"').next());
            settings.extend(named.map(str::to_owned));
        }
    }
}

#[test]
fn every_setting_of_a_deployment_is_one_of_the_server() {
    let mut settings = BTreeSet::new();
    collect_settings(&repository().join("server/src"), &mut settings);
    for file in ["Dockerfile", "compose.yaml", "muniment.service", "nginx.conf"] {
        let text = fs::read_to_string(deploy(file)).unwrap();
        assert!(names(&text).next().is_some(), "{file} names no setting");
        for name in names(&text) {
            assert!(settings.contains(name), "{file}: the server has no setting {name}");
        }
    }
}

#[test]
fn systemd_accepts_the_unit_and_finds_little_exposed() {
    let place = Workplace::new();
    let unit = fs::read_to_string(deploy("muniment.service")).unwrap();
    // systemd looks for the program.
    let program = env!("CARGO_BIN_EXE_muniment");
    place.write("muniment.service", &unit.replace("/usr/local/bin/muniment", program));
    let analyze = |arguments: &[&str]| {
        let mut command = Command::new("systemd-analyze");
        others(command.args(arguments).arg(place.path("muniment.service")))
    };
    let Some(verified) = analyze(&["verify", "--man=no"]) else { return };
    assert_well(&verified);
    assert_eq!(String::from_utf8(verified.stderr).unwrap(), "", "an unknown directive is a warning");
    // The bound is on a scale of 100: the unit may be exposed at 1.5 of 10.
    let Some(exposed) = analyze(&["security", "--offline=true", "--threshold=15"]) else { return };
    assert!(exposed.status.success(), "{}", String::from_utf8_lossy(&exposed.stdout));
}

#[test]
fn nginx_accepts_its_configuration() {
    let place = Workplace::new();
    let text = fs::read_to_string(deploy("nginx.conf")).unwrap();
    assert!(text.contains("server server:8080;"), "the server of compose.yaml");
    // nginx looks the name up, and opens the file.
    let pid = place.path("nginx.pid").to_str().unwrap().to_owned();
    place.write("nginx.conf", &text.replace("server:8080", "127.0.0.1:8080").replace("/tmp/nginx.pid", &pid));
    let mut nginx = Command::new("nginx");
    let Some(tested) = others(nginx.args(["-t", "-c"]).arg(place.path("nginx.conf"))) else { return };
    assert_well(&tested);
}

/// Asserts what every service has. Ends with 77 where Python has no YAML.
const SERVICES: &str = "
import sys
try:
    import yaml
except ImportError:
    sys.exit(77)
for name, service in yaml.safe_load(open(sys.argv[1]))['services'].items():
    assert service['read_only'] is True, name
    assert service['cap_drop'] == ['ALL'], name
    assert service['security_opt'] == ['no-new-privileges:true'], name
    assert 'healthcheck' in service or 'build' in service, name
    for variable, value in service.get('environment', {}).items():
        assert 'PASSWORD' not in variable + value or '${POSTGRES_PASSWORD:?' in value, name
";

#[test]
fn services_have_no_privileges_and_no_passwords() {
    let image = fs::read_to_string(deploy("Dockerfile")).unwrap();
    assert!(image.contains("\nUSER 10001:10001\n") && image.contains("\nHEALTHCHECK "), "{image}");
    let mut python = Command::new("python3");
    let Some(read) = others(python.args(["-c", SERVICES]).arg(deploy("compose.yaml"))) else { return };
    if read.status.code() != Some(77) {
        assert_well(&read);
    }
}

/// A program of this name in a folder, as a script.
fn write_program(folder: &Path, name: &str, script: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o700)).unwrap();
}

#[test]
fn the_archive_has_what_an_installation_needs_and_the_same_bytes_each_time() {
    let place = Workplace::new();
    let programs = place.path("programs");
    fs::create_dir(&programs).unwrap();
    write_program(&programs, "muniment", &format!("exec '{}' \"$@\"", env!("CARGO_BIN_EXE_muniment")));
    // What it writes takes a minute, and is its own concern.
    write_program(
        &programs,
        "cargo-about",
        "while [ \"$1\" != --output-file ]; do shift; done; echo MIT >\"$2\"",
    );
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    assert_eq!(place.run(&["sign", "--generate", "key", "--unencrypted"]).code, 0);
    let archive = |out: &str, umask: &str, options: &str| {
        let script = format!("umask {umask}; exec \"$0\" --programs programs --out {out} {options}");
        let mut dist = Command::new("bash");
        dist.args(["-c", &script]).arg(repository().join("compiler/dist.sh"));
        let output = dist
            .current_dir(place.path("."))
            .envs([("PATH", path.as_str()), ("SOURCE_DATE_EPOCH", "1795478400")])
            .output()
            .unwrap();
        assert_well(&output);
        PathBuf::from(String::from_utf8(output.stdout).unwrap().trim_end())
    };
    let first = archive("first", "077", "");
    let again = archive("again", "002", if has_minisign() { "--sign key" } else { "" });
    assert!(fs::read(&first).unwrap() == fs::read(&again).unwrap(), "two runs give two archives");
    let sums =
        Command::new("sha256sum").args(["--check", "SHA256SUMS"]).current_dir(place.path("again")).output();
    assert_well(&sums.unwrap());
    if has_minisign() {
        let mut minisign = Command::new("minisign");
        minisign.arg("-Vm").arg(&again).arg("-p").arg(place.path("key.pub"));
        assert_well(&minisign.output().unwrap());
    }

    let mut found = BTreeSet::new();
    for entry in tar::Archive::new(GzDecoder::new(File::open(first).unwrap())).entries().unwrap() {
        let entry = entry.unwrap();
        let (header, path) = (entry.header(), entry.path().unwrap().into_owned());
        let owner = (header.uid().unwrap(), header.gid().unwrap(), header.mtime().unwrap());
        assert_eq!(owner, (0, 0, 1_795_478_400), "{}", path.display());
        let is_program = path.parent().unwrap().ends_with("bin");
        let mode = if is_program || header.entry_type().is_dir() { 0o755 } else { 0o644 };
        assert_eq!(header.mode().unwrap(), mode, "{}", path.display());
        found.insert(path.components().skip(1).collect::<PathBuf>().to_str().unwrap().to_owned());
    }
    let pages = verbs(&place).into_iter().map(|verb| format!("share/man/man1/muniment-{verb}.1"));
    let files = [
        "bin/muniment",
        "lib/systemd/system/muniment.service",
        "share/bash-completion/completions/muniment",
        "share/doc/muniment/LICENSE-MIT",
        "share/doc/muniment/README.md",
        "share/doc/muniment/THIRD-PARTY.txt",
        "share/doc/muniment/swagger-ui/LICENSE",
        "share/fish/vendor_completions.d/muniment.fish",
        "share/man/man1/muniment.1",
        "share/muniment/data/site.toml",
        "share/powershell/muniment.ps1",
        "share/zsh/site-functions/_muniment",
    ];
    for file in files.map(str::to_owned).into_iter().chain(pages) {
        assert!(found.contains(&file), "{file} is not in the archive");
    }
}

fn has_minisign() -> bool {
    others(Command::new("minisign").arg("-v")).is_some()
}

/// A list of accepted licenses in a TOML file.
fn licenses(file: &str, key: &str) -> String {
    let text = fs::read_to_string(repository().join(file)).unwrap();
    let (_, list) = text.split_once(&format!("\n{key} = [")).unwrap();
    list.split(']').next().unwrap().to_owned()
}

#[test]
fn the_archive_states_the_licenses_that_dependencies_may_have() {
    assert_eq!(licenses("compiler/about.toml", "accepted"), licenses("deny.toml", "allow"));
}

/// The version of the program.
fn version(place: &Workplace) -> String {
    let told = place.run(&["--version"]).text;
    told.split(' ').nth(1).unwrap().trim_end().to_owned()
}

#[test]
fn the_version_names_the_release_of_the_library_inside() {
    let told = Workplace::new().run(&["--version"]).text;
    assert!(told.starts_with("muniment ") && told.contains(" (data-"), "{told}");
}

#[test]
fn the_install_script_unpacks_what_the_sum_says_and_nothing_else() {
    let place = Workplace::new();
    let version = version(&place);
    let folder = format!("releases/v{version}");
    fs::create_dir_all(place.path(&folder)).unwrap();
    let machine = Command::new("uname").arg("-m").output().unwrap();
    let machine = String::from_utf8(machine.stdout).unwrap();
    let name = format!("muniment-{version}-{}-unknown-linux-gnu", machine.trim_end());
    fs::create_dir_all(place.path(&format!("{name}/bin"))).unwrap();
    let program = format!("exec '{}' \"$@\"", env!("CARGO_BIN_EXE_muniment"));
    write_program(&place.path(&format!("{name}/bin")), "muniment", &program);
    let script = format!(
        "tar -czf {folder}/{name}.tar.gz {name} && cd {folder} && sha256sum {name}.tar.gz >SHA256SUMS"
    );
    let packed = Command::new("sh").args(["-c", &script]).current_dir(place.path(".")).output().unwrap();
    assert_well(&packed);
    let install = |releases: &str, prefix: &str| {
        let mut sh = Command::new("sh");
        sh.arg(repository().join("compiler/install.sh"))
            .args([&version, place.path(prefix).to_str().unwrap()]);
        sh.env("MUNIMENT_RELEASES", releases).output().unwrap()
    };
    let releases = place.path("releases");
    let installed = install(releases.to_str().unwrap(), "prefix");
    assert_well(&installed);
    assert!(String::from_utf8_lossy(&installed.stdout).contains(&format!("muniment {version} ")));
    let audited = Command::new(place.path("prefix/bin/muniment")).args(["reason", "MIT"]).output().unwrap();
    assert!(audited.status.code().is_some_and(|code| code < 2));
    // A changed archive, a folder that does not exist, and an address that is reserved for examples (RFC 2606).
    fs::write(place.path(&format!("{folder}/{name}.tar.gz")), "other").unwrap();
    for (releases, told) in [
        (releases.to_str().unwrap(), "is not what SHA256SUMS says"),
        ("/nowhere", "cannot be had"),
        ("https://muniment.example/releases", "MUNIMENT_RELEASES"),
    ] {
        let refused = install(releases, "other");
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(1) && error.contains(told), "{releases}: {error}");
        assert!(!place.path("other/bin").exists());
    }
    let lines = fs::read_to_string(repository().join("compiler/install.sh")).unwrap().lines().count();
    assert!(lines <= 40, "{lines} lines");
}

#[test]
fn the_packages_of_npm_start_the_program() {
    let place = Workplace::new();
    let (out, empty) = (place.path("packages"), place.path("empty"));
    fs::create_dir(&empty).unwrap();
    let mut packages = Command::new(repository().join("compiler/packages.sh"));
    packages.args(["npm", "--program", env!("CARGO_BIN_EXE_muniment"), "--out"]).arg(&out);
    let Some(npm) = others(Command::new("npm").arg("--version")) else { return };
    assert_well(&npm);
    assert_well(&packages.output().unwrap());
    let tarballs: Vec<PathBuf> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(tarballs.len(), 2, "{tarballs:?}");
    let mut install = Command::new("npm");
    install.args(["install", "--offline", "--no-audit", "--no-fund", "--silent"]).args(&tarballs);
    assert_well(&install.current_dir(&empty).output().unwrap());
    fs::write(empty.join("parts.txt"), "a: GPL-2.0-only\n").unwrap();
    let audit = |target: &str| {
        let mut npx = Command::new("npx");
        npx.args(["--offline", "muniment", "audit", "parts.txt", "--target", target])
            .env_remove("MUNIMENT_DATA");
        npx.current_dir(&empty).output().unwrap().status.code()
    };
    assert_eq!((audit("GPL-2.0-only"), audit("proprietary")), (Some(0), Some(1)));
}
