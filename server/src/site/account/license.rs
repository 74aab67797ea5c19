use std::time::{Duration, Instant};

use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_licenses::model::{LicenseId, Rule, Vocabulary};
use muniment_licenses::prose::Source;
use muniment_pages::account::{LicensePage, PrivacyNotice, Revision, RevisionPage, Role};
use muniment_pages::composer::{Unstated, Words};

use super::super::answer::{Denied, Problem, html, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use super::super::route::LicenseForm;
use super::overview::days;
use super::sharing::{role, shares, typed};
use crate::accounts::Held;
use crate::app::App;
use crate::clock::written;
use crate::store::{self, Shared};

/// Characters of the reason for a deprecation, as in the API.
const LONGEST_REASON: usize = 2_000;

impl App {
    /// A license as the accounts it is shared with see it.
    pub(super) async fn license_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
        id: &LicenseId,
        rejected: Option<(&Form, &Problem)>,
    ) -> Result<Response, Refused> {
        let held = self.held(id, member.caller).await?;
        let store = &self.store;
        let may_edit = held.actor().is_some();
        let saved = if may_edit { store.revisions(id).await? } else { Vec::new() };
        let shared_with = store.shares_of(Shared::License(id)).await?;
        let row = &held.owned.row;
        let (form, problem) = rejected.unzip();
        let page = LicensePage {
            typed: form.map(typed).unwrap_or_default(),
            id: id.as_str(),
            iri: &held.owned.model.iri,
            title: &row.content.title,
            status: row.state.kind(),
            days: days(row.created_at, &row.state, row.replaces.as_ref()),
            role: match held.role.map(role) {
                // An administrator may do what an editor may, and the page knows no further role.
                Some(Role::Viewer) | None if may_edit => Role::Editor,
                role => role.unwrap_or(Role::Viewer),
            },
            revision: row.revision,
            revisions: saved.iter().map(|saved| revision(saved, id)).collect(),
            shares: shares(&shared_with),
            unstated: Unstated::of(&held.owned.model.current.content, self.served.loaded.library()),
            privacy_notice: PrivacyNotice { version: &self.config.privacy_notice, address: None },
        };
        self.form_page(browser, &format!("/account/licenses/{id}"), &page.view(), problem)
    }

    /// A license as it was saved at one time, for those who may change it.
    pub(super) async fn revision_page(
        &self,
        member: Member<'_>,
        id: &LicenseId,
        number: u32,
    ) -> Result<Response, Refused> {
        let held = self.held(id, member.caller).await?;
        held.editor()?;
        let unknown = || Refused::sentence(404, format!("The license {id} has no revision {number}."));
        let model = self.revision(&held, number).await?.ok_or_else(unknown)?;
        let saved = self.store.revisions(id).await?;
        let saved = saved.iter().find(|saved| saved.number == number).ok_or_else(unknown)?;
        let library = self.served.loaded.library();
        let vocabulary = &library.vocabulary.current.content;
        let license = &model.current.content;
        let labels = |rules| labels(rules, vocabulary);
        let source = Source::of(&model, &model.current);
        let page = RevisionPage {
            id: id.as_str(),
            title: &license.title.value,
            revision: revision(saved, id),
            current: held.owned.row.revision,
            permissions: license
                .permissions
                .iter()
                .map(|rule| (vocabulary.label(&rule.action), labels(&rule.duties)))
                .collect(),
            prohibitions: labels(&license.prohibitions),
            duties: labels(&license.duties),
            words: Words::of(source, library),
            text: source.license_text(&library.site.terms()).unwrap_or_default(),
        };
        html(self.pages().served(&format!("/account/licenses/{id}/revisions/{number}"), &page), None)
    }

    /// A form on the page of a license.
    pub(super) async fn change_license(
        &self,
        browser: &Browser,
        member: Member<'_>,
        id: &LicenseId,
        act: LicenseForm,
        form: &Form,
    ) -> Result<Response, Refused> {
        let held = self.held(id, member.caller).await?;
        let done = match act {
            LicenseForm::Publish => self.submit_publication(&held, form).await,
            LicenseForm::Restore => self.submit_restoration(&held, form).await,
            LicenseForm::Deprecate => self.submit_deprecation(&held, form).await,
            LicenseForm::Sharing(act) => self.change_shares(&held, act, form).await,
        };
        match done {
            Ok(()) => Ok(see_other(&format!("/account/licenses/{id}"))),
            Err(denied) => {
                let problem = denied.problem()?;
                self.license_page(browser, member, id, Some((form, &problem))).await
            }
        }
    }

    async fn submit_publication(&self, held: &Held<LicenseId>, form: &Form) -> Result<(), Denied> {
        held.owner("publishes")?;
        if form.field("consent") != "yes" {
            return Err(Problem::at("consent", self.consent_is_missing()).into());
        }
        let base = number(form, "base")?;
        let end = Instant::now() + Duration::from_secs(self.config.reasoner_seconds);
        Ok(self.publish(held, base, || Instant::now() >= end).await?)
    }

    async fn submit_restoration(&self, held: &Held<LicenseId>, form: &Form) -> Result<(), Denied> {
        held.editor()?;
        let (revision, base) = (number(form, "revision")?, number(form, "base")?);
        Ok(self.restore(held, revision, base).await?)
    }

    async fn submit_deprecation(&self, held: &Held<LicenseId>, form: &Form) -> Result<(), Denied> {
        held.owner("deprecates")?;
        let successor: Option<LicenseId> = match form.trimmed("replaced_by") {
            "" => None,
            id => Some(id.parse().map_err(|_| {
                let sentence =
                    "An identifier of a license has 1 to 128 letters, digits, dots, dashes and underscores.";
                Problem::at("replaced_by", sentence)
            })?),
        };
        let reason = form.trimmed("reason");
        if reason.chars().count() > LONGEST_REASON {
            let sentence = format!("The reason has at most {LONGEST_REASON} characters.");
            return Err(Problem::at("reason", sentence).into());
        }
        // What is wrong with what was sent is wrong with the successor: the reason was looked at.
        let done = self.deprecate(held, successor.as_ref(), reason).await;
        done.map_err(|refused| match Denied::from(refused) {
            Denied::Problem(problem) if problem.is_invalid() => problem.said_at("replaced_by").into(),
            denied => denied,
        })
    }
}

/// What the acts of rules are called.
fn labels<'v>(rules: &'v [Rule], vocabulary: &'v Vocabulary) -> Vec<&'v str> {
    rules.iter().map(|rule| vocabulary.label(&rule.action)).collect()
}

fn revision<'r>(saved: &'r store::Revision, id: &LicenseId) -> Revision<'r> {
    Revision {
        number: saved.number,
        kind: saved.kind.word(),
        saved_at: written(saved.saved_at),
        actor: &saved.actor_name,
        actor_role: saved.actor_role.word(),
        note: &saved.note,
        address: Some(format!("/account/licenses/{id}/revisions/{}", saved.number)),
    }
}

/// The number of a revision, which no person types.
fn number(form: &Form, field: &str) -> Result<u32, Problem> {
    let sentence = || Problem::invalid("The form does not say which revision is meant; load the page again.");
    form.field(field).parse().map_err(|_| sentence())
}
