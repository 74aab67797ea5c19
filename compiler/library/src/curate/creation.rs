use std::collections::BTreeSet;

use super::format::format_file;
use super::numbering::date;
use super::review::review_of;
use super::tables::{TableError, join};
use super::{Edit, Edits};
use crate::check::is_record_route;
use muniment_licenses::find::SpdxIndex;
use muniment_licenses::model::terms::{cc, dct, odrl, rdf, scho, spdx};
use muniment_licenses::model::{Day, Library, License, LicenseId, OwnTerms, VersionNumber};
use muniment_rdf::{BlankNode, Graph, Literal, NamedNode, OutlineError, Term, Triple};

/// The data of a new record.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Its permanent identifier.
    pub id: LicenseId,
    /// Its title, in English.
    pub title: String,
    /// Its family; by default that of `from`.
    pub family: Option<String>,
    /// Whether the family may be new.
    pub founds_family: bool,
    /// A record to copy statements, asset types, territory and classes from.
    pub from: Option<LicenseId>,
    /// Its SPDX identifier.
    pub spdx: Option<String>,
    /// Publisher of the text.
    pub publisher: Option<String>,
    /// Address of the text.
    pub legalcode: Option<String>,
    /// Address of a page about it.
    pub source: Option<String>,
    /// Asset types as compact names.
    pub asset_types: Vec<String>,
    /// Acts it permits, as compact names.
    pub permissions: Vec<String>,
    /// Acts it prohibits, as compact names.
    pub prohibitions: Vec<String>,
    /// License-wide duties, as compact names.
    pub duties: Vec<String>,
    /// Its day.
    pub day: Day,
    /// Its reviewer.
    pub reviewer: String,
}

/// Why a record is not created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreationError {
    /// The identifier exists, perhaps in other letter case.
    #[error("there is a record `{0}`, and identifiers differ by more than case")]
    Exists(LicenseId),
    /// The identifier is retired.
    #[error("`{0}` is a retired identifier, which no record takes again")]
    Retired(String),
    /// The identifier is a route.
    #[error("`{0}` is the address of something else")]
    RouteWord(LicenseId),
    /// The identifier already leads to a record.
    #[error("the SPDX identifier `{id}` leads to `{record}` already, and addresses keep their meaning")]
    LeadsElsewhere {
        /// The requested identifier.
        id: String,
        /// The record.
        record: LicenseId,
    },
    /// No record has the identifier.
    #[error("there is no record `{0}` to begin with")]
    UnknownRecord(LicenseId),
    /// The house rules require a family.
    #[error("a record needs a family: name one with --family")]
    NoFamily,
    /// There is no such family.
    #[error("there is no family `{0}`; found it with --new-family, or name one of families.toml")]
    UnknownFamily(String),
    /// A text is empty or more than one line.
    #[error("the {0} is empty or holds control characters")]
    BadText(&'static str),
    /// A value is not an address.
    #[error("`{0}` is not an address that begins with http or https")]
    BadAddress(String),
    /// The vocabulary does not offer this asset type.
    #[error("`{0}` is no asset type of the vocabulary")]
    UnknownAssetType(String),
    /// The vocabulary does not have this act.
    #[error("`{0}` is no act of the vocabulary")]
    UnknownAct(String),
    /// The record cannot be written.
    #[error(transparent)]
    Outline(#[from] OutlineError),
    /// A table cannot be changed.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Plans a new record: entries in family and classes, a review by automatic checks, and version 1 of the record.
///
/// Statements from [`Draft::from`] are copied without their evidence, because nobody has read the new text. `check`
/// reports what is still missing. Used identifiers are refused.
pub fn create(library: &Library, draft: &Draft) -> Result<Edits, CreationError> {
    admit(library, draft)?;
    let from = match &draft.from {
        Some(id) => {
            Some(library.licenses.get_key_value(id).ok_or_else(|| CreationError::UnknownRecord(id.clone()))?)
        }
        None => None,
    };
    let inherited = from.and_then(|(id, _)| library.family(id)).map(|family| &family.name);
    let family: Option<&String> = draft.family.as_ref().or(inherited);
    if family.is_none() && library.house_rules.needs_family {
        return Err(CreationError::NoFamily);
    }
    let known = library.families.iter().find(|known| Some(&known.name) == family);
    if let (Some(family), None, false) = (family, known, draft.founds_family) {
        return Err(CreationError::UnknownFamily(family.clone()));
    }
    let marked = &library.site.terms().record_status;
    let classes: Vec<&str> = library
        .classes
        .iter()
        .filter(|class| {
            // Statements that belong to the other record alone, with their class, are not copied.
            from.is_some_and(|(id, _)| class.members.contains(id))
                && !library.house_rules.demands_of(&class.name, marked)
        })
        .map(|class| class.name.as_str())
        .collect();
    let site = &library.site;
    let iri = site.license_iri(&draft.id);
    let base = from.map(|(_, model)| statements(&model.current.graph, &model.iri, &iri, &site.terms()));
    let graph = described(library, draft, &iri, base.unwrap_or_default())?;
    let mut head = format!(
        "# Title: The machine-readable model of \"{}\"@en in the license library\n# Author: {}\n# Source: {iri}\n",
        draft.title, draft.reviewer
    );
    if let Some(license) = &library.house_rules.record_license {
        head.push_str(&format!("# Licensed under: {}\n", license.address));
    }
    let record = format_file(head.as_bytes(), &graph, &site.record_prefixes())?;
    let license = License::read(&graph, &iri, site, &site.terms());
    let others =
        known.map_or(0, |family| family.members.iter().filter(|member| **member != draft.id).count());
    let review = review_of(
        library,
        &draft.id,
        &license,
        family.map(|name| (name.as_str(), others + 1)),
        draft.day,
        &draft.reviewer,
    )
    .1;
    let mut files: Vec<Edit> =
        join(&library.tables, draft.id.as_str(), family.map(String::as_str), &classes)?.into_iter().collect();
    files.push(review);
    files.push(Edit::Create { path: format!("licenses/{}.ttl", draft.id), bytes: record });
    Ok(Edits { files })
}

fn admit(library: &Library, draft: &Draft) -> Result<(), CreationError> {
    let id = draft.id.as_str();
    if let Some((known, _)) = library.license_ignoring_case(id) {
        return Err(CreationError::Exists(known.clone()));
    }
    if let Some(old) = library.retired.iter().find(|old| old.id.eq_ignore_ascii_case(id)) {
        return Err(CreationError::Retired(old.id.clone()));
    }
    if is_record_route(id) {
        return Err(CreationError::RouteWord(draft.id.clone()));
    }
    let index = SpdxIndex::new(library);
    for name in [Some(id), draft.spdx.as_deref()].into_iter().flatten() {
        if let Some(found) = index.resolve(name) {
            return Err(CreationError::LeadsElsewhere { id: name.to_owned(), record: found.id.clone() });
        }
    }
    let texts = [
        (Some(&draft.title), "title"),
        (Some(&draft.reviewer), "reviewer"),
        (draft.family.as_ref(), "family"),
        (draft.spdx.as_ref(), "SPDX identifier"),
        (draft.publisher.as_ref(), "publisher"),
    ];
    for (text, what) in texts {
        if text.is_some_and(|text| {
            text.trim().is_empty() || text.trim() != text || text.chars().any(char::is_control)
        }) {
            return Err(CreationError::BadText(what));
        }
    }
    Ok(())
}

/// The triples to copy, with the new IRI: statements, target, territory, validity, license of the data.
fn statements(graph: &Graph, from: &str, to: &str, terms: &OwnTerms) -> Vec<Triple> {
    let kept = [
        rdf::TYPE,
        cc::JURISDICTION,
        cc::LICENSE,
        dct::LICENSE,
        dct::LANGUAGE,
        odrl::PERMISSION,
        odrl::PROHIBITION,
        odrl::DUTY,
        odrl::TARGET,
        scho::START_DATE,
        scho::END_DATE,
        scho::VALID_FOR,
        terms.validity_type.as_str(),
        terms.use_limit.as_str(),
        terms.relicensing.as_str(),
    ];
    // They are about the text of the other license.
    let quotations = [terms.evidence.as_str(), terms.evidence_locator.as_str()];
    let own = graph.named(from).statements().filter(|(_, property, _)| kept.contains(property));
    let reached = graph.reached(own.map(|(index, ..)| index)).into_iter();
    let statements = reached.filter_map(|index| graph.triples().get(index));
    let statements = statements.filter(|triple| !quotations.contains(&triple.predicate.as_str()));
    statements.cloned().collect::<Graph>().renamed(from, to).triples().to_vec()
}

fn described(
    library: &Library,
    draft: &Draft,
    iri: &str,
    statements: Vec<Triple>,
) -> Result<Graph, CreationError> {
    let site = &library.site;
    let terms = site.terms();
    let is_bare = statements.is_empty();
    let mut triples = statements;
    let states =
        |triples: &[Triple], predicate: &str| triples.iter().any(|t| t.predicate.as_str() == predicate);
    let subject = NamedNode::new_unchecked(iri);
    let say = |predicate: &str, object: Term| {
        Triple::new(subject.clone(), NamedNode::new_unchecked(predicate), object)
    };
    let named = |iri: &str| Term::from(NamedNode::new_unchecked(iri));
    let plain = |text: &str| Term::from(Literal::new_simple_literal(text));
    if !states(&triples, cc::JURISDICTION) {
        triples.push(say(cc::JURISDICTION, named(&terms.worldwide)));
    }
    if !states(&triples, &terms.validity_type) {
        triples.push(say(&terms.validity_type, named(&format!("{}perpetual", site.ns_iri()))));
    }
    if is_bare {
        triples.push(say(rdf::TYPE, named(odrl::SET)));
    }
    if let Some(house) = &library.house_rules.record_license {
        let record = house.record.as_ref().map(|id| (cc::LICENSE, site.license_iri(id)));
        for (predicate, iri) in record.into_iter().chain([(dct::LICENSE, house.address.clone())]) {
            if !states(&triples, predicate) {
                triples.push(say(predicate, named(&iri)));
            }
        }
    }
    let title = Literal::new_language_tagged_literal_unchecked(&draft.title, "en");
    triples.push(say(dct::TITLE, title.into()));
    triples.push(say(dct::HAS_VERSION, plain(&VersionNumber::FIRST.to_string())));
    triples.push(say(dct::MODIFIED, date(draft.day)));
    triples.push(say(&terms.version_history, named(&site.version_history_iri(&draft.id))));
    triples.push(say(&terms.review_status, named(&format!("{}Created", site.ns_iri()))));
    triples.push(say(&terms.reviewed_on, date(draft.day)));
    for (predicate, text) in [(spdx::LICENSE_ID, &draft.spdx), (dct::PUBLISHER, &draft.publisher)] {
        triples.extend(text.as_deref().map(|text| say(predicate, plain(text))));
    }
    for (predicate, address) in [(cc::LEGALCODE, &draft.legalcode), (dct::SOURCE, &draft.source)] {
        let Some(address) = address else { continue };
        let is_web = address.starts_with("https://") || address.starts_with("http://");
        let node = NamedNode::new(address).ok().filter(|_| is_web);
        triples.push(say(predicate, node.ok_or_else(|| CreationError::BadAddress(address.clone()))?.into()));
    }
    if !draft.asset_types.is_empty() {
        // The given asset types replace the copied target.
        let targets: BTreeSet<String> = triples
            .iter()
            .filter(|triple| triple.predicate.as_str() == odrl::TARGET)
            .map(|triple| triple.object.to_string())
            .collect();
        triples.retain(|t| t.predicate.as_str() != odrl::TARGET && !targets.contains(&t.subject.to_string()));
        let target = BlankNode::new_unchecked("target-of-draft");
        triples.push(say(odrl::TARGET, target.clone().into()));
        let of_target = |predicate: &str, object| {
            Triple::new(target.clone(), NamedNode::new_unchecked(predicate), object)
        };
        triples.push(of_target(rdf::TYPE, named(odrl::ASSET_COLLECTION)));
        for name in &draft.asset_types {
            let known = site.all_prefixes().expand(name).filter(|iri| library.asset_types.contains(iri));
            let iri = known.ok_or_else(|| CreationError::UnknownAssetType(name.clone()))?;
            triples.push(of_target(dct::TYPE, named(&iri)));
        }
    }
    for (position, class, acts) in [
        (odrl::PERMISSION, odrl::PERMISSION_CLASS, &draft.permissions),
        (odrl::PROHIBITION, odrl::PROHIBITION_CLASS, &draft.prohibitions),
        (odrl::DUTY, odrl::DUTY_CLASS, &draft.duties),
    ] {
        for (number, name) in acts.iter().enumerate() {
            let vocabulary = &library.vocabulary.current.content;
            let known = site.all_prefixes().expand(name).filter(|iri| vocabulary.is_action(iri));
            let iri = known.ok_or_else(|| CreationError::UnknownAct(name.clone()))?;
            let local = class.rsplit('/').next().unwrap_or_default();
            let rule = BlankNode::new_unchecked(format!("{local}{number}-of-draft"));
            let of_rule = |predicate: &str, object: &str| {
                Triple::new(rule.clone(), NamedNode::new_unchecked(predicate), named(object))
            };
            triples.push(say(position, rule.clone().into()));
            triples.push(of_rule(rdf::TYPE, class));
            triples.push(of_rule(odrl::ACTION, &iri));
        }
    }
    Ok(triples.into_iter().collect())
}
