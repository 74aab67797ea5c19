//! Profiles and named compatibility, as the library states them.

use muniment_licenses::model::{License, StatedText};
use muniment_licenses::reason::{Kind, Profiles, Statements};
use muniment_rdf::{Graph, Syntax, read};

use crate::reason::question::{lines, record, theory, verdict};
use crate::reason::{LIBRARY, REASONER, iri};

fn graph(body: &str) -> Graph {
    let turtle = format!(
        "@prefix cc: <http://creativecommons.org/ns#> .
         @prefix odrl: <http://www.w3.org/ns/odrl/2/> .
         @prefix spdx: <http://spdx.org/rdf/terms#> .
         @prefix svc: <https://muniment.example/ns#> .
         @prefix svclib: <https://muniment.example/licenselibrary/> .
         <https://muniment.example/x> a odrl:Set ; {body} ."
    );
    read(Syntax::Turtle, turtle.as_bytes()).unwrap()
}

/// Family, version and whether a later one will do.
fn profile(body: &str) -> Option<(String, [u64; 3], bool)> {
    let profiles = Profiles::new(&LIBRARY);
    let graph = graph(body);
    let text = StatedText::read(graph.named("https://muniment.example/x"), &LIBRARY.site.terms());
    let profile = profiles.of(&text)?;
    Some((profile.family, profile.version, profile.or_later))
}

#[test]
fn a_profile_is_read_from_what_the_record_states() {
    let some = |family: &str, version, or_later| Some((family.to_owned(), version, or_later));
    for (body, expected) in [
        ("spdx:licenseId \"GPL-3.0-only\"", some("GPL", [3, 0, 0], false)),
        ("spdx:licenseId \"GPL-2.0-or-later WITH Classpath-exception-2.0\"", some("GPL", [2, 0, 0], true)),
        ("spdx:licenseId \"CC-BY-SA-3.0-AT\"", some("CC-BY-SA", [3, 0, 0], false)),
        (
            "spdx:licenseId \"CC-BY-SA-3.0\" ; svc:shareAlikeVersionQualifier \"this or any Later  Version\"",
            some("CC-BY-SA", [3, 0, 0], true),
        ),
        (
            "spdx:licenseId \"CC-BY-SA-3.0\" ; svc:shareAlikeVersionQualifier \"no later versions\"",
            some("CC-BY-SA", [3, 0, 0], false),
        ),
        (
            "svc:jurisdictionPortOf svclib:CC-BY-SA-4.0 ; svc:licenseVersion \"3.0\"",
            some("CC-BY-SA", [3, 0, 0], false),
        ),
        ("svc:jurisdictionPortOf svclib:CC-BY-SA-4.0", some("CC-BY-SA", [4, 0, 0], false)),
        (
            "svc:jurisdictionPortOf svclib:GPL-3.0-or-later ; svc:licenseVersion \"next\"",
            some("GPL", [3, 0, 0], false),
        ),
        (
            "svc:jurisdictionPortOf svclib:MIT, svclib:GPL-2.0-only, svclib:GPL-3.0-only",
            some("GPL", [2, 0, 0], false),
        ),
        ("spdx:licenseId \"MIT\", \"ODbL-1.0\", \"Zed-2.0\"", some("ODbL", [1, 0, 0], false)),
        (
            "spdx:licenseId \"Quad-1.0.0.0\" ; svc:licenseVersion \"1.2\" ; svc:orLaterVersionOption true",
            some("Quad", [1, 2, 0], true),
        ),
        ("spdx:licenseId \"Quad-1.0.0.0\"", None),
        ("spdx:licenseId \"MIT\" ; svc:licenseVersion \"1.0\"", None),
        ("svc:licenseVersion \"1.0\"", None),
        ("svc:jurisdictionPortOf svclib:MIT", None),
    ] {
        assert_eq!(profile(body), expected, "{body}");
    }
}

#[test]
fn statements_are_read_as_sets_one_level_deep() {
    let graph = graph(
        "odrl:permission [ odrl:action odrl:copy, odrl:print ; odrl:duty [ odrl:action cc:Notice ] ],
             [ odrl:action odrl:copy ; odrl:duty [ odrl:action cc:Attribution ;
                 odrl:duty [ odrl:action cc:SourceCode ] ] ], [ a odrl:Permission ] ;
         odrl:duty [ a odrl:Duty ; odrl:action cc:ShareAlike ; odrl:duty [ odrl:action cc:Notice ] ] ;
         odrl:obligation [ odrl:action odrl:inform ] ;
         odrl:prohibition [ odrl:action svc:juggle ; odrl:duty [ odrl:action cc:Notice ] ] ;
         svc:compatibleWith svclib:MIT, \"MIT\"",
    );
    let statements = Statements::read(&graph, "https://muniment.example/x", &LIBRARY.site.terms());
    let said: Vec<(Kind, &str)> = statements.says.iter().map(|(kind, act)| (*kind, act.as_str())).collect();
    let name = |name: &str| iri(name);
    let expected = [
        (Kind::Permission, name("odrl:copy")),
        (Kind::Permission, name("odrl:print")),
        (Kind::Prohibition, name("svc:juggle")),
        (Kind::Duty, name("cc:ShareAlike")),
        (Kind::Obligation, name("odrl:inform")),
    ];
    assert_eq!(said, expected.each_ref().map(|(kind, act)| (*kind, act.as_str())));
    let hangs = |kind, act: &str, duty: &str| statements.hangs.contains(&(kind, name(act), name(duty)));
    assert!(hangs(Kind::Permission, "odrl:copy", "cc:Notice"));
    assert!(hangs(Kind::Permission, "odrl:copy", "cc:Attribution"));
    assert!(hangs(Kind::Permission, "odrl:print", "cc:Notice"));
    assert!(hangs(Kind::Duty, "cc:ShareAlike", "cc:Notice"));
    assert!(hangs(Kind::Prohibition, "svc:juggle", "cc:Notice"));
    assert_eq!(statements.hangs.len(), 5, "nothing deeper");
    assert_eq!(statements.names.len(), 1);
}

/// Two readers of one record: what the model says, the reasoner hears.
#[test]
fn the_reasoner_reads_records_as_the_model_does() {
    for model in LIBRARY.licenses.values() {
        let license: &License = &model.current.content;
        let statements = Statements::read(&model.current.graph, &model.iri, &LIBRARY.site.terms());
        for (kind, rules) in [
            (Kind::Permission, &license.permissions),
            (Kind::Prohibition, &license.prohibitions),
            (Kind::Duty, &license.duties),
        ] {
            let said: Vec<&String> =
                statements.says.iter().filter(|(k, _)| *k == kind).map(|(_, act)| act).collect();
            let mut stated: Vec<&String> = rules.iter().map(|rule| &rule.action).collect();
            stated.dedup();
            assert_eq!(said, stated, "{}", model.iri);
        }
    }
}

#[test]
fn the_library_names_what_the_facts_name() {
    let names: Vec<usize> = LIBRARY
        .licenses
        .values()
        .map(|model| Statements::read(&model.current.graph, &model.iri, &LIBRARY.site.terms()).names.len())
        .filter(|count| *count > 0)
        .collect();
    assert_eq!((names.len(), names.iter().sum::<usize>()), (18, 56));
}

#[test]
fn a_record_is_found_by_an_iri_in_another_spelling() {
    let exact = record("MIT");
    for iri in [
        "https://muniment.example/licenselibrary/MIT",
        "http://muniment.example/licenselibrary/MIT",
        "https://muniment.example/licenselibrary/mit",
        "http://muniment.example/licenselibrary/mIt",
    ] {
        assert_eq!(REASONER.resolve(iri).unwrap().iri(), exact.iri(), "{iri}");
    }
    for iri in
        ["https://muniment.example/licenselibrary/", "https://elsewhere.example/licenselibrary/MIT", "MIT"]
    {
        assert!(REASONER.resolve(iri).is_none(), "{iri}");
    }
}

#[test]
fn answers_use_the_requested_name_of_a_license() {
    use muniment_licenses::reason::{Component, compatibility};
    let sent = "http://muniment.example/licenselibrary/gpl-2.0-only";
    let asked = [
        Component { iri: sent, facts: record("GPL-2.0-only") },
        Component::from(record("GPL-2.0-only")),
        Component::from(record("GPL-3.0-only")),
    ];
    let verdict = compatibility(theory("dg_default"), asked, || false).unwrap();
    let conflict = verdict.direct().next().unwrap();
    assert_eq!(conflict.statement_1[0], sent, "the first of its names, in byte order");
    assert_eq!(verdict.direct().count(), 1, "one license asked by two names is one");
}

#[test]
fn a_port_does_not_reach_what_its_parent_names() {
    let has = |a: &str, b: &str| lines(&verdict(theory("dg_default"), &[record(a), record(b)]));
    assert_eq!(has("CC-BY-SA-3.0", "CC-BY-SA-4.0").iter().filter(|line| line.starts_with("D6")).count(), 1);
    let port = LIBRARY
        .licenses
        .iter()
        .find(|(_, model)| {
            let license = &model.current.content;
            license.license_version.as_deref() == Some("3.0")
                && license.spdx.as_deref().is_some_and(|id| id.starts_with("CC-BY-SA-3.0-"))
        })
        .map(|(id, _)| id.as_str())
        .unwrap();
    assert_eq!(has(port, "CC-BY-SA-4.0").iter().filter(|line| line.starts_with("D5")).count(), 1, "{port}");
    assert!(!has(port, "CC-BY-SA-3.0").iter().any(|line| line.starts_with("D5")), "{port} is the same text");
}
