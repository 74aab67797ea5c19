//! Where licenses are composed (spec:version-1#website-endpoints): a form that everybody may fill in and have checked,
//! and that those who are signed in keep as a draft or publish.
//!
//! | File | Holds |
//! |---|---|
//! | `state` | what is worked on, and what the form contains |
//! | `act` | what the buttons do |
//!
//! Whatever becomes of a form, its page has everything that was typed again, unless it was kept.

mod act;
mod state;

use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::{ConsistencyQuestion, LicenseAsked, Method, Refused};
use muniment_licenses::assist::narration::Subject;
use muniment_licenses::compose::{ComposerDocument, ComposerForm, FilledIn, Imprint};
use muniment_licenses::model::{self, Day, Library, LicenseId, Model};
use muniment_licenses::prose::Source;
use muniment_pages::account::PrivacyNotice;
use muniment_pages::composer::{Composing, FieldFault, Finding, FindingPage, Hindrance, Unstated, Words};
use serde_json::Value;

use super::PageRequest;
use super::answer::{Problem, html, see_other};
use super::browser::{Browser, Member};
use super::route::ComposerRoute;
use crate::accounts::Caller;
use crate::app::App;
use crate::store::Account;
use state::ComposerState;

/// Where the form is.
const ADDRESS: &str = "/license-composer";
/// The title of a license that is checked before it has one.
const UNTITLED: &str = "Untitled license";

/// What the page says beside the form.
#[derive(Debug, Default)]
struct Messages {
    done: Option<String>,
    problem: Option<Problem>,
    /// A page that helps, with the words that lead there.
    help: Option<(String, &'static str)>,
    faults: Vec<FieldFault>,
    finding: Option<Finding>,
    is_fresh: bool,
}

impl Messages {
    fn problem(problem: Problem) -> Self {
        Self { problem: Some(problem), ..Self::default() }
    }

    fn faults(faults: Vec<FieldFault>) -> Self {
        let sentence = "The form has an invalid value, so nothing was saved.";
        let help = Some(("#finding-heading".to_owned(), "See what."));
        Self { faults, help, ..Self::problem(Problem::invalid(sentence)) }
    }
}

impl App {
    /// Answers a request for the composer.
    pub(super) async fn answer_composer(
        &self,
        route: ComposerRoute,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        match (route, asked.method) {
            (ComposerRoute::Form, Method::Get) => self.composer_page(asked).await,
            (ComposerRoute::Form, Method::Post) => self.act_on_composer(asked).await,
            (ComposerRoute::Check, _) => self.check_composer(asked).await,
            (ComposerRoute::WriteText, _) => self.write_text(asked).await,
        }
    }

    /// The form: empty, with a draft, or with what another license states.
    async fn composer_page(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let browser = self.browser_of_reader(asked)?;
        let named = |name| asked.target.parameter(name).filter(|id| !id.is_empty());
        let state = match (named("draft"), named("from")) {
            (Some(id), _) => {
                let Some(member) = Member::signed_in(asked.caller)? else {
                    return Ok(self.with_session_cookie(see_other("/login"), &browser));
                };
                let id: LicenseId = id.parse().map_err(|_| Refused::unknown_license(id))?;
                let held = self.held(&id, member.caller).await?;
                held.editor()?;
                if !held.owned.is_draft() {
                    return Ok(see_other(&format!("/account/licenses/{}", held.owned.row.id)));
                }
                self.state_of_draft(&held).await?
            }
            (None, Some(id)) => self.begun_from(id, asked.caller).await?,
            (None, None) => ComposerState::empty(),
        };
        let messages = Messages { is_fresh: true, ..Messages::default() };
        let page = self.show_composer(&browser, asked.caller, &state, &messages)?;
        Ok(self.with_session_cookie(page, &browser))
    }

    /// What a script is told while a person types. A license needs no title for that.
    async fn check_composer(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let (_, form) = self.browser_of_sender(asked)?;
        let form = ComposerForm::sent(form.fields());
        let form = match form.text("title").trim() {
            "" => form.with_text("title", UNTITLED),
            _ => form,
        };
        let filled_in = form.document();
        let (faults, finding) = match self.read_form(&filled_in) {
            Ok(document) => (Vec::new(), Some(self.weigh_draft(&filled_in, &document, asked.caller).await?)),
            Err(faults) => (faults, None),
        };
        let problem = (!faults.is_empty()).then(|| Problem::invalid("The license has faults."));
        let page = FindingPage { finding: finding.as_ref(), faults: &faults };
        html(self.pages().served(ADDRESS, &page), problem.as_ref())
    }

    /// Writes the text of the license into its field.
    async fn write_text(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let (browser, form, is_of_session) = self.browser_of_writer(asked)?;
        let (mut state, _) = self.state_of(&form, asked.caller).await?;
        let account = Member::of(asked.caller).filter(|_| is_of_session).map(|member| member.account);
        let messages = match self.written(&mut state, asked.caller, account).await {
            Ok(messages) => messages,
            Err(refused) => Messages::problem(hindered(refused)?),
        };
        let turns = &self.turns;
        let page =
            turns.run_borrowing(|| self.show_composer(&browser, asked.caller, &state, &messages)).await??;
        Ok(self.with_session_cookie(page, &browser))
    }

    async fn written(
        &self,
        state: &mut ComposerState,
        caller: &Caller,
        account: Option<&Account>,
    ) -> Result<Messages, Refused> {
        // The text that is there is no part of what a new one says.
        let filled_in = state.form.clone().with_text("license_text", "").document();
        let turns = &self.turns;
        let document = match turns.run_borrowing(|| self.read_form(&filled_in)).await? {
            Ok(document) => document,
            Err(faults) => return Ok(Messages::faults(faults)),
        };
        let finding = self.weigh_draft(&filled_in, &document, caller).await?;
        let subject = turns.run_borrowing(|| {
            let model = self.model_of(&document)?;
            let library = self.served.loaded.library();
            Subject::new(library, Source::of(&model, &model.current), false).map_err(|_| unwritten())
        });
        let subject = subject.await??;
        let (text, provider) = self.composed_text(account, &subject).await?;
        state.form = std::mem::take(&mut state.form).with_text("license_text", &text.to_text());
        let done = match provider {
            Some(provider) => format!(
                "{provider} wrote the text from the statements. Read it well: a language model may be wrong."
            ),
            None => {
                "The text was written from the statements, in the words of the vocabulary alone.".to_owned()
            }
        };
        Ok(Messages { done: Some(done), finding: Some(finding), ..Messages::default() })
    }

    /// The document of a form, or what is wrong with its fields.
    fn read_form(&self, filled_in: &FilledIn) -> Result<ComposerDocument, Vec<FieldFault>> {
        let document = Value::Object(filled_in.document.clone());
        self.served.loaded.composer().read(&document).map_err(|faults| FieldFault::all(&faults, filled_in))
    }

    /// What a license says against itself, as programs are answered it, and in words.
    async fn weigh_draft(
        &self,
        filled_in: &FilledIn,
        document: &ComposerDocument,
        caller: &Caller,
    ) -> Result<Finding, Refused> {
        let library = self.served.loaded.library();
        let no_graph = |_| Refused::sentence(503, "There is no graph to hold the license against");
        let question = ConsistencyQuestion {
            license: LicenseAsked::Composed(filled_in.document.clone()),
            graph: Library::DEFAULT_GRAPH.parse().map_err(no_graph)?,
        };
        let words = self.turns.run_borrowing(|| -> Result<_, Refused> {
            let model = self.model_of(document)?;
            let words = Words::of(Source::of(&model, &model.current), library);
            Ok((words, Unstated::of(&model.current.content, library)))
        });
        let (words, unstated) = words.await??;
        self.weighed(&question, caller, |found| Finding::of(found, library, words, unstated)).await
    }

    /// The model of a document that is not kept yet.
    fn model_of(&self, document: &ComposerDocument) -> Result<Model<model::License>, Refused> {
        let site = self.library_site();
        let (iri, profile) = (format!("{}draft", site.license_base()), site.user_base());
        let imprint = Imprint::draft(&iri, &profile, Day::EPOCH);
        let graph = self.served.loaded.composer().to_graph(document, &imprint);
        Model::composed(&iri, graph, site).map_err(|error| Refused::sentence(422, error.to_string()))
    }

    fn show_composer(
        &self,
        browser: &Browser,
        caller: &Caller,
        state: &ComposerState,
        messages: &Messages,
    ) -> Result<Response, Refused> {
        let help = messages.help.as_ref().map(|(address, words)| (address.as_str(), *words));
        let composing = Composing {
            csrf: browser.csrf.as_str(),
            offer: self.served.loaded.offer(),
            form: &state.form,
            work: state.work.shown(),
            is_signed_in: Member::of(caller).is_some(),
            is_fresh: messages.is_fresh,
            done: messages.done.as_deref(),
            problem: messages.problem.as_ref().map(|problem| Hindrance { sentence: &problem.sentence, help }),
            faults: &messages.faults,
            finding: messages.finding.as_ref(),
            privacy_notice: PrivacyNotice { version: &self.config.privacy_notice, address: Some("/privacy") },
        };
        html(self.pages().served(ADDRESS, &composing.page()), messages.problem.as_ref())
    }
}

/// It is our fault: every model can be put into words.
fn unwritten() -> Refused {
    tracing::error!("a license that is being composed could not be put into words");
    Refused::sentence(500, "Internal Server Error")
}

/// Why something is refused, as the page of the form tells it; what has no sentence stays refused.
fn hindered(refused: Refused) -> Result<Problem, Refused> {
    match refused {
        Refused::Sentence { status, detail } | Refused::Later { status, detail, .. } => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            Ok(Problem::new(status, detail))
        }
        Refused::Full { detail } => Ok(Problem::new(StatusCode::FORBIDDEN, detail)),
        refused => Err(refused),
    }
}
