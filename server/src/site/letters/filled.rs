use std::collections::BTreeMap;

use muniment_pages::letters::Field;

use super::super::form::Form;

/// A filled-in form, with what is wrong about its fields, in a sentence each.
pub(super) struct Filled<'f> {
    form: &'f Form,
    faults: BTreeMap<&'static str, String>,
}

/// Whether a field may be left empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// It may not.
    Required,
    /// It may.
    Optional,
}

impl<'f> Filled<'f> {
    pub(super) fn of(form: &'f Form) -> Self {
        Self { form, faults: BTreeMap::new() }
    }

    /// Whether there is anything wrong.
    pub(super) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// What was typed into a field, and what is wrong with it.
    pub(super) fn field(&self, name: &str) -> Field<'_> {
        Field { value: self.form.field(name), error: self.faults.get(name).map_or("", String::as_str) }
    }

    /// Says what is wrong with a field; the first thing counts.
    pub(super) fn fault(&mut self, name: &'static str, sentence: impl Into<String>) {
        self.faults.entry(name).or_insert_with(|| sentence.into());
    }

    /// A field of one line and at most so many characters.
    pub(super) fn line(&mut self, name: &'static str, most: usize, need: Need) -> Option<String> {
        let line = self.form.trimmed(name);
        if line.contains(char::is_control) {
            self.fault(name, "This is a single line.");
        }
        self.kept(name, line.to_owned(), most, need)
    }

    /// A field of lines. However a line ends, one character is kept of it.
    pub(super) fn text(&mut self, name: &'static str, most: usize, need: Need) -> Option<String> {
        let text = self.form.trimmed(name).replace("\r\n", "\n").replace('\r', "\n");
        // The text goes into mails, which terminals show.
        let is_command = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        if let Some(found) = text.chars().find(|c| is_command(*c)) {
            let sentence = format!("This holds a character that cannot be kept, U+{:04X}.", u32::from(found));
            self.fault(name, sentence);
        }
        self.kept(name, text, most, need)
    }

    /// An address on the web.
    pub(super) fn web_address(&mut self, name: &'static str, need: Need) -> Option<String> {
        const LONGEST: usize = 2_000;
        let address = self.line(name, LONGEST, need)?;
        let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
        let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
        if host.is_none_or(str::is_empty) || address.contains(char::is_whitespace) {
            self.fault(name, "An address on the web begins with https:// or http://.");
            return None;
        }
        Some(address)
    }

    fn kept(&mut self, name: &'static str, text: String, most: usize, need: Need) -> Option<String> {
        if text.is_empty() {
            if need == Need::Required {
                self.fault(name, "This is needed.");
            }
            return None;
        }
        let length = text.chars().count();
        if length > most {
            self.fault(name, format!("This has at most {most} characters, and is {length} long."));
        }
        (!self.faults.contains_key(name)).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(content: &str) -> Form {
        Form::parse(Some("application/x-www-form-urlencoded"), content.as_bytes()).ok().unwrap()
    }

    #[test]
    fn fields_are_trimmed_and_what_is_wrong_is_said_once() {
        let form = form("a=+x+&b=&c=12345&d=one%0Atwo&e=one%0D%0Atwo%0D%0A&f=a%00b");
        let mut filled = Filled::of(&form);
        assert_eq!(filled.line("a", 5, Need::Required).as_deref(), Some("x"));
        assert_eq!(filled.line("b", 5, Need::Optional), None);
        assert_eq!(filled.text("e", 7, Need::Required).as_deref(), Some("one\ntwo"));
        assert!(!filled.has_faults());
        for (name, words) in [("b", "needed"), ("c", "at most 4"), ("d", "single line"), ("f", "U+0000")] {
            let read = if name == "f" {
                filled.text("f", 4, Need::Required)
            } else {
                filled.line(name, 4, Need::Required)
            };
            assert_eq!(read, None, "{name}");
            assert!(filled.field(name).error.contains(words), "{name}: {}", filled.field(name).error);
        }
        assert_eq!(filled.field("d").value, "one\ntwo", "what was typed is kept");
    }

    #[test]
    fn an_address_on_the_web_leads_there() {
        for (typed, is_one) in [
            ("https://example.org/a?b#c", true),
            ("http://example.org", true),
            ("javascript:alert(1)", false),
            ("https://", false),
            ("https:///a", false),
            ("example.org", false),
            ("https://a b", false),
            ("HTTPS://example.org", false),
        ] {
            let form =
                form(&form_urlencoded::Serializer::new(String::new()).append_pair("a", typed).finish());
            let mut filled = Filled::of(&form);
            assert_eq!(filled.web_address("a", Need::Required).is_some(), is_one, "{typed}");
            assert_eq!(filled.has_faults(), !is_one, "{typed}");
        }
    }
}
