//! spec:version-1#limits-per-account under a clock that tests move: windows that slide, weights, what headers tell, and
//! what lives for a time.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::Barrier;
use std::thread;

use muniment_server::limit::Overrides;
use serde_json::{Value, json};

use super::browser::Browser;
use super::people::{COMPOSER, PASSWORD, composed};
use super::simulated::{Known, MIDNIGHT, Simulated};
use super::text;
use crate::server::Answer;

const RECORD: &str = "/licenselibrary/license/CC-BY-4.0";
const CHECK: &str = "/compatibilitycheck/";

/// Windows that hold as much as nobody asks for.
fn wide() -> Overrides {
    let wide = NonZeroU32::new(1_000_000);
    Overrides { second: wide, minute: wide, hour: wide, day: wide }
}

fn number(answer: &Answer, name: &str) -> u64 {
    answer.header(name).unwrap_or_else(|| panic!("{}: no {name}", answer.asked)).parse().unwrap()
}

/// Limit, remaining and reset.
fn standing(answer: &Answer) -> [u64; 3] {
    ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].map(|name| number(answer, name))
}

/// The window of a refusal; none where there is no refusal.
fn refused_by(answer: &Answer) -> Option<String> {
    (answer.status == 429).then(|| text(&answer.json()["window"]))
}

fn question() -> String {
    json!({"licenses": ["https://svc.example/licenselibrary/CC-BY-4.0", "https://svc.example/licenselibrary/MIT"]})
        .to_string()
}

/// Somebody who asks as often as they may for a day, and waits as they are told: no stretch of time ever holds more
/// than its window, and every window refuses in its turn.
#[test]
fn who_waits_as_told_gets_all_that_the_windows_hold_and_no_more() {
    let host = Simulated::open();
    let ada = host.person();
    let windows = [("second", 1, 5), ("minute", 60, 60), ("hour", 3600, 1000), ("day", 86_400, 10_000)];
    let (mut now, mut admitted, mut refusals) = (0_u64, VecDeque::new(), Vec::new());
    while refusals.last().map(String::as_str) != Some("day") {
        let answer = host.get(&ada, RECORD);
        let Some(window) = refused_by(&answer) else {
            answer.is(200);
            admitted.push_back(now);
            for (name, seconds, limit) in windows {
                let within = admitted.iter().rev().take_while(|at| **at + seconds > now).count();
                assert!(within <= limit, "{within} in a {name}");
            }
            continue;
        };
        let wait = number(&answer, "retry-after");
        assert_eq!(standing(&answer)[2], MIDNIGHT + now + wait, "{window}");
        if !refusals.contains(&window) {
            refusals.push(window);
        }
        if refusals.last().map(String::as_str) != Some("day") {
            host.wait(wait);
            now += wait;
        }
    }
    assert_eq!(refusals, ["second", "minute", "hour", "day"]);
    assert_eq!(admitted.len(), 10_000);
    let first = admitted[0];
    let wait = number(&host.get(&ada, RECORD), "retry-after");
    assert_eq!(now + wait, first + 86_400, "the first request has to leave the window");
    host.wait(wait - 1);
    assert_eq!(refused_by(&host.get(&ada, RECORD)).as_deref(), Some("day"));
    host.wait(1);
    host.get(&ada, RECORD).is(200);
}

#[test]
fn headers_tell_of_the_window_closest_to_refusing() {
    let host = Simulated::open();
    let ada = host.person();
    for left in (0..5).rev() {
        assert_eq!(standing(host.get(&ada, RECORD).is(200)), [5, left, MIDNIGHT + 1]);
    }
    for second in 1..11 {
        host.wait(1);
        for left in (0..5).rev() {
            assert_eq!(standing(host.get(&ada, RECORD).is(200)), [5, left, MIDNIGHT + second + 1]);
        }
    }
    // Four are left of the second and four of the minute, which takes longer to have more.
    host.wait(1);
    assert_eq!(standing(host.get(&ada, "/v2/licenses/CC-BY-4.0").is(200)), [60, 4, MIDNIGHT + 60]);
}

#[test]
fn weights_count_and_are_capped_at_each_window() {
    let host = Simulated::open();
    let ada = host.person();
    // Five of five in a second, and five of sixty in a minute.
    assert_eq!(standing(host.post(&ada, CHECK, &question()).is(200)), [5, 0, MIDNIGHT + 1]);
    assert_eq!(refused_by(&host.get(&ada, RECORD)).as_deref(), Some("second"));
    for _ in 1..12 {
        host.wait(1);
        host.post(&ada, CHECK, &question()).is(200);
    }
    host.wait(1);
    assert_eq!(refused_by(&host.get(&ada, RECORD)).as_deref(), Some("minute"), "twelve times five is sixty");
    // However the path is spelled.
    let dora = host.person();
    assert_eq!(standing(host.post(&dora, "/compatibilitychec%6b/", &question()).is(200))[1], 0);
    // A weight of ten counts five in a window of five; nobody translates here, and is told so.
    let bob = host.person();
    let answer = host.post(&bob, "/licenselibrary/translate", "{}");
    assert_eq!(standing(&answer), [5, 0, MIDNIGHT + 13], "{}", answer.text());
    host.wait(1);
    let carol =
        host.person_with(&Overrides { second: NonZeroU32::new(100), minute: NonZeroU32::new(12), ..wide() });
    assert_eq!(standing(&host.post(&carol, "/licenselibrary/translate", "{}"))[1], 2, "ten of twelve");
    assert_eq!(
        refused_by(&host.post(&carol, "/licenselibrary/consistencycheck", "{}")).as_deref(),
        Some("minute")
    );
    host.get(&carol, RECORD).is(200);
}

#[test]
fn a_refused_request_consumes_nothing() {
    let host = Simulated::open();
    let ada =
        host.person_with(&Overrides { second: NonZeroU32::new(1), minute: NonZeroU32::new(3), ..wide() });
    host.get(&ada, RECORD).is(200);
    for _ in 0..50 {
        assert_eq!(refused_by(&host.get(&ada, RECORD)).as_deref(), Some("second"));
    }
    for _ in 0..2 {
        host.wait(1);
        host.get(&ada, RECORD).is(200);
    }
    host.wait(1);
    assert_eq!(
        refused_by(&host.get(&ada, RECORD)).as_deref(),
        Some("minute"),
        "three were admitted, none counted twice"
    );
    // What is refused does not hold up the window either: it opens when the first of the three leaves.
    host.wait(56);
    assert_eq!(refused_by(&host.get(&ada, RECORD)).as_deref(), Some("minute"));
    host.wait(1);
    host.get(&ada, RECORD).is(200);
}

#[test]
fn all_accounts_together_have_six_hundred_a_minute() {
    let host = Simulated::open();
    let people = [host.person_with(&wide()), host.person_with(&wide())];
    for number in 0..600 {
        host.get(&people[number % 2], RECORD).is(200);
    }
    for person in &people {
        let answer = host.get(person, RECORD);
        assert_eq!(refused_by(&answer).as_deref(), Some("global"));
        assert_eq!((number(&answer, "retry-after"), standing(&answer)), (60, [600, 0, MIDNIGHT + 60]));
        assert_eq!(answer.json()["reset_at"], "2026-11-20T00:01:00Z");
    }
    host.server.get(RECORD).is(200);
    host.wait(60);
    host.get(&people[0], RECORD).is(200);
}

#[test]
fn a_burst_is_admitted_as_far_as_the_window_holds() {
    let host = Simulated::open();
    let (ada, gate) = (host.person(), Barrier::new(40));
    let statuses: Vec<u16> = thread::scope(|scope| {
        let ask = || {
            gate.wait();
            host.get(&ada, RECORD).status
        };
        let asking: Vec<_> = (0..40).map(|_| scope.spawn(ask)).collect();
        asking.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 5, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
}

/// spec:version-1#limits-per-address: the bucket of the composer counts the address, beside the account.
#[test]
fn the_bucket_of_an_address_slides_too() {
    let host = Simulated::open();
    let ada = host.person_with(&wide());
    let document = composed("A license").to_string();
    for _ in 0..10 {
        host.post(&ada, COMPOSER, &document).is(201);
    }
    let answer = host.post(&ada, COMPOSER, &document);
    assert_eq!(answer.is(429).json().as_object().map(serde_json::Map::len), Some(1), "the fourth shape");
    assert_eq!(number(&answer, "retry-after"), 60);
    host.wait(59);
    host.post(&ada, COMPOSER, &document).is(429);
    host.wait(1);
    host.post(&ada, COMPOSER, &document).is(201);
}

/// spec:version-1#sessions: a session lives for fourteen days after its last use.
#[test]
fn a_session_lives_as_long_as_it_is_used() {
    const DAY: u64 = 24 * 60 * 60;
    let host = Simulated::open();
    let ada = host.person();
    let browser = Browser::new(&host.server);
    browser.log_in(&ada.email, PASSWORD).is(303);
    for _ in 0..3 {
        host.wait(13 * DAY);
        let page = browser.get("/account");
        page.is(200);
        assert!(
            page.header("set-cookie").is_some_and(|cookie| cookie.contains("Max-Age=1209600")),
            "it lives on"
        );
    }
    host.wait(14 * DAY);
    browser.get("/account").is(303);
}

/// Guessing passwords is slow: ten attempts in fifteen minutes.
#[test]
fn guesses_are_throttled_until_they_have_left_the_window() {
    let host = Simulated::open();
    let ada = host.person();
    let browser = Browser::new(&host.server);
    for _ in 0..10 {
        browser.log_in(&ada.email, "not this one either").is(401);
    }
    let throttled = browser.log_in(&ada.email, PASSWORD);
    assert_eq!(number(throttled.is(429), "retry-after"), 900);
    host.wait(899);
    browser.log_in(&ada.email, PASSWORD).is(429);
    host.wait(1);
    browser.log_in(&ada.email, PASSWORD).is(303);
}

/// The discovery document names the numbers that are counted with (spec:version-2#discovery).
#[test]
fn discovery_names_the_limits_that_hold() {
    use muniment_documents::api::v1::{BUCKETS, Operation};
    use muniment_server::limit::{AccountLimits, Allowance};

    let host = Simulated::open();
    let limits = host.server.get("/v2").json()["rate_limits"].clone();
    assert_eq!(limits["enabled"], true);
    let told = limits["per_ip"].as_array().unwrap();
    assert_eq!(told.len(), BUCKETS.len());
    for (told, bucket) in told.iter().zip(&BUCKETS) {
        let held = json!([bucket.name, bucket.limit, bucket.period.as_secs()]);
        assert_eq!(json!([told["bucket"], told["limit"], told["window_seconds"]]), held);
    }
    let Allowance { second, minute, hour, day } = Allowance::DEFAULT;
    let account = &limits["per_account"];
    assert_eq!(account["windows"], json!({"second": second, "minute": minute, "hour": hour, "day": day}));
    assert_eq!(account["global_per_minute"], json!(AccountLimits::CEILING));
    let rows = Operation::ALL.iter().map(|operation| operation.row());
    let weights: Vec<(&str, u32)> =
        rows.filter(|row| row.weight > 1).map(|row| (row.route.template, row.weight)).collect();
    for (path, weight) in &weights {
        assert_eq!(account["weights"][path], json!(weight), "{path}");
    }
    assert_eq!(account["weights"].as_object().map(serde_json::Map::len), Some(weights.len() + 1));
}

/// spec:version-1#authentication: the day a token was last used is written down, once a day.
#[test]
fn the_last_use_of_a_token_is_a_day() {
    let host = Simulated::open();
    let ada: Known = host.person();
    let used = || {
        let tokens = host.runtime.block_on(host.store.tokens_of(&ada.account)).unwrap();
        tokens[0].last_used_on.map(|day| day.to_string())
    };
    assert_eq!(used(), None);
    host.get(&ada, RECORD).is(200);
    assert_eq!(used().as_deref(), Some("2026-11-20"));
    host.wait(24 * 60 * 60 + 5);
    assert_eq!(used().as_deref(), Some("2026-11-20"));
    host.get(&ada, RECORD).is(200);
    assert_eq!(used().as_deref(), Some("2026-11-21"));
}

/// A quota is said to whoever asks, as a whole number of seconds that is enough.
#[test]
fn nobody_who_waits_for_the_reset_is_early() {
    let host = Simulated::open();
    let ada = host.person();
    host.time.advance(std::time::Duration::from_millis(300));
    for _ in 0..5 {
        host.get(&ada, RECORD).is(200);
    }
    host.time.advance(std::time::Duration::from_millis(300));
    let refused = host.get(&ada, RECORD);
    let body: Value = refused.is(429).json();
    assert_eq!((number(&refused, "retry-after"), &body["reset_at"]), (1, &json!("2026-11-20T00:00:02Z")));
    host.wait(1);
    host.get(&ada, RECORD).is(200);
}
