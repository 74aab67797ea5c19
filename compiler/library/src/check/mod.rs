//! The table of checks over a loaded library.
//!
//! Numbers are those of `data/README.md`. A number with several parts has several rows. Other numbers belong to
//! [`crate::load`] (1 to 3, 57, 67, 69), need the previous commit (54), are about files that are now generated (8,
//! 66), needs texts (72, [`quotations`]), or are free for house rules (27 to 39, 41, 42, 44).

mod change_lists;
mod consequences;
mod content;
mod context;
mod evidence;
mod families;
mod graphs;
mod house_rules;
mod nodes;
mod place;
mod relations;
mod reviews;
mod rules;
mod shape;
mod signatures;
mod statements;
mod tables;
mod versions;
mod vocabulary;

use rayon::prelude::*;

pub use consequences::{examine, without_consequences};
pub use context::Context;
pub use evidence::{Quotations, quotations};
pub use shape::is_record_route;

use muniment_licenses::model::{Fault, Library, Scope};

/// What a finding of a check on one record may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// The record, its relatives to the second degree, and everything but records.
    Relatives,
    /// All records: the check always reads every one.
    Library,
}

/// A check of the whole library.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Number, which faults and exceptions carry.
    pub number: u8,
    /// Unique name.
    pub name: &'static str,
    /// What it requires, in one line.
    pub about: &'static str,
    reads: Reads,
    /// Finds violations.
    pub run: fn(&Context<'_>) -> Vec<Fault>,
}

macro_rules! checks {
    ($($number:literal $name:literal $about:literal $reads:ident $run:path;)*) => {
        &[$(Check { number: $number, name: $name, about: $about, reads: Reads::$reads, run: $run },)*]
    };
}

/// Every check, sorted by number.
#[rustfmt::skip]
pub const CHECKS: &[Check] = checks! {
    2 "library-holds-records" "there is a record" Relatives shape::library_holds_records;
    4 "ids-are-unique" "identifiers are unique, ignoring case" Library shape::ids_are_unique;
    4 "ids-are-not-retired" "no record takes the identifier of a retired one" Library shape::ids_are_not_retired;
    4 "ids-are-no-route-words" "no record or graph has the identifier of a route" Library shape::ids_are_no_route_words;
    5 "addresses-are-web-addresses" "addresses for readers begin with http or https" Relatives shape::addresses_are_web_addresses;
    6 "everything-belongs-to-the-record" "the file of a record contains only the record" Relatives shape::everything_belongs_to_the_record;
    7 "prefixes-agree" "all record files declare the same prefixes" Relatives shape::prefixes_agree;
    9 "properties-are-known" "a record has only known properties" Relatives shape::properties_are_known;
    10 "values-are-of-their-kind" "every value has the kind of its property" Relatives content::values_are_of_their_kind;
    10 "properties-occur-as-often-as-they-should" "every property has an allowed number of values" Relatives content::properties_occur_as_often_as_they_should;
    10 "territory-and-asset-types-are-known" "territories and asset types are in the vocabulary" Relatives content::territory_and_asset_types_are_known;
    11 "terms-are-defined" "every own term in use is defined" Relatives vocabulary::terms_are_defined;
    11 "terms-of-the-code-are-defined" "the vocabulary defines the terms that the program uses" Relatives vocabulary::terms_of_the_code_are_defined;
    11 "properties-are-used-as-declared" "own properties are used with their domain, range and kind" Relatives vocabulary::properties_are_used_as_declared;
    12 "own-addresses-have-one-spelling" "own addresses have the scheme of the site" Relatives content::own_addresses_have_one_spelling;
    13 "statements-name-acts" "statements name acts of the vocabulary, ODRL or Creative Commons" Relatives statements::statements_name_acts;
    13 "acts-stand-in-their-position" "acts are used in positions that their class allows" Relatives statements::acts_stand_in_their_position;
    14 "deprecated-terms-are-unused" "current models use no deprecated terms" Relatives vocabulary::deprecated_terms_are_unused;
    14 "deprecated-terms-have-a-replacement" "a deprecated term names its replacement" Relatives vocabulary::deprecated_terms_have_a_replacement;
    15 "records-can-be-found" "a record states its text, page and asset types" Relatives content::records_can_be_found;
    16 "spdx-identifiers-are-good" "SPDX identifiers are on the list and declared once" Library content::spdx_identifiers_are_good;
    16 "names-lead-to-one-record" "no name of a record is the title of another record" Library content::names_lead_to_one_record;
    17 "records-are-under-one-license" "records state the license of the library's records" Relatives content::records_are_under_one_license;
    18 "validity-is-complete" "dates and periods match the kind of validity" Relatives content::validity_is_complete;
    19 "origins-are-clear" "a statement has evidence in the text or a convention" Relatives statements::origins_are_clear;
    20 "statements-are-said-once" "an act occurs once in a position" Relatives statements::statements_are_said_once;
    21 "texts-are-clean" "texts are neither padded, empty nor placeholders" Relatives content::texts_are_clean;
    22 "prohibitions-are-heeded" "nothing prohibited is permitted or required" Relatives statements::prohibitions_are_heeded;
    22 "prohibitions-carry-no-duties" "prohibitions have no duties" Relatives statements::prohibitions_carry_no_duties;
    22 "share-alike-bounds-relicensing" "share-alike allows only compatible licenses" Relatives statements::share_alike_bounds_relicensing;
    23 "ports-have-a-parent" "the parent of a port is a record that is not a port" Relatives relations::ports_have_a_parent;
    23 "reviews-agree-on-parents" "the review names the same parent" Relatives relations::reviews_agree_on_parents;
    24 "variants-have-a-base" "kinds of variants are known and have the base they need" Relatives relations::variants_have_a_base;
    24 "bases-are-near" "chains of bases have at most two steps" Relatives relations::bases_are_near;
    24 "reviews-agree-on-variants" "the review names the same kind and base" Relatives relations::reviews_agree_on_variants;
    25 "version-options-equal-their-base" "an or-later record equals its base" Relatives relations::version_options_equal_their_base;
    26 "exceptions-and-riders-contain-their-base" "an exception contains the statements of its base" Relatives relations::exceptions_and_riders_contain_their_base;
    40 "liability-is-quoted-apart" "a disclaimer that limits liability is quoted as two clauses" Relatives families::liability_is_quoted_apart;
    43 "endorsement-bans-rest-on-the-text" "a ban on endorsement has a sentence as evidence" Relatives families::endorsement_bans_rest_on_the_text;
    45 "compatible-licenses-exist" "compatible licenses are other records" Relatives relations::compatible_licenses_exist;
    45 "compatible-licenses-are-found" "a finding explains each compatible license" Relatives relations::compatible_licenses_are_found;
    46 "ports-state-the-text-version" "ports state the version of their text" Relatives relations::ports_state_the_text_version;
    47 "every-record-is-reviewed" "every review has a record, and the reverse if house rules require it" Relatives reviews::every_record_is_reviewed;
    47 "reviews-are-consistent" "a review is consistent" Relatives reviews::reviews_are_consistent;
    47 "every-record-has-one-family" "every record has at most one family, or exactly one if house rules require it; members exist" Relatives families::every_record_has_one_family;
    47 "classes-exist" "the classes that house rules name are defined" Relatives house_rules::classes_exist;
    48 "findings-are-complete" "findings are complete and in range" Relatives reviews::findings_are_complete;
    49 "review-states-agree" "record and review agree on day and state" Relatives reviews::review_states_agree;
    50 "every-rubric-point-has-a-finding" "a review of the text has a finding for every point" Relatives reviews::every_rubric_point_has_a_finding;
    51 "records-state-their-version" "a record states its version and its history" Relatives versions::records_state_their_version;
    52 "change-logs-are-complete" "change logs have an entry for every version" Relatives versions::change_logs_are_complete;
    52 "change-lists-say-what-changed" "a change list equals the differences between two versions" Relatives change_lists::change_lists_say_what_changed;
    53 "dates-agree" "a version has the day of its entry" Relatives versions::dates_agree;
    55 "sources-of-changes-are-known" "a change states the source of its reason" Relatives versions::sources_of_changes_are_known;
    56 "graphs-and-vocabulary-have-histories" "the same for graphs and vocabulary" Relatives versions::graphs_and_vocabulary_have_histories;
    56 "releases-still-stand" "released versions exist unchanged" Relatives versions::releases_still_stand;
    56 "signatures-hold" "a signed release was signed by a key of the site" Relatives signatures::signatures_hold;
    56 "release-numbers-grow" "later releases have higher numbers" Relatives signatures::release_numbers_grow;
    58 "graphs-hold-what-graphs-hold" "a graph contains only axioms, rules, removals and its own data" Relatives graphs::graphs_hold_what_graphs_hold;
    58 "rules-have-addresses" "rules and removals have addresses of their own" Relatives rules::rules_have_addresses;
    59 "rules-are-complete" "default rules are complete" Relatives rules::rules_are_complete;
    59 "removals-remove" "axiom removals are complete and applied" Relatives rules::removals_remove;
    60 "adoption-is-for-the-core" "only the core graph adopts rules" Relatives rules::adoption_is_for_the_core;
    61 "jurisdiction-graphs-contain-the-core" "a jurisdiction graph contains the core graph" Relatives graphs::jurisdiction_graphs_contain_the_core;
    61 "rules-do-not-compete" "at most one rule supplies a statement for an act and territory" Relatives rules::rules_do_not_compete;
    62 "titles-do-not-say-proposal" "no graph is titled a proposal" Relatives graphs::titles_do_not_say_proposal;
    63 "decided-axioms-stand" "decisions about axioms are kept; sameAs is symmetric" Relatives graphs::decided_axioms_stand;
    64 "axioms-relate-acts" "axioms relate two acts, once" Relatives graphs::axioms_relate_acts;
    64 "relations-do-not-loop" "inclusion and implication have no cycles" Relatives graphs::relations_do_not_loop;
    65 "terms-are-documented" "own terms have type, label, comment and rdfs:isDefinedBy" Relatives vocabulary::terms_are_documented;
    65 "labels-are-unique" "a label names one term" Relatives vocabulary::labels_are_unique;
    65 "offered-acts-are-in-use" "acts offered for authoring are in use" Relatives vocabulary::offered_acts_are_in_use;
    68 "retired-identifiers-lead-to-records" "retired identifiers lead to records" Relatives tables::retired_identifiers_lead_to_records;
    68 "aliases-do-not-chain" "SPDX aliases name a current identifier directly" Relatives tables::aliases_do_not_chain;
    70 "texts-are-of-records" "every text of `texts.toml` is that of a record" Relatives evidence::texts_are_of_records;
    70 "read-records-name-their-text" "record, review and `texts.toml` agree on the text" Relatives evidence::read_records_name_their_text;
    70 "facts-of-texts-are-known" "strength, scope and patent termination have known values" Relatives evidence::facts_of_texts_are_known;
    71 "statements-of-read-records-have-a-reason" "a statement of a record whose text was read has located words or a convention" Relatives evidence::statements_of_read_records_have_a_reason;
};

/// Checks that [`crate::load`] and [`quotations`] make.
const OF_READING: [u8; 6] = [1, 2, 3, 57, 67, 72];

/// Whether a fault of a library may carry a number.
#[must_use]
pub fn is_known(library: &Library, number: u8) -> bool {
    OF_READING.contains(&number) || is_check(library, number)
}

/// Runs every check and applies `check-exceptions.toml`.
#[must_use]
pub fn check(library: &Library) -> Vec<Fault> {
    judge(library, find(library, &Scope::Everything, &[]))
}

fn is_across_records(library: &Library, number: u8) -> bool {
    CHECKS.iter().any(|check| check.number == number && check.reads == Reads::Library)
        || house_rules::is_across_records(library, number)
}

/// Whether a number is that of a check or of a house rule.
pub(crate) fn is_check(library: &Library, number: u8) -> bool {
    CHECKS.iter().any(|check| check.number == number)
        || library.house_rules.checks().any(|(known, _)| known == number)
}

/// The findings before exceptions. For records outside the scope, the findings `before` are kept.
#[must_use]
pub fn find(library: &Library, scope: &Scope, before: &[Fault]) -> Vec<Fault> {
    if let Some(release) = &library.archive_of {
        return versions::archive_is_whole(library, release);
    }
    let is_kept = |fault: &&Fault| {
        let is_record = library.licenses.contains_key(fault.model.as_str());
        is_record && !scope.holds(&fault.model) && !is_across_records(library, fault.check)
    };
    let (whole, scoped) = (Context::whole(library), Context::new(library, scope));
    let found = CHECKS.par_iter().flat_map_iter(|check| {
        (check.run)(if is_across_records(library, check.number) { &whole } else { &scoped })
    });
    let mut faults: Vec<Fault> = found.collect();
    faults.extend(house_rules::find(library, scope));
    faults.extend(before.iter().filter(is_kept).cloned());
    faults.sort();
    faults.dedup();
    faults
}

/// Applies `check-exceptions.toml` and sorts the findings.
#[must_use]
pub fn judge(library: &Library, findings: Vec<Fault>) -> Vec<Fault> {
    let mut faults = findings;
    tables::apply_exceptions(library, &mut faults);
    faults.sort();
    faults.dedup();
    faults
}
