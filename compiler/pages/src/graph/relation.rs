use muniment_licenses::model::OwnTerms;
use muniment_licenses::model::terms::{odrl, owl};

/// How one act stands to another (spec:version-1#graph-objects).
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
    /// Every relation, in the order pages speak of them.
    pub(super) const ALL: [Self; 4] = [Self::IncludedIn, Self::Implies, Self::SameAs, Self::Contradicts];

    /// The relation an IRI names.
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

    /// The name style sheets and anchors know it by.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::IncludedIn => "included",
            Self::Implies => "implies",
            Self::SameAs => "same",
            Self::Contradicts => "contradicts",
        }
    }

    /// What stands between the two acts in a sentence.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::IncludedIn => "is included in",
            Self::Implies => "implies",
            Self::SameAs => "is the same as",
            Self::Contradicts => "contradicts",
        }
    }

    /// What follows from it when licenses are combined.
    pub(super) const fn meaning(self) -> &'static str {
        match self {
            Self::IncludedIn => {
                "The first act is a kind of the second: a license that prohibits the second prohibits the first."
            }
            Self::Implies => {
                "Whoever does the first act does the second with it: to permit the first where the second is \
                 prohibited does not go together."
            }
            Self::SameAs => "Two names of one act: what is said of either is said of both.",
            Self::Contradicts => "The two acts cannot both be permitted or required in one work.",
        }
    }
}
