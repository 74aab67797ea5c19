//! Texts of several parts: progress, collection, what outlives a server, and sending the text again.

use std::time::Duration;

use serde_json::json;

use super::{PART, REVIEW, Setup, TRANSLATE, license, reading};
use crate::narration::provider::Reply;

#[test]
fn a_text_of_several_parts_becomes_a_job() {
    let setup = Setup::new();
    setup.provider.answers(PART, (1..=3).map(|number| Reply::content(&reading(number))));
    let answer = setup.send(&license(3));
    let progress = answer.is(202).json();
    assert_eq!(answer.header("retry-after"), Some("5"));
    for key in [
        "stage",
        "stage_since",
        "stage_seconds",
        "elapsed_seconds",
        "part_seconds_avg",
        "estimated_remaining_seconds",
        "provider",
        "provider_label",
        "events",
        "partial",
    ] {
        assert!(progress.get(key).is_some(), "{key}: {progress}");
    }
    assert_eq!(progress["parts_total"], 3);
    assert!(["queued", "running"].contains(&progress["status"].as_str().unwrap()));
    let done = setup.collect(&progress);
    assert_eq!((&done["status"], &done["job_id"]), (&json!("done"), &progress["job_id"]));
    assert_eq!(done["parts"], json!({"total": 3, "translated": [1, 2, 3], "failed": []}));
    // Said three times, it is one statement with three quotes.
    assert_eq!(done["statements"].as_array().unwrap().len(), 1);
    assert_eq!(done["statements"][0]["evidence_all"].as_array().unwrap().len(), 3);
    assert_eq!(done["usage"]["part_providers"].as_object().unwrap().len(), 3);
    assert!(done.get("comparison").is_some());
    let asked: Vec<String> = setup.provider.asked().iter().map(|asked| asked.schema().to_owned()).collect();
    assert_eq!(asked, [PART, PART, PART, REVIEW]);
    // It can be collected again, and by nobody else.
    let path = format!("{TRANSLATE}/jobs/{}", done["job_id"].as_str().unwrap());
    assert_eq!(setup.host.get(&setup.ada, &path).is(200).json()["statements"], done["statements"]);
    let bob = setup.host.person();
    setup.host.get(&bob, &path).is(404);
    setup.host.server.get(&path).is(401);
    for nothing in ["none", "../x", "0123456789012345678901234567890a"] {
        setup.host.get(&setup.ada, &format!("{TRANSLATE}/jobs/{nothing}")).is(404);
    }
}

#[test]
fn whoever_waits_sees_what_was_found_so_far() {
    let setup = Setup::new();
    // The second part is answered late enough to be seen waiting.
    let late = Reply::content(&reading(2)).after(Duration::from_millis(700));
    setup.provider.answers(PART, [Reply::content(&reading(1)), late]);
    let progress = setup.send(&license(2)).is(202).json();
    let path = progress["poll_url"].as_str().unwrap();
    let seen = loop {
        let seen = setup.host.get(&setup.ada, path).is(202).json();
        if seen["parts_done"] == 1 && seen["part_current"] == 2 {
            break seen;
        }
    };
    assert_eq!((&seen["status"], &seen["parts_failed"]), (&json!("running"), &json!(0)));
    let quote = "You may copy and distribute the work of";
    assert_eq!(
        seen["partial"]["lines"],
        json!([{"label": seen["partial"]["lines"][0]["label"], "quote": quote}])
    );
    assert_eq!((&seen["partial"]["statements"], &seen["partial"]["parts_done"]), (&json!(1), &json!(1)));
    assert!(seen["estimated_remaining_seconds"].is_number(), "a part is over");
    let events = seen["events"].as_array().unwrap();
    assert!(!events.is_empty() && events.len() <= 60);
    assert_eq!(setup.collect(&progress)["parts"]["translated"], json!([1, 2]));
}

#[test]
fn a_part_that_fails_is_told_and_sent_again_alone() {
    let setup = Setup::new();
    setup
        .provider
        .answers(PART, [Reply::content(&reading(1)), Reply::status(400), Reply::content(&reading(3))]);
    let partial = setup.collect(&setup.send(&license(3)).is(202).json());
    assert_eq!(partial["parts"], json!({"total": 3, "translated": [1, 3], "failed": [2]}));
    assert!(
        partial["warnings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|warning| warning.as_str().unwrap().contains("Part 2"))
    );
    let left = &partial["quota"]["user_remaining_today"];
    setup.provider.asked();
    setup.provider.answers(PART, [Reply::content(&reading(2))]);
    setup.host.wait(1);
    let whole = setup.collect(&setup.send(&license(3)).is(202).json());
    assert_eq!(whole["parts"], json!({"total": 3, "translated": [1, 2, 3], "failed": []}));
    assert_eq!(whole["statements"][0]["evidence_all"].as_array().unwrap().len(), 3);
    let asked = setup.provider.asked();
    assert_eq!(
        asked.iter().filter(|asked| asked.schema() == PART).count(),
        1,
        "what was read is not asked again"
    );
    assert!(asked[0].said("user").contains("the work of section 2"));
    assert_eq!(&whole["quota"]["user_remaining_today"], left, "going on is no run of its own");
    // Whole, it is a new run.
    setup.provider.answers(PART, (1..=3).map(|number| Reply::content(&reading(number))));
    let anew = setup.collect(&setup.send(&license(3)).is(202).json());
    assert_ne!(&anew["quota"]["user_remaining_today"], left);
}

/// Two continuations of a text are free; then they count as runs, so that a text that is never read whole has an end.
/// The deployment counts them all.
#[test]
fn a_text_of_which_a_part_never_reads_is_not_free_for_ever() {
    let setup = Setup::new();
    let left = |answer: &serde_json::Value| {
        let quota = &answer["quota"];
        (quota["user_remaining_today"].as_u64().unwrap(), quota["global_remaining_today"].as_u64().unwrap())
    };
    setup.provider.answers(PART, [Reply::content(&reading(1)), Reply::status(400)]);
    let mut found = Vec::new();
    for _ in 0..5 {
        let run = setup.collect(&setup.send(&license(2)).is(202).json());
        assert_eq!(run["parts"]["failed"], json!([2]));
        found.push(left(&run));
        setup.host.wait(1);
    }
    assert_eq!(found, [(9, 199), (9, 198), (9, 197), (8, 196), (7, 195)]);
    // Another text has continuations of its own.
    setup
        .provider
        .answers(PART, (1..=2).map(|number| Reply::content(&reading(number))).chain([Reply::status(400)]));
    setup.collect(&setup.send(&license(3)).is(202).json());
    setup.host.wait(1);
    let other = setup.collect(&setup.send(&license(3)).is(202).json());
    assert_eq!(left(&other), (6, 193));
}

/// A run whose server is gone: what was read is there, the rest is named, and the same text goes on from there.
#[test]
fn a_run_that_nobody_works_on_is_ended_with_what_was_read() {
    let setup = Setup::new();
    let never = Reply::content(&reading(2)).after(Duration::from_secs(4));
    setup.provider.answers(PART, [Reply::content(&reading(1)), never]);
    let progress = setup.send(&license(2)).is(202).json();
    let path = progress["poll_url"].as_str().unwrap();
    while setup.host.get(&setup.ada, path).is(202).json()["parts_done"] != 1 {}
    // Half a minute in which nothing is heard of it. The run may say that it goes on between these two lines.
    let asked = || {
        setup.host.wait(31);
        setup.host.get(&setup.ada, path)
    };
    let ended = (0..10).map(|_| asked()).find(|answer| answer.status == 200).unwrap().json();
    assert_eq!((&ended["status"], &ended["parts"]["failed"]), (&json!("done"), &json!([2])));
    assert_eq!(ended["parts"]["translated"], json!([1]));
    setup.provider.answers(PART, [Reply::content(&reading(2))]);
    let whole = setup.collect(&setup.send(&license(2)).is(202).json());
    assert_eq!(whole["parts"]["translated"], json!([1, 2]));
}

#[test]
fn runs_are_forgotten_two_hours_after_they_end() {
    let setup = Setup::new();
    let done = setup.send(&license(1)).is(200).json();
    let path = format!("{TRANSLATE}/jobs/{}", done["job_id"].as_str().unwrap());
    let sweep = || {
        let now = muniment_server::run::housekeeping::sweep(&setup.host.store, setup.host.now());
        setup.host.runtime.block_on(now).unwrap();
    };
    setup.host.wait(2 * 60 * 60 - 1);
    sweep();
    setup.host.get(&setup.ada, &path).is(200);
    setup.host.wait(1);
    sweep();
    setup.host.get(&setup.ada, &path).is(404);
}
