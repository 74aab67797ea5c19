//! The pages for writing to the curators: letters, proposals, corrections, the threads they open, and what people are
//! told of them. They depend on who asks, so a server fills them and the tree holds none.
//!
//! A page that sends anything carries `csrf`, which comes back as the field `csrf_token`.

mod forms;
mod notifications;
#[cfg(test)]
mod tests;
mod thread;

pub use forms::{ContactPage, CorrectionPage, Field, Receipt, ReceiptPage, SubmissionPage};
pub use notifications::{News, Notification, NotificationsPage};
pub use thread::{Entry, Fact, Filter, QueuePage, Reply, ThreadPage, ThreadRow, ThreadsPage};
