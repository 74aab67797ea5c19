use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;

use super::admission::Admissions;

/// What a connection does now. Its socket and its service share it: one sees bytes, the other requests.
#[derive(Debug)]
pub(crate) struct Activity {
    phase: Mutex<Phase>,
    admissions: Arc<Admissions>,
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
pub(crate) struct Answering(Arc<Activity>);

impl Activity {
    pub(super) fn new(admissions: Arc<Admissions>) -> Self {
        Self { phase: Mutex::new(Phase::Waiting(Instant::now())), admissions }
    }

    pub(super) fn phase(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    /// Bytes have arrived.
    pub(super) fn receive(&self) {
        let mut phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if let Phase::Waiting(_) = *phase {
            *phase = Phase::Head(Instant::now());
        }
    }

    /// A request is whole but for its body.
    pub(crate) fn answer(activity: &Arc<Self>) -> Answering {
        activity.set(Phase::Answering);
        Answering(Arc::clone(activity))
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
    fn drop(&mut self) {
        self.0.set(Phase::Waiting(Instant::now()));
    }
}
