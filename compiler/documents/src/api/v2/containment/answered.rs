use std::collections::BTreeMap;

use super::super::statements::{LimitObject, StatementObject};
use super::{
    AskedObject, AskedPart, AskingObject, ConditionObject, ContainmentObject, LimitOfPart, NOTICE,
    ObligationObject, PartObject, ReasonObject, StillObject, TextObject,
};
use crate::api::openapi::schema::{Iri, ModelId};
use muniment_licenses::model::terms::cc;
use muniment_licenses::model::{Library, License, LicenseId};
use muniment_licenses::reason::{
    Answer, ChoiceReason, Containment, Context, Duty, Labels, SettledLicense, Settlement, TermsIndex, Work,
    obligations,
};

/// What the document of an answer is written from.
pub(super) struct Answered<'l> {
    pub(super) library: &'l Library,
    pub(super) index: &'l TermsIndex,
    pub(super) labels: Labels<'l>,
    pub(super) work: Work<'l>,
    pub(super) context: Context,
}

impl Answered<'_> {
    pub(super) fn document<'s>(
        &'s self,
        parts: &[&'s AskedPart],
        settlement: &'s Settlement<'s>,
    ) -> ContainmentObject<'s> {
        let asked = parts.iter().zip(&settlement.parts).map(|(part, settled)| AskedObject {
            expression: &part.expression,
            usage: settled.context.usage.word(),
            modified: settled.context.modified,
            answer: settlement.answer_of(settled).word(),
            licenses: settled.taken.iter().map(|license| ModelId(license.name)).collect(),
            choice: settled.choice.map(ChoiceReason::word),
        });
        let (licenses, answer) = (&settlement.licenses, settlement.answer());
        let allowed: &[SettledLicense<'s>] = if answer == Answer::No { &[] } else { licenses };
        ContainmentObject {
            asked: asked.collect(),
            out: ModelId(self.work.id()),
            context: self.context.into(),
            answer: answer.word(),
            parts: licenses.iter().map(|settled| self.part(settled)).collect(),
            because: licenses.iter().flat_map(|settled| self.reasons(settled)).collect(),
            still: licenses.iter().flat_map(|settled| self.still(settled)).collect(),
            limits: allowed.iter().flat_map(|settled| self.limits(settled)).collect(),
            conditions: allowed.iter().flat_map(|settled| self.conditions(settled)).collect(),
            obligations: self.obligations(allowed),
            texts: self.texts(allowed),
            notice: NOTICE,
        }
    }

    fn part<'s>(&'s self, settled: &'s SettledLicense<'s>) -> PartObject<'s> {
        let name = self.name(settled);
        let license = self.by_iri(settled.terms.iri()).map(|(_, license)| license);
        PartObject {
            license: ModelId(settled.name),
            title: license.map_or(settled.name, |license| license.title.value.as_str()),
            answer: settled.found.answer.word(),
            usage: settled.context.usage.word(),
            modified: settled.context.modified,
            sentence: settled.found.sentence(name, self.work.name(), |iri| self.name_of(iri), &self.labels),
            proviso: settled.found.proviso,
            text_compared: license.is_some_and(|license| license.text_hash.is_some()),
        }
    }

    /// The rules that decide the answer for a license.
    fn reasons<'s>(&'s self, settled: &'s SettledLicense<'s>) -> Vec<ReasonObject<'s>> {
        let Some((_, license)) = self.by_iri(settled.terms.iri()) else { return Vec::new() };
        let (name, work) = (self.name(settled), self.work.name());
        let reasons = settled.found.reasons.iter().map(|reason| {
            let of_work = self.work.record.map(|(_, work)| StatementObject::about(work, &reason.of_work));
            ReasonObject {
                license: ModelId(settled.name),
                rule: reason.rule.word(),
                by: reason.by.and_then(|iri| self.by_iri(iri)).map(|(id, _)| ModelId(id.as_str())),
                sentence: reason.sentence(name, work, |iri| self.name_of(iri), &self.labels),
                limits: reason.limits.iter().map(|limit| LimitObject::of(limit)).collect(),
                statements_in: StatementObject::about(license, &reason.of_part),
                statements_out: of_work.unwrap_or_default(),
            }
        });
        reasons.collect()
    }

    /// What one can still do with parts that are refused.
    fn still<'s>(&'s self, settled: &'s SettledLicense<'s>) -> Vec<StillObject<'s>> {
        if settled.found.answer != Answer::No {
            return Vec::new();
        }
        let remedies = self.index.remedies(settled.terms, self.work.terms, settled.context);
        let still = remedies.into_iter().map(|helping| StillObject {
            license: ModelId(settled.name),
            change: helping.remedy.word(),
            sentence: helping.sentence(self.name(settled)),
        });
        still.collect()
    }

    fn limits<'s>(&'s self, settled: &'s SettledLicense<'s>) -> impl Iterator<Item = LimitOfPart<'s>> {
        let (license, _) = self.id_and_name(settled.found.under);
        let limits = settled.found.limits.iter();
        limits.map(move |limit| LimitOfPart { license: ModelId(license), limit: LimitObject::of(limit) })
    }

    fn conditions<'s>(
        &'s self,
        settled: &'s SettledLicense<'s>,
    ) -> impl Iterator<Item = ConditionObject<'s>> {
        settled.found.conditions.iter().map(|duty| {
            let (license, name) = self.id_and_name(&duty.license);
            ConditionObject::of(ModelId(license), name, duty)
        })
    }

    fn obligations<'s>(&'s self, allowed: &'s [SettledLicense<'s>]) -> Vec<ObligationObject<'s>> {
        let found: Vec<Containment<'s>> = allowed.iter().map(|settled| settled.found.clone()).collect();
        let asking = |(iri, duty): &(&'s str, &'s Duty)| {
            let (id, name) = self.id_and_name(iri);
            AskingObject {
                license: ModelId(id),
                alternative: duty.group.as_deref(),
                reach: duty.reach(name),
                evidence: duty.evidence.as_deref(),
            }
        };
        let obligations = obligations(&found).into_iter().map(|it| ObligationObject {
            action: Iri(it.act),
            label: self.labels.label(it.act),
            instruction: self.labels.instruction(it.act),
            rule: it.demand.word(),
            when: it.trigger.word(),
            form: it.form.map(|form| form.to_string()),
            fulfilled_by: self.labels.meaning(it.act),
            asked_by: it.asked.iter().map(asking).collect(),
        });
        obligations.collect()
    }

    /// The texts of the licenses that ask for their notices to be kept, and those that go along with them, by identifier.
    fn texts<'s>(&'s self, allowed: &'s [SettledLicense<'s>]) -> Vec<TextObject<'s>> {
        let mut texts: BTreeMap<&str, TextObject<'s>> = BTreeMap::new();
        for settled in allowed {
            let keeps_notices = settled.found.conditions.iter().any(|duty| duty.act == cc::NOTICE);
            let Some((id, license)) = self.by_iri(settled.found.under).filter(|_| keeps_notices) else {
                continue;
            };
            for (id, license) in self.library.accompanying(license).chain([(id, license)]) {
                texts.entry(id.as_str()).or_insert(TextObject {
                    license: ModelId(id.as_str()),
                    title: &license.title.value,
                    legalcode: license.legalcode.as_deref(),
                });
            }
        }
        texts.into_values().collect()
    }

    fn name<'s>(&'s self, settled: &SettledLicense<'s>) -> &'s str {
        self.by_iri(settled.terms.iri()).map_or(settled.name, |(_, license)| license.name())
    }

    fn name_of(&self, iri: &str) -> String {
        self.by_iri(iri).map(|(_, license)| license.name().to_owned()).unwrap_or_default()
    }

    /// The identifier and the name of a license; empty for one without a record.
    fn id_and_name(&self, iri: &str) -> (&str, &str) {
        self.by_iri(iri).map_or(("", ""), |(id, license)| (id.as_str(), license.name()))
    }

    fn by_iri(&self, iri: &str) -> Option<(&LicenseId, &License)> {
        let (id, model) = self.library.license_of_iri(iri)?;
        Some((id, &*model.current.content))
    }
}

impl<'l> ConditionObject<'l> {
    fn of(license: ModelId<&'l str>, name: &str, duty: &'l Duty) -> Self {
        Self {
            license,
            action: Iri(&duty.act),
            rule: duty.demand.word(),
            when: duty.trigger.word(),
            form: duty.form.map(|form| form.to_string()),
            alternative: duty.group.as_deref(),
            reach: duty.reach(name),
            evidence: duty.evidence.as_deref(),
        }
    }
}
