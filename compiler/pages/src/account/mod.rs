//! The pages of accounts. What they show depends on who asks, so a server fills them and the tree holds none;
//! which of the forms a page offers follows from the role and the state it is filled with.
//!
//! A page that sends anything carries `csrf`, which comes back as the field `csrf_token`.

mod entry;
mod faults;
#[cfg(test)]
mod filled;
mod graph_editor;
mod graphs;
mod models;
mod profile;
mod settings;
#[cfg(test)]
mod tests;

pub use entry::{RegisterPage, SignInPage, VerifyPage};
pub use faults::Faults;
pub use graph_editor::{
    Choice, EditedGraph, GraphEditorPage, StatementChoices, StatementRow, statement_fault,
};
pub use graphs::{GraphPage, GraphVersion, GraphView, Statement};
pub use models::{
    GraphStatus, LicenseDays, LicensePage, LicenseStatus, LicenseView, PrivacyNotice, Revision, RevisionPage,
    Role, Share, Typed,
};
pub use profile::{ProfilePage, PublishedGraph, PublishedLicense};
pub use settings::{
    ClosePage, DailyQuota, OverviewPage, OwnGraph, OwnLicense, PasswordPage, RequestWindow, StorageRow,
    Token, TokensPage,
};
