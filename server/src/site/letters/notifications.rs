use axum::response::Response;
use jiff::Timestamp;
use muniment_documents::api::v1::Refused;
use muniment_pages::letters::{News, Notification, NotificationsPage};

use super::super::answer::see_other;
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use crate::app::App;
use crate::clock::written;
use crate::store::{self, Decision, ThreadKind};

/// Notifications on the page.
const MOST: u32 = 200;

impl App {
    /// What an account was told.
    pub(super) async fn notifications_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
    ) -> Result<Response, Refused> {
        let (store, account) = (&self.store, &member.account.id);
        let told = store.notifications(account, MOST).await?;
        let newest = told.first().map_or(0, |notification| notification.at.as_millisecond());
        let notifications = told.iter().map(|notification| Notification {
            news: news(&notification.event),
            at: written(notification.at),
            is_read: notification.is_read,
        });
        let page = NotificationsPage {
            unread: store.unread_notifications(account).await?,
            up_to: &newest.to_string(),
            notifications: notifications.collect(),
            wants_mail: store.wants_mail(account).await?,
            sends_mail: self.mailer.is_some(),
        };
        self.form_page(browser, "/account/notifications", &page, None)
    }

    /// Whether an account is told by e-mail too.
    pub(super) async fn change_mail(&self, member: Member<'_>, form: &Form) -> Result<Response, Refused> {
        let wants_mail = form.field("mail") == "yes";
        self.store.set_wants_mail(&member.account.id, wants_mail).await?;
        Ok(see_other("/account/notifications"))
    }

    /// An account has seen what was on the page; what came since stays new.
    pub(super) async fn notifications_seen(
        &self,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        let up_to = form.field("up_to").parse().ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
        let sentence = "The form does not say what was seen; load the page again.";
        let up_to = up_to.ok_or_else(|| Refused::sentence(422, sentence))?;
        let (store, now) = (&self.store, self.now());
        store.read_notifications(&member.account.id, up_to, now).await?;
        Ok(see_other("/account/notifications"))
    }
}

fn news(news: &store::Event) -> News<'_> {
    match news {
        store::Event::Entry { thread, subject, decision: Some(decision), .. } => {
            News::Decided { thread: thread.as_str(), subject, decision: Decision::word(*decision) }
        }
        store::Event::Entry { thread, kind, subject, number: 1, writer, .. } => {
            News::Opened { thread: thread.as_str(), kind: ThreadKind::word(*kind), subject, writer }
        }
        store::Event::Entry { thread, subject, writer, .. } => {
            News::Answered { thread: thread.as_str(), subject, writer }
        }
        store::Event::SharedLicense { license, title } => {
            News::SharedLicense { license: license.as_str(), title: title.as_deref() }
        }
        store::Event::DeprecatedLicense { license, title } => {
            News::DeprecatedLicense { license: license.as_str(), title: title.as_deref() }
        }
        store::Event::SharedGraph { graph, title } => {
            News::SharedGraph { graph: graph.as_str(), title: title.as_deref() }
        }
    }
}
