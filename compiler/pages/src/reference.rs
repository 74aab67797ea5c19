use std::fmt::Write;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr, Value};
use serde::{Serialize, Serializer};

/// A link to a record, a term or an address. A template prints it as HTML.
///
/// Pages have very many references, so copies are cheap, and printing them here instead of in a macro halves the
/// rendering time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reference(Arc<Parts>);

/// The parts of a reference; empty ones are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// The text.
    pub(super) text: String,
    /// The target.
    pub(super) href: String,
    /// Identifier or compact name beside the text.
    pub(super) name: String,
    /// Language of the text, if known and not English.
    pub(super) language: String,
}

impl From<Parts> for Reference {
    fn from(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Reference {
    /// A text without a link.
    pub(super) fn plain(text: &str) -> Self {
        Parts { text: text.to_owned(), ..Parts::default() }.into()
    }

    /// An external address. Only web addresses become links, because data may contain any scheme.
    pub(super) fn address(iri: &str) -> Self {
        let is_web = ["https://", "http://"].iter().any(|scheme| iri.starts_with(scheme));
        let href = if is_web { iri.to_owned() } else { String::new() };
        Parts { text: iri.to_owned(), href, ..Parts::default() }.into()
    }

    /// Adds a name.
    pub(super) fn named(&self, name: &str) -> Self {
        Parts { name: name.to_owned(), ..(*self.0).clone() }.into()
    }

    /// Changes the target.
    pub(super) fn leading_to(&self, href: String) -> Self {
        Parts { href, ..(*self.0).clone() }.into()
    }

    /// The sort key: text, then name.
    pub(super) fn key(&self) -> (&str, &str) {
        (&self.0.text, &self.0.name)
    }

    pub(super) fn parts(&self) -> &Parts {
        &self.0
    }
}

impl Serialize for Reference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from_dyn_object(Arc::clone(&self.0)).serialize(serializer)
    }
}

impl Object for Parts {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }
}

impl Parts {
    /// Writes the link as HTML.
    pub(super) fn write(&self, out: &mut impl Write) -> std::fmt::Result {
        let (element, attribute) = if self.href.is_empty() { ("span", "") } else { ("a", " href=\"") };
        let bare = self.href.is_empty() && self.language.is_empty();
        if !bare {
            out.write_char('<')?;
            out.write_str(element)?;
            out.write_str(attribute)?;
            if !self.href.is_empty() {
                escape(out, &self.href)?;
                out.write_char('"')?;
            }
            if !self.language.is_empty() {
                out.write_str(" lang=\"")?;
                escape(out, &self.language)?;
                out.write_char('"')?;
            }
            out.write_char('>')?;
        }
        escape(out, &self.text)?;
        if !bare {
            out.write_str("</")?;
            out.write_str(element)?;
            out.write_char('>')?;
        }
        if !self.name.is_empty() {
            out.write_str(" <code>")?;
            escape(out, &self.name)?;
            out.write_str("</code>")?;
        }
        Ok(())
    }
}

/// Escapes a text for HTML content and quoted attributes.
pub(super) fn escape(out: &mut impl Write, text: &str) -> std::fmt::Result {
    let mut rest = text;
    // All five characters are ASCII, so bytes suffice.
    while let Some((position, entity)) =
        rest.bytes().enumerate().find_map(|(at, byte)| Some((at, entity(byte)?)))
    {
        let (before, special) = rest.split_at(position);
        out.write_str(before)?;
        out.write_str(entity)?;
        rest = special.get(1..).unwrap_or_default();
    }
    out.write_str(rest)
}

const fn entity(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        b'\'' => Some("&#39;"),
        _ => None,
    }
}

/// The `lang` of a text on an English page; may be empty.
pub(super) fn foreign(language: Option<&str>) -> &str {
    match language {
        Some(tag) if !tag.eq_ignore_ascii_case("en") && !tag.to_ascii_lowercase().starts_with("en-") => tag,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(parts: Parts) -> String {
        let mut out = String::new();
        parts.write(&mut out).unwrap();
        out
    }

    #[test]
    fn a_reference_is_written_as_a_link() {
        let parts = Parts {
            text: "<b>".into(),
            href: "/x?a&\"b\"".into(),
            name: "svc:<x>".into(),
            language: "f\"r".into(),
        };
        assert_eq!(
            written(parts.clone()),
            "<a href=\"/x?a&amp;&quot;b&quot;\" lang=\"f&quot;r\">&lt;b&gt;</a> <code>svc:&lt;x&gt;</code>"
        );
        assert_eq!(
            written(Parts { href: String::new(), name: String::new(), ..parts }),
            "<span lang=\"f&quot;r\">&lt;b&gt;</span>"
        );
        assert_eq!(written(Parts { text: "it's".into(), ..Parts::default() }), "it&#39;s");
    }

    #[test]
    fn only_web_addresses_become_links() {
        assert_eq!(Reference::address("https://x.example/a").parts().href, "https://x.example/a");
        for address in ["javascript:alert(1)", "data:text/html,x", "urn:x:y"] {
            assert_eq!(Reference::address(address), Reference::plain(address));
        }
    }

    #[test]
    fn english_is_the_language_of_pages() {
        assert_eq!(foreign(None), "");
        assert_eq!(foreign(Some("en")), "");
        assert_eq!(foreign(Some("en-GB")), "");
        assert_eq!(foreign(Some("fr")), "fr");
    }
}
