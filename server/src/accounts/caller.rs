use http::header::{AUTHORIZATION, HeaderMap};

use crate::app::App;
use crate::auth::bearer;
use crate::store::{Account, Bearer, Role, Session};

/// Who sent a request (spec:version-1#authentication).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// There are no credentials, or none that are live.
    Anonymous,
    /// An account, by a token.
    Token(Box<Bearer>),
    /// An account, by a browser that is signed in. It may read; what changes anything goes through a form.
    Browser(Box<Session>),
    /// Credentials were sent, and the database does not say whose they are.
    Unverified,
}

impl Caller {
    /// The account that asks.
    #[must_use]
    pub fn account(&self) -> Option<&Account> {
        match self {
            Self::Token(bearer) => Some(&bearer.account),
            Self::Browser(session) => Some(&session.account),
            Self::Anonymous | Self::Unverified => None,
        }
    }

    /// Whether it is an administrator who asks.
    #[must_use]
    pub fn is_administrator(&self) -> bool {
        self.account().is_some_and(|account| account.role == Role::Administrator)
    }
}

impl App {
    /// Finds out who sent a request. Where there is an `Authorization` header the cookie counts for nothing; a token
    /// that is not live counts as none.
    pub async fn caller(&self, headers: &HeaderMap) -> Caller {
        let found = if headers.contains_key(AUTHORIZATION) {
            let Some(token) = bearer(headers) else { return Caller::Anonymous };
            let found = self.store.bearer(&token.digest(), self.clock.today()).await;
            found.map(|bearer| bearer.map(|bearer| Caller::Token(Box::new(bearer))))
        } else {
            let Some(key) = self.cookie.read(headers) else { return Caller::Anonymous };
            let found = self.store.session(&key.digest(), self.now()).await;
            found.map(|session| session.map(|session| Caller::Browser(Box::new(session))))
        };
        match found {
            Ok(Some(caller)) => caller,
            Ok(None) => Caller::Anonymous,
            Err(error) => {
                tracing::warn!(%error, "who sent a request could not be found out");
                Caller::Unverified
            }
        }
    }
}
