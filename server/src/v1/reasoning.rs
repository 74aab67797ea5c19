use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
use muniment::model::{Day, GraphId};
use muniment::reason::{Component, Facts, OverBudget, Theory, Verdict, compatibility};
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout_at;

use super::{Version1, json};
use crate::knowledge::Knowledge;

/// Licenses up to which a verdict is found faster than a thread could be asked for it.
const FEW: usize = 16;

/// Bytes of a long verdict that leave at once.
const CHUNK: usize = 1 << 16;

impl Version1 {
    /// Operation 6. `X-SVC-Compat` asks for nothing in particular here: the reasoner comes to a conclusion or runs out
    /// of time, and never to none.
    pub(super) async fn compatibility(&self, question: CompatibilityQuestion) -> Result<Response, Refused> {
        let knowledge = Arc::clone(&self.knowledge);
        let deadline = Deadline::after(self.budget);
        if question.licenses.len() > FEW {
            return many(knowledge, question, deadline).await;
        }
        let verdict = found(&knowledge, &question, deadline)?;
        Ok(json(StatusCode::OK, &self::verdict(&verdict, knowledge.catalog.library)))
    }

    /// The consistency of one license (document 1 §4.3).
    pub(super) fn consistency(&self, question: &ConsistencyQuestion) -> Result<Response, Refused> {
        let knowledge = &*self.knowledge;
        let library = knowledge.catalog.library;
        let theory = theory(knowledge, &question.graph)?;
        let facts = match &question.license {
            LicenseAsked::Stored(id) => {
                let unknown = || Refused::unknown_license(id.as_str());
                let (_, model) = library.license_ignoring_case(id.as_str()).ok_or_else(unknown)?;
                Cow::Borrowed(&**knowledge.reasoner.facts(&model.iri).ok_or_else(unknown)?)
            }
            LicenseAsked::Composed(document) => Cow::Owned(composed(knowledge, document)?),
        };
        let deadline = Deadline::after(self.budget);
        let found =
            muniment::reason::consistency(theory, &facts, || deadline.is_over()).map_err(out_of_time)?;
        Ok(json(StatusCode::OK, &consistency(&found, library)))
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
    knowledge: Arc<Knowledge>,
    question: CompatibilityQuestion,
    deadline: Deadline,
) -> Result<Response, Refused> {
    let (concluded, conclusion) = oneshot::channel();
    let (chunks, written) = mpsc::channel(4);
    let is_whole = Arc::new(AtomicBool::new(false));
    let whole = Arc::clone(&is_whole);
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        let verdict = match found(&knowledge, &question, deadline) {
            Ok(verdict) => verdict,
            Err(refused) => return concluded.send(Err(refused)).unwrap_or_default(),
        };
        if concluded.send(Ok(())).is_ok() {
            let mut writer = ChunkWriter { chunks, chunk: Vec::with_capacity(CHUNK), deadline, runtime };
            let document = self::verdict(&verdict, knowledge.catalog.library);
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

/// The verdict; a license that nobody knows has no part in it.
fn found<'k>(
    knowledge: &'k Knowledge,
    question: &'k CompatibilityQuestion,
    deadline: Deadline,
) -> Result<Verdict<'k>, Refused> {
    let theory = theory(knowledge, &question.graph)?;
    let components = question
        .licenses
        .iter()
        .filter_map(|iri| Some(Component { iri, facts: knowledge.reasoner.resolve(iri)? }));
    compatibility(theory, components, || deadline.is_over()).map_err(out_of_time)
}

fn theory<'k>(knowledge: &'k Knowledge, graph: &GraphId) -> Result<&'k Theory, Refused> {
    let iri = knowledge.catalog.library.site.graph_iri(graph);
    let theory = knowledge.reasoner.theory(&iri);
    theory.map(|theory| &**theory).ok_or_else(|| Refused::unknown_graph(graph.as_str()))
}

fn out_of_time(_: OverBudget) -> Refused {
    Refused::sentence(504, "The reasoner did not come to a conclusion in time")
}

/// When a check has to be over.
#[derive(Debug, Clone, Copy)]
struct Deadline(Instant);

impl Deadline {
    fn after(budget: Duration) -> Self {
        Self(Instant::now() + budget)
    }

    fn is_over(self) -> bool {
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
