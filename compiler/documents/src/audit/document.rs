use muniment_library::history::current_release;
use muniment_licenses::audit::{ApartFinding, AuditException, LeftOut, LicenseAnswer, LimitedFinding, Part};
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::{ChoiceReason, Context, Labels, Obligation};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;

use super::AuditReport;
use crate::words::Words;

/// The version of the document. It grows when a member is removed or changes its meaning, not when one is added.
const VERSION: u32 = 1;

/// What `muniment audit --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditDocument {
    /// The version of this document: 1. It grows when a member is removed or changes its meaning.
    version: u32,
    /// The release of the library that answers.
    release: String,
    /// What the audit says of all parts, after exceptions: `allowed`, `not-allowed` or `not-determined`.
    verdict: &'static str,
    /// The parts whose answer the audit cannot determine.
    undetermined: UndeterminedDocument,
    /// The format of the inventory.
    format: &'static str,
    /// The identifier of the license of the work; `proprietary` is closed source.
    target: Option<String>,
    /// How the work uses its parts, and how others receive it.
    context: UsageDocument,
    /// The parts, in the order of the inventory.
    parts: Vec<PartDocument>,
    /// Number of parts left out because only development needs them.
    left_out: usize,
    /// What else of the inventory was left out, and why.
    not_read: Vec<LeftOutDocument>,
    /// Names that are no identifiers and stand for a record.
    matched: Vec<MatchDocument>,
    /// Expressions with an `OR`, and what is taken of them.
    choices: Vec<ChoiceDocument>,
    /// Licenses that the library does not have, without those that an exception accepts.
    unknown: Vec<UnknownDocument>,
    /// Identifiers of the licenses whose records nobody has compared with their texts, without those that an exception
    /// accepts.
    unread: Vec<String>,
    /// Lines of the inventory that cannot be read, and what the inventory lacks.
    unreadable: Vec<FaultDocument>,
    /// The answer for each license, worst first; empty without a license of the work.
    answers: Vec<AnswerDocument>,
    /// Pairs of licenses that no work can contain together, without those that an exception accepts; empty with a
    /// license of the work.
    apart: Vec<PairDocument>,
    /// Identifiers of the licenses that a work of all parts can have; empty with a license of the work.
    carriers: Vec<String>,
    /// Whether a work of all parts can be closed source; `false` with a license of the work.
    may_be_closed: bool,
    /// Licenses whose limits on use only the user of the work can judge, or that do not allow its purpose, without those
    /// that an exception accepts.
    limits: Vec<LimitedDocument>,
    /// What the licenses of the parts require.
    obligations: Vec<ObligationDocument>,
    /// Findings that an exception accepts.
    accepted: Vec<AcceptedDocument>,
    /// How the inventory differs from the baseline; null without one.
    since: Option<SinceDocument>,
    /// Number of parts that a file corrects.
    corrected: usize,
    /// Corrections that have expired.
    expired_corrections: Vec<String>,
    /// Corrections that apply to no part.
    unused_corrections: Vec<String>,
    /// Exceptions that have expired.
    expired_exceptions: Vec<ExceptionDocument>,
    /// Exceptions that match nothing.
    unused_exceptions: Vec<ExceptionDocument>,
}

/// Numbers of parts. A part counts once for each reason that it has.
#[derive(Debug, Serialize, JsonSchema)]
struct UndeterminedDocument {
    /// All of them.
    parts: usize,
    /// With a license that the library does not have, or without one.
    unknown: usize,
    /// With a license whose record nobody has compared with the text.
    unread: usize,
    /// With a license whose limits on use only the user of the work can judge.
    undecided: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LeftOutDocument {
    number: usize,
    what: &'static str,
    why: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
struct UsageDocument {
    r#use: &'static str,
    ship: &'static str,
    modified: bool,
    /// What the work is used for.
    purpose: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SinceDocument {
    /// Number of names of parts that the baseline does not have.
    added: usize,
    /// Number of names of the baseline that no part has.
    removed: usize,
    /// Number of findings that the baseline has, too; they are accepted.
    known: usize,
    /// Parts whose licenses changed.
    changed: Vec<ChangedDocument>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ChangedDocument {
    name: String,
    before: String,
    after: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PartDocument {
    name: String,
    /// Empty if unknown.
    version: String,
    /// What the inventory states: expressions and names, which all apply.
    stated: Vec<String>,
    /// The licenses after all choices.
    licenses: Vec<TakenDocument>,
    /// Why a file corrects what the inventory states; null for other parts.
    corrected: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TakenDocument {
    /// The name as the inventory states it.
    name: String,
    /// The identifier of the record; null if the library does not have the license.
    id: Option<String>,
    spdx_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct MatchDocument {
    name: String,
    /// The identifier of the record.
    license: String,
    /// What of the record is equal: `title`, `alias` or `address`.
    by: &'static str,
    /// The text that is equal: the name, or what the inventory states of it.
    stated: String,
    /// Number of parts.
    parts: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ChoiceDocument {
    expression: String,
    /// The names of the licenses that are taken.
    taken: Vec<String>,
    /// What decided it: `known`, `allowed`, `preferred`, `answer`, `carriers`, `conditions`, `best-known` or `identifier`.
    reason: Option<&'static str>,
    /// Number of parts.
    parts: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct UnknownDocument {
    /// The name; null for parts without a license.
    license: Option<String>,
    parts: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct FaultDocument {
    line: usize,
    column: usize,
    message: String,
    remedy: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct AnswerDocument {
    /// The identifier of the record.
    license: String,
    name: String,
    /// `no`, `via`, `if` or `yes`.
    answer: &'static str,
    /// How the work uses the parts: `merged`, `combined` or `aggregated`.
    #[serde(rename = "use")]
    usage: &'static str,
    /// Whether the parts are modified.
    modified: bool,
    because: Vec<ReasonDocument>,
    parts: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ReasonDocument {
    rule: &'static str,
    /// The license by way of which the parts may go into the work.
    by: Option<String>,
    sentence: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LimitedDocument {
    /// The identifier of the record.
    license: String,
    name: String,
    /// Whether the limits do not allow the purpose of the work.
    refused: bool,
    limits: Vec<LimitDocument>,
    /// The words of an exception that decide whether it covers the case.
    proviso: Option<String>,
    parts: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LimitDocument {
    kind: &'static str,
    /// Completes the sentence "You may use it".
    condition: String,
    /// The words of the license.
    evidence: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PairDocument {
    /// The identifiers of the records.
    licenses: [String; 2],
    names: [String; 2],
    parts: [Vec<String>; 2],
    /// Why parts under the first may not go into a work under the second, and the other way round.
    because: [Vec<String>; 2],
    /// The smallest changes that help.
    reliefs: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ObligationDocument {
    /// The IRI of the act.
    action: String,
    label: String,
    /// What to do or not to do, as a sentence.
    instruction: Option<String>,
    /// Whether the licenses require the act (`duty`) or prohibit it (`prohibition`).
    rule: &'static str,
    when: &'static str,
    form: Option<String>,
    /// How the duty is fulfilled.
    fulfilled_by: Option<String>,
    asked_by: Vec<AskedDocument>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct AskedDocument {
    /// The identifier of the record.
    license: String,
    /// The words of the license.
    evidence: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum FindingDocument {
    Answer(AnswerDocument),
    Pair(PairDocument),
    Limited(LimitedDocument),
    Unknown { unknown: Option<String>, parts: [String; 1] },
    Unread { unread: String, parts: Vec<String> },
}

#[derive(Debug, Serialize, JsonSchema)]
struct AcceptedDocument {
    finding: FindingDocument,
    exception: ExceptionDocument,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ExceptionDocument {
    accepts: String,
    reason: String,
    expires: Option<String>,
}

impl AuditDocument {
    /// The JSON Schema of the document.
    ///
    /// # Errors
    /// None: a schema is JSON.
    pub fn schema() -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(&schema_for!(Self))? + "\n")
    }

    /// The document as JSON.
    ///
    /// # Errors
    /// None: every value is text or a number.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

pub(super) fn document(report: &AuditReport<'_>) -> AuditDocument {
    let AuditReport { library, inventory, audit, findings, context, .. } = report;
    let names = NamedFindings {
        report,
        words: Words::new(library, report.names),
        labels: Labels::new(&library.vocabulary.current.content),
        base: library.site.license_base(),
    };
    let matched = audit.matched.iter().map(|found| MatchDocument {
        name: found.name.clone(),
        license: found.record.to_string(),
        by: found.by.word(),
        stated: found.stated.clone(),
        parts: found.parts,
    });
    let choices = audit.choices.iter().map(|choice| ChoiceDocument {
        expression: choice.expression.clone(),
        taken: choice.taken.clone(),
        reason: choice.reason.map(ChoiceReason::word),
        parts: choice.parts,
    });
    let unknown = findings.unknown.iter().filter(|found| found.is_open()).map(|found| {
        let parts = found.parts.iter().filter(|(_, exception)| exception.is_none());
        UnknownDocument {
            license: found.name.map(str::to_owned),
            parts: parts.map(|(part, _)| part.label()).collect(),
        }
    });
    let unreadable = inventory.unreadable.iter().map(|fault| FaultDocument {
        line: fault.line,
        column: fault.column,
        message: fault.message.clone(),
        remedy: fault.remedy.clone(),
    });
    let not_read = inventory.left_out.iter();
    let not_read = not_read.map(|&LeftOut { number, what, why }| LeftOutDocument { number, what, why });
    AuditDocument {
        version: VERSION,
        release: current_release(library).id.to_string(),
        verdict: findings.verdict.word(),
        undetermined: UndeterminedDocument {
            parts: findings.undetermined.parts,
            unknown: findings.undetermined.unknown,
            unread: findings.undetermined.unread,
            undecided: findings.undetermined.undecided,
        },
        format: inventory.format.name(),
        target: context.target.map(|work| work.id().to_owned()),
        context: UsageDocument {
            r#use: context.usage.usage.word(),
            ship: context.usage.shipping.word(),
            modified: context.usage.modified,
            purpose: context.usage.purpose.word(),
        },
        parts: audit.parts.iter().map(|part| names.part(part)).collect(),
        left_out: audit.left_out,
        not_read: not_read.collect(),
        matched: matched.collect(),
        choices: choices.collect(),
        unknown: unknown.collect(),
        unread: report.unread().into_iter().map(ToString::to_string).collect(),
        unreadable: unreadable.collect(),
        answers: findings.answers.iter().map(|found| names.answer(found)).collect(),
        apart: report.apart().into_iter().map(|found| names.pair(found)).collect(),
        carriers: findings.carriers.iter().map(ToString::to_string).collect(),
        may_be_closed: findings.may_be_closed,
        limits: report.limited().into_iter().map(|found| names.limited(found)).collect(),
        obligations: report.obligations().iter().map(|duty| names.obligation(duty)).collect(),
        accepted: names.accepted(),
        since: report.since_baseline().map(|(changes, known)| SinceDocument {
            added: changes.added,
            removed: changes.removed,
            known,
            changed: changes
                .changed
                .into_iter()
                .map(|(name, before, after)| ChangedDocument { name: name.to_owned(), before, after })
                .collect(),
        }),
        corrected: report.corrections.corrected,
        expired_corrections: report.corrections.expired.iter().map(ToString::to_string).collect(),
        unused_corrections: report.corrections.unused.iter().map(ToString::to_string).collect(),
        expired_exceptions: findings.expired.iter().map(|it| exception(it)).collect(),
        unused_exceptions: findings.unused.iter().map(|it| exception(it)).collect(),
    }
}

/// Findings with the names of licenses and acts.
struct NamedFindings<'r> {
    report: &'r AuditReport<'r>,
    words: Words<'r>,
    labels: Labels<'r>,
    /// What the IRIs of records begin with.
    base: String,
}

impl NamedFindings<'_> {
    fn part(&self, part: &Part<'_>) -> PartDocument {
        let licenses = part.licenses.iter().map(|license| {
            let model = license.record.and_then(|id| self.report.library.licenses.get(id));
            TakenDocument {
                name: license.name.clone(),
                id: license.record.map(ToString::to_string),
                spdx_id: model.and_then(|model| model.current.content.spdx.clone()),
            }
        });
        PartDocument {
            name: part.component.name.clone(),
            version: part.component.version.clone(),
            stated: part.component.stated_licenses().to_vec(),
            licenses: licenses.collect(),
            corrected: part.component.corrected.as_ref().map(|corrected| corrected.reason.to_string()),
        }
    }

    fn answer(&self, answer: &LicenseAnswer<'_>) -> AnswerDocument {
        let reasons = answer.found.reasons.iter().map(|reason| ReasonDocument {
            rule: reason.rule.word(),
            by: reason.by.map(|iri| self.identifier(iri)),
            sentence: self.words.reason(reason, answer.license, self.report.context.target),
        });
        AnswerDocument {
            license: answer.license.to_string(),
            name: self.report.names.shown(answer.license).to_owned(),
            answer: answer.found.answer.word(),
            usage: answer.context.usage.word(),
            modified: answer.context.modified,
            because: reasons.collect(),
            parts: self.parts_in(answer.license, answer.context),
        }
    }

    fn pair(&self, found: &ApartFinding<'_>) -> PairDocument {
        let ([one, other], [context, other_context]) = (found.licenses, found.contexts);
        PairDocument {
            licenses: found.licenses.map(ToString::to_string),
            names: found.licenses.map(|id| self.report.names.shown(id).to_owned()),
            parts: [self.parts_in(one, context), self.parts_in(other, other_context)],
            because: self.words.clash(found),
            reliefs: self.words.reliefs(found),
        }
    }

    fn limited(&self, found: &LimitedFinding<'_>) -> LimitedDocument {
        let limits = found.limits.iter().map(|limit| LimitDocument {
            kind: limit.kind.word(),
            condition: limit.condition.clone(),
            evidence: limit.evidence.clone(),
        });
        LimitedDocument {
            license: found.license.to_string(),
            name: self.report.names.shown(found.license).to_owned(),
            refused: found.is_refused,
            limits: limits.collect(),
            proviso: found.proviso.map(str::to_owned),
            parts: self.parts_in(found.license, found.context),
        }
    }

    fn obligation(&self, duty: &Obligation<'_>) -> ObligationDocument {
        let asked = duty.asked.iter().map(|(license, duty)| AskedDocument {
            license: self.identifier(license),
            evidence: duty.evidence.clone(),
        });
        ObligationDocument {
            action: duty.act.to_owned(),
            label: self.labels.label(duty.act),
            instruction: self.labels.instruction(duty.act).map(str::to_owned),
            rule: duty.demand.word(),
            when: duty.trigger.word(),
            form: duty.form.map(|form| form.to_string()),
            fulfilled_by: self.labels.meaning(duty.act).map(str::to_owned),
            asked_by: asked.collect(),
        }
    }

    fn accepted(&self) -> Vec<AcceptedDocument> {
        let findings = self.report.findings;
        let answers = findings.answers.iter().filter_map(|found| {
            let exception = found.exception?;
            Some((FindingDocument::Answer(self.answer(found)), exception))
        });
        let pairs = findings.apart.iter().filter_map(|found| {
            let exception = found.exception?;
            Some((FindingDocument::Pair(self.pair(found)), exception))
        });
        let limited = findings.limited.iter().filter_map(|found| {
            let exception = found.exception?;
            Some((FindingDocument::Limited(self.limited(found)), exception))
        });
        let unknown = findings.unknown.iter().flat_map(|found| {
            let accepted = found.parts.iter().filter_map(|(part, exception)| Some((part, (*exception)?)));
            accepted.map(|(part, exception)| {
                let unknown = found.name.map(str::to_owned);
                (FindingDocument::Unknown { unknown, parts: [part.label()] }, exception)
            })
        });
        let unread = findings.unread.iter().filter_map(|found| {
            let (unread, parts) = (found.license.to_string(), self.parts_under(found.license));
            Some((FindingDocument::Unread { unread, parts }, found.exception?))
        });
        let accepted = answers.chain(pairs).chain(limited).chain(unknown).chain(unread);
        accepted.map(|(finding, by)| AcceptedDocument { finding, exception: exception(by) }).collect()
    }

    fn parts_under(&self, license: &LicenseId) -> Vec<String> {
        self.report.findings.parts_under(license).iter().map(|part| part.label()).collect()
    }

    fn parts_in(&self, license: &LicenseId, context: Context) -> Vec<String> {
        self.report.findings.parts_in(license, context).iter().map(|part| part.label()).collect()
    }

    /// The identifier of the record with an IRI.
    fn identifier(&self, iri: &str) -> String {
        iri.strip_prefix(&self.base).unwrap_or(iri).to_owned()
    }
}

fn exception(exception: &AuditException<'_>) -> ExceptionDocument {
    ExceptionDocument {
        accepts: exception.to_string(),
        reason: exception.reason.clone(),
        expires: exception.expires.map(|day| day.to_string()),
    }
}
