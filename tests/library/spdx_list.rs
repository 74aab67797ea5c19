//! Records that declare an identifier of the SPDX list agree with the entry of the list.

use super::LIBRARY;

/// Letters and digits in lower case, so that punctuation and spacing do not tell names apart.
fn letters_and_digits(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The titles of Creative Commons are in their own style, and those of ports name the country in full.
#[test]
fn the_title_is_the_name_of_the_spdx_list() {
    let mut listed = 0;
    for (id, record) in &LIBRARY.licenses {
        let license = &record.current.content;
        let Some(entry) = license.spdx.as_deref().and_then(spdx::license_id) else { continue };
        listed += 1;
        let wanted = letters_and_digits(entry.full_name);
        let title = &license.title.value;
        let others = license.alternatives.iter().filter(|_| title.starts_with("Creative Commons "));
        let mut names = others.chain([title]);
        assert!(
            names.any(|name| letters_and_digits(name) == wanted),
            "{}: the title is `{}` and not `{}`",
            id,
            title,
            entry.full_name
        );
    }
    assert!(listed > 0, "no record declares an identifier of the list");
}

#[test]
fn records_declare_no_identifier_that_the_spdx_list_has_superseded() {
    for (id, record) in &LIBRARY.licenses {
        let declared = record.current.content.spdx.as_deref();
        let superseded = declared.and_then(spdx::license_id).filter(|entry| entry.is_deprecated());
        assert!(superseded.is_none(), "{}: the list has superseded `{}`", id, declared.unwrap_or(""));
    }
}
