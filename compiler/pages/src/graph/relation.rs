use muniment_licenses::model::OwnTerms;
use muniment_licenses::model::terms::{odrl, owl};

/// A relation between acts (spec:version-1#graph-objects).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    /// `odrl:includedIn`
    IncludedIn,
    /// `odrl:implies`
    Implies,
    /// `owl:sameAs`
    SameAs,
    /// `svc:contradicts`
    Contradicts,
}

impl Relation {
    /// Every relation, in the order of pages.
    pub(super) const ALL: [Self; 4] = [Self::IncludedIn, Self::Implies, Self::SameAs, Self::Contradicts];

    pub(super) fn read(iri: &str, own: &OwnTerms) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.iri(own) == iri)
    }

    fn iri(self, own: &OwnTerms) -> &str {
        match self {
            Self::IncludedIn => odrl::INCLUDED_IN,
            Self::Implies => odrl::IMPLIES,
            Self::SameAs => owl::SAME_AS,
            Self::Contradicts => &own.contradicts,
        }
    }

    /// Its name in style sheets and anchors.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::IncludedIn => "included",
            Self::Implies => "implies",
            Self::SameAs => "same",
            Self::Contradicts => "contradicts",
        }
    }

    /// The verb between the two acts in a sentence.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::IncludedIn => "is included in",
            Self::Implies => "implies",
            Self::SameAs => "is the same as",
            Self::Contradicts => "contradicts",
        }
    }

    /// Its effect on combined licenses.
    pub(super) const fn meaning(self) -> &'static str {
        match self {
            Self::IncludedIn => {
                "The first act is a kind of the second: a license that prohibits the second prohibits the first."
            }
            Self::Implies => {
                "Whoever does the first act also does the second. To permit the first and prohibit the second is \
                 a contradiction."
            }
            Self::SameAs => "Two names of one act: what is said of either is said of both.",
            Self::Contradicts => "The two acts cannot both be permitted or required in one work.",
        }
    }
}
