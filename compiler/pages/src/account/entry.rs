use serde::Serialize;

use super::super::Page;
use super::Faults;

/// The form that makes an account.
#[derive(Debug, Clone, Serialize)]
pub struct RegisterPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why no account was made, in a sentence.
    pub problem: Option<&'a str>,
    /// What is wrong with a field.
    pub faults: &'a Faults,
    /// The name typed before; empty on the first visit.
    pub name: &'a str,
    /// The e-mail address typed before; empty on the first visit.
    pub email: &'a str,
    /// How many characters a password needs.
    pub shortest_password: usize,
    /// The page to go on to, a path of this site; empty for the page of the account.
    pub next: &'a str,
    /// Where who has an account signs in, and is led on to the same page.
    pub sign_in: &'a str,
}

impl Page for RegisterPage<'_> {
    const TEMPLATE: &'static str = "pages/account/register.html";
}

/// The page that confirms an e-mail address.
#[derive(Debug, Clone, Serialize)]
pub struct VerifyPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why no address was confirmed, in a sentence.
    pub problem: Option<&'a str>,
    /// What is wrong with a field.
    pub faults: &'a Faults,
    /// The secret of the link; empty where there is no valid one.
    pub token: &'a str,
}

impl Page for VerifyPage<'_> {
    const TEMPLATE: &'static str = "pages/account/verify.html";
}

/// The form that opens a session.
#[derive(Debug, Clone, Serialize)]
pub struct SignInPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why nobody was signed in, in a sentence.
    pub problem: Option<&'a str>,
    /// The e-mail address typed before; empty on the first visit.
    pub email: &'a str,
    /// Whether people may make accounts by themselves.
    pub registration_is_open: bool,
    /// The page to go on to, a path of this site; empty for the page of the account.
    pub next: &'a str,
    /// Where who has no account makes one, and is led on to the same page.
    pub register: &'a str,
}

impl Page for SignInPage<'_> {
    const TEMPLATE: &'static str = "pages/account/sign_in.html";
}
