//! Answers in words. They are not legal advice.

use super::super::labels::Labels;
use super::{Answer, CLOSED_SOURCE_TITLE, Containment, Duty, Reason, Rule, Trigger};
use crate::model::{LicenseClass, ShareAlikeScope, UseLimit};

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
            Answer::If if !self.limits.is_empty() => {
                let rest = match self.conditions.is_empty() {
                    true => "",
                    false => " You must meet its other conditions, too.",
                };
                format!("Yes, within limits on use. {}{rest}", limits(&self.limits, part))
            }
            Answer::If if self.proviso.is_some() => {
                format!("Yes, if the exception of {part} covers your case.")
            }
            Answer::If => format!("Yes, if you meet the conditions of {part}."),
            Answer::Via if self.proviso.is_some() => {
                format!("Yes, under another license than {part}, if its clause covers your case.")
            }
            Answer::Via => format!("Yes, under another license than {part}."),
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
            Self::Changing => "When you change the part, in-house too",
            Self::SharingChanged => "When you give changed copies to others",
            Self::Sharing => "When you give copies to others",
            Self::Network => "When others use the work over a network",
            Self::Use => "When you use the work for more than research, in-house too",
            Self::InHouse => "When you use the work in-house",
        }
    }
}

impl Duty {
    /// What share-alike reaches and what it does not, if the duty is about share-alike. `license` is the name of its
    /// license.
    #[must_use]
    pub fn reach(&self, license: &str) -> Option<String> {
        Some(match self.scope? {
            ShareAlikeScope::None => return None,
            ShareAlikeScope::File => format!(
                "The files of the part, changed or not, and files into which you copy from them must stay under \
                 {license}. Your other files do not have to be."
            ),
            ShareAlikeScope::Library => format!(
                "The part, your changes to it and what you copy it into must stay under {license}. Code that only \
                 uses it does not have to be."
            ),
            ShareAlikeScope::Adaptation => format!(
                "What you adapt from the part must be under {license}. A work that only contains the part does not \
                 have to be."
            ),
            ShareAlikeScope::Work => format!(
                "A work that is made from the part, or combined with it, must be under {license} as a whole. A \
                 separate work does not have to be."
            ),
        })
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
        // Closed source is no license that a work is under.
        let is_closed = work == CLOSED_SOURCE_TITLE;
        let under_it = if is_closed { work.to_owned() } else { format!("under {work}") };
        let a_work =
            if is_closed { "a closed-source work".to_owned() } else { format!("a work under {work}") };
        match self.rule {
            Rule::Limited => limits(&self.limits, part),
            Rule::Excepted => {
                format!("{part} excepts this from its share-alike: the work may be {under_it}.")
            }
            Rule::Same if part == work => "Part and work are under the same license.".to_owned(),
            Rule::Same => format!("{part} and {work} are the same license text."),
            Rule::Later => format!("{part} lets recipients choose a later version, and {work} is one."),
            Rule::Named => format!("{part} permits relicensing of the part under {work}."),
            Rule::ByWayOf => {
                let by = self.by.map(name).unwrap_or_default();
                format!("{part} lets recipients choose {by}, and {a_work} may contain parts under that.")
            }
            Rule::Beside => format!(
                "{part} lets the part be combined with works under {work}; each of the two keeps its license."
            ),
            Rule::Barred => format!("{part} prohibits {}.", acts(&self.of_part)),
            Rule::Withheld => format!("{work} permits {}, which {part} prohibits.", acts(&self.of_work)),
            Rule::Restricted => {
                format!("{} {work} would allow more.", limits(&self.limits, part))
            }
            Rule::Kept => {
                let (also, other) = match self.class {
                    Some(LicenseClass::OpenSource) => ("", ", or under another open-source license"),
                    Some(LicenseClass::SourceCopyleft) => {
                        ("", ", or under another license that keeps source open")
                    }
                    Some(LicenseClass::Any) | None => ("also ", ""),
                };
                format!("{part} requires that a work that contains the part is {also}under {part}{other}.")
            }
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

/// Limits on use in sentences. `part` is the name of the license.
fn limits(limits: &[&UseLimit], part: &str) -> String {
    limits.iter().map(|limit| limit.sentence(part)).collect::<Vec<_>>().join(" ")
}
