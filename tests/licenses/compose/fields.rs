//! Every field, and every spelling that is accepted.

use muniment_library::load::load;
use muniment_licenses::compose::{Composer, Imprint, Months, Period, Territory, TextField, Validity, limits};
use muniment_licenses::model::terms::COUNTRY_NS;
use muniment_rdf::{NamedOrBlankNode, Term};
use serde_json::{Value, json};

use crate::compose::{COMPOSER, IRI, LIBRARY, accepted, assert_sound, day, iri, license, published, root};

/// A document with a title and one more field.
fn with(field: &str, value: impl Into<Value>) -> Value {
    json!({"title": "T", field: value.into()})
}

/// What the license of a document states with a property, as N-Triples.
fn stated(document: &Value, property: &str) -> Vec<String> {
    let graph = COMPOSER.to_graph(&accepted(document), &published());
    assert_sound(&graph);
    let mut values: Vec<String> = graph
        .triples()
        .iter()
        .filter(|t| t.predicate.as_str() == iri(property))
        .filter(|t| matches!(&t.subject, NamedOrBlankNode::NamedNode(s) if s.as_str() == IRI))
        .map(|t| t.object.to_string())
        .collect();
    values.sort();
    values
}

#[test]
fn texts_are_written_with_their_properties() {
    let properties = [
        ("creator", "dct:contributor"),
        ("publisher", "dct:publisher"),
        ("licensor", "odrl:assigner"),
        ("licensee", "odrl:assignee"),
        ("license_version", "svc:licenseVersion"),
        ("spdx_id", "spdx:licenseId"),
        ("attribution_name", "cc:attributionName"),
        ("warranty_disclaimer", "svc:WarrantyDisclaimer"),
        ("warranty_or_liability_acceptance", "svc:WarrantyOrLiabilityAcceptance"),
        ("liability_limitation", "svc:LiabilityLimitation"),
        ("additional_clauses", "svc:additionalClauses"),
        ("promotion_specification", "svc:PromotionSpecification"),
        ("license_text", "svc:licenseText"),
        ("alternatives", "dct:alternative"),
    ];
    for (field, property) in properties {
        let value = if field == "alternatives" { json!(["Some-1.0"]) } else { json!("Some-1.0") };
        assert_eq!(stated(&with(field, value), property), ["\"Some-1.0\""], "{field}");
    }
    // Every field there is has been asked.
    assert!(TextField::ALL.iter().all(|field| properties.iter().any(|(name, _)| *name == field.name())));
}

#[test]
fn white_space_around_a_text_is_no_part_of_it_save_for_the_license_text() {
    let document = accepted(&json!({
        "title": " \t T \n",
        "creator": " Ada ",
        "warranty_disclaimer": "\nAS IS.\n\n  No warranty.\r\n",
        "license_text": "  All of it.\r\n\n",
    }));
    assert_eq!(document.title(), "T");
    assert_eq!(document.text(TextField::Creator), Some("Ada"));
    assert_eq!(document.text(TextField::WarrantyDisclaimer), Some("AS IS.\n\n  No warranty."));
    assert_eq!(document.text(TextField::LicenseText), Some("  All of it.\r\n\n"));
    assert_sound(&COMPOSER.to_graph(&document, &published()));
}

#[test]
fn null_and_blank_texts_count_as_missing() {
    let plain = accepted(&json!({"title": "T"}));
    let mut document = json!({"title": "T", "anything else": {"is": ["passed", "over"]}});
    for nothing in [json!(null), json!(""), json!(" \n")] {
        for field in TextField::ALL.map(TextField::name) {
            document[field] = nothing.clone();
        }
        for field in ["validity", "start_date", "end_date", "validity_months", "region", "country"] {
            document[field] = nothing.clone();
        }
        for field in ["licensed_under", "source", "legalcode", "additional_clauses"] {
            document[field] = nothing.clone();
        }
        for field in ["targets", "permissions", "prohibitions", "duties", "alternatives", "publish_consent"] {
            document[field] = Value::Null;
        }
        assert_eq!(accepted(&document), plain, "{nothing}");
    }
    assert!(
        accepted(&with("alternatives", json!(["", " ", null]).as_array().unwrap()[..2].to_vec())) == plain
    );
}

#[test]
fn texts_may_be_as_long_as_they_may_be() {
    let bounds = [
        ("title", limits::NAME),
        ("creator", limits::NAME),
        ("attribution_name", limits::NAME),
        ("spdx_id", limits::SPDX),
        ("liability_limitation", limits::CLAUSE),
        ("license_text", limits::LICENSE_TEXT),
    ];
    assert_eq!(bounds.map(|(_, most)| most), [300, 300, 300, 160, 20_000, 60_000]);
    for (field, most) in bounds {
        // Characters are counted, not bytes.
        let letter = if field == "spdx_id" { "e" } else { "é" };
        accepted(&with(field, letter.repeat(most)));
        assert!(COMPOSER.read(&with(field, letter.repeat(most + 1))).is_err(), "{field}");
    }
    let names = |count: usize| (0..count).map(|n| format!("Name {n}")).collect::<Vec<_>>();
    assert_eq!(accepted(&with("alternatives", names(50))).alternatives().len(), 50);
    assert!(COMPOSER.read(&with("alternatives", names(51))).is_err());
}

#[test]
fn additional_clauses_are_one_text_or_several() {
    assert_eq!(
        stated(
            &with("additional_clauses", vec!["Second.", " First. ", "", "Second."]),
            "svc:additionalClauses"
        ),
        ["\"First.\"", "\"Second.\""]
    );
}

#[test]
fn asset_types_have_short_names_compact_names_and_iris() {
    let spellings = [
        ("svc:CreativeWork", vec!["creativework", "CreativeWork", "creative work", "creative_work"]),
        ("dcmitype:Dataset", vec!["dataset", "DATASET", " Dataset "]),
        ("dcmitype:Software", vec!["software", "Software"]),
        ("svc:Hardware", vec!["hardware", "HardWare"]),
    ];
    for (name, short) in spellings {
        let expected = [iri(name)];
        let long = [name.to_owned(), name.to_lowercase(), iri(name), iri(name).to_uppercase()];
        for spelling in short.into_iter().map(str::to_owned).chain(long) {
            let document = accepted(&with("targets", vec![spelling.clone()]));
            assert!(document.targets().iter().eq(&expected), "{spelling}");
        }
    }
    let twice = accepted(&with("targets", vec!["dataset", "dcmitype:Dataset"]));
    let graph = COMPOSER.to_graph(&twice, &published());
    assert_eq!(license(&graph).targets, [iri("dcmitype:Dataset")]);
}

#[test]
fn actions_have_compact_names_and_iris() {
    for spelling in ["odrl:modify", " odrl:modify", "http://www.w3.org/ns/odrl/2/modify"] {
        let document = accepted(&json!({
            "title": "T",
            "permissions": [{"action": spelling, "duties": ["svc:rename", iri("svc:rename")]}],
            "prohibitions": [spelling],
        }));
        let duties = document.permissions().get(&iri("odrl:modify")).unwrap();
        assert!(duties.iter().eq([&iri("svc:rename")]));
        assert!(document.prohibitions().iter().eq([&iri("odrl:modify")]));
    }
    // Also those that are for reasoning, and those for duties in another place: a license may prohibit attribution.
    let document =
        json!({"title": "T", "prohibitions": ["odrl:use", "svc:rename"], "duties": ["svc:rename"]});
    assert_eq!(accepted(&document).prohibitions().len(), 2);
}

#[test]
fn duplicates_count_once() {
    let once = json!({"title": "T", "permissions": [{"action": "odrl:modify", "duties": ["cc:Notice"]}],
        "prohibitions": ["svc:promote"], "duties": ["cc:ShareAlike"], "alternatives": ["A"]});
    let permission = json!({"action": iri("odrl:modify"), "duties": ["cc:Notice", iri("cc:Notice")]});
    let twice = json!({"title": "T", "permissions": [once["permissions"][0], permission],
        "prohibitions": ["svc:promote", iri("svc:promote")], "duties": ["cc:ShareAlike", "cc:ShareAlike"],
        "alternatives": ["A", " A"]});
    assert_eq!(accepted(&twice), accepted(&once));
    // Order is not said either.
    let one = json!({"title": "T", "prohibitions": ["svc:promote", "odrl:modify"]});
    let other = json!({"title": "T", "prohibitions": ["odrl:modify", "svc:promote"]});
    assert_eq!(accepted(&one), accepted(&other));
}

#[test]
fn validity_has_three_forms() {
    for spelling in ["perpetual", "Perpetual", "svc:perpetual", "https://muniment.example/ns#perpetual"] {
        assert_eq!(accepted(&with("validity", spelling)).validity(), &Validity::Perpetual, "{spelling}");
    }
    assert_eq!(
        stated(&json!({"title": "T"}), "svc:validityType"),
        ["<https://muniment.example/ns#perpetual>"]
    );

    let dated = json!({"title": "T", "validity": "specifyDate", "start_date": "2026-12-01", "end_date": "2028-02-29"});
    let period = Period::new(day("2026-12-01"), day("2028-02-29")).unwrap();
    assert_eq!(accepted(&dated).validity(), &Validity::Between(period));
    assert_eq!(stated(&dated, "svc:validityType"), ["<https://muniment.example/ns#specifyDate>"]);
    assert_eq!(stated(&dated, "scho:startDate"), ["\"2026-12-01\""]);
    assert_eq!(stated(&dated, "scho:endDate"), ["\"2028-02-29\""]);
    let mut one_day = dated;
    one_day["end_date"] = json!("2026-12-01");
    accepted(&one_day);

    for (months, number) in [(json!(12), 12), (json!("12"), 12), (json!(1), 1), (json!(1200), 1200)] {
        let document = json!({"title": "T", "validity": "svc:specifyPeriod", "validity_months": months});
        assert_eq!(accepted(&document).validity(), &Validity::Months(Months::new(number).unwrap()));
        let expected = format!("\"P{number}M\"^^<http://www.w3.org/2001/XMLSchema#duration>");
        assert_eq!(stated(&document, "scho:validFor"), [expected]);
        assert_eq!(stated(&document, "svc:validityType"), ["<https://muniment.example/ns#specifyPeriod>"]);
    }
}

#[test]
fn types_of_validity_hold_what_they_may_alone() {
    assert!(Months::new(0).is_none() && Months::new(1201).is_none());
    assert!(Period::new(day("2026-12-02"), day("2026-12-01")).is_none());
}

#[test]
fn territories_are_the_world_countries_and_regions() {
    for spelling in ["worldwide", "Worldwide", "svc:worldwide"] {
        assert_eq!(accepted(&with("region", spelling)).territory(), &Territory::Worldwide);
    }
    let country = |name: &str| format!("{COUNTRY_NS}{name}");
    let spellings = [
        ("Austria", country("Austria")),
        ("austria", country("Austria")),
        ("bpicounty:Austria", country("Austria")),
        ("bpicountry:Austria", country("Austria")),
        ("http://www.bpiresearch.com/BPMO/2004/03/03/cdl/Countries#Austria", country("Austria")),
        ("SouthAfrica", country("SouthAfrica")),
        ("South Africa", country("SouthAfrica")),
        ("south africa", country("SouthAfrica")),
        // No record is about these.
        ("Iceland", country("Iceland")),
        ("Sri Lanka", country("SriLanka")),
        ("svc:EU", iri("svc:EU")),
        ("EU", iri("svc:EU")),
        ("https://muniment.example/ns#US", iri("svc:US")),
    ];
    for (spelling, expected) in spellings {
        let document = json!({"title": "T", "region": "specifyRegion", "country": spelling});
        assert_eq!(accepted(&document).territory(), &Territory::Region(expected.clone()), "{spelling}");
        assert_eq!(stated(&document, "cc:jurisdiction"), [format!("<{expected}>")]);
    }
}

#[test]
fn the_record_itself_is_under_a_license() {
    let licenses =
        |document: &Value| [stated(document, "cc:license"), stated(document, "dct:license")].concat();
    let own = |id: &str| format!("<https://muniment.example/licenselibrary/{id}>");
    let attribution = [own("CC-BY-4.0"), "<https://creativecommons.org/licenses/by/4.0/>".to_owned()];
    assert_eq!(licenses(&json!({"title": "T"})), attribution);
    for spelling in [
        "CC-BY-4.0",
        "cc-by-4.0",
        "svclib:CC-BY-4.0",
        "https://muniment.example/licenselibrary/CC-BY-4.0",
        "http://muniment.example/licenselibrary/CC-BY-4.0",
        "https://creativecommons.org/licenses/by/4.0/",
    ] {
        assert_eq!(licenses(&with("licensed_under", spelling)), attribution, "{spelling}");
    }
    for spelling in ["mit", "https://muniment.example/licenselibrary/MIT"] {
        let stated = licenses(&with("licensed_under", spelling));
        assert_eq!(stated.first(), Some(&own("MIT")));
        assert!(stated.get(1).unwrap().contains("opensource.org"), "{stated:?}");
    }
    for spelling in ["ISC", "https://muniment.example/licenselibrary/isc", "svclib:ISC"] {
        let stated = licenses(&with("licensed_under", spelling));
        assert_eq!(stated.first(), Some(&own("IscLicense")), "{spelling}");
    }
    // A license of another account, and one that is not listed.
    let foreign = "https://license.example/1";
    assert_eq!(licenses(&with("licensed_under", foreign)), [format!("<{foreign}>"), format!("<{foreign}>")]);
    assert_eq!(licenses(&with("licensed_under", IRI)), [format!("<{IRI}>"), format!("<{IRI}>")]);
}

#[test]
fn addresses_are_absolute() {
    for address in
        ["https://x.example", "http://x.example/a?b=c#d", "https://é.example/ü", " https://x.example/ "]
    {
        let document = json!({"title": "T", "source": address, "legalcode": address});
        let license = license(&COMPOSER.to_graph(&accepted(&document), &published()));
        assert_eq!(license.source.as_deref(), Some(address.trim()));
        assert_eq!(license.legalcode.as_deref(), Some(address.trim()));
    }
}

#[test]
fn consent_is_carried() {
    assert!(accepted(&with("publish_consent", true)).publish_consent());
    assert!(!accepted(&with("publish_consent", false)).publish_consent());
}

#[test]
fn titles_have_no_language() {
    let graph = COMPOSER.to_graph(&accepted(&json!({"title": "Quelltext für alle"})), &published());
    let title = graph.triples().iter().find(|t| t.predicate.as_str() == iri("dct:title")).unwrap();
    assert!(matches!(&title.object, Term::Literal(l) if l.language().is_none()));
}

#[test]
fn documents_are_read_from_bytes() {
    assert_eq!(COMPOSER.read_json(br#"{"title": "T"}"#).unwrap(), accepted(&json!({"title": "T"})));
}

/// Another library has other addresses and prefix names, and perhaps no record to be licensed under.
#[test]
fn nothing_of_one_library_is_hard_coded() {
    let library = load(&root().join("tests/fixtures/small")).library.unwrap();
    assert_ne!(library.site.site_url, LIBRARY.site.site_url);
    let composer = Composer::new(&library);
    let iri = format!("{}mine", library.site.license_base());
    let profile = format!("{}me", library.site.user_base());
    let imprint = Imprint::published(&iri, &profile, day("2026-11-21"));
    let prefix = &library.site.vocabulary_prefix;
    let document = json!({"title": "T", "targets": [format!("{prefix}:CreativeWork")],
        "prohibitions": [format!("{prefix}:promote")], "duties": ["cc:ShareAlike"]});
    let read = composer.read(&document).unwrap();
    let graph = composer.to_graph(&read, &imprint);
    let is_foreign = |text: &str| text.contains("muniment.example");
    assert!(!graph.triples().iter().any(|triple| is_foreign(&triple.to_string())));
    assert_eq!(composer.read(&composer.from_graph(&graph, &iri)).unwrap(), read);
    let own = format!("{}CC-BY-4.0", library.site.license_base());
    assert_eq!(read.licensed_under().iri(), own);
    // The license of the data, of which this library has no record.
    let mut library = load(&root().join("tests/fixtures/small")).library.unwrap();
    "CC0-1.0".clone_into(&mut library.site.data_license.spdx);
    "https://license.example/1".clone_into(&mut library.site.data_license.address);
    let read = Composer::new(&library).read(&json!({"title": "T"})).unwrap();
    assert_eq!(read.licensed_under().iri(), "https://license.example/1");
}
