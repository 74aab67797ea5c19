//! spec:version-1#limits-per-account: how often an account may ask. What only time can show (windows that slide) is
//! asked of a simulated clock in `server/src/limit`; here are the numbers, the headers and the refusals of the running
//! server. Every test has a server of its own, of whose windows it is the only client.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

use super::databases::{Engine, TestServer, on_both_databases};
use super::people::{COMPOSER, MINE, Person, composed, contradicting};
use super::{assert_uncounted, keys, problem, sentence, text};
use crate::server::Answer;

on_both_databases![
    every_answer_to_a_live_token_says_where_its_account_stands,
    the_window_closest_to_refusing_is_the_one_that_is_told,
    a_request_beyond_a_window_is_refused_with_its_name_and_numbers,
    the_defaults_admit_five_requests_in_a_second,
    a_refused_request_consumes_nothing,
    operations_have_weights,
    a_weight_counts_at_most_what_the_window_holds,
    accounts_are_counted_and_not_tokens,
    a_burst_never_admits_more_than_the_window_holds,
    an_override_holds_from_the_next_request_on,
    version_2_refuses_with_a_problem,
    all_accounts_together_have_a_ceiling,
    the_composer_admits_ten_requests_of_an_address,
    a_deployment_may_switch_the_limits_off,
];

const RECORD: &str = "/licenselibrary/license/CC-BY-4.0";
const CHECK: &str = "/compatibilitycheck/";
const CONSISTENCY: &str = "/licenselibrary/consistencycheck";

/// Somebody who may ask as often as nobody does.
fn tireless<'h>(host: &'h TestServer, name: &str) -> Person<'h> {
    let person = host.person(name);
    host.set_quota(&person, &["--second", "500", "--minute", "500", "--hour", "500", "--day", "500"]);
    person
}

/// Somebody whom one window alone holds up: `--minute 7`.
fn limited<'h>(host: &'h TestServer, window: &str, number: &str) -> Person<'h> {
    let person = tireless(host, "Ada");
    host.set_quota(&person, &[window, number]);
    person
}

/// Limit, remaining and reset.
#[track_caller]
fn standing(answer: &Answer) -> (u64, u64, u64) {
    let number = |name| {
        let value = answer.header(name).unwrap_or_else(|| panic!("{}: no {name}", answer.asked));
        value.parse().unwrap_or_else(|_| panic!("{}: {name} is {value}", answer.asked))
    };
    (number("x-ratelimit-limit"), number("x-ratelimit-remaining"), number("x-ratelimit-reset"))
}

#[track_caller]
fn remaining(answer: &Answer) -> u64 {
    standing(answer).1
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

/// Fails unless an answer is a refusal because of this window (spec:version-1#errors, the third shape).
#[track_caller]
fn assert_exhausted(answer: &Answer, window: &str, limit: u64, seconds: u64) {
    let refusal = answer.is(429).has("content-type", "application/json").json();
    assert_eq!(keys(&refusal), ["detail", "window", "limit", "remaining", "reset_at"], "{}", answer.asked);
    assert_eq!(
        (&refusal["window"], &refusal["limit"], &refusal["remaining"]),
        (&json!(window), &json!(limit), &json!(0)),
        "{}: {refusal}",
        answer.asked
    );
    assert!(!text(&refusal["detail"]).is_empty());
    assert_waits(answer, &text(&refusal["reset_at"]), limit, seconds);
}

/// Fails unless headers and `reset_at` tell one moment, within a window that began no longer ago than this answer.
#[track_caller]
fn assert_waits(answer: &Answer, reset_at: &str, limit: u64, seconds: u64) {
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=seconds).contains(&wait), "{}: Retry-After {wait}", answer.asked);
    let (header_limit, header_remaining, reset) = standing(answer);
    assert_eq!((header_limit, header_remaining), (limit, 0), "{}", answer.asked);
    assert!(reset + 30 >= now() && reset <= now() + seconds + 1, "{}: {reset}, now {}", answer.asked, now());
    let told: jiff::Timestamp = reset_at.parse().unwrap_or_else(|error| panic!("{reset_at}: {error}"));
    assert_eq!(u64::try_from(told.as_second()).unwrap(), reset, "{}", answer.asked);
    assert!(reset_at.ends_with('Z'), "{reset_at}");
}

fn every_answer_to_a_live_token_says_where_its_account_stands(engine: Engine) {
    let host = engine.open(&[]);
    let ada = tireless(&host, "Ada");
    let etag = host.get("/v2/licenses/CC-BY-4.0").header("etag").unwrap().to_owned();
    for (method, path, headers, status) in [
        ("GET", RECORD, &[][..], 200),
        ("HEAD", RECORD, &[], 200),
        ("GET", "/licenselibrary/license/CC-BY-4.0?format=text", &[], 200),
        ("GET", "/licenselibrary/list?keyword=creative", &[], 200),
        ("GET", "/licenselibrary/license/NoSuchLicense", &[], 404),
        ("GET", "/licenselibrary/license/a%20b", &[], 422),
        ("GET", "/licenselibrary/list?limit=many", &[], 422),
        ("GET", "/licenselibrary/CC-BY-4.0", &[], 303),
        ("POST", "/licenselibrary/list", &[], 405),
        ("GET", "/licenselibrary/license/GoneForGood", &[], 410),
        ("GET", MINE, &[], 200),
        ("GET", "/dependencygraph/graphs", &[], 200),
        ("POST", COMPOSER, &[], 422),
        ("GET", "/healthz", &[], 200),
        ("GET", "/openapi.json", &[], 200),
        ("GET", "/nothing/here", &[], 404),
        ("GET", "/v2", &[], 200),
        ("GET", "/v2/licenses/CC-BY-4.0", &[], 200),
        ("GET", "/v2/licenses/CC-BY-4.0", &[("If-None-Match", etag.as_str())], 304),
        ("GET", "/v2/licenses/NoSuchLicense", &[], 404),
        ("GET", "/v2/licenses?limit=0", &[], 422),
        ("POST", "/v2/licenses", &[], 405),
    ] {
        let answer = ada.ask(method, path, headers);
        let (limit, remaining, reset) = standing(answer.is(status));
        assert_eq!(limit, 500, "{}", answer.asked);
        assert!(remaining < limit && reset + 2 >= now(), "{}: {remaining}, {reset}", answer.asked);
        assert_uncounted(&host.ask(method, path, headers));
    }
    standing(ada.json(COMPOSER, &contradicting("At odds with itself")).is(409));
    standing(ada.json(COMPOSER, &composed("At one with itself")).is(201));
    let dead = ada.with("svc_0123456789012345678901234567890123456789");
    assert_uncounted(dead.get(MINE).is(401));
    assert_uncounted(dead.get(RECORD).is(200));
}

fn the_window_closest_to_refusing_is_the_one_that_is_told(engine: Engine) {
    let host = engine.open(&[]);
    for (window, seconds) in [("--minute", 60), ("--hour", 3_600), ("--day", 86_400)] {
        let ada = limited(&host, window, "40");
        for left in [39, 38, 37] {
            let answer = ada.get(RECORD);
            let (limit, remaining, reset) = standing(answer.is(200));
            assert_eq!((limit, remaining), (40, left), "{window}");
            assert!(reset >= now() && reset <= now() + seconds + 1, "{window}: {reset}, now {}", now());
        }
    }
}

fn a_request_beyond_a_window_is_refused_with_its_name_and_numbers(engine: Engine) {
    let host = engine.open(&[]);
    for (flag, window, seconds) in
        [("--minute", "minute", 60), ("--hour", "hour", 3_600), ("--day", "day", 86_400)]
    {
        let ada = limited(&host, flag, "3");
        for left in [2, 1, 0] {
            assert_eq!(remaining(ada.get(RECORD).is(200)), left);
        }
        for path in [RECORD, MINE, "/licenselibrary/license/NoSuchLicense", "/nothing", "/healthz"] {
            assert_exhausted(&ada.get(path), window, 3, seconds);
        }
        assert_exhausted(&ada.json(COMPOSER, &composed("Too often")), window, 3, seconds);
    }
    host.get(RECORD).is(200);
    assert_uncounted(&host.get(RECORD));
}

fn the_defaults_admit_five_requests_in_a_second(engine: Engine) {
    let host = engine.open(&[]);
    let ada = host.person("Ada");
    let (limit, left, _) = standing(ada.get(RECORD).is(200));
    assert_eq!((limit, left), (5, 4), "of the four windows the second is the narrowest");
    // More than five of forty at once fall into one second, unless a machine needs seven for them.
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..40).map(|_| scope.spawn(|| ada.get(RECORD))).collect();
        asked.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    let refused: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 429).collect();
    assert!(!refused.is_empty(), "forty requests at once were all admitted");
    for answer in refused {
        assert_exhausted(answer, "second", 5, 1);
    }
}

fn a_refused_request_consumes_nothing(engine: Engine) {
    let host = engine.open(&[]);
    let ada = limited(&host, "--minute", "7");
    for left in [6, 5, 4] {
        assert_eq!(remaining(ada.get(RECORD).is(200)), left);
    }
    for _ in 0..3 {
        let answer = ada.json(CHECK, &json!({"licenses": []}));
        assert_eq!(answer.is(429).json()["remaining"], 4, "what is left is too little for a weight of five");
        assert_eq!(answer.json()["window"], "minute");
    }
    for left in [3, 2, 1, 0] {
        assert_eq!(remaining(ada.get(RECORD).is(200)), left);
    }
    for _ in 0..3 {
        assert_exhausted(&ada.get(RECORD), "minute", 7, 60);
    }
}

fn operations_have_weights(engine: Engine) {
    let host = engine.open(&[]);
    for (method, path, weight) in [
        ("POST", CHECK, 5),
        ("POST", CONSISTENCY, 3),
        ("POST", "/licenselibrary/translate", 10),
        ("GET", "/licenselibrary/translate/jobs/none", 1),
        ("POST", "/licenselibrary/narrate", 1),
        ("POST", COMPOSER, 1),
        ("POST", "/licenselibrary/facetedsearch", 1),
        ("GET", "/licenselibrary/list", 1),
        ("GET", "/v2/licenses", 1),
        ("GET", "/v2/changes", 1),
    ] {
        let ada = limited(&host, "--minute", "100");
        let answer = ada.ask(method, path, &[]);
        assert_ne!(answer.status, 429, "{}", answer.asked);
        assert_eq!(standing(&answer).0, 100, "{}", answer.asked);
        assert_eq!(
            remaining(&answer),
            100 - weight,
            "{}, whatever came of it: {}",
            answer.asked,
            answer.status
        );
        assert_eq!(remaining(ada.get(RECORD).is(200)), 100 - weight - 1);
    }
}

fn a_weight_counts_at_most_what_the_window_holds(engine: Engine) {
    let host = engine.open(&[]);
    let ada = limited(&host, "--minute", "3");
    let answer = ada.json(CHECK, &json!({"licenses": []}));
    assert_eq!((answer.is(422).status, remaining(&answer)), (422, 0), "five count as three");
    assert_exhausted(&ada.get(RECORD), "minute", 3, 60);
    // Of the default second a weight of ten takes all five, and of the minute ten.
    let bob = host.person("Bob");
    host.set_quota(&bob, &["--minute", "12"]);
    let answer = bob.post("/licenselibrary/translate");
    assert_ne!(answer.status, 429, "{}", answer.text());
    assert_eq!((standing(&answer).0, remaining(&answer)), (5, 0));
}

fn accounts_are_counted_and_not_tokens(engine: Engine) {
    let host = engine.open(&[]);
    let ada = limited(&host, "--minute", "4");
    let other = ada.with(&host.new_token(&ada.account));
    for (person, left) in [(&ada, 3), (&other, 2), (&ada, 1), (&other, 0)] {
        assert_eq!(remaining(person.get(RECORD).is(200)), left);
    }
    assert_exhausted(&ada.get(RECORD), "minute", 4, 60);
    assert_exhausted(&other.get(RECORD), "minute", 4, 60);
    let bob = limited(&host, "--minute", "4");
    assert_eq!(remaining(bob.get(RECORD).is(200)), 3, "another account has windows of its own");
}

fn a_burst_never_admits_more_than_the_window_holds(engine: Engine) {
    let host = engine.open(&[]);
    let ada = limited(&host, "--minute", "20");
    let admitted = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for path in [RECORD, "/licenselibrary/list", "/v2/licenses", MINE, "/healthz"] {
                    let status = ada.get(path).status;
                    assert!([200, 429].contains(&status), "{status}");
                    admitted.fetch_add(u32::from(status == 200), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(admitted.into_inner(), 20, "of eighty requests at once");
}

fn an_override_holds_from_the_next_request_on(engine: Engine) {
    let host = engine.open(&[]);
    let ada = limited(&host, "--minute", "2");
    ada.get(RECORD).is(200);
    ada.get(RECORD).is(200);
    assert_exhausted(&ada.get(RECORD), "minute", 2, 60);
    host.set_quota(&ada, &["--minute", "10"]);
    let (limit, left, _) = standing(ada.get(RECORD).is(200));
    assert_eq!((limit, left), (10, 7), "what was counted before still counts");
}

fn version_2_refuses_with_a_problem(engine: Engine) {
    let host = engine.open(&[]);
    let ada = limited(&host, "--minute", "1");
    ada.get("/v2/licenses/CC-BY-4.0").is(200);
    for path in
        ["/v2/licenses/CC-BY-4.0", "/v2/licenses", "/v2", "/v2/nothing", "/v2/dependency-graphs/dg_eu"]
    {
        let answer = ada.get(path);
        let problem = problem(&answer, 429, "rate-limited");
        assert_eq!(
            (&problem["window"], &problem["limit"], &problem["remaining"]),
            (&json!("minute"), &json!(1), &json!(0)),
            "{problem}"
        );
        assert_eq!(problem["instance"], path);
        assert_waits(&answer, &text(&problem["reset_at"]), 1, 60);
        let exposed = answer.header("access-control-expose-headers").unwrap().to_ascii_lowercase();
        assert!(exposed.contains("x-ratelimit-remaining") && exposed.contains("retry-after"), "{exposed}");
    }
    host.get("/v2/licenses/CC-BY-4.0").is(200);
}

fn all_accounts_together_have_a_ceiling(engine: Engine) {
    let host = engine.open(&["--trusted-proxies", "1"]);
    let people = [tireless(&host, "Ada"), tireless(&host, "Bob")];
    // From networks of their own: one network has a share of the ceiling.
    let ask = |person: &Person<'_>, network: usize| {
        person.ask("GET", RECORD, &[("X-Forwarded-For", &format!("192.0.2.{network}"))])
    };
    let started = std::time::Instant::now();
    for number in 0..600 {
        let answer = ask(&people[number % 2], number % 2);
        // Where six hundred requests take longer than a minute nothing can be said.
        assert!(
            answer.status == 200 || started.elapsed().as_secs() > 60,
            "after {number}: {}",
            answer.text()
        );
    }
    if started.elapsed().as_secs() < 60 {
        let carol = host.person("Carol");
        for (network, person) in people.iter().chain([&carol]).enumerate() {
            let answer = ask(person, network);
            let refusal = answer.is(429).json();
            assert_eq!((&refusal["window"], &refusal["limit"]), (&json!("global"), &json!(600)), "{refusal}");
        }
    }
    host.get(RECORD).is(200);
}

/// spec:version-1#limits-per-address and spec:version-1#frozen-operations, operation 4: the bucket of the composer
/// counts whoever asks.
fn the_composer_admits_ten_requests_of_an_address(engine: Engine) {
    let host = engine.open(&[]);
    let people = [tireless(&host, "Ada"), tireless(&host, "Bob")];
    for number in 0..10 {
        people[number % 2].json(COMPOSER, &composed(&format!("License {number}"))).is(201);
    }
    for person in &people {
        let answer = person.json(COMPOSER, &composed("One too many"));
        let expected = "Rate limit exceeded: at most 10 requests per 60s for this endpoint.";
        assert_eq!(sentence(&answer, 429), expected);
        assert!(answer.header("retry-after").is_some());
        assert_eq!(standing(&answer).0, 500, "the account may go on elsewhere");
        assert_eq!(super::list(&person.mine()).len(), 5, "nothing came of it");
    }
}

fn a_deployment_may_switch_the_limits_off(engine: Engine) {
    for (flags, is_on) in [(&["--limits", "off"][..], false), (&[], true)] {
        let host = engine.open(flags);
        let limits = &host.get("/v2").json()["rate_limits"];
        assert_eq!(limits["enabled"], json!(is_on));
        assert_eq!(limits["per_account"]["enabled"], json!(is_on));
        assert_eq!(limits["per_account"]["global_per_minute"], json!(600));
    }
    let host = engine.open(&["--limits", "off"]);
    let ada = limited(&host, "--minute", "1");
    for _ in 0..20 {
        ada.get(RECORD).is(200);
        ada.json(COMPOSER, &composed("Again and again")).is(201);
    }
}
