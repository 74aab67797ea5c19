use muniment_documents::api::v1::ModelState;
use serde::Serialize;

use super::super::Page;
use super::{LicenseDays, Role};

/// The overview for the owner of an account.
#[derive(Debug, Clone, Serialize)]
pub struct OverviewPage<'a> {
    /// Identifier of the account.
    pub id: &'a str,
    /// The public name.
    pub name: &'a str,
    /// The e-mail address.
    pub email: &'a str,
    /// Whether the account is a curator's.
    pub is_curator: bool,
    /// Quota of translations.
    pub translations: DailyQuota,
    /// Quota of narrations.
    pub texts: DailyQuota,
    /// Request limits of its tokens; empty if there are none.
    pub windows: Vec<RequestWindow>,
    /// The storage and its limits.
    pub storage: Vec<StorageRow>,
    /// Its own and shared licenses.
    pub licenses: Vec<OwnLicense<'a>>,
    /// Its own and shared graphs.
    pub graphs: Vec<OwnGraph<'a>>,
}

/// A quota for a UTC day (spec:version-1#quotas).
#[derive(Debug, Clone, Copy, Serialize)]
pub struct DailyQuota {
    /// What is left today.
    pub left: u32,
    /// The daily quota; zero forbids the action.
    pub most: u32,
    /// Whether it is set for this account.
    pub is_own: bool,
}

/// A limit of requests in a window (spec:version-1#limits-per-account).
#[derive(Debug, Clone, Copy, Serialize)]
pub struct RequestWindow {
    /// The length of the window.
    pub span: &'static str,
    /// Maximum requests.
    pub limit: u32,
    /// Whether it is set for this account.
    pub is_own: bool,
}

/// An amount of storage.
#[derive(Debug, Clone, Serialize)]
pub struct StorageRow {
    /// What is stored.
    pub name: &'static str,
    /// The amount.
    pub amount: String,
    /// The limit.
    pub most: String,
}

/// A composed license in the list of an account.
#[derive(Debug, Clone, Serialize)]
pub struct OwnLicense<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its status.
    pub status: ModelState,
    /// The role of the account.
    pub role: Role,
    /// Its days.
    pub days: LicenseDays,
}

/// A graph in the list of an account.
#[derive(Debug, Clone, Serialize)]
pub struct OwnGraph<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its status.
    pub status: ModelState,
    /// The role of the account.
    pub role: Role,
    /// Number of the current version.
    pub version: u32,
    /// Number of axioms.
    pub axioms: u32,
}

impl Page for OverviewPage<'_> {
    const TEMPLATE: &'static str = "pages/account/overview.html";
}

/// The form that changes a password.
#[derive(Debug, Clone, Serialize)]
pub struct PasswordPage {
    /// Minimum characters of a password.
    pub shortest_password: usize,
}

impl Page for PasswordPage {
    const TEMPLATE: &'static str = "pages/account/password.html";
}

/// The form that closes an account.
#[derive(Debug, Clone, Serialize)]
pub struct ClosePage {}

impl Page for ClosePage {
    const TEMPLATE: &'static str = "pages/account/close.html";
}

/// The tokens of an account.
#[derive(Debug, Clone, Serialize)]
pub struct TokensPage<'a> {
    /// The name in a refused form.
    pub name: &'a str,
    /// Names of the scopes that are ticked.
    pub ticked: Vec<&'a str>,
    /// The new token. Only the answer to its creation shows it.
    pub created: Option<&'a str>,
    /// Every token, including revoked ones, newest first.
    pub tokens: Vec<Token>,
}

/// A token in the list, without its secret.
#[derive(Debug, Clone, Serialize)]
pub struct Token {
    /// Its digest, the identifier in the form.
    pub digest: String,
    /// Its name.
    pub name: String,
    /// Day of creation, as `2026-11-20`.
    pub created_on: String,
    /// Day of the last use.
    pub last_used_on: Option<String>,
    /// The last valid day; `None` if it does not expire.
    pub expires_on: Option<String>,
    /// Whether it is expired.
    pub is_expired: bool,
    /// What it may do, with a comma between two.
    pub scopes: String,
    /// Day of revocation.
    pub revoked_on: Option<String>,
}

impl Page for TokensPage<'_> {
    const TEMPLATE: &'static str = "pages/account/tokens.html";
}
