//! Which license fits a new work: a ranking of the records of a library by what the publisher of the work wants.
//!
//! The ranking rests on facts of the records alone: asset types, strength, share-alike, limits on use, permissions and
//! duties. No rule names a license. Between licenses that fit equally well, the order of [`Library::best_known`] decides.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::terms::{cc, dcmitype, odrl};
use crate::model::words::words;
use crate::model::{Day, Library, License, LicenseId, LimitKind, Model, OwnTerms, ShareAlikeScope, Strength};

words! {
    /// What a work is.
    Kind {
        /// A program or a library of code.
        Code = "code",
        /// A database or another collection of data.
        Data = "data",
        /// Texts, pictures, music, films.
        Text = "text",
        /// The design of a thing.
        Hardware = "hardware",
        /// A trained model with its weights.
        Model = "model",
    }
}

words! {
    /// Whether others may make money with the work.
    Sale {
        /// They may.
        Yes = "yes",
        /// They may not.
        No = "no",
    }
}

words! {
    /// What has to stay open when others change the work.
    Openness {
        /// Nothing.
        No = "no",
        /// The changes to what they received.
        Files = "files",
        /// All of what they make from it and give to others.
        Work = "work",
        /// The same, also where others only use it over a network.
        Network = "network",
    }
}

words! {
    /// Whether users receive a license to patents of those who contribute.
    Patents {
        /// The text says nothing of patents, or whatever it says of them is right.
        Silent = "silent",
        /// The text grants a license.
        Grant = "grant",
    }
}

words! {
    /// How much credit copies give.
    Credit {
        /// None.
        None = "none",
        /// They keep the notices.
        Notice = "notice",
        /// They name the authors.
        Name = "name",
    }
}

words! {
    /// An answer of a publisher that a license may fall short of.
    Point {
        /// The answer about sale.
        Sale = "sell",
        /// The answer about openness.
        Openness = "open",
        /// The answer about patents.
        Patents = "patents",
        /// The answer about credit.
        Credit = "credit",
    }
}

/// What a publisher wants of a license.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    /// What the work is.
    pub kind: Kind,
    /// Whether others may make money with it.
    pub sale: Sale,
    /// What has to stay open.
    pub openness: Openness,
    /// Whether users receive a license to patents.
    pub patents: Patents,
    /// How much credit copies give.
    pub credit: Credit,
}

/// The wish of a publisher who says nothing: code that anyone may use, for keeping its notices.
impl Default for Wish {
    fn default() -> Self {
        Self {
            kind: Kind::Code,
            sale: Sale::Yes,
            openness: Openness::No,
            patents: Patents::Silent,
            credit: Credit::Notice,
        }
    }
}

impl Wish {
    /// Number of answers that make up a wish.
    pub const ANSWERS: usize = Point::ALL.len() + 1;
}

/// A license that comes near a wish.
#[derive(Debug, Clone)]
pub struct Choice<'l> {
    /// The identifier of the record.
    pub id: &'l LicenseId,
    /// The record.
    pub model: &'l Model<License>,
    /// The answers that it falls short of, in the order of [`Point::ALL`].
    pub unmet: Vec<Point>,
}

/// Number of licenses that a wish finds.
const MOST: usize = 3;

/// The licenses that come nearest to a wish, the nearest first; at most three.
///
/// Every one is offered for new works, is for the kind of work, lets others change it and share their changes, and is the
/// newest version of its text.
#[must_use]
pub fn choose(library: &Library, wish: Wish) -> Vec<Choice<'_>> {
    let terms = library.site.terms();
    let newest = newest_versions(library);
    // A suffix continues a family: CERN-OHL-S-2.0 is newer than CERN-OHL-1.2.
    let continues = |other: &str, family: &str| {
        other.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let is_current = |license: &License| {
        text_of(license).is_none_or(|(family, own)| {
            newest.iter().all(|(other, version)| !continues(other, family) || *version <= own)
        })
    };
    let mut ranked: Vec<(Order<'_>, Choice<'_>)> = Vec::new();
    for (id, model) in &library.licenses {
        let license = &model.current.content;
        let candidate = Candidate { license, terms: &terms };
        if is_whole(license) && is_current(license) && candidate.is_for(wish.kind) && candidate.is_open() {
            let unmet = candidate.unmet(wish);
            let rank = library.best_known.iter().position(|known| known == id);
            ranked.push((candidate.order(wish, &unmet, rank, id), Choice { id, model, unmet }));
        }
    }
    ranked.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut texts = BTreeSet::new();
    ranked
        .into_iter()
        .map(|(_, choice)| choice)
        // One text may have two records, one with and one without the option of later versions.
        .filter(|choice| text_of(&choice.model.current.content).is_none_or(|text| texts.insert(text)))
        .take(MOST)
        .collect()
}

/// Whether a record is a license for new works by itself and says what it keeps.
fn is_whole(license: &License) -> bool {
    license.is_offered() && license.variant_kind.as_deref() != Some("exception") && license.strength.is_some()
}

/// The family of a text and its version.
fn text_of(license: &License) -> Option<(&str, [u64; 3])> {
    let identifier = license.text.identifier.as_ref()?;
    // A number without a point is no version: `BSD-3-Clause` counts clauses.
    let has_version = license.spdx.as_ref().is_some_and(|spdx| spdx.contains('.'));
    Some((identifier.family.as_str(), identifier.version.filter(|_| has_version)?))
}

/// The newest version of each family of texts.
fn newest_versions(library: &Library) -> BTreeMap<&str, [u64; 3]> {
    let mut newest = BTreeMap::new();
    let licenses = library.licenses.values().map(|model| &*model.current.content);
    for (family, version) in licenses.filter(|license| is_whole(license)).filter_map(text_of) {
        let known = newest.entry(family).or_insert(version);
        *known = version.max(*known);
    }
    newest
}

/// The place of a license in the ranking; the least is the best.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Order<'l> {
    /// The weights of the answers that it falls short of.
    shortfall: usize,
    /// It limits use in a way that nobody asked for.
    is_limited: bool,
    /// How far what it keeps open is from what is to stay open.
    distance: u8,
    /// It is none of the best known records.
    is_little_known: bool,
    /// It is made for one country.
    is_national: bool,
    /// It is for works of this kind, and not for every part of them.
    is_partial: bool,
    /// Number of statements that nobody asked for.
    extras: usize,
    /// The place among the best known records.
    rank: Option<usize>,
    /// The newest first.
    issued: Reverse<Option<Day>>,
    id: &'l LicenseId,
}

impl Point {
    /// How much an answer counts. A license that lets others sell what they may not sell is worse than one that asks for
    /// too little credit.
    const fn weight(self) -> usize {
        match self {
            Self::Sale => 3,
            Self::Openness => 2,
            Self::Patents | Self::Credit => 1,
        }
    }
}

/// A license that may fit a wish.
struct Candidate<'l> {
    license: &'l License,
    terms: &'l OwnTerms,
}

impl<'l> Candidate<'l> {
    /// Whether the asset types of the license are those of a kind of work. A license for code is left out for other works,
    /// since it speaks of things that they do not have.
    fn is_for(&self, kind: Kind) -> bool {
        let (art, hardware) = (self.is_about(&self.terms.creative_work), self.is_about(&self.terms.hardware));
        let (software, data) = (self.is_about(dcmitype::SOFTWARE), self.is_about(dcmitype::DATASET));
        match kind {
            Kind::Code => software && !hardware,
            Kind::Data => data && !software,
            Kind::Text => art && !software && !hardware,
            Kind::Hardware => hardware,
            Kind::Model => data && (software || art),
        }
    }

    fn is_about(&self, asset_type: &str) -> bool {
        self.license.targets.iter().any(|target| target == asset_type)
    }

    /// Whether others may share the work and their changes to it.
    fn is_open(&self) -> bool {
        let license = self.license;
        let changes = [odrl::MODIFY, odrl::DERIVE];
        let barred = [odrl::DISTRIBUTE, odrl::MODIFY, odrl::DERIVE, cc::DERIVATIVE_WORKS];
        license.permits(odrl::DISTRIBUTE)
            && changes.into_iter().any(|act| license.permits(act))
            && !barred.into_iter().any(|act| license.prohibits(act))
    }

    fn unmet(&self, wish: Wish) -> Vec<Point> {
        let points = Point::ALL.iter().map(|(point, _)| *point);
        points.filter(|point| !self.meets(*point, wish)).collect()
    }

    fn meets(&self, point: Point, wish: Wish) -> bool {
        match point {
            Point::Sale => match wish.sale {
                Sale::Yes => !self.bars_commerce() && !self.license.prohibits(&self.terms.sell_copy),
                Sale::No => self.bars_commerce(),
            },
            Point::Openness => match wish.openness {
                Openness::No => self.scope() == ShareAlikeScope::None,
                Openness::Files => !matches!(self.scope(), ShareAlikeScope::None | ShareAlikeScope::Work),
                Openness::Work => self.keeps_works(),
                Openness::Network => self.keeps_works() && self.is_of_network(),
            },
            Point::Patents => wish.patents == Patents::Silent || self.grants_patents(),
            Point::Credit => match wish.credit {
                Credit::None => !self.asks_for_credit(),
                Credit::Notice => self.asks_for_credit(),
                Credit::Name => self.license.requires_anywhere(cc::ATTRIBUTION),
            },
        }
    }

    fn order(&self, wish: Wish, unmet: &[Point], rank: Option<usize>, id: &'l LicenseId) -> Order<'l> {
        let license = self.license;
        let extras = [
            wish.patents == Patents::Silent && self.grants_patents(),
            wish.openness != Openness::Network && license.strength == Some(Strength::NetworkCopyleft),
        ];
        Order {
            shortfall: unmet.iter().map(|point| point.weight()).sum(),
            is_limited: self.is_limited(),
            distance: self.distance(wish.openness),
            is_little_known: rank.is_none(),
            is_national: license.jurisdiction.as_ref().is_some_and(|place| *place != self.terms.worldwide),
            is_partial: wish.kind == Kind::Model && !self.is_about(dcmitype::SOFTWARE),
            extras: extras.into_iter().filter(|has| *has).count(),
            rank,
            issued: Reverse(license.issued),
            id,
        }
    }

    fn scope(&self) -> ShareAlikeScope {
        self.license.share_alike_scope()
    }

    /// Whether all of what others make from the work stays open. A weak copyleft lets go of a part of an adaptation.
    fn keeps_works(&self) -> bool {
        match self.scope() {
            ShareAlikeScope::Work => true,
            ShareAlikeScope::Adaptation => self.license.strength != Some(Strength::WeakCopyleft),
            ShareAlikeScope::None | ShareAlikeScope::File | ShareAlikeScope::Library => false,
        }
    }

    /// How far what the license keeps open is from what is to stay open; zero if it is the same.
    fn distance(&self, openness: Openness) -> u8 {
        let kept: u8 = match self.scope() {
            ShareAlikeScope::None => 0,
            ShareAlikeScope::File => 1,
            // What changes a text or a collection of data is an adaptation of it.
            ShareAlikeScope::Adaptation if openness == Openness::Files => 2,
            _ if !self.keeps_works() => 2,
            _ if openness == Openness::Network && self.is_of_network() => 4,
            _ => 3,
        };
        kept.abs_diff(match openness {
            Openness::No => 0,
            Openness::Files => 1,
            Openness::Work => 3,
            Openness::Network => 4,
        })
    }

    /// Whether use over a network brings duties.
    fn is_of_network(&self) -> bool {
        self.license.strength == Some(Strength::NetworkCopyleft)
            || self.license.permits(&self.terms.network_use_trigger)
    }

    fn grants_patents(&self) -> bool {
        self.license.permits(&self.terms.patent_grant)
    }

    fn asks_for_credit(&self) -> bool {
        [cc::ATTRIBUTION, cc::NOTICE].into_iter().any(|act| self.license.requires_anywhere(act))
    }

    fn bars_commerce(&self) -> bool {
        self.license.prohibits(cc::COMMERCIAL_USE)
            || self.license.limits.iter().any(|limit| is_about_commerce(limit.kind))
    }

    /// Whether use has limits beside those on commerce.
    fn is_limited(&self) -> bool {
        self.license.limits.iter().any(|limit| !is_about_commerce(limit.kind))
            || matches!(self.license.strength, Some(Strength::SourceAvailable | Strength::UseRestricted))
    }
}

const fn is_about_commerce(kind: LimitKind) -> bool {
    matches!(kind, LimitKind::Commerce | LimitKind::Research)
}
