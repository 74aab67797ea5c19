//! The pages that the server fills and the addresses of their forms; the rest of the website is in the tree.

use muniment_documents::api::v1::Method;
use muniment_documents::wire::Target;
use muniment_licenses::model::{GraphId, LicenseId};

use crate::auth::ThreadId;
use crate::wire::DOCUMENT_BYTES;

/// The bound of a form of a few short fields, in bytes.
const SMALL_FORM_BYTES: usize = 16 * 1024;

/// A page that the server fills, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRoute {
    pub(super) page: Page,
    methods: Methods,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Methods {
    Read,
    Send,
    Both,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Page {
    Account(AccountRoute),
    Member(MemberRoute),
    Assistant(AssistantRoute),
    Checker(CheckerRoute),
    /// The page that audits a list of parts.
    Auditor,
    /// The page that finds a license for a new work.
    Chooser,
    Composer(ComposerRoute),
    Letter(LetterRoute),
    Web(WebRoute),
}

/// The pages of accounts for callers who are not signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AccountRoute {
    Register,
    SignIn,
    SignOut,
    Verify,
    Recover,
}

/// The pages of a signed-in account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MemberRoute {
    Overview,
    Export,
    Password,
    Close,
    Tokens,
    Revocation,
    License(LicenseId),
    Revision(LicenseId, u32),
    LicenseForm(LicenseId, LicenseForm),
    NewGraph,
    Graph(GraphId),
    GraphEditor(GraphId),
    GraphForm(GraphId, GraphForm),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LicenseForm {
    Publish,
    Restore,
    Deprecate,
    Sharing(Sharing),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GraphForm {
    Publish,
    Sharing(Sharing),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sharing {
    Share,
    Unshare,
}

/// The pages of the two assistants. The identifier of a run is read when it is known who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AssistantRoute {
    Text,
    Retry,
    Run(String),
    Draft(String),
    License,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckerRoute {
    Page,
    Check,
    Target,
    Statement,
    Bundle,
    License,
    Repository,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ComposerRoute {
    Form,
    Check,
    WriteText,
}

/// Messages to the curators, and notifications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LetterRoute {
    Contact,
    Receipt(ThreadId),
    Submission,
    Correction,
    Thread(ThreadId),
    Queue,
    Threads,
    Notifications,
    Seen,
}

/// Addresses below `/web` that the tree does not answer (spec:version-1#website-endpoints).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WebRoute {
    Root,
    Compose,
    RetiredComposer,
    /// A bare page has neither header nor footer.
    Results {
        is_bare: bool,
    },
}

impl PageRoute {
    /// The page at a decoded path.
    #[must_use]
    pub fn at(segments: &[String]) -> Option<Self> {
        use Methods::{Both, Read, Send};
        let account = |route, methods| (Page::Account(route), methods);
        let member = |route, methods| (Page::Member(route), methods);
        let assistant = |route, methods| (Page::Assistant(route), methods);
        let checker = |route, methods| (Page::Checker(route), methods);
        let composer = |route, methods| (Page::Composer(route), methods);
        let letter = |route, methods| (Page::Letter(route), methods);
        let web = |route, methods| (Page::Web(route), methods);
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let (page, methods) = match segments.as_slice() {
            ["register"] => account(AccountRoute::Register, Both),
            ["login"] => account(AccountRoute::SignIn, Both),
            ["logout"] => account(AccountRoute::SignOut, Send),
            ["verify"] => account(AccountRoute::Verify, Both),
            ["recover"] => account(AccountRoute::Recover, Both),
            ["account"] => member(MemberRoute::Overview, Read),
            ["account", "export"] => member(MemberRoute::Export, Read),
            ["account", "password"] => member(MemberRoute::Password, Both),
            ["account", "close"] => member(MemberRoute::Close, Both),
            ["account", "tokens"] => member(MemberRoute::Tokens, Both),
            ["account", "tokens", "revoke"] => member(MemberRoute::Revocation, Send),
            ["account", "licenses", id] => member(MemberRoute::License(id.parse().ok()?), Read),
            ["account", "licenses", id, "revisions", number] => {
                member(MemberRoute::Revision(id.parse().ok()?, number.parse().ok()?), Read)
            }
            ["account", "licenses", id, form] => {
                member(MemberRoute::LicenseForm(id.parse().ok()?, LicenseForm::named(form)?), Send)
            }
            ["account", "graphs", "new"] => member(MemberRoute::NewGraph, Both),
            ["account", "graphs", id] => member(MemberRoute::Graph(id.parse().ok()?), Read),
            ["account", "graphs", id, "edit"] => member(MemberRoute::GraphEditor(id.parse().ok()?), Both),
            ["account", "graphs", id, form] => {
                member(MemberRoute::GraphForm(id.parse().ok()?, GraphForm::named(form)?), Send)
            }
            ["account", "threads"] => letter(LetterRoute::Threads, Read),
            ["account", "notifications"] => letter(LetterRoute::Notifications, Both),
            ["account", "notifications", "read"] => letter(LetterRoute::Seen, Send),
            ["contact"] => letter(LetterRoute::Contact, Both),
            ["contact", id] => letter(LetterRoute::Receipt(id.parse().ok()?), Read),
            ["submissions", "new"] => letter(LetterRoute::Submission, Both),
            ["corrections", "new"] => letter(LetterRoute::Correction, Both),
            ["threads", id] => letter(LetterRoute::Thread(id.parse().ok()?), Both),
            ["curation"] => letter(LetterRoute::Queue, Read),
            ["text-to-license"] => assistant(AssistantRoute::Text, Both),
            ["text-to-license", "retry"] => assistant(AssistantRoute::Retry, Send),
            ["text-to-license", "runs", id] => assistant(AssistantRoute::Run((*id).to_owned()), Read),
            ["text-to-license", "runs", id, "draft"] => {
                assistant(AssistantRoute::Draft((*id).to_owned()), Send)
            }
            ["license-to-text"] => assistant(AssistantRoute::License, Both),
            ["audit"] => (Page::Auditor, Both),
            ["choose"] => (Page::Chooser, Read),
            ["license-compatibility-checker"] => checker(CheckerRoute::Page, Read),
            ["license-compatibility-checker", "check"] => checker(CheckerRoute::Check, Send),
            ["license-compatibility-checker", "target"] => checker(CheckerRoute::Target, Send),
            ["license-compatibility-checker", "statement"] => checker(CheckerRoute::Statement, Send),
            ["license-compatibility-checker", "bundle"] => checker(CheckerRoute::Bundle, Read),
            ["license-compatibility-checker", "license"] => checker(CheckerRoute::License, Read),
            ["repo-license-compatibility-checker"] => checker(CheckerRoute::Repository, Both),
            ["license-composer"] => composer(ComposerRoute::Form, Both),
            ["license-composer", "check"] => composer(ComposerRoute::Check, Send),
            ["license-composer", "write-text"] => composer(ComposerRoute::WriteText, Send),
            ["web"] | ["web", ""] => web(WebRoute::Root, Read),
            ["web", "compose"] => web(WebRoute::Compose, Read),
            ["web", "wpcomposer"] => web(WebRoute::RetiredComposer, Both),
            ["web", "searchresults"] => web(WebRoute::Results { is_bare: false }, Both),
            ["web", "wpsearchresults"] => web(WebRoute::Results { is_bare: true }, Both),
            _ => return None,
        };
        Some(Self { page, methods })
    }

    /// Whether a request asks another service, so that a link is limited like the form.
    #[must_use]
    pub fn asks_a_service(&self, target: &Target) -> bool {
        self.page == Page::Checker(CheckerRoute::Repository) && target.parameter("github_url").is_some()
    }

    /// Whether the cost of the answer depends on what clients sent, and no other service is waited for.
    #[must_use]
    pub(crate) const fn takes_computing(&self, method: Method) -> bool {
        match &self.page {
            // Every wish is looked for among all records.
            Page::Account(_) | Page::Chooser | Page::Letter(_) | Page::Web(_) => false,
            Page::Member(route) => !matches!(
                route,
                MemberRoute::Overview
                    | MemberRoute::Password
                    | MemberRoute::Close
                    | MemberRoute::Tokens
                    | MemberRoute::Revocation
            ),
            Page::Auditor => matches!(method, Method::Post),
            Page::Assistant(route) => matches!((route, method), (AssistantRoute::License, Method::Get)),
            Page::Checker(route) => !matches!(route, CheckerRoute::Repository),
            Page::Composer(route) => !matches!(route, ComposerRoute::WriteText),
        }
    }

    /// Whether the answer may wait for another service.
    #[must_use]
    pub(crate) const fn waits_for_a_service(&self) -> bool {
        matches!(
            self.page,
            Page::Assistant(_)
                | Page::Checker(CheckerRoute::Repository)
                | Page::Composer(ComposerRoute::WriteText)
        )
    }

    /// Whether the address asks for a computed answer, not for an empty form.
    #[must_use]
    pub(crate) fn is_asked(&self, target: &Target) -> bool {
        match self.page {
            Page::Assistant(AssistantRoute::License) => target.parameter("license").is_some(),
            Page::Checker(CheckerRoute::Page) => target.parameter("ids").is_some(),
            Page::Checker(CheckerRoute::Bundle | CheckerRoute::License) => true,
            _ => false,
        }
    }

    /// The value of `Allow`.
    #[must_use]
    pub const fn allowed(&self) -> &'static str {
        match self.methods {
            Methods::Read => "GET, HEAD",
            Methods::Send => "POST",
            Methods::Both => "GET, HEAD, POST",
        }
    }

    /// The bound of a form that is sent here, in bytes.
    #[must_use]
    pub const fn most_bytes(&self) -> usize {
        match &self.page {
            Page::Member(MemberRoute::NewGraph | MemberRoute::GraphEditor(_)) => DOCUMENT_BYTES,
            // The reason for a deprecation may fill some pages.
            Page::Member(MemberRoute::LicenseForm(..)) => 64 * 1024,
            // 20,000 characters of four bytes, each written as three.
            Page::Letter(
                LetterRoute::Contact
                | LetterRoute::Submission
                | LetterRoute::Correction
                | LetterRoute::Thread(_),
            )
            | Page::Checker(_) => 256 * 1024,
            Page::Account(_) | Page::Chooser | Page::Member(_) | Page::Letter(_) => SMALL_FORM_BYTES,
            Page::Assistant(_) | Page::Auditor | Page::Composer(_) | Page::Web(_) => DOCUMENT_BYTES,
        }
    }

    /// Whether the page is for the caller alone, and no cache stores it.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        !matches!(self.page, Page::Auditor | Page::Checker(_) | Page::Chooser | Page::Web(_))
    }

    pub(super) const fn has(&self, method: Method) -> bool {
        !matches!((self.methods, method), (Methods::Read, Method::Post) | (Methods::Send, Method::Get))
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
            "/account/export",
            &license,
            &revision,
            &graph,
            "/curation",
            "/account/threads",
            "/contact/0123456789ab",
            "/choose",
            "/web",
            "/web/",
            "/web/compose",
            "/text-to-license/runs/1",
        ];
        let both = [
            "/audit",
            "/register",
            "/login",
            "/verify",
            "/recover",
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
