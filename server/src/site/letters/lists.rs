use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_documents::wire::Target;
use muniment_pages::letters::{Filter, QueuePage, ThreadRow, ThreadsPage};

use super::super::answer::html;
use super::super::browser::Member;
use super::is_curator;
use crate::app::App;
use crate::clock::written;
use crate::store::{Queue, ThreadKind, ThreadState, ThreadSummary};

/// Threads on the page of the queue.
const MOST: u32 = 200;

/// What the queue is narrowed to by its kind.
const KINDS: [Filter<'_>; 4] = [
    Filter { value: "", label: "everything" },
    Filter { value: "contact", label: "letters" },
    Filter { value: "submission", label: "proposals" },
    Filter { value: "correction", label: "corrections" },
];

/// What it is narrowed to by its state.
const STATES: [Filter<'_>; 5] = [
    Filter { value: "", label: "any" },
    Filter { value: "open", label: "open" },
    Filter { value: "accepted", label: "accepted" },
    Filter { value: "declined", label: "declined" },
    Filter { value: "done", label: "done" },
];

/// A thread in a list.
pub(super) fn row(summary: &ThreadSummary) -> ThreadRow<'_> {
    ThreadRow {
        id: summary.id.as_str(),
        kind: summary.kind.word(),
        state: summary.state.word(),
        subject: &summary.subject,
        opener: summary.opener.name(),
        opened_at: written(summary.opened_at),
        changed_at: written(summary.changed_at),
        is_unanswered: summary.unanswered_since.is_some(),
    }
}

impl App {
    /// The threads an account opened.
    pub(super) async fn threads_page(&self, member: Member<'_>) -> Result<Response, Refused> {
        let store = &self.store;
        let threads = store.threads_of(&member.account.id).await?;
        let page = ThreadsPage {
            is_curator: is_curator(member.account),
            unread: store.unread_notifications(&member.account.id).await?,
            threads: threads.iter().map(row).collect(),
        };
        html(self.pages().served("/account/threads", &page), None)
    }

    /// The queue of the curators; 404 for other callers.
    pub(super) async fn queue_page(&self, member: Member<'_>, target: &Target) -> Result<Response, Refused> {
        if !is_curator(member.account) {
            return Err(Refused::not_found());
        }
        // A word that means nothing narrows nothing, as the page then says.
        let kind: Option<ThreadKind> = target.parameter("kind").and_then(|word| word.parse().ok());
        let state: Option<ThreadState> = target.parameter("state").and_then(|word| word.parse().ok());
        let mut threads = self.store.threads(&Queue { kind, state, most: MOST + 1 }).await?;
        let is_cut = threads.len() > MOST as usize;
        threads.truncate(MOST as usize);
        let page = QueuePage {
            kind: kind.map_or("", ThreadKind::word),
            state: state.map_or("", ThreadState::word),
            kinds: KINDS.to_vec(),
            states: STATES.to_vec(),
            threads: threads.iter().map(row).collect(),
            is_cut,
        };
        html(self.pages().served("/curation", &page), None)
    }
}
