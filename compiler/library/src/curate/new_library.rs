//! The files that a library needs before its first record.

use super::format::format_file;
use super::numbering::date;
use super::{Edit, Edits};
use muniment_licenses::model::terms::{dct, owl, vann};
use muniment_licenses::model::{Day, Library, Site};
use muniment_rdf::{Graph, Literal, NamedNode, NamedOrBlankNode, OutlineError, Prefixes, Term, Triple};

/// The data of a new library.
#[derive(Debug, Clone)]
pub struct NewLibrary {
    /// Its name, for pages.
    pub name: String,
    /// Its address, which is part of every content hash: absolute, without a final slash.
    pub site_url: String,
    /// Prefix name of its vocabulary; that of its records appends `lib`.
    pub prefix: String,
    /// Its first day.
    pub day: Day,
}

/// Why a library is not created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewLibraryError {
    /// The name is empty or more than one line.
    #[error("the name is empty or holds control characters")]
    BadName,
    /// The prefix belongs to another vocabulary.
    #[error("the prefix `{0}` stands for `{1}` already")]
    TakenPrefix(String, String),
    /// A file cannot be written.
    #[error(transparent)]
    Outline(#[from] OutlineError),
}

/// Plans a library without records: its identity, house rules that only require a license of the records, and from
/// the template the license of the data, the vocabulary and the core graph (as version 1, with new addresses) and the
/// SPDX aliases. Reading `site.toml` checks address and prefix.
///
/// # Errors
/// The name or the prefix is not allowed.
pub fn new_library(new: &NewLibrary, template: &Library) -> Result<Edits, NewLibraryError> {
    if new.name.trim().is_empty() || new.name.chars().any(char::is_control) {
        return Err(NewLibraryError::BadName);
    }
    let from = &template.site;
    let to = Site {
        name: new.name.clone(),
        site_url: new.site_url.clone(),
        vocabulary_prefix: new.prefix.clone(),
        library_prefix: format!("{}lib", new.prefix),
        ..from.clone()
    };
    for prefix in [&to.vocabulary_prefix, &to.library_prefix] {
        let own = [&from.vocabulary_prefix, &from.library_prefix];
        let known = from.all_prefixes().expand(&format!("{prefix}:")).filter(|_| !own.contains(&prefix));
        if let Some(iri) = known {
            return Err(NewLibraryError::TakenPrefix(prefix.clone(), iri));
        }
    }
    let create = |path: String, text: String| Edit::Create { path, bytes: text.into_bytes() };
    let vocabulary = vocabulary(template, &to, new.day);
    let mut files = vec![
        create("house-rules.toml".to_owned(), format!("{HOUSE_RULES}{}\n", quoted(&to.data_license.address))),
        create("retired-identifiers.toml".to_owned(), retired(new.day)),
        create("spdx-aliases.toml".to_owned(), aliases(template)),
        create("vocabulary/actions.toml".to_owned(), actions(template, &to)),
        Edit::Create {
            path: format!("vocabulary/{}.ttl", to.vocabulary_id()),
            bytes: turtle(
                &format!("The vocabulary of {} ({})", to.name, to.vocabulary_id()),
                from,
                &vocabulary,
                &to,
            )?,
        },
    ];
    if let Some(core) = template.graphs.get(Library::DEFAULT_GRAPH) {
        let graph = renamed(&core.current.graph, from, &to);
        let core = renamed_iri(&core.iri, from, &to);
        let graph = restated(&graph, &core, dct::DATE, Some(date(new.day)));
        let title = format!("The dependency graph {} of {}", Library::DEFAULT_GRAPH, to.name);
        let path = format!("graphs/{}.ttl", Library::DEFAULT_GRAPH);
        files.push(Edit::Create { path, bytes: turtle(&title, from, &graph, &to)? });
    }
    // Last: without it the folder is not a library, and the same command can be repeated.
    files.push(create("site.toml".to_owned(), site_file(&to)));
    Ok(Edits { files })
}

const HOUSE_RULES: &str = "\
# What this library demands of its own records beyond what every library has to keep; data/README.md of Muniment lists
# what can stand here.

[records]
license_address = ";

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn site_file(site: &Site) -> String {
    let license = &site.data_license;
    format!(
        "# Identity of this library. The addresses below enter every content hash: changing them makes another library.\n\n\
         name = {}\nsite_url = {}\n\n[prefixes]\nvocabulary = {}\nlibrary = {}\n\n\
         # Pages, feeds and dumps say that the data is under this license.\n\
         [data_license]\nspdx = {}\nname = {}\ntitle = {}\naddress = {}\n",
        quoted(&site.name),
        quoted(&site.site_url),
        quoted(&site.vocabulary_prefix),
        quoted(&site.library_prefix),
        quoted(&license.spdx),
        quoted(&license.name),
        quoted(&license.title),
        quoted(&license.address)
    )
}

fn retired(day: Day) -> String {
    format!("# Identifiers no longer used, with their successors.\nretired_on = \"{day}\"\n\n[identifiers]\n")
}

fn aliases(template: &Library) -> String {
    let rows = template.spdx_aliases.iter().map(|(old, new)| format!("{} = {}\n", quoted(old), quoted(new)));
    let head = "# Superseded or plus-form SPDX identifiers, each with the identifier that is now used instead.\n[aliases]\n";
    head.to_owned() + &rows.collect::<String>()
}

fn actions(template: &Library, to: &Site) -> String {
    let from = &template.site;
    let name = |iri: &str| {
        let name = to.all_prefixes().compact(&renamed_iri(iri, from, to));
        toml::Value::from(name).to_string()
    };
    let mut text =
        "# How acts are offered for authoring, and the asset types listed beside them.\n".to_owned();
    for action in &template.actions {
        let (term, group) = (name(&action.term), &action.group);
        text.push_str(&format!(
            "\n[[action]]\nterm = {term}\ngroup = \"{group}\"\ncomposable = {}\n",
            action.composable
        ));
    }
    for term in &template.asset_types {
        text.push_str(&format!("\n[[asset_type]]\nterm = {}\n", name(term)));
    }
    text
}

/// The vocabulary with new addresses, as version 1.
fn vocabulary(template: &Library, to: &Site, day: Day) -> Graph {
    let subject = to.ns_iri();
    let plain = |text: &str| Term::from(Literal::new_simple_literal(text));
    let title =
        Literal::new_language_tagged_literal_unchecked(format!("{} license vocabulary", to.name), "en");
    let mut graph = renamed(&template.vocabulary.current.graph, &template.site, to);
    for (predicate, object) in [
        (owl::PRIOR_VERSION, None),
        (owl::VERSION_INFO, Some(plain("1.0"))),
        (dct::HAS_VERSION, Some(plain("1"))),
        (dct::MODIFIED, Some(date(day))),
        (dct::TITLE, Some(title.into())),
        (vann::PREFERRED_NAMESPACE_PREFIX, Some(plain(&to.vocabulary_prefix))),
        (vann::PREFERRED_NAMESPACE_URI, Some(plain(&subject))),
    ] {
        graph = restated(&graph, &subject, predicate, object);
    }
    graph
}

/// Replaces the values of a property of a subject.
fn restated(graph: &Graph, subject: &str, predicate: &str, object: Option<Term>) -> Graph {
    let is_meant = |triple: &Triple| {
        triple.predicate.as_str() == predicate
            && matches!(&triple.subject, NamedOrBlankNode::NamedNode(node) if node.as_str() == subject)
    };
    let stated = object.map(|object| {
        Triple::new(NamedNode::new_unchecked(subject), NamedNode::new_unchecked(predicate), object)
    });
    graph.triples().iter().filter(|triple| !is_meant(triple)).cloned().chain(stated).collect()
}

/// Moves an IRI from one site to another.
fn renamed_iri(iri: &str, from: &Site, to: &Site) -> String {
    match iri.strip_prefix(&from.site_url).filter(|rest| rest.starts_with('/')) {
        Some(rest) => format!("{}{rest}", to.site_url),
        None => iri.to_owned(),
    }
}

fn renamed(graph: &Graph, from: &Site, to: &Site) -> Graph {
    let name = |node: &NamedNode| NamedNode::new_unchecked(renamed_iri(node.as_str(), from, to));
    let triples = graph.triples().iter().map(|triple| {
        let subject = match &triple.subject {
            NamedOrBlankNode::NamedNode(node) => name(node).into(),
            other => other.clone(),
        };
        let object = match &triple.object {
            Term::NamedNode(node) => name(node).into(),
            Term::Literal(literal) => renamed_literal(literal, from, to).into(),
            other => other.clone(),
        };
        Triple::new(subject, name(&triple.predicate), object)
    });
    triples.collect()
}

/// Replaces the prefix of compact names in a text.
fn renamed_literal(literal: &Literal, from: &Site, to: &Site) -> Literal {
    let (old, new) = (format!("{}:", from.vocabulary_prefix), format!("{}:", to.vocabulary_prefix));
    let mut text = String::new();
    for part in literal.value().split_inclusive(&old) {
        match part.strip_suffix(&old) {
            Some(before) if !before.ends_with(char::is_alphanumeric) => {
                text.push_str(before);
                text.push_str(&new);
            }
            _ => text.push_str(part),
        }
    }
    match literal.language() {
        Some(language) => Literal::new_language_tagged_literal_unchecked(text, language),
        None => Literal::new_typed_literal(text, literal.datatype()),
    }
}

/// A formatted file that names its source, as the license of the source requires.
fn turtle(title: &str, from: &Site, graph: &Graph, to: &Site) -> Result<Vec<u8>, OutlineError> {
    let prefixes: Prefixes = to.ontology_prefixes();
    let head = format!(
        "# {title}\n# Made from that of {} ({}), licensed under {}\n# Facts compiled with reference to the DALICC \
         License Library (DALICC association, https://dalicc.net, CC BY 4.0)\n",
        from.name, from.site_url, from.data_license.name
    );
    format_file(head.as_bytes(), graph, &prefixes)
}
