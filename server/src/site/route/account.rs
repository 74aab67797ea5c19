use muniment_licenses::model::{GraphId, LicenseId};

use super::SMALL_FORM_BYTES;
use crate::wire::DOCUMENT_BYTES;

/// A page of accounts, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountRoute {
    /// `/register`
    Register,
    /// `/login`
    SignIn,
    /// `/logout`
    SignOut,
    /// `/verify`
    Verify,
    /// What is below `/account`, for those who are signed in.
    Member(MemberRoute),
}

/// A page for those who are signed in, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberRoute {
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

impl AccountRoute {
    pub(super) fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["register"] => Self::Register,
            ["login"] => Self::SignIn,
            ["logout"] => Self::SignOut,
            ["verify"] => Self::Verify,
            ["account", below @ ..] => Self::Member(MemberRoute::at(below)?),
            _ => return None,
        })
    }

    pub(super) const fn most_bytes(&self) -> usize {
        match self {
            Self::Member(MemberRoute::NewGraph | MemberRoute::GraphEditor(_)) => DOCUMENT_BYTES,
            // A reason may be as long as a letter of some pages.
            Self::Member(MemberRoute::LicenseForm(..)) => 64 * 1024,
            _ => SMALL_FORM_BYTES,
        }
    }

    /// Whether a page shows or changes models of accounts.
    pub(super) const fn takes_computing(&self) -> bool {
        match self {
            Self::Register | Self::Verify | Self::SignIn | Self::SignOut => false,
            Self::Member(member_route) => !matches!(
                member_route,
                MemberRoute::Overview
                    | MemberRoute::Password
                    | MemberRoute::Close
                    | MemberRoute::Tokens
                    | MemberRoute::Revocation
            ),
        }
    }

    pub(in crate::site) const fn allowed(&self) -> &'static str {
        match self {
            Self::Register | Self::SignIn | Self::Verify => "GET, HEAD, POST",
            Self::SignOut => "POST",
            Self::Member(member_route) => member_route.allowed(),
        }
    }
}

impl MemberRoute {
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

    pub(in crate::site) const fn allowed(&self) -> &'static str {
        match self {
            Self::Overview | Self::License(_) | Self::Revision(..) | Self::Graph(_) => "GET, HEAD",
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
