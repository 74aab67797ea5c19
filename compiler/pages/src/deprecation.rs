use serde::Serialize;

use super::frame::Frame;
use super::{Directory, Page};
use muniment_documents::api::v2::{API_VERSIONS, ApiVersion, FrozenOperations};
use muniment_rdf::ALGORITHM;

/// The lifecycle of versions: of the API (spec:version-1#versioning) and of data (spec:version-2#states,
/// spec:version-2#versioning).
#[derive(Debug, Serialize)]
pub(super) struct DeprecationPage<'a> {
    frame: Frame<'a>,
    versions: &'a [ApiVersion],
    /// The API version with frozen operations.
    frozen: Option<Frozen>,
    algorithm: &'static str,
}

#[derive(Debug, Serialize)]
struct Frozen {
    version: &'static str,
    operations: FrozenOperations,
}

impl Page for DeprecationPage<'_> {
    const TEMPLATE: &'static str = "pages/deprecation.html";
}

impl<'a> DeprecationPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>) -> Self {
        Self::of(Frame::new(directory, "/documentation/deprecation", String::new()), &API_VERSIONS)
    }

    fn of(frame: Frame<'a>, versions: &'a [ApiVersion]) -> Self {
        let frozen = versions.iter().find_map(|version| {
            Some(Frozen { version: version.version, operations: version.frozen_operations? })
        });
        Self { frame, versions, frozen, algorithm: ALGORITHM }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    fn html(versions: &[ApiVersion]) -> String {
        let page = DeprecationPage::of(Frame::sample(), versions);
        render(&templates::environment().unwrap(), &page).unwrap()
    }

    #[test]
    fn it_lists_the_versions_of_discovery() {
        let html = html(&API_VERSIONS);
        for version in API_VERSIONS {
            for told in [version.version, version.base, version.openapi, version.docs, version.status] {
                assert!(html.contains(&format!(">{told}<")), "{told} is missing from\n{html}");
            }
            for operation in version.frozen_operations.into_iter().flat_map(FrozenOperations::names) {
                assert!(html.contains(&format!("<code>{operation}</code>")), "{operation}");
            }
        }
        assert_eq!(
            html.matches("<td>not deprecated</td><td>no end planned</td>").count(),
            API_VERSIONS.len()
        );
        for anchor in ["versions", "frozen", "operations", "data", "elsewhere"] {
            assert!(
                html.contains(&format!("id=\"{anchor}\"")) && html.contains(&format!("href=\"#{anchor}\""))
            );
        }
    }

    #[test]
    fn announced_ends_have_their_days() {
        let [mut first, second] = API_VERSIONS;
        (first.deprecated, first.sunset, first.frozen_operations) =
            (Some("2031-02-03"), Some("2032-02-03"), None);
        let html = html(&[first, second]);
        assert!(html.contains("2031-02-03</time>") && html.contains("2032-02-03</time>"));
        assert_eq!(html.matches("<td>not deprecated</td>").count(), 1);
        assert!(!html.contains("id=\"frozen\""));
    }
}
