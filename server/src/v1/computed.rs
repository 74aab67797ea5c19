use axum::response::Response;
use http::StatusCode;
use muniment_documents::api::v1::{
    Call, Refused, actions, faceted_search, history_page, list, spdx_answer, suggestions,
};

use super::{Version1, json};

impl Version1 {
    /// What depends on more than a path: answered from the library in memory.
    pub(super) fn computed(&self, call: &Call) -> Result<Response, Refused> {
        let knowledge = &self.knowledge;
        let (library, index) = (knowledge.library(), knowledge.index());
        let ok = StatusCode::OK;
        Ok(match call {
            Call::List(query) => json(ok, &list(index, query)),
            Call::Search(search, ports, window) => json(ok, &faceted_search(index, search, *ports, *window)),
            Call::Actions(query) => json(ok, &actions(library, *query)),
            Call::Spdx(asked) => {
                let unknown =
                    || Refused::sentence(404, format!("No license has the SPDX identifier {asked}"));
                let found = index.spdx().resolve(asked).ok_or_else(unknown)?;
                json(ok, &spdx_answer(library, &found))
            }
            Call::History(query) => json(ok, &history_page(knowledge.catalog(), *query)),
            Call::Suggest(keyword) => json(ok, &suggestions(index, keyword)),
            Call::Stored(_)
            | Call::License(_)
            | Call::Compare(_)
            | Call::LicenseFile(..)
            | Call::Compatibility(_)
            | Call::Consistency(_)
            | Call::Axioms(_)
            | Call::Rules(_)
            | Call::CompareGraphs(..)
            | Call::Compose { .. }
            | Call::OwnLicenses
            | Call::Revisions(_)
            | Call::Deprecate(_)
            | Call::Graphs
            | Call::OwnGraphs
            | Call::CreateGraph { .. }
            | Call::Profile { .. }
            | Call::Translate(_)
            | Call::Translation { .. }
            | Call::Dependencies(_)
            | Call::CheckRepository { .. }
            | Call::Narrate
            | Call::Health => return Err(Refused::not_found()),
        })
    }
}
