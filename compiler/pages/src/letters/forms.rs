use serde::Serialize;

use super::super::Page;

/// A field of a form as it comes back to who filled it in.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Field<'a> {
    /// What was typed; empty on the first visit.
    pub value: &'a str,
    /// What is wrong with it, in a sentence; empty where nothing is.
    pub error: &'a str,
}

/// The form anybody writes to the curators with.
#[derive(Debug, Clone, Serialize)]
pub struct ContactPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why nothing was sent, in a sentence.
    pub problem: Option<&'a str>,
    /// The name of who is signed in; name and address are asked of everybody else.
    pub writer: Option<&'a str>,
    /// `name`
    pub name: Field<'a>,
    /// `email`
    pub email: Field<'a>,
    /// `subject`
    pub subject: Field<'a>,
    /// `message`
    pub message: Field<'a>,
}

impl Page for ContactPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/contact.html";
}

/// Says that a letter was kept. Whoever has the reference can see this, so nothing of the letter is in it.
#[derive(Debug, Clone, Serialize)]
pub struct ReceiptPage<'a> {
    /// What the letter is called.
    pub reference: &'a str,
    /// When it was kept, in UTC, as `2026-11-20T08:30:00Z`.
    pub sent_at: &'a str,
    /// How it is answered.
    pub receipt: Receipt,
}

/// How a letter is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Receipt {
    /// In its thread, which whoever asks may see.
    Thread,
    /// By e-mail.
    Mail,
}

impl Page for ReceiptPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/receipt.html";
}

/// The form that proposes a license for the library.
#[derive(Debug, Clone, Serialize)]
pub struct SubmissionPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why nothing was sent, in a sentence.
    pub problem: Option<&'a str>,
    /// `title`
    pub title: Field<'a>,
    /// `text_address`
    pub text_address: Field<'a>,
    /// `spdx`
    pub spdx: Field<'a>,
    /// `publisher`
    pub publisher: Field<'a>,
    /// `message`
    pub message: Field<'a>,
    /// `model`
    pub model: Field<'a>,
}

impl Page for SubmissionPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/submission.html";
}

/// The form that says what is wrong about a record.
#[derive(Debug, Clone, Serialize)]
pub struct CorrectionPage<'a> {
    /// What the form sends back as `csrf_token`.
    pub csrf: &'a str,
    /// Why nothing was sent, in a sentence.
    pub problem: Option<&'a str>,
    /// The title of the record, where it is known which one.
    pub title: Option<&'a str>,
    /// `license`
    pub license: Field<'a>,
    /// `version`
    pub version: Field<'a>,
    /// `statement`
    pub statement: Field<'a>,
    /// `message`
    pub message: Field<'a>,
    /// `quote`
    pub quote: Field<'a>,
    /// `source`
    pub source: Field<'a>,
}

impl Page for CorrectionPage<'_> {
    const TEMPLATE: &'static str = "pages/letters/correction.html";
}
