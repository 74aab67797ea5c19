//! The document of a question about containment, and its answer (spec:reasoning#question).

mod answered;
mod question;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::statements::{LimitObject, StatementObject};
use super::{ParameterFault, Refused};
use crate::api::MOST_FAULTS;
use crate::api::openapi::schema::{Iri, ModelId};
use answered::Answered;
use muniment_licenses::find::{Expression, Expressions};
use muniment_licenses::model::{Library, LicenseId, LicenseNames};
use muniment_licenses::reason::{
    Alternatives, Answer, Context, Labels, Question, QuestionPart, TermsIndex, Work, is_closed_source,
};
pub(super) use question::ContainmentRequest;
pub use question::word_of;
pub use question::{AskedPart, ContainmentQuestion};

/// Whether a part may go into a work.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Containment")]
pub struct ContainmentObject<'l> {
    /// The parts that the request asks about, in its order.
    #[serde(rename = "in")]
    asked: Vec<AskedObject<'l>>,
    /// The license of the work; `proprietary` is closed source.
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
    /// If the answer is `no`: what one can still do with the parts that may not go into the work.
    still: Vec<StillObject<'l>>,
    /// The limits on use that everybody has to keep who uses the parts. Nobody but the user knows whether they are kept.
    /// Empty if the answer is `no`.
    limits: Vec<LimitOfPart<'l>>,
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
    expression: &'l str,
    /// How the work uses it.
    #[serde(rename = "use")]
    #[schemars(extend("enum" = ["merged", "combined", "aggregated"]))]
    usage: &'static str,
    modified: bool,
    #[schemars(extend("enum" = ["yes", "if", "via", "no"]))]
    answer: &'static str,
    /// The licenses that its answer counts.
    licenses: Vec<ModelId<&'l str>>,
    /// What decided the choice of `OR`; null without a choice.
    #[schemars(extend("enum" = ["known", "allowed", "preferred", "answer", "carriers", "conditions", "best-known", "identifier", null]))]
    choice: Option<&'static str>,
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
    /// What the work is used for. Use in the work of a business is `commercial`.
    #[schemars(extend("enum" = ["commercial", "noncommercial", "research"]))]
    purpose: &'static str,
}

impl From<Context> for ContextObject {
    fn from(context: Context) -> Self {
        Self {
            usage: context.usage.word(),
            ship: context.shipping.word(),
            modified: context.modified,
            purpose: context.purpose.word(),
        }
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
    /// How the work uses the part.
    #[serde(rename = "use")]
    #[schemars(extend("enum" = ["merged", "combined", "aggregated"]))]
    usage: &'static str,
    modified: bool,
    /// The answer and its reasons in words.
    sentence: String,
    /// The words of an exception or of a clause for some works that decide whether it covers the case; null if the answer does
    /// not rest on such words.
    proviso: Option<&'l str>,
    /// Whether the record was compared with the text of its license. If not, the answer is less certain.
    text_compared: bool,
}

/// A rule of containment that fired.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContainmentReason")]
struct ReasonObject<'l> {
    /// The license of the part.
    license: ModelId<&'l str>,
    #[schemars(extend("enum" = ["limited", "same", "later", "named", "by-way-of", "beside", "excepted", "barred", "withheld", "restricted", "kept", "claimed", "locked"]))]
    rule: &'static str,
    /// The license that the rule `by-way-of` leads over.
    by: Option<ModelId<&'l str>>,
    sentence: String,
    /// The limits on use of the license of the part on which it rests.
    limits: Vec<LimitObject<'l>>,
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
    /// Whether the license requires the act or prohibits it.
    #[schemars(extend("enum" = ["duty", "prohibition"]))]
    rule: &'static str,
    /// What brings it: changing the part, giving changed copies to others, giving copies to others, use over a network, use
    /// in-house that is more than research, or any use in-house.
    #[schemars(extend("enum" = ["changing", "sharing-changed", "sharing", "network", "use", "in-house"]))]
    when: &'static str,
    /// `source` or `binary` if only a work in that form brings it.
    form: Option<String>,
    /// Duties of one license with the same group are alternatives: one of them suffices.
    alternative: Option<&'l str>,
    /// What share-alike reaches, if it is about that.
    reach: Option<String>,
    /// The words of the license text that require it.
    evidence: Option<&'l str>,
}

/// A limit on the use of parts under a license.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LimitOfPart")]
struct LimitOfPart<'l> {
    license: ModelId<&'l str>,
    #[serde(flatten)]
    limit: LimitObject<'l>,
}

/// What one can still do with parts under a license.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Remedy")]
struct StillObject<'l> {
    license: ModelId<&'l str>,
    #[schemars(extend("enum" = ["same-license", "combine", "separate", "service", "internal", "unmodified", "noncommercial", "research"]))]
    change: &'static str,
    /// In words that follow "You can still".
    sentence: String,
}

/// What to do for all parts.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Obligation")]
struct ObligationObject<'l> {
    action: Iri<&'l str>,
    label: String,
    /// What to do or not to do, as a sentence; null if the vocabulary has none.
    instruction: Option<&'l str>,
    /// Whether the licenses require the act or prohibit it.
    #[schemars(extend("enum" = ["duty", "prohibition"]))]
    rule: &'static str,
    #[schemars(extend("enum" = ["changing", "sharing-changed", "sharing", "network", "use", "in-house"]))]
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
    /// Obligations of one license with the same group are alternatives: one of them suffices.
    alternative: Option<&'l str>,
    /// What share-alike of the license reaches, if the obligation is about that.
    reach: Option<String>,
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

/// The most unknown names that one fault tells.
const MOST_TOLD: usize = 10;

/// Stands in every document of answers.
pub const NOTICE: &str = "Computed from the statements of the records. This is not legal advice.";

/// Whether parts may go into a work, and how to do it.
///
/// # Errors
/// Parameters are faulty: every fault is named.
pub fn containment<'l, R>(
    question: &ContainmentQuestion,
    library: &'l Library,
    names: &'l LicenseNames<'l>,
    index: &'l TermsIndex,
    answer: impl FnOnce(ContainmentObject<'_>) -> R,
) -> Result<R, Refused> {
    let ContainmentQuestion { location, parts, work, context, prefer, faults } = question;
    let mut faults = faults.clone();
    let expressions = Expressions::new(names.spdx());
    let terms = |id: &LicenseId| Some(index.work(library, id)?.terms);
    let mut known: BTreeMap<&str, Option<Expression<'l>>> = BTreeMap::new();
    let (mut licenses, most) = (0, ContainmentQuestion::MAX_LICENSES);
    for part in parts {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let known = known.entry(&part.expression).or_insert_with(|| {
            let read = known_expression(&expressions, &part.expression);
            // Equal parts have one fault, told of the first of them.
            read.map_err(|detail| faults.push(ParameterFault::new(location, &part.name, detail))).ok()
        });
        licenses += known.as_ref().map_or(0, |expression| expression.licenses().len());
        if licenses > most {
            let detail = format!("the parts have more than {most} licenses together");
            faults.push(ParameterFault::new(location, &part.name, detail));
            break;
        }
    }
    let work = work.as_ref().and_then(|text| {
        let read = work_of(&expressions, text, library, index);
        read.map_err(|detail| faults.push(ParameterFault::new(location, "out", detail))).ok()
    });
    let mut preferred: Vec<&str> = Vec::new();
    for (place, name) in prefer.iter().enumerate() {
        let read = known_expression(&expressions, name).and_then(|read| {
            let record = read.single().and_then(terms);
            record.ok_or_else(|| "it is not one license".to_owned())
        });
        match read {
            Ok(terms) => preferred.push(terms.iri()),
            Err(detail) => faults.push(ParameterFault::new(location, &format!("prefer[{place}]"), detail)),
        }
    }
    let Some(work) = work.filter(|_| faults.is_empty()) else { return Err(Refused::parameters(faults)) };
    let parts: Vec<(&AskedPart, &Expression<'l>)> = parts
        .iter()
        .filter_map(|part| Some((part, known.get(part.expression.as_str())?.as_ref()?)))
        .collect();
    let asked = parts.iter().map(|(part, expression)| QuestionPart {
        licenses: Alternatives::of(expression, &terms),
        usage: part.usage.unwrap_or(context.usage),
        modified: part.modified.unwrap_or(context.modified),
    });
    let question = Question {
        parts: asked.collect(),
        work: Some(work.terms),
        shipping: context.shipping,
        purpose: context.purpose,
        preferred,
    };
    let settlement = index.settle(&question);
    let asked: Vec<&AskedPart> = parts.iter().map(|(part, _)| *part).collect();
    let labels = Labels::new(&library.vocabulary.current.content);
    let answered = Answered { library, index, labels, work, context: *context };
    Ok(answer(answered.document(&asked, &settlement)))
}

/// An expression whose licenses all are records.
///
/// # Errors
/// It is no expression, names closed source, or licenses that the library has no record of.
pub fn known_expression<'l>(expressions: &Expressions<'l>, text: &str) -> Result<Expression<'l>, String> {
    if is_closed_source(text) {
        return Err("closed source is the license of a work, never of a part".to_owned());
    }
    let expression = expressions.parse(text).map_err(|error| error.to_string())?;
    let licenses = expression.licenses();
    let unknown: BTreeSet<&str> =
        licenses.iter().filter(|it| it.record.is_none()).map(|license| license.name.as_str()).collect();
    if unknown.is_empty() {
        return Ok(expression);
    }
    let told: Vec<&str> = unknown.iter().copied().take(MOST_TOLD).collect();
    let more = match unknown.len() - told.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Err(format!("the library has no record of `{}`{more}", told.join("`, `")))
}

fn work_of<'l>(
    expressions: &Expressions<'l>,
    text: &str,
    library: &'l Library,
    index: &'l TermsIndex,
) -> Result<Work<'l>, String> {
    if is_closed_source(text) {
        return Ok(index.closed_work());
    }
    let read = known_expression(expressions, text)?;
    let id = read.single().ok_or("a work is under one license")?;
    index.work(library, id).ok_or_else(|| format!("the library has no record of `{id}`"))
}
