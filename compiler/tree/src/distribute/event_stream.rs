use serde_json::{Value, json};

use muniment_documents::api::v2::version_address;
use muniment_library::history::{Catalog, ChangeItem, Since, changes};
use muniment_licenses::model::{Day, ModelKind, Release};

/// The most versions of a page.
const PAGE: usize = 250;

const ROOT: &str = "/events.jsonld";

/// Every published version as a stream of events (Linked Data Event Streams, TREE) in JSON-LD, oldest first: the addresses
/// and documents of the pages, and of the root that leads to them.
///
/// Identifiers begin with `{site_url}`; the addresses of root and pages with `{base_url}`, because clients compare them with
/// what they requested.
#[must_use]
pub fn event_stream(catalog: &Catalog<'_>, current: &Release, base_url: &str) -> Vec<(String, Value)> {
    let site_url = &catalog.library.site.site_url;
    let items = changes(catalog, current, &Since::Beginning, &ModelKind::ALL).unwrap_or_default();
    let mut items: Vec<(Day, ChangeItem<'_, '_>)> =
        items.into_iter().map(|item| (issued(&item), item)).collect();
    items.sort_by_key(|(day, _)| *day);
    let stream = |view: Value, members: Vec<Value>| {
        json!({
            "@context": context(),
            "@id": format!("{site_url}/events#stream"),
            "@type": "ldes:EventStream",
            "dct:title": format!("Versions of {}", catalog.library.site.name),
            "dct:license": {"@id": catalog.library.site.data_license.address},
            "ldes:timestampPath": {"@id": "dct:issued"},
            "ldes:versionOfPath": {"@id": "dct:isVersionOf"},
            "tree:view": view,
            "tree:member": members,
        })
    };
    let (mut documents, mut relations) = (Vec::new(), Vec::new());
    for (number, page) in (1..).zip(items.chunks(PAGE)) {
        let address = format!("/events/{number}.jsonld");
        let node = json!({"@id": format!("{base_url}{address}")});
        relations.push(json!({
            "@type": "tree:GreaterThanOrEqualToRelation",
            "tree:node": node,
            "tree:path": {"@id": "dct:issued"},
            "tree:value": page.first().map(|(day, _)| moment(*day)),
        }));
        let members = page.iter().map(|(day, item)| member(*day, item, site_url));
        documents.push((address, stream(node, members.collect())));
    }
    let view = json!({"@id": format!("{base_url}{ROOT}"), "@type": "tree:Node", "tree:relation": relations});
    documents.push((ROOT.to_owned(), stream(view, Vec::new())));
    documents
}

/// The day of publication; for an undated version that of its successor, else the first day.
fn issued(item: &ChangeItem<'_, '_>) -> Day {
    item.facts.date.or(item.facts.superseded_on).unwrap_or(Day::EPOCH)
}

fn moment(day: Day) -> Value {
    json!({"@type": "xsd:dateTime", "@value": format!("{day}T00:00:00Z")})
}

fn member(day: Day, item: &ChangeItem<'_, '_>, site_url: &str) -> Value {
    let facts = item.facts;
    json!({
        "@id": format!("{site_url}{}", version_address(facts.kind, facts.id, facts.version)),
        "dct:isVersionOf": {"@id": facts.iri},
        "dct:issued": moment(day),
        "dct:title": facts.title,
        "dct:type": facts.kind.name(),
        "dct:identifier": facts.content_hash.to_string(),
        "dcat:version": facts.version.to_string(),
    })
}

fn context() -> Value {
    json!({
        "dcat": "http://www.w3.org/ns/dcat#",
        "dct": "http://purl.org/dc/terms/",
        "ldes": "https://w3id.org/ldes#",
        "tree": "https://w3id.org/tree#",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
    })
}
