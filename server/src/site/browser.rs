use std::net::IpAddr;

use http::header::CONTENT_TYPE;
use http::request::Parts;
use muniment_documents::api::v1::Refused;

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

impl Browser {
    /// A browser that looks at a page; one that was never here gets a key.
    pub(super) fn of_reader(app: &App, client: IpAddr, request: &Parts) -> Result<Self, Refused> {
        match app.cookie.read(&request.headers) {
            Some(key) => Ok(Self::with(key, false, client)),
            None => Ok(Self::with(SessionKey::new(&*app.randomness).map_err(no_randomness)?, true, client)),
        }
    }

    /// A browser that sends a form of one of our own pages, and the form.
    pub(super) fn of_sender(
        app: &App,
        own: &OwnOrigin,
        client: IpAddr,
        request: &Parts,
        content: &[u8],
    ) -> Result<(Self, Form), Refused> {
        let no_key = "The form came without the cookie of its page; let the browser keep cookies of this site, and load \
                      the page again.";
        refuse_foreign(own, request)?;
        if app.cookie.read(&request.headers).is_none() {
            return Err(Refused::sentence(403, no_key));
        }
        let (browser, form, is_of_session) = Self::of_writer(app, own, client, request, content)?;
        if !is_of_session {
            let sentence =
                "The form does not belong to this session, or its page is too old; load the page again.";
            return Err(Refused::sentence(403, sentence));
        }
        Ok((browser, form))
    }

    /// The same for a form that holds much work: also says whether it belongs to the session. One that does not, because
    /// the user signed in or out meanwhile, is given back as it was typed and not acted on.
    pub(super) fn of_writer(
        app: &App,
        own: &OwnOrigin,
        client: IpAddr,
        request: &Parts,
        content: &[u8],
    ) -> Result<(Self, Form, bool), Refused> {
        refuse_foreign(own, request)?;
        let browser = Self::of_reader(app, client, request)?;
        let form = Form::parse(text(&request.headers, CONTENT_TYPE.as_str()), content)?;
        let token = match form.field(CsrfToken::FIELD) {
            "" => text(&request.headers, CsrfToken::HEADER).unwrap_or_default(),
            token => token,
        };
        let is_of_session = !browser.has_new_key && browser.csrf.fits(token);
        Ok((browser, form, is_of_session))
    }

    fn with(key: SessionKey, has_new_key: bool, client: IpAddr) -> Self {
        Self { csrf: CsrfToken::of(&key), key, has_new_key, client }
    }
}

fn refuse_foreign(own: &OwnOrigin, request: &Parts) -> Result<(), Refused> {
    match own.is_foreign(request) {
        true => Err(Refused::sentence(403, "The form was not sent by a page of this site.")),
        false => Ok(()),
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
