use std::sync::Arc;
use std::time::Instant;

use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue};
use muniment_documents::api::v1::{
    CompatibilityQuestion, ConsistencyQuestion, LicenseAsked, Refused, consistency, license_named, verdict,
};
use muniment_licenses::compose::Imprint;
use muniment_licenses::model::{Day, GraphId, LicenseId};
use muniment_licenses::reason::{Bundle, Component, Consistency, Facts, Theory, Verdict};
use serde_json::{Map, Value};

use super::bounds::{CheckBounds, Deadline, out_of_time, unbounded};
use super::json;
use crate::accounts::Caller;
use crate::app::App;
use crate::auth::is_drawn_id;
use crate::library::LoadedLibrary;
use crate::limit::{Answer, AnswerSpace, Counted, current_client};

/// Licenses up to which a verdict is found faster than a thread could be asked for it.
const FEW: usize = 16;

/// Composed licenses of one question at most: each is fetched and read for it.
const MOST_COMPOSED: usize = 50;

/// Bytes that the documents of the composed licenses of one question have together at most: reading them takes about a
/// quarter of a second.
pub(crate) const MOST_COMPOSED_BYTES: usize = 2 << 20;

/// Entries of a verdict that a page shows at most.
const MOST_SHOWN: usize = 10_000;

impl App {
    /// Operation 6. `X-SVC-Compat` asks for nothing in particular here: the reasoner comes to a conclusion or runs out
    /// of time, and never to none.
    pub(super) async fn compatibility(
        &self,
        question: CompatibilityQuestion,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let is_core = self.served.loaded.library().graphs.contains_key(&question.graph);
        let theory = self.theory_of(&question.graph, caller).await?;
        let (licenses, composed) = self.known_licenses(question.licenses, caller).await?;
        let question = Question { theory, licenses, bounds: self.check_bounds() };
        let space = self.answers.space(current_client());
        // The number of conflicts in what clients sent is unknown.
        let answer = if question.licenses.len() > FEW || composed > 0 || !is_core {
            let loaded = Arc::clone(&self.served.loaded);
            self.turns.run(move || question.answer(space, &loaded)).await??
        } else {
            question.answer(space, &self.served.loaded)?
        };
        Ok(sent(answer))
    }

    /// A question about licenses of which everything is known, under a graph that the caller may read.
    pub(crate) async fn question(
        &self,
        licenses: Vec<(String, Arc<Facts>)>,
        graph: &GraphId,
        caller: &Caller,
    ) -> Result<Question, Refused> {
        let bounds =
            CheckBounds { entries: self.check_bounds().entries.min(MOST_SHOWN), ..self.check_bounds() };
        Ok(Question { theory: self.theory_of(graph, caller).await?, licenses, bounds })
    }

    /// What `work` makes of a question, in a turn.
    pub(crate) async fn reasoned<T: Send + 'static>(
        &self,
        question: Question,
        work: impl FnOnce(&Question) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        self.turns.run(move || work(&question)).await?
    }

    /// The consistency of one license (spec:version-1#library-endpoints).
    pub(super) async fn consistency(
        &self,
        question: &ConsistencyQuestion,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let library = self.served.loaded.library();
        self.weighed(question, caller, |found| json(StatusCode::OK, &consistency(found, library))).await
    }

    /// The consistency of one license, told in a way of one's own: pages show what programs are answered.
    pub(crate) async fn weighed<T>(
        &self,
        question: &ConsistencyQuestion,
        caller: &Caller,
        tell: impl FnOnce(&Consistency<'_>) -> T,
    ) -> Result<T, Refused> {
        let loaded = &self.served.loaded;
        let library = loaded.library();
        let theory = self.theory_of(&question.graph, caller).await?;
        let facts = match &question.license {
            LicenseAsked::Stored(id) => {
                let record = loaded.reasoner().resolve(&library.site.license_iri(id)).cloned();
                let facts = match record {
                    Some(facts) => Some(facts),
                    None => self.composed_facts(id, caller).await?,
                };
                facts.ok_or_else(|| Refused::unknown_license(id.as_str()))?
            }
            LicenseAsked::Composed(document) => Arc::new(composed(loaded, document)?),
        };
        let deadline = self.deadline();
        let found = muniment_licenses::reason::consistency(&theory, &facts, || deadline.is_over())
            .map_err(out_of_time)?;
        Ok(tell(&found))
    }

    /// What is known of licenses, and how many of them may be composed ones; an unknown one has no part in a
    /// verdict.
    async fn known_licenses(
        &self,
        licenses: Vec<String>,
        caller: &Caller,
    ) -> Result<(Vec<(String, Arc<Facts>)>, usize), Refused> {
        let (mut known, mut composed, mut bytes) = (Vec::with_capacity(licenses.len()), 0, 0);
        for iri in licenses {
            if let Some(facts) = self.served.loaded.reasoner().resolve(&iri) {
                known.push((iri, Arc::clone(facts)));
            } else if let Some(facts) = self.record_facts(&iri) {
                // Answers call it by the address of the record.
                known.push((facts.iri().to_owned(), facts));
            } else if let Some(id) = self.composed_id(&iri) {
                composed += 1;
                if composed > MOST_COMPOSED {
                    return Err(Refused::sentence(
                        422,
                        format!("One compatibility check takes at most {MOST_COMPOSED} composed licenses"),
                    ));
                }
                let Some(row) = self.owned_row(&id, caller).await?.visible() else { continue };
                bytes += row.content.document.len();
                if bytes > MOST_COMPOSED_BYTES {
                    return Err(too_many_bytes());
                }
                known.push((iri, self.read_owned(row).await?.reading));
            }
        }
        Ok((known, composed))
    }

    /// The facts of the record that an IRI of the library leads to by another name of it, such as an SPDX identifier.
    fn record_facts(&self, iri: &str) -> Option<Arc<Facts>> {
        let site = self.library_site();
        let names = self.served.loaded.index().license_names();
        let record = license_named(iri, names).ok().and_then(|id| names.record(id.as_str()))?;
        self.served.loaded.reasoner().facts(&site.license_iri(record)).cloned()
    }

    /// The identifier in an IRI that may be that of a composed license.
    fn composed_id(&self, iri: &str) -> Option<LicenseId> {
        let base = self.library_site().license_base();
        iri.strip_prefix(&base).filter(|id| is_drawn_id(id))?.parse().ok()
    }

    /// What a composed license says, if the caller may see it.
    async fn composed_facts(&self, id: &LicenseId, caller: &Caller) -> Result<Option<Arc<Facts>>, Refused> {
        Ok(self.owned(id, caller).await?.visible().map(|license| license.reading))
    }

    /// When a check that begins now has to be over.
    pub(super) fn deadline(&self) -> Deadline {
        Deadline::new(Instant::now() + self.check_bounds().time)
    }
}

/// A question about the compatibility of licenses, with all that is known.
#[derive(Debug)]
pub(crate) struct Question {
    theory: Arc<Theory>,
    licenses: Vec<(String, Arc<Facts>)>,
    bounds: CheckBounds,
}

impl Question {
    fn components(&self) -> impl Iterator<Item = Component<'_>> {
        self.licenses.iter().map(|(iri, facts)| Component { iri, facts })
    }

    /// What the licenses say against each other.
    pub(crate) fn verdict(&self) -> Result<Verdict<'_>, Refused> {
        let deadline = self.deadline();
        self.bundle().bounded_verdict(self.bounds.entries, || deadline.is_over()).map_err(unbounded)
    }

    /// The verdict as a document.
    fn answer(&self, space: AnswerSpace, loaded: &LoadedLibrary) -> Result<Answer, Refused> {
        Ok(space.write(&verdict(&self.verdict()?, loaded.library()))?)
    }

    fn deadline(&self) -> Deadline {
        Deadline::new(Instant::now() + self.bounds.time)
    }

    /// The licenses, ready to be asked what they say together.
    pub(crate) fn bundle(&self) -> Bundle<'_> {
        Bundle::new(&self.theory, self.components())
    }
}

/// What a license says that is only being written. Who writes it and when has no part in it.
fn composed(loaded: &LoadedLibrary, document: &Map<String, Value>) -> Result<Facts, Refused> {
    let site = &loaded.library().site;
    let license = loaded
        .composer()
        .read(&Value::Object(document.clone()))
        .map_err(|faults| Refused::sentence(422, faults.to_string()))?;
    let (iri, profile) = (format!("{}draft", site.license_base()), site.user_base());
    let graph = loaded.composer().to_graph(&license, &Imprint::draft(&iri, &profile, Day::EPOCH));
    Ok(loaded.reasoner().read_license(&iri, &graph))
}

/// The answer that sends a document.
pub(super) fn sent(answer: Answer) -> Response {
    let mut response = Response::new(answer.into_body());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.extensions_mut().insert(Counted);
    response
}

/// The documents of the composed licenses of a question are too long together.
pub(crate) fn too_many_bytes() -> Refused {
    let most = MOST_COMPOSED_BYTES >> 20;
    Refused::sentence(
        422,
        format!(
            "The composed licenses of one question have at most {most} MiB together; ask about fewer at once"
        ),
    )
}
