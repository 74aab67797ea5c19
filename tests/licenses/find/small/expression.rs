use std::sync::LazyLock;

use super::SMALL;
use muniment_licenses::find::*;

static INDEX: LazyLock<SpdxIndex<'static>> = LazyLock::new(|| SpdxIndex::new(&SMALL));

/// An expression in few letters: records as they are, what is unknown with a question mark.
fn shown(expression: &Expression<'_>) -> String {
    let list = |parts: &[Expression<'_>], divider: &str| {
        format!("({})", parts.iter().map(shown).collect::<Vec<_>>().join(divider))
    };
    match expression {
        Expression::License(license) => match license.record {
            Some(id) => id.to_string(),
            None => format!("{}?", license.name),
        },
        Expression::All(parts) => list(parts, " & "),
        Expression::Any(parts) => list(parts, " | "),
    }
}

fn read(text: &str) -> String {
    shown(Expressions::new(&INDEX).read(text))
}

#[test]
fn single_values_are_spdx_identifiers_then_records() {
    assert_eq!(read("gpl-3.0"), "GPL-3.0-only");
    assert_eq!(read(" GPL-3.0-only "), "GPL-3.0-only");
    assert_eq!(read("meadow-permissive-1.0"), "Meadow-Permissive-1.0");
    for unknown in
        ["MIT", "GPL", "Apache 2", "gnu gpl v2", "", "SEE LICENSE IN x", "(", "MIT OR", "NOASSERTION"]
    {
        assert_eq!(read(unknown), format!("{unknown}?"));
    }
}

#[test]
fn expressions_keep_their_shape() {
    for (text, expected) in [
        ("MIT OR Apache-2.0", "(MIT? | Apache-2.0?)"),
        ("MIT/Apache-2.0", "(MIT? | Apache-2.0?)"),
        ("mit / cc-by-4.0", "(mit? | CC-BY-4.0)"),
        ("GPL-3.0-only AND CC-BY-4.0 OR MIT", "((GPL-3.0-only & CC-BY-4.0) | MIT?)"),
        ("GPL-3.0 and (CC-BY-4.0 or MIT)", "(GPL-3.0-only & (CC-BY-4.0 | MIT?))"),
        ("A AND (B AND C)", "(A? & B? & C?)"),
        ("GPL-3.0+ OR MIT", "(GPL-3.0-or-later? | MIT?)"),
        ("Apache-2.0+ OR MIT", "(Apache-2.0+? | MIT?)"),
        ("GPL-3.0-only WITH GCC-exception-3.1 OR MIT", "(GPL-3.0-only WITH GCC-exception-3.1? | MIT?)"),
        ("GPL-3.0-only WITH own-thing OR MIT", "(GPL-3.0-only WITH own-thing? | MIT?)"),
        ("LicenseRef-x OR DocumentRef-a:LicenseRef-y", "(LicenseRef-x? | DocumentRef-a:LicenseRef-y?)"),
        ("Meadow-Permissive-1.0 OR x", "(Meadow-Permissive-1.0 | x?)"),
        ("((GPL-3.0-only))", "GPL-3.0-only"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn invalid_expressions_have_a_place() {
    let expressions = Expressions::new(&INDEX);
    assert_eq!(expressions.parse("MIT OR OR x").unwrap_err().offset, 7);
    assert!(expressions.parse(&"MIT AND ".repeat(1000)).is_err());
    let deep = format!("{}MIT{}", "(".repeat(2000), ")".repeat(2000));
    assert_eq!(shown(&expressions.parse(&deep).unwrap()), "MIT?");
    let alternating = format!("{}MIT{}", "A AND (B OR (".repeat(270), "))".repeat(270));
    assert_eq!(expressions.parse(&alternating).unwrap().licenses().len(), 541);
}
