//! The pages of the two assistants (spec:version-1#translation, spec:version-1#narration): forms a person fills in, and
//! what came of them. What programs are answered is answered here too, by the same methods.

mod license_to_text;
mod run;
mod text_to_license;

use axum::response::Response;
use muniment_documents::api::v1::{Method, Refused};
use muniment_pages::assistant::{Allowance, Assistance, Today};

use super::browser::Member;
use super::route::AssistantRoute;
use super::{PageRequest, no_method};
use crate::accounts::Caller;
use crate::app::App;
use crate::store::{Account, Quota};

impl App {
    /// Answers a request for a page of an assistant.
    pub(super) async fn assistant_page(
        &self,
        route: &AssistantRoute,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        match (route, asked.method) {
            (AssistantRoute::Text, Method::Get) => self.text_page(asked).await,
            (AssistantRoute::Text, Method::Post) => self.send_text(asked, false).await,
            (AssistantRoute::Retry, Method::Post) => self.send_text(asked, true).await,
            (AssistantRoute::Run(id), Method::Get) => self.run_page(id, asked).await,
            (AssistantRoute::Draft(id), Method::Post) => self.keep_run(id, asked).await,
            (AssistantRoute::License, Method::Get) => self.license_text_page(asked).await,
            (AssistantRoute::License, Method::Post) => self.send_license(asked).await,
            (AssistantRoute::Retry | AssistantRoute::Draft(_), Method::Get)
            | (AssistantRoute::Run(_), Method::Post) => Err(no_method(asked.method)),
        }
    }

    /// Whether the caller may use an assistant with this provider; `most` is the quota that counts.
    async fn assistance<'a>(
        &self,
        provider: Option<&'a str>,
        caller: &Caller,
        most: impl Fn(&Today) -> u32,
    ) -> Result<Assistance<'a>, Refused> {
        let Some(provider) = provider else { return Ok(Assistance::Unavailable) };
        let Some(member) = Member::signed_in(caller)? else { return Ok(Assistance::SignedOut) };
        let today = self.today(member.account).await?;
        Ok(match most(&today) {
            0 => Assistance::Forbidden,
            _ => Assistance::Open { provider, today },
        })
    }

    /// What an account may still have done today.
    async fn today(&self, account: &Account) -> Result<Today, Refused> {
        let allowance = |Quota { most, used }| Allowance { left: most.saturating_sub(used), most };
        Ok(Today {
            translations: allowance(self.translation_quota(account).await?),
            texts: allowance(self.narration_quota(account).await?),
        })
    }
}
