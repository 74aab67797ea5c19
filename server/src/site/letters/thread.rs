use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_pages::letters::{Entry, Fact, Reply, ThreadPage};

use super::super::answer::{Denied, Problem, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use super::contact::MESSAGE;
use super::filled::{Filled, Need};
use super::lists::row;
use super::{FAULTY, is_curator, unkept};
use crate::app::App;
use crate::auth::ThreadId;
use crate::clock::{day, written};
use crate::store::{
    Authorship, Correction, Decision, Entity, Matter, NewThreadEntry, Opener, Side, StoreError, Thread,
    ThreadState,
};

impl App {
    /// A thread, for who opened it and for the curators; 404 for other callers. Its notifications are marked as
    /// read.
    pub(super) async fn thread_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
        id: &ThreadId,
    ) -> Result<Response, Refused> {
        let thread = self.seen_thread(member, id).await?;
        let response =
            self.filled_thread_page(browser, member, &thread, &Filled::of(&Form::default()), None)?;
        self.store.read_thread(&member.account.id, id, self.now()).await?;
        Ok(response)
    }

    async fn seen_thread(&self, member: Member<'_>, id: &ThreadId) -> Result<Thread, Refused> {
        let thread = self.store.thread(id).await?;
        let thread = thread.filter(|thread| {
            is_curator(member.account) || thread.summary.opener.account() == Some(&member.account.id)
        });
        Ok(thread.ok_or(StoreError::Missing(Entity::Thread))?)
    }

    fn filled_thread_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
        thread: &Thread,
        filled: &Filled<'_>,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let (facts, model) = facts(&thread.matter);
        let entries = thread.entries.iter().map(|entry| Entry {
            number: entry.number,
            writer: &entry.writer,
            is_curator: entry.side == Side::Curator,
            message: &entry.message,
            decision: entry.decision.map(Decision::word),
            written_at: written(entry.written_at),
        });
        let is_curator = is_curator(member.account);
        let decisions = if is_curator { thread.summary.state.decisions() } else { &[] };
        let page = ThreadPage {
            thread: row(&thread.summary),
            email: match &thread.summary.opener {
                Opener::Visitor { email, .. } => Some(email.as_str()),
                Opener::Member { .. } => None,
            },
            facts,
            model,
            revise: self.revision_of(member, thread),
            entries: entries.collect(),
            reply: Reply {
                is_curator,
                message: filled.field("message"),
                decisions: decisions.iter().map(|decision| decision.word()).collect(),
                decision: filled.field("decision"),
            },
        };
        self.form_page(browser, &format!("/threads/{}", thread.summary.id), &page, problem)
    }

    /// The command with which a curator applies an accepted correction.
    fn revision_of(&self, member: Member<'_>, thread: &Thread) -> Option<String> {
        let Matter::Correction(Correction { license, quote, source, .. }) = &thread.matter else {
            return None;
        };
        if !is_curator(member.account) || thread.summary.state != ThreadState::Accepted {
            return None;
        }
        let (id, today) = (&thread.summary.id, day(self.now()));
        let reason = match (quote, source) {
            (Some(quote), Some(source)) => format!("*={source}: {quote}"),
            (Some(stated), None) | (None, Some(stated)) => format!("*={stated}"),
            (None, None) => format!("*=Correction {id}"),
        };
        Some(format!(
            "muniment revise {license} --with corrected.ttl --date {today} --reviewer {} --summary {} --reason {}",
            shell_word(member.account.name()),
            shell_word(&thread.summary.subject),
            shell_word(&reason),
        ))
    }

    /// Something to be written in a thread.
    pub(super) async fn answer_thread(
        &self,
        browser: &Browser,
        member: Member<'_>,
        id: &ThreadId,
        form: &Form,
    ) -> Result<Response, Refused> {
        let thread = self.seen_thread(member, id).await?;
        let mut filled = Filled::of(form);
        match self.answered(member, &thread, form, &mut filled).await {
            Ok(()) => Ok(see_other(&format!("/threads/{id}"))),
            Err(denied) => {
                let problem = denied.problem()?;
                // Entries written in the meantime are shown beside what was typed.
                let thread = self.seen_thread(member, id).await.unwrap_or(thread);
                self.filled_thread_page(browser, member, &thread, &filled, Some(&problem))
            }
        }
    }

    async fn answered(
        &self,
        member: Member<'_>,
        thread: &Thread,
        form: &Form,
        filled: &mut Filled<'_>,
    ) -> Result<(), Denied> {
        let is_own = thread.summary.opener.account() == Some(&member.account.id);
        let decision: Option<Decision> = match form.field("decision") {
            "" => None,
            _ if !is_curator(member.account) => {
                return Err(Refused::sentence(403, "Only curators decide about a thread.").into());
            }
            word => {
                let decision = word.parse().ok();
                if decision.is_none() {
                    filled.fault("decision", "This cannot be decided.");
                }
                decision
            }
        };
        let message = filled.text("message", MESSAGE, Need::Required);
        let message = message.filter(|_| !filled.has_faults()).ok_or_else(|| Problem::invalid(FAULTY))?;
        let entry = NewThreadEntry {
            thread: thread.summary.id,
            account: member.account.id,
            message,
            authorship: if is_own && decision.is_none() {
                Authorship::Author
            } else {
                Authorship::Curator(decision)
            },
            at: self.now(),
        };
        self.store.write_in_thread(&entry).await.map_err(unkept)?;
        self.mail_pending.notify_one();
        Ok(())
    }
}

/// A word of a shell command on one line, in single quotes.
fn shell_word(text: &str) -> String {
    let line: String =
        text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    format!("'{}'", line.replace('\'', "'\\''"))
}

/// What the author of a thread said about what it is about, and a proposed model.
fn facts(matter: &Matter) -> (Vec<Fact>, Option<&str>) {
    let plain = |label, value: Option<&String>| {
        value.map(|value| Fact { label, value: value.clone(), address: None })
    };
    // It was checked to be an address on the web.
    let out =
        |label, address: &String| Fact { label, value: address.clone(), address: Some(address.clone()) };
    match matter {
        Matter::Contact => (Vec::new(), None),
        Matter::Submission(submission) => {
            let facts = [
                Some(out("Legal text", &submission.text_address)),
                plain("Publisher", submission.publisher.as_ref()),
                plain("SPDX identifier", submission.spdx.as_ref()),
            ];
            (facts.into_iter().flatten().collect(), submission.model.as_deref())
        }
        Matter::Correction(correction) => {
            let id = &correction.license;
            let address = Some(format!("/license-library/{id}"));
            let record = Fact { label: "Record", value: id.to_string(), address };
            let version = correction.version.map(|version| version.to_string());
            let facts = [
                Some(record),
                plain("Version", version.as_ref()),
                plain("Statement", correction.statement.as_ref()),
                plain("The legal text says", correction.quote.as_ref()),
                correction.source.as_ref().map(|source| out("Source", source)),
            ];
            (facts.into_iter().flatten().collect(), None)
        }
    }
}
