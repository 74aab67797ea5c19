use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use crate::api::openapi::schema::{Iri, ModelId, by_hand};
use crate::api::openapi::shapes::{content_hash, nullable};
use muniment_licenses::model::{License, LicenseClass, OwnTerms, Position, Rule, UseLimit};
use muniment_licenses::text::Locator;
use muniment_licenses::training::Training;

/// What a license says, and the words of its text that say so. One answer about one version has these members; an
/// item of a list does not.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct Statements<'l> {
    /// Hash of the normal form of the text with which the record was compared; null if it was not compared.
    #[schemars(schema_with = "hash_or_null")]
    text_hash: Option<String>,
    /// One sentence: what makes the license different for a user.
    feature: Option<&'l str>,
    /// What the license keeps or withholds, such as `permissive` or `strong-copyleft`.
    strength: Option<String>,
    /// What its share-alike reaches: `none`, `file`, `library`, `adaptation` or `work`.
    share_alike_scope: Option<String>,
    /// What a patent suit ends: the `patent` license or `all` of the license.
    patent_termination: Option<String>,
    /// Whether the text forbids further restrictions on recipients.
    no_further_restrictions: bool,
    /// Whether the Open Source Initiative approved it, as the SPDX list says; null if the list does not have it.
    osi_approved: Option<bool>,
    /// Whether the Free Software Foundation calls it free, as the SPDX list says; null if the list does not have it.
    fsf_free: Option<bool>,
    /// Whether a model may be trained on the work.
    model_training: TrainingObject<'l>,
    /// Limits that everybody who uses the work has to keep.
    limits: Vec<LimitObject<'l>>,
    /// Other licenses under which everyone who has a copy may take it.
    relicensing: Vec<RelicensingObject<'l>>,
    /// Permissions, prohibitions and duties in the order of their acts; a duty follows its permission.
    statements: Vec<StatementObject<'l>>,
}

/// A limit that everybody who uses the work has to keep (spec:license-texts#limits).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "UseLimit")]
pub(super) struct LimitObject<'l> {
    #[schemars(extend("enum" = ["commerce", "research", "production", "hosting", "competition", "field", "threshold", "policy", "territory"]))]
    kind: &'static str,
    /// To every use, where others receive or use the work, to services, or where copies are given.
    #[schemars(extend("enum" = ["everywhere", "others", "service", "copies"]))]
    applies: &'static str,
    /// Completes the sentence "You may use it".
    condition: &'l str,
    /// The limit as a sentence for the user of the work.
    pub(super) sentence: String,
    /// The words of the text that say so.
    evidence: Option<&'l str>,
    /// Where these words stand in the normal form of the text.
    locator: Option<LocatorObject>,
}

impl<'l> LimitObject<'l> {
    pub(super) fn of(limit: &'l UseLimit) -> Self {
        Self {
            kind: limit.kind.word(),
            applies: limit.extent.word(),
            condition: &limit.condition,
            sentence: limit.instruction(),
            evidence: limit.evidence.as_deref(),
            locator: limit.locator.map(LocatorObject::of),
        }
    }

    /// The words of the text that make the limit.
    pub(super) const fn evidence(&self) -> Option<&'l str> {
        self.evidence
    }
}

/// Other licenses under which everyone who has a copy may take it (spec:license-texts#relicensing).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Relicensing")]
struct RelicensingObject<'l> {
    /// The licenses that the text names.
    under: Vec<ModelId<&'l str>>,
    /// A class of licenses that the text describes.
    #[schemars(extend("enum" = ["source-copyleft", "open-source", "any", null]))]
    class: Option<&'static str>,
    /// The time after publication from which it is allowed, as an XML Schema duration; null for at once.
    after: Option<&'l str>,
    /// The works for which it is allowed, in the words of the text; null for all.
    works: Option<&'l str>,
    /// The duties of whoever takes the copy under another license.
    duties: Vec<StatementObject<'l>>,
    /// The words of the text that say so.
    evidence: Option<&'l str>,
    /// Where these words stand in the normal form of the text.
    locator: Option<LocatorObject>,
}

/// What the statements mean for training a model on the work (spec:reasoning#training).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ModelTraining")]
struct TrainingObject<'l> {
    #[schemars(extend("enum" = ["yes", "yes-if", "no"]))]
    answer: String,
    /// `named` if a statement names training; `grants` if the answer follows from the other statements.
    #[schemars(extend("enum" = ["named", "grants"]))]
    basis: String,
    /// The conditions of `yes-if`; for `no`, the reason.
    conditions: Vec<ConditionObject<'l>>,
}

/// A condition of training a model on the work.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TrainingCondition")]
struct ConditionObject<'l> {
    /// While the model is trained, or when data or the model is shared.
    #[schemars(extend("enum" = ["training", "sharing"]))]
    when: String,
    /// The act that the license prohibits, requires or does not permit; null for a fact of the text as a whole.
    action: Option<Iri<&'l str>>,
    sentence: &'static str,
}

/// A permission, prohibition or duty.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Statement")]
pub(super) struct StatementObject<'l> {
    #[schemars(extend("enum" = ["permission", "prohibition", "duty"]))]
    kind: &'static str,
    action: Iri<&'l str>,
    /// The permission on which a duty hangs; null for a duty of the license as a whole.
    attached_to: Option<Iri<&'l str>>,
    /// `source` or `binary` for a duty of one form of the work.
    form: Option<String>,
    /// Duties of one permission with the same group are alternatives: one of them suffices.
    alternative: Option<&'l str>,
    /// Whether a duty holds only where the work was changed.
    changed_only: bool,
    /// The class of licenses for whose works a permission holds.
    #[schemars(extend("enum" = ["source-copyleft", "open-source", "any", null]))]
    class: Option<&'static str>,
    /// The words of the text that say so.
    evidence: Option<&'l str>,
    /// Where these words stand in the normal form of the text.
    locator: Option<LocatorObject>,
    /// The convention of the library that says so instead.
    convention: Option<&'l str>,
}

/// Words of a text in normal form.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "TextLocator")]
struct LocatorObject {
    /// Number of characters before the first one.
    start: usize,
    /// Number of characters before the end.
    end: usize,
    /// Hash of the words.
    #[schemars(schema_with = "hash")]
    quote_hash: String,
}

impl LocatorObject {
    fn of(locator: Locator) -> Self {
        Self { start: locator.start, end: locator.end, quote_hash: locator.quote.to_string() }
    }
}

impl<'l> Statements<'l> {
    pub(super) fn of(license: &'l License, terms: &OwnTerms) -> Self {
        let listed = license.spdx.as_deref().and_then(spdx::license_id);
        Self {
            text_hash: license.text_hash.map(|hash| hash.to_string()),
            feature: license.feature.as_deref(),
            strength: license.strength.map(|strength| strength.to_string()),
            share_alike_scope: license.scope.map(|scope| scope.to_string()),
            patent_termination: license.patent_termination.map(|ended| ended.to_string()),
            no_further_restrictions: license.no_further_restrictions,
            osi_approved: listed.map(spdx::LicenseId::is_osi_approved),
            fsf_free: listed.map(spdx::LicenseId::is_fsf_free_libre),
            model_training: TrainingObject::of(Training::of(license, terms)),
            limits: license.limits.iter().map(LimitObject::of).collect(),
            relicensing: license
                .relicensing
                .iter()
                .map(|way| RelicensingObject {
                    under: way.under.iter().map(|id| ModelId(id.as_str())).collect(),
                    class: way.class.map(LicenseClass::word),
                    after: way.after.as_deref(),
                    works: way.works.as_deref(),
                    duties: way
                        .duties
                        .iter()
                        .map(|duty| StatementObject::of(Position::Duty, duty, None))
                        .collect(),
                    evidence: way.evidence.as_deref(),
                    locator: way.locator.map(LocatorObject::of),
                })
                .collect(),
            statements: StatementObject::all(license).collect(),
        }
    }
}

impl Statements<'_> {
    /// The schemas of the members.
    pub(super) fn members(generator: &mut SchemaGenerator) -> Value {
        let mut schema = <Self as JsonSchema>::json_schema(generator);
        schema.remove("properties").unwrap_or_default()
    }
}

impl<'l> TrainingObject<'l> {
    fn of(training: Training<'l>) -> Self {
        let conditions = training.conditions.into_iter().map(|condition| ConditionObject {
            when: condition.when.to_string(),
            action: condition.action.map(Iri),
            sentence: condition.sentence,
        });
        Self {
            answer: training.answer.to_string(),
            basis: training.basis.to_string(),
            conditions: conditions.collect(),
        }
    }
}

impl<'l> StatementObject<'l> {
    fn all(license: &'l License) -> impl Iterator<Item = Self> {
        license.positions().into_iter().flat_map(|(position, rules)| {
            rules.iter().flat_map(move |rule| {
                let duties = rule.duties.iter();
                let duties = duties.map(|duty| Self::of(Position::Duty, duty, Some(&rule.action)));
                std::iter::once(Self::of(position, rule, None)).chain(duties)
            })
        })
    }

    /// The words of the text that make the statement.
    pub(super) const fn evidence(&self) -> Option<&'l str> {
        self.evidence
    }

    /// The statements about acts.
    pub(super) fn about(license: &'l License, acts: &[&str]) -> Vec<Self> {
        Self::all(license).filter(|statement| acts.contains(&statement.action.0)).collect()
    }

    fn of(position: Position, rule: &'l Rule, attached_to: Option<&'l str>) -> Self {
        Self {
            kind: position.word(),
            action: Iri(&rule.action),
            attached_to: attached_to.map(Iri),
            form: rule.form.map(|form| form.to_string()),
            alternative: rule.alternative.as_deref(),
            changed_only: rule.changed_only,
            class: rule.class.map(LicenseClass::word),
            evidence: rule.evidence.as_deref(),
            locator: rule.locator.map(LocatorObject::of),
            convention: rule.convention.as_deref(),
        }
    }
}

fn hash(_: &mut SchemaGenerator) -> Schema {
    by_hand(content_hash())
}

fn hash_or_null(_: &mut SchemaGenerator) -> Schema {
    by_hand(nullable(content_hash()))
}
