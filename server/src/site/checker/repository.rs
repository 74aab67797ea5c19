use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::{Method, Refused, Repository};
use muniment_pages::checker::{LicenseField, RepositoryAnswer, RepositoryPage, TypedField};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::super::PageRequest;
use super::super::answer::html;
use super::fields::Fields;
use super::member;
use super::naming::field;
use crate::accounts::ReadableLicense;
use crate::app::App;

/// Where repositories are checked.
const CHECKER: &str = "/repo-license-compatibility-checker";

/// A question about a repository, and its result.
#[derive(Debug, Default)]
struct Outcome {
    repository: TypedField,
    target: LicenseField,
    problem: Option<String>,
    answer: Option<RepositoryAnswer>,
    status: StatusCode,
}

impl App {
    /// The checker of repositories: operations 9 and 10 (spec:version-1#frozen-operations) as a page.
    pub(super) async fn repository_checker(
        &self,
        fields: &Fields,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        let outcome = self.repository_outcome(fields, asked).await?;
        let page = RepositoryPage {
            repository: outcome.repository,
            target: outcome.target,
            is_configured: self.knows_repositories(),
            problem: outcome.problem.as_deref(),
            answer: outcome.answer.as_ref(),
        };
        let mut response = html(self.pages().served(CHECKER, &page), None)?;
        *response.status_mut() = outcome.status;
        Ok(response)
    }

    async fn repository_outcome(&self, fields: &Fields, asked: PageRequest<'_>) -> Result<Outcome, Refused> {
        let typed = fields.github_url.clone().unwrap_or_default();
        let mut outcome = Outcome {
            repository: TypedField { typed, error: String::new() },
            target: LicenseField { typed: fields.target.clone(), ..LicenseField::default() },
            ..Outcome::default()
        };
        if fields.github_url.is_none() && asked.method == Method::Get {
            return Ok(outcome);
        }
        if !self.knows_repositories() {
            outcome.status = StatusCode::SERVICE_UNAVAILABLE;
            return Ok(outcome);
        }
        let repository = match Repository::read(&outcome.repository.typed) {
            Ok(repository) => Some(repository),
            Err(refused) => {
                outcome.repository.error =
                    "This is no repository: name it as https://github.com/owner/name, or as \
                                            owner/name."
                        .to_owned();
                outcome.status = status(&refused);
                None
            }
        };
        let mut target: Option<ReadableLicense> = None;
        if !fields.target.is_empty() {
            match self.license_called(&fields.target, asked.caller).await? {
                Ok(license) => {
                    outcome.target = field(&fields.target, Ok(&license));
                    target = Some(license);
                }
                Err(unnamed) => {
                    if outcome.status == StatusCode::OK {
                        outcome.status = unnamed.status;
                    }
                    outcome.target = field(&fields.target, Err(unnamed));
                }
            }
        }
        let Some(repository) = repository.filter(|_| outcome.status == StatusCode::OK) else {
            return Ok(outcome);
        };
        match self.repository_answer(repository, target).await {
            Ok(answer) => outcome.answer = Some(answer),
            Err(refused @ Refused::Sentence { status: 500, .. }) => return Err(refused),
            Err(refused) => {
                outcome.status = status(&refused);
                let Refused::Sentence { detail, .. } = refused else { return Err(refused) };
                match outcome.status {
                    StatusCode::NOT_FOUND => outcome.repository.error = format!("{detail}."),
                    _ => outcome.problem = Some(format!("{detail}.")),
                }
            }
        }
        Ok(outcome)
    }

    async fn repository_answer(
        &self,
        repository: Repository,
        target: Option<ReadableLicense>,
    ) -> Result<RepositoryAnswer, Refused> {
        let name = repository.to_string();
        let encoded = utf8_percent_encode(&name, NON_ALPHANUMERIC).to_string();
        let under = target.as_ref().map(|target| format!("&target={}", target.id())).unwrap_or_default();
        let (address, document) = (
            format!("{CHECKER}?github_url={encoded}{under}"),
            format!("/repolicensechecker/check?github_url={encoded}{under}"),
        );
        let loaded = Arc::clone(&self.served.loaded);
        let check = format!("{CHECKER}?github_url={encoded}");
        let checked = self.repository_checked(repository, target, move |found| {
            let reasoner = loaded.reasoner();
            let target = found.target.map(|target| member(target, reasoner));
            loaded.pages().repository(
                &name,
                found.licenses,
                found.verdict,
                target.as_ref(),
                reasoner.terms(),
                check,
            )
        });
        Ok(RepositoryAnswer { address, document, view: checked.await? })
    }
}

fn status(refused: &Refused) -> StatusCode {
    StatusCode::from_u16(refused.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}
