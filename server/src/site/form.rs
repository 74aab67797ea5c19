use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use muniment_documents::api::v1::Refused;

/// What a browser sent: fields by their names. There is no `Debug`, as some of them are passwords.
#[derive(Clone, Default)]
pub(super) struct Form(BTreeMap<String, String>);

/// Something that is no form of ours; the sentence of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum InvalidForm {
    /// It is in another encoding.
    #[error("A form is sent as application/x-www-form-urlencoded.")]
    MediaType,
    /// What was meant cannot be told.
    #[error("A field of the form is given twice.")]
    Twice,
}

impl From<InvalidForm> for Refused {
    fn from(invalid: InvalidForm) -> Self {
        let status = match invalid {
            InvalidForm::MediaType => 415,
            InvalidForm::Twice => 422,
        };
        Self::sentence(status, invalid.to_string())
    }
}

impl Form {
    /// The fields of a body. One without a type is a form without fields if it is empty: a script that signs out has
    /// none.
    pub(super) fn parse(media_type: Option<&str>, content: &[u8]) -> Result<Self, InvalidForm> {
        match media_type.map(essence) {
            None if content.is_empty() => {}
            Some(essence) if essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") => {}
            _ => return Err(InvalidForm::MediaType),
        }
        let mut fields = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(content) {
            match fields.entry(name.into_owned()) {
                Entry::Vacant(field) => field.insert(value.into_owned()),
                Entry::Occupied(_) => return Err(InvalidForm::Twice),
            };
        }
        Ok(Self(fields))
    }

    /// A form in which one field is filled in already.
    pub(super) fn of(name: &str, value: &str) -> Self {
        Self(BTreeMap::from([(name.to_owned(), value.to_owned())]))
    }

    /// What is in a field; one that is missing is empty.
    pub(super) fn field(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Every field with what is in it.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The numbers of fields that are called `<name>-<number>`, ascending.
    pub(super) fn numbers(&self, name: &str) -> BTreeSet<u32> {
        let number = |field: &String| field.strip_prefix(name)?.strip_prefix('-')?.parse().ok();
        self.0.keys().filter_map(number).collect()
    }

    /// A field without the white space around it, which people do not see they typed.
    pub(super) fn trimmed(&self, name: &str) -> &str {
        self.field(name).trim()
    }
}

/// A media type without its parameters.
fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Option<&str> = Some("application/x-www-form-urlencoded");

    fn parsed(content: &str) -> Form {
        Form::parse(FORM, content.as_bytes()).ok().unwrap()
    }

    #[test]
    fn a_form_has_its_fields_decoded() {
        let form = parsed("name=Ada+Lovelace&email=ada%40example.org&empty=&bare&p=%2B%26%3D%25+%C3%A9&=x");
        for (name, value) in [
            ("name", "Ada Lovelace"),
            ("email", "ada@example.org"),
            ("empty", ""),
            ("bare", ""),
            ("p", "+&=% é"),
            ("", "x"),
            ("missing", ""),
            ("Name", ""),
        ] {
            assert_eq!(form.field(name), value, "{name}");
        }
        assert_eq!(parsed("a=+%09b+c+%0A").trimmed("a"), "b c");
        assert_eq!(parsed("a=+b+").field("a"), " b ", "passwords are as they were typed");
    }

    #[test]
    fn fields_of_a_list_are_in_order_of_their_numbers() {
        let form = parsed("row-10=c&row-2=b&row-1=a&row-=x&row-x=y&rows-3=z&row=w&row--4=v");
        assert_eq!(form.numbers("row").into_iter().collect::<Vec<_>>(), [1, 2, 10]);
        assert!(form.numbers("column").is_empty());
    }

    #[test]
    fn broken_encodings_are_taken_as_they_are() {
        assert_eq!(parsed("a=100%&b=%zz&c=%FF").field("a"), "100%");
        assert_eq!(parsed("b=%zz").field("b"), "%zz");
        assert_eq!(parsed("c=%FF").field("c"), "\u{FFFD}");
        assert_eq!(parsed("&&a=1&").field("a"), "1");
    }

    #[test]
    fn no_field_is_given_twice() {
        for content in ["a=1&a=2", "a=1&a=1", "a&a", "csrf_token=x&b=1&csrf%5Ftoken=y"] {
            assert_eq!(Form::parse(FORM, content.as_bytes()).err(), Some(InvalidForm::Twice), "{content}");
        }
    }

    #[test]
    fn a_form_says_that_it_is_one() {
        for media_type in
            ["Application/X-WWW-Form-URLencoded", "application/x-www-form-urlencoded; charset=UTF-8"]
        {
            assert!(Form::parse(Some(media_type), b"a=1").is_ok(), "{media_type}");
        }
        assert!(Form::parse(None, b"").is_ok());
        for (media_type, content) in [
            (None, "a=1"),
            (Some("text/plain"), "a=1"),
            (Some("multipart/form-data; boundary=x"), ""),
            (Some("application/json"), "{}"),
            (Some(""), ""),
        ] {
            let refused = Form::parse(media_type, content.as_bytes()).err();
            assert_eq!(refused, Some(InvalidForm::MediaType), "{media_type:?}");
        }
    }
}
