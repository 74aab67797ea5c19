use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue};
use muniment::api::v1::{
    CompatibilityQuestion, ConsistencyQuestion, LicenseAsked, Refused, consistency, verdict,
};
use muniment::compose::Imprint;
use muniment::model::{Day, Library, LicenseId};
use muniment::reason::{Component, Facts, OverBudget, Theory, Verdict, compatibility};
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::timeout_at;

use super::{Version1, json};
use crate::accounts::Caller;
use crate::auth::is_drawn_id;
use crate::knowledge::Knowledge;

/// Licenses up to which a verdict is found faster than a thread could be asked for it.
const FEW: usize = 16;

/// Composed licenses of one question at most: each is fetched and read for it.
const MOST_COMPOSED: usize = 50;

/// Bytes of a long verdict that leave at once.
const CHUNK: usize = 1 << 16;

impl Version1 {
    /// Operation 6. `X-SVC-Compat` asks for nothing in particular here: the reasoner comes to a conclusion or runs out
    /// of time, and never to none.
    pub(super) async fn compatibility(
        &self,
        question: CompatibilityQuestion,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let deadline = self.deadline();
        let is_core = self.knowledge.catalog.library.graphs.contains_key(&question.graph);
        let theory = self.theory(&question.graph, caller).await?;
        let (licenses, composed) = self.known(question.licenses, caller).await?;
        let question = Question { theory, licenses, deadline };
        let library = self.knowledge.catalog.library;
        // Of what strangers wrote nobody knows how much stands against each other.
        if question.licenses.len() > FEW || composed > 0 || !is_core {
            let turn = Arc::clone(&self.turns).acquire_owned();
            let turn = timeout_at(deadline.0.into(), turn).await.map_err(|_| out_of_time(OverBudget))?;
            return many(question, library, turn.map_err(|_| out_of_time(OverBudget))?).await;
        }
        let verdict = question.verdict()?;
        Ok(json(StatusCode::OK, &self::verdict(&verdict, library)))
    }

    /// The consistency of one license (document 1 §4.3).
    pub(super) async fn consistency(
        &self,
        question: &ConsistencyQuestion,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let knowledge = self.knowledge;
        let library = knowledge.catalog.library;
        let theory = self.theory(&question.graph, caller).await?;
        let facts = match &question.license {
            LicenseAsked::Stored(id) => {
                let record = knowledge.reasoner.resolve(&library.site.license_iri(id)).cloned();
                let facts = match record {
                    Some(facts) => Some(facts),
                    None => self.composed_facts(id, caller).await?,
                };
                facts.ok_or_else(|| Refused::unknown_license(id.as_str()))?
            }
            LicenseAsked::Composed(document) => Arc::new(composed(knowledge, document)?),
        };
        let deadline = self.deadline();
        let found =
            muniment::reason::consistency(&theory, &facts, || deadline.is_over()).map_err(out_of_time)?;
        Ok(json(StatusCode::OK, &consistency(&found, library)))
    }

    /// What is known of licenses, and how many of them may be composed ones; one that nobody knows has no part in a
    /// verdict.
    async fn known(
        &self,
        licenses: Vec<String>,
        caller: &Caller,
    ) -> Result<(Vec<(String, Arc<Facts>)>, usize), Refused> {
        let (mut known, mut composed) = (Vec::with_capacity(licenses.len()), 0);
        for iri in licenses {
            if let Some(facts) = self.knowledge.reasoner.resolve(&iri) {
                known.push((iri, Arc::clone(facts)));
            } else if let Some(id) = self.composed_id(&iri) {
                composed += 1;
                if composed > MOST_COMPOSED {
                    return Err(Refused::sentence(
                        422,
                        format!("One compatibility check takes at most {MOST_COMPOSED} composed licenses"),
                    ));
                }
                known.extend(self.composed_facts(&id, caller).await?.map(|facts| (iri, facts)));
            }
        }
        Ok((known, composed))
    }

    /// The identifier in an IRI that may be that of a composed license.
    fn composed_id(&self, iri: &str) -> Option<LicenseId> {
        let base = self.knowledge.catalog.library.site.license_base();
        iri.strip_prefix(&base).filter(|id| is_drawn_id(id))?.parse().ok()
    }

    /// What a composed license says, if whoever asks may see it.
    async fn composed_facts(&self, id: &LicenseId, caller: &Caller) -> Result<Option<Arc<Facts>>, Refused> {
        let license = self.accounts.license(id, caller).await?;
        Ok(license.map(|license| {
            let graph = &license.model.current.graph;
            Arc::new(self.knowledge.reasoner.read_license(&license.model.iri, graph))
        }))
    }

    /// When a check that begins now has to be over.
    pub(super) fn deadline(&self) -> Deadline {
        Deadline(Instant::now() + self.budget)
    }
}

/// A question about the compatibility of licenses, with all that is known.
#[derive(Debug)]
struct Question {
    theory: Arc<Theory>,
    licenses: Vec<(String, Arc<Facts>)>,
    deadline: Deadline,
}

impl Question {
    fn verdict(&self) -> Result<Verdict<'_>, Refused> {
        let components = self.licenses.iter().map(|(iri, facts)| Component { iri, facts });
        compatibility(&self.theory, components, || self.deadline.is_over()).map_err(out_of_time)
    }
}

/// What a license says that is only being written. Who writes it and when has no part in it.
fn composed(knowledge: &Knowledge, document: &Map<String, Value>) -> Result<Facts, Refused> {
    let site = &knowledge.catalog.library.site;
    let license = knowledge
        .composer
        .read(&Value::Object(document.clone()))
        .map_err(|faults| Refused::sentence(422, faults.to_string()))?;
    let (iri, profile) = (format!("{}draft", site.license_base()), site.user_base());
    let graph = knowledge.composer.to_graph(&license, &Imprint::draft(&iri, &profile, Day::EPOCH));
    Ok(knowledge.reasoner.read_license(&iri, &graph))
}

/// A verdict about many licenses, found and written by a thread of its own: it grows with the square of their number,
/// and is sent while it is being written.
async fn many(
    question: Question,
    library: &'static Library,
    turn: OwnedSemaphorePermit,
) -> Result<Response, Refused> {
    let (concluded, conclusion) = oneshot::channel();
    let (chunks, written) = mpsc::channel(4);
    let is_whole = Arc::new(AtomicBool::new(false));
    let whole = Arc::clone(&is_whole);
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let verdict = match question.verdict() {
            Ok(verdict) => verdict,
            Err(refused) => return concluded.send(Err(refused)).unwrap_or_default(),
        };
        if concluded.send(Ok(())).is_ok() {
            let deadline = question.deadline;
            let mut writer = ChunkWriter { chunks, chunk: Vec::with_capacity(CHUNK), deadline, runtime };
            let document = self::verdict(&verdict, library);
            let is_whole = serde_json::to_writer(&mut writer, &document).is_ok() && writer.send().is_ok();
            whole.store(is_whole, Ordering::Release);
            tracing::debug!(is_whole, conflicts = verdict.len(), "a long verdict was sent");
        }
    });
    conclusion.await.map_err(|_| out_of_time(OverBudget))??;
    let chunks = stream::unfold((written, is_whole), |(mut written, is_whole)| async move {
        match written.recv().await {
            Some(chunk) => Some((Ok(chunk), (written, is_whole))),
            None if is_whole.load(Ordering::Acquire) => None,
            // A body that was cut has to end with an error, or it would look whole.
            None => Some((Err(io::Error::from(io::ErrorKind::TimedOut)), (written, is_whole))),
        }
    });
    let mut response = Response::new(Body::from_stream(chunks));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

pub(super) fn out_of_time(_: OverBudget) -> Refused {
    Refused::sentence(504, "The reasoner did not come to a conclusion in time")
}

/// When a check has to be over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline(Instant);

impl Deadline {
    pub(super) fn is_over(self) -> bool {
        Instant::now() >= self.0
    }
}

/// Sends what is written in chunks, and stops when nobody reads or time is over.
struct ChunkWriter {
    chunks: mpsc::Sender<Bytes>,
    chunk: Vec<u8>,
    deadline: Deadline,
    runtime: Handle,
}

impl ChunkWriter {
    fn send(&mut self) -> io::Result<()> {
        let chunk = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK));
        let sent = timeout_at(self.deadline.0.into(), self.chunks.send(chunk.into()));
        match self.runtime.block_on(sent) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(io::ErrorKind::BrokenPipe.into()),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl Write for ChunkWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.chunk.extend_from_slice(bytes);
        if self.chunk.len() >= CHUNK {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
