//! Triples, whatever they mean: graphs, their closures, the canonical form and the syntaxes.
//!
//! Nothing in here knows what a license is. A [`Graph`] is read from any [`Syntax`] with [`read()`],
//! brought into canonical form with [`canonicalize`] or [`canonicalize_closure`], and written with
//! [`write()`], whose output reads back to a graph of the same [`ContentHash`].

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

/// The graph could not be written in the syntax asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The graph has no tree shape, so it has no outline.
    #[error(transparent)]
    Outline(#[from] OutlineError),
    /// The syntax cannot express a term of the graph.
    #[error("{syntax} cannot express this graph: {reason}")]
    Unwritable {
        /// The syntax asked for.
        syntax: Syntax,
        /// What stands in the way.
        reason: String,
    },
}

impl WriteError {
    fn unwritable(syntax: Syntax, reason: impl fmt::Display) -> Self {
        Self::Unwritable { syntax, reason: reason.to_string() }
    }
}

/// Writes an outline in a readable syntax; the bytes depend on nothing but the outline and the prefixes.
///
/// N-Triples is not written from an outline: its only form here is the canonical text
/// ([`Canonical::text`]), and asking for it is an error.
pub fn write(syntax: Syntax, outline: &Outline<'_>, prefixes: &Prefixes) -> Result<String, WriteError> {
    match syntax {
        Syntax::Turtle => Ok(turtle::turtle(outline, prefixes)),
        Syntax::JsonLd => Ok(jsonld::json_ld(outline, prefixes, References::Objects)),
        Syntax::RdfXml => rdfxml::rdf_xml(outline, prefixes),
        Syntax::NTriples => Err(WriteError::unwritable(syntax, "its text is the canonical form")),
    }
}
