//! Several servers on one PostgreSQL database: what is done at one holds at the others from the next request on.
//! Windows are counted by each for itself (spec:version-1#limits-per-account).

use muniment_server::auth::Digest;
use serde_json::json;

use super::browser::Browser;
use super::databases::{Engine, TestServer, is_installed, serve};
use super::people::{COMPOSER, MINE, PASSWORD, Person, composed, fresh_email};
use super::{document, entry, ids, problem, sentence};
use crate::server::Server;

/// A server and a second one of its database, where there is PostgreSQL.
fn two(flags: &[&str]) -> Option<(TestServer, Server, tempfile::TempDir)> {
    if !is_installed() {
        return None;
    }
    let host = Engine::Postgres.open(flags);
    let folder = tempfile::tempdir().unwrap();
    let second = serve(&host.database, folder.path(), flags);
    Some((host, second, folder))
}

const FLAGS: [&str; 4] = ["--limits", "off", "--registration", "on"];

#[test]
fn a_token_made_at_one_works_at_the_other_and_is_revoked_at_both() {
    let Some((first, second, _folder)) = two(&FLAGS) else { return };
    let ada = first.member("Ada");
    let browser = Browser::of(&ada);
    let made = browser.submit("/account/tokens", "/account/tokens", &[("name", "Made at the first")]);
    let page = made.is(200).text();
    let at = page.find("svc_").unwrap();
    let token = ada.with(&page[at..at + 44]);
    let there = token.at(&second);
    assert_eq!(document(&there.get(MINE)), document(&token.get(MINE)));

    let digest = Digest::of(&token.token).to_string();
    let elsewhere = Browser::of(&ada.at(&second));
    elsewhere.submit("/account/tokens", "/account/tokens/revoke", &[("token", &digest)]).is(303);
    sentence(&token.get(MINE), 401);
    sentence(&there.get(MINE), 401);
}

#[test]
fn a_license_published_at_one_resolves_at_the_other() {
    let Some((first, second, _folder)) = two(&FLAGS) else { return };
    let (ada, bob) = (first.person("Ada"), first.person("Bob"));
    let (there, bob_there) = (ada.at(&second), bob.at(&second));
    let id = ada.publish("At the first");
    for path in [
        format!("/licenselibrary/license/{id}"),
        format!("/licenselibrary/license/{id}?format=ttl"),
        format!("/licenselibrary/{id}?format=nt"),
        format!("/v2/licenses/{id}"),
        format!("/users/{}?format=ttl", ada.account),
    ] {
        assert_eq!(second.get(&path).is(200).body, first.get(&path).is(200).body, "{path}");
    }
    assert_eq!(there.mine(), ada.mine());

    there.post(&format!("{MINE}/{id}/deprecate?reason=At%20the%20second")).is(200);
    assert_eq!(ada.state(&id), "deprecated");
    assert_eq!(document(&first.get(&format!("/v2/licenses/{id}")))["status"], "withdrawn");

    let draft = there.draft("At the second");
    sentence(&bob.get(&format!("/licenselibrary/license/{draft}")), 404);
    first.share("--license", &draft, &bob, "viewer");
    for person in [&bob, &bob_there] {
        person.get(&format!("/licenselibrary/license/{draft}")).is(200);
    }
    let graph = there.graph("At the second", true);
    ada.get(&format!("/dependencygraph/list?graph={graph}")).is(200);
    problem(&bob.get(&format!("/v2/dependency-graphs/{graph}")), 403, "forbidden");
}

#[test]
fn a_session_is_one_everywhere_and_ends_everywhere() {
    let Some((first, second, _folder)) = two(&FLAGS) else { return };
    let ada = first.member("Ada");
    let here = Browser::of(&ada);
    let there = Browser::new(&second);
    there.plant(&here.session().unwrap());
    assert!(there.is_signed_in(), "a balancer may lead the next request to the other server");
    there.submit("/account", "/logout", &[]).is(303);
    assert!(!here.is_signed_in());

    let here = Browser::of(&ada);
    there.log_in(&ada.email, PASSWORD).is(303);
    there.submit("/account/close", "/account/close", &[("current", PASSWORD), ("confirm", "close")]).is(303);
    assert!(!here.is_signed_in());
    sentence(&ada.get(MINE), 401);
}

/// What both are asked at once happens once.
#[test]
fn of_two_that_want_the_same_one_has_it() {
    let Some((first, second, _folder)) = two(&FLAGS) else { return };
    let ada = first.member("Ada");
    let there = ada.at(&second);
    for round in 0..5 {
        let id = ada.publish(&format!("Round {round}"));
        let path = format!("{MINE}/{id}/deprecate");
        let statuses = at_once(|| ada.post(&path).status, || there.post(&path).status);
        assert_eq!(statuses, [200, 409]);
        assert_eq!(first.audit(&id).len(), 2);

        let draft = ada.draft(&format!("Draft {round}"));
        let page = format!("/account/licenses/{draft}");
        let publish = |person: &Person<'_>| {
            let fields = [("base", "1"), ("consent", "yes")];
            Browser::of(person).submit("/account/tokens", &format!("{page}/publish"), &fields).status
        };
        let statuses = at_once(|| publish(&ada), || publish(&there));
        assert_eq!(statuses, [303, 409]);
        assert_eq!(first.audit(&draft).len(), 1, "consented to once");

        let email = fresh_email();
        let register = |server: &Server| Browser::new(server).register("Newcomer", &email, PASSWORD).status;
        let statuses = at_once(|| register(&first), || register(&second));
        assert_eq!(statuses, [303, 409]);
        assert_eq!(first.count(&format!("SELECT COUNT(*) FROM accounts WHERE email = '{email}'")), 1);
    }
}

/// The statuses of two requests at once, in order.
fn at_once(one: impl FnOnce() -> u16 + Send, other: impl FnOnce() -> u16 + Send) -> [u16; 2] {
    let mut statuses = std::thread::scope(|scope| {
        let (one, other) = (scope.spawn(one), scope.spawn(other));
        [one.join().unwrap(), other.join().unwrap()]
    });
    statuses.sort_unstable();
    statuses
}

#[test]
fn windows_are_counted_by_each_and_overrides_hold_at_both() {
    let Some((first, second, _folder)) = two(&[]) else { return };
    let ada = first.person("Ada");
    first.set_quota(&ada, &["--second", "1000", "--minute", "3"]);
    for person in [&ada, &ada.at(&second)] {
        for left in ["2", "1", "0"] {
            person.get(MINE).is(200).has("x-ratelimit-remaining", left).has("x-ratelimit-limit", "3");
        }
        assert_eq!(person.get(MINE).is(429).json()["window"], "minute");
    }
}

#[test]
fn many_publish_at_both_and_nothing_is_lost() {
    let Some((first, second, _folder)) = two(&FLAGS) else { return };
    let ada = first.person("Ada");
    let there = ada.at(&second);
    let mut published: Vec<String> = std::thread::scope(|scope| {
        let publishing: Vec<_> = (0..16)
            .map(|number| {
                let person = if number % 2 == 0 { &ada } else { &there };
                let publish = move |round| person.publish(&format!("License {number} of round {round}"));
                scope.spawn(move || (0..5).map(publish).collect::<Vec<_>>())
            })
            .collect();
        publishing.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let mine = ada.mine();
    let mut listed = ids(&mine);
    listed.sort();
    published.sort();
    assert_eq!(listed, published);
    assert!(published.iter().all(|id| entry(&mine, id)["status"] == "published"));
    let acts = format!("SELECT acts FROM accounts WHERE id = '{}'", ada.account);
    assert_eq!(first.count(&acts), 80, "each is written down, and counted in one row");
    assert_eq!(there.json(COMPOSER, &composed("One more")).is(201).json()["conflicts"], json!([]));
}
