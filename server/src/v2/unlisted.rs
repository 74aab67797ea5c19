use std::collections::BTreeMap;

use axum::response::Response;
use http::request::Parts;
use muniment_documents::api::forms::FormError;
use muniment_documents::api::v2::{
    Call, ModelName, ProblemKind, Refused, VersionAsked, body, link_headers, list_versions,
};
use muniment_documents::wire::{CacheState, Class, Representation};
use muniment_library::history::{ModelHistory, Status, VersionFacts};
use muniment_rdf::ContentHash;

use super::{Version2, send, unknown_version};
use crate::accounts::{Caller, SILENT, Sight};
use crate::edge::{Address, Made, wanted};

/// Models outside the library: composed licenses and account graphs. They resolve by identifier, with the access
/// check of version 1, and are never listed nor part of a release (spec:version-2#parameters).
impl Version2 {
    /// The answer to a call for a model the library does not have; none if no account has it either, or it is a draft
    /// of a license.
    pub(super) async fn unlisted(
        &self,
        model: &ModelName,
        call: &Call,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Option<Response>, Refused> {
        match model {
            ModelName::License(id) => {
                let Some(license) = self.accounts.published_license(id).await? else { return Ok(None) };
                self.history(&license.history(), false, call, request).map(Some)
            }
            ModelName::DependencyGraph(id) => match self.accounts.graph_versions(id, caller).await? {
                Sight::Unknown => Ok(None),
                Sight::Hidden => Err(hidden(caller)),
                Sight::Visible(graph) => self.history(&graph.history(), true, call, request).map(Some),
            },
            ModelName::Vocabulary => Ok(None),
        }
    }

    fn history(
        &self,
        history: &ModelHistory<'_>,
        is_private: bool,
        call: &Call,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let (version, format) = match call {
            Call::Version(_, version, format) => (version, *format),
            _ => return send(&self.versions(history, is_private)?, None, request),
        };
        let facts = match version {
            VersionAsked::Current => &history.current,
            VersionAsked::Numbered(number) => {
                history.version(*number).ok_or_else(|| unknown_version(number))?
            }
            VersionAsked::Never(text) => return Err(unknown_version(text)),
        };
        let asked = format.map(Representation::key);
        let wanted = wanted(Class::Version, None, asked, &request.headers);
        send(&self.version(facts, is_private, wanted)?, format, request)
    }

    fn version(
        &self,
        facts: &VersionFacts<'_>,
        is_private: bool,
        wanted: Option<Representation>,
    ) -> Result<Address, Refused> {
        let knowledge = &self.accounts.knowledge;
        let headers = link_headers(facts, &knowledge.library().site);
        let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let cache = match facts.status {
            Status::Superseded => CacheState::Immutable,
            Status::Current | Status::Withdrawn => CacheState::Current,
        };
        let made = Made { hash: facts.content_hash, cache, headers: &headers, elsewhere: None, is_private };
        Address::made(Class::Version, made, wanted, |form| {
            let outline = facts.outline().map_err(|error| unmade(&error.into()))?;
            knowledge.forms().of_version(facts, &outline, form).map_err(|error| unmade(&error))
        })
    }

    fn versions(&self, history: &ModelHistory<'_>, is_private: bool) -> Result<Address, Refused> {
        let knowledge = &self.accounts.knowledge;
        let versions = list_versions(knowledge.catalog(), knowledge.current(), history);
        let bytes = body(&versions).map_err(|error| unmade(&error.into()))?;
        let made = Made {
            hash: ContentHash::of(&bytes),
            cache: CacheState::Current,
            headers: &BTreeMap::new(),
            elsewhere: None,
            is_private,
        };
        Address::made(Class::Listing, made, Some(Representation::Json), |_| Ok(bytes.clone()))
    }
}

/// spec:version-2#authentication: without credentials 401, with those of somebody else 403.
fn hidden(caller: &Caller) -> Refused {
    match caller {
        Caller::Anonymous => Refused::new(
            ProblemKind::Unauthenticated,
            "this dependency graph belongs to an account; send its token or session",
        ),
        Caller::Token(_) | Caller::Browser(_) => Refused::new(
            ProblemKind::Forbidden,
            "this dependency graph belongs to another account, which has not shared it with yours",
        ),
        Caller::Unverified => Refused::new(ProblemKind::StoreUnavailable, SILENT),
    }
}

/// It is our fault: what cannot be served is refused before it is stored.
fn unmade(error: &FormError) -> Refused {
    tracing::error!(%error, "a stored model cannot be served");
    internal()
}

fn internal() -> Refused {
    Refused::new(ProblemKind::InternalError, "something went wrong here")
}
