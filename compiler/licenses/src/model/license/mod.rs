mod read;

use serde::{Deserialize, Serialize};

use super::terms::{cc, dct};
use super::words::words;
use super::{Day, LicenseClass, LicenseId, Position, Relicensing, StatedText, UseLimit};
use crate::text::Locator;
use muniment_rdf::{ContentHash, NodeView};

/// A title with the language it is tagged with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// The text.
    pub value: String,
    /// Language tag; `None` for a plain literal.
    pub language: Option<String>,
}

impl Title {
    /// The first title of a node; empty when it has none.
    pub(super) fn of(node: NodeView<'_>) -> Self {
        let stated = node.literals(dct::TITLE).next();
        stated.map_or_else(Self::default, |title| Self {
            value: title.value().to_owned(),
            language: title.language().map(str::to_owned),
        })
    }
}

/// Whether a record is a fixture (spec:version-2#version-object `record_status`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum RecordStatus {
    /// A license of the library.
    #[default]
    Published,
    /// A record for tests of programs. No list of version 1 contains it.
    TestFixture,
}

words! {
    /// A form of the work. A duty of one form applies only where the work is passed on in it.
    ConveyedForm {
        /// The preferred form for changes.
        Source = "source",
        /// Any other form, such as object code.
        Binary = "binary",
    }
}

words! {
    /// What a license keeps or withholds, from the least to the most.
    Strength {
        /// No condition is left.
        PublicDomain = "public-domain",
        /// Notices and credit.
        Permissive = "permissive",
        /// The part stays under its license; the work around it does not.
        WeakCopyleft = "weak-copyleft",
        /// The whole work is under the license.
        StrongCopyleft = "strong-copyleft",
        /// The same, and use over a network brings the duties too.
        NetworkCopyleft = "network-copyleft",
        /// No commercial use.
        NonCommercial = "non-commercial",
        /// No adaptations.
        NoDerivatives = "no-derivatives",
        /// The source is open to read, and some use is withheld.
        SourceAvailable = "source-available",
        /// Some fields of use are forbidden.
        UseRestricted = "use-restricted",
    }
}

words! {
    /// What share-alike reaches.
    ShareAlikeScope {
        /// Nothing.
        None = "none",
        /// The covered files or the covered part.
        File = "file",
        /// The library; works that link to it may have other terms.
        Library = "library",
        /// An adapted work, not a collection that contains the work.
        Adaptation = "adaptation",
        /// The whole work of which it is a part.
        Work = "work",
    }
}

words! {
    /// What a patent suit ends.
    PatentTermination {
        /// The patent license.
        Patent = "patent",
        /// The license as a whole.
        All = "all",
    }
}

/// A permission, prohibition or duty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rule {
    /// IRI of the act; empty when the node names none.
    pub action: String,
    /// Duties of the rule.
    pub duties: Vec<Rule>,
    /// Sentence of the license text that supports the statement.
    pub evidence: Option<String>,
    /// Where that sentence stands in the text.
    pub locator: Option<Locator>,
    /// Library rule that supports the statement instead of a sentence.
    pub convention: Option<String>,
    /// The only form in which passing the work on brings the duty.
    pub form: Option<ConveyedForm>,
    /// Duties of one permission with the same group are alternatives: one of them suffices.
    pub alternative: Option<String>,
    /// Whether a duty holds only where the work was changed.
    pub changed_only: bool,
    /// The licenses with whose works a permission to combine holds; `None` if it does not depend on their license.
    pub class: Option<LicenseClass>,
    /// Index of the triple that points at the node, see [`muniment_rdf::Graph::triples`].
    pub triple: usize,
}

impl Rule {
    fn listed(&self) -> Self {
        let Self {
            action,
            duties,
            evidence: _,
            locator: _,
            convention: _,
            form,
            alternative,
            changed_only,
            class,
            triple: _,
        } = self;
        Self {
            action: action.clone(),
            duties: duties.iter().map(Self::listed).collect(),
            evidence: None,
            locator: None,
            convention: None,
            form: *form,
            alternative: alternative.clone(),
            changed_only: *changed_only,
            class: *class,
            triple: 0,
        }
    }
}

/// A license record, read from its graph.
///
/// Reading is lenient, because archived versions do not change: it skips a value of the wrong kind and takes the
/// first of several. The checks read the graph itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct License {
    /// `dct:title`; empty when there is none.
    pub title: Title,
    /// `dct:alternative`, sorted.
    pub alternatives: Vec<String>,
    /// `spdx:licenseId`.
    pub spdx: Option<String>,
    /// Version of the license text.
    pub license_version: Option<String>,
    /// Family and version of the license text.
    pub text: StatedText,
    /// `dct:publisher`.
    pub publisher: Option<String>,
    /// IRI of the territory.
    pub jurisdiction: Option<String>,
    /// Address of the authoritative text.
    pub legalcode: Option<String>,
    /// Address of the deed or catalogue page.
    pub source: Option<String>,
    /// Asset types, sorted.
    pub targets: Vec<String>,
    /// Permissions in the order of their acts.
    pub permissions: Vec<Rule>,
    /// Prohibitions in the order of their acts.
    pub prohibitions: Vec<Rule>,
    /// License-wide duties in the order of their acts.
    pub duties: Vec<Rule>,
    /// Parent of a port or grouped edition.
    pub port_of: Option<LicenseId>,
    /// Base of a version option, exception or rider.
    pub variant_of: Option<LicenseId>,
    /// How the record descends from another.
    pub variant_kind: Option<String>,
    /// Fixture or license.
    pub record_status: RecordStatus,
    /// `dct:modified`.
    pub modified: Option<Day>,
    /// `dct:issued`.
    pub issued: Option<Day>,
    /// Whether the version states `owl:deprecated` true.
    pub deprecated: bool,
    /// `svc:deprecatedOn`.
    pub deprecated_on: Option<Day>,
    /// `dct:replaces`.
    pub replaces: Option<LicenseId>,
    /// `dct:isReplacedBy`.
    pub replaced_by: Option<LicenseId>,
    /// SHA-256 of the normal form of the text that the record was compared with; `None` if it was not.
    pub text_hash: Option<ContentHash>,
    /// One sentence: what makes the license different for a user.
    pub feature: Option<String>,
    /// What it keeps or withholds.
    pub strength: Option<Strength>,
    /// What its share-alike reaches.
    pub scope: Option<ShareAlikeScope>,
    /// What a patent suit ends.
    pub patent_termination: Option<PatentTermination>,
    /// Whether the text forbids further restrictions on recipients.
    pub no_further_restrictions: bool,
    /// Licenses with whose works it lets the work be combined, each part under its own license.
    pub combinable_with: Vec<LicenseId>,
    /// Licenses whose texts go along with its own.
    pub accompanied_by: Vec<LicenseId>,
    /// Licenses under which it lets the work, or what was made from it, be put.
    pub compatible_with: Vec<LicenseId>,
    /// Acts of conditions that it accepts on parts of a work, although it does not make them itself.
    pub accepted_conditions: Vec<String>,
    /// Limits on the use of the work, sorted.
    pub limits: Vec<UseLimit>,
    /// Other licenses under which a copy may be taken, sorted.
    pub relicensing: Vec<Relicensing>,
    /// IRIs of the properties of all nodes and of their values, sorted and unique, without classes, acts and rules.
    pub stated: Vec<String>,
}

impl License {
    /// Its name in sentences: the SPDX identifier, or the title without one.
    #[must_use]
    pub fn name(&self) -> &str {
        self.spdx.as_deref().unwrap_or(&self.title.value)
    }

    /// Whether lists, indexes and pages of terms show the same for two licenses. They show neither publisher nor
    /// evidence.
    #[must_use]
    pub fn is_listed_as(&self, other: &Self) -> bool {
        self.listed() == other.listed()
    }

    /// Whether pages of other records show the same for two licenses: the answers about pairs, and the differences
    /// between licenses. They show neither evidence nor what only describes the record.
    #[must_use]
    pub fn answers_as(&self, other: &Self) -> bool {
        self.listed().1 == other.listed().1
    }

    /// What describes the license, and what answers about it rest on. Names every field, so that each new field needs a
    /// decision.
    fn listed(&self) -> (impl PartialEq, impl PartialEq) {
        let Self {
            title,
            alternatives,
            spdx,
            license_version,
            text,
            publisher: _,
            jurisdiction,
            legalcode,
            source,
            targets,
            permissions,
            prohibitions,
            duties,
            port_of,
            variant_of,
            variant_kind,
            record_status,
            modified,
            issued,
            deprecated,
            deprecated_on,
            replaces,
            replaced_by,
            text_hash,
            feature,
            strength,
            scope,
            patent_termination,
            no_further_restrictions,
            combinable_with,
            accompanied_by,
            compatible_with,
            accepted_conditions,
            limits,
            relicensing,
            stated,
        } = self;
        let rules = [permissions, prohibitions, duties];
        let rules = rules.map(|rules| rules.iter().map(Rule::listed).collect::<Vec<_>>());
        let described = (
            (title, alternatives, jurisdiction, legalcode, source, targets),
            (modified, issued, deprecated_on, text_hash, feature),
        );
        let answering = (
            (spdx, license_version, text, port_of, variant_of, variant_kind, record_status, stated),
            (rules, deprecated, replaces, replaced_by, text_hash.is_some(), strength, scope),
            (patent_termination, no_further_restrictions, combinable_with, accompanied_by),
            (compatible_with, accepted_conditions, limits, relicensing),
        );
        (described, answering)
    }

    /// Whether the record is left out of the lists of version 1.
    #[must_use]
    pub fn is_fixture(&self) -> bool {
        self.record_status == RecordStatus::TestFixture
    }

    /// Whether a work may be put under it (spec:reasoning#question): it is neither a fixture nor deprecated nor a port.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        !self.is_fixture() && !self.deprecated && self.port_of.is_none()
    }

    /// The permission for an act.
    #[must_use]
    pub fn permission(&self, action: &str) -> Option<&Rule> {
        self.permissions.iter().find(|rule| rule.action == action)
    }

    /// Whether the act is permitted.
    #[must_use]
    pub fn permits(&self, action: &str) -> bool {
        self.permission(action).is_some()
    }

    /// Whether the act is prohibited.
    #[must_use]
    pub fn prohibits(&self, action: &str) -> bool {
        self.prohibitions.iter().any(|rule| rule.action == action)
    }

    /// Whether the license as a whole requires the act.
    #[must_use]
    pub fn requires(&self, action: &str) -> bool {
        self.duties.iter().any(|rule| rule.action == action)
    }

    /// Whether a duty, license-wide or on a permission, requires the act.
    #[must_use]
    pub fn requires_anywhere(&self, action: &str) -> bool {
        self.requires(action)
            || self.permissions.iter().any(|rule| rule.duties.iter().any(|duty| duty.action == action))
    }

    /// Whether it adapts another license to a jurisdiction, and nobody compared the record with the text.
    #[must_use]
    pub const fn is_unread_port(&self) -> bool {
        self.port_of.is_some() && self.text_hash.is_none()
    }

    /// What share-alike reaches. A record that does not state it has the whole work if share-alike is a duty of the license
    /// as a whole, an adaptation if it is a duty of a permission.
    #[must_use]
    pub fn share_alike_scope(&self) -> ShareAlikeScope {
        match self.scope {
            Some(scope) => scope,
            None if self.requires(cc::SHARE_ALIKE) => ShareAlikeScope::Work,
            None if self.requires_anywhere(cc::SHARE_ALIKE) => ShareAlikeScope::Adaptation,
            None => ShareAlikeScope::None,
        }
    }

    /// The statements of the license as a whole: permissions, prohibitions, duties.
    #[must_use]
    pub fn positions(&self) -> [(Position, &[Rule]); 3] {
        [
            (Position::Permission, &self.permissions),
            (Position::Prohibition, &self.prohibitions),
            (Position::Duty, &self.duties),
        ]
    }

    /// Where words stand in the text that a statement, a limit on use or a relicensing quotes.
    #[must_use]
    pub fn locator_of(&self, words: &str) -> Option<&Locator> {
        let rules = self.rules().map(|rule| (&rule.evidence, &rule.locator));
        let limits = self.limits.iter().map(|limit| (&limit.evidence, &limit.locator));
        let ways = self.relicensing.iter().map(|way| (&way.evidence, &way.locator));
        let mut quotations = rules.chain(limits).chain(ways);
        quotations.find(|(evidence, _)| evidence.as_deref() == Some(words))?.1.as_ref()
    }

    /// Every statement: permissions, prohibitions, duties, duties on the former.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        let of_rules = self.permissions.iter().chain(&self.prohibitions).flat_map(|rule| &rule.duties);
        self.permissions.iter().chain(&self.prohibitions).chain(&self.duties).chain(of_rules)
    }
}
