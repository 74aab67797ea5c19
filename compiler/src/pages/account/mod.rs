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

use minijinja::Environment;
use serde::Serialize;

use super::{Page, PageError, render, templates};
use crate::model::Site;

pub use entry::{RegisterPage, SignInPage};
pub use models::{GraphPage, GraphStatus, LicensePage, LicenseStatus, PrivacyNotice, Revision, Role, Share};
pub use profile::{ProfilePage, PublishedGraph, PublishedLicense};
pub use settings::{ClosePage, OverviewPage, OwnGraph, OwnLicense, PasswordPage, Token, TokensPage};

/// A page of accounts within what every page has.
#[derive(Debug, Serialize)]
struct Framed<'a, P> {
    site_name: &'a str,
    notice: Option<&'a str>,
    page: &'a P,
}

impl<P: Page> Page for Framed<'_, P> {
    const TEMPLATE: &'static str = P::TEMPLATE;
}

/// Renders the pages of accounts; the server fills them, since they depend on who asks.
#[derive(Debug)]
pub struct AccountPages {
    environment: Environment<'static>,
    site_name: String,
    notice: Option<String>,
}

impl AccountPages {
    /// For a site.
    pub fn new(site: &Site) -> Result<Self, PageError> {
        Ok(Self {
            environment: templates::environment()?,
            site_name: site.name.clone(),
            notice: site.notice.clone(),
        })
    }

    /// Where an account is made (`/register`).
    pub fn register(&self, page: &RegisterPage<'_>) -> Result<String, PageError> {
        self.render(page)
    }

    /// Where somebody signs in (`/login`).
    pub fn sign_in(&self, page: &SignInPage<'_>) -> Result<String, PageError> {
        self.render(page)
    }

    /// An account as its owner sees it (`/account`).
    pub fn overview(&self, page: &OverviewPage<'_>) -> Result<String, PageError> {
        self.render(page)
    }

    /// Where a password is changed (`/account/password`).
    pub fn password(&self, page: &PasswordPage<'_>) -> Result<String, PageError> {
        self.render(page)
    }

    /// Where an account is closed (`/account/close`).
    pub fn close(&self, page: &ClosePage<'_>) -> Result<String, PageError> {
        self.render(page)
    }

    /// The tokens of an account (`/account/tokens`).
    pub fn tokens(&self, page: &TokensPage<'_>) -> Result<String, PageError> {
        self.render(page)
    }

    /// A composed license as those see it who share in it (`/account/licenses/{id}`).
    pub fn license(&self, page: &LicensePage<'_>) -> Result<String, PageError> {
        self.render(&page.view())
    }

    /// A graph of an account as those see it who share in it (`/account/graphs/{id}`).
    pub fn graph(&self, page: &GraphPage<'_>) -> Result<String, PageError> {
        self.render(&page.view())
    }

    /// What everybody sees of an account (`/users/{id}`).
    pub fn profile(&self, page: &ProfilePage<'_>) -> Result<String, PageError> {
        self.render(page)
    }

    fn render<P: Page>(&self, page: &P) -> Result<String, PageError> {
        let notice = self.notice.as_deref();
        render(&self.environment, &Framed { site_name: &self.site_name, notice, page })
    }
}
