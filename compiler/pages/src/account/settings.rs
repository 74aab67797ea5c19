use serde::Serialize;

use super::super::Page;
use super::{Faults, GraphStatus, LicenseDays, LicenseStatus, Role};

/// An account as its owner sees it.
#[derive(Debug, Clone, Serialize)]
pub struct OverviewPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Identifier of the account.
    pub id: &'a str,
    /// The name others see.
    pub name: &'a str,
    /// The e-mail address.
    pub email: &'a str,
    /// Texts that may be translated today.
    pub translations: DailyQuota,
    /// License texts that may be written today.
    pub texts: DailyQuota,
    /// How often programs may ask with its tokens; empty where nobody counts.
    pub windows: Vec<RequestWindow>,
    /// What the account stores, and may store.
    pub storage: Vec<StorageRow>,
    /// The licenses the account owns or shares in.
    pub licenses: Vec<OwnLicense<'a>>,
    /// The graphs the account owns or shares in.
    pub graphs: Vec<OwnGraph<'a>>,
}

/// What an account may do in a UTC day (spec:version-1#quotas).
#[derive(Debug, Clone, Copy, Serialize)]
pub struct DailyQuota {
    /// What is left of today.
    pub left: u32,
    /// What there is in a day; zero forbids it.
    pub most: u32,
    /// Whether an administrator said so for this account.
    pub is_own: bool,
}

/// How often an account may ask in a window (spec:version-1#limits-per-account).
#[derive(Debug, Clone, Copy, Serialize)]
pub struct RequestWindow {
    /// The length of the window in a word.
    pub span: &'static str,
    /// How many requests it admits.
    pub limit: u32,
    /// Whether an administrator said so for this account.
    pub is_own: bool,
}

/// How much of something an account stores.
#[derive(Debug, Clone, Serialize)]
pub struct StorageRow {
    /// What it stores.
    pub name: &'static str,
    /// The amount.
    pub amount: String,
    /// The most it may store.
    pub most: String,
}

/// A composed license in the list of an account.
#[derive(Debug, Clone, Serialize)]
pub struct OwnLicense<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Where it stands.
    pub status: LicenseStatus,
    /// What it is to the account.
    pub role: Role,
    /// The days of its life.
    pub days: LicenseDays<'a>,
}

/// A graph in the list of an account.
#[derive(Debug, Clone, Serialize)]
pub struct OwnGraph<'a> {
    /// Its identifier.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Where it stands.
    pub status: GraphStatus,
    /// What it is to the account.
    pub role: Role,
    /// Number of the version that stands.
    pub version: u32,
    /// How many axioms it states.
    pub axioms: u32,
}

impl Page for OverviewPage<'_> {
    const TEMPLATE: &'static str = "pages/account/overview.html";
}

/// The form that changes a password.
#[derive(Debug, Clone, Serialize)]
pub struct PasswordPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why the password was not changed, in a sentence.
    pub problem: Option<&'a str>,
    /// What is wrong with a field.
    pub faults: &'a Faults,
    /// How many characters a password needs.
    pub shortest_password: usize,
}

impl Page for PasswordPage<'_> {
    const TEMPLATE: &'static str = "pages/account/password.html";
}

/// The form that closes an account.
#[derive(Debug, Clone, Serialize)]
pub struct ClosePage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why the account was not closed, in a sentence.
    pub problem: Option<&'a str>,
    /// What is wrong with a field.
    pub faults: &'a Faults,
}

impl Page for ClosePage<'_> {
    const TEMPLATE: &'static str = "pages/account/close.html";
}

/// The tokens of an account.
#[derive(Debug, Clone, Serialize)]
pub struct TokensPage<'a> {
    /// What the forms send back as `csrf_token`.
    pub csrf: &'a str,
    /// Why no token was made or revoked, in a sentence.
    pub problem: Option<&'a str>,
    /// What is wrong with a field.
    pub faults: &'a Faults,
    /// The name typed for a token that was not made.
    pub name: &'a str,
    /// The token just made, whole. Only the page that answers its making ever has it.
    pub created: Option<&'a str>,
    /// Every token of the account, revoked ones too, newest first.
    pub tokens: Vec<Token<'a>>,
}

/// A token in the list of its owner, who cannot get back to the token itself.
#[derive(Debug, Clone, Serialize)]
pub struct Token<'a> {
    /// Its digest, which names it in the form that revokes it.
    pub digest: &'a str,
    /// What its owner calls it.
    pub name: &'a str,
    /// The day it was made, as `2026-11-20`.
    pub created_on: &'a str,
    /// The last day somebody used it.
    pub last_used_on: Option<&'a str>,
    /// The last day on which it is live; none if it does not expire.
    pub expires_on: Option<&'a str>,
    /// Whether that day is over.
    pub is_expired: bool,
    /// The day it was revoked.
    pub revoked_on: Option<&'a str>,
}

impl Page for TokensPage<'_> {
    const TEMPLATE: &'static str = "pages/account/tokens.html";
}
