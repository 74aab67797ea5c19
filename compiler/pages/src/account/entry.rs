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
