use std::net::IpAddr;

use http::header::CONTENT_TYPE;
use muniment_documents::api::v1::Refused;

use super::PageRequest;
use super::answer::no_randomness;
use super::form::Form;
use super::origin::{OwnOrigin, text};
use crate::accounts::{Caller, unanswered};
use crate::app::App;
use crate::auth::{CsrfToken, SessionKey};
use crate::store::{Account, AccountState, Email};

/// The browser that sent a request, signed in or not.
#[derive(Debug)]
pub(super) struct Browser {
    /// The key of its session; without a session, only the token of its forms depends on it.
    pub(super) key: SessionKey,
    /// Whether the key is new, so that the answer sets the cookie.
    pub(super) has_new_key: bool,
    /// The token in its forms.
    pub(super) csrf: CsrfToken,
    /// Its address.
    pub(super) client: IpAddr,
}

/// A signed-in account.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member<'r> {
    /// The caller.
    pub(super) caller: &'r Caller,
    /// Their account.
    pub(super) account: &'r Account,
    /// The name others see.
    pub(super) name: &'r str,
    /// The address they sign in with.
    pub(super) email: &'r Email,
}

impl App {
    /// The browser that looks at a page; one that was never here gets a key.
    pub(super) fn browser_of_reader(&self, asked: PageRequest<'_>) -> Result<Browser, Refused> {
        let (key, has_new_key) = match self.cookie.read(&asked.request.headers) {
            Some(key) => (key, false),
            None => (SessionKey::new(&*self.randomness).map_err(no_randomness)?, true),
        };
        Ok(Browser { csrf: CsrfToken::of(&key), key, has_new_key, client: asked.client })
    }

    /// The browser that sends a form of one of our own pages, and the form.
    pub(super) fn browser_of_sender(&self, asked: PageRequest<'_>) -> Result<(Browser, Form), Refused> {
        let no_key = "The form came without the cookie of its page; let the browser keep cookies of this site, and load \
                      the page again.";
        self.refuse_foreign(asked)?;
        if self.cookie.read(&asked.request.headers).is_none() {
            return Err(Refused::sentence(403, no_key));
        }
        let (browser, form, is_of_session) = self.browser_of_writer(asked)?;
        if !is_of_session {
            let sentence =
                "The form does not belong to this session, or its page is too old; load the page again.";
            return Err(Refused::sentence(403, sentence));
        }
        Ok((browser, form))
    }

    /// The same for a form that holds much work: also says whether it belongs to the session. One that does not, because
    /// the user signed in or out meanwhile, is given back as it was typed and not acted on.
    pub(super) fn browser_of_writer(&self, asked: PageRequest<'_>) -> Result<(Browser, Form, bool), Refused> {
        self.refuse_foreign(asked)?;
        let browser = self.browser_of_reader(asked)?;
        let headers = &asked.request.headers;
        let form = Form::parse(text(headers, CONTENT_TYPE.as_str()), asked.content)?;
        let token = match form.field(CsrfToken::FIELD) {
            "" => text(headers, CsrfToken::HEADER).unwrap_or_default(),
            token => token,
        };
        let is_of_session = !browser.has_new_key && browser.csrf.fits(token);
        Ok((browser, form, is_of_session))
    }

    fn refuse_foreign(&self, asked: PageRequest<'_>) -> Result<(), Refused> {
        match OwnOrigin::of(&self.config.base_url()).is_foreign(asked.request) {
            true => Err(Refused::sentence(403, "The form was not sent by a page of this site.")),
            false => Ok(()),
        }
    }
}

impl<'r> Member<'r> {
    /// The account that is signed in at a browser, if any.
    ///
    /// # Errors
    /// The database does not say whose the session is.
    pub(super) fn signed_in(caller: &'r Caller) -> Result<Option<Self>, Refused> {
        match Self::of(caller) {
            None if *caller == Caller::Unverified => Err(unanswered()),
            member => Ok(member),
        }
    }

    /// The caller, if signed in at a browser: a token is for programs.
    pub(super) fn of(caller: &'r Caller) -> Option<Self> {
        let Caller::Browser(session) = caller else { return None };
        match &session.account.state {
            AccountState::Open { name, email } => {
                Some(Self { caller, account: &session.account, name, email })
            }
            AccountState::Closed { .. } => None,
        }
    }
}
