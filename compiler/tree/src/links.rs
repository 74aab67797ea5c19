//! Finds dead links in a tree.
//!
//! A link within the site must lead to an address of the tree, an operation of the API or a page of the server. A
//! fragment must be the `id` of an element of its page. Links to other sites are not checked.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rayon::prelude::*;

use super::matrix::MATRICES;
use super::plan::body_path;
use muniment_documents::api::{v1, v2};
use muniment_documents::wire::{Class, Dialect, Manifest, Representation, Target};
use muniment_pages::is_served;

/// The dead links of the pages and documents of a tree, each with its source, sorted. Unreadable bodies are skipped,
/// because verification reports them.
pub(super) fn dead_links(tree: &Path, manifest: &Manifest) -> Vec<String> {
    let documents: Vec<Document<'_>> = manifest
        .addresses
        .par_iter()
        .flat_map_iter(|(address, _)| documents(tree, manifest, address))
        .collect();
    let anchors: BTreeMap<&str, &BTreeSet<String>> = documents
        .iter()
        .filter(|document| !document.anchors.is_empty())
        .map(|document| (document.address, &document.anchors))
        .collect();
    let mut dead: Vec<String> = documents
        .iter()
        .flat_map(|document| document.links.iter().map(move |link| (document.address, link)))
        .filter_map(|(address, link)| Some((address, link, fault(tree, manifest, &anchors, address, link)?)))
        .map(|(address, link, fault)| format!("`{address}` links to `{link}`, {fault}"))
        .collect();
    let led = manifest.addresses.iter().flat_map(|(address, entry)| {
        let elsewhere = entry.elsewhere.iter();
        let places =
            elsewhere.flat_map(|elsewhere| [Some(&elsewhere.html), elsewhere.other.as_ref()]).flatten();
        places.map(move |place| (address, place))
    });
    dead.extend(led.filter_map(|(address, place)| {
        let fault = fault(tree, manifest, &anchors, address, place)?;
        Some(format!("`{address}` leads on to `{place}`, {fault}"))
    }));
    dead.sort();
    dead
}

/// A body with links.
struct Document<'m> {
    address: &'m str,
    links: BTreeSet<String>,
    /// The `id`s of its elements.
    anchors: BTreeSet<String>,
}

fn documents<'m>(tree: &Path, manifest: &'m Manifest, address: &'m str) -> Option<Document<'m>> {
    let entry = manifest.addresses.get(address)?;
    let form = entry
        .class
        .representations()
        .find(|form| matches!(form, Representation::Html | Representation::Json));
    let is_markup = match (entry.class, form) {
        (Class::Badge, _) | (_, Some(Representation::Html)) => true,
        (Class::Version | Class::Listing | Class::Release | Class::Discovery, Some(_)) => false,
        _ => return None,
    };
    let form = form.filter(|_| entry.class.dialect() != Dialect::File);
    let text = fs::read_to_string(tree.join(body_path(address, form))).ok()?;
    let mut document = Document { address, links: BTreeSet::new(), anchors: BTreeSet::new() };
    if is_markup {
        for (name, value) in attributes(&text) {
            match name {
                "href" | "src" | "action" | "formaction" => document.links.insert(value.into_owned()),
                "id" => document.anchors.insert(value.into_owned()),
                _ => false,
            };
        }
    } else {
        collect(&serde_json::from_str(&text).ok()?, &mut document.links);
    }
    Some(document)
}

/// Collects paths that are values of a JSON document, without templates and patterns.
fn collect(value: &serde_json::Value, links: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::String(text) if text.starts_with('/') && !text.contains(['{', '*']) => {
            links.insert(text.clone());
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect(value, links)),
        serde_json::Value::Object(values) => values.values().for_each(|value| collect(value, links)),
        _ => {}
    }
}

/// The fault of a link within the site.
fn fault(
    tree: &Path,
    manifest: &Manifest,
    anchors: &BTreeMap<&str, &BTreeSet<String>>,
    from: &str,
    link: &str,
) -> Option<&'static str> {
    let (link, fragment) =
        link.split_once('#').map_or((link, None), |(link, fragment)| (link, Some(fragment)));
    let (path, query) = link.split_once('?').map_or((link, None), |(path, query)| (path, Some(query)));
    let path = match path {
        "" => from,
        path if path.starts_with("//") => return None,
        path if path.starts_with('/') => path,
        path if path.contains(':') => return None,
        _ => return Some("which is relative to where it stands"),
    };
    let target = Target::parse(path, query).ok().filter(|target| target.require_sound_query().is_ok());
    let Some(target) = target else { return Some("which is broken") };
    let plain = target.path().unwrap_or_default();
    if let Some((address, extension)) = plain.rsplit_once("/index.") {
        let class = manifest.addresses.get(address).map(|entry| entry.class);
        let has =
            class.is_some_and(|class| class.representations().any(|form| form.extension() == extension));
        return (!has).then_some("which is no form of an address of ours");
    }
    if !manifest.addresses.contains_key(&plain) {
        let segments = &target.segments;
        // Addresses of models and releases must be in the tree.
        let is_answered = is_served(segments)
            || v1::Operation::at_path(segments).is_some_and(|(_, values)| values.is_empty())
            || v2::Operation::of_path(segments).is_some_and(|(_, values)| values.is_empty());
        return (!is_answered && !may_be_beside(tree, &plain)).then_some("which is no address of ours");
    }
    match fragment {
        None | Some("") => None,
        // Files such as the sprite of icons have their own markup.
        Some(_) if manifest.addresses.get(&plain).is_some_and(|entry| entry.class == Class::Asset) => None,
        Some(fragment) => {
            let has = anchors.get(plain.as_str()).is_some_and(|anchors| anchors.contains(fragment));
            (!has).then_some("where no element has that name")
        }
    }
}

/// Whether a path is that of a matrix, which is added after the build. If the matrix exists, the file must exist.
fn may_be_beside(tree: &Path, path: &str) -> bool {
    let path = path.trim_start_matches('/');
    let Some((graph, file)) =
        path.strip_prefix(MATRICES).and_then(|rest| rest.strip_prefix('/')?.split_once('/'))
    else {
        return false;
    };
    let folder = tree.join(MATRICES).join(graph);
    !file.contains('/') && (folder.join(file).is_file() || !folder.is_dir())
}

/// The attributes of the elements of a page; all values are quoted.
fn attributes(html: &str) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
    html.split('<').skip(1).filter(|tag| tag.starts_with(|first: char| first.is_ascii_alphabetic())).flat_map(
        |tag| {
            let mut rest = tag.find([' ', '\n']).map_or("", |end| tag.get(end..).unwrap_or_default());
            std::iter::from_fn(move || {
                let (before, after) = rest.split_once("=\"").filter(|(before, _)| !before.contains('>'))?;
                let (value, further) = after.split_once('"')?;
                rest = further;
                let name = before.rsplit(char::is_whitespace).next().unwrap_or_default();
                Some((name, unescaped(value)))
            })
        },
    )
}

fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let plain = value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    Cow::Owned(plain.replace("&amp;", "&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_and_text_is_not() {
        let html = "<!doctype html><a\nhref=\"/a?x=1&amp;y=2#z\" id=\"b\" hidden>x=\"1\" < 2</a><use href=\"#c\"/>\
                    <p>href=\"/no\"</p></a href=\"/end\">";
        let found: Vec<(&str, String)> =
            attributes(html).map(|(name, value)| (name, value.into_owned())).collect();
        let expected = [("href", "/a?x=1&y=2#z"), ("id", "b"), ("href", "#c")];
        assert_eq!(found, expected.map(|(name, value)| (name, value.to_owned())));
    }
}
