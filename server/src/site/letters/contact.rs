use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_pages::letters::{ContactPage, Receipt, ReceiptPage};

use super::super::answer::{Denied, Problem, html, no_randomness, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use super::filled::{Filled, Need};
use super::{FAULTY, is_curator};
use crate::accounts::DisplayName;
use crate::app::App;
use crate::auth::ThreadId;
use crate::clock::written;
use crate::store::{Email, Entity, Matter, NewThread, Sender, StoreError, ThreadKind};

/// Characters of a subject.
pub(super) const SUBJECT: usize = 200;
/// Characters of a message.
pub(super) const MESSAGE: usize = 20_000;

impl App {
    pub(super) fn contact_page(
        &self,
        browser: &Browser,
        member: Option<Member<'_>>,
        filled: &Filled<'_>,
        problem: Option<&Problem>,
    ) -> Result<Response, Refused> {
        let page = ContactPage {
            writer: member.map(|member| member.name),
            name: filled.field("name"),
            email: filled.field("email"),
            subject: filled.field("subject"),
            message: filled.field("message"),
        };
        self.form_page(browser, "/contact", &page, problem)
    }

    /// The form of a message to the curators.
    pub(super) async fn contact(
        &self,
        browser: &Browser,
        member: Option<Member<'_>>,
        form: &Form,
    ) -> Result<Response, Refused> {
        let mut filled = Filled::of(form);
        match self.sent(member, &mut filled).await {
            Ok(id) => Ok(see_other(&format!("/contact/{id}"))),
            Err(denied) => self.contact_page(browser, member, &filled, Some(&denied.problem()?)),
        }
    }

    async fn sent(&self, member: Option<Member<'_>>, filled: &mut Filled<'_>) -> Result<ThreadId, Denied> {
        let sender = match member {
            Some(member) => Some(Sender::Member(member.account.id)),
            None => visitor(filled),
        };
        let subject = filled.line("subject", SUBJECT, Need::Required);
        let message = filled.text("message", MESSAGE, Need::Required);
        let (Some(sender), Some(subject), Some(message)) = (sender, subject, message) else {
            return Err(Problem::invalid(FAULTY).into());
        };
        let id = ThreadId::new(&*self.randomness).map_err(no_randomness)?;
        let (matter, at) = (Matter::Contact, self.now());
        self.open_thread(&NewThread { id, sender, subject, matter, message, at }).await?;
        Ok(id)
    }

    /// Confirms a message to callers who know its identifier.
    pub(super) async fn receipt_page(
        &self,
        member: Option<Member<'_>>,
        id: &ThreadId,
    ) -> Result<Response, Refused> {
        let thread = self.store.thread_summary(id).await?;
        let thread = thread.filter(|thread| thread.kind == ThreadKind::Contact);
        let thread = thread.ok_or(StoreError::Missing(Entity::Thread))?;
        let may_see = member.is_some_and(|member| {
            is_curator(member.account) || thread.opener.account() == Some(&member.account.id)
        });
        let page = ReceiptPage {
            reference: id.as_str(),
            sent_at: &written(thread.opened_at),
            receipt: if may_see { Receipt::Thread } else { Receipt::Mail },
        };
        html(self.pages().served("/contact", &page), None)
    }
}

fn visitor(filled: &mut Filled<'_>) -> Option<Sender> {
    let name = filled.line("name", DisplayName::LONGEST, Need::Required);
    let email: Option<Email> = filled.line("email", 254, Need::Required).and_then(|email| {
        let parsed = email.parse();
        if parsed.is_err() {
            filled.fault("email", "An e-mail address is a name, @ and a host.");
        }
        parsed.ok()
    });
    Some(Sender::Visitor { name: name?, email: email? })
}
