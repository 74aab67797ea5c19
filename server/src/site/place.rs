use muniment::api::v1::Method;
use muniment::model::{GraphId, LicenseId};

use crate::auth::ThreadId;

/// A page that the server fills, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The pages of accounts.
    Account(AccountPlace),
    /// What people write to the curators, and what they are told.
    Letter(LetterPlace),
}

/// A page of what people write to the curators, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LetterPlace {
    /// `/contact`
    Contact,
    /// `/contact/{reference}`
    Receipt(ThreadId),
    /// `/submissions/new`
    Submission,
    /// `/corrections/new`
    Correction,
    /// `/threads/{id}`
    Thread(ThreadId),
    /// `/curation`
    Queue,
    /// `/account/threads`
    Threads,
    /// `/account/notifications`
    Notifications,
    /// `/account/notifications/read`
    Seen,
}

/// A page of accounts, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountPlace {
    /// `/register`
    Register,
    /// `/login`
    SignIn,
    /// `/logout`
    SignOut,
    /// What is below `/account`, for those who are signed in.
    Room(Room),
}

/// A page for those who are signed in, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Room {
    /// `/account`
    Overview,
    /// `/account/password`
    Password,
    /// `/account/close`
    Close,
    /// `/account/tokens`
    Tokens,
    /// `/account/tokens/revoke`
    Revocation,
    /// `/account/licenses/{id}`
    License(LicenseId),
    /// A form on the page of a license.
    LicenseForm(LicenseId, LicenseForm),
    /// `/account/graphs/{id}`
    Graph(GraphId),
    /// A form on the page of a graph.
    GraphForm(GraphId, Sharing),
}

/// What is done with a license.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LicenseForm {
    /// `/publish`
    Publish,
    /// `/restore`
    Restore,
    /// `/deprecate`
    Deprecate,
    /// With others.
    Sharing(Sharing),
}

/// What is done with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// `/share`
    Share,
    /// `/unshare`
    Unshare,
}

impl Place {
    /// The page at a decoded path.
    #[must_use]
    pub fn at(segments: &[String]) -> Option<Self> {
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let letter = || LetterPlace::at(&segments).map(Self::Letter);
        letter().or_else(|| AccountPlace::at(&segments).map(Self::Account))
    }

    /// The value of `Allow`.
    #[must_use]
    pub const fn allowed(&self) -> &'static str {
        match self {
            Self::Account(place) => place.allowed(),
            Self::Letter(place) => place.allowed(),
        }
    }

    /// Whether what is shown here is for whoever asks alone, and kept by nobody.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        match self {
            Self::Account(_) | Self::Letter(_) => true,
        }
    }

    /// Whether there is anything to be had or done here by a method.
    pub(super) fn has(&self, method: Method) -> bool {
        let name = match method {
            Method::Get => "GET",
            Method::Post => "POST",
        };
        self.allowed().split(", ").any(|allowed| allowed == name)
    }
}

impl LetterPlace {
    fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["contact"] => Self::Contact,
            ["contact", id] => Self::Receipt(id.parse().ok()?),
            ["submissions", "new"] => Self::Submission,
            ["corrections", "new"] => Self::Correction,
            ["threads", id] => Self::Thread(id.parse().ok()?),
            ["curation"] => Self::Queue,
            ["account", "threads"] => Self::Threads,
            ["account", "notifications"] => Self::Notifications,
            ["account", "notifications", "read"] => Self::Seen,
            _ => return None,
        })
    }

    pub(super) const fn allowed(&self) -> &'static str {
        match self {
            Self::Contact | Self::Submission | Self::Correction | Self::Thread(_) | Self::Notifications => {
                "GET, HEAD, POST"
            }
            Self::Receipt(_) | Self::Queue | Self::Threads => "GET, HEAD",
            Self::Seen => "POST",
        }
    }
}

impl AccountPlace {
    fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["register"] => Self::Register,
            ["login"] => Self::SignIn,
            ["logout"] => Self::SignOut,
            ["account", below @ ..] => Self::Room(Room::at(below)?),
            _ => return None,
        })
    }

    pub(super) const fn allowed(&self) -> &'static str {
        match self {
            Self::Register | Self::SignIn => "GET, HEAD, POST",
            Self::SignOut => "POST",
            Self::Room(room) => room.allowed(),
        }
    }
}

impl Room {
    fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            [] => Self::Overview,
            ["password"] => Self::Password,
            ["close"] => Self::Close,
            ["tokens"] => Self::Tokens,
            ["tokens", "revoke"] => Self::Revocation,
            ["licenses", id] => Self::License(id.parse().ok()?),
            ["licenses", id, form] => Self::LicenseForm(id.parse().ok()?, LicenseForm::named(form)?),
            ["graphs", id] => Self::Graph(id.parse().ok()?),
            ["graphs", id, form] => Self::GraphForm(id.parse().ok()?, Sharing::named(form)?),
            _ => return None,
        })
    }

    pub(super) const fn allowed(&self) -> &'static str {
        match self {
            Self::Overview | Self::License(_) | Self::Graph(_) => "GET, HEAD",
            Self::Password | Self::Close | Self::Tokens => "GET, HEAD, POST",
            Self::Revocation | Self::LicenseForm(..) | Self::GraphForm(..) => "POST",
        }
    }
}

impl LicenseForm {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "publish" => Self::Publish,
            "restore" => Self::Restore,
            "deprecate" => Self::Deprecate,
            _ => Self::Sharing(Sharing::named(name)?),
        })
    }
}

impl Sharing {
    fn named(name: &str) -> Option<Self> {
        match name {
            "share" => Some(Self::Share),
            "unshare" => Some(Self::Unshare),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str) -> Option<Place> {
        Place::at(&path.split('/').skip(1).map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn pages_are_read_and_forms_are_sent() {
        let id = "0".repeat(32);
        let (license, graph) = (format!("/account/licenses/{id}"), format!("/account/graphs/{id}"));
        let lists = ["/curation", "/account/threads", "/contact/0123456789ab"];
        let letters = ["/contact", "/submissions/new", "/corrections/new", "/threads/0123456789ab"];
        let entries = ["/register", "/login", "/account/password", "/account/close", "/account/tokens"];
        for (paths, allowed) in [
            (vec!["/account", &license, &graph], "GET, HEAD"),
            (lists.to_vec(), "GET, HEAD"),
            (entries.to_vec(), "GET, HEAD, POST"),
            ([&letters[..], &["/account/notifications"]].concat(), "GET, HEAD, POST"),
            (vec!["/logout", "/account/tokens/revoke", "/account/notifications/read"], "POST"),
        ] {
            for path in paths {
                assert_eq!(at(path).unwrap().allowed(), allowed, "{path}");
            }
        }
        for form in ["publish", "restore", "deprecate", "share", "unshare"] {
            let place = at(&format!("{license}/{form}")).unwrap();
            assert!(place.has(Method::Post) && !place.has(Method::Get), "{form}");
            assert_eq!(at(&format!("{graph}/{form}")).is_some(), form.ends_with("share"), "{form}");
        }
    }

    #[test]
    fn everything_else_is_none_of_accounts() {
        for path in [
            "/",
            "/login/",
            "/Login",
            "/account/",
            "/account/licenses",
            "/account/licenses/a b",
            "/users/a",
            "/threads",
            "/threads/ABCDEFGHIJKL",
            "/contact/a",
            "/submissions",
        ] {
            assert_eq!(at(path), None, "{path}");
        }
    }
}
