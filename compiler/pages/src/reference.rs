use std::fmt::Write;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr, Value};
use serde::{Serialize, Serializer};

/// Something a page names: a record, a term, an address. A template prints it like any text and gets the
/// link.
///
/// There are far more of these on a page than of anything else. Terms and records are named again and again,
/// so a copy costs nothing, and printing them here and not in a macro halves the time a page takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reference(Arc<Parts>);

/// What a reference is made of; empty parts are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// What is read.
    pub(super) text: String,
    /// Where it leads.
    pub(super) href: String,
    /// Identifier or compact name beside the text.
    pub(super) name: String,
    /// Language of the text where it is known and not English.
    pub(super) language: String,
}

impl From<Parts> for Reference {
    fn from(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Reference {
    /// A text that leads nowhere.
    pub(super) fn plain(text: &str) -> Self {
        Parts { text: text.to_owned(), ..Parts::default() }.into()
    }

    /// An address outside the site. Only web addresses become links: data of others may hold any scheme.
    pub(super) fn address(iri: &str) -> Self {
        let is_web = ["https://", "http://"].iter().any(|scheme| iri.starts_with(scheme));
        let href = if is_web { iri.to_owned() } else { String::new() };
        Parts { text: iri.to_owned(), href, ..Parts::default() }.into()
    }

    /// The same with a name beside it.
    pub(super) fn named(&self, name: &str) -> Self {
        Parts { name: name.to_owned(), ..(*self.0).clone() }.into()
    }

    /// The same, leading elsewhere.
    pub(super) fn leading_to(&self, href: String) -> Self {
        Parts { href, ..(*self.0).clone() }.into()
    }

    /// What is read, then the name beside it: references sort by this.
    pub(super) fn key(&self) -> (&str, &str) {
        (&self.0.text, &self.0.name)
    }

    /// What it is made of.
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

/// Writes a text as HTML, fit for content and for quoted attributes.
pub(super) fn escape(out: &mut impl Write, text: &str) -> std::fmt::Result {
    let mut rest = text;
    // Bytes, not characters: all five are of one byte, which no other character has in it.
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

/// The language to mark a text with on an English page; empty for none.
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
