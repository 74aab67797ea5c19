//! Somebody at a browser: keeps cookies, reads forms and sends them, follows no redirect.

use std::cell::RefCell;
use std::collections::BTreeMap;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::people::{PASSWORD, Person};
use crate::server::{Answer, Server};

/// The cookie of a session, where the API answers on plain http on loopback.
pub(super) const COOKIE: &str = "muniment_session";

/// The field of a form that proves where it was read.
pub(super) const CSRF: &str = "csrf_token";

/// What browsers accept.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const HTML: &str = "text/html; charset=utf-8";

/// A browser.
#[derive(Clone)]
pub(super) struct Browser<'s> {
    server: &'s Server,
    cookies: RefCell<BTreeMap<String, String>>,
}

impl<'s> Browser<'s> {
    /// A browser that was never here.
    pub(super) fn new(server: &'s Server) -> Self {
        Self { server, cookies: RefCell::default() }
    }

    /// The browser of somebody who signed in with [`PASSWORD`].
    #[track_caller]
    pub(super) fn of(person: &Person<'s>) -> Self {
        let browser = Self::new(person.server);
        browser.log_in(&person.email, PASSWORD).is(303);
        browser
    }

    #[track_caller]
    pub(super) fn log_in(&self, email: &str, password: &str) -> Answer {
        self.submit("/login", "/login", &[("email", email), ("password", password)])
    }

    #[track_caller]
    pub(super) fn register(&self, name: &str, email: &str, password: &str) -> Answer {
        let fields = [("name", name), ("email", email), ("password", password)];
        self.submit("/register", "/register", &fields)
    }

    /// Looks at a page.
    pub(super) fn get(&self, path: &str) -> Answer {
        self.get_as(path, ACCEPT)
    }

    /// Asks as a script of a page does.
    pub(super) fn get_as(&self, path: &str, accept: &str) -> Answer {
        let cookies = self.header();
        let headers: Vec<(&str, &str)> = [("Accept", accept)]
            .into_iter()
            .chain(cookies.as_deref().map(|value| ("Cookie", value)))
            .collect();
        self.keep(self.server.ask("GET", path, &headers))
    }

    /// Sends a form as it is.
    pub(super) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let cookies = self.header();
        let mut headers = vec![("Accept", ACCEPT), ("Content-Type", "application/x-www-form-urlencoded")];
        headers.extend(cookies.as_deref().map(|value| ("Cookie", value)));
        self.keep(self.server.send(path, &headers, &form(fields)))
    }

    /// Reads a page and sends a form of it.
    #[track_caller]
    pub(super) fn submit(&self, page: &str, action: &str, fields: &[(&str, &str)]) -> Answer {
        let csrf = self.csrf(page);
        self.post(action, &[fields, &[(CSRF, &csrf)]].concat())
    }

    /// What the forms of a page prove themselves with.
    #[track_caller]
    pub(super) fn csrf(&self, page: &str) -> String {
        let answer = self.get(page);
        let tokens = inputs(answer.is(200).text(), CSRF);
        tokens.into_iter().next().unwrap_or_else(|| panic!("{page} has no form"))
    }

    /// The key of the session.
    pub(super) fn session(&self) -> Option<String> {
        self.cookies.borrow().get(COOKIE).cloned()
    }

    /// Plants a key.
    pub(super) fn plant(&self, key: &str) {
        self.cookies.borrow_mut().insert(COOKIE.to_owned(), key.to_owned());
    }

    /// Whether somebody is signed in.
    pub(super) fn is_signed_in(&self) -> bool {
        let answer = self.get("/account");
        if answer.status == 303 {
            assert_eq!(path(&answer), "/login");
            return false;
        }
        answer.is(200);
        true
    }

    fn header(&self) -> Option<String> {
        let cookies = self.cookies.borrow();
        let pairs: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    /// Takes the cookies of an answer.
    fn keep(&self, answer: Answer) -> Answer {
        for value in answer.headers.get_all("set-cookie") {
            let mut parts = value.to_str().unwrap().split(';').map(str::trim);
            let (name, value) = parts.next().unwrap().split_once('=').unwrap();
            let ends = parts.any(|part| part.eq_ignore_ascii_case("max-age=0"));
            let mut cookies = self.cookies.borrow_mut();
            if ends {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }
}

/// Where an answer leads, on this server: without its origin and what follows the path.
#[track_caller]
pub(super) fn path(answer: &Answer) -> String {
    let location = answer.header("location").unwrap_or_else(|| panic!("{}: leads nowhere", answer.asked));
    let path = location.strip_prefix("http://").map_or(location, |rest| &rest[rest.find('/').unwrap()..]);
    path.split(['?', '#']).next().unwrap().to_owned()
}

/// The values of all inputs of a page with this name.
pub(super) fn inputs(page: &str, name: &str) -> Vec<String> {
    let tags = page.split("<input").skip(1).filter_map(|rest| rest.split('>').next());
    let named = tags.filter(|tag| attribute(tag, "name").as_deref() == Some(name));
    named.filter_map(|tag| attribute(tag, "value")).collect()
}

/// An attribute of a tag; its value stands in quotation marks.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next().map(str::to_owned)
}

/// A form as browsers send it.
pub(super) fn form(fields: &[(&str, &str)]) -> String {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    pairs.join("&")
}

/// Fails unless an answer is a page with this status that no cache keeps.
#[track_caller]
pub(super) fn page(answer: &Answer, status: u16) -> String {
    answer.is(status).has("content-type", HTML).has("cache-control", "no-store");
    assert!(answer.text().starts_with("<!DOCTYPE html>"), "{}", answer.asked);
    answer.text().to_owned()
}

/// Fails unless a form was taken; answers where it leads.
#[track_caller]
pub(super) fn led(answer: &Answer) -> String {
    path(answer.is(303).has("cache-control", "no-store"))
}
