use std::borrow::Cow;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{Feed, FeedEntry};
use muniment_licenses::model::Day;

/// Path of the feed as Atom.
const ADDRESS: &str = "/changes.atom";

/// The feed as Atom (RFC 4287).
pub fn atom(feed: &Feed) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = writer
        .create_element("feed")
        .with_attributes([("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", "en")]);
    root.write_inner_content(|writer| {
        text(writer, "id", &format!("{}{ADDRESS}", feed.site_url))?;
        text(writer, "title", &feed.title)?;
        text(writer, "subtitle", &feed.description)?;
        text(writer, "updated", &moment(feed.updated))?;
        link(writer, "self", "application/atom+xml", &format!("{}{ADDRESS}", feed.base_url))?;
        link(writer, "alternate", "text/html", &format!("{}/changes", feed.base_url))?;
        link(writer, "license", "text/html", &feed.license)?;
        writer.create_element("author").write_inner_content(|writer| text(writer, "name", &feed.author))?;
        feed.entries.iter().try_for_each(|known| entry(writer, known))
    })?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn entry(writer: &mut Writer<Vec<u8>>, entry: &FeedEntry) -> io::Result<()> {
    writer.write_event(Event::Text(BytesText::new("\n")))?;
    writer.create_element("entry").write_inner_content(|writer| {
        text(writer, "id", &entry.id)?;
        text(writer, "title", &entry.title)?;
        text(writer, "updated", &moment(entry.updated))?;
        if let Some(day) = entry.published {
            text(writer, "published", &moment(day))?;
        }
        link(writer, "alternate", "text/html", &entry.page)?;
        for term in [entry.kind, entry.change] {
            writer.create_element("category").with_attribute(("term", term)).write_empty()?;
        }
        text(writer, "summary", &entry.summary)
    })?;
    Ok(())
}

fn text(writer: &mut Writer<Vec<u8>>, name: &str, value: &str) -> io::Result<()> {
    let value = without_unwritable(value);
    writer.create_element(name).write_text_content(BytesText::new(&value)).map(|_| ())
}

fn link(writer: &mut Writer<Vec<u8>>, relation: &str, media_type: &str, href: &str) -> io::Result<()> {
    let attributes = [("rel", relation), ("type", media_type), ("href", href)];
    writer.create_element("link").with_attributes(attributes).write_empty().map(|_| ())
}

fn moment(day: Day) -> String {
    format!("{day}T00:00:00Z")
}

/// Removes the characters that XML cannot express.
fn without_unwritable(text: &str) -> Cow<'_, str> {
    let is_sayable =
        |c: char| matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    if text.chars().all(is_sayable) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().filter(|c| is_sayable(*c)).collect())
    }
}
