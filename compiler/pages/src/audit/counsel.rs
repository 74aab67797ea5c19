use std::collections::BTreeMap;

use serde::Serialize;

use super::super::{Page, PageError, render, templates};
use super::report::ReportView;
use muniment_documents::audit::{AuditReport, required};
use muniment_documents::words::Words;
use muniment_library::history::current_release;
use muniment_licenses::audit::AuditException;
use muniment_licenses::model::{License, LicenseId, Rule, one_line};
use muniment_licenses::reason::Labels;

/// The report of an audit for counsel: one file without scripts, which says what was asked, what was found and on which words
/// of the licenses it rests.
#[derive(Debug, Serialize)]
struct CounselPage<'a> {
    file: &'a str,
    /// Where links of the report lead.
    site_url: &'a str,
    site_name: &'a str,
    release: String,
    report: ReportView,
    occasions: Vec<DutiesOfOccasion>,
    accepted: Vec<Accepted>,
    corrected: Vec<Accepted>,
    licenses: Vec<Quoted<'a>>,
}

/// What is to be done on one occasion, with the words that ask for it.
#[derive(Debug, Serialize)]
struct DutiesOfOccasion {
    when: &'static str,
    duties: Vec<QuotedDuty>,
}

#[derive(Debug, Serialize)]
struct QuotedDuty {
    sentence: String,
    /// The names of licenses and their words.
    quotes: Vec<(String, String)>,
}

/// What somebody decided, and why.
#[derive(Debug, Serialize)]
struct Accepted {
    what: String,
    reason: String,
}

/// A license with the words that its record quotes.
#[derive(Debug, Serialize)]
struct Quoted<'a> {
    name: &'a str,
    title: &'a str,
    /// SHA-256 of the text that the record was compared with; empty if it was compared with none.
    text_hash: String,
    quotes: Vec<LocatedQuote<'a>>,
}

#[derive(Debug, Serialize)]
struct LocatedQuote<'a> {
    act: String,
    text: &'a str,
    /// The number of its section; may be empty.
    section: &'a str,
    /// The place in the normal form of the text; may be empty.
    locator: String,
}

impl Page for CounselPage<'_> {
    const TEMPLATE: &'static str = "pages/counsel.html";
}

/// The report of an audit for counsel, in HTML. `file` is the name of the inventory.
///
/// # Errors
/// The template does not render.
pub fn counsel(report: &AuditReport<'_>, file: &str) -> Result<String, PageError> {
    let AuditReport { library, names, audit, .. } = report;
    let words = Words::new(library, names);
    let labels = Labels::new(&library.vocabulary.current.content);
    let record = |id: &LicenseId| library.licenses.get_key_value(id);
    let licenses = audit.licenses.keys().filter_map(|id| record(id));
    let obligations = report.obligations();
    let occasions = obligations.chunk_by(|one, next| one.trigger == next.trigger).map(|brought| {
        let duties = brought.iter().map(|duty| QuotedDuty {
            sentence: required(duty, &words),
            quotes: duty
                .asked
                .iter()
                .filter_map(|(license, duty)| {
                    let evidence = duty.evidence.as_ref()?;
                    let id = library.license_of_iri(license).map(|(id, _)| id.as_str());
                    let section = id.and_then(|id| library.section_of(id, evidence));
                    let section = section.map(|number| format!(" §{number}")).unwrap_or_default();
                    Some((format!("{}{section}", words.license(license)), one_line(evidence)))
                })
                .collect(),
        });
        DutiesOfOccasion {
            when: brought.first().map(|duty| duty.trigger.heading()).unwrap_or_default(),
            duties: duties.collect(),
        }
    });
    let page = CounselPage {
        file,
        site_url: &library.site.site_url,
        site_name: &library.site.name,
        release: current_release(library).id.to_string(),
        report: ReportView::new(report),
        occasions: occasions.collect(),
        accepted: accepted(report),
        corrected: corrected(report),
        licenses: licenses
            .map(|(id, model)| {
                let section = |words: &str| library.section_of(id.as_str(), words).unwrap_or_default();
                quoted(&labels, names.shown(id), &model.current.content, section)
            })
            .collect(),
    };
    render(&templates::environment()?, &page)
}

fn accepted(report: &AuditReport<'_>) -> Vec<Accepted> {
    let AuditReport { names, findings, .. } = report;
    let told =
        |what: String, exception: &AuditException<'_>| Accepted { what, reason: exception.reason.clone() };
    let answers = findings.answers.iter().filter_map(|found| {
        Some(told(format!("{}: {}", names.shown(found.license), found.found.answer.word()), found.exception?))
    });
    let limited = findings.limited.iter().filter_map(|found| {
        Some(told(format!("The limits on use of {}", names.shown(found.license)), found.exception?))
    });
    let apart = findings.apart.iter().filter_map(|found| {
        let [one, other] = found.licenses.map(|id| names.shown(id));
        Some(told(format!("{one} and {other} in one work"), found.exception?))
    });
    let unread = findings.unread.iter().filter_map(|found| {
        let what = format!("{}, whose record was not compared with its text", names.shown(found.license));
        Some(told(what, found.exception?))
    });
    let unknown = findings.unknown.iter().flat_map(|found| {
        let name = found.name.unwrap_or("no license");
        found.parts.iter().filter_map(move |(part, exception)| {
            Some(told(format!("{}: {name}", part.label()), (*exception)?))
        })
    });
    answers.chain(limited).chain(apart).chain(unread).chain(unknown).collect()
}

fn corrected(report: &AuditReport<'_>) -> Vec<Accepted> {
    let parts = report.audit.parts.iter().filter_map(|part| {
        let corrected = part.component.corrected.as_ref()?;
        let licenses = part.component.licenses.join(" and ");
        let what = format!("{}: {licenses}, {}", part.component.label(), part.context.usage);
        Some(Accepted { what, reason: corrected.reason.to_string() })
    });
    parts.collect()
}

/// `section` finds the number of the section of words.
fn quoted<'a>(
    labels: &Labels<'_>,
    name: &'a str,
    license: &'a License,
    section: impl Fn(&str) -> &'a str,
) -> Quoted<'a> {
    // A sentence is quoted once, with all acts that rest on it.
    let mut quotes: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    let mut add = |rule: &'a Rule| {
        let Some(text) = rule.evidence.as_deref() else { return };
        let locator = rule.locator.map(|locator| locator.to_string()).unwrap_or_default();
        let acts = quotes.entry((locator, text)).or_default();
        let label = labels.label(&rule.action);
        if !acts.contains(&label) {
            acts.push(label);
        }
    };
    license.rules().for_each(&mut add);
    let quotes = quotes.into_iter().map(|((locator, text), acts)| LocatedQuote {
        act: acts.join(", "),
        text,
        section: section(text),
        locator,
    });
    Quoted {
        name,
        title: &license.title.value,
        text_hash: license.text_hash.map(|hash| hash.to_string()).unwrap_or_default(),
        quotes: quotes.collect(),
    }
}
