use muniment::api::v1::Method;
use muniment::model::{GraphId, LicenseId};

/// A page that the server fills, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The pages of accounts.
    Account(AccountPlace),
    /// The pages of the two assistants.
    Assistant(AssistantPlace),
}

/// A page of an assistant, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssistantPlace {
    /// `/text-to-license`
    Text,
    /// `/text-to-license/retry`
    Rest,
    /// `/text-to-license/runs/{id}`
    Run(String),
    /// `/text-to-license/runs/{id}/draft`
    Draft(String),
    /// `/license-to-text`
    License,
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
        AccountPlace::at(&segments)
            .map(Self::Account)
            .or_else(|| AssistantPlace::at(&segments).map(Self::Assistant))
    }

    /// The value of `Allow`.
    #[must_use]
    pub const fn allowed(&self) -> &'static str {
        match self {
            Self::Account(place) => place.allowed(),
            Self::Assistant(place) => place.allowed(),
        }
    }

    /// Whether what is shown here is for whoever asks alone, and kept by nobody.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        match self {
            Self::Account(_) | Self::Assistant(_) => true,
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

impl AssistantPlace {
    fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["text-to-license"] => Self::Text,
            ["text-to-license", "retry"] => Self::Rest,
            ["text-to-license", "runs", id] => Self::Run((*id).to_owned()),
            ["text-to-license", "runs", id, "draft"] => Self::Draft((*id).to_owned()),
            ["license-to-text"] => Self::License,
            _ => return None,
        })
    }

    pub(super) const fn allowed(&self) -> &'static str {
        match self {
            Self::Text | Self::License => "GET, HEAD, POST",
            Self::Run(_) => "GET, HEAD",
            Self::Rest | Self::Draft(_) => "POST",
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
        for (paths, allowed) in [
            (vec!["/account", &license, &graph], "GET, HEAD"),
            (
                vec!["/register", "/login", "/account/password", "/account/close", "/account/tokens"],
                "GET, HEAD, POST",
            ),
            (vec!["/logout", "/account/tokens/revoke"], "POST"),
        ] {
            for path in paths {
                assert_eq!(at(path).unwrap().allowed(), allowed, "{path}");
            }
        }
        for (path, allowed) in [
            ("/text-to-license", "GET, HEAD, POST"),
            ("/license-to-text", "GET, HEAD, POST"),
            ("/text-to-license/retry", "POST"),
            ("/text-to-license/runs/1", "GET, HEAD"),
            ("/text-to-license/runs/1/draft", "POST"),
        ] {
            assert_eq!(at(path).unwrap().allowed(), allowed, "{path}");
        }
        for form in ["publish", "restore", "deprecate", "share", "unshare"] {
            let place = at(&format!("{license}/{form}")).unwrap();
            assert!(place.has(Method::Post) && !place.has(Method::Get), "{form}");
            assert_eq!(at(&format!("{graph}/{form}")).is_some(), form.ends_with("share"), "{form}");
        }
    }

    #[test]
    fn everything_else_is_none_of_them() {
        for path in [
            "/",
            "/login/",
            "/Login",
            "/account/",
            "/account/licenses",
            "/account/licenses/a b",
            "/users/a",
            "/text-to-license/",
            "/text-to-license/runs",
            "/license-to-text/MIT",
        ] {
            assert_eq!(at(path), None, "{path}");
        }
    }
}
