use std::net::IpAddr;
use std::thread;

use proptest::prelude::*;

use super::*;

/// Midnight of 2026-11-20.
const MIDNIGHT: Duration = Duration::from_secs(1_795_132_800);
const SPANS: [Span; 5] = [Span::Global, Span::Second, Span::Minute, Span::Hour, Span::Day];

fn at(now: Duration) -> Moment {
    Moment { now, since_epoch: MIDNIGHT + now }
}

fn seconds(seconds: u64) -> Moment {
    at(Duration::from_secs(seconds))
}

fn account(number: usize) -> AccountId {
    format!("{number:012}").parse().unwrap()
}

fn home() -> IpNet {
    network(0)
}

fn network(number: u8) -> IpNet {
    IpAddr::from([192, 0, 2, number]).into()
}

fn weigh(weight: u32) -> NonZeroU32 {
    NonZeroU32::new(weight).unwrap()
}

fn allowance(second: u32, minute: u32, hour: u32, day: u32) -> Allowance {
    Allowance { second: weigh(second), minute: weigh(minute), hour: weigh(hour), day: weigh(day) }
}

impl AccountLimits {
    /// A request of account 0 without overrides.
    fn ask(&self, weight: u32, at: Moment) -> Result<RateLimitState, Exhausted> {
        self.admit(account(0), home(), &Overrides::default(), weigh(weight), at)
    }

    fn accounts(&self) -> usize {
        self.counts.lock().unwrap().accounts.len()
    }
}

/// Limit, remaining and seconds until the reset, for a request at a whole second.
fn trio(state: RateLimitState, at: Moment) -> (u64, u64, u64) {
    (state.limit, state.remaining, state.reset - at.since_epoch.as_secs())
}

#[test]
fn the_window_closest_to_refusing_is_told() {
    let limits = AccountLimits::default();
    for (asked, left) in [(0, 4), (0, 3), (0, 2), (0, 1), (0, 0)] {
        let state = limits.ask(1, seconds(asked)).unwrap();
        assert_eq!(trio(state, seconds(asked)), (5, left, 1));
    }
    let refused = limits.ask(1, seconds(0)).unwrap_err();
    assert_eq!((refused.span.name(), refused.retry_after()), ("second", 1));
    // Five requests in each of eleven seconds; in the twelfth, the minute has less left than the second.
    for second in 1..11 {
        for _ in 0..5 {
            limits.ask(1, seconds(second)).unwrap();
        }
    }
    assert_eq!(trio(limits.ask(1, seconds(11)).unwrap(), seconds(11)), (60, 4, 49));
    for _ in 0..4 {
        limits.ask(1, seconds(12)).unwrap();
    }
    let refused = limits.ask(1, seconds(12)).unwrap_err();
    assert_eq!((refused.span, trio(refused.state, seconds(12))), (Span::Minute, (60, 0, 48)));
    assert_eq!(refused.retry_after(), 48);
    assert_eq!(refused.reset_at(), "2026-11-20T00:01:00Z");
    assert_eq!(
        refused.sentence(),
        "Rate limit exceeded (window `minute`): at most 60 requests per minute for this account; try again in 48 seconds."
    );
    assert!(limits.ask(1, seconds(60)).is_ok());
}

#[test]
fn of_windows_with_as_little_left_the_slower_is_told() {
    let limits = AccountLimits::new(allowance(3, 3, 3, 3), weigh(600));
    assert_eq!(trio(limits.ask(1, seconds(0)).unwrap(), seconds(0)), (3, 2, 86_400));
}

#[test]
fn the_slower_window_need_not_be_the_longer() {
    let limits = AccountLimits::new(allowance(5, 3, 4, 100), weigh(600));
    for second in [0, 3590] {
        limits.ask(1, seconds(second)).unwrap();
    }
    // One is left of the minute for 59 seconds more, and one of the hour for 9.
    assert_eq!(trio(limits.ask(1, seconds(3591)).unwrap(), seconds(3591)), (3, 1, 59));
}

#[test]
fn a_thread_that_was_overtaken_counts_as_coming_now() {
    let limits = AccountLimits::new(allowance(1, 1, 100, 100), weigh(600));
    limits.ask(1, seconds(0)).unwrap();
    limits.admit(account(1), home(), &Overrides::default(), weigh(1), seconds(60)).unwrap();
    // The clock has shown 60 already; told from 59, it takes 61 seconds to the end of the new minute.
    assert_eq!(trio(limits.ask(1, seconds(59)).unwrap(), seconds(59)), (1, 0, 61));
    assert_eq!(limits.ask(1, seconds(119)).unwrap_err().retry_after(), 1);
    assert!(limits.ask(1, seconds(120)).is_ok());
}

#[test]
fn headers_are_plain_numbers() {
    let state = AccountLimits::default().ask(1, seconds(0)).unwrap();
    let headers = state.headers().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    let expected =
        [("x-ratelimit-limit", "5"), ("x-ratelimit-remaining", "4"), ("x-ratelimit-reset", "1795132801")];
    assert_eq!(headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn a_reset_is_never_early() {
    let limits = AccountLimits::new(allowance(1, 60, 1000, 10_000), weigh(600));
    let now = Duration::from_millis(1500);
    assert_eq!(limits.ask(1, at(now)).unwrap().reset, MIDNIGHT.as_secs() + 3);
    let refused = limits.ask(1, at(now + Duration::from_millis(999))).unwrap_err();
    assert_eq!((refused.retry_after(), refused.state.reset), (1, MIDNIGHT.as_secs() + 3));
    assert!(
        refused.sentence().ends_with("at most 1 request per second for this account; try again in 1 second.")
    );
    assert!(limits.ask(1, at(now + Duration::from_secs(1))).is_ok());
}

#[test]
fn a_weight_is_capped_at_the_limit_of_each_window() {
    let limits = AccountLimits::default();
    // A translation counts 5 in the second and 10 in the other windows.
    assert_eq!(trio(limits.ask(10, seconds(0)).unwrap(), seconds(0)), (5, 0, 1));
    for second in 1..6 {
        limits.ask(10, seconds(second)).unwrap();
    }
    let refused = limits.ask(10, seconds(6)).unwrap_err();
    assert_eq!((refused.span, trio(refused.state, seconds(6))), (Span::Minute, (60, 0, 54)));
    // A check counts 5, and fits no second in which anything was asked.
    let limits = AccountLimits::default();
    limits.ask(1, seconds(0)).unwrap();
    let refused = limits.ask(5, seconds(0)).unwrap_err();
    assert_eq!((refused.span, trio(refused.state, seconds(0))), (Span::Second, (5, 4, 1)));
    assert!(limits.ask(4, seconds(0)).is_ok());
}

#[test]
fn all_accounts_together_have_a_ceiling() {
    let limits = AccountLimits::default();
    for number in 0..60 {
        limits
            .admit(
                account(number),
                network(u8::try_from(number).unwrap()),
                &Overrides::default(),
                weigh(10),
                seconds(1),
            )
            .unwrap();
    }
    let refused = limits.admit(account(99), home(), &Overrides::default(), weigh(1), seconds(2)).unwrap_err();
    assert_eq!((refused.span.name(), trio(refused.state, seconds(2))), ("global", (600, 0, 59)));
    assert_eq!(
        refused.sentence(),
        "Rate limit exceeded (window `global`): at most 600 requests per minute for all accounts together; try again in 59 seconds."
    );
    assert_eq!(limits.accounts(), 60, "whom nothing was admitted of is not remembered");
    let state = limits.admit(account(99), home(), &Overrides::default(), weigh(1), seconds(61)).unwrap();
    assert_eq!(state.limit, 5);
    // The ceiling is told when it is what refuses next.
    let limits = AccountLimits::new(Allowance::DEFAULT, weigh(3));
    assert_eq!(trio(limits.ask(1, seconds(0)).unwrap(), seconds(0)), (3, 2, 60));
}

#[test]
fn an_account_may_have_numbers_of_its_own() {
    let limits = AccountLimits::default();
    let overrides = Overrides { second: NonZeroU32::new(50), ..Overrides::default() };
    let ask = |overrides: &Overrides| limits.admit(account(1), home(), overrides, weigh(10), seconds(0));
    for left in [50, 40, 30, 20, 10, 0] {
        match ask(&overrides) {
            Ok(state) => assert_eq!(state.remaining, left - 10),
            Err(refused) => assert_eq!((refused.span, left), (Span::Second, 0)),
        }
    }
    // Taken away again: what was spent stays spent.
    let refused = ask(&Overrides::default()).unwrap_err();
    assert_eq!((refused.span, refused.state.limit, refused.state.remaining), (Span::Second, 5, 0));
    assert_eq!(
        limits.admit(account(2), home(), &Overrides::default(), weigh(10), seconds(0)).unwrap().limit,
        5
    );
}

#[test]
fn of_windows_that_refuse_the_one_with_the_longest_wait_is_named() {
    let limits = AccountLimits::new(allowance(1, 2, 2, 10), weigh(600));
    limits.ask(1, seconds(0)).unwrap();
    limits.ask(1, seconds(1)).unwrap();
    let refused = limits.ask(1, seconds(1)).unwrap_err();
    assert_eq!((refused.span, refused.retry_after()), (Span::Hour, 3599));
}

#[test]
fn idle_accounts_are_forgotten() {
    let limits = AccountLimits::default();
    for number in 0..100 {
        limits.admit(account(number), home(), &Overrides::default(), weigh(1), seconds(5)).unwrap();
    }
    limits.ask(1, seconds(86_400)).unwrap();
    assert_eq!(limits.accounts(), 100, "their day is not over");
    limits.ask(1, seconds(2 * 86_400)).unwrap();
    assert_eq!(limits.accounts(), 1);
}

#[test]
fn a_parallel_burst_never_gets_more_than_the_limit() {
    let limits = AccountLimits::new(allowance(50, 70, 90, 110), weigh(160));
    // 64 threads on four accounts, each with a clock of its own that runs three seconds on, out of step.
    let admitted: Vec<(usize, Duration)> = thread::scope(|scope| {
        let limits = &limits;
        let threads: Vec<_> = (0..64_usize)
            .map(|thread| {
                scope.spawn(move || {
                    let moments = (0..100_u32)
                        .map(|step| Duration::from_millis(u64::from(step) * 30 + thread as u64 % 7));
                    moments
                        .filter(|now| {
                            let asked = limits.admit(
                                account(thread % 4),
                                home(),
                                &Overrides::default(),
                                weigh(1),
                                at(*now),
                            );
                            asked.is_ok()
                        })
                        .map(|now| (thread % 4, now))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(admitted.len(), 160, "the ceiling, and not one more or less");
    for number in 0..4 {
        assert!(admitted.iter().filter(|(account, _)| *account == number).count() <= 70);
    }
    let one_account = AccountLimits::new(allowance(50, 1000, 1000, 1000), weigh(1000));
    let count: usize = thread::scope(|scope| {
        let burst = |_| scope.spawn(|| (0..20).filter(|_| one_account.ask(1, seconds(7)).is_ok()).count());
        let threads: Vec<_> = (0..64).map(burst).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(count, 50);
}

/// One request of a run: how long after the one before, by whom, how weighty.
fn runs() -> impl Strategy<Value = Vec<(Duration, usize, u32)>> {
    let pause = prop_oneof![
        6 => Just(Duration::ZERO),
        6 => (1_u64..400).prop_map(Duration::from_millis),
        3 => Just(Duration::from_nanos(999_999_999)),
        3 => Just(Duration::from_secs(1)),
        3 => (1_u64..70).prop_map(Duration::from_secs),
        1 => Just(Duration::from_secs(3600)),
        1 => (3000_u64..90_000).prop_map(Duration::from_secs),
    ];
    let weight = prop_oneof![4 => Just(1_u32), 1 => Just(3), 1 => Just(5), 1 => Just(10)];
    prop::collection::vec((pause, 0_usize..3, weight), 1..150)
}

fn tight() -> AccountLimits {
    AccountLimits::new(allowance(5, 12, 25, 40), weigh(20))
}

fn limit_of(limits: &AccountLimits, span: Span) -> u64 {
    let Allowance { second, minute, hour, day } = limits.allowance;
    let limit = match span {
        Span::Second => second,
        Span::Minute => minute,
        Span::Hour => hour,
        Span::Day => day,
        Span::Global => limits.ceiling,
    };
    limit.get().into()
}

/// What a window counts at a moment, the slow way.
fn counted(admitted: &[(Duration, usize, u32)], span: Span, who: usize, limit: u64, now: Duration) -> u64 {
    admitted
        .iter()
        .filter(|(moment, account, _)| {
            (span == Span::Global || *account == who) && now < *moment + span.period()
        })
        .map(|(.., weight)| u64::from(*weight).min(limit))
        .sum()
}

proptest! {
    #[test]
    fn a_request_is_admitted_exactly_when_it_fits_every_window(run in runs()) {
        let limits = tight();
        let (mut now, mut admitted) = (Duration::ZERO, Vec::new());
        for (pause, who, weight) in run {
            now += pause;
            let misfits = |now, admitted: &[_]| {
                SPANS.into_iter().filter(|span| {
                    let limit = limit_of(&limits, *span);
                    counted(admitted, *span, who, limit, now) + u64::from(weight).min(limit) > limit
                }).collect::<Vec<_>>()
            };
            let misfit = misfits(now, &admitted);
            match limits.admit(account(who), home(), &Overrides::default(), weigh(weight), at(now)) {
                Ok(state) => {
                    prop_assert!(misfit.is_empty());
                    admitted.push((now, who, weight));
                    let left = SPANS.map(|span| {
                        let limit = limit_of(&limits, span);
                        (limit - counted(&admitted, span, who, limit, now), limit, span)
                    });
                    let least = left.iter().map(|(left, ..)| *left).min().unwrap();
                    prop_assert_eq!(state.remaining, least);
                    // The window told is one of those with the least left, and has more at the reset, not before.
                    let reset = Duration::from_secs(state.reset) - MIDNIGHT;
                    prop_assert!(reset > now);
                    let is_told = left.iter().any(|(left, limit, span)| {
                        let later = |moment| limit - counted(&admitted, *span, who, *limit, moment);
                        (*left, *limit) == (least, state.limit) && later(reset) > least
                            && (reset - now <= Duration::from_secs(1) || later(reset - Duration::from_secs(1)) == least)
                    });
                    prop_assert!(is_told);
                }
                Err(refused) => {
                    prop_assert!(misfit.contains(&refused.span));
                    let limit = limit_of(&limits, refused.span);
                    let left = limit - counted(&admitted, refused.span, who, limit, now);
                    prop_assert_eq!((refused.state.limit, refused.state.remaining), (limit, left));
                    prop_assert!(refused.retry_after() >= 1);
                    let fits = now + refused.wait;
                    prop_assert!(misfits(fits, &admitted).is_empty());
                    prop_assert!(!misfits(fits - Duration::from_nanos(1), &admitted).is_empty());
                    prop_assert_eq!(refused.state.reset, whole_seconds(MIDNIGHT + fits));
                }
            }
        }
        // No stretch, wherever it begins, holds more than its limit.
        for (start, who, _) in &admitted {
            for span in SPANS {
                let limit = limit_of(&limits, span);
                let stretch: u64 = admitted.iter()
                    .filter(|(moment, account, _)| (span == Span::Global || account == who)
                        && start <= moment && *moment < *start + span.period())
                    .map(|(.., weight)| u64::from(*weight).min(limit)).sum();
                prop_assert!(stretch <= limit, "{} holds {stretch}", span.name());
            }
        }
    }

    #[test]
    fn a_refused_request_changes_nothing(run in runs()) {
        let (all, spared) = (tight(), tight());
        let mut now = Duration::ZERO;
        for (pause, who, weight) in run {
            now += pause;
            let ask = |limits: &AccountLimits| {
                limits.admit(account(who), home(), &Overrides::default(), weigh(weight), at(now))
            };
            // Refusals come again and again to the one, and never to the other.
            match ask(&all) {
                Ok(state) => prop_assert_eq!(ask(&spared), Ok(state)),
                Err(refused) => prop_assert_eq!(ask(&all), Err(refused)),
            }
        }
    }
}

#[test]
fn a_network_cannot_spend_the_ceiling_for_everybody() {
    let many = allowance(5, 5, 100, 100);
    let limits = AccountLimits::new(many, weigh(10)).with_share(weigh(5));
    let ask = |number: usize, from: IpNet, at| {
        limits.admit(account(number), from, &Overrides::default(), weigh(1), seconds(at))
    };
    for number in 0..5 {
        ask(number, home(), 0).unwrap();
    }
    let refused = ask(5, home(), 1).unwrap_err();
    assert_eq!((refused.span, refused.state.limit, refused.retry_after()), (Span::Global, 5, 59));
    assert!(refused.sentence().contains("all accounts that are used from your network"), "{refused:?}");
    for number in 0..5 {
        ask(number, network(1), 1).unwrap();
    }
    let refused = ask(9, network(2), 1).unwrap_err();
    assert_eq!((refused.span, refused.state.limit), (Span::Global, 10));
    ask(5, home(), 60).unwrap();
}
