use axum::response::Response;
use http::header::CONTENT_TYPE;
use muniment_documents::api::v1::{Method, Refused};
use muniment_documents::audit::{AuditQuestion, AuditReport, Strictness};
use muniment_licenses::audit::{AuditContext, AuditExceptions, CorrectionOutcome, Inventory};
use muniment_licenses::find::{Expressions, LicenseFinder, SpdxIndex};
use muniment_licenses::model::{Day, Library};
use muniment_licenses::reason::{TermsIndex, Work, is_closed_source};
use muniment_pages::audit::{Auditor, AuditorPage};

use super::PageRequest;
use super::answer::{self, Problem, html};
use super::form::Form;
use super::origin::text;
use super::unrendered;
use crate::app::App;
use crate::library::PageTexts;

/// Where the page is.
const AUDITOR: &str = "/audit";

/// The most names that are offered for one that nobody knows.
const MOST_OFFERED: usize = 3;

/// A report to be saved.
#[derive(Debug, Clone, Copy)]
enum Saved {
    Notice,
    Markdown,
    Sarif,
    CycloneDx,
    Json,
}

impl Saved {
    /// Each with its word in the form, its media type and the name of its file.
    const ALL: [(Self, &'static str, &'static str, &'static str); 5] = [
        (Self::Notice, "notice", "text/plain; charset=utf-8", "NOTICE"),
        (Self::Markdown, "markdown", "text/markdown; charset=utf-8", "licenses.md"),
        (Self::Sarif, "sarif", "application/sarif+json", "licenses.sarif"),
        (Self::CycloneDx, "cyclonedx", "application/vnd.cyclonedx+json", "concluded.cdx.json"),
        (Self::Json, "json", "application/json", "audit.json"),
    ];
}

impl App {
    /// Audits a list of parts that somebody sends, as `muniment audit` does. Nothing of it is stored.
    pub(super) fn answer_auditor(&self, asked: PageRequest<'_>) -> Result<Response, Refused> {
        let is_sent = asked.method == Method::Post;
        let form = if is_sent {
            Form::parse(text(&asked.request.headers, CONTENT_TYPE.as_str()), asked.content)?
        } else {
            Form::default()
        };
        let field = |name: &str| Some(form.field(name)).filter(|typed| !typed.is_empty());
        let mut auditor = Auditor::read(field, is_sent);
        let saved = match field("format") {
            None => None,
            Some(word) => Some(
                Saved::ALL
                    .into_iter()
                    .find(|(_, known, ..)| *known == word)
                    .ok_or_else(|| Refused::sentence(422, format!("There is no report `{word}`.")))?,
            ),
        };
        let library = self.served.loaded.library();
        let index = self.served.loaded.reasoner().terms();
        let (spdx, names) = (SpdxIndex::new(library), LicenseFinder::new(library));
        let mut expressions = Expressions::new(&spdx);
        let target = match auditor.target() {
            "" => None,
            name => {
                let work = work_of(name, &names, library, index);
                if work.is_none() {
                    auditor.refuse_target(unknown_license(name, &names));
                }
                work
            }
        };
        let listed = auditor.document().as_bytes();
        let inventory = if is_sent && !listed.trim_ascii().is_empty() {
            let read = Inventory::read(listed, &expressions);
            read.inspect_err(|fault| auditor.refuse_document(format!("This list cannot be read: {fault}.")))
                .ok()
        } else {
            None
        };
        let Some(inventory) = inventory.filter(|_| !auditor.is_faulty()) else {
            let problem =
                auditor.is_faulty().then(|| Problem::invalid("A field of the form cannot be read."));
            return html(self.pages().served(AUDITOR, &AuditorPage::new(&auditor, None)), problem.as_ref());
        };
        let question = AuditQuestion {
            context: AuditContext { library, index, target, usage: auditor.context(), preferred: Vec::new() },
            names: &names,
            corrections: CorrectionOutcome::default(),
            exceptions: &AuditExceptions::default(),
            baseline: None,
            today: Day::EPOCH,
            with_development: auditor.with_development(),
            allows_unknown: false,
        };
        question.report(&inventory, listed, &mut expressions, |report| match saved {
            None => html(self.pages().served(AUDITOR, &AuditorPage::new(&auditor, Some(report))), None),
            Some((saved, _, media_type, name)) => {
                let text = self.saved_report(saved, report, auditor.file())?;
                Ok(answer::saved(name, media_type, text))
            }
        })
    }

    fn saved_report(&self, saved: Saved, report: &AuditReport<'_>, file: &str) -> Result<String, Refused> {
        match saved {
            Saved::Notice => {
                let PageTexts { texts, .. } = (self.texts_of)(report.library);
                report.notice(|id, _| texts.get(id).cloned()).map_err(|error| unrendered(&error))
            }
            Saved::Markdown => report.markdown(file).map_err(|error| unrendered(&error)),
            Saved::Sarif => {
                let problems = report.problems(Strictness { by_way_of: false, unknown: true });
                AuditReport::sarif(&problems, file).map_err(|error| unrendered(&error))
            }
            Saved::CycloneDx => report.cyclonedx().map_err(|error| unrendered(&error)),
            Saved::Json => report.document().to_json().map_err(|error| unrendered(&error)),
        }
    }
}

/// The work under the license with a name.
fn work_of<'w>(
    name: &str,
    names: &LicenseFinder<'w>,
    library: &'w Library,
    index: &'w TermsIndex,
) -> Option<Work<'w>> {
    if is_closed_source(name) {
        return Some(index.closed_work());
    }
    index.work(library, names.typed(name)?)
}

fn unknown_license(name: &str, names: &LicenseFinder<'_>) -> String {
    let near: Vec<&str> =
        names.similar(name).into_iter().take(MOST_OFFERED).map(|id| names.shown(id)).collect();
    let near = if near.is_empty() { String::new() } else { format!(" Perhaps {}?", near.join(", ")) };
    format!("There is no license of this name.{near}")
}
