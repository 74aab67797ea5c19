//! Verdicts, and answers of containment, that changed since a release.

use serde_json::{Value, json};

use super::color::Paint;
use muniment_library::history::{Catalog, current_release};
use muniment_licenses::model::{GraphId, Release};
use muniment_licenses::reason::{Answer, ChangedAnswer, Grade, MAIN_CONTEXTS, Reasoner, RuleId, RuleSet};
use muniment_tree::{ReleaseAnswers, matrix};

/// A pair of records whose grade or rules changed.
pub(super) struct Verdict {
    from: String,
    under: String,
    before: Option<Grade>,
    after: Option<Grade>,
    rules_gone: RuleSet,
    rules_new: RuleSet,
}

/// Every changed pair under a graph, in order.
pub(super) fn changed_verdicts(
    catalog: &Catalog<'_>,
    release: &Release,
    graph: &GraphId,
) -> anyhow::Result<Vec<Verdict>> {
    let reasoner = Reasoner::new(catalog.library);
    let before = matrix(catalog, &reasoner, release, graph)?;
    let after = matrix(catalog, &reasoner, &current_release(catalog.library), graph)?;
    let owned = |verdict: muniment_licenses::reason::ChangedVerdict<'_>| Verdict {
        from: verdict.from.to_owned(),
        under: verdict.under.to_owned(),
        before: verdict.before,
        after: verdict.after,
        rules_gone: verdict.rules_gone,
        rules_new: verdict.rules_new,
    };
    Ok(after.changes(&before).into_iter().map(owned).collect())
}

impl Verdict {
    pub(super) fn in_words(&self, paint: Paint) -> String {
        let word = |grade: Option<Grade>| grade.map_or("-", Grade::word);
        let rules = |sign: char, rules: RuleSet| -> String {
            rules.iter().map(|rule| format!(" {sign}{}", rule.name())).collect()
        };
        format!(
            "{} under {}: {} -> {}{}{}",
            self.from,
            self.under,
            paint.gone(word(self.before)),
            paint.added(word(self.after)),
            rules('-', self.rules_gone),
            rules('+', self.rules_new),
        )
    }

    pub(super) fn json(&self) -> Value {
        let rules = |rules: RuleSet| rules.iter().map(RuleId::name).collect::<Vec<_>>();
        json!({
            "from": self.from,
            "under": self.under,
            "before": self.before.map(Grade::word),
            "after": self.after.map(Grade::word),
            "rules_gone": rules(self.rules_gone),
            "rules_new": rules(self.rules_new),
        })
    }
}

/// Every changed answer in each main context, in order, with the name of the context.
pub(super) fn changed_answers(
    catalog: &Catalog<'_>,
    release: &Release,
) -> Vec<(&'static str, ChangedAnswer)> {
    let reasoner = Reasoner::new(catalog.library);
    let before = ReleaseAnswers::new(catalog, &reasoner, release);
    let after = ReleaseAnswers::new(catalog, &reasoner, &current_release(catalog.library));
    let of_context = |(name, context)| {
        let changes = after.matrix(context).changes(&before.matrix(context));
        changes.into_iter().map(move |change| (name, change))
    };
    MAIN_CONTEXTS.into_iter().flat_map(of_context).collect()
}

/// A changed answer in a line.
pub(super) fn answer_in_words((context, changed): &(&str, ChangedAnswer), paint: Paint) -> String {
    let word = |answer: Option<Answer>| answer.map_or("-", Answer::word);
    let (before, after) = (paint.gone(word(changed.before)), paint.added(word(changed.after)));
    format!("{} into {} ({context}): {before} -> {after}", changed.part, changed.work)
}

/// A changed answer as an object.
pub(super) fn answer_json((context, changed): &(&str, ChangedAnswer)) -> Value {
    json!({
        "context": context,
        "in": changed.part,
        "out": changed.work,
        "before": changed.before.map(Answer::word),
        "after": changed.after.map(Answer::word),
    })
}
