//! The pages of accounts. What they show depends on who asks, so a server fills them and the tree holds none;
//! which of the forms a page offers follows from the role and the state it is filled with.
//!
//! A page that sends anything carries `csrf`, which comes back as the field `csrf_token`.

mod entry;
mod models;
mod profile;
mod settings;
#[cfg(test)]
mod tests;

pub use entry::{RegisterPage, SignInPage};
pub use models::{
    GraphPage, GraphStatus, GraphView, LicensePage, LicenseStatus, LicenseView, PrivacyNotice, Revision,
    RevisionPage, Role, Share,
};
pub use profile::{ProfilePage, PublishedGraph, PublishedLicense};
pub use settings::{ClosePage, OverviewPage, OwnGraph, OwnLicense, PasswordPage, Token, TokensPage};
