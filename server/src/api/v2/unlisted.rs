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

use super::{send, unknown_version};
use crate::accounts::{Caller, SILENT, Visibility};
use crate::app::App;
use crate::library::{Address, Made, wanted};

/// Models outside the library: composed licenses and account graphs. They resolve by identifier, with the access
/// check of version 1, and are never listed nor part of a release (spec:version-2#parameters).
impl App {
    /// The answer to a call for a model the library does not have; none if no account has it either, or it is a draft
    /// of a license.
    pub(super) async fn answer_unlisted(
        &self,
        model: &ModelName,
        call: &Call,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Option<Response>, Refused> {
        match model {
            ModelName::License(id) => {
                let published = self.owned(id, &Caller::Anonymous).await?.visible();
                let Some(license) = published else { return Ok(None) };
                self.answer_history(&license.history(), false, call, request).map(Some)
            }
            ModelName::DependencyGraph(id) => match self.graph_versions(id, caller).await? {
                Visibility::Unknown => Ok(None),
                Visibility::Hidden => Err(hidden(caller)),
                Visibility::Visible(graph) => {
                    self.answer_history(&graph.history(), true, call, request).map(Some)
                }
            },
            ModelName::Vocabulary => Ok(None),
        }
    }

    fn answer_history(
        &self,
        history: &ModelHistory<'_>,
        is_private: bool,
        call: &Call,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let (version, format) = match call {
            Call::Version(_, version, format) => (version, *format),
            _ => return send(&self.version_list_address(history, is_private)?, None, request),
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
        send(&self.version_address(facts, is_private, wanted)?, format, request)
    }

    fn version_address(
        &self,
        facts: &VersionFacts<'_>,
        is_private: bool,
        wanted: Option<Representation>,
    ) -> Result<Address, Refused> {
        let loaded = &self.served.loaded;
        let headers = link_headers(facts, &loaded.library().site);
        let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let cache = match facts.status {
            Status::Superseded => CacheState::Immutable,
            Status::Current | Status::Withdrawn => CacheState::Current,
        };
        let made = Made { hash: facts.content_hash, cache, headers: &headers, elsewhere: None, is_private };
        Address::made(Class::Version, made, wanted, |form| {
            let outline = facts.outline().map_err(|error| unmade(&error.into()))?;
            loaded.forms().of_version(facts, &outline, form).map_err(|error| unmade(&error))
        })
    }

    fn version_list_address(&self, history: &ModelHistory<'_>, is_private: bool) -> Result<Address, Refused> {
        let loaded = &self.served.loaded;
        let versions = list_versions(loaded.catalog(), loaded.current(), history);
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

/// spec:version-2#authentication: without credentials 401, with those of another account 403.
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
