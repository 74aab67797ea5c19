use serde::Serialize;

use super::super::Page;

/// A field of a form with input and fault.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Field<'a> {
    /// The input; may be empty.
    pub value: &'a str,
    /// A sentence about a fault; empty if valid.
    pub error: &'a str,
}

/// The contact form.
#[derive(Debug, Clone, Serialize)]
pub struct ContactPage<'a> {
    /// Name of the signed-in user; others must enter name and address.
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

/// Confirms a message. Everybody with the reference can see it, so it contains nothing of the message.
#[derive(Debug, Clone, Serialize)]
pub struct ReceiptPage<'a> {
    /// The reference of the message.
    pub reference: &'a str,
    /// Time of storage, in UTC, as `2026-11-20T08:30:00Z`.
    pub sent_at: &'a str,
    /// The channel of the answer.
    pub receipt: Receipt,
}

/// The channel of the answer to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Receipt {
    /// In its thread, which the user may see.
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

/// The form for a correction of a record.
#[derive(Debug, Clone, Serialize)]
pub struct CorrectionPage<'a> {
    /// The title of the record, if it is known.
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
