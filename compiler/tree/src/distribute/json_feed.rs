use serde::Serialize;

use super::Feed;

#[derive(Serialize)]
struct Document<'a> {
    version: &'static str,
    title: &'a str,
    home_page_url: String,
    feed_url: String,
    description: &'a str,
    authors: [Author<'a>; 1],
    language: &'static str,
    items: Vec<Item<'a>>,
}

#[derive(Serialize)]
struct Author<'a> {
    name: &'a str,
    url: &'a str,
}

#[derive(Serialize)]
struct Item<'a> {
    id: &'a str,
    url: &'a str,
    title: &'a str,
    content_text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_published: Option<String>,
    tags: [&'a str; 2],
    /// An extension; its name begins with `_`.
    _version: Hashes<'a>,
}

#[derive(Serialize)]
struct Hashes<'a> {
    content_hash: &'a str,
    previous_hash: Option<&'a str>,
}

/// The feed as JSON Feed 1.1. Undated versions have no `date_published`.
pub fn json_feed(feed: &Feed) -> Result<Vec<u8>, serde_json::Error> {
    let items = feed.entries.iter().map(|entry| Item {
        id: &entry.id,
        url: &entry.page,
        title: &entry.title,
        content_text: &entry.summary,
        date_published: entry.published.map(|day| format!("{day}T00:00:00Z")),
        tags: [entry.kind, entry.change],
        _version: Hashes { content_hash: &entry.content_hash, previous_hash: entry.previous_hash.as_deref() },
    });
    let mut bytes = serde_json::to_vec(&Document {
        version: "https://jsonfeed.org/version/1.1",
        title: &feed.title,
        home_page_url: format!("{}/changes", feed.base_url),
        feed_url: format!("{}/changes.json", feed.base_url),
        description: &feed.description,
        authors: [Author { name: &feed.author, url: &feed.site_url }],
        language: "en",
        items: items.collect(),
    })?;
    bytes.push(b'\n');
    Ok(bytes)
}
