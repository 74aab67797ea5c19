//! A PostgreSQL server of our own: its data in a temporary folder, its socket there too, no port, no service.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

/// Users a server may run as where the tests run as root, which PostgreSQL refuses.
const USERS: [&str; 2] = ["postgres", "nobody"];

/// A running server. It stops, and its folder goes, when it is dropped, or when this process ends, however it ends.
pub(crate) struct Server {
    programs: PathBuf,
    folder: PathBuf,
    /// User and group.
    user: Option<(u32, u32)>,
    watchdog: Child,
    life: Option<ChildStdin>,
}

impl Server {
    pub(crate) fn start() -> Self {
        let programs = programs().expect("PostgreSQL is installed");
        // A short path: the name of a socket has room for some hundred letters.
        let folder = tempfile::Builder::new().prefix("pg-").tempdir_in("/tmp").unwrap().keep();
        let user = (folder.metadata().unwrap().uid() == 0).then(somebody);
        if let Some((user, group)) = user {
            chown(&folder, Some(user), Some(group)).unwrap();
        }
        let mut watchdog = command(&folder, user, Path::new("sh"));
        watchdog
            .args(["-c", r#"cat >/dev/null; "$0" -D data -m immediate -s stop; rm -rf "$1""#])
            .arg(programs.join("pg_ctl"))
            .arg(&folder)
            .stdin(Stdio::piped());
        // Ctrl-C is not for it: it has to clean up.
        let mut watchdog = watchdog.process_group(0).spawn().unwrap();
        let life = watchdog.stdin.take();
        let server = Self { programs, folder, user, watchdog, life };
        let arguments =
            ["-D", "data", "-U", "muniment", "--auth=trust", "--no-locale", "--encoding=UTF8", "--no-sync"];
        server.run("initdb", &arguments);
        server.resume();
        server
    }

    /// The address of a database.
    pub(crate) fn url(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://muniment@localhost/{database}?host={folder}")
    }

    /// Starts it, and waits until it can be asked.
    pub(crate) fn resume(&self) {
        let settings = format!(
            "-c listen_addresses='' -c unix_socket_directories='{}' -c max_connections=300 -c fsync=off",
            self.folder.display()
        );
        self.run("pg_ctl", &["-D", "data", "-l", "log", "-s", "-w", "-o", &settings, "start"]);
    }

    /// Stops it, as an operator does who does not wait for clients.
    pub(crate) fn stop(&self) {
        self.run("pg_ctl", &["-D", "data", "-m", "fast", "-s", "-w", "stop"]);
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = command(&self.folder, self.user, &self.programs.join(program));
        let output = command.args(arguments).stdin(Stdio::null()).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        assert!(output.status.success(), "{program}: {said}{log}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.life.take());
        let _ = self.watchdog.wait();
    }
}

fn command(folder: &Path, user: Option<(u32, u32)>, program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdout(Stdio::null());
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    command
}

/// User and group of somebody who is not root.
fn somebody() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let number = |field: Option<&str>| field.and_then(|field| field.parse().ok()).unwrap();
    let find = |name: &str| {
        let mut fields =
            users.lines().map(|line| line.split(':')).find(|fields| fields.clone().next() == Some(name))?;
        Some((number(fields.nth(2)), number(fields.next())))
    };
    USERS.into_iter().find_map(find).expect("there is a user beside root")
}

/// The folder of the server's programs, which distributions keep out of `PATH`.
pub(crate) fn programs() -> Option<PathBuf> {
    let asked = Command::new("pg_config").arg("--bindir").output().ok();
    let named = asked.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let packaged = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = packaged.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    // The newest first.
    named.into_iter().chain(folders.into_iter().rev()).find(|folder| folder.join("initdb").is_file())
}
