//! Answers in words. They are not legal advice.

use super::super::labels::Labels;
use super::{Answer, Containment, Reason, Rule, Trigger};

impl Containment<'_> {
    /// The answer in one or more sentences. `part` and `work` are the names of the two licenses, `name` that of another
    /// one by its IRI.
    #[must_use]
    pub fn sentence(
        &self,
        part: &str,
        work: &str,
        name: impl Fn(&str) -> String,
        labels: &Labels<'_>,
    ) -> String {
        let answer = match self.answer {
            Answer::Yes => format!("Yes: {part} attaches no condition to this use of the part."),
            Answer::If => format!("Yes, if the conditions of {part} are fulfilled."),
            Answer::Via => format!("Yes, by way of another license than {part}."),
            Answer::No => "No.".to_owned(),
        };
        let reasons = self.reasons.iter().map(|reason| reason.sentence(part, work, &name, labels));
        std::iter::once(answer).chain(reasons).collect::<Vec<_>>().join(" ")
    }
}

impl Trigger {
    /// A heading of the duties that it brings.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::SharingChanged => "When you give changed copies to others",
            Self::Sharing => "When you give copies to others",
            Self::Network => "When others use the work over a network",
        }
    }
}

impl Reason<'_> {
    /// The reason in one sentence, with names as in [`Containment::sentence`].
    #[must_use]
    pub fn sentence(
        &self,
        part: &str,
        work: &str,
        name: impl Fn(&str) -> String,
        labels: &Labels<'_>,
    ) -> String {
        let acts = |iris: &[&str]| {
            let quoted: Vec<String> = iris.iter().map(|iri| format!("\"{}\"", labels.label(iri))).collect();
            match quoted.as_slice() {
                [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
                _ => quoted.concat(),
            }
        };
        match self.rule {
            Rule::Same if part == work => "Part and work are under the same license.".to_owned(),
            Rule::Same => format!("{part} and {work} are the same license text."),
            Rule::Later => format!("{part} lets recipients choose a later version, and {work} is one."),
            Rule::Named => format!("{part} names {work} as a license under which the part may go."),
            Rule::ByWayOf => {
                let by = self.by.map(name).unwrap_or_default();
                format!(
                    "{part} lets recipients choose {by}, and a work under {work} may contain parts under that."
                )
            }
            Rule::Beside => format!(
                "{part} lets the part be combined with works under {work}; each of the two keeps its license."
            ),
            Rule::Barred => format!("{part} prohibits {}.", acts(&self.of_part)),
            Rule::Withheld => format!("{work} permits {}, which {part} prohibits.", acts(&self.of_work)),
            Rule::Restricted => {
                format!("{part} forbids some purposes or fields of use, and {work} does not.")
            }
            Rule::Kept => format!("{part} requires what contains the part to be under {part} as well."),
            Rule::Claimed => format!(
                "{work} covers the whole work and forbids further restrictions, but {part} makes conditions that {work} \
                 does not have: {}.",
                acts(&self.of_part)
            ),
            Rule::Locked => {
                format!("{work} covers the whole work, but {part} requires the part to stay under {part}.")
            }
        }
    }
}
