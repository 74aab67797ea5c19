use serde::Serialize;

use super::super::Page;
use super::Field;

/// A thread as its author and the curators see it.
#[derive(Debug, Clone, Serialize)]
pub struct ThreadPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why nothing was written, in a sentence.
    pub problem: Option<&'a str>,
    /// The thread as lists have it.
    pub thread: ThreadRow<'a>,
    /// Where its author is answered by e-mail, who has no account to see the thread with.
    pub email: Option<&'a str>,
    /// What its author said about what it is about.
    pub facts: Vec<Fact<'a>>,
    /// What a model could be, in Turtle or in words.
    pub model: Option<&'a str>,
    /// What was written, oldest first.
    pub entries: Vec<Entry<'a>>,
    /// The form to write with.
    pub reply: Reply<'a>,
}

/// What is written next in a thread.
#[derive(Debug, Clone, Serialize)]
pub struct Reply<'a> {
    /// Whether a curator writes.
    pub is_curator: bool,
    /// `message`
    pub message: Field<'a>,
    /// What can be decided: `accepted`, `declined`, `done`.
    pub decisions: Vec<&'a str>,
    /// `decision`; empty where nothing is decided.
    pub decision: Field<'a>,
}

/// Something said about what a thread is about.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Fact<'a> {
    /// What it says.
    pub label: &'a str,
    /// What was typed.
    pub value: &'a str,
    /// Where it leads: a path of the site, or an address on the web.
    pub address: Option<&'a str>,
}

/// What somebody wrote.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Entry<'a> {
    /// The how-manieth, from 1.
    pub number: u32,
    /// The name of who wrote.
    pub writer: &'a str,
    /// Whether it was a curator, as such.
    pub is_curator: bool,
    /// The words.
    pub message: &'a str,
    /// What was decided with them.
    pub decision: Option<&'a str>,
    /// When, in UTC, as `2026-11-20T08:30:00Z`.
    pub written_at: &'a str,
}

impl Page for ThreadPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/thread.html";
}

/// A thread in a list.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ThreadRow<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// What it is about: `contact`, `submission` or `correction`.
    pub kind: &'a str,
    /// Where it stands: `open`, `accepted`, `declined` or `done`.
    pub state: &'a str,
    /// What its author called it.
    pub subject: &'a str,
    /// The name of who opened it.
    pub opener: &'a str,
    /// When it was opened.
    pub opened_at: &'a str,
    /// When somebody last wrote.
    pub changed_at: &'a str,
    /// Whether somebody waits for the curators.
    pub is_unanswered: bool,
}

/// The threads an account opened.
#[derive(Debug, Clone, Serialize)]
pub struct ThreadsPage<'a> {
    /// Whether who asks is a curator, who has a queue too.
    pub is_curator: bool,
    /// How much the account was told that it has not seen.
    pub unread: u32,
    /// Last changed first.
    pub threads: Vec<ThreadRow<'a>>,
}

impl Page for ThreadsPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/threads.html";
}

/// The threads curators look at.
#[derive(Debug, Clone, Serialize)]
pub struct QueuePage<'a> {
    /// What they are narrowed to.
    pub kind: &'a str,
    /// What they are narrowed to.
    pub state: &'a str,
    /// Kinds to narrow them to; an empty value for all.
    pub kinds: Vec<Filter<'a>>,
    /// States to narrow them to; an empty value for all.
    pub states: Vec<Filter<'a>>,
    /// Those that wait for an answer first.
    pub threads: Vec<ThreadRow<'a>>,
    /// Whether there are more than are shown.
    pub is_cut: bool,
}

/// Something a list can be narrowed to.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Filter<'a> {
    /// As the address has it.
    pub value: &'a str,
    /// As people read it.
    pub label: &'a str,
}

impl Page for QueuePage<'_> {
    const TEMPLATE: &'static str = "pages/letters/queue.html";
}
