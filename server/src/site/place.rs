use muniment::api::v1::Method;
use muniment::model::{GraphId, LicenseId};
use muniment::wire::Target;

/// A page that the server fills, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The pages of accounts.
    Account(AccountPlace),
    /// The checkers of licenses.
    Checker(CheckerPlace),
}

/// A page that checks licenses, or the address of a form on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckerPlace {
    /// `/license-compatibility-checker`
    Page,
    /// `/license-compatibility-checker/check`
    Check,
    /// `/license-compatibility-checker/target`
    Target,
    /// `/license-compatibility-checker/statement`
    Statement,
    /// `/license-compatibility-checker/bundle`
    Bundle,
    /// `/license-compatibility-checker/license`
    License,
    /// `/repo-license-compatibility-checker`
    Repository,
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
        let account = AccountPlace::at(&segments).map(Self::Account);
        account.or_else(|| CheckerPlace::at(&segments).map(Self::Checker))
    }

    /// Whether a request asks another service on behalf of whoever sends it, so that a link counts as much as the form.
    #[must_use]
    pub fn asks_a_service(&self, target: &Target) -> bool {
        *self == Self::Checker(CheckerPlace::Repository) && target.parameter("github_url").is_some()
    }

    /// The value of `Allow`.
    #[must_use]
    pub const fn allowed(&self) -> &'static str {
        match self {
            Self::Account(place) => place.allowed(),
            Self::Checker(place) => place.allowed(),
        }
    }

    /// Whether what is shown here is for whoever asks alone, and kept by nobody.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        match self {
            Self::Account(_) => true,
            Self::Checker(_) => false,
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

impl CheckerPlace {
    fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["license-compatibility-checker"] => Self::Page,
            ["license-compatibility-checker", "check"] => Self::Check,
            ["license-compatibility-checker", "target"] => Self::Target,
            ["license-compatibility-checker", "statement"] => Self::Statement,
            ["license-compatibility-checker", "bundle"] => Self::Bundle,
            ["license-compatibility-checker", "license"] => Self::License,
            ["repo-license-compatibility-checker"] => Self::Repository,
            _ => return None,
        })
    }

    const fn allowed(self) -> &'static str {
        match self {
            Self::Page | Self::Bundle | Self::License => "GET, HEAD",
            Self::Check | Self::Target | Self::Statement => "POST",
            Self::Repository => "GET, HEAD, POST",
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
        for form in ["publish", "restore", "deprecate", "share", "unshare"] {
            let place = at(&format!("{license}/{form}")).unwrap();
            assert!(place.has(Method::Post) && !place.has(Method::Get), "{form}");
            assert_eq!(at(&format!("{graph}/{form}")).is_some(), form.ends_with("share"), "{form}");
        }
    }

    #[test]
    fn checkers_are_read_and_asked() {
        let checker = "/license-compatibility-checker";
        for (path, allowed) in [
            ("", "GET, HEAD"),
            ("/bundle", "GET, HEAD"),
            ("/license", "GET, HEAD"),
            ("/check", "POST"),
            ("/target", "POST"),
            ("/statement", "POST"),
        ] {
            let place = at(&format!("{checker}{path}")).unwrap();
            assert_eq!((place.allowed(), place.is_private()), (allowed, false), "{path}");
        }
        assert_eq!(at(&format!("{checker}/licenses")), None, "an operation of version 1");
        let place = at("/repo-license-compatibility-checker").unwrap();
        let asks = |query| place.asks_a_service(&Target::parse("/", query).unwrap());
        assert!(asks(Some("github_url=a/b")) && !asks(None) && !asks(Some("target=MIT")));
    }

    #[test]
    fn everything_else_is_none_of_accounts() {
        for path in
            ["/", "/login/", "/Login", "/account/", "/account/licenses", "/account/licenses/a b", "/users/a"]
        {
            assert_eq!(at(path), None, "{path}");
        }
    }
}
