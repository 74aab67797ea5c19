//! Turns at computing: work whose cost depends on what strangers sent runs on a blocking thread, and only so much of it
//! at once.
//!
//! A request takes a [turn](Turns::answer) for as long as its answer is computed, and gives it back before the answer is
//! sent. Each client has its own share of the turns and of the places in the queue, so one client never holds all.

use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ipnet::IpNet;
use muniment_documents::api::{v1, v2};
use tokio::runtime::Handle;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, block_in_place, spawn_blocking};
use tokio::time::timeout;

use super::network;

tokio::task_local! {
    /// On whose behalf the current task works.
    static UNDERWAY: Underway;
}

#[derive(Debug, Clone, Copy)]
struct Underway {
    client: IpNet,
    /// Whether the task runs on a blocking thread, in a turn.
    has_turn: bool,
}

/// The client on whose behalf the current task works; the unspecified address outside requests.
pub(crate) fn current_client() -> IpNet {
    UNDERWAY.try_with(|underway| underway.client).unwrap_or_else(|_| network(NOBODY))
}

/// Counted for work that no request asked for.
const NOBODY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// No turn was had, or its work did not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoTurn {
    /// The queue or the client's share of it is full, or no turn came in time.
    #[error("Too many requests that need computing are under way; try again later.")]
    Busy,
    /// The work panicked, or the server is shutting down.
    #[error("Internal Server Error")]
    Failed,
}

/// Seconds after which a request without a turn may be tried again: `Retry-After`.
const RETRY_AFTER: u64 = 5;

impl From<NoTurn> for v1::Refused {
    fn from(error: NoTurn) -> Self {
        match error {
            NoTurn::Busy => Self::later(503, error.to_string(), RETRY_AFTER),
            NoTurn::Failed => Self::sentence(500, error.to_string()),
        }
    }
}

impl From<NoTurn> for v2::Refused {
    fn from(error: NoTurn) -> Self {
        match error {
            // The kind of version 2 for what can be answered later; its answers bear `Retry-After`.
            NoTurn::Busy => Self::new(v2::ProblemKind::StoreUnavailable, error.to_string()),
            NoTurn::Failed => Self::new(v2::ProblemKind::InternalError, "something went wrong here"),
        }
    }
}

impl From<JoinError> for NoTurn {
    fn from(error: JoinError) -> Self {
        tracing::error!(%error, "work in a turn did not end");
        Self::Failed
    }
}

/// The turns of a server.
#[derive(Debug)]
pub struct Turns {
    turns: Arc<Semaphore>,
    turns_of_a_client: usize,
    queue: Arc<Mutex<Queue>>,
}

/// Who has a turn or waits for one.
#[derive(Debug, Default)]
struct Queue {
    places: usize,
    clients: HashMap<IpNet, Share>,
}

/// What one client has.
#[derive(Debug)]
struct Share {
    places: usize,
    turns: Arc<Semaphore>,
}

/// A place in the queue, left when it is dropped.
#[derive(Debug)]
struct QueuePlace {
    queue: Arc<Mutex<Queue>>,
    client: IpNet,
}

/// A turn, over when it is dropped.
#[derive(Debug)]
struct Turn {
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    _place: QueuePlace,
}

impl Default for Turns {
    /// A turn for each processor and two at least; half of them for one client.
    fn default() -> Self {
        Self::new(std::thread::available_parallelism().map_or(2, NonZeroUsize::get).max(2))
    }
}

impl Turns {
    /// Requests that have a turn or wait for one at most.
    pub const PLACES: usize = 1024;
    /// Requests of one client that have a turn or wait for one at most.
    pub const PLACES_OF_A_CLIENT: usize = 32;
    /// How long a request waits for a turn.
    pub const PATIENCE: Duration = Duration::from_secs(15);

    /// So many turns at once, half of them for one client.
    #[must_use]
    pub fn new(turns: usize) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(turns.max(1))),
            turns_of_a_client: (turns / 2).max(1),
            queue: Arc::default(),
        }
    }

    /// Runs what is answered to a client without a turn; turns it takes meanwhile are counted as that client's.
    pub async fn on_behalf_of<T>(client: IpAddr, answer: impl Future<Output = T>) -> T {
        let underway = Underway { client: network(client), has_turn: false };
        UNDERWAY.scope(underway, answer).await
    }

    /// Runs what is answered to a client in a turn, the whole of it on a blocking thread.
    ///
    /// # Errors
    /// The queue is full, or no turn comes in time.
    pub async fn answer<T, F>(
        &self,
        client: IpAddr,
        answer: impl FnOnce() -> F + Send + 'static,
    ) -> Result<T, NoTurn>
    where
        T: Send + 'static,
        F: Future<Output = T>,
    {
        let client = network(client);
        let turn = self.turn(client).await?;
        let runtime = Handle::current();
        let underway = Underway { client, has_turn: true };
        let answered = spawn_blocking(move || {
            let answered = runtime.block_on(UNDERWAY.scope(underway, async move { answer().await }));
            drop(turn);
            answered
        });
        Ok(answered.await?)
    }

    /// Runs work in a turn on a blocking thread; at once where the caller has a turn already.
    ///
    /// # Errors
    /// The queue is full, or no turn comes in time.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoTurn> {
        if UNDERWAY.try_with(|underway| underway.has_turn).unwrap_or(false) {
            return Ok(work());
        }
        let turn = self.turn(current_client()).await?;
        let worked = spawn_blocking(move || {
            let worked = work();
            drop(turn);
            worked
        });
        Ok(worked.await?)
    }

    /// Runs work that borrows in a turn; at once where the caller has a turn already. The thread that runs it hands its
    /// other tasks to another thread first, so that no task waits for the work.
    ///
    /// # Errors
    /// The queue is full, or no turn comes in time.
    pub async fn run_borrowing<T>(&self, work: impl FnOnce() -> T) -> Result<T, NoTurn> {
        if UNDERWAY.try_with(|underway| underway.has_turn).unwrap_or(false) {
            return Ok(work());
        }
        let _turn = self.turn(current_client()).await?;
        Ok(block_in_place(work))
    }

    async fn turn(&self, client: IpNet) -> Result<Turn, NoTurn> {
        let (place, own) = self.place(client)?;
        let turns =
            async { Ok((own.acquire_owned().await?, Arc::clone(&self.turns).acquire_owned().await?)) };
        let turns: Result<_, AcquireError> =
            timeout(Self::PATIENCE, turns).await.map_err(|_| NoTurn::Busy)?;
        let (own, all) = turns.map_err(|_| NoTurn::Failed)?;
        Ok(Turn { _all: all, _own: own, _place: place })
    }

    fn place(&self, client: IpNet) -> Result<(QueuePlace, Arc<Semaphore>), NoTurn> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.places >= Self::PLACES {
            return Err(NoTurn::Busy);
        }
        let share = queue
            .clients
            .entry(client)
            .or_insert_with(|| Share { places: 0, turns: Arc::new(Semaphore::new(self.turns_of_a_client)) });
        if share.places >= Self::PLACES_OF_A_CLIENT {
            return Err(NoTurn::Busy);
        }
        share.places += 1;
        let turns = Arc::clone(&share.turns);
        queue.places += 1;
        Ok((QueuePlace { queue: Arc::clone(&self.queue), client }, turns))
    }
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.places = queue.places.saturating_sub(1);
        if let Some(share) = queue.clients.get_mut(&self.client) {
            share.places = share.places.saturating_sub(1);
            if share.places == 0 {
                queue.clients.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::oneshot;
    use tokio::task::JoinHandle;

    use super::*;

    fn client(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    /// Takes a turn, and gives it back when the sender sends or is dropped.
    async fn taken(turns: &Arc<Turns>, who: u8) -> (JoinHandle<Result<(), NoTurn>>, mpsc::Sender<()>) {
        let (begun, begins) = oneshot::channel();
        let (end, ended) = mpsc::channel();
        let turns = Arc::clone(turns);
        let work = move || async move {
            begun.send(()).unwrap();
            ended.recv().unwrap_or_default();
        };
        let taken = tokio::spawn(async move { turns.answer(client(who), work).await });
        begins.await.unwrap();
        (taken, end)
    }

    #[tokio::test]
    async fn one_client_leaves_turns_to_others() {
        let turns = Arc::new(Turns::new(2));
        let (first, end) = taken(&turns, 1).await;
        assert_eq!(turns.answer(client(2), || async { 7 }).await, Ok(7));
        let second = tokio::spawn({
            let turns = Arc::clone(&turns);
            async move { turns.answer(client(1), || async { 8 }).await }
        });
        assert_eq!(turns.answer(client(2), || async { 9 }).await, Ok(9));
        assert!(!second.is_finished(), "a client with a turn waits for its second one");
        drop(end);
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (Ok(()), Ok(8)));
        assert!(turns.queue.lock().unwrap().clients.is_empty(), "who waits for nothing is forgotten");
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let turns = Arc::new(Turns::new(2));
        let places: Vec<_> =
            (0..Turns::PLACES_OF_A_CLIENT).map(|_| turns.place(network(client(1))).unwrap()).collect();
        assert_eq!(turns.answer(client(1), || async {}).await, Err(NoTurn::Busy));
        assert_eq!(turns.answer(client(2), || async { 7 }).await, Ok(7));
        drop(places);
        assert_eq!(turns.answer(client(1), || async { 7 }).await, Ok(7));
        let of_others: Vec<_> = (0..Turns::PLACES)
            .map(|place| turns.place(network(client(u8::try_from(place % 200).unwrap()))))
            .collect();
        assert!(of_others.iter().all(Result::is_ok));
        assert_eq!(turns.answer(client(250), || async {}).await, Err(NoTurn::Busy));
    }

    #[tokio::test]
    async fn work_in_a_turn_needs_no_second_one() {
        let turns = Arc::new(Turns::new(1));
        let same = Arc::clone(&turns);
        let answered = turns.answer(client(1), move || async move { same.run(|| 7).await }).await;
        assert_eq!(answered, Ok(Ok(7)));
        assert_eq!(turns.run(|| 8).await, Ok(8));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn work_that_borrows_runs_in_a_turn_and_holds_no_task_up() {
        let turns = Arc::new(Turns::new(1));
        let (taken, end) = taken(&turns, 1).await;
        let words = String::from("borrowed");
        let (told, heard) = mpsc::channel();
        // The one worker tells while the work waits for it.
        let borrowing = turns.run_borrowing(|| {
            tokio::spawn(async move { told.send(7).unwrap() });
            (words.len(), heard.recv().unwrap())
        });
        let (worked, ()) = tokio::join!(borrowing, async {
            tokio::task::yield_now().await;
            assert_eq!(turns.turns.available_permits(), 0, "the work waits for the turn");
            drop(end);
        });
        assert_eq!(worked, Ok((8, 7)));
        assert_eq!(taken.await.unwrap(), Ok(()));
    }

    #[tokio::test]
    async fn a_panic_gives_the_turn_back() {
        let turns = Turns::new(1);
        let failed: Result<(), NoTurn> = turns.run(|| panic!("on purpose")).await;
        assert_eq!(failed, Err(NoTurn::Failed));
        assert_eq!(turns.run(|| 8).await, Ok(8));
    }
}
