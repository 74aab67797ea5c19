//! What publishers paste, read back.

use muniment_documents::describe::{Describer, Description, HubTags, Publisher};
use muniment_licenses::audit::{Audit, AuditContext, Inventory, StatedExpressions};
use muniment_licenses::find::{Expressions, LicenseFinder, SpdxIndex};
use muniment_licenses::model::LicenseId;
use muniment_licenses::model::terms::ODRL_NS;
use muniment_licenses::reason::{Context, TermsIndex};
use serde_json::Value;

use crate::LIBRARY;

/// The texts in a form for every record of the library.
fn texts(form: Description) -> Vec<(&'static LicenseId, String)> {
    let tags = HubTags::new(&LicenseFinder::new(&LIBRARY));
    let describer = Describer::new(&LIBRARY, &tags);
    let ids = LIBRARY.licenses.keys();
    ids.map(|id| (id, describer.text(form, id, &Publisher::default()).unwrap())).collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn an_audit_reads_the_record_in_cards_and_documents() {
    let (spdx, index) = (SpdxIndex::new(&LIBRARY), TermsIndex::new(&LIBRARY));
    for form in [Description::HfCard, Description::Spdx] {
        for (id, text) in texts(form) {
            if form == Description::Spdx && LIBRARY.licenses[id].current.content.spdx.is_none() {
                continue;
            }
            let mut expressions = Expressions::new(&spdx);
            let inventory = Inventory::read(text.as_bytes(), &expressions).unwrap();
            let stated = StatedExpressions::new(&inventory, true, &mut expressions, &LIBRARY);
            let (usage, preferred) = (Context::default(), Vec::new());
            let audit = Audit::new(
                &stated,
                AuditContext { library: &LIBRARY, index: &index, target: None, usage, preferred },
            );
            assert_eq!(audit.licenses.keys().collect::<Vec<_>>(), [&id], "{text}");
        }
    }
}

#[test]
fn an_offer_has_every_rule_of_its_record() {
    for (id, text) in texts(Description::Odrl) {
        let (offer, license) = (json(&text), &LIBRARY.licenses[id].current.content);
        assert_eq!(offer["@type"], "odrl:Offer");
        assert_eq!(offer["@context"]["odrl"], ODRL_NS);
        for (member, rules) in [
            ("odrl:permission", &license.permissions),
            ("odrl:prohibition", &license.prohibitions),
            ("odrl:obligation", &license.duties),
        ] {
            let stated = offer[member].as_array().map_or(&[][..], Vec::as_slice);
            let actions: Vec<&str> =
                stated.iter().map(|rule| rule["odrl:action"]["@id"].as_str().unwrap()).collect();
            assert_eq!(actions, rules.iter().map(|rule| rule.action.as_str()).collect::<Vec<_>>(), "{id}");
            let duties = |rule: &Value| rule["odrl:duty"].as_array().map_or(0, Vec::len);
            let counts: Vec<usize> = stated.iter().map(duties).collect();
            assert_eq!(counts, rules.iter().map(|rule| rule.duties.len()).collect::<Vec<_>>(), "{id}");
        }
    }
}

#[test]
fn metadata_of_croissant_holds_the_offer() {
    let offers = texts(Description::Odrl).into_iter();
    for ((id, text), (_, offer)) in texts(Description::Croissant).into_iter().zip(offers) {
        let (metadata, offer) = (json(&text), json(&offer));
        assert!(metadata["license"].as_str().unwrap().contains("://"), "{id}");
        assert_eq!(metadata["usageInfo"]["odrl:permission"], offer["odrl:permission"], "{id}");
    }
}

#[test]
fn mining_is_reserved_where_a_license_limits_it() {
    let reserved = |wanted: &str| {
        let texts = texts(Description::TdmRep);
        let (_, text) = texts.iter().find(|(id, _)| id.as_str() == wanted).unwrap();
        json(text)[0]["tdm-reservation"].clone()
    };
    assert_eq!(reserved("MIT"), 0);
    assert_eq!(reserved("CC-BY-NC-4.0"), 1);
    assert_eq!(reserved("Llama-3.1-Community-License"), 1);
}

#[test]
fn words_of_the_publisher_are_quoted() {
    let tags = HubTags::new(&LicenseFinder::new(&LIBRARY));
    let describer = Describer::new(&LIBRARY, &tags);
    let publisher = Publisher { name: "Jo \"J\" \\ Doe\n".to_owned(), year: "2026".to_owned() };
    let text = describer.text(Description::Reuse, &"MIT".parse().unwrap(), &publisher).unwrap();
    assert!(text.contains("SPDX-FileCopyrightText = \"2026 Jo \\\"J\\\" \\\\ Doe\\n\"\n"), "{text}");
}
