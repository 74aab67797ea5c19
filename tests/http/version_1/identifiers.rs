//! spec:version-1#identifiers: identifiers and naming; spec:version-1#redirects: where identifiers lead that are no
//! record's.

use std::collections::BTreeMap;

use muniment_licenses::model::Retired;
use serde_json::Value;

use super::errors::{faulty, sentence};
use super::{LIBRARY, document};
use crate::server::server;

/// Addresses that hold the identifier of a license.
const ADDRESSES: [&str; 11] = [
    "/licenselibrary/license/{id}",
    "/licenselibrary/license/{id}?format=ttl",
    "/licenselibrary/license/{id}/versions",
    "/licenselibrary/license/{id}/versions/1",
    "/licenselibrary/license/{id}/changelog",
    "/licenselibrary/review/{id}",
    "/licenselibrary/{id}?format=nt",
    "/licenselibrary/{id}/versions",
    "/license-library/{id}/badge.svg",
    "/license-library/{id}/license.json",
    "/web/license/{id}",
];

#[test]
fn identifiers_resolve_ignoring_case() {
    for address in ADDRESSES {
        let at = |id: &str| server().get(&address.replace("{id}", id));
        let right = at("Apache-2.0");
        assert!(right.status < 400, "{}: {}", right.asked, right.status);
        for id in ["apache-2.0", "APACHE-2.0", "aPACHE-2.0"] {
            let other = at(id);
            assert_eq!((other.status, &other.body), (right.status, &right.body), "{}", other.asked);
            assert_eq!(other.header("location"), right.header("location"), "{}", other.asked);
        }
    }
    let compared = document(&server().get("/licenselibrary/compare?ids=mit,APACHE-2.0"));
    assert_eq!(compared["ids"], serde_json::json!(["MIT", "Apache-2.0"]));
}

#[test]
fn malformed_identifiers_are_listed_as_faulty() {
    let long = "a".repeat(129);
    for id in ["Apache-2.0!", "caf%C3%A9", "a%2Fb", "%20", "MIT%3F", &long] {
        for address in &ADDRESSES[..8] {
            let path = address.replace("{id}", id);
            assert_eq!(faulty(&server().get(&path)), ["path license_id"], "{path}");
        }
    }
}

#[test]
fn well_formed_identifiers_that_are_nobodys_are_unknown() {
    let long = "a".repeat(128);
    for id in ["NoSuchLicense", "_", "-", "dg_default", &long] {
        let answer = server().get(&format!("/licenselibrary/license/{id}"));
        assert_eq!(sentence(&answer, 404), format!("Unknown license id: {id}"));
        sentence(&server().get(&format!("/licenselibrary/license/{id}/versions")), 404);
    }
}

/// Retired identifiers but the one that names its successor in other letters, and so resolves.
fn retired() -> impl Iterator<Item = &'static Retired> {
    LIBRARY.retired.iter().filter(|retired| {
        retired.successor.as_ref().is_none_or(|to| !to.as_str().eq_ignore_ascii_case(&retired.id))
    })
}

#[test]
fn retired_identifiers_lead_to_what_replaced_them_for_good() {
    const QUERY: &str = "?format=ttl&download=true";
    let mut replaced = 0;
    for Retired { id, successor } in retired() {
        for id in [id.clone(), id.to_uppercase()] {
            for base in ["/licenselibrary/license", "/license-library"] {
                let answer = server().get(&format!("{base}/{id}{QUERY}"));
                let Some(to) = successor else {
                    sentence(&answer, 410);
                    continue;
                };
                answer.is(301).has("location", format!("{base}/{to}{QUERY}").as_str());
            }
        }
        replaced += usize::from(successor.is_some());
    }
    assert_eq!((replaced, retired().count()), (26, 26 + 6));
    let wtfpl = server().get("/licenselibrary/license/Wtfpl");
    assert_eq!(document(&wtfpl)["@graph"][0]["@id"], "svclib:WTFPL");
}

/// What a known SPDX identifier leads to, worked out from the records and the table of aliases.
fn spdx_records() -> BTreeMap<String, String> {
    let declared = LIBRARY.licenses.iter();
    let declared: BTreeMap<&str, &str> = declared
        .filter_map(|(id, model)| Some((model.current.content.spdx.as_deref()?, id.as_str())))
        .collect();
    let aliases = LIBRARY.spdx_aliases.iter();
    let aliases = aliases.filter_map(|(alias, to)| Some((alias.as_str(), *declared.get(to.as_str())?)));
    let all = declared.iter().map(|(spdx, id)| (*spdx, *id)).chain(aliases);
    let is_taken = |spdx: &str| {
        let mut ids = LIBRARY.licenses.keys().map(ToString::to_string);
        ids.any(|id| id.eq_ignore_ascii_case(spdx))
            || LIBRARY.retired.iter().any(|retired| retired.id.eq_ignore_ascii_case(spdx))
    };
    all.filter(|(spdx, _)| !is_taken(spdx)).map(|(spdx, id)| (spdx.to_owned(), id.to_owned())).collect()
}

fn encoded(spdx: &str) -> String {
    spdx.replace(' ', "%20").replace('+', "%2B")
}

#[test]
fn spdx_identifiers_lead_to_the_record_that_declares_them() {
    let records = spdx_records();
    assert!(records.len() > 40, "{records:?}");
    // Some are no well-formed identifiers of records.
    for spdx in ["GPL-2.0+", "GPL-2.0-only WITH Classpath-exception-2.0", "ISC"] {
        assert!(records.contains_key(spdx), "{spdx}");
    }
    for (spdx, id) in records {
        for asked in [encoded(&spdx), encoded(&spdx.to_lowercase())] {
            let license = server().get(&format!("/licenselibrary/license/{asked}?format=text"));
            let to = format!("/licenselibrary/license/{id}?format=text");
            license.is(303).has("location", to.as_str());
        }
        let page = format!("/license-library/{id}");
        server().get(&format!("/license-library/{}", encoded(&spdx))).is(303).has("location", page.as_str());
    }
    server()
        .get(&format!("/licenselibrary/license/{}", encoded("gpl-2.0+")))
        .has("location", "/licenselibrary/license/GPL-2.0-or-later");
}

/// Beside the license route, too.
#[test]
fn spdx_and_retired_identifiers_lead_on_from_every_address() {
    for (asked, status, id) in [
        ("ISC", 303, "IscLicense"),
        ("GPL-2.0%2B", 303, "GPL-2.0-or-later"),
        ("GNU_GPL_v2", 301, "GPL-2.0-only"),
    ] {
        for address in ADDRESSES.iter().filter(|address| !address.starts_with("/licenselibrary/{id}?")) {
            let to = address.replace("{id}", id);
            server().get(&address.replace("{id}", asked)).is(status).has("location", to.as_str());
        }
    }
}

/// spec:version-1#identifiers: a parameter takes every name that the address of a license takes, and answers name the
/// record.
#[test]
fn spdx_identifiers_name_records_in_parameters() {
    let compared = document(&server().get("/licenselibrary/compare?ids=isc,GPL-2.0%2B,MIT"));
    assert_eq!(compared["ids"], serde_json::json!(["IscLicense", "GPL-2.0-or-later", "MIT"]));
    assert_eq!(compared["unknown_ids"], serde_json::json!([]));
    let base = "https://muniment.example/licenselibrary/";
    let consistency = |name: &str| {
        let body = serde_json::json!({"license": name}).to_string();
        document(&server().post("/licenselibrary/consistencycheck", "application/json", &body))
    };
    for name in ["ISC".to_owned(), format!("{base}ISC"), "isc".to_owned()] {
        assert_eq!(consistency(&name), consistency("IscLicense"), "{name}");
    }
    let compatibility = |names: [&str; 2]| {
        let body = serde_json::json!({"licenses": names.map(|name| format!("{base}{name}"))}).to_string();
        document(&server().post("/compatibilitycheck/", "application/json", &body))
    };
    let verdict = compatibility(["AGPL-3.0", "CommonDevelopmentAndDistributionLicense10"]);
    assert_ne!(verdict["conflicting_statements"]["direct"], serde_json::json!({}));
    assert_eq!(compatibility(["AGPL-3.0-only", "CDDL-1.0"]), verdict);
}

#[test]
fn expressions_that_name_no_record_are_malformed_identifiers() {
    for id in ["MIT%2B", "MIT%20WITH%20Classpath-exception-2.0", "MIT%20OR%20Apache-2.0", "Nunit%2B"] {
        let path = format!("/licenselibrary/license/{id}");
        assert_eq!(faulty(&server().get(&path)), ["path license_id"], "{path}");
    }
    // A lead is followed only by who asks for something there is.
    for below in ["?format=nope", "?download=perhaps"] {
        let path = format!("/licenselibrary/license/GPL-2.0%2B{below}");
        assert_eq!(server().get(&path).status, 422, "{path}");
    }
}

#[test]
fn the_linked_data_path_leads_where_page_or_license_route_would_have_led() {
    for (asked, status, id) in [("GNU_GPL_v2", 301, "GPL-2.0-only"), ("ISC", 303, "IscLicense")] {
        for (accept, base) in [("*/*", "/licenselibrary/license"), ("text/html", "/license-library")] {
            let answer = server().accept(&format!("/licenselibrary/{asked}"), accept);
            answer.is(status).has("location", format!("{base}/{id}").as_str()).has("vary", "Accept");
        }
        let answer = server().get(&format!("/licenselibrary/{asked}?format=ttl"));
        answer.is(status).has("location", format!("/licenselibrary/license/{id}?format=ttl").as_str());
    }
    sentence(&server().get("/licenselibrary/Testlicense"), 410);
}

/// Every member of a name, at whatever depth.
fn members<'v>(value: &'v Value, names: &[&str], found: &mut Vec<&'v str>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                found.extend(value.as_str().filter(|_| names.contains(&name.as_str())));
                members(value, names, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| members(value, names, found)),
        _ => {}
    }
}

#[test]
fn url_and_api_url_are_relative_to_the_host_and_uri_and_iri_absolute() {
    let documents = [
        "/licenselibrary/license/Apache-2.0/versions",
        "/licenselibrary/history?limit=5",
        "/licenselibrary/spdx/MIT",
        "/licenselibrary/actions",
        "/dependencygraph/graphs",
        "/dependencygraph/versions",
        "/ns/versions",
        "/license-library/suggest?q=attribution",
    ];
    let (mut relative, mut absolute) = (0, 0);
    for path in documents {
        let document = document(&server().get(path));
        let mut found = Vec::new();
        members(&document, &["url", "api_url"], &mut found);
        relative += found.len();
        for address in found {
            assert!(address.starts_with('/') && !address.starts_with("//"), "{path}: {address}");
            assert!(server().get(address).status < 400, "{path}: {address}");
        }
        let mut found = Vec::new();
        members(&document, &["uri", "iri"], &mut found);
        absolute += found.len();
        assert!(found.iter().all(|iri| iri.starts_with("http")), "{path}: {found:?}");
    }
    assert!(relative > 20 && absolute > 60, "{relative} and {absolute}");
}

#[test]
fn version_lists_say_current_and_change_logs_current_version() {
    for base in ["/licenselibrary/license/Apache-2.0", "/dependencygraph", "/dependencygraph/dg_eu", "/ns"] {
        let list = document(&server().get(&format!("{base}/versions")));
        let log = document(&server().get(&format!("{base}/changelog")));
        assert!(list["current"].as_u64().is_some_and(|current| current >= 2), "{base}: {list}");
        assert_eq!(list["current"], log["current_version"], "{base}");
        assert_eq!((&list["id"], list.get("current_version")), (&log["id"], None), "{base}");
        assert_eq!(log.get("current"), None, "{base}");
    }
}
