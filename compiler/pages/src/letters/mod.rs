//! The pages for messages to the curators: messages, proposals, corrections, threads and notifications. They depend
//! on the user, so a server fills them. A page with a form is rendered as a
//! [`FormPage`](super::account::FormPage).

mod forms;
mod notifications;
#[cfg(test)]
mod tests;
mod thread;

pub use forms::{ContactPage, CorrectionPage, Field, Receipt, ReceiptPage, SubmissionPage};
pub use notifications::{News, Notification, NotificationsPage};
pub use thread::{Entry, Fact, Filter, QueuePage, Reply, ThreadPage, ThreadRow, ThreadsPage};
