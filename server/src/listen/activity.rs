use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::admission::Admissions;

/// What a connection does now. Its socket and its service share it: one sees bytes, the other requests.
#[derive(Debug)]
pub(crate) struct Activity {
    state: Mutex<State>,
    admissions: Arc<Admissions>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    received: Received,
}

/// What arrived since the last answer, to know whether bytes of a next request are among it: those are in the buffer of
/// hyper by then, where nobody sees them wait.
#[derive(Debug, Default)]
struct Received {
    /// Whether the last byte ended a line, but for a carriage return.
    is_line_end: bool,
    /// Whether the head of a request ended.
    has_head: bool,
    /// Number of bytes after that.
    after_head: u64,
    /// Whether any byte arrived.
    is_any: bool,
}

impl Received {
    fn add(&mut self, bytes: &[u8]) {
        self.is_any |= !bytes.is_empty();
        for (place, byte) in bytes.iter().enumerate() {
            if self.has_head {
                let rest = bytes.len() - place;
                self.after_head += rest as u64;
                return;
            }
            match byte {
                b'\n' if self.is_line_end => self.has_head = true,
                b'\n' => self.is_line_end = true,
                b'\r' => {}
                _ => self.is_line_end = false,
            }
        }
    }
}

/// A part of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// No byte of a request has arrived since then.
    Waiting(Instant),
    /// The head of a request is incomplete since then.
    Head(Instant),
    /// A request is being answered.
    Answering,
}

/// Marks a request that is being answered, until it is dropped with the body of the answer.
#[derive(Debug)]
pub(crate) struct Answering {
    activity: Arc<Activity>,
    body: Option<u64>,
}

impl Activity {
    pub(super) fn new(admissions: Arc<Admissions>) -> Self {
        let state = State { phase: Phase::Waiting(Instant::now()), received: Received::default() };
        Self { state: Mutex::new(state), admissions }
    }

    pub(super) fn phase(&self) -> Phase {
        self.state().phase
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes have arrived.
    pub(super) fn receive(&self, bytes: &[u8]) {
        let mut state = self.state();
        state.received.add(bytes);
        if let Phase::Waiting(_) = state.phase {
            state.phase = Phase::Head(Instant::now());
        }
    }

    /// A request is whole but for its body of so many bytes; `None` if its end alone tells their number.
    pub(crate) fn answer(activity: &Arc<Self>, body: Option<u64>) -> Answering {
        activity.state().phase = Phase::Answering;
        Answering { activity: Arc::clone(activity), body }
    }

    /// Whether the connection has to end after the request under way.
    pub(crate) fn is_last(&self) -> bool {
        self.admissions.closing_since().is_some()
    }

    pub(super) fn admissions(&self) -> &Admissions {
        &self.admissions
    }
}

impl Drop for Answering {
    /// A request of which hyper has the first bytes has begun. A request that came whole behind another leaves no trace
    /// of how much follows it, so what follows counts as begun, too.
    fn drop(&mut self) {
        let mut state = self.activity.state();
        let Received { is_any, after_head, .. } = std::mem::take(&mut state.received);
        let has_next = !is_any || self.body.is_some_and(|body| after_head > body);
        let now = Instant::now();
        state.phase = if has_next { Phase::Head(now) } else { Phase::Waiting(now) };
    }
}

#[cfg(test)]
mod tests {
    use super::super::ConnectionBounds;
    use super::*;

    fn after(reads: &[&str], bodies: &[Option<u64>]) -> Phase {
        let activity = Arc::new(Activity::new(Arc::new(Admissions::new(ConnectionBounds::default()))));
        reads.iter().for_each(|read| activity.receive(read.as_bytes()));
        bodies.iter().for_each(|body| drop(Activity::answer(&activity, *body)));
        activity.phase()
    }

    #[test]
    fn a_next_request_that_came_with_an_answered_one_has_begun() {
        const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        const BARE: &str = "GET / HTTP/1.1\nHost: a\n\n";
        const POST: &str = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";
        const HALF: &str = "GET / HTTP/1.1\r\nHos";
        for (reads, bodies) in [
            (&[GET][..], &[Some(0)][..]),
            (&[BARE], &[Some(0)]),
            (&[POST], &[Some(3)]),
            (&["GET / HT", "TP/1.1\r\nHost: a\r", "\n\r\n"], &[Some(0)]),
            (&["POST / HTTP/1.1\r\n\r\n", "ab", "c"], &[Some(3)]),
            (&["POST / HTTP/1.1\r\n\r\n", "3\r\nabc\r\n0\r\n\r\n"], &[None]),
        ] {
            assert!(matches!(after(reads, bodies), Phase::Waiting(_)), "{reads:?}");
        }
        for (reads, bodies) in [
            (&[GET, HALF][..], &[Some(0)][..]),
            (&[BARE, "G"], &[Some(0)]),
            (&[POST, HALF], &[Some(3)]),
            (&[GET, GET, HALF], &[Some(0), Some(0)]),
        ] {
            assert!(matches!(after(&[&reads.concat()], bodies), Phase::Head(_)), "{reads:?}");
            assert!(matches!(after(reads, bodies), Phase::Head(_)), "{reads:?}");
        }
    }
}
