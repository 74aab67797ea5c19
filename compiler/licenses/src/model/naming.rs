use super::terms::{cc, dct, odrl, scho};

/// Labels of properties that the vocabulary may lack.
pub const PROPERTY_LABELS: [(&str, &str); 14] = [
    (dct::ALTERNATIVE, "Also known as"),
    (dct::CREATOR, "Creator"),
    (dct::HAS_VERSION, "Version of the record"),
    (dct::IS_VERSION_OF, "Edition of"),
    (dct::ISSUED, "Record published"),
    (dct::LANGUAGE, "Language of the text"),
    (dct::LICENSE, "Record licensed under"),
    (cc::LICENSE, "Record licensed under"),
    (dct::MODIFIED, "Record changed"),
    (cc::ATTRIBUTION_NAME, "Name to credit"),
    (odrl::ASSIGNEE, "Licensee"),
    (scho::START_DATE, "Valid from"),
    (scho::END_DATE, "Valid until"),
    (scho::VALID_FOR, "Valid for"),
];

/// A local name as words: `SouthAfrica` is `South Africa`, `attributionName` is `Attribution name`.
///
/// For terms without a label. A name that begins with a capital keeps its capitals.
#[must_use]
pub fn words(local: &str) -> String {
    let is_name = local.starts_with(char::is_uppercase);
    let mut text = String::with_capacity(local.len() + 4);
    let mut previous: Option<char> = None;
    for character in local.chars() {
        match previous {
            None => text.extend(character.to_uppercase()),
            Some(before) if before.is_lowercase() && character.is_uppercase() => {
                text.push(' ');
                if is_name {
                    text.push(character);
                } else {
                    text.extend(character.to_lowercase());
                }
            }
            Some(_) => text.push(character),
        }
        previous = Some(character);
    }
    text
}

/// A label within a sentence: its first letter in lower case, unless its first word is an abbreviation.
#[must_use]
pub fn uncapitalized(label: &str) -> String {
    let mut characters = label.chars();
    match (characters.next(), characters.clone().next()) {
        (Some(first), next) if !next.is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(characters).collect()
        }
        _ => label.to_owned(),
    }
}

/// Collapses white space to single blanks.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_keep_their_capitals() {
        for (label, expected) in [("Share alike", "share alike"), ("DRM ban", "DRM ban"), ("", "")] {
            assert_eq!(uncapitalized(label), expected);
        }
    }

    #[test]
    fn local_names_become_words() {
        for (local, expected) in [
            ("SouthAfrica", "South Africa"),
            ("attributionName", "Attribution name"),
            ("isVersionOf", "Is version of"),
            ("title", "Title"),
            ("EU", "EU"),
            ("", ""),
        ] {
            assert_eq!(words(local), expected);
        }
    }
}
