use muniment_documents::api::v1::ModelState;
use serde::Serialize;

use super::super::Page;
use super::super::composer::{Unstated, Words};

/// The role of an account for a license or graph (spec:version-1#answer-objects).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The creator.
    Owner,
    /// May read and change it.
    Editor,
    /// May read it.
    Viewer,
}

/// An account with access to a license or graph.
#[derive(Debug, Clone, Serialize)]
pub struct Share<'a> {
    /// Identifier of the account.
    pub account: &'a str,
    /// The current name of the account.
    pub name: &'a str,
    /// The role.
    pub role: Role,
}

/// A saved revision of a license.
#[derive(Debug, Clone, Serialize)]
pub struct Revision<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Kind: `draft`, `publish` or `restore`.
    pub kind: &'a str,
    /// Time of saving, in UTC, as `2026-11-20T08:30:00Z`.
    pub saved_at: String,
    /// Name of the author.
    pub actor: &'a str,
    /// Role of the author: `owner`, `editor` or `admin`.
    pub actor_role: &'a str,
    /// Note; may be empty.
    pub note: &'a str,
    /// Its address, if it has one.
    pub address: Option<String>,
}

/// The days of a license, as `2026-11-20`, with its predecessor and successor.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LicenseDays {
    /// Day of creation.
    pub created_on: String,
    /// Day of publication; empty for a draft.
    pub published_on: String,
    /// Day of deprecation; may be empty.
    pub deprecated_on: String,
    /// Identifier of the license to use instead; may be empty.
    pub replaced_by: String,
    /// Identifier of the license it succeeds; may be empty.
    pub replaces: String,
}

/// Input of a refused form; empty otherwise.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Typed<'a> {
    /// The account to share with.
    pub account: &'a str,
    /// The role.
    pub role: &'a str,
    /// The license to use instead.
    pub replaced_by: &'a str,
    /// The reason of a deprecation.
    pub reason: &'a str,
}

/// The current privacy notice, which is recorded with a consent.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PrivacyNotice<'a> {
    /// Its version.
    pub version: &'a str,
    /// Its address, if it has one.
    pub address: Option<&'a str>,
}

/// A composed license, for accounts with access.
#[derive(Debug, Clone, Serialize)]
pub struct LicensePage<'a> {
    /// Input of a refused form.
    pub typed: Typed<'a>,
    /// Its identifier.
    pub id: &'a str,
    /// Its permanent address.
    pub iri: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its status.
    pub status: ModelState,
    /// Its days.
    pub days: LicenseDays,
    /// The role of the user.
    pub role: Role,
    /// Number of the current revision, sent as `base`.
    pub revision: u32,
    /// Newest first; only for editors and the owner.
    pub revisions: Vec<Revision<'a>>,
    /// The accounts with access, including the owner.
    pub shares: Vec<Share<'a>>,
    /// What nobody may do because the license does not speak of it.
    pub unstated: Vec<Unstated>,
    /// The privacy notice for publishing.
    pub privacy_notice: PrivacyNotice<'a>,
}

/// The forms of a license page.
#[derive(Debug, Clone, Copy, Serialize)]
struct LicenseForms {
    edit: bool,
    history: bool,
    restore: bool,
    publish: bool,
    deprecate: bool,
    share: bool,
}

/// A license with the forms of its page.
#[derive(Debug, Serialize)]
pub struct LicenseView<'a> {
    license: &'a LicensePage<'a>,
    forms: LicenseForms,
}

impl Page for LicenseView<'_> {
    const TEMPLATE: &'static str = "pages/account/license.html";
}

impl LicensePage<'_> {
    /// Adds the forms for role and status.
    #[must_use]
    pub fn view(&self) -> LicenseView<'_> {
        let (is_owner, may_edit) = (self.role == Role::Owner, self.role != Role::Viewer);
        let forms = LicenseForms {
            edit: may_edit && self.status == ModelState::Draft,
            history: may_edit,
            restore: may_edit && self.status == ModelState::Draft,
            publish: is_owner && self.status == ModelState::Draft,
            deprecate: is_owner && self.status == ModelState::Published,
            share: is_owner,
        };
        LicenseView { license: self, forms }
    }
}

/// A revision of a license (`/account/licenses/{id}/revisions/{n}`), for editors and the owner.
#[derive(Debug, Serialize)]
pub struct RevisionPage<'a> {
    /// Identifier of the license.
    pub id: &'a str,
    /// Its title at that time.
    pub title: &'a str,
    /// The revision.
    pub revision: Revision<'a>,
    /// Number of the current revision.
    pub current: u32,
    /// Labels of the permitted acts, each with the labels of its duties.
    pub permissions: Vec<(&'a str, Vec<&'a str>)>,
    /// Labels of the acts it prohibits.
    pub prohibitions: Vec<&'a str>,
    /// Labels of the license-wide duties.
    pub duties: Vec<&'a str>,
    /// Its reading.
    pub words: Words,
    /// Its text; may be empty.
    pub text: &'a str,
}

impl Page for RevisionPage<'_> {
    const TEMPLATE: &'static str = "pages/account/revision.html";
}
