//! Licenses held against each other on a page, in a fragment of one, or as a file: the same reasoning that programs ask
//! for, by `api::v1`. Nothing is changed here, so no form needs to prove where it comes from.

mod fields;
mod naming;
mod question;
mod repository;

use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use http::header::{ACCEPT, HeaderMap, HeaderValue, VARY};
use muniment_documents::api::v1::{Method, Refused};
use muniment_licenses::prose::{Lexicon, Source, obligations};
use muniment_licenses::reason::{Facts, Reasoner};
use muniment_pages::Page;
use muniment_pages::checker::{
    AnswerView, CHECKER, CheckerAnswer, CheckerForm, CheckerPage, CheckerRefusal, LicenseCardPage, Member,
    Part, WorkMember, WorkView,
};

use super::PageRequest;
use super::answer::{html, saved};
use super::route::CheckerRoute;
use crate::accounts::{Caller, ReadableLicense};
use crate::api::v1::Question;
use crate::app::App;
use crate::library::LoadedLibrary;
use fields::Fields;
use question::{Checked, CheckedWork, Faulty};

/// What is to be worked out about licenses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Check,
    Target,
    Bundle,
    Statement,
}

impl Wanted {
    /// How many licenses that needs.
    const fn fewest(self) -> usize {
        match self {
            Self::Check => 2,
            Self::Target | Self::Bundle | Self::Statement => 1,
        }
    }
}

impl App {
    /// The checker of licenses, and what it answers to scripts and forms (spec:version-1#website-endpoints).
    pub(super) async fn answer_checker(
        &self,
        route: CheckerRoute,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        let fields = match asked.method {
            Method::Get => Fields::of_query(asked.target),
            Method::Post => Fields::of_form(&asked.request.headers, asked.content)?,
        };
        let response = match route {
            CheckerRoute::Page if fields.is_blank() => {
                let form = self.checker_form(&fields, asked.caller).await?;
                self.checker_page(&form, None, None, StatusCode::OK)
            }
            CheckerRoute::Page if fields.is_begun() => self.begun(&fields, asked.caller).await,
            CheckerRoute::Page | CheckerRoute::Check => {
                self.checker_answer(Wanted::Check, &fields, asked).await
            }
            CheckerRoute::Target => self.checker_answer(Wanted::Target, &fields, asked).await,
            CheckerRoute::Bundle => self.checker_answer(Wanted::Bundle, &fields, asked).await,
            CheckerRoute::Statement => self.checker_answer(Wanted::Statement, &fields, asked).await,
            CheckerRoute::License => self.license_card(asked).await,
            CheckerRoute::Repository => return self.repository_checker(&fields, asked).await,
        };
        let mut response = response?;
        response.headers_mut().append(VARY, HeaderValue::from_static("Accept, HX-Request"));
        Ok(response)
    }

    /// The form with the license that a link names; a second one is still to be added.
    async fn begun(&self, fields: &Fields, caller: &Caller) -> Result<Response, Refused> {
        match self.checked(fields, 1, caller).await? {
            Ok(checked) => self.checker_page(&checked.form, None, None, StatusCode::OK),
            Err(Faulty { form, status }) => self.checker_refusal(&form, None, status, false),
        }
    }

    async fn checker_answer(
        &self,
        wanted: Wanted,
        fields: &Fields,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        let is_fragment = wants_fragment(&asked.request.headers);
        let checked = match self.checked(fields, wanted.fewest(), asked.caller).await? {
            Ok(checked) => checked,
            Err(Faulty { form, status }) => return self.checker_refusal(&form, None, status, is_fragment),
        };
        let form = checked.form.clone();
        let found = match wanted {
            Wanted::Statement => self.obligations(checked).await.map(Found::Text),
            wanted => self.found(wanted, checked, asked).await.map(Box::new).map(Found::Answer),
        };
        match found {
            Ok(Found::Text(text)) => Ok(saved("statements.txt", "text/plain; charset=utf-8", text)),
            Ok(Found::Answer(answer)) if is_fragment => html(self.pages().served(CHECKER, &*answer), None),
            Ok(Found::Answer(answer)) => self.checker_page(&form, None, Some(&answer), StatusCode::OK),
            Err(Refused::Sentence { status, detail }) if status != 500 => {
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                self.checker_refusal(&form, Some(&detail), status, is_fragment)
            }
            Err(refused) => Err(refused),
        }
    }

    fn checker_page(
        &self,
        form: &CheckerForm,
        problem: Option<&str>,
        answer: Option<&CheckerAnswer>,
        status: StatusCode,
    ) -> Result<Response, Refused> {
        self.with_status(status, &CheckerPage { form, problem, answer })
    }

    fn checker_refusal(
        &self,
        form: &CheckerForm,
        problem: Option<&str>,
        status: StatusCode,
        is_fragment: bool,
    ) -> Result<Response, Refused> {
        let page = CheckerPage { form, problem, answer: None };
        match is_fragment {
            true => self.with_status(status, &CheckerRefusal(page)),
            false => self.with_status(status, &page),
        }
    }

    fn with_status<P: Page>(&self, status: StatusCode, page: &P) -> Result<Response, Refused> {
        let mut response = html(self.pages().served(CHECKER, page), None)?;
        *response.status_mut() = status;
        Ok(response)
    }

    /// What is found about licenses, by the thread that reasons.
    async fn found(
        &self,
        wanted: Wanted,
        checked: Checked,
        asked: PageRequest<'_>,
    ) -> Result<CheckerAnswer, Refused> {
        let question = self.reasoned_question(&checked, wanted, asked).await?;
        let loaded = Arc::clone(&self.served.loaded);
        let work = move |question: &Question| {
            let pages = loaded.pages();
            let Checked { licenses, target, .. } = &checked;
            let parts = parts(licenses);
            let named = target.as_ref().and_then(CheckedWork::license).map(part);
            let everything: Vec<Part<'_>> = parts.iter().copied().chain(named).collect();
            let address = |with_target| checked.address(CHECKER, with_target);
            let view = match wanted {
                Wanted::Check => {
                    let verdict = question.verdict()?;
                    AnswerView::Check {
                        work: Box::new(checked.work(&loaded)),
                        verdict: Box::new(pages.verdict(&verdict, &everything)),
                        together: pages.together(verdict.bundle(), &everything),
                    }
                }
                Wanted::Target => AnswerView::Target { work: Box::new(checked.work(&loaded)) },
                Wanted::Bundle | Wanted::Statement => {
                    AnswerView::Bundle { together: pages.together(&question.bundle(), &everything) }
                }
            };
            Ok(CheckerAnswer {
                address: address(true),
                ids: checked.ids(),
                target: target.as_ref().map(|target| target.id().to_string()).unwrap_or_default(),
                graph: checked.form.graph.typed.clone(),
                usage: checked.form.usage.clone(),
                uses: checked.uses(),
                view,
            })
        };
        self.reasoned(question, work).await
    }

    /// `statements.txt`: what to keep to, in plain text.
    async fn obligations(&self, checked: Checked) -> Result<String, Refused> {
        let loaded = Arc::clone(&self.served.loaded);
        let work = move || {
            let licenses = parts(&checked.licenses);
            let sources: Vec<Source<'_>> = licenses.iter().map(|part| part.source()).collect();
            let lexicon = Lexicon::new(loaded.library());
            let is_asked = licenses.len() > 1 || checked.target.is_some();
            let said = if is_asked { checked.work(&loaded).in_brief() } else { String::new() };
            obligations(&lexicon, &sources, &said)
        };
        Ok(self.turns.run(work).await?)
    }

    async fn reasoned_question(
        &self,
        checked: &Checked,
        wanted: Wanted,
        asked: PageRequest<'_>,
    ) -> Result<Question, Refused> {
        let reasoner = self.served.loaded.reasoner();
        // The combined statements are those of the parts alone.
        let target =
            checked.target.as_ref().and_then(CheckedWork::license).filter(|_| wanted == Wanted::Check);
        let mut licenses: Vec<(String, Arc<Facts>)> = Vec::new();
        for license in checked.licenses.iter().chain(target) {
            licenses.push((license.model().iri.clone(), license.facts(reasoner)));
        }
        self.question(licenses, &checked.graph, asked.caller).await
    }

    /// A license in brief (`/license-compatibility-checker/license?id=`).
    async fn license_card(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let name = asked.target.parameter("id").unwrap_or_default().trim();
        if name.is_empty() {
            return Err(Refused::sentence(422, "Which license? The address has to name it in `id`."));
        }
        let license = match self.license_called(name, asked.caller).await? {
            Ok(license) => license,
            Err(unnamed) => return Err(Refused::sentence(unnamed.status.as_u16(), unnamed.sentence)),
        };
        let card = self.pages().card(part(&license));
        let path = format!("{CHECKER}/license");
        match wants_fragment(&asked.request.headers) {
            true => html(self.pages().served(&path, &card), None),
            false => html(self.pages().served(&path, &LicenseCardPage(&card)), None),
        }
    }
}

enum Found {
    Text(String),
    Answer(Box<CheckerAnswer>),
}

impl Checked {
    /// Whether the parts may go into one work.
    fn work(&self, loaded: &LoadedLibrary) -> WorkView {
        let reasoner = loaded.reasoner();
        let parts = self.licenses.iter().zip(&self.uses);
        let parts: Vec<Member<'_>> =
            parts.map(|(license, usage)| Member { usage: *usage, ..member(license, reasoner) }).collect();
        let license = self.target.as_ref().and_then(CheckedWork::license).map(|it| member(it, reasoner));
        let named = match (&self.target, &license) {
            (Some(CheckedWork::ClosedSource), _) => {
                Some(WorkMember::ClosedSource(reasoner.terms().closed_source()))
            }
            (_, Some(license)) => Some(WorkMember::License(license.part, &license.terms)),
            (_, None) => None,
        };
        let check = self.address(CHECKER, false);
        loaded.pages().work(reasoner.terms(), &parts, named, self.context, check)
    }
}

fn member<'m>(license: &'m ReadableLicense, reasoner: &Reasoner) -> Member<'m> {
    Member { part: part(license), terms: license.terms(reasoner), usage: None }
}

fn part(license: &ReadableLicense) -> Part<'_> {
    Part { id: license.id().as_str(), model: license.model() }
}

fn parts(licenses: &[ReadableLicense]) -> Vec<Part<'_>> {
    licenses.iter().map(part).collect()
}

/// Whether a part of a page is asked for and not the whole of it: by `HX-Request`, or `Accept: text/html; fragment`.
fn wants_fragment(headers: &HeaderMap) -> bool {
    let ranges = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut ranges = ranges.flat_map(|value| value.split(','));
    headers.contains_key("hx-request")
        || ranges.any(|range| {
            let mut parts = range.split(';').map(str::trim);
            parts.next().is_some_and(|media_type| media_type.eq_ignore_ascii_case("text/html"))
                && parts.any(|parameter| parameter.eq_ignore_ascii_case("fragment"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fragment_is_asked_for_by_either_header() {
        let asks = |name: &'static str, value: &'static str| {
            wants_fragment(&HeaderMap::from_iter([(
                name.parse::<http::HeaderName>().unwrap(),
                HeaderValue::from_static(value),
            )]))
        };
        assert!(asks("hx-request", "true"));
        assert!(asks("accept", "text/html; fragment"));
        assert!(asks("accept", "application/json, TEXT/HTML;q=0.9;fragment"));
        assert!(!asks("accept", "text/html, text/plain; fragment"));
        assert!(!asks("accept", "text/html"));
        assert!(!wants_fragment(&HeaderMap::new()));
    }
}
