//! What inventories state of each part alone.

use super::super::own_context::{ContextSource, OwnContext};
use super::read;
use crate::reason::{Context, Shipping, Use};

/// Every part, with a star before what only development needs, and what the document states of it alone.
#[track_caller]
fn assert_contexts(text: &str, expected: &[&str]) {
    // With this context, what a document says of a use is seen.
    let all = Context { usage: Use::Aggregated, ..Context::default() };
    let inventory = read(text).unwrap();
    let told = inventory.components.iter().map(|part| {
        let star = if part.is_development { "*" } else { "" };
        let mut told = format!("{star}{}", part.name);
        let (usage, source) = part.own.usage(all);
        if source == ContextSource::Document {
            told += &format!(" {usage}");
        }
        if part.own.modified(all) == (true, ContextSource::Document) {
            told += " modified";
        }
        told
    });
    let mut told: Vec<String> = told.collect();
    told.sort();
    assert_eq!(told, expected, "{text}");
}

/// A document of SPDX 2 with the packages `a` to `d`, a file `f` that belongs to `d`, and `work`.
#[track_caller]
fn assert_spdx_2(relationships: &[&str], expected: &[&str]) {
    let packages = ["work", "a", "b", "c", "d"].map(|name| format!("PackageName: {name}\nSPDXID: {name}\n"));
    let file = "FileName: f\nSPDXID: f\nLicenseConcluded: MIT\nRelationship: doc DESCRIBES work\n";
    let lines: String = relationships.iter().map(|line| format!("Relationship: {line}\n")).collect();
    assert_contexts(&format!("SPDXVersion: SPDX-2.3\n{}{file}{lines}", packages.concat()), expected);
}

#[test]
fn of_spdx_2() {
    assert_spdx_2(&[], &["a", "b", "c", "d", "f"]);
    assert_spdx_2(
        &["work STATIC_LINK a", "a DYNAMIC_LINK b", "c DYNAMIC_LINK work", "work CONTAINS d"],
        &["a combined", "b combined", "c combined", "d", "f"],
    );
    assert_spdx_2(
        &["x PATCH_FOR a", "x PATCH_APPLIED b", "x FILE_ADDED c"],
        &["a modified", "b modified", "c modified", "d", "f"],
    );
    // What links to a file links to the packages that contain it.
    let linked = ["work DYNAMIC_LINK f", "c CONTAINS f", "c DEV_DEPENDENCY_OF work"];
    assert_spdx_2(&linked, &["a", "b", "c combined", "d combined", "f combined"]);
    assert_spdx_2(&["f STATIC_LINK work"], &["a", "b", "c", "d combined", "f combined"]);
    assert_spdx_2(&["f STATIC_LINK a"], &["a combined", "b", "c", "d", "f"]);
    assert_spdx_2(&["x FILE_DELETED a"], &["a modified", "b", "c", "d", "f"]);
    assert_spdx_2(&["f FILE_MODIFIED a"], &["a modified", "b", "c", "d modified", "f modified"]);
    assert_spdx_2(
        &["c CONTAINS f", "x PATCH_APPLIED f"],
        &["a", "b", "c modified", "d modified", "f modified"],
    );
    assert_spdx_2(
        &["c CONTAINED_BY b", "x PATCH_APPLIED c", "a OPTIONAL_COMPONENT_OF b", "a DESCENDANT_OF b"],
        &["a", "b", "c modified", "d", "f"],
    );
}

#[test]
fn development_in_spdx_2() {
    for kind in [
        "DEV_DEPENDENCY_OF",
        "TEST_DEPENDENCY_OF",
        "DEV_TOOL_OF",
        "TEST_TOOL_OF",
        "TEST_OF",
        "TEST_CASE_OF",
        "BUILD_TOOL_OF",
    ] {
        assert_spdx_2(&[&format!("a {kind} work"), "a DEPENDS_ON b"], &["*a", "*b", "c", "d", "f"]);
        let needed = [&*format!("a {kind} work"), "work DEPENDS_ON a"];
        assert_spdx_2(&needed, &["a", "b", "c", "d", "f"]);
        // What is linked to is needed.
        let linked = [&*format!("a {kind} work"), "work DYNAMIC_LINK a"];
        assert_spdx_2(&linked, &["a combined", "b", "c", "d", "f"]);
    }
    for kind in
        ["BUILD_DEPENDENCY_OF", "OPTIONAL_DEPENDENCY_OF", "RUNTIME_DEPENDENCY_OF", "PROVIDED_DEPENDENCY_OF"]
    {
        assert_spdx_2(&[&format!("a {kind} work"), "a DEV_DEPENDENCY_OF b"], &["a", "b", "c", "d", "f"]);
    }
}

#[test]
fn of_spdx_2_in_other_forms() {
    assert_contexts(
        r#"{"spdxVersion": "SPDX-2.3",
            "packages": [{"SPDXID": "a", "name": "a"}, {"SPDXID": "b", "name": "b", "hasFiles": ["f"]}],
            "files": [{"SPDXID": "f", "fileName": "f"}],
            "relationships": [
            {"spdxElementId": "b", "relationshipType": "STATIC_LINK", "relatedSpdxElement": "a"},
            {"spdxElementId": "f", "relationshipType": "FILE_MODIFIED", "relatedSpdxElement": "x"}]}"#,
        &["a combined", "b modified"],
    );
    assert_contexts(
        "@prefix s: <http://spdx.org/rdf/terms#> .\n<http://d.example/a> a s:Package ; s:name \"a\" ; s:relationship [\n\
         s:relationshipType s:relationshipType_dynamicLink ; s:relatedSpdxElement <http://d.example/b> ] .\n\
         <http://d.example/b> a s:Package ; s:name \"b\" .\n",
        &["a", "b combined"],
    );
}

/// A document of SPDX 3 with the packages `a` to `c`, a file `f` that `c` contains, and `work`.
#[track_caller]
fn assert_spdx_3(relationships: &[(&str, &str, &str, &str)], expected: &[&str]) {
    let package = |name| format!(r#"{{"type": "software_Package", "spdxId": "{name}", "name": "{name}"}}"#);
    let mut graph: Vec<String> = ["work", "a", "b", "c"].map(package).to_vec();
    graph.push(r#"{"type": "SpdxDocument", "rootElement": ["work"]}"#.to_owned());
    graph.push(r#"{"type": "software_File", "spdxId": "f", "name": "f"}"#.to_owned());
    let related = [&[("c", "contains", "", "f")], relationships].concat();
    graph.extend(related.iter().map(|(from, kind, scope, to)| {
        let scope = if scope.is_empty() { String::new() } else { format!(r#""scope": "{scope}", "#) };
        format!(
            r#"{{"type": "LifecycleScopedRelationship", {scope}"relationshipType": "{kind}", "from": "{from}", "to": ["{to}"]}}"#
        )
    }));
    let context = "https://spdx.org/rdf/3.0.1/spdx-context.jsonld";
    assert_contexts(&format!(r#"{{"@context": "{context}", "@graph": [{}]}}"#, graph.join(", ")), expected);
}

#[test]
fn of_spdx_3() {
    assert_spdx_3(&[], &["a", "b", "c"]);
    assert_spdx_3(
        &[
            ("work", "hasStaticLink", "", "a"),
            ("a", "hasDynamicLink", "runtime", "b"),
            ("c", "hasDynamicLink", "", "work"),
        ],
        &["a combined", "b combined", "c combined"],
    );
    assert_spdx_3(&[("work", "hasDynamicLink", "", "f")], &["a", "b", "c combined"]);
    assert_spdx_3(
        &[("a", "modifiedBy", "", "someone"), ("b", "patchedBy", "", "x"), ("f", "hasAddedFile", "", "x")],
        &["a modified", "b modified", "c modified"],
    );
    for scope in ["development", "test"] {
        for kind in ["dependsOn", "hasStaticLink", "hasDynamicLink", "usesTool"] {
            assert_spdx_3(&[("work", kind, scope, "a")], &["*a", "b", "c"]);
        }
    }
    assert_spdx_3(&[("work", "usesTool", "build", "a"), ("work", "hasTest", "", "b")], &["*a", "*b", "c"]);
    assert_spdx_3(&[("work", "usesTool", "", "a"), ("work", "dependsOn", "build", "b")], &["a", "b", "c"]);
    assert_spdx_3(
        &[("work", "dependsOn", "test", "a"), ("work", "hasDynamicLink", "build", "a")],
        &["a combined", "b", "c"],
    );
    assert_spdx_3(
        &[("work", "hasOptionalDependency", "", "a"), ("work", "contains", "", "b")],
        &["a", "b", "c"],
    );
}

#[test]
fn of_cyclonedx() {
    assert_contexts(
        r#"{"bomFormat": "CycloneDX", "components": [
            {"name": "a", "pedigree": {"ancestors": [{"name": "x"}]}},
            {"name": "b", "pedigree": {"patches": [{"type": "backport"}], "notes": "n"}},
            {"name": "c", "pedigree": {"commits": [{}]}, "scope": "excluded"},
            {"name": "d", "modified": true}, {"name": "e", "modified": false},
            {"name": "f", "pedigree": {"ancestors": [], "patches": null, "descendants": [{"name": "x"}]}},
            {"name": "g", "pedigree": "odd", "modified": {}}, {"name": "h", "pedigree": [1], "modified": "x"},
            {"name": "i", "pedigree": {"ancestors": {"patches": [1]}}}, {"name": "j", "pedigree": null}]}"#,
        &["*c modified", "a modified", "b modified", "d modified", "e", "f", "g", "h", "i", "j"],
    );
    assert_contexts(
        "<bom xmlns=\"http://cyclonedx.org/schema/bom/1.6\"><components>\
         <component><name>a</name><pedigree><ancestors><component><name>x</name></component></ancestors>\
         </pedigree></component><component><name>b</name><modified>true</modified></component>\
         <component><name>c</name><modified>0</modified><pedigree><patches> </patches><notes>n</notes>\
         </pedigree></component></components></bom>",
        &["a modified", "b modified", "c"],
    );
}

#[test]
fn a_document_does_not_make_a_context_milder() {
    let all = |usage| Context { usage, shipping: Shipping::Source, ..Context::default() };
    let linked = OwnContext::of_document(true, false);
    assert_eq!(linked.usage(all(Use::Merged)), (Use::Merged, ContextSource::Default));
    assert_eq!(linked.usage(all(Use::Combined)), (Use::Combined, ContextSource::Document));
    assert_eq!(linked.within(all(Use::Aggregated)), all(Use::Combined));
    let modified = Context { modified: true, ..all(Use::Merged) };
    assert_eq!(linked.modified(modified), (true, ContextSource::Default));
    assert_eq!(OwnContext::default().within(modified), modified);
    let mut corrected = OwnContext::of_document(true, true);
    corrected.replace(Some(Use::Aggregated), None);
    assert_eq!(corrected.usage(all(Use::Merged)), (Use::Aggregated, ContextSource::File));
    assert_eq!(corrected.modified(all(Use::Merged)), (true, ContextSource::Document));
    corrected.replace(None, Some(false));
    assert_eq!(corrected.modified(modified), (false, ContextSource::File));
}
