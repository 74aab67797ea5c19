use serde::Serialize;

use super::frame::Frame;
use super::{Directory, Page};
use muniment_documents::api::agreement::{AgreementDocument, AgreementIndex};

/// How answers agree with tables of experts (`/documentation/agreement`).
#[derive(Debug, Serialize)]
pub(super) struct AgreementPage<'a> {
    frame: Frame<'a>,
    agreement: &'a AgreementIndex,
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
    pub(super) fn new(directory: &'a Directory<'_>, agreement: &'a AgreementIndex) -> Self {
        Self { frame: Frame::new(directory, super::AGREEMENT, String::new()), agreement }
    }
}

impl<'a> AgreementTablePage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, agreement: &'a AgreementDocument) -> Self {
        let path = format!("{}/{}", super::AGREEMENT, agreement.name());
        Self { frame: Frame::new(directory, &path, String::new()), agreement }
    }
}
