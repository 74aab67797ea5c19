use serde::Serialize;

use super::super::Page;

/// What an account was told, and how it is.
#[derive(Debug, Clone, Serialize)]
pub struct NotificationsPage<'a> {
    /// What the forms send back as `csrf_token`.
    pub csrf: &'a str,
    /// How much of it nobody has seen yet.
    pub unread: u32,
    /// The newest moment on the page, which is sent back by who has seen all of it.
    pub up_to: &'a str,
    /// Newest first.
    pub notifications: Vec<Notification<'a>>,
    /// Whether the account wants e-mail too.
    pub wants_mail: bool,
    /// Whether this site sends any.
    pub sends_mail: bool,
}

/// Something an account was told.
#[derive(Debug, Clone, Serialize)]
pub struct Notification<'a> {
    /// What happened.
    pub news: News<'a>,
    /// When, in UTC, as `2026-11-20T08:30:00Z`.
    pub at: &'a str,
    /// Whether it was seen.
    pub is_read: bool,
}

/// What happened.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "word", rename_all = "kebab-case")]
pub enum News<'a> {
    /// Somebody opened a thread.
    Opened {
        /// The thread.
        thread: &'a str,
        /// What it is about: `contact`, `submission` or `correction`.
        kind: &'a str,
        /// What it is called.
        subject: &'a str,
        /// Who.
        writer: &'a str,
    },
    /// Somebody wrote in a thread.
    Answered {
        /// The thread.
        thread: &'a str,
        /// What it is called.
        subject: &'a str,
        /// Who.
        writer: &'a str,
    },
    /// A curator decided.
    Decided {
        /// The thread.
        thread: &'a str,
        /// What it is called.
        subject: &'a str,
        /// What: `accepted`, `declined` or `done`.
        decision: &'a str,
    },
    /// A license was shared.
    SharedLicense {
        /// Which.
        license: &'a str,
        /// Its title, while it is still shared.
        title: Option<&'a str>,
    },
    /// A license that is shared is no longer to be used.
    DeprecatedLicense {
        /// Which.
        license: &'a str,
        /// Its title, while it is still shared.
        title: Option<&'a str>,
    },
    /// A graph was shared.
    SharedGraph {
        /// Which.
        graph: &'a str,
        /// Its title, while it is still shared.
        title: Option<&'a str>,
    },
}

impl Page for NotificationsPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/notifications.html";
}
