use super::SMALL_FORM_BYTES;
use crate::auth::ThreadId;

/// A page of what people write to the curators, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LetterRoute {
    /// `/contact`
    Contact,
    /// `/contact/{reference}`
    Receipt(ThreadId),
    /// `/submissions/new`
    Submission,
    /// `/corrections/new`
    Correction,
    /// `/threads/{id}`
    Thread(ThreadId),
    /// `/curation`
    Queue,
    /// `/account/threads`
    Threads,
    /// `/account/notifications`
    Notifications,
    /// `/account/notifications/read`
    Seen,
}

impl LetterRoute {
    pub(super) fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["contact"] => Self::Contact,
            ["contact", id] => Self::Receipt(id.parse().ok()?),
            ["submissions", "new"] => Self::Submission,
            ["corrections", "new"] => Self::Correction,
            ["threads", id] => Self::Thread(id.parse().ok()?),
            ["curation"] => Self::Queue,
            ["account", "threads"] => Self::Threads,
            ["account", "notifications"] => Self::Notifications,
            ["account", "notifications", "read"] => Self::Seen,
            _ => return None,
        })
    }

    pub(super) const fn most_bytes(&self) -> usize {
        match self {
            // 20,000 characters of four bytes, each written as three.
            Self::Contact | Self::Submission | Self::Correction | Self::Thread(_) => 256 * 1024,
            _ => SMALL_FORM_BYTES,
        }
    }

    pub(in crate::site) const fn allowed(&self) -> &'static str {
        match self {
            Self::Contact | Self::Submission | Self::Correction | Self::Thread(_) | Self::Notifications => {
                "GET, HEAD, POST"
            }
            Self::Receipt(_) | Self::Queue | Self::Threads => "GET, HEAD",
            Self::Seen => "POST",
        }
    }
}
