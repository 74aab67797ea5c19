use serde_json::{Value, json};

use super::{Artefact, artefact_address};
use muniment_library::history::{Catalog, is_registered};
use muniment_licenses::model::{ModelKind, Release};
use muniment_rdf::{Outline, OutlineError, Prefixes, ReadError, Syntax, read, write_turtle};

/// The namespaces of the description.
const NAMESPACES: [(&str, &str); 6] = [
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("dct", "http://purl.org/dc/terms/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("formats", "http://www.w3.org/ns/formats/"),
    ("void", "http://rdfs.org/ns/void#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// Why the description has no Turtle.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is no JSON-LD.
    #[error(transparent)]
    JsonLd(#[from] ReadError),
    /// Its graph has no outline.
    #[error(transparent)]
    Outline(#[from] OutlineError),
}

/// The description of the data (DCAT 3, `VoID`) in JSON-LD: the data set in its current state, the registered releases, with
/// their dumps if there are some, and the service that answers.
#[must_use]
pub fn dataset(catalog: &Catalog<'_>, current: &Release, base_url: &str, has_dumps: bool) -> Value {
    let site = &catalog.library.site;
    let iri = format!("{}/dataset#data", site.site_url);
    let first_record = catalog.of_kind(ModelKind::License).next().map(|(_, history)| id(history.current.iri));
    let vocabularies =
        ["http://www.w3.org/ns/odrl/2/", "http://creativecommons.org/ns#", &site.ns_iri()].map(id);
    let formats = ["JSON-LD", "N-Triples", "RDF_XML", "Turtle"].map(|name| id(&format!("formats:{name}")));
    let releases = catalog.library.releases.iter();
    let releases = releases.map(|release| release_description(catalog, release, &iri, base_url, has_dumps));
    let data = json!({
        "@id": iri,
        "@type": ["dcat:Dataset", "void:Dataset"],
        "dct:title": site.name,
        "dct:description": "Licenses as ODRL policies in RDF, dependency graphs between their actions, and the vocabulary. \
            Every version has a content hash.",
        "dct:license": id(&site.data_license.address),
        "dct:modified": day(current),
        "dct:publisher": {"@type": "foaf:Organization", "foaf:name": site.name, "foaf:homepage": id(&site.site_url)},
        "dcat:hasVersion": releases.collect::<Vec<_>>(),
        "dcat:keyword": ["ODRL", "SPDX", "compatibility", "licenses"],
        "dcat:landingPage": id(&format!("{base_url}/")),
        "dcat:version": current.id.to_string(),
        "foaf:homepage": id(&site.site_url),
        "void:entities": current.library.models.len(),
        "void:exampleResource": first_record,
        "void:feature": formats,
        "void:uriSpace": site.license_base(),
        "void:vocabulary": vocabularies,
    });
    let service = json!({
        "@id": format!("{}/dataset#service", site.site_url),
        "@type": "dcat:DataService",
        "dct:title": format!("{}, version 2 of the API", site.name),
        "dcat:endpointDescription": id(&format!("{base_url}/v2/openapi.json")),
        "dcat:endpointURL": id(&format!("{base_url}/v2")),
        "dcat:servesDataset": id(&iri),
    });
    json!({
        "@context": serde_json::Map::from_iter(NAMESPACES.map(|(name, iri)| (name.to_owned(), json!(iri)))),
        "@id": format!("{}/dataset#catalog", site.site_url),
        "@type": "dcat:Catalog",
        "dct:title": site.name,
        "dcat:dataset": data,
        "dcat:service": service,
    })
}

/// The same in Turtle.
///
/// # Errors
/// The JSON-LD cannot be read.
pub fn dataset_turtle(description: &Value) -> Result<String, DescriptionError> {
    let graph = read(Syntax::JsonLd, &serde_json::to_vec(description)?)?;
    Ok(write_turtle(&Outline::of(&graph)?, &Prefixes::new(NAMESPACES)))
}

fn release_description(
    catalog: &Catalog<'_>,
    release: &Release,
    data: &str,
    base_url: &str,
    has_dumps: bool,
) -> Value {
    let site = &catalog.library.site;
    let dumps: Vec<(Artefact, String)> = if has_dumps && is_registered(catalog, release) {
        let address =
            |kind: Artefact| format!("{base_url}{}", artefact_address(&release.id, &kind.name(&release.id)));
        Artefact::ALL.map(|kind| (kind, address(kind))).into()
    } else {
        Vec::new()
    };
    let iana = |media_type| id(&format!("https://www.iana.org/assignments/media-types/{media_type}"));
    let distributions = dumps.iter().map(|(kind, address)| {
        // What the file holds, and how it is packed. JSON-LD ignores null.
        let (media_type, packed) = match kind {
            Artefact::Quads => ("application/n-quads", Some(kind.media_type())),
            Artefact::Archive => (kind.media_type(), None),
        };
        json!({
            "@type": "dcat:Distribution",
            "dct:license": id(&site.data_license.address),
            "dcat:compressFormat": packed.map(iana),
            "dcat:downloadURL": id(address),
            "dcat:mediaType": iana(media_type),
        })
    });
    let quads = dumps.iter().find(|(kind, _)| matches!(kind, Artefact::Quads));
    json!({
        "@id": format!("{}/v2/releases/{}", site.site_url, release.id),
        "@type": ["dcat:Dataset", "void:Dataset"],
        "dct:title": format!("{}, release {}", site.name, release.id),
        "dct:issued": day(release),
        "dct:license": id(&site.data_license.address),
        "dcat:distribution": distributions.collect::<Vec<_>>(),
        "dcat:isVersionOf": id(data),
        "dcat:version": release.id.to_string(),
        "void:dataDump": quads.map(|(_, address)| id(address)),
    })
}

fn id(iri: &str) -> Value {
    json!({"@id": iri})
}

/// The day of a release. JSON-LD ignores null.
fn day(release: &Release) -> Value {
    release.date.map_or(Value::Null, |day| json!({"@type": "xsd:date", "@value": day.to_string()}))
}
