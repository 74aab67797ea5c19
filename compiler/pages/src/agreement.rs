use serde::Serialize;
use serde_json::Value;

use super::frame::Frame;
use super::{Directory, Page};
use muniment_documents::api::agreement::{AgreementDocument, Agreements};

/// How answers agree with tables of experts (`/documentation/agreement`).
#[derive(Debug, Serialize)]
pub(super) struct AgreementPage<'a> {
    frame: Frame<'a>,
    agreement: &'a Value,
    /// Whether each table has a page.
    has_tables: bool,
}

/// What differs from one table (`/documentation/agreement/{name}`).
#[derive(Debug, Serialize)]
pub(super) struct AgreementTablePage<'a> {
    frame: Frame<'a>,
    agreement: &'a AgreementDocument,
}

impl Page for AgreementPage<'_> {
    const TEMPLATE: &'static str = "pages/agreement.html";
}

impl Page for AgreementTablePage<'_> {
    const TEMPLATE: &'static str = "pages/agreement_table.html";
}

impl<'a> AgreementPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, agreements: &'a Agreements) -> Self {
        let frame = Frame::new(directory, super::AGREEMENT, String::new());
        Self { frame, agreement: &agreements.index, has_tables: !agreements.tables.is_empty() }
    }
}

impl<'a> AgreementTablePage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, agreement: &'a AgreementDocument) -> Self {
        let path = format!("{}/{}", super::AGREEMENT, agreement.name());
        Self { frame: Frame::new(directory, &path, String::new()), agreement }
    }
}
