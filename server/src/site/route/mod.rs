//! Which addresses the server fills, or takes forms at; the rest of the website is in the tree.

mod account;
mod assistant;
mod checker;
mod composer;
mod letters;
mod web;

use muniment_documents::api::v1::Method;
use muniment_documents::wire::Target;

use crate::wire::DOCUMENT_BYTES;

pub(super) use account::{AccountRoute, GraphForm, LicenseForm, MemberRoute, Sharing};
pub(super) use assistant::AssistantRoute;
pub(super) use checker::CheckerRoute;
pub(super) use composer::ComposerRoute;
pub(super) use letters::LetterRoute;
pub(super) use web::WebRoute;

/// The bound of a form of a few short fields, in bytes.
const SMALL_FORM_BYTES: usize = 16 * 1024;

/// A page that the server fills, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageRoute {
    /// The pages of accounts.
    Account(AccountRoute),
    /// The pages of the two assistants.
    Assistant(AssistantRoute),
    /// The checkers of licenses.
    Checker(CheckerRoute),
    /// Where licenses are composed.
    Composer(ComposerRoute),
    /// What people write to the curators, and what they are told.
    Letter(LetterRoute),
    /// What is below `/web` and depends on what was typed, or only leads on.
    Web(WebRoute),
}

impl PageRoute {
    /// The page at a decoded path.
    #[must_use]
    pub fn at(segments: &[String]) -> Option<Self> {
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        // Some of what is below `/account` is for letters.
        LetterRoute::at(&segments)
            .map(Self::Letter)
            .or_else(|| AccountRoute::at(&segments).map(Self::Account))
            .or_else(|| AssistantRoute::at(&segments).map(Self::Assistant))
            .or_else(|| CheckerRoute::at(&segments).map(Self::Checker))
            .or_else(|| ComposerRoute::at(&segments).map(Self::Composer))
            .or_else(|| WebRoute::at(&segments).map(Self::Web))
    }

    /// Whether a request asks another service on behalf of whoever sends it, so that a link counts as much as the form.
    #[must_use]
    pub fn asks_a_service(&self, target: &Target) -> bool {
        *self == Self::Checker(CheckerRoute::Repository) && target.parameter("github_url").is_some()
    }

    /// Whether answering takes computing on what strangers sent or made, and waits for no other service.
    #[must_use]
    pub(crate) const fn takes_computing(&self, method: Method) -> bool {
        match self {
            Self::Account(route) => route.takes_computing(),
            Self::Assistant(route) => matches!((route, method), (AssistantRoute::License, Method::Get)),
            Self::Checker(route) => !matches!(route, CheckerRoute::Repository),
            Self::Composer(route) => !matches!(route, ComposerRoute::WriteText),
            Self::Letter(_) | Self::Web(_) => false,
        }
    }

    /// Whether another service may be waited for here.
    #[must_use]
    pub(crate) const fn waits_for_a_service(&self) -> bool {
        matches!(
            self,
            Self::Assistant(_)
                | Self::Checker(CheckerRoute::Repository)
                | Self::Composer(ComposerRoute::WriteText)
        )
    }

    /// Whether the address itself asks for something that is computed, and not for an empty form.
    #[must_use]
    pub(crate) fn is_asked(&self, target: &Target) -> bool {
        match self {
            Self::Assistant(AssistantRoute::License) => target.parameter("license").is_some(),
            Self::Checker(CheckerRoute::Page) => target.parameter("ids").is_some(),
            Self::Checker(CheckerRoute::Bundle | CheckerRoute::License) => true,
            _ => false,
        }
    }

    /// The value of `Allow`.
    #[must_use]
    pub const fn allowed(&self) -> &'static str {
        match self {
            Self::Account(route) => route.allowed(),
            Self::Assistant(route) => route.allowed(),
            Self::Checker(route) => route.allowed(),
            Self::Composer(route) => route.allowed(),
            Self::Letter(route) => route.allowed(),
            Self::Web(route) => route.allowed(),
        }
    }

    /// The bound of a form that is sent here, in bytes.
    #[must_use]
    pub const fn most_bytes(&self) -> usize {
        match self {
            Self::Account(route) => route.most_bytes(),
            Self::Letter(route) => route.most_bytes(),
            Self::Checker(_) => 256 * 1024,
            Self::Assistant(_) | Self::Composer(_) | Self::Web(_) => DOCUMENT_BYTES,
        }
    }

    /// Whether what is shown here is for the caller alone, and stored by no cache.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        match self {
            Self::Account(_) | Self::Assistant(_) | Self::Composer(_) | Self::Letter(_) => true,
            Self::Checker(_) | Self::Web(_) => false,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str) -> Option<PageRoute> {
        PageRoute::at(&path.split('/').skip(1).map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn pages_are_read_and_forms_are_sent() {
        let id = "0".repeat(32);
        let (license, graph) = (format!("/account/licenses/{id}"), format!("/account/graphs/{id}"));
        let (revision, editor) = (format!("{license}/revisions/3"), format!("{graph}/edit"));
        let read = [
            "/account",
            &license,
            &revision,
            &graph,
            "/curation",
            "/account/threads",
            "/contact/0123456789ab",
            "/web",
            "/web/",
            "/web/compose",
            "/text-to-license/runs/1",
        ];
        let both = [
            "/register",
            "/login",
            "/verify",
            "/account/password",
            "/account/close",
            "/account/tokens",
            "/account/graphs/new",
            &editor,
            "/contact",
            "/submissions/new",
            "/corrections/new",
            "/threads/0123456789ab",
            "/account/notifications",
            "/license-composer",
            "/text-to-license",
            "/license-to-text",
            "/web/wpcomposer",
            "/web/searchresults",
            "/web/wpsearchresults",
        ];
        let sent = [
            "/logout",
            "/account/tokens/revoke",
            "/account/notifications/read",
            "/license-composer/check",
            "/license-composer/write-text",
            "/text-to-license/retry",
            "/text-to-license/runs/1/draft",
        ];
        for (paths, allowed) in
            [(&read[..], "GET, HEAD"), (&both[..], "GET, HEAD, POST"), (&sent[..], "POST")]
        {
            for path in paths {
                assert_eq!(at(path).unwrap().allowed(), allowed, "{path}");
            }
        }
        for form in ["publish", "restore", "deprecate", "share", "unshare"] {
            let route = at(&format!("{license}/{form}")).unwrap();
            assert!(route.has(Method::Post) && !route.has(Method::Get), "{form}");
            let is_of_graphs = form.ends_with("share") || form == "publish";
            assert_eq!(at(&format!("{graph}/{form}")).is_some(), is_of_graphs, "{form}");
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
            let route = at(&format!("{checker}{path}")).unwrap();
            assert_eq!((route.allowed(), route.is_private()), (allowed, false), "{path}");
        }
        assert_eq!(at(&format!("{checker}/licenses")), None, "an operation of version 1");
        let route = at("/repo-license-compatibility-checker").unwrap();
        let asks = |query| route.asks_a_service(&Target::parse("/", query).unwrap());
        assert!(asks(Some("github_url=a/b")) && !asks(None) && !asks(Some("target=MIT")));
    }

    #[test]
    fn everything_else_is_in_the_tree_or_nowhere() {
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
            "/text-to-license/",
            "/text-to-license/runs",
            "/license-to-text/MIT",
        ] {
            assert_eq!(at(path), None, "{path}");
        }
    }

    /// Pages of the tree link to pages that a server fills, and `verify` believes that they are there.
    #[test]
    fn what_links_are_believed_to_lead_to_is_there() {
        let id = "0".repeat(32);
        for template in muniment_pages::SERVED {
            let path = template.replace("{id}", &id);
            let is_of_the_site =
                ["/dependency-graph/", "/users/"].iter().any(|start| path.starts_with(start));
            assert!(is_of_the_site || at(&path).is_some(), "{template}");
        }
    }
}
