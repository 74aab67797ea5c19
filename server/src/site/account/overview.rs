use std::num::NonZeroU32;

use axum::response::Response;
use jiff::Timestamp;
use muniment_documents::api::v1::Refused;
use muniment_licenses::model::{GraphId, LicenseId};
use muniment_pages::account::{
    DailyQuota, LicenseDays, OverviewPage, OwnGraph, OwnLicense, RequestWindow, StorageRow,
};

use super::super::browser::{Browser, Member};
use super::sharing::role;
use crate::app::App;
use crate::clock::day;
use crate::limit::{Allowance, Overrides, Span};
use crate::store::{Account, Quota, QuotaKind, Role, State, StorageUse, StoreError, Stored};

impl App {
    /// An account as its owner sees it.
    pub(super) async fn overview_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
    ) -> Result<Response, Refused> {
        let (store, account) = (&self.store, member.account);
        let licenses = store.models_of::<LicenseId>(&account.id).await?;
        let graphs = store.models_of::<GraphId>(&account.id).await?;
        let overrides = store.window_limits(&account.id).await?;
        let licenses = licenses.iter().map(|own| OwnLicense {
            id: own.id.as_str(),
            title: &own.title,
            status: own.state.kind(),
            role: role(own.role),
            days: days(own.created_at, &own.state, own.replaces.as_ref()),
        });
        let graphs = graphs.iter().map(|own| OwnGraph {
            id: own.id.as_str(),
            title: &own.title,
            status: own.state.kind(),
            role: role(own.role),
            version: own.revision,
            axioms: own.axioms,
        });
        let page = OverviewPage {
            id: account.id.as_str(),
            name: member.name,
            email: member.email.as_str(),
            is_curator: account.role == Role::Administrator,
            translations: self
                .allowed_today(account, QuotaKind::Translation, self.translation_quota(account).await?)
                .await?,
            texts: self
                .allowed_today(account, QuotaKind::Narration, self.narration_quota(account).await?)
                .await?,
            windows: self.limits.as_ref().map(|_| windows(Allowance::DEFAULT, overrides)).unwrap_or_default(),
            storage: store.storage_of(&account.id, self.now()).await?.iter().map(storage).collect(),
            licenses: licenses.collect(),
            graphs: graphs.collect(),
        };
        self.form_page(browser, "/account", &page, None)
    }

    async fn allowed_today(
        &self,
        account: &Account,
        kind: QuotaKind,
        quota: Quota,
    ) -> Result<DailyQuota, StoreError> {
        let is_own = self.store.own_quota(&account.id, kind).await?.is_some();
        Ok(DailyQuota { left: quota.most.saturating_sub(quota.used), most: quota.most, is_own })
    }
}

fn windows(allowance: Allowance, overrides: Overrides) -> Vec<RequestWindow> {
    let window = |((span, limit), (_, own)): ((Span, NonZeroU32), (_, Option<NonZeroU32>))| RequestWindow {
        span: span.name(),
        limit: own.unwrap_or(limit).get(),
        is_own: own.is_some(),
    };
    allowance.each().into_iter().zip(overrides.each()).map(window).collect()
}

fn storage(used: &StorageUse) -> StorageRow {
    let amount = |amount| match used.stored {
        Stored::Bytes => mebibytes(amount),
        _ => amount.to_string(),
    };
    let name = if used.stored == Stored::Bytes { "text" } else { used.stored.name() };
    StorageRow { name, amount: amount(used.amount), most: amount(used.most) }
}

/// A number of bytes in MiB, to a tenth, rounded up.
fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(1 << 20);
    match tenths % 10 {
        0 => format!("{} MiB", tenths / 10),
        tenth => format!("{}.{tenth} MiB", tenths / 10),
    }
}

/// The days of a license, which follow from where it stands.
pub(super) fn days(
    created_at: Timestamp,
    state: &State<LicenseId>,
    replaces: Option<&LicenseId>,
) -> LicenseDays {
    let id = |id: Option<&LicenseId>| id.map(ToString::to_string).unwrap_or_default();
    let days = LicenseDays {
        created_on: day(created_at).to_string(),
        published_on: state.published_at().map(|at| day(at).to_string()).unwrap_or_default(),
        replaces: id(replaces),
        ..LicenseDays::default()
    };
    match state {
        State::Draft | State::Published { .. } => days,
        State::Deprecated { on, successor, .. } => {
            LicenseDays { deprecated_on: on.to_string(), replaced_by: id(successor.as_ref()), ..days }
        }
    }
}
