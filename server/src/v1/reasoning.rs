use std::sync::Arc;
use std::time::Instant;

use axum::response::Response;
use http::StatusCode;
use muniment::api::v1::{
    CompatibilityQuestion, ConsistencyQuestion, LicenseAsked, Refused, consistency, license_named, verdict,
};
use muniment::compose::Imprint;
use muniment::model::{Day, GraphId, LicenseId};
use muniment::reason::{
    Bundle, Candidate, Component, Consistency, Facts, Theory, Verdict, candidates, compatibility,
};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::streamed::{Deadline, in_turn, out_of_time, streamed};
use super::{Version1, json};
use crate::accounts::Caller;
use crate::auth::is_drawn_id;
use crate::knowledge::Knowledge;

/// Licenses up to which a verdict is found faster than a thread could be asked for it.
const FEW: usize = 16;

/// Composed licenses of one question at most: each is fetched and read for it.
const MOST_COMPOSED: usize = 50;

impl Version1 {
    /// Operation 6. `X-SVC-Compat` asks for nothing in particular here: the reasoner comes to a conclusion or runs out
    /// of time, and never to none.
    pub(super) async fn compatibility(
        &self,
        question: CompatibilityQuestion,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let deadline = self.deadline();
        let is_core = self.knowledge.library().graphs.contains_key(&question.graph);
        let theory = self.theory(&question.graph, caller).await?;
        let (licenses, composed) = self.known(question.licenses, caller).await?;
        let question = Question { theory, licenses, deadline };
        // Of what strangers wrote nobody knows how much stands against each other.
        if question.licenses.len() > FEW || composed > 0 || !is_core {
            return many(question, Arc::clone(&self.knowledge), &self.turns).await;
        }
        let verdict = question.verdict()?;
        Ok(json(StatusCode::OK, &self::verdict(&verdict, self.knowledge.library())))
    }

    /// A question about licenses of which everything is known, under a graph that whoever asks may read.
    pub(crate) async fn question(
        &self,
        licenses: Vec<(String, Arc<Facts>)>,
        graph: &GraphId,
        caller: &Caller,
    ) -> Result<Question, Refused> {
        let deadline = self.deadline();
        Ok(Question { theory: self.theory(graph, caller).await?, licenses, deadline })
    }

    /// What `work` makes of a question, on a thread of its own and when it is its turn.
    pub(crate) async fn reasoned<T: Send + 'static>(
        &self,
        question: Question,
        work: impl FnOnce(&Question) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        in_turn(question.deadline, &self.turns, move || work(&question)).await
    }

    /// The consistency of one license (document 1 §4.3).
    pub(super) async fn consistency(
        &self,
        question: &ConsistencyQuestion,
        caller: &Caller,
    ) -> Result<Response, Refused> {
        let library = self.knowledge.library();
        self.weighed(question, caller, |found| json(StatusCode::OK, &consistency(found, library))).await
    }

    /// The consistency of one license, told in a way of one's own: pages show what programs are answered.
    pub(crate) async fn weighed<T>(
        &self,
        question: &ConsistencyQuestion,
        caller: &Caller,
        tell: impl FnOnce(&Consistency<'_>) -> T,
    ) -> Result<T, Refused> {
        let knowledge = &self.knowledge;
        let library = knowledge.library();
        let theory = self.theory(&question.graph, caller).await?;
        let facts = match &question.license {
            LicenseAsked::Stored(id) => {
                let record = knowledge.reasoner().resolve(&library.site.license_iri(id)).cloned();
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
        Ok(tell(&found))
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
            if let Some(facts) = self.knowledge.reasoner().resolve(&iri) {
                known.push((iri, Arc::clone(facts)));
            } else if let Some(facts) = self.named(&iri) {
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
                known.extend(self.composed_facts(&id, caller).await?.map(|facts| (iri, facts)));
            }
        }
        Ok((known, composed))
    }

    /// The facts of the record that an IRI of the library leads to by another name of it, such as an SPDX identifier.
    fn named(&self, iri: &str) -> Option<Arc<Facts>> {
        let site = &self.knowledge.library().site;
        let names = self.knowledge.index().license_names();
        let record = license_named(iri, names).ok().and_then(|id| names.record(id.as_str()))?;
        self.knowledge.reasoner().facts(&site.license_iri(record)).cloned()
    }

    /// The identifier in an IRI that may be that of a composed license.
    fn composed_id(&self, iri: &str) -> Option<LicenseId> {
        let base = self.knowledge.library().site.license_base();
        iri.strip_prefix(&base).filter(|id| is_drawn_id(id))?.parse().ok()
    }

    /// What a composed license says, if whoever asks may see it.
    async fn composed_facts(&self, id: &LicenseId, caller: &Caller) -> Result<Option<Arc<Facts>>, Refused> {
        let license = self.accounts.license(id, caller).await?;
        Ok(license.map(|license| {
            let graph = &license.model.current.graph;
            Arc::new(self.knowledge.reasoner().read_license(&license.model.iri, graph))
        }))
    }

    /// When a check that begins now has to be over.
    pub(super) fn deadline(&self) -> Deadline {
        Deadline::new(Instant::now() + self.budget)
    }
}

/// A question about the compatibility of licenses, with all that is known.
#[derive(Debug)]
pub(crate) struct Question {
    theory: Arc<Theory>,
    licenses: Vec<(String, Arc<Facts>)>,
    deadline: Deadline,
}

impl Question {
    fn components(&self) -> impl Iterator<Item = Component<'_>> {
        self.licenses.iter().map(|(iri, facts)| Component { iri, facts })
    }

    /// What the licenses say against each other.
    pub(crate) fn verdict(&self) -> Result<Verdict<'_>, Refused> {
        let is_over = || self.deadline.is_over();
        compatibility(&self.theory, self.components(), is_over).map_err(out_of_time)
    }

    /// The licenses, ready to be asked what they say together.
    pub(crate) fn bundle(&self) -> Bundle<'_> {
        Bundle::new(&self.theory, self.components())
    }

    /// Which licenses of those given a work made of these might go under.
    pub(crate) fn candidates<'q>(
        &'q self,
        among: impl IntoIterator<Item = &'q Facts>,
    ) -> Result<Vec<Candidate<'q>>, Refused> {
        let parts: Vec<Component<'_>> = self.components().collect();
        candidates(&self.theory, &parts, among, || self.deadline.is_over()).map_err(out_of_time)
    }

    /// What the licenses themselves say.
    pub(crate) fn facts(&self) -> impl Iterator<Item = &Facts> {
        self.licenses.iter().map(|(_, facts)| &**facts)
    }
}

/// What a license says that is only being written. Who writes it and when has no part in it.
fn composed(knowledge: &Knowledge, document: &Map<String, Value>) -> Result<Facts, Refused> {
    let site = &knowledge.library().site;
    let license = knowledge
        .composer()
        .read(&Value::Object(document.clone()))
        .map_err(|faults| Refused::sentence(422, faults.to_string()))?;
    let (iri, profile) = (format!("{}draft", site.license_base()), site.user_base());
    let graph = knowledge.composer().to_graph(&license, &Imprint::draft(&iri, &profile, Day::EPOCH));
    Ok(knowledge.reasoner().read_license(&iri, &graph))
}

/// A verdict about many licenses, found and written by a thread of its own: it grows with the square of their number,
/// and is sent while it is being written.
async fn many(
    question: Question,
    knowledge: Arc<Knowledge>,
    turns: &Arc<Semaphore>,
) -> Result<Response, Refused> {
    streamed(question.deadline, turns, move |outlet| {
        let verdict = question.verdict()?;
        outlet.send(&self::verdict(&verdict, knowledge.library()));
        Ok(())
    })
    .await
}
