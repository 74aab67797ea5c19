use muniment::api::v1::Method;
use muniment::model::{GraphId, LicenseId};

use crate::auth::ThreadId;

/// A page that the server fills, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The pages of accounts.
    Account(AccountPlace),
    /// What is below `/web` and depends on what was typed, or only leads on.
    Web(WebPlace),
}

/// An address below `/web` that the tree does not answer (document 1 §4.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebPlace {
    /// `/web`, `/web/`
    Root,
    /// `/web/compose`
    Compose,
    /// `/web/wpcomposer`, which is retired.
    RetiredComposer,
    /// `/web/searchresults`, and `/web/wpsearchresults`, which is bare.
    Results {
        /// Whether the page has neither header nor footer.
        is_bare: bool,
    },
    /// Where licenses are composed.
    Composer(ComposerPlace),
}

/// Where licenses are composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComposerPlace {
    /// `/license-composer`
    Form,
    /// `/license-composer/check`, which a script asks while somebody types.
    Check,
    /// `/license-composer/write-text`
    WriteText,
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
    /// `/account/licenses/{id}/revisions/{n}`
    Revision(LicenseId, u32),
    /// A form on the page of a license.
    LicenseForm(LicenseId, LicenseForm),
    /// `/account/graphs/new`
    NewGraph,
    /// `/account/graphs/{id}`
    Graph(GraphId),
    /// `/account/graphs/{id}/edit`
    GraphEditor(GraphId),
    /// A form on the page of a graph.
    GraphForm(GraphId, GraphForm),
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

/// What is done with a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphForm {
    /// `/publish`
    Publish,
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
        AccountPlace::at(&segments).map(Self::Account).or_else(|| WebPlace::at(&segments).map(Self::Web))
        AccountPlace::at(&segments)
            .map(Self::Account)
            .or_else(|| ComposerPlace::at(&segments).map(Self::Composer))
        let letter = || LetterPlace::at(&segments).map(Self::Letter);
        letter().or_else(|| AccountPlace::at(&segments).map(Self::Account))
    }

    /// The value of `Allow`.
    #[must_use]
    pub const fn allowed(&self) -> &'static str {
        match self {
            Self::Account(place) => place.allowed(),
            Self::Web(place) => place.allowed(),
            Self::Composer(place) => place.allowed(),
            Self::Letter(place) => place.allowed(),
        }
    }

    /// Whether what is shown here is for whoever asks alone, and kept by nobody.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        match self {
            Self::Account(_) => true,
            Self::Web(_) => false,
            Self::Account(_) | Self::Composer(_) => true,
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

impl WebPlace {
    fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["web"] | ["web", ""] => Self::Root,
            ["web", "compose"] => Self::Compose,
            ["web", "wpcomposer"] => Self::RetiredComposer,
            ["web", "searchresults"] => Self::Results { is_bare: false },
            ["web", "wpsearchresults"] => Self::Results { is_bare: true },
impl ComposerPlace {
    fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["license-composer"] => Self::Form,
            ["license-composer", "check"] => Self::Check,
            ["license-composer", "write-text"] => Self::WriteText,
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

    const fn allowed(self) -> &'static str {
        match self {
            Self::Root | Self::Compose => "GET, HEAD",
            Self::RetiredComposer | Self::Results { .. } => "GET, HEAD, POST",
            Self::Form => "GET, HEAD, POST",
            Self::Check | Self::WriteText => "POST",
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
            ["licenses", id, "revisions", number] => Self::Revision(id.parse().ok()?, number.parse().ok()?),
            ["licenses", id, form] => Self::LicenseForm(id.parse().ok()?, LicenseForm::named(form)?),
            ["graphs", "new"] => Self::NewGraph,
            ["graphs", id] => Self::Graph(id.parse().ok()?),
            ["graphs", id, "edit"] => Self::GraphEditor(id.parse().ok()?),
            ["graphs", id, form] => Self::GraphForm(id.parse().ok()?, GraphForm::named(form)?),
            _ => return None,
        })
    }

    pub(super) const fn allowed(&self) -> &'static str {
        match self {
            Self::Overview | Self::License(_) | Self::Revision(..) | Self::Graph(_) => "GET, HEAD",
            Self::Password | Self::Close | Self::Tokens => "GET, HEAD, POST",
            Self::Overview | Self::License(_) | Self::Graph(_) => "GET, HEAD",
            Self::Password | Self::Close | Self::Tokens | Self::NewGraph | Self::GraphEditor(_) => {
                "GET, HEAD, POST"
            }
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

impl GraphForm {
    fn named(name: &str) -> Option<Self> {
        match name {
            "publish" => Some(Self::Publish),
            _ => Sharing::named(name).map(Self::Sharing),
        }
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
        let revision = format!("{license}/revisions/3");
        let editor = format!("{graph}/edit");
        for (paths, allowed) in [
            (vec!["/account", &license, &revision, &graph], "GET, HEAD"),
            (
                vec![
                    "/register",
                    "/login",
                    "/account/password",
                    "/account/close",
                    "/account/tokens",
                    "/account/graphs/new",
                    &editor,
                ],
                "GET, HEAD, POST",
            ),
            (vec!["/license-composer"], "GET, HEAD, POST"),
            (vec!["/license-composer/check", "/license-composer/write-text"], "POST"),
            (vec!["/logout", "/account/tokens/revoke"], "POST"),
            (vec!["/web", "/web/", "/web/compose"], "GET, HEAD"),
            (vec!["/web/wpcomposer", "/web/searchresults", "/web/wpsearchresults"], "GET, HEAD, POST"),
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
            let is_of_graphs = form.ends_with("share") || form == "publish";
            assert_eq!(at(&format!("{graph}/{form}")).is_some(), is_of_graphs, "{form}");
        }
    }

    #[test]
    fn everything_else_is_in_the_tree_or_nowhere() {
        for path in [
            "/",
    fn everything_else_is_none_of_accounts() {
        for path in [
            "/",
            "/license-composer/x",
            "/login/",
            "/Login",
            "/account/",
            "/account/licenses",
            "/account/licenses/a b",
            "/users/a",
            "/web/list",
            "/web/license/A",
            "/threads",
            "/threads/ABCDEFGHIJKL",
            "/contact/a",
            "/submissions",
        ] {
            assert_eq!(at(path), None, "{path}");
        }
    }
}
