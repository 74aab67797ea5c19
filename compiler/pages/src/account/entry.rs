use serde::Serialize;

use super::super::Page;

/// The registration form.
#[derive(Debug, Clone, Serialize)]
pub struct RegisterPage<'a> {
    /// The name of the last attempt; may be empty.
    pub name: &'a str,
    /// The e-mail address of the last attempt; may be empty.
    pub email: &'a str,
    /// Minimum characters of a password.
    pub shortest_password: usize,
    /// The path of the next page; empty for the account page.
    pub next: &'a str,
    /// Address for signing in, with the same next page.
    pub sign_in: &'a str,
}

impl Page for RegisterPage<'_> {
    const TEMPLATE: &'static str = "pages/account/register.html";
}

/// The page that confirms an e-mail address.
#[derive(Debug, Clone, Serialize)]
pub struct VerifyPage<'a> {
    /// The secret of the link; empty if it is invalid.
    pub token: &'a str,
}

impl Page for VerifyPage<'_> {
    const TEMPLATE: &'static str = "pages/account/verify.html";
}

/// The page for who forgot a password.
#[derive(Debug, Clone, Serialize)]
pub struct RecoverPage<'a> {
    /// How far it is.
    pub state: Recovery<'a>,
    /// Minimum characters of a password.
    pub shortest_password: usize,
}

/// How far the recovery of an account is.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Recovery<'a> {
    /// The address is asked for.
    Asked {
        /// That of the last attempt; may be empty.
        email: &'a str,
    },
    /// A link was sent, if there is an account.
    Sent,
    /// A valid link was opened.
    Linked {
        /// Its secret.
        token: &'a str,
    },
    /// The server sends no mail.
    WithoutMail,
}

impl Page for RecoverPage<'_> {
    const TEMPLATE: &'static str = "pages/account/recover.html";
}

/// The sign-in form.
#[derive(Debug, Clone, Serialize)]
pub struct SignInPage<'a> {
    /// The e-mail address of the last attempt; may be empty.
    pub email: &'a str,
    /// Whether registration is open.
    pub registration_is_open: bool,
    /// The path of the next page; empty for the account page.
    pub next: &'a str,
    /// Address for registration, with the same next page.
    pub register: &'a str,
}

impl Page for SignInPage<'_> {
    const TEMPLATE: &'static str = "pages/account/sign_in.html";
}
