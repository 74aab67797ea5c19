//! The pages of the two assistants (spec:version-1#translation, spec:version-1#narration): forms a person fills in, and
//! what came of them. What programs are answered is answered here too, by the same methods.

mod license_to_text;
mod run;
mod text_to_license;

use axum::response::Response;
use muniment_documents::api::v1::{Method, Refused};
use muniment_pages::assistant::{Allowance, Today};

use super::place::AssistantPlace;
use super::visit::Member;
use super::{Asked, no_method};
use crate::accounts::{Caller, unanswered};
use crate::app::App;
use crate::store::{Account, Quota};

impl App {
    /// Answers a request for a page of an assistant.
    pub(super) async fn assistant_page(
        &self,
        place: &AssistantPlace,
        asked: Asked<'_>,
    ) -> Result<Response, Refused> {
        match (place, asked.method) {
            (AssistantPlace::Text, Method::Get) => self.text_page(asked).await,
            (AssistantPlace::Text, Method::Post) => self.send_text(asked).await,
            (AssistantPlace::Rest, Method::Post) => self.send_rest(asked).await,
            (AssistantPlace::Run(id), Method::Get) => self.run_page(id, asked).await,
            (AssistantPlace::Draft(id), Method::Post) => self.keep_run(id, asked).await,
            (AssistantPlace::License, Method::Get) => self.license_text_page(asked).await,
            (AssistantPlace::License, Method::Post) => self.send_license(asked).await,
            (AssistantPlace::Rest | AssistantPlace::Draft(_), Method::Get)
            | (AssistantPlace::Run(_), Method::Post) => Err(no_method(place.allowed())),
        }
    }

    /// What an account may still have done today.
    async fn today(&self, account: &Account) -> Result<Today, Refused> {
        let allowance = |Quota { most, used }| Allowance { left: most.saturating_sub(used), most };
        Ok(Today {
            translations: allowance(self.translation_quota(account).await?),
            texts: allowance(self.texts(account).await?),
        })
    }
}

/// Whoever is signed in, if anybody is and that can be told.
fn visitor<'r>(caller: &'r Caller) -> Result<Option<Member<'r>>, Refused> {
    match Member::of(caller) {
        None if *caller == Caller::Unverified => Err(unanswered()),
        member => Ok(member),
    }
}
