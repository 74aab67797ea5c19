//! What people write to the curators, and what they are told of it (spec:version-1#website-endpoints: browser pages
//! only).
//!
//! | File | Holds |
//! |---|---|
//! | `filled` | a form with what is wrong about its fields |
//! | `contact` | messages of members and visitors |
//! | `proposals` | licenses for the library, corrections of its records |
//! | `thread` | what was written, and what is answered |
//! | `lists` | the threads of an account, the queue of the curators |
//! | `notifications` | the notifications of an account |
//!
//! Whatever is sent is kept before it is answered, and mailed afterwards. Curators are the administrators.

mod contact;
mod filled;
mod lists;
mod notifications;
mod proposals;
mod thread;

use axum::response::Response;
use muniment_documents::api::v1::{Method, Refused};

use super::account::sign_in_address;
use super::answer::{Denied, Problem, see_other};
use super::browser::Member;
use super::form::Form;
use super::route::LetterRoute;
use super::{PageRequest, no_method};
use crate::accounts::{Caller, SILENT, unanswered};
use crate::app::App;
use crate::store::{Account, NewThread, Role, StoreError};
use filled::Filled;

/// What the page of a form says when fields of it do.
const FAULTY: &str = "Nothing was sent yet: please look at the fields that are marked.";

impl App {
    /// Answers a request for a page of letters.
    pub(super) async fn answer_letter(
        &self,
        route: &LetterRoute,
        asked: PageRequest<'_>,
    ) -> Result<Response, Refused> {
        match asked.method {
            Method::Get => self.read_letter(route, asked).await,
            Method::Post => self.send_letter(route, asked).await,
        }
    }

    async fn read_letter(&self, route: &LetterRoute, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let browser = self.browser_of_reader(asked)?;
        let form = Form::default();
        let empty = Filled::of(&form);
        let response = match (route, Member::of(asked.caller)) {
            (LetterRoute::Contact, member) => self.contact_page(&browser, member, &empty, None),
            (LetterRoute::Receipt(id), member) => self.receipt_page(member, id).await,
            (_, None) if *asked.caller == Caller::Unverified => Err(unanswered()),
            (_, None) => Ok(see_other(&sign_in_address(asked))),
            (LetterRoute::Submission, Some(_)) => self.submission_page(&browser, &empty, None),
            (LetterRoute::Correction, Some(_)) => {
                self.correction_page(&browser, asked.target.parameter("license"))
            }
            (LetterRoute::Thread(id), Some(member)) => self.thread_page(&browser, member, id).await,
            (LetterRoute::Threads, Some(member)) => self.threads_page(member).await,
            (LetterRoute::Queue, Some(member)) => self.queue_page(member, asked.target).await,
            (LetterRoute::Notifications, Some(member)) => self.notifications_page(&browser, member).await,
            (LetterRoute::Seen, Some(_)) => Err(no_method(asked.method)),
        };
        Ok(self.with_session_cookie(response?, &browser))
    }

    async fn send_letter(&self, route: &LetterRoute, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let (browser, form) = self.browser_of_sender(asked)?;
        match route {
            LetterRoute::Contact => self.contact(&browser, Member::of(asked.caller), &form).await,
            LetterRoute::Submission => self.send_submission(&browser, asked.member()?, &form).await,
            LetterRoute::Correction => self.send_correction(&browser, asked.member()?, &form).await,
            LetterRoute::Thread(id) => self.answer_thread(&browser, asked.member()?, id, &form).await,
            LetterRoute::Notifications => self.change_mail(asked.member()?, &form).await,
            LetterRoute::Seen => self.notifications_seen(asked.member()?, &form).await,
            LetterRoute::Receipt(_) | LetterRoute::Threads | LetterRoute::Queue => {
                Err(no_method(asked.method))
            }
        }
    }

    /// Keeps a thread and has it mailed. A database that does not answer is a problem of the form, which keeps what was
    /// typed until it does.
    async fn open_thread(&self, new: &NewThread) -> Result<(), Denied> {
        self.store.open_thread(new).await.map_err(unkept)?;
        self.mail_pending.notify_one();
        Ok(())
    }
}

/// Whether an account is a curator's.
fn is_curator(account: &Account) -> bool {
    account.role == Role::Administrator
}

/// Why something was not kept.
fn unkept(error: StoreError) -> Denied {
    let is_silent = matches!(error, StoreError::Unavailable(_));
    match Denied::from(error) {
        Denied::Refused(_) if is_silent => Problem::new(http::StatusCode::SERVICE_UNAVAILABLE, SILENT).into(),
        denied => denied,
    }
}
