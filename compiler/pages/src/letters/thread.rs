use serde::Serialize;

use super::super::Page;
use super::Field;

/// A thread, for its author and curators.
#[derive(Debug, Clone, Serialize)]
pub struct ThreadPage<'a> {
    /// The list entry of the thread.
    pub thread: ThreadRow<'a>,
    /// The e-mail address of an author without an account.
    pub email: Option<&'a str>,
    /// The fields of the form.
    pub facts: Vec<Fact>,
    /// A proposed model, in Turtle or as text.
    pub model: Option<&'a str>,
    /// For a curator, the command that applies an accepted correction.
    pub revise: Option<String>,
    /// Entries, oldest first.
    pub entries: Vec<Entry<'a>>,
    /// The form to write with.
    pub reply: Reply<'a>,
}

/// The reply form.
#[derive(Debug, Clone, Serialize)]
pub struct Reply<'a> {
    /// Whether the user is a curator.
    pub is_curator: bool,
    /// `message`
    pub message: Field<'a>,
    /// Possible decisions: `accepted`, `declined`, `done`.
    pub decisions: Vec<&'a str>,
    /// `decision`; may be empty.
    pub decision: Field<'a>,
}

/// A field of the form of a thread.
#[derive(Debug, Clone, Serialize)]
pub struct Fact {
    /// Label of the field.
    pub label: &'static str,
    /// The input.
    pub value: String,
    /// Link: a path of the site or a web address.
    pub address: Option<String>,
}

/// An entry of a thread.
#[derive(Debug, Clone, Serialize)]
pub struct Entry<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Name of the writer.
    pub writer: &'a str,
    /// Whether the writer acted as a curator.
    pub is_curator: bool,
    /// The text.
    pub message: &'a str,
    /// The decision, if any.
    pub decision: Option<&'a str>,
    /// When, in UTC, as `2026-11-20T08:30:00Z`.
    pub written_at: String,
}

impl Page for ThreadPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/thread.html";
}

/// A thread in a list.
#[derive(Debug, Clone, Serialize)]
pub struct ThreadRow<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Its kind: `contact`, `submission` or `correction`.
    pub kind: &'a str,
    /// Its state: `open`, `accepted`, `declined` or `done`.
    pub state: &'a str,
    /// Its subject.
    pub subject: &'a str,
    /// Name of its author.
    pub opener: &'a str,
    /// Time of opening.
    pub opened_at: String,
    /// Time of the last entry.
    pub changed_at: String,
    /// Whether it waits for the curators.
    pub is_unanswered: bool,
}

/// The threads of an account.
#[derive(Debug, Clone, Serialize)]
pub struct ThreadsPage<'a> {
    /// Whether the user is a curator with a queue.
    pub is_curator: bool,
    /// Number of unread notifications.
    pub unread: u32,
    /// Last changed first.
    pub threads: Vec<ThreadRow<'a>>,
}

impl Page for ThreadsPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/threads.html";
}

/// The queue of the curators.
#[derive(Debug, Clone, Serialize)]
pub struct QueuePage<'a> {
    /// The filter in use.
    pub kind: &'a str,
    /// The filter in use.
    pub state: &'a str,
    /// Filters by kind; an empty value means all.
    pub kinds: Vec<Filter<'a>>,
    /// Filters by state; an empty value means all.
    pub states: Vec<Filter<'a>>,
    /// Unanswered ones first.
    pub threads: Vec<ThreadRow<'a>>,
    /// Whether the list is cut.
    pub is_cut: bool,
}

/// A filter of a list.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Filter<'a> {
    /// The value in the address.
    pub value: &'a str,
    /// The label.
    pub label: &'a str,
}

impl Page for QueuePage<'_> {
    const TEMPLATE: &'static str = "pages/letters/queue.html";
}
