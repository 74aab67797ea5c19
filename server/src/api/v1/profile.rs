use axum::body::Body;
use axum::response::Response;
use http::header::{CONTENT_TYPE, HeaderValue, VARY};
use http::request::Parts;
use muniment_documents::api::v1::{ProfileDocument, Refused};
use muniment_documents::wire::Representation;
use muniment_licenses::model::{GraphId, LicenseId};
use muniment_pages::account::{ProfilePage, PublishedGraph, PublishedLicense};

use crate::app::App;
use crate::auth::AccountId;
use crate::clock::day;
use crate::store::{Account, ModelSummary, State};
use crate::wire::{self, accept};

impl App {
    /// A publisher (spec:version-1#website-endpoints): a page, or data for who asks for it. Of a closed account what it
    /// published stays.
    pub(super) async fn answer_profile(
        &self,
        id: &str,
        format: Option<&str>,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let unknown = || Refused::sentence(404, format!("Unknown user id: {id}"));
        let account: AccountId = id.parse().map_err(|_| unknown())?;
        let store = &self.store;
        let account = store.account(&account).await?.ok_or_else(unknown)?;
        let licenses = store.published_models_of(&account.id).await?;
        let form = ProfileDocument::choose(format, accept(&request.headers).as_deref());
        let mut response = match form {
            Representation::Html => {
                let graphs = store.published_models_of(&account.id).await?;
                wire::page(self.profile_page(&account, &licenses, &graphs)?)
            }
            _ => {
                let data = self.profile_data(&account, &licenses, form)?;
                let mut response = Response::new(Body::from(data));
                let media_type = HeaderValue::from_static(form.media_type());
                response.headers_mut().insert(CONTENT_TYPE, media_type);
                response
            }
        };
        response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
        Ok(response)
    }

    fn profile_data(
        &self,
        account: &Account,
        licenses: &[ModelSummary<LicenseId>],
        form: Representation,
    ) -> Result<String, Refused> {
        let site = self.library_site();
        let published = licenses.iter().map(|license| &license.id);
        let document = ProfileDocument::new(account.id.as_str(), account.name(), published, site);
        document.write(form, site).map_err(|error| failed(&error))
    }

    fn profile_page(
        &self,
        account: &Account,
        licenses: &[ModelSummary<LicenseId>],
        graphs: &[ModelSummary<GraphId>],
    ) -> Result<String, Refused> {
        let days: Vec<String> = licenses.iter().map(published_on).collect();
        let licenses = licenses.iter().zip(&days).map(|(license, published_on)| PublishedLicense {
            id: license.id.as_str(),
            title: &license.title,
            published_on,
            is_deprecated: matches!(license.state, State::Deprecated { .. }),
        });
        // Who may read a graph of an account is few; for all others its title is all there is.
        let graphs = graphs.iter().map(|graph| PublishedGraph { title: &graph.title, address: None });
        let page = ProfilePage {
            id: account.id.as_str(),
            name: account.name(),
            since: &account.created_at.strftime("%B %Y").to_string(),
            licenses: licenses.collect(),
            graphs: graphs.collect(),
        };
        self.served
            .loaded
            .pages()
            .served(&format!("/users/{}", page.id), &page)
            .map_err(|error| failed(&error))
    }
}

fn failed(error: &dyn std::error::Error) -> Refused {
    tracing::error!(%error, "a profile cannot be written");
    Refused::sentence(500, "Internal Server Error")
}

/// The day a license was published.
fn published_on(license: &ModelSummary<LicenseId>) -> String {
    license.state.published_at().map(|at| day(at).to_string()).unwrap_or_default()
}
