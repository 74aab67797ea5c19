use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::Refused;
use muniment_licenses::compose::ComposerDocument;
use muniment_licenses::model::LicenseId;
use muniment_pages::composer::{FieldFault, Finding};

use super::state::{Begun, ComposerState};
use super::{ADDRESS, Messages, hindered};
use crate::accounts::{Caller, Held, SILENT};
use crate::app::App;
use crate::clock::written;
use crate::site::answer::{Problem, see_other};
use crate::site::form::Form;
use crate::site::{PageRequest, browser::Member};

/// What the pressed button asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    /// Check the consistency of the license.
    Check,
    /// Keep it as a draft.
    Save,
    /// Publish it for good, and, if it leaves copying or sharing open, whether that is meant.
    Publish { silence_is_meant: bool },
}

impl Action {
    fn of(form: &Form) -> Self {
        match form.field("action") {
            "save" => Self::Save,
            "publish" => Self::Publish { silence_is_meant: form.field("silence_is_meant") == "yes" },
            _ => Self::Check,
        }
    }

    fn is_publish(self) -> bool {
        matches!(self, Self::Publish { .. })
    }
}

/// The result of an action.
enum Outcome {
    /// There is a page to look at next.
    Done(String),
    /// The form is shown again.
    Again(Box<Messages>),
}

impl Outcome {
    fn again(messages: Messages) -> Self {
        Self::Again(Box::new(messages))
    }
}

impl App {
    /// Does what a button of the form asks for.
    pub(super) async fn act_on_composer(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let (browser, form, is_of_session) = self.browser_of_writer(asked)?;
        let (mut state, held) = self.state_of(&form, asked.caller).await?;
        let action = Action::of(&form);
        let outcome = match action {
            Action::Save | Action::Publish { .. } if !is_of_session => {
                let sentence = "You signed in or out since this page was made, so nothing was kept yet. Everything you typed is \
                                here; press the button again.";
                Outcome::again(Messages::problem(Problem::new(StatusCode::FORBIDDEN, sentence)))
            }
            action => self.carry_out(action, asked.caller, &mut state, held.as_ref()).await?,
        };
        let response = match outcome {
            Outcome::Done(address) => see_other(&address),
            Outcome::Again(messages) => self.show_composer(&browser, asked.caller, &state, &messages)?,
        };
        Ok(self.with_session_cookie(response, &browser))
    }

    async fn carry_out(
        &self,
        action: Action,
        caller: &Caller,
        state: &mut ComposerState,
        held: Option<&Held<LicenseId>>,
    ) -> Result<Outcome, Refused> {
        let filled_in = state.form.document();
        let mut faults = Vec::new();
        let read = self.read_form(&filled_in).map_err(|found| faults = found);
        if action.is_publish() && !state.form.has_consent() {
            faults.push(FieldFault::new("publish_consent", self.consent_is_missing()));
        }
        let Ok(document) = read else { return Ok(Outcome::again(Messages::faults(faults))) };
        let finding = match self.weigh_draft(&filled_in, &document, caller).await {
            Ok(finding) => finding,
            Err(refused) => return Ok(Outcome::again(Messages::problem(hindered(refused)?))),
        };
        if !faults.is_empty() {
            return Ok(Outcome::again(Messages { finding: Some(finding), ..Messages::faults(faults) }));
        }
        let again = |messages: Messages, finding: Finding| {
            Ok(Outcome::again(Messages { finding: Some(finding), ..messages }))
        };
        let member = match (action, Member::of(caller)) {
            (Action::Check, _) => return again(Messages::default(), finding),
            (_, Some(member)) => member,
            (_, None) => return again(signed_out(caller), finding),
        };
        if action == (Action::Publish { silence_is_meant: false }) && finding.leaves_use_open() {
            let sentence = "This license does not permit copying and sharing the work, so it was not published. Permit both, or \
                            select “I intend this”, and publish it again.";
            return again(Messages::problem(Problem::new(StatusCode::CONFLICT, sentence)), finding);
        }
        if action.is_publish() && finding.is_contradictory() {
            let sentence = "This license makes contradicting statements, so it was not published. The acts concerned say why.";
            return again(Messages::problem(Problem::new(StatusCode::CONFLICT, sentence)), finding);
        }
        match self.keep(action, member, &document, state, held).await {
            Ok(address) => Ok(Outcome::Done(address)),
            Err(Refused::Sentence { status: 409, .. }) => {
                again(self.overtaken(state, caller).await?, finding)
            }
            Err(refused) => again(Messages::problem(hindered(refused)?), finding),
        }
    }

    /// Keeps a document where its form came from; says where to look next.
    async fn keep(
        &self,
        action: Action,
        member: Member<'_>,
        document: &ComposerDocument,
        state: &ComposerState,
        held: Option<&Held<LicenseId>>,
    ) -> Result<String, Refused> {
        let publish = action.is_publish();
        let id = match (&state.work, held) {
            (Begun::Draft(draft), Some(held)) => {
                if publish {
                    self.publish_document(held, draft.base, document).await?;
                } else {
                    self.save_draft(held, draft.base, document).await?;
                }
                draft.id.clone()
            }
            (Begun::Draft(draft), None) => return Err(Refused::unknown_license(draft.id.as_str())),
            (Begun::New | Begun::From { .. }, _) => {
                self.keep_document(document, member.account.id, publish).await?
            }
        };
        Ok(if publish { format!("/account/licenses/{id}") } else { format!("{ADDRESS}?draft={id}") })
    }

    /// The draft was saved or published while this form was being filled in. The form goes on from there, so that
    /// what was typed is kept, and saving it again is done knowingly.
    async fn overtaken(&self, state: &mut ComposerState, caller: &Caller) -> Result<Messages, Refused> {
        let Begun::Draft(draft) = &state.work else {
            let problem = Problem::new(StatusCode::CONFLICT, "It could not be kept; try again.");
            return Ok(Messages::problem(problem));
        };
        let (id, base) = (draft.id.clone(), draft.base);
        let held = self.held(&id, caller).await?;
        let revisions = self.store.revisions(&id).await?;
        let Some(last) = revisions.first() else { return Err(Refused::unknown_license(id.as_str())) };
        let (who, when) = (&last.actor_name, written(last.saved_at));
        let when = when.get(..16).unwrap_or(&when).replace('T', " ");
        let help =
            Some((format!("/account/licenses/{id}/revisions/{}", last.number), "Look at that revision."));
        let sentence = if held.owned.is_draft() {
            state.work = Begun::Draft(self.draft(&held, last.number).await?);
            format!(
                "{who} saved revision {} of this draft at {when} UTC, while you worked on revision {base}, so yours was not \
                 saved over it. Everything you typed is here. Saving it now makes it the next revision; no revision is \
                 ever lost.",
                last.number
            )
        } else {
            state.work = Begun::New;
            format!(
                "{who} published this license at {when} UTC, so it is no longer a draft. Your input is still here, \
                 and can be kept as a new draft."
            )
        };
        Ok(Messages { help, ..Messages::problem(Problem::new(StatusCode::CONFLICT, sentence)) })
    }
}

/// The caller is signed out, or the database does not say who they are.
fn signed_out(caller: &Caller) -> Messages {
    if *caller == Caller::Unverified {
        return Messages::problem(Problem::new(StatusCode::SERVICE_UNAVAILABLE, SILENT));
    }
    let sentence = "You need an account to save a license. Your input is still here: sign in in another tab, come back to \
                    this one, and press the button again.";
    let help = Some(("/login".to_owned(), "Sign in"));
    Messages { help, ..Messages::problem(Problem::new(StatusCode::UNAUTHORIZED, sentence)) }
}
