mod question;
mod text;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::statements::StatementObject;
use super::{ParameterFault, Refused};
use crate::api::openapi::schema::{Iri, ModelId};
use muniment_licenses::find::{ExpressedLicense, Expression, Expressions};
use muniment_licenses::model::terms::cc;
use muniment_licenses::model::{Library, License, LicenseId, LicenseNames, Vocabulary};
use muniment_licenses::reason::{Answer, Containment, Context, Duty, Labels, Reasoner, Terms, obligations};
pub use question::{AskedPart, ContainmentQuestion};
pub(super) use question::{ContainmentRequest, word_of};

/// Whether a part may go into a work.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Containment")]
pub struct ContainmentObject<'l> {
    /// The parts that the request asks about, in its order.
    #[serde(rename = "in")]
    asked: Vec<AskedObject<'l>>,
    /// The license of the work.
    out: ModelId<&'l str>,
    context: ContextObject,
    /// `yes` without conditions, `if` with conditions, `via` because the license of the part leads to that of the work,
    /// or `no`. For several parts it is the worst of their answers: whatever a part requires of the rest of the work, it
    /// requires of the license of the work.
    #[schemars(extend("enum" = ["yes", "if", "via", "no"]))]
    answer: &'static str,
    /// The licenses that the answer counts, each once: all licenses of `AND`, the best one of `OR`.
    parts: Vec<PartObject<'l>>,
    /// The rules that decide; empty if none was needed.
    because: Vec<ReasonObject<'l>>,
    /// What each license requires in this context. Empty if the answer is `no`.
    conditions: Vec<ConditionObject<'l>>,
    /// The same without repetition, in the order of doing.
    obligations: Vec<ObligationObject<'l>>,
    /// The licenses whose texts go with the work, because they require their notices to be kept.
    texts: Vec<TextObject<'l>>,
    notice: &'static str,
}

/// A part that the request asks about.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AskedPart")]
struct AskedObject<'l> {
    /// Its license as the request states it.
    expression: String,
    #[schemars(extend("enum" = ["yes", "if", "via", "no"]))]
    answer: &'static str,
    /// The licenses that its answer counts.
    licenses: Vec<ModelId<&'l str>>,
}

/// How the part is used in the work. What the request leaves out has the value of the default context.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "ContainmentContext")]
pub(in crate::api) struct ContextObject {
    /// `merged` into files of the work, `combined` as a thing of its own, or `aggregated` beside it on one medium.
    #[serde(rename = "use")]
    #[schemars(extend("enum" = ["merged", "combined", "aggregated"]))]
    usage: &'static str,
    /// How others receive the work.
    #[schemars(extend("enum" = ["internal", "service", "binary", "source"]))]
    ship: &'static str,
    /// Whether the part was modified. A merged part counts as modified in any case.
    modified: bool,
}

impl From<Context> for ContextObject {
    fn from(context: Context) -> Self {
        Self { usage: context.usage.word(), ship: context.shipping.word(), modified: context.modified }
    }
}

/// A license of a part.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContainedPart")]
struct PartObject<'l> {
    license: ModelId<&'l str>,
    title: &'l str,
    #[schemars(extend("enum" = ["yes", "if", "via", "no"]))]
    answer: &'static str,
    /// The answer and its reasons in words.
    sentence: String,
    /// Whether the record was compared with the text of its license. If not, the answer is less certain.
    text_compared: bool,
}

/// A rule of containment that fired.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContainmentReason")]
struct ReasonObject<'l> {
    /// The license of the part.
    license: ModelId<&'l str>,
    #[schemars(extend("enum" = ["same", "later", "named", "by-way-of", "beside", "barred", "withheld", "restricted", "kept", "claimed", "locked"]))]
    rule: &'static str,
    /// The later version of the rule `by-way-of`.
    by: Option<ModelId<&'l str>>,
    sentence: String,
    /// Statements of the license of the part on which it rests.
    statements_in: Vec<StatementObject<'l>>,
    /// Statements of the license of the work on which it rests.
    statements_out: Vec<StatementObject<'l>>,
}

/// A duty of one license.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContainmentCondition")]
struct ConditionObject<'l> {
    license: ModelId<&'l str>,
    action: Iri<&'l str>,
    /// What brings the duty: giving changed copies to others, giving copies to others, or use over a network.
    #[schemars(extend("enum" = ["sharing-changed", "sharing", "network"]))]
    when: &'static str,
    /// `source` or `binary` if only a work in that form brings it.
    form: Option<String>,
    /// Duties of one license with the same group are alternatives: one of them suffices.
    alternative: Option<&'l str>,
    /// The words of the license text that require it.
    evidence: Option<&'l str>,
}

/// What to do for all parts.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Obligation")]
struct ObligationObject<'l> {
    action: Iri<&'l str>,
    label: String,
    #[schemars(extend("enum" = ["sharing-changed", "sharing", "network"]))]
    when: &'static str,
    form: Option<String>,
    /// What fulfils it, in the words of the vocabulary.
    fulfilled_by: Option<&'l str>,
    /// The licenses that ask for it.
    asked_by: Vec<AskingObject<'l>>,
}

/// A license that asks for an obligation.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ObligationSource")]
struct AskingObject<'l> {
    license: ModelId<&'l str>,
    /// The words of the license text that require it.
    evidence: Option<&'l str>,
}

/// A license text that goes with the work.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "IncludedText")]
struct TextObject<'l> {
    license: ModelId<&'l str>,
    title: &'l str,
    /// Address of the authoritative text.
    legalcode: Option<&'l str>,
}

impl ContainmentObject<'_> {
    /// Whether the part may go into the work, perhaps on conditions.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.answer != Answer::No.word()
    }
}

/// Stands in every document of answers.
pub const NOTICE: &str = "Computed from the statements of the records. This is not legal advice.";

/// Whether a part may go into a work.
///
/// # Errors
/// Parameters are faulty: every fault is named.
pub fn containment<'l>(
    question: ContainmentQuestion,
    library: &'l Library,
    names: &'l LicenseNames<'l>,
    reasoner: &'l Reasoner,
) -> Result<ContainmentObject<'l>, Refused> {
    let ContainmentQuestion { location, parts, work, context, mut faults } = question;
    let expressions = Expressions::new(library, names.spdx());
    let records = Records { library, reasoner };
    let asked: Vec<(AskedPart, Option<Asked<'l>>)> = parts
        .into_iter()
        .map(|part| {
            let read = records.expression(&expressions, &part.expression);
            let read = read.map_err(|detail| faults.push(ParameterFault::new(location, &part.name, detail)));
            (part, read.ok())
        })
        .collect();
    let work = work.and_then(|text| {
        let read = match records.expression(&expressions, &text) {
            Ok(Asked::License(work)) => Ok(work),
            Ok(Asked::All(_) | Asked::Any(_)) => Err("a work is under one license".to_owned()),
            Err(detail) => Err(detail),
        };
        read.map_err(|detail| faults.push(ParameterFault::new(location, "out", detail))).ok()
    });
    let Some(work) = work.filter(|_| faults.is_empty()) else { return Err(Refused::parameters(faults)) };
    let settled = asked
        .into_iter()
        .filter_map(|(part, asked)| Some((part.expression, asked?.settled(work, context, reasoner))));
    Ok(records.answer(work, context, settled.collect()))
}

/// A license of the library.
#[derive(Debug, Clone, Copy)]
struct Record<'l> {
    id: &'l LicenseId,
    license: &'l License,
    terms: &'l Terms,
}

/// An expression, all of whose licenses are of the library.
enum Asked<'l> {
    License(Record<'l>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

struct Records<'l> {
    library: &'l Library,
    reasoner: &'l Reasoner,
}

impl<'l> Records<'l> {
    fn expression(&self, expressions: &Expressions<'l>, text: &str) -> Result<Asked<'l>, String> {
        let expression = expressions.parse(text).map_err(|error| error.to_string())?;
        let licenses = expression.licenses();
        let unknown = licenses.iter().filter(|license| self.record(license).is_none());
        let unknown: Vec<&str> = unknown.map(|license| license.name.as_str()).collect();
        let asked = self.asked(&expression);
        asked.ok_or_else(|| format!("the library has no record of `{}`", unknown.join("`, `")))
    }

    fn asked(&self, expression: &Expression<'l>) -> Option<Asked<'l>> {
        let all = |parts: &[Expression<'l>]| -> Option<Vec<Asked<'l>>> {
            parts.iter().map(|part| self.asked(part)).collect()
        };
        Some(match expression {
            Expression::License(license) => Asked::License(self.record(license)?),
            Expression::All(parts) => Asked::All(all(parts)?),
            Expression::Any(parts) => Asked::Any(all(parts)?),
        })
    }

    fn record(&self, license: &ExpressedLicense<'l>) -> Option<Record<'l>> {
        let id = license.record?;
        let model = self.library.licenses.get(id)?;
        Some(Record { id, license: &model.current.content, terms: self.reasoner.terms(&model.iri)? })
    }
}

/// The licenses of a part that count, each with its answer.
struct Settled<'l> {
    answer: Answer,
    parts: Vec<(Record<'l>, Containment<'l>)>,
}

impl<'l> Asked<'l> {
    /// The answer of `AND` is the worst of its parts; that of `OR` is the best, and of equal ones the first.
    fn settled(&self, work: Record<'l>, context: Context, reasoner: &'l Reasoner) -> Settled<'l> {
        match self {
            Self::License(part) => {
                let found = reasoner.contain(part.terms, work.terms, context);
                Settled { answer: found.answer, parts: vec![(*part, found)] }
            }
            Self::All(parts) => {
                let settled: Vec<Settled<'l>> =
                    parts.iter().map(|part| part.settled(work, context, reasoner)).collect();
                let answer = settled.iter().map(|part| part.answer).max().unwrap_or(Answer::Yes);
                Settled { answer, parts: settled.into_iter().flat_map(|part| part.parts).collect() }
            }
            Self::Any(parts) => {
                let settled = parts.iter().map(|part| part.settled(work, context, reasoner));
                let best = settled.min_by_key(|part| part.answer);
                best.unwrap_or(Settled { answer: Answer::Yes, parts: Vec::new() })
            }
        }
    }
}

impl<'l> Records<'l> {
    fn answer(
        &self,
        work: Record<'l>,
        context: Context,
        settled: Vec<(String, Settled<'l>)>,
    ) -> ContainmentObject<'l> {
        let vocabulary: &Vocabulary = &self.library.vocabulary.current.content;
        let labels = &Labels::new(vocabulary);
        let answer = settled.iter().map(|(_, part)| part.answer).max().unwrap_or(Answer::Yes);
        let asked = settled.iter().map(|(expression, part)| AskedObject {
            expression: expression.clone(),
            answer: part.answer.word(),
            licenses: part.parts.iter().map(|(record, _)| ModelId(record.id.as_str())).collect(),
        });
        let asked = asked.collect();
        let mut ids: BTreeMap<&str, &LicenseId> = BTreeMap::new();
        let of_parts = settled.into_iter().flat_map(|(_, part)| part.parts);
        // In one context a license has one answer.
        let counted: Vec<(Record<'l>, Containment<'l>)> =
            of_parts.filter(|(record, found)| ids.insert(found.part, record.id).is_none()).collect();
        let title = |record: Record<'l>| record.license.title.value.as_str();
        let by_iri = |iri: &str| self.library.licenses.iter().find(|(_, model)| model.iri == iri);
        let name = |iri: &str| {
            by_iri(iri).map(|(_, model)| model.current.content.title.value.clone()).unwrap_or_default()
        };
        let parts = counted.iter().map(|(record, found)| PartObject {
            license: ModelId(record.id.as_str()),
            title: title(*record),
            answer: found.answer.word(),
            sentence: found.sentence(title(*record), title(work), name, labels),
            text_compared: record.license.text_hash.is_some(),
        });
        let because = counted.iter().flat_map(|(record, found)| {
            found.reasons.iter().map(|reason| ReasonObject {
                license: ModelId(record.id.as_str()),
                rule: reason.rule.word(),
                by: reason.by.and_then(by_iri).map(|(id, _)| ModelId(id.as_str())),
                sentence: reason.sentence(title(*record), title(work), name, labels),
                statements_in: StatementObject::about(record.license, &reason.of_part),
                statements_out: StatementObject::about(work.license, &reason.of_work),
            })
        });
        let is_refused = answer == Answer::No;
        let allowed: Vec<Containment<'l>> = match is_refused {
            true => Vec::new(),
            false => counted.iter().map(|(_, found)| found.clone()).collect(),
        };
        let id = |iri: &str| ModelId(ids.get(iri).map(|id| id.as_str()).unwrap_or_default());
        ContainmentObject {
            asked,
            out: ModelId(work.id.as_str()),
            context: context.into(),
            answer: answer.word(),
            parts: parts.collect(),
            because: because.collect(),
            conditions: allowed
                .iter()
                .flat_map(|found| {
                    found.conditions.iter().map(|duty| ConditionObject::of(id(found.part), duty))
                })
                .collect(),
            obligations: obligations(&allowed)
                .into_iter()
                .map(|it| ObligationObject {
                    action: Iri(it.act),
                    label: labels.label(it.act),
                    when: it.trigger.word(),
                    form: it.form.map(|form| form.to_string()),
                    fulfilled_by: labels.meaning(it.act),
                    asked_by: it
                        .asked
                        .iter()
                        .map(|(license, duty)| AskingObject {
                            license: id(license),
                            evidence: duty.evidence.as_deref(),
                        })
                        .collect(),
                })
                .collect(),
            texts: counted
                .iter()
                .filter(|(_, found)| found.conditions.iter().any(|duty| duty.act == cc::NOTICE))
                .filter(|_| !is_refused)
                .map(|(record, _)| TextObject {
                    license: ModelId(record.id.as_str()),
                    title: title(*record),
                    legalcode: record.license.legalcode.as_deref(),
                })
                .collect(),
            notice: NOTICE,
        }
    }
}

impl<'l> ConditionObject<'l> {
    fn of(license: ModelId<&'l str>, duty: &'l Duty) -> Self {
        Self {
            license,
            action: Iri(&duty.act),
            when: duty.trigger.word(),
            form: duty.form.map(|form| form.to_string()),
            alternative: duty.group.as_deref(),
            evidence: duty.evidence.as_deref(),
        }
    }
}
