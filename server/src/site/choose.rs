use axum::response::Response;
use muniment_documents::api::v1::Refused;
use muniment_pages::choose::Chooser;

use super::PageRequest;
use super::answer::{Problem, html};
use crate::app::App;

/// Where the page is.
const CHOOSER: &str = "/choose";

impl App {
    /// Which licenses fit a new work. The address has every answer, so that it can be kept and sent on.
    pub(super) fn answer_chooser(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let chooser = Chooser::read(|name| asked.target.parameter(name));
        let terms = self.served.loaded.reasoner().terms();
        let page = self.pages().chooser(terms, &chooser, |address| self.served.tree.text(address))?;
        let problem = chooser.is_faulty().then(|| Problem::invalid("A field of the form cannot be read."));
        html(self.pages().served(CHOOSER, &page), problem.as_ref())
    }
}
