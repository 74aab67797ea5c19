use super::super::containment::{Answer, Context, Purpose, Shipping, Terms, TermsIndex, Use};
use crate::model::words::words;

words! {
    /// What one can still do with a part that may not go into a work (spec:reasoning#remedies).
    Remedy {
        /// Put the work under the license of the part.
        SameLicense = "same-license",
        /// Link to the part or bundle it instead of copying it into files of the work.
        Combine = "combine",
        /// Keep the part a separate program beside the work.
        Separate = "separate",
        /// Run the work as a service and give no copies to others.
        Service = "service",
        /// Use the work in-house.
        Internal = "internal",
        /// Leave the part unmodified.
        Unmodified = "unmodified",
        /// Use the work for purposes that are not commercial.
        Noncommercial = "noncommercial",
        /// Use the work for research.
        Research = "research",
    }
}

/// A remedy that helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Helping {
    /// What to change.
    pub remedy: Remedy,
    /// Whether limits on use of the part hold after the change.
    pub is_limited: bool,
}

impl Helping {
    /// What to do, in words that follow "You can still". `part` is the name of the license of the part.
    #[must_use]
    pub fn sentence(self, part: &str) -> String {
        let within =
            if self.is_limited { format!(", within the limits on use of {part}") } else { String::new() };
        format!("{}{within}", self.remedy.words(part))
    }
}

impl Remedy {
    fn words(self, part: &str) -> String {
        match self {
            Self::SameLicense => format!("put the work under {part}"),
            Self::Combine => "link to the part instead of copying it into your files".to_owned(),
            Self::Separate => "keep the part a separate program beside the work".to_owned(),
            Self::Service => "run the work as a service and give no copies to others".to_owned(),
            Self::Internal => "use the work in-house only".to_owned(),
            Self::Unmodified => "use the part without changing it".to_owned(),
            Self::Noncommercial => "use the work for purposes that are not commercial".to_owned(),
            Self::Research => "use the work for research that is not commercial".to_owned(),
        }
    }
}

impl TermsIndex {
    /// Every single change of the question after which the part may go into the work.
    #[must_use]
    pub fn remedies(&self, part: &Terms, work: &Terms, context: Context) -> Vec<Helping> {
        let found = |work, context| self.contain(part, work, context);
        let may = |work, context| found(work, context).answer != Answer::No;
        let changed = |remedy| match remedy {
            Remedy::SameLicense => (part, context),
            Remedy::Combine => (work, Context { usage: Use::Combined, ..context }),
            Remedy::Separate => (work, Context { usage: Use::Aggregated, ..context }),
            Remedy::Service => (work, Context { shipping: Shipping::Service, ..context }),
            Remedy::Internal => (work, Context { shipping: Shipping::Internal, ..context }),
            Remedy::Unmodified => (work, Context { modified: false, ..context }),
            Remedy::Noncommercial => (work, Context { purpose: Purpose::Noncommercial, ..context }),
            Remedy::Research => (work, Context { purpose: Purpose::Research, ..context }),
        };
        let is_other = |remedy: Remedy| match remedy {
            Remedy::SameLicense => part.iri() != work.iri(),
            Remedy::Combine => context.usage == Use::Merged,
            Remedy::Separate => context.usage != Use::Aggregated,
            Remedy::Service => context.shipping != Shipping::Service,
            Remedy::Internal => context.shipping != Shipping::Internal,
            Remedy::Unmodified => context.modified && context.usage != Use::Merged,
            Remedy::Noncommercial => context.purpose == Purpose::Commercial,
            // What is allowed for every purpose that is not commercial is allowed for research.
            Remedy::Research => {
                context.purpose != Purpose::Research
                    && !may(work, Context { purpose: Purpose::Noncommercial, ..context })
            }
        };
        let remedies = Remedy::ALL.iter().map(|(remedy, _)| *remedy).filter(|remedy| is_other(*remedy));
        let helping = remedies.filter_map(|remedy| {
            let (work, context) = changed(remedy);
            let found = found(work, context);
            (found.answer != Answer::No).then_some(Helping { remedy, is_limited: !found.limits.is_empty() })
        });
        helping.collect()
    }
}
