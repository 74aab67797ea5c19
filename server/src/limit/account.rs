use std::cmp::Reverse;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http::header::{HeaderName, HeaderValue};
use ipnet::IpNet;

use super::allowance::{Allowance, Overrides, PerSpan, Span, at_least_one};
use super::window::Window;
use super::{in_words, whole_seconds};
use crate::auth::AccountId;
use crate::clock::{Moment, utc};

/// Where an account stands: what `X-RateLimit-*` says (spec:version-1#limits-per-account).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimitState {
    /// What may be spent in the window.
    pub limit: u64,
    /// What is left of that.
    pub remaining: u64,
    /// When more will be left, in seconds since the Unix epoch.
    pub reset: u64,
}

impl RateLimitState {
    /// The headers every answer to a request with a token bears.
    #[must_use]
    pub fn headers(&self) -> [(HeaderName, HeaderValue); 3] {
        [
            (HeaderName::from_static("x-ratelimit-limit"), self.limit.into()),
            (HeaderName::from_static("x-ratelimit-remaining"), self.remaining.into()),
            (HeaderName::from_static("x-ratelimit-reset"), self.reset.into()),
        ]
    }
}

/// A request beyond what its account, or all accounts together, may ask (spec:version-1#errors, shape 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// The window it does not fit; of several, the one that makes it wait longest.
    pub span: Span,
    /// What that window holds, and when the request will fit.
    pub state: RateLimitState,
    whose: Whose,
    wait: Duration,
}

/// Whose requests a window counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Account,
    /// Those of every account that is used from one network.
    Network,
    Everybody,
}

impl Exhausted {
    /// When the request will fit all windows if its account asks nothing else, in whole seconds, at least one.
    #[must_use]
    pub fn retry_after(&self) -> u64 {
        whole_seconds(self.wait).max(1)
    }

    /// When the request will fit, as ISO 8601 in UTC.
    #[must_use]
    pub fn reset_at(&self) -> String {
        utc(i64::try_from(self.state.reset).unwrap_or(i64::MAX)).to_string()
    }

    /// The sentence of the answer.
    #[must_use]
    pub fn sentence(&self) -> String {
        let RateLimitState { limit, .. } = self.state;
        let whose = match self.whose {
            Whose::Account => "this account",
            Whose::Network => "all accounts that are used from your network",
            Whose::Everybody => "all accounts together",
        };
        let plural = if limit == 1 { "" } else { "s" };
        format!(
            "Rate limit exceeded (window `{}`): at most {limit} request{plural} per {} for {whose}; try again in {}.",
            self.span.name(),
            self.span.unit(),
            in_words(self.retry_after()),
        )
    }
}

/// Counts the requests of every account in four windows, those from one network in a fifth, and all of them together in a
/// sixth.
///
/// A request has to fit all six, and is counted in all of them or in none. Nobody can spend the ceiling of all for
/// everybody else with many accounts: one network has a share of it. Memory is bounded by what the ceiling
/// admits: by default the days of all accounts together hold at most 864,000 entries of 16 bytes.
#[derive(Debug)]
pub struct AccountLimits {
    allowance: Allowance,
    ceiling: NonZeroU32,
    /// What one network may spend of the ceiling in a minute, if no account of it was granted more.
    share: NonZeroU32,
    counts: Mutex<Counts>,
}

#[derive(Debug)]
struct Counts {
    accounts: HashMap<AccountId, PerSpan<Window>>,
    networks: HashMap<IpNet, Window>,
    global: Window,
    /// The latest moment heard of.
    latest: Duration,
    /// When idle accounts were last forgotten.
    swept: Duration,
}

/// A window with the limit that holds in it.
struct Limited<'a> {
    span: Span,
    whose: Whose,
    limit: u64,
    window: &'a mut Window,
}

impl Limited<'_> {
    /// A weight above the limit would never fit, so it counts as the limit.
    fn cost(&self, weight: NonZeroU32) -> u64 {
        u64::from(weight.get()).min(self.limit)
    }

    /// How long it takes until more is left than now.
    fn until_more(&self, now: Duration) -> Duration {
        self.window.wait(self.window.remaining(self.limit).saturating_add(1), self.limit, now)
    }

    /// Sorts windows by what they leave to the next call, then by how long that stays so.
    fn nearness(&self, now: Duration) -> (u64, Reverse<Duration>) {
        (self.window.remaining(self.limit), Reverse(self.until_more(now)))
    }
}

impl Default for AccountLimits {
    /// The numbers of spec:version-1#limits-per-account.
    fn default() -> Self {
        Self::new(Allowance::DEFAULT, Self::CEILING).with_share(Self::SHARE)
    }
}

impl AccountLimits {
    /// What all accounts together may ask in a minute if a deployment says nothing else.
    pub const CEILING: NonZeroU32 = at_least_one(600);

    /// What one network may spend of that.
    pub const SHARE: NonZeroU32 = at_least_one(300);

    /// How often idle accounts are forgotten.
    const SWEEP: Duration = Duration::from_secs(60 * 60);

    /// Limits that have counted nothing. One network may spend the whole ceiling.
    #[must_use]
    pub fn new(allowance: Allowance, ceiling: NonZeroU32) -> Self {
        let counts = Counts {
            accounts: HashMap::new(),
            networks: HashMap::new(),
            global: Window::new(Span::Global.period()),
            latest: Duration::ZERO,
            swept: Duration::ZERO,
        };
        Self { allowance, ceiling, share: ceiling, counts: Mutex::new(counts) }
    }

    /// The same limits with a share of the ceiling for each network.
    #[must_use]
    pub fn with_share(self, share: NonZeroU32) -> Self {
        Self { share, ..self }
    }

    /// Counts a request of an account, from a network, for `weight` requests.
    ///
    /// The state is that of the window closest to refusing the next call: the one with the least left, and of
    /// several the one that takes longest to have more. A change of overrides holds for what comes after it; what
    /// was counted before stays as it was counted.
    ///
    /// # Errors
    /// The window that the request does not fit. Nothing is counted then.
    pub fn admit(
        &self,
        account: AccountId,
        network: IpNet,
        overrides: &Overrides,
        weight: NonZeroU32,
        at: Moment,
    ) -> Result<RateLimitState, Exhausted> {
        let allowance = self.allowance.with(overrides);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        // An account that was granted more may spend it.
        let share = self.share.max(allowance.minute).min(self.ceiling);
        let ceilings = [(Whose::Network, share), (Whose::Everybody, self.ceiling)];
        counts.admit((account, network), allowance, ceilings, weight, at)
    }
}

impl Counts {
    fn admit(
        &mut self,
        (account, network): (AccountId, IpNet),
        allowance: Allowance,
        ceilings: [(Whose, NonZeroU32); 2],
        weight: NonZeroU32,
        at: Moment,
    ) -> Result<RateLimitState, Exhausted> {
        // Threads read the clock before they get here, and may overtake each other in between; who comes with a
        // moment that is past counts as coming now. How long to wait is told from the moment it came with.
        let now = at.now.max(self.latest);
        self.latest = now;
        self.sweep(now);
        let windows = || Span::OF_AN_ACCOUNT.map(|span| Window::new(span.period()));
        let own = self.accounts.entry(account).or_insert_with(windows);
        let of_network = || Window::new(Span::Global.period());
        let shared = [self.networks.entry(network).or_insert_with(of_network), &mut self.global];
        let mut windows = limited(shared, ceilings, own, allowance);
        for Limited { window, .. } in &mut windows {
            window.slide(now);
        }
        // Of equal waits the last counts, so the account hears of its own limits first.
        let longest = windows
            .iter()
            .map(|window| (window.window.wait(window.cost(weight), window.limit, at.now), window))
            .filter(|(wait, _)| !wait.is_zero())
            .max_by_key(|(wait, _)| *wait);
        if let Some((wait, Limited { span, whose, limit, window })) = longest {
            let (span, whose, state) = (*span, *whose, state(window, *limit, wait, at));
            if own.day.is_empty() {
                self.accounts.remove(&account);
            }
            return Err(Exhausted { span, state, whose, wait });
        }
        for window in &mut windows {
            let cost = window.cost(weight);
            window.window.spend(cost, now);
        }
        let [first, others @ ..] = &windows;
        let closest = others.iter().fold(first, |closest, window| {
            if window.nearness(at.now) <= closest.nearness(at.now) { window } else { closest }
        });
        Ok(state(closest.window, closest.limit, closest.until_more(at.now), at))
    }

    /// Forgets accounts of which nothing counts any more.
    fn sweep(&mut self, now: Duration) {
        if now.saturating_sub(self.swept) < AccountLimits::SWEEP {
            return;
        }
        self.swept = now;
        self.accounts.retain(|_, PerSpan { second, minute, hour, day }| {
            for window in [second, minute, hour, &mut *day] {
                window.slide(now);
                window.tidy();
            }
            !day.is_empty()
        });
        self.networks.retain(|_, window| {
            window.slide(now);
            !window.is_empty()
        });
    }
}

fn limited<'a>(
    [network, all]: [&'a mut Window; 2],
    [of_network, of_all]: [(Whose, NonZeroU32); 2],
    own: &'a mut PerSpan<Window>,
    allowance: Allowance,
) -> [Limited<'a>; 6] {
    let limited = |span, (whose, limit): (Whose, NonZeroU32), window| {
        let limit = limit.get().into();
        Limited { span, whose, limit, window }
    };
    let own_limit = |limit| (Whose::Account, limit);
    [
        limited(Span::Global, of_network, network),
        limited(Span::Global, of_all, all),
        limited(Span::Second, own_limit(allowance.second), &mut own.second),
        limited(Span::Minute, own_limit(allowance.minute), &mut own.minute),
        limited(Span::Hour, own_limit(allowance.hour), &mut own.hour),
        limited(Span::Day, own_limit(allowance.day), &mut own.day),
    ]
}

/// Rounded up, so that a client that waits until that second is not early.
fn state(window: &Window, limit: u64, wait: Duration, at: Moment) -> RateLimitState {
    let reset = whole_seconds(at.since_epoch.saturating_add(wait));
    RateLimitState { limit, remaining: window.remaining(limit), reset }
}

#[cfg(test)]
mod tests;
