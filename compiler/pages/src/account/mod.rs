//! The pages of accounts. They depend on the user, so a server fills them, and the tree does not contain them. Role
//! and status decide which forms a page has. A page with a form is rendered as a [`FormPage`].

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

pub use entry::{RecoverPage, Recovery, RegisterPage, SignInPage, VerifyPage};
pub use faults::{Faults, FormPage};
pub use graph_editor::{
    Choice, EditedGraph, GraphEditorPage, StatementChoices, StatementRow, statement_fault,
};
pub use graphs::{GraphPage, GraphVersion, GraphView, Statement};
pub use models::{
    LicenseDays, LicensePage, LicenseView, PrivacyNotice, Revision, RevisionPage, Role, Share, Typed,
};
pub use profile::{ProfilePage, PublishedGraph, PublishedLicense};
pub use settings::{
    ClosePage, DailyQuota, OverviewPage, OwnGraph, OwnLicense, PasswordPage, RequestWindow, StorageRow,
    Token, TokensPage,
};
