use serde::Serialize;

use super::super::Page;

/// The notifications of an account and their settings.
#[derive(Debug, Clone, Serialize)]
pub struct NotificationsPage<'a> {
    /// Number of unread notifications.
    pub unread: u32,
    /// The newest time on the page, sent to mark all as read.
    pub up_to: &'a str,
    /// Newest first.
    pub notifications: Vec<Notification<'a>>,
    /// Whether the account wants e-mail too.
    pub wants_mail: bool,
    /// Whether the site sends e-mail.
    pub sends_mail: bool,
}

/// A notification.
#[derive(Debug, Clone, Serialize)]
pub struct Notification<'a> {
    /// What happened.
    pub news: News<'a>,
    /// Its time, in UTC, as `2026-11-20T08:30:00Z`.
    pub at: String,
    /// Whether it was read.
    pub is_read: bool,
}

/// What happened.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "word", rename_all = "kebab-case")]
pub enum News<'a> {
    /// A new thread.
    Opened {
        /// Identifier of the thread.
        thread: &'a str,
        /// Its kind: `contact`, `submission` or `correction`.
        kind: &'a str,
        /// Subject of the thread.
        subject: &'a str,
        /// Name of the writer.
        writer: &'a str,
    },
    /// A new entry in a thread.
    Answered {
        /// Identifier of the thread.
        thread: &'a str,
        /// Subject of the thread.
        subject: &'a str,
        /// Name of the writer.
        writer: &'a str,
    },
    /// A decision of a curator.
    Decided {
        /// Identifier of the thread.
        thread: &'a str,
        /// Subject of the thread.
        subject: &'a str,
        /// The decision: `accepted`, `declined` or `done`.
        decision: &'a str,
    },
    /// A license was shared.
    SharedLicense {
        /// Its identifier.
        license: &'a str,
        /// Its title, if it is still shared.
        title: Option<&'a str>,
    },
    /// A shared license was deprecated.
    DeprecatedLicense {
        /// Its identifier.
        license: &'a str,
        /// Its title, if it is still shared.
        title: Option<&'a str>,
    },
    /// A graph was shared.
    SharedGraph {
        /// Its identifier.
        graph: &'a str,
        /// Its title, if it is still shared.
        title: Option<&'a str>,
    },
}

impl Page for NotificationsPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/notifications.html";
}
