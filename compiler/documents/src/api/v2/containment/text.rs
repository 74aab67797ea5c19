use std::fmt::{Display, Formatter, Result};

use super::{ContainmentObject, ReasonObject};
use muniment_licenses::reason::Trigger;

/// The answer as text for people.
impl Display for ContainmentObject<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let modified = if self.context.modified { "modified" } else { "unmodified" };
        writeln!(f, "{} into a work under {}: {}", self.part, self.out.0, self.answer)?;
        writeln!(
            f,
            "The part is {} and {modified}; the work is shipped as {}.",
            self.context.usage, self.context.ship
        )?;
        for part in &self.parts {
            writeln!(f, "\n{}: {}", part.license.0, part.sentence)?;
            if !part.text_compared {
                writeln!(f, "  The record was not compared with the text of its license.")?;
            }
            for reason in self.because.iter().filter(|reason| reason.license.0 == part.license.0) {
                statements(f, reason, self.out.0)?;
            }
        }
        for (trigger, _) in Trigger::ALL {
            let when = trigger.word();
            let obligations: Vec<_> = self.obligations.iter().filter(|it| it.when == when).collect();
            if !obligations.is_empty() {
                writeln!(f, "\n{}:", trigger.heading())?;
            }
            for obligation in obligations {
                let by: Vec<&str> = obligation.asked_by.iter().map(|id| id.0).collect();
                let form =
                    obligation.form.as_ref().map(|form| format!(", in {form} form")).unwrap_or_default();
                writeln!(f, "  - {}{form} ({})", obligation.label, by.join(", "))?;
                let asked =
                    self.conditions.iter().filter(|it| it.when == when && it.action.0 == obligation.action.0);
                for condition in asked.filter(|it| it.form == obligation.form) {
                    quote(f, condition.license.0, condition.evidence)?;
                }
            }
        }
        writeln!(f, "\n{}", self.notice)
    }
}

fn statements(f: &mut Formatter<'_>, reason: &ReasonObject<'_>, work: &str) -> Result {
    for (license, statements) in [(reason.license.0, &reason.statements_in), (work, &reason.statements_out)] {
        for statement in statements {
            quote(f, license, statement.evidence())?;
        }
    }
    Ok(())
}

fn quote(f: &mut Formatter<'_>, license: &str, evidence: Option<&str>) -> Result {
    match evidence {
        Some(evidence) => writeln!(f, "      {license}: \"{evidence}\""),
        None => Ok(()),
    }
}
