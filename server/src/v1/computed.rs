use axum::response::Response;
use http::StatusCode;
use http::header::{CONTENT_DISPOSITION, HeaderValue};
use muniment::api::v1::{
    Call, Refused, actions, attachment, comparison_document, faceted_search, history_page, license_file,
    list, spdx_answer, suggestions,
};
use muniment::find::Comparison;

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
            Call::Compare(ids) => {
                let comparison = Comparison::new(library, ids)
                    .map_err(|outside| Refused::sentence(422, outside.to_string()))?;
                json(ok, &comparison_document(&comparison))
            }
            Call::Actions(query) => json(ok, &actions(library, *query)),
            Call::Spdx(asked) => {
                let unknown =
                    || Refused::sentence(404, format!("No license has the SPDX identifier {asked}"));
                let found = index.spdx().resolve(asked).ok_or_else(unknown)?;
                json(ok, &spdx_answer(library, &found))
            }
            Call::History(query) => json(ok, &history_page(knowledge.catalog(), *query)),
            Call::Suggest(keyword) => json(ok, &suggestions(index, keyword)),
            Call::LicenseFile(id, query) => {
                let (_, model) = library
                    .license_ignoring_case(id.as_str())
                    .ok_or_else(|| Refused::unknown_license(id.as_str()))?;
                let mut response = json(ok, &license_file(library, model, query));
                if let Ok(value) = HeaderValue::from_str(&attachment("license.json")) {
                    response.headers_mut().insert(CONTENT_DISPOSITION, value);
                }
                response
            }
            Call::Stored(_)
            | Call::License(_)
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
            | Call::Beyond(_) => return Err(Refused::not_found()),
        })
    }
}
