//! Verdicts that changed since a release.

use serde_json::{Value, json};

use super::color::Paint;
use muniment_library::history::{Catalog, current_release};
use muniment_licenses::model::{GraphId, Release};
use muniment_licenses::reason::{Grade, Reasoner, RuleId, RuleSet};
use muniment_tree::matrix;

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
    let after = matrix(catalog, &reasoner, &current_release(catalog), graph)?;
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
