//! The worked examples E1 to E9 on records of the library.

use crate::reason::question::{default_lines, lines, record, theory, verdict};

/// Conflicts and defaults of records under a graph.
fn ask(graph: &str, ids: [&str; 2]) -> (Vec<String>, Vec<String>) {
    let verdict = verdict(theory(graph), &ids.map(record));
    (lines(&verdict), default_lines(&verdict))
}

#[test]
fn e1_gpl_3_and_apache_2() {
    let (conflicts, defaults) = ask("dg_default", ["GPL-3.0-only", "Apache-2.0"]);
    assert_eq!(
        conflicts,
        ["D1 Apache-2.0 permission svc:ChangeLicense / GPL-3.0-only prohibition svc:ChangeLicense"]
    );
    assert_eq!(defaults, ["GPL-3.0-only prohibition svc:promote endorsement-worldwide"]);
}

#[test]
fn e2_by_sa_and_by_nc_sa() {
    let (conflicts, defaults) = ask("dg_default", ["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"]);
    assert_eq!(
        conflicts,
        [
            "D1 CC-BY-SA-4.0 permission cc:CommercialUse / CC-BY-NC-SA-4.0 prohibition cc:CommercialUse",
            "D5 CC-BY-NC-SA-4.0 duty cc:ShareAlike / CC-BY-SA-4.0 duty cc:ShareAlike",
        ]
    );
    assert_eq!(defaults, Vec::<String>::new());
}

#[test]
fn e3_by_nd_and_mit() {
    let (conflicts, defaults) = ask("dg_default", ["CC-BY-ND-4.0", "MIT"]);
    assert_eq!(
        conflicts,
        [
            "D1 MIT permission odrl:derive / CC-BY-ND-4.0 prohibition odrl:derive",
            "D1 MIT permission svc:ChangeLicense / CC-BY-ND-4.0 prohibition svc:ChangeLicense",
            "V2 MIT permission odrl:grantUse / CC-BY-ND-4.0 prohibition svc:sublicense, stated",
        ]
    );
    assert_eq!(defaults, ["MIT prohibition svc:promote endorsement-worldwide"]);
}

#[test]
fn e4_by_sa_names_gpl_3() {
    let (conflicts, defaults) = ask("dg_default", ["CC-BY-SA-4.0", "GPL-3.0-only"]);
    assert_eq!(conflicts, ["D6 CC-BY-SA-4.0 compatibleWith GPL-3.0-only / GPL-3.0-only duty cc:ShareAlike"]);
    assert_eq!(defaults, ["GPL-3.0-only prohibition svc:promote endorsement-worldwide"]);
    let (conflicts, _) = ask("dg_default", ["CC-BY-SA-4.0", "GPL-3.0-or-later"]);
    assert_eq!(
        conflicts,
        ["D6 CC-BY-SA-4.0 compatibleWith GPL-3.0-or-later / GPL-3.0-or-later duty cc:ShareAlike"]
    );
    let (conflicts, _) = ask("dg_default", ["CC-BY-SA-4.0", "GPL-2.0-only"]);
    assert_eq!(conflicts, ["D5 CC-BY-SA-4.0 duty cc:ShareAlike / GPL-2.0-only duty cc:ShareAlike"]);
}

#[test]
fn e5_agpl_3_and_gpl_3_name_each_other() {
    let (conflicts, defaults) = ask("dg_default", ["AGPL-3.0", "GPL-3.0-only"]);
    assert_eq!(
        conflicts,
        [
            "D6 AGPL-3.0 compatibleWith GPL-3.0-only / GPL-3.0-only duty cc:ShareAlike",
            "D6 GPL-3.0-only compatibleWith AGPL-3.0 / AGPL-3.0 duty cc:ShareAlike",
        ]
    );
    assert_eq!(
        defaults,
        [
            "AGPL-3.0 prohibition svc:promote endorsement-worldwide",
            "GPL-3.0-only prohibition svc:promote endorsement-worldwide",
        ]
    );
}

#[test]
fn e6_versions_of_the_gpl() {
    let conflicts = |ids| ask("dg_default", ids).0;
    assert_eq!(
        conflicts(["GPL-2.0-only", "GPL-3.0-only"]),
        ["D5 GPL-2.0-only duty cc:ShareAlike / GPL-3.0-only duty cc:ShareAlike"]
    );
    assert_eq!(conflicts(["GPL-2.0-or-later", "GPL-3.0-only"]), Vec::<String>::new());
    assert_eq!(
        conflicts(["GPL-3.0-or-later", "GPL-2.0-only"]),
        ["D5 GPL-2.0-only duty cc:ShareAlike / GPL-3.0-or-later duty cc:ShareAlike"]
    );
    let (conflicts, defaults) = ask("dg_default", ["MIT", "GPL-3.0-only"]);
    assert_eq!(
        conflicts,
        ["D1 MIT permission svc:ChangeLicense / GPL-3.0-only prohibition svc:ChangeLicense"]
    );
    assert_eq!(defaults.len(), 2);
}

#[test]
fn e7_by_sa_and_by_nc_sa_in_other_markets() {
    let core = ask("dg_default", ["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"]).0;
    let resale = |rule: &str| {
        let mut expected = core.clone();
        expected.push(format!(
            "V1 CC-BY-SA-4.0 permission svc:sellCopy ({rule}) / CC-BY-NC-SA-4.0 prohibition cc:CommercialUse, derived"
        ));
        expected
    };
    let (conflicts, defaults) = ask("dg_eu", ["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"]);
    assert_eq!(conflicts, resale("eu-exhaustion"));
    assert_eq!(
        defaults,
        [
            "CC-BY-NC-SA-4.0 permission svc:reverseEngineerForInteroperability eu-interop",
            "CC-BY-NC-SA-4.0 permission svc:textAndDataMining eu-tdm",
            "CC-BY-SA-4.0 permission svc:reverseEngineerForInteroperability eu-interop",
            "CC-BY-SA-4.0 permission svc:sellCopy eu-exhaustion",
            "CC-BY-SA-4.0 permission svc:textAndDataMining eu-tdm",
        ]
    );
    let (conflicts, defaults) = ask("dg_us", ["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"]);
    assert_eq!(conflicts, resale("us-exhaustion"));
    assert_eq!(
        defaults,
        [
            "CC-BY-NC-SA-4.0 permission svc:reverseEngineerForInteroperability us-interop",
            "CC-BY-SA-4.0 permission svc:reverseEngineerForInteroperability us-interop",
            "CC-BY-SA-4.0 permission svc:sellCopy us-exhaustion",
        ]
    );
    let (conflicts, defaults) = ask("dg_cn", ["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"]);
    assert_eq!(conflicts, core);
    assert_eq!(defaults.len(), 2);
    assert!(defaults.iter().all(|line| line.contains(" prohibition svc:textAndDataMining ")), "{defaults:?}");
}

#[test]
fn e8_mit_and_by_sa_in_the_eu() {
    let (conflicts, defaults) = ask("dg_eu", ["MIT", "CC-BY-SA-4.0"]);
    assert_eq!(
        conflicts,
        [
            "D1 CC-BY-SA-4.0 permission svc:suiGenerisDatabaseRights / MIT prohibition \
             svc:suiGenerisDatabaseRights (eu-sui-generis-db)",
            "D1 MIT permission svc:ChangeLicense / CC-BY-SA-4.0 prohibition svc:ChangeLicense",
            "V2 MIT permission odrl:grantUse / CC-BY-SA-4.0 prohibition svc:sublicense, stated",
        ]
    );
    let of = |id: &str, kind: &str| {
        let start = format!("{id} {kind} ");
        defaults.iter().filter(|line| line.starts_with(&start)).count()
    };
    assert_eq!(defaults.len(), 8);
    assert_eq!(
        (of("MIT", "permission"), of("MIT", "prohibition"), of("CC-BY-SA-4.0", "permission")),
        (3, 2, 3)
    );
}

#[test]
fn e9_consistency_of_mit_and_by_sa() {
    use crate::reason::consistency::check;
    let (is_consistent, conflicts, defaults) = check("dg_default", record("MIT"));
    assert!(is_consistent && conflicts.is_empty());
    assert_eq!(defaults, ["MIT prohibition svc:promote endorsement-worldwide"]);
    assert_eq!(check("dg_default", record("CC-BY-SA-4.0")), (true, Vec::new(), Vec::new()));
    let (is_consistent, conflicts, defaults) = check("dg_eu", record("CC-BY-SA-4.0"));
    assert!(is_consistent && conflicts.is_empty());
    assert!(defaults.len() == 3 && defaults.iter().all(|line| line.contains(" permission ")), "{defaults:?}");
}
