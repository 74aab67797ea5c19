//! RDF: graphs, closures, the canonical form and the syntaxes.
//!
//! This crate knows nothing about licenses. A [`Graph`] is read from any [`Syntax`] with [`read()`], converted to
//! canonical form with [`canonicalize`] or [`canonicalize_closure`], and written with [`write()`], whose output reads
//! back to a graph of the same [`ContentHash`].

mod canon;
mod graph;
mod hash;
mod jsonld;
mod outline;
mod prefixes;
mod quads;
mod rdfxml;
mod read;
mod syntax;
mod turtle;

pub use canon::{ALGORITHM, Canonical, NotATree, canonicalize, canonicalize_closure, check_closure};
pub use graph::{Graph, NodeView, iri_of, text_of};
pub use hash::{ContentHash, InvalidContentHash};
pub use jsonld::{References, json_ld};
pub use outline::{MAX_DEPTH, Node, Object, Outline, OutlineError, Property, Subject};
pub use oxrdf::{
    BlankNode, Literal, NamedNode, NamedNodeRef, NamedOrBlankNode, NamedOrBlankNodeRef, Term, Triple,
};
pub use prefixes::Prefixes;
pub use quads::{canonical_texts, label_scope, quads};
pub use read::{BoundedReadError, ReadError, read, read_bounded_turtle, triple_lines};
pub use syntax::Syntax;
pub use turtle::turtle as write_turtle;

use std::fmt;

/// Why a graph cannot be written in a syntax.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The graph has no outline.
    #[error(transparent)]
    Outline(#[from] OutlineError),
    /// The syntax cannot express a term of the graph.
    #[error("{syntax} cannot express this graph: {reason}")]
    Unwritable {
        /// The syntax.
        syntax: Syntax,
        /// The reason.
        reason: String,
    },
}

impl WriteError {
    fn unwritable(syntax: Syntax, reason: impl fmt::Display) -> Self {
        Self::Unwritable { syntax, reason: reason.to_string() }
    }
}

/// Writes an outline in a readable syntax. The bytes depend only on outline and prefixes.
///
/// N-Triples is an error, because its only form is the canonical text ([`Canonical::text`]).
pub fn write(syntax: Syntax, outline: &Outline<'_>, prefixes: &Prefixes) -> Result<String, WriteError> {
    match syntax {
        Syntax::Turtle => Ok(turtle::turtle(outline, prefixes)),
        Syntax::JsonLd => Ok(jsonld::json_ld(outline, prefixes, References::Objects)),
        Syntax::RdfXml => rdfxml::rdf_xml(outline, prefixes),
        Syntax::NTriples => Err(WriteError::unwritable(syntax, "its text is the canonical form")),
    }
}
