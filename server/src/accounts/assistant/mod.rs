//! Runs of the translation assistant (spec:version-1#states, spec:version-1#translation): what was asked of the
//! provider, part by part, and what came of it. What the parts say is `muniment_licenses::assist`'s business.
//!
//! A run belongs to the process that accepted it; other requests read the database. The text of the license stays
//! in memory: a run whose server is gone is ended with what was read, and the same text sent again goes on from there.

mod back_off;
mod begin;
mod collect;
mod progress;
mod run;

use muniment_documents::api::v1::{QuotaDocument, Refused};
use muniment_licenses::assist::translation::{TranslatedStatement, Translator};

use crate::app::App;
use crate::clock::written;
use crate::store::{Account, Allowances, Quota, QuotaKind};
use crate::upstream::Provider;

pub use begin::Begun;
pub(crate) use collect::RunState;
pub use collect::{Collected, ResultForm};
pub(crate) use run::Finished;

impl App {
    fn translator(&self) -> &Translator<'_> {
        self.served.loaded.translator()
    }

    /// Runs of an account, and of the deployment, in a UTC day.
    fn translation_allowances(&self) -> Allowances {
        let config = &self.config;
        Allowances { account: config.translations, deployment: Some(config.translations_in_all) }
    }

    /// What the provider is called, where there is one.
    pub(crate) fn provider_name(&self) -> Option<&str> {
        self.provider.as_ref().map(Provider::name)
    }

    /// Why a statement has no place in a license, if it has none.
    pub(crate) fn misplaced(&self, statement: &TranslatedStatement) -> Option<String> {
        self.translator().misplaced(statement)
    }

    /// Runs that an account has today.
    pub(crate) async fn translation_quota(&self, account: &Account) -> Result<Quota, Refused> {
        let (today, default) = (self.clock.today(), self.config.translations);
        let quota = self.store.quota(&account.id, QuotaKind::Translation, today, default).await?;
        Ok(quota)
    }

    /// Refuses an account that may not translate at all, which is judged before what it sent.
    pub async fn require_translation_allowance(&self, account: &Account) -> Result<(), Refused> {
        match self.translation_quota(account).await?.most {
            0 => Err(Refused::sentence(403, "The translation allowance of this account is zero.")),
            _ => Ok(()),
        }
    }

    /// What is left of the allowances of the provider, the account and the deployment.
    async fn translation_quotas(&self, account: &Account) -> Result<QuotaDocument, Refused> {
        let (store, today) = (&self.store, self.clock.today());
        let kind = QuotaKind::Translation;
        let own = self.translation_quota(account).await?;
        let used = store.deployment_use(kind, today).await?;
        let provider = self.provider.as_ref().map(Provider::allowance).unwrap_or_default();
        let all = self.translation_allowances().deployment;
        Ok(QuotaDocument {
            provider_remaining_requests: provider.remaining_requests,
            provider_reset_at: provider.reset_at.map(written),
            user_remaining_today: Some(own.most.saturating_sub(own.used).into()),
            global_remaining_today: all.map(|all| all.saturating_sub(used).into()),
            configured: self.provider.is_some(),
            provider_limit_requests: provider.limit_requests,
            provider_blocked_until: provider.blocked_until.map(written),
            provider_limit_tokens: provider.limit_tokens,
            provider_remaining_tokens: provider.remaining_tokens,
            user_limit_today: Some(own.most.into()),
            user_used_today: Some(own.used.into()),
            global_limit_today: all.map(Into::into),
            global_used_today: Some(used.into()),
        })
    }
}
