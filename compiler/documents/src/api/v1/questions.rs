use std::collections::BTreeSet;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::body::{no_string, object};
use super::composer_input::composer_input;
use super::{Refused, graph_named};
use crate::api::openapi::parameter::text_or;
use crate::api::openapi::schema::named;
use crate::api::openapi::shapes::{any_of, described, open_with, request_with, text, web_address, with};
use muniment_licenses::model::{GraphId, Library, LicenseId, LicenseNames};
use muniment_licenses::reason::check_license_iri;

/// A question about the compatibility of licenses (spec:version-1#frozen-operations, operation 6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompatibilityQuestion {
    /// IRIs of licenses as they were sent, and those of records that were named in another way; two or more.
    pub licenses: Vec<String>,
    /// The graph to reason over.
    pub graph: GraphId,
}

/// A question about the consistency of one license (spec:version-1#library-endpoints).
#[derive(Debug, Clone, PartialEq)]
pub struct ConsistencyQuestion {
    /// The license.
    pub license: LicenseAsked,
    /// The graph to reason over.
    pub graph: GraphId,
}

/// A license to be checked for consistency.
#[derive(Debug, Clone, PartialEq)]
pub enum LicenseAsked {
    /// One by its identifier.
    Stored(LicenseId),
    /// One that is only being written: a composer document.
    Composed(Map<String, Value>),
}

/// Distinct licenses of one question at most.
const MOST_LICENSES: usize = 1000;

pub(super) fn compatibility_request(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "CompatibilityRequest", |_| {
        let identifier =
            json!({"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9.+_-]*$", "maxLength": 512});
        let license = any_of(&[with(web_address(), "maxLength", json!(512)), identifier]);
        request_with(
            json!({
                "licenses": described(
                    json!({"type": "array", "items": license, "minItems": 2}),
                    "Addresses of licenses, `uri` in answers, or identifiers; at most 1000 different ones.",
                ),
            }),
            json!({
                "dependency_graph": described(
                    text_or(Library::DEFAULT_GRAPH),
                    "The dependency graph to reason over, by identifier or IRI.",
                ),
            }),
        )
    })
}

pub(super) fn consistency_request(generator: &mut SchemaGenerator) -> Schema {
    let reference = named(generator, "LicenseReference", |_| reference()).to_value();
    let composed = composer_input(generator).to_value();
    named(generator, "ConsistencyRequest", |_| any_of(&[reference, composed]))
}

fn reference() -> Value {
    open_with(
        json!({"license": described(text(), "Identifier, SPDX identifier or address of a license.")}),
        json!({}),
    )
}

impl CompatibilityQuestion {
    /// Reads the body of a question. The contract has addresses here; identifiers of records are taken as well.
    pub fn parse(body: &[u8], names: &LicenseNames<'_>) -> Result<Self, Refused> {
        let site = names.site();
        let document = object(body)?;
        let graph = match document.get("dependency_graph") {
            None | Some(Value::Null) => Library::DEFAULT_GRAPH,
            Some(Value::String(name)) => name,
            Some(other) => return Err(no_string(&["body", "dependency_graph"], other)),
        };
        let licenses = match document.get("licenses") {
            Some(Value::Array(licenses)) => licenses,
            Some(other) => {
                let msg = "Input should be a valid list";
                return Err(Refused::fault("list_type", &["body", "licenses"], msg, other.clone()));
            }
            None => {
                let sent = Value::Object(document);
                return Err(Refused::fault("missing", &["body", "licenses"], "Field required", sent));
            }
        };
        let licenses: Vec<String> = licenses
            .iter()
            .enumerate()
            .map(|(place, license)| match license {
                Value::String(name) => {
                    Ok(names.record(name).map_or_else(|| name.clone(), |id| site.license_iri(id)))
                }
                other => Err(no_string(&["body", "licenses", &place.to_string()], other)),
            })
            .collect::<Result<_, _>>()?;
        for iri in &licenses {
            check_license_iri(iri).map_err(|error| {
                let shown: String = iri.chars().take(200).collect();
                Refused::sentence(422, format!("`{shown}`: {error}"))
            })?;
        }
        if licenses.len() < 2 {
            return Err(Refused::sentence(422, "Two licenses at least are needed for a compatibility check"));
        }
        if licenses.iter().collect::<BTreeSet<_>>().len() > MOST_LICENSES {
            return Err(Refused::sentence(
                422,
                format!("One compatibility check takes at most {MOST_LICENSES} different licenses"),
            ));
        }
        Ok(Self { licenses, graph: graph_named(graph, site)? })
    }
}

impl ConsistencyQuestion {
    /// Reads the body of a question; the graph stands in the query. What has a `license` names one, and everything
    /// else is a composer document.
    pub fn parse(body: &[u8], graph: GraphId, names: &LicenseNames<'_>) -> Result<Self, Refused> {
        let document = object(body)?;
        let license = match document.get("license") {
            None | Some(Value::Null) => LicenseAsked::Composed(document),
            Some(Value::String(name)) => LicenseAsked::Stored(license_named(name, names)?),
            Some(other) => return Err(no_string(&["body", "license"], other)),
        };
        Ok(Self { license, graph })
    }
}

/// The license that an identifier or a library IRI names; its scheme may be either of the web's. A name that leads to a
/// record, as an SPDX identifier may, stands for the record; any other identifier stands for itself.
///
/// # Errors
/// It names none.
pub fn license_named(name: &str, names: &LicenseNames<'_>) -> Result<LicenseId, Refused> {
    let base = names.site().license_base();
    let without_scheme = |iri: &str| iri.split_once("://").map(|(_, rest)| rest.to_owned());
    let id = match (without_scheme(name), without_scheme(&base)) {
        (None, _) => Some(name.to_owned()),
        (Some(name), Some(base)) => name.strip_prefix(&base).map(|id| id.trim_end_matches('/').to_owned()),
        (Some(_), None) => None,
    };
    id.and_then(|id| license_identified(&id, names)).ok_or_else(|| {
        Refused::sentence(422, format!("`{name}` is neither a license id nor an IRI under {base}"))
    })
}

/// The record that an identifier leads to, or the identifier itself; none where it is no identifier of a license.
pub(super) fn license_identified(id: &str, names: &LicenseNames<'_>) -> Option<LicenseId> {
    names.record(id).cloned().or_else(|| id.parse().ok())
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::LazyLock;

    use super::*;
    use muniment_library::load::load;

    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
        load(&data).library.unwrap()
    });

    fn asked(body: &Value) -> Result<CompatibilityQuestion, u16> {
        CompatibilityQuestion::parse(body.to_string().as_bytes(), &LicenseNames::new(&LIBRARY))
            .map_err(|refused| refused.status())
    }

    #[test]
    fn a_question_names_two_licenses_or_more() {
        let (a, b) = ("https://x/a", "http://x/b");
        let question = asked(&json!({"licenses": [a, b]})).unwrap();
        assert_eq!(
            (question.licenses, question.graph.as_str()),
            (vec![a.to_owned(), b.to_owned()], "dg_default")
        );
        let eu = asked(
            &json!({"licenses": [a, a], "dependency_graph": LIBRARY.site.graph_iri(&"dg_eu".parse().unwrap())}),
        );
        assert_eq!(eu.unwrap().graph.as_str(), "dg_eu");
        let base = LIBRARY.site.license_base();
        let named = asked(&json!({"licenses": ["cc-by-4.0", "gpl-3.0", a]})).unwrap();
        assert_eq!(named.licenses, [format!("{base}CC-BY-4.0"), format!("{base}GPL-3.0-only"), a.to_owned()]);
        let many: Vec<String> = (0..=MOST_LICENSES).map(|n| format!("https://x/{n}")).collect();
        for (body, status) in [
            (json!({"licenses": [a]}), 422),
            (json!({"licenses": []}), 422),
            (json!({"licenses": many}), 422),
            (json!({"licenses": a}), 422),
            (json!({"licenses": [a, 7]}), 422),
            (json!({"licenses": [a, "NoSuchLicense"]}), 422),
            (json!({"licenses": [a, "ftp://x/b"]}), 422),
            (json!({"licenses": [a, "https://x/\"b"]}), 422),
            (json!({"licenses": [a, b], "dependency_graph": "https://elsewhere/dg"}), 422),
            (json!({"licenses": [a, b], "dependency_graph": 1}), 422),
            (json!({"licenses": [a, b], "dependency_graph": "a b"}), 404),
            (json!([a, b]), 422),
            (json!({}), 422),
        ] {
            assert_eq!(asked(&body), Err(status), "{body}");
        }
        assert!(CompatibilityQuestion::parse(b"{", &LicenseNames::new(&LIBRARY)).is_err());
    }

    #[test]
    fn a_license_is_named_by_identifier_or_library_iri() {
        let (names, base) = (LicenseNames::new(&LIBRARY), LIBRARY.site.license_base());
        let http = base.replace("https://", "http://");
        for name in ["MIT".to_owned(), format!("{base}MIT"), format!("{http}MIT/")] {
            assert_eq!(license_named(&name, &names).unwrap().as_str(), "MIT");
        }
        for name in ["gpl-3.0".to_owned(), format!("{base}GPL-3.0"), "gpl-3.0-only".to_owned()] {
            assert_eq!(license_named(&name, &names).unwrap().as_str(), "GPL-3.0-only", "{name}");
        }
        for name in ["https://other.host/x", "a b", "", &base] {
            assert_eq!(license_named(name, &names).unwrap_err().status(), 422, "{name}");
        }
    }
}
