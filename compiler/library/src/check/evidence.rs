//! Checks 70 and 71: the texts with which records were compared, and the words that statements rest on.

use rayon::prelude::*;

use super::context::{Context, Record};
use super::nodes::nodes;
use muniment_licenses::model::{
    Fault, Library, LicenseClass, LicenseId, LicenseText, LimitExtent, LimitKind, PatentTermination, Place,
    Role, ShareAlikeScope, SourceText, Strength,
};
use muniment_licenses::text::{LONGEST_QUOTATION, Locator, NormalText, Sections};
use muniment_rdf::{ContentHash, text_of};

const TEXTS: &str = "texts.toml";

pub(super) fn texts_are_of_records(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for id in context.library.texts.keys().filter(|id| !context.library.licenses.contains_key(id.as_str())) {
        let message = format!("`{id}` is no record");
        faults.push(Fault::error(70, Place::file(TEXTS), message, "name a record, or remove the text"));
    }
    faults
}

pub(super) fn read_records_name_their_text(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        let stated = record.literals(&context.terms.legal_text_hash).next();
        let (place, written) = stated
            .map_or_else(|| (record.place(), None), |(at, text)| (record.places().object(at), Some(text)));
        let known = context.library.texts.get(record.id).map(|text| text.normal_form.to_string());
        if written != known.as_deref() {
            let message = match (&known, written) {
                (Some(_), None) => "the record does not name its text, which `texts.toml` lists",
                (None, _) => "`texts.toml` does not list the text of the record",
                (Some(_), Some(_)) => "`texts.toml` has another hash for the text of the record",
            };
            let help = "compare the record with the text, and state the hash of its normal form in both";
            faults.push(record.error(70, place, message, help));
        }
        let reviewed =
            record.review().filter(|review| review.text_retrieved).and_then(|review| review.text_hash);
        if written.map(str::to_owned) != reviewed.map(|hash| hash.to_string()) {
            let message = "record and review name different texts";
            let help = "review the record with its text, and state the hash of the text in both";
            faults.push(record.error(70, record.place(), message, help));
        }
    }
    faults
}

pub(super) fn facts_of_texts_are_known(context: &Context<'_>) -> Vec<Fault> {
    let terms = &context.terms;
    let words = [
        (&terms.license_strength, words(Strength::ALL)),
        (&terms.share_alike_scope, words(ShareAlikeScope::ALL)),
        (&terms.patent_termination, words(PatentTermination::ALL)),
        (&terms.limit_kind, words(LimitKind::ALL)),
        (&terms.limit_extent, words(LimitExtent::ALL)),
        (&terms.license_class, words(LicenseClass::ALL)),
    ];
    let mut faults = Vec::new();
    for record in context.records() {
        for node in nodes(&record) {
            for (property, known) in &words {
                let literals =
                    node.view.objects(property).filter_map(|(at, object)| Some((at, text_of(object)?)));
                for (at, _) in literals.filter(|(_, value)| !known.contains(value)) {
                    let message = format!("{} has another value than its words", context.name(property));
                    let help = format!("write one of: {}", known.join(", "));
                    faults.push(record.error(70, record.places().object(at), message, help));
                }
            }
        }
    }
    faults
}

fn words<T>(all: &[(T, &'static str)]) -> Vec<&'static str> {
    all.iter().map(|(_, word)| *word).collect()
}

pub(super) fn statements_of_read_records_have_a_reason(context: &Context<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in context.records() {
        let was_read = record.license().text_hash.is_some();
        for (what, quotation) in quotations_of(&record) {
            let problem = if was_read && quotation.convention.is_none() && quotation.locator.is_none() {
                Some((
                    "has neither evidence nor a convention",
                    "quote the words it rests on, or name the convention",
                ))
            } else {
                of_quotation(&record, &quotation)
            };
            if let Some((problem, help)) = problem {
                let message = format!("the {what} {problem}");
                faults.push(record.error(71, record.place_of_node(quotation.triple), message, help));
            }
        }
        for (_, rule) in record.statements() {
            let form = record.node_of(rule).and_then(|node| node.iri(&context.terms.conveyed_form));
            if form.is_some() && rule.form.is_none() {
                let message = format!("the form of {} is unknown", context.name(&rule.action));
                let help = "name the source form or the binary form";
                faults.push(record.error(71, record.place_of(rule), message, help));
            }
        }
    }
    faults
}

/// The words on which a statement, a limit on use or a relicensing rests.
struct Quotation<'c> {
    evidence: Option<&'c str>,
    locator: Option<Locator>,
    convention: Option<&'c str>,
    /// Index of the triple that points at the node.
    triple: usize,
}

/// Everything of a record that rests on words of the text, each with its name in messages.
fn quotations_of<'c>(record: &Record<'c>) -> Vec<(String, Quotation<'c>)> {
    let name = |role: Role, what: String| format!("{} of {what}", role.word());
    let license = record.license();
    let statements = record.statements().map(|(role, rule)| {
        let quotation = Quotation {
            evidence: rule.evidence.as_deref(),
            locator: rule.locator,
            convention: rule.convention.as_deref(),
            triple: rule.triple,
        };
        (name(role, record.context.name(&rule.action)), quotation)
    });
    let limits = license.limits.iter().map(|limit| {
        let (evidence, locator) = (limit.evidence.as_deref(), limit.locator);
        let quotation = Quotation { evidence, locator, convention: None, triple: limit.triple };
        (name(Role::UseLimit, format!("kind `{}`", limit.kind)), quotation)
    });
    let ways = license.relicensing.iter().map(|way| {
        let (evidence, locator) = (way.evidence.as_deref(), way.locator);
        let quotation = Quotation { evidence, locator, convention: None, triple: way.triple };
        (Role::Relicensing.word().to_owned(), quotation)
    });
    statements.chain(limits).chain(ways).collect()
}

/// What is wrong with a quotation by itself.
fn of_quotation(record: &Record<'_>, quotation: &Quotation<'_>) -> Option<(&'static str, &'static str)> {
    let property = &record.context.terms.evidence_locator;
    let triple = record.graph().triples().get(quotation.triple)?;
    let stated = record.graph().node_of(&triple.object)?.text(property);
    match (quotation.evidence, stated) {
        (None, None) => None,
        (Some(_), None) if record.license().text_hash.is_none() => None,
        (Some(_), None) => {
            Some(("has a quotation without a locator", "locate it with `muniment review --propose`"))
        }
        (None, Some(_)) => Some(("has a locator without a quotation", "quote the words")),
        (Some(words), Some(_)) => match quotation.locator {
            None => Some((
                "has a locator that cannot be read",
                "write it as `char=START,END;sha256:HASH` (documentation/license-texts#locator)",
            )),
            Some(_) if words.chars().count() > LONGEST_QUOTATION => {
                Some(("has a quotation of more than 300 characters", "quote only the words that carry it"))
            }
            Some(locator) if ContentHash::of(NormalText::of(words).as_str()) != locator.quote => {
                Some(("has a quotation with another hash than its locator", "locate the quotation again"))
            }
            Some(_) => None,
        },
    }
}

/// The result of comparing quotations with texts.
#[derive(Debug)]
pub struct Quotations {
    /// Quotations and texts that are not as the library says.
    pub faults: Vec<Fault>,
    /// Records whose text was not at hand.
    pub unread: Vec<LicenseId>,
}

/// Check 72: compares every quotation with the text it is from. `text_of` gives a text, `None` if it is not at
/// hand.
#[must_use]
pub fn quotations(
    library: &Library,
    text_of: impl Fn(&LicenseText) -> Option<SourceText> + Sync,
) -> Quotations {
    let context = Context::whole(library);
    let texts: Vec<(&LicenseId, &LicenseText)> = library.texts.iter().collect();
    let compared = texts.par_iter().map(|(id, listed)| match text_of(listed) {
        Some(text) => (of_text(&context, id, listed, &text), None),
        None => (Vec::new(), Some((*id).clone())),
    });
    let (faults, unread): (Vec<_>, Vec<_>) = compared.unzip();
    let mut faults: Vec<Fault> = faults.into_iter().flatten().collect();
    faults.sort();
    Quotations { faults, unread: unread.into_iter().flatten().collect() }
}

fn of_text(context: &Context<'_>, id: &LicenseId, listed: &LicenseText, found: &SourceText) -> Vec<Fault> {
    if !listed.is(found) {
        let message = format!("{} is not the text that `{id}` was compared with", listed.source);
        let help = format!("read version {} of it, or compare the record with this text", listed.version);
        return vec![Fault::error(72, Place::file(TEXTS), message, help).of(id)];
    }
    let Some(record) = context.record(id.as_str()) else { return Vec::new() };
    let normal = NormalText::of(&found.text);
    let is_wrong = |quotation: &Quotation<'_>| quotation.locator.is_some_and(|it| !normal.holds(&it));
    let wrong = quotations_of(&record).into_iter().filter(|(_, quotation)| is_wrong(quotation));
    let wrong = wrong.map(|(what, quotation)| {
        let message = format!("the words that the {what} rests on are not in the text");
        let help = "quote words of the text, and locate them again";
        record.error(72, record.place_of_node(quotation.triple), message, help)
    });
    let sections = Sections::of(&found.text);
    let other = (listed.sections != sections).then(|| {
        let message = format!("`{id}` has other sections than its text");
        let help = if sections.is_empty() {
            "remove `sections`".to_owned()
        } else {
            format!("write `sections = \"{sections}\"`")
        };
        Fault::error(72, Place::file(TEXTS), message, help).of(id)
    });
    wrong.chain(other).collect()
}
