use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::Refused;
use super::call::{Call, Subject};
use super::row::{Access, Media, Route, Row, Tag, Words};
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::{Iri, ModelId, SpdxId, plain};
use crate::api::v2::body;
use muniment_licenses::find::{SpdxIndex, SpdxMatch};
use muniment_licenses::model::Library;

static SPDX_ID_ASKED: Parameter = Parameter::path(
    "spdx_id",
    "An identifier of the SPDX list, or one with an exception; spaces as `%20` or `+`.",
    plain::<SpdxId>,
)
.faulty()
.such_as(|| json!("CC-BY-4.0"));

pub(super) static GET_LICENSE_BY_SPDX: Row = Row {
    parameters: &[&SPDX_ID_ASKED],
    ..Row::new(
        Route::get("/licenselibrary/spdx/{spdx_id}", "getLicenseBySpdx", Access::Anyone),
        Words::of(
            Tag::Finding,
            "The record of an SPDX identifier",
            "Letter case does not matter. Expressions with an exception, retired identifiers and those with a plus are \
             known too; the answer has the identifier that the record declares.",
        ),
        Media::json::<SpdxAnswer<'_>>(),
        |sent| {
            let answer = |asked: String| {
                Call::of_the_library(move |read| {
                    let unknown =
                        || Refused::sentence(404, format!("No license has the SPDX identifier {asked}"));
                    let found = read.index.spdx().resolve(&asked).ok_or_else(unknown)?;
                    Ok(body(&spdx_answer(read.library, &found))?)
                })
            };
            Ok(sent.spdx_id().map(answer))
        },
    )
};

pub(super) static GET_SPDX_MAPPING: Row = Row {
    errors: &["NotFound"],
    ..Row::new(
        Route::get("/licenselibrary/spdx-mapping", "getSpdxMapping", Access::Anyone),
        Words::of(
            Tag::Finding,
            "Every SPDX identifier and its record",
            "Both ways, with the retired forms and what replaced them.",
        ),
        Media::json::<SpdxMapping<'_>>(),
        |sent| Ok(Some(sent.stored(Subject::Site))),
    )
};

/// The record an SPDX identifier leads to (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SpdxAnswer<'l> {
    spdx_id: SpdxId<&'l str>,
    id: ModelId<&'l str>,
    uri: Iri,
}

/// The answer for a record; `spdx_id` is the one the record declares.
#[must_use]
pub fn spdx_answer<'l>(library: &Library, found: &SpdxMatch<'l>) -> SpdxAnswer<'l> {
    SpdxAnswer {
        spdx_id: SpdxId(found.spdx_id),
        id: ModelId(found.id.as_str()),
        uri: Iri(library.site.license_iri(found.id)),
    }
}

/// Every identifier of a record beside its SPDX identifier, both ways (spec:version-1#answer-objects).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SpdxMapping<'l> {
    comment: &'static str,
    /// Records of the library.
    license_total: usize,
    /// Those with an SPDX identifier.
    mapped: usize,
    #[schemars(with = "BTreeMap<ModelId, SpdxId>")]
    svc_to_spdx: BTreeMap<&'l str, &'l str>,
    #[schemars(with = "BTreeMap<SpdxId, Vec<ModelId>>")]
    spdx_to_svc: BTreeMap<&'l str, Vec<&'l str>>,
    /// A retired or plus form, and what replaces it.
    #[schemars(with = "BTreeMap<SpdxId, SpdxId>")]
    aliases: &'l BTreeMap<String, String>,
    /// Those that lead to a record.
    aliases_resolvable: usize,
}

/// The mapping of a library.
#[must_use]
pub fn spdx_mapping<'l>(library: &'l Library, spdx: &SpdxIndex<'l>) -> SpdxMapping<'l> {
    let mut svc_to_spdx = BTreeMap::new();
    let mut spdx_to_svc: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (id, model) in &library.licenses {
        if let Some(spdx_id) = &model.current.content.spdx {
            svc_to_spdx.insert(id.as_str(), spdx_id.as_str());
            spdx_to_svc.entry(spdx_id).or_default().push(id.as_str());
        }
    }
    SpdxMapping {
        comment: "Identifiers of records and of the SPDX list. An alias is a retired or plus form beside the \
                  identifier that replaces it.",
        license_total: library.licenses.len(),
        mapped: svc_to_spdx.len(),
        svc_to_spdx,
        spdx_to_svc,
        aliases: &library.spdx_aliases,
        aliases_resolvable: library.spdx_aliases.keys().filter(|alias| spdx.resolve(alias).is_some()).count(),
    }
}
