//! What an operator does to accounts, while a server runs. Exit code 0: done; 1: refused,
//! with a line on standard error; 2: usage.

use std::process::Output;

use muniment_server::auth::Digest;

use super::browser::Browser;
use super::databases::{Engine, TestServer, on_both_databases, serve};
use super::people::{MINE, PASSWORD, fresh_email, operate, operated};
use super::{document, list, sentence};
use crate::server::{BINARY, command};

on_both_databases![
    roles_are_given_and_taken,
    the_audit_tells_who_did_what,
    accounts_are_made_while_a_server_runs,
    what_cannot_be_done_is_said_in_a_line,
    what_was_not_meant_is_usage,
    a_password_that_was_set_replaces_the_old_one,
    tables_are_brought_up_to_date_as_often_as_one_likes,
    the_environment_names_the_database,
    a_copy_of_the_database_is_one,
    accounts_are_found_by_what_is_known_of_them,
    tokens_are_listed_and_revoked,
    a_forgotten_password_is_reset,
    a_token_expires_when_its_maker_says,
    the_help_names_every_variable,
    a_filter_of_the_log_that_nobody_can_read_is_refused,
];

/// Fails unless a command was refused with a line that says why.
#[track_caller]
fn refused(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty(), "nothing is printed that a script could take for an answer");
    let line = error.lines().find(|line| line.starts_with("error: "));
    line.unwrap_or_else(|| panic!("no line begins with `error: `: {error}")).to_owned()
}

fn accounts_are_made_while_a_server_runs(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let (ada, grace) = (host.member("Ada"), host.administrator("Grace"));
    assert!(list(&ada.mine()).is_empty());
    assert!(document(&grace.get("/healthz"))["checks"]["store"].get("endpoint").is_some());
    assert!(Browser::of(&ada).is_signed_in());
    let without = host.person("Without a password");
    Browser::new(&host).log_in(&without.email, "").is(401);
    Browser::new(&host).log_in(&without.email, PASSWORD).is(401);
}

fn what_cannot_be_done_is_said_in_a_line(engine: Engine) {
    let host = engine.host();
    let ada = host.person("Ada");
    let (license, email) = (ada.publish("A license"), fresh_email());
    let create = ["admin", "create-account", "--name", "Ada", "--email"];
    for (arguments, input, words) in [
        ([&create[..], &[&ada.email]].concat(), "", "e-mail"),
        ([&create[..], &["no address"]].concat(), "", "mail"),
        ([&create[..], &[&email, "--password-stdin"]].concat(), "too short", "12 characters"),
        (vec!["admin", "create-account", "--name", "", "--email", &email], "", "name"),
        (vec!["admin", "create-token", "--account", "nobody000000", "--name", "T"], "", "account"),
        (vec!["admin", "create-token", "--account", &ada.account, "--name", ""], "", "name"),
        (vec!["admin", "set-quota", "--account", "nobody000000", "--minute", "7"], "", "account"),
        (vec!["admin", "set-password", "--account", "nobody000000", "--password-stdin"], PASSWORD, "account"),
        (
            vec!["admin", "set-password", "--account", &ada.account, "--password-stdin"],
            "short",
            "12 characters",
        ),
        (
            vec!["admin", "share", "--license", "NoSuchLicense", "--with", &ada.account, "--role", "viewer"],
            "",
            "license",
        ),
        (
            vec!["admin", "share", "--license", &license, "--with", "nobody000000", "--role", "viewer"],
            "",
            "account",
        ),
        (
            vec!["admin", "share", "--license", &license, "--with", &ada.account, "--role", "viewer"],
            "",
            "owner",
        ),
        (
            vec!["admin", "share", "--graph", &license, "--with", &ada.account, "--role", "viewer"],
            "",
            "graph",
        ),
    ] {
        let said = refused(&operate(&host.database, &arguments, input));
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    let made = format!("SELECT COUNT(*) FROM accounts WHERE email = '{email}'");
    assert_eq!(host.count(&made), 0, "what was refused left nothing");
    let nowhere = match engine {
        Engine::Sqlite => "sqlite:///proc/no/such/folder/accounts.db",
        Engine::Postgres => "postgres://muniment@localhost/nothing?host=%2Fno%2Fsuch%2Ffolder",
    };
    refused(&operate(nowhere, &["migrate"], ""));
    refused(&operate("mysql://localhost/accounts", &["migrate"], ""));
}

fn what_was_not_meant_is_usage(engine: Engine) {
    let host = engine.host();
    for arguments in [
        &["admin"][..],
        &["admin", "no-such-command"],
        &["admin", "create-account", "--name", "Ada"],
        &["admin", "create-token", "--account", "not an account", "--name", "T"],
        &["admin", "set-quota", "--account", "nobody000000", "--minute", "0"],
        &["admin", "set-quota", "--account", "nobody000000", "--minute", "many"],
        &["admin", "share", "--with", "nobody000000", "--role", "viewer"],
        &["admin", "share", "--license", "a", "--with", "nobody000000", "--role", "owner"],
        &["admin", "set-password", "--account", "nobody000000"],
        &["backup"],
    ] {
        let output = operate(&host.database, arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

fn a_password_that_was_set_replaces_the_old_one(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let set = ["admin", "set-password", "--account", &ada.account, "--password-stdin"];
    // With the end of the line that `echo` writes.
    operated(&host.database, &set, "an entirely new password\n");
    assert!(!browser.is_signed_in(), "whoever was signed in is out");
    browser.log_in(&ada.email, PASSWORD).is(401);
    browser.log_in(&ada.email, "an entirely new password").is(303);
    ada.get(MINE).is(200);
}

fn tables_are_brought_up_to_date_as_often_as_one_likes(engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let database = engine.database(folder.path());
    for _ in 0..2 {
        let output = operate(&database, &["migrate"], "");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let made =
        operated(&database, &["admin", "create-account", "--name", "A", "--email", "a@example.org"], "");
    let server = serve(&database, folder.path(), &[]);
    server.get(&format!("/users/{made}")).is(200);
    assert_eq!(operate(&database, &["migrate"], "").status.code(), Some(0), "while a server runs");
    server.get(&format!("/users/{made}")).is(200);
}

fn the_environment_names_the_database(engine: Engine) {
    let host = engine.host();
    let email = fresh_email();
    let output = command(BINARY)
        .env("MUNIMENT_DATABASE_URL", &host.database)
        .args(["admin", "create-account", "--name", "By environment", "--email", &email])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let account = String::from_utf8(output.stdout).unwrap();
    assert!(host.get(&format!("/users/{}", account.trim())).is(200).text().contains("By environment"));
}

fn a_copy_of_the_database_is_one(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.person("Ada");
    let (license, draft) = (ada.publish("Copied"), ada.draft("Copied too"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db").display().to_string();
    let copied = operate(&host.database, &["backup", &file], "");
    if engine == Engine::Postgres {
        assert!(refused(&copied).contains("pg_dump"), "PostgreSQL has tools of its own");
        return;
    }
    assert_eq!(copied.status.code(), Some(0), "{}", String::from_utf8_lossy(&copied.stderr));
    refused(&operate(&host.database, &["backup", &file], ""));
    let later = ada.publish("After the copy");
    let copy = format!("sqlite://{file}");
    let restored = TestServer::of(serve(&copy, folder.path(), &["--limits", "off"]), &copy);
    let ada = ada.at(&restored);
    restored.get(&format!("/licenselibrary/license/{license}")).is(200);
    ada.get(&format!("/licenselibrary/license/{draft}")).is(200);
    sentence(&restored.get(&format!("/licenselibrary/license/{later}")), 404);
    assert_eq!(restored.audit(&license).len(), 1);
    ada.publish("In the copy");
    assert_eq!(list(&ada.mine()).len(), 3);
}

/// The lines a command prints, each divided by tabs.
#[track_caller]
fn rows(host: &TestServer, arguments: &[&str]) -> Vec<Vec<String>> {
    let output = operate(&host.database, arguments, "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).unwrap();
    told.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn accounts_are_found_by_what_is_known_of_them(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let (ada, grace) = (host.member("Ada 100% Lovelace"), host.administrator("Grace Hopper"));
    let found = |flags: &[&str]| -> Vec<String> {
        let rows = rows(&host, &[&["admin", "list-accounts"], flags].concat());
        rows.into_iter().map(|row| row[0].clone()).collect()
    };
    assert_eq!(found(&[]), [ada.account.clone(), grace.account.clone()]);
    assert_eq!(found(&["--most", "1"]), std::slice::from_ref(&ada.account));
    for (flags, expected) in [
        (vec!["--account", &grace.account], &grace),
        (vec!["--email", &ada.email], &ada),
        (vec!["--name", "LOVE"], &ada),
        (vec!["--name", "100%"], &ada),
        (vec!["--name", "hop", "--account", &grace.account], &grace),
    ] {
        assert_eq!(found(&flags), std::slice::from_ref(&expected.account), "{flags:?}");
    }
    for flags in [["--name", "0_%"], ["--name", "nobody"], ["--email", "nobody@example.org"]] {
        assert!(found(&flags).is_empty(), "{flags:?}");
    }
    let row = rows(&host, &["admin", "list-accounts", "--account", &grace.account]).remove(0);
    assert_eq!(
        [row[1].as_str(), &row[3], &row[4]],
        ["administrator", grace.email.as_str(), "Grace Hopper"],
        "{row:?}"
    );
}

fn tokens_are_listed_and_revoked(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let (ada, bob) = (host.member("Ada"), host.member("Bob"));
    let others = [host.new_token(&ada.account), host.new_token(&ada.account)].map(|token| ada.with(&token));
    ada.get(MINE).is(200);
    let listed = || rows(&host, &["admin", "list-tokens", "--account", &ada.account]);
    let states = || listed().into_iter().map(|row| row[1].clone()).collect::<Vec<_>>();
    assert_eq!(states(), ["live", "live", "live"]);
    let digest = Digest::of(&ada.token).to_string();
    let own = listed().into_iter().find(|row| row[0] == digest).unwrap();
    assert_eq!((own.len(), own[4].as_str(), own[5].as_str()), (7, "-", "tests"), "{own:?}");
    assert_eq!(own[6], "read compose graphs assistants");
    let revoke = |account: &str, which: &[&str]| {
        operate(&host.database, &[&["admin", "revoke-tokens", "--account", account], which].concat(), "")
    };
    assert!(refused(&revoke(&bob.account, &["--token", &digest])).contains("token"));
    assert_eq!(revoke(&ada.account, &["--token", &digest]).stdout, b"1\n");
    sentence(&ada.get(MINE), 401);
    others[0].get(MINE).is(200);
    assert_eq!(revoke(&ada.account, &["--all"]).stdout, b"2\n");
    for other in &others {
        sentence(&other.get(MINE), 401);
    }
    assert_eq!(states(), ["revoked", "revoked", "revoked"]);
    bob.get(MINE).is(200);
    assert!(refused(&revoke("nobody000000", &["--all"])).contains("account"));
    for which in [&[][..], &["--all", "--token", &digest], &["--token", "no digest"]] {
        assert_eq!(revoke(&ada.account, which).status.code(), Some(2), "{which:?}");
    }
}

fn a_forgotten_password_is_reset(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.member("Ada");
    let browser = Browser::of(&ada);
    let reset = ["admin", "reset-password", "--account", &ada.account];
    let password = operated(&host.database, &reset, "");
    assert!(password.len() >= 20 && !browser.is_signed_in());
    browser.log_in(&ada.email, PASSWORD).is(401);
    browser.log_in(&ada.email, &password).is(303);
    ada.get(MINE).is(200);
    let other = operated(&host.database, &[&reset[..], &["--revoke-tokens"]].concat(), "");
    assert_ne!(password, other);
    sentence(&ada.get(MINE), 401);
    let token = host.new_token(&ada.account);
    let set = ["admin", "set-password", "--account", &ada.account, "--password-stdin", "--revoke-tokens"];
    operated(&host.database, &set, PASSWORD);
    sentence(&ada.with(&token).get(MINE), 401);
}

fn a_token_expires_when_its_maker_says(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.member("Ada");
    let create = ["admin", "create-token", "--account", &ada.account, "--name", "short", "--expires-in-days"];
    let short = ada.with(&operated(&host.database, &[&create[..], &["1"]].concat(), ""));
    short.get(MINE).is(200);
    host.change("UPDATE tokens SET expires_on = '2026-01-01' WHERE name = 'short'");
    sentence(&short.get(MINE), 401);
    let tokens = rows(&host, &["admin", "list-tokens", "--account", &ada.account]);
    assert!(tokens.iter().any(|row| row[1] == "expired" && row[4] == "2026-01-01"), "{tokens:?}");
    for days in ["0", "3651", "many"] {
        let output = operate(&host.database, &[&create[..], &[days]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{days}");
    }
}

fn the_help_names_every_variable(engine: Engine) {
    let host = engine.host();
    let help = operate(&host.database, &["serve", "--help"], "");
    let help = String::from_utf8(help.stdout).unwrap();
    for name in ["MUNIMENT_LOG", "MUNIMENT_ACCOUNT_LICENSES", "MUNIMENT_ACCOUNT_BYTES"] {
        assert!(help.contains(name), "{name} is missing from {help}");
    }
}

fn a_filter_of_the_log_that_nobody_can_read_is_refused(engine: Engine) {
    let host = engine.host();
    let output = operate(&host.database, &["migrate", "--log", "warn,sqlx=loud"], "");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("warn,sqlx=loud"), "{told}");
}

fn roles_are_given_and_taken(engine: Engine) {
    let host = engine.open(&["--limits", "off"]);
    let ada = host.member("Ada");
    let sees_all = || document(&ada.get("/healthz"))["checks"]["store"].get("endpoint").is_some();
    assert!(!sees_all());
    for (role, more) in [("administrator", true), ("member", false)] {
        operated(&host.database, &["admin", "set-role", "--account", &ada.account, "--role", role], "");
        assert_eq!(sees_all(), more, "{role}");
    }
}

fn the_audit_tells_who_did_what(engine: Engine) {
    let host = engine.open(&["--limits", "off", "--privacy-notice", "2026-10-01"]);
    let ada = host.member("Ada");
    let (license, graph) = (ada.publish("A license"), ada.graph("A graph", true));
    ada.draft("A draft");
    ada.post(&format!("{MINE}/{license}/deprecate")).is(200);
    let told = operate(&host.database, &["admin", "audit", "--account", &ada.account], "");
    let told = String::from_utf8(told.stdout).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3, "newest first, and nothing of drafts: {told}");
    for (line, words) in lines.iter().zip([
        format!("#3 deprecated license {license}"),
        format!("#2 published graph {graph}"),
        format!("#1 published license {license}, privacy notice 2026-10-01"),
    ]) {
        assert!(line.contains(&ada.account) && line.ends_with(&words), "{line}");
    }
    let of_license = operate(&host.database, &["admin", "audit", "--license", &license], "");
    assert_eq!(String::from_utf8(of_license.stdout).unwrap().lines().count(), 2);
}
