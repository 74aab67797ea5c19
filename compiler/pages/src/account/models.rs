use serde::Serialize;

use super::super::Page;
use super::super::composer::Words;
use super::Faults;

/// What a license or graph is to an account (spec:version-1#answer-objects).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Whoever made it.
    Owner,
    /// May read and change it.
    Editor,
    /// May read it.
    Viewer,
}

/// Where a composed license stands (spec:version-1#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LicenseStatus {
    /// Private, and not finished.
    Draft,
    /// Public for good.
    Published,
    /// Public, and no longer to be used.
    Deprecated,
}

/// Where a graph of an account stands (spec:version-1#states).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GraphStatus {
    /// Private.
    Draft,
    /// To be found by whoever knows its address and may read it.
    Published,
}

/// Somebody who owns a license or graph or shares in it.
#[derive(Debug, Clone, Serialize)]
pub struct Share<'a> {
    /// Identifier of the account.
    pub account: &'a str,
    /// The name the account has now.
    pub name: &'a str,
    /// As what.
    pub role: Role,
}

/// A license as it was saved at one time.
#[derive(Debug, Clone, Serialize)]
pub struct Revision<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// What it was saved as: `draft`, `publish` or `restore`.
    pub kind: &'a str,
    /// When, in UTC, as `2026-11-20T08:30:00Z`.
    pub saved_at: &'a str,
    /// Name of who saved it.
    pub actor: &'a str,
    /// As what: `owner`, `editor` or `admin`.
    pub actor_role: &'a str,
    /// What was said about it; may be empty.
    pub note: &'a str,
    /// Where it can be read.
    pub address: Option<&'a str>,
}

/// The days a license passed on, as `2026-11-20`, and the licenses before and after it.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct LicenseDays<'a> {
    /// The day it was first saved.
    pub created_on: &'a str,
    /// The day it was published; empty for a draft.
    pub published_on: &'a str,
    /// The day it was deprecated; empty while it is in use.
    pub deprecated_on: &'a str,
    /// Identifier of the license to use instead; may be empty.
    pub replaced_by: &'a str,
    /// Identifier of the license it succeeds; may be empty.
    pub replaces: &'a str,
}

/// What somebody typed into a form that was not acted on; all empty otherwise.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Typed<'a> {
    /// The account to share with.
    pub account: &'a str,
    /// As what.
    pub role: &'a str,
    /// The license to use instead.
    pub replaced_by: &'a str,
    /// Why a license is no longer to be used.
    pub reason: &'a str,
}

/// The privacy notice in force, which is written down with a consent.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PrivacyNotice<'a> {
    /// Its version.
    pub version: &'a str,
    /// Where it can be read.
    pub address: Option<&'a str>,
}

/// A composed license as those see it who share in it.
#[derive(Debug, Clone, Serialize)]
pub struct LicensePage<'a> {
    /// What the forms send back as `csrf_token`.
    pub csrf: &'a str,
    /// Why what was asked for was not done, in a sentence.
    pub problem: Option<&'a str>,
    /// What is wrong with a field.
    pub faults: &'a Faults,
    /// What was typed into the form that was not acted on.
    pub typed: Typed<'a>,
    /// Its identifier.
    pub id: &'a str,
    /// Its address for good.
    pub iri: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Where it stands.
    pub status: LicenseStatus,
    /// The days of its life.
    pub days: LicenseDays<'a>,
    /// What it is to who asks.
    pub role: Role,
    /// Number of the revision that stands; forms send it back as `base`.
    pub revision: u32,
    /// Newest first; shown to who may change the license.
    pub revisions: Vec<Revision<'a>>,
    /// Everybody who has it, the owner among them.
    pub shares: Vec<Share<'a>>,
    /// What the owner consents under when publishing.
    pub privacy_notice: PrivacyNotice<'a>,
}

/// What a page offers to do with a license.
#[derive(Debug, Clone, Copy, Serialize)]
struct LicenseForms {
    edit: bool,
    history: bool,
    restore: bool,
    publish: bool,
    deprecate: bool,
    share: bool,
}

/// A license with what its page offers to do with it.
#[derive(Debug, Serialize)]
pub struct LicenseView<'a> {
    license: &'a LicensePage<'a>,
    forms: LicenseForms,
}

impl Page for LicenseView<'_> {
    const TEMPLATE: &'static str = "pages/account/license.html";
}

impl LicensePage<'_> {
    /// With the forms that follow from role and state.
    #[must_use]
    pub fn view(&self) -> LicenseView<'_> {
        let (is_owner, may_edit) = (self.role == Role::Owner, self.role != Role::Viewer);
        let forms = LicenseForms {
            edit: may_edit && self.status == LicenseStatus::Draft,
            history: may_edit,
            restore: may_edit && self.status == LicenseStatus::Draft,
            publish: is_owner && self.status == LicenseStatus::Draft,
            deprecate: is_owner && self.status == LicenseStatus::Published,
            share: is_owner,
        };
        LicenseView { license: self, forms }
    }
}

/// A license as it was at one time (`/account/licenses/{id}/revisions/{n}`), for those who may change it.
#[derive(Debug, Serialize)]
pub struct RevisionPage<'a> {
    /// Identifier of the license.
    pub id: &'a str,
    /// Its title at that time.
    pub title: &'a str,
    /// What was saved, when and by whom.
    pub revision: Revision<'a>,
    /// Number of the revision that stands.
    pub current: u32,
    /// What it permits, each act with the labels of the duties that hang on it.
    pub permissions: Vec<(&'a str, Vec<&'a str>)>,
    /// Labels of the acts it prohibits.
    pub prohibitions: Vec<&'a str>,
    /// Labels of the duties of the license as a whole.
    pub duties: Vec<&'a str>,
    /// What it says, in words.
    pub words: Words,
    /// Its text; empty where it carries none.
    pub text: &'a str,
}

impl Page for RevisionPage<'_> {
    const TEMPLATE: &'static str = "pages/account/revision.html";
}
