use std::sync::Arc;

use serde::Serialize;

use super::checker::{CHECKER, Member, Part, WorkMember, WorkView};
use super::frame::Frame;
use super::{Page, Pages};
use muniment_licenses::reason::{CLOSED_SOURCE, Context, Shipping, Terms};

/// The question that the page opens with: a part and the work that it goes into.
const OPENING: (&str, &str) = ("GPL-3.0-only", "MIT");

/// Further questions, as links: a part, a work, how others get the work.
const EXAMPLES: [(&str, &str, Shipping); 4] = [
    ("LGPL-2.1-only", CLOSED_SOURCE, Shipping::Binary),
    ("Apache-2.0", "GPL-2.0-only", Shipping::Binary),
    ("AGPL-3.0", CLOSED_SOURCE, Shipping::Service),
    ("Llama-3.1-Community-License", CLOSED_SOURCE, Shipping::Service),
];

/// The licenses that the page introduces.
const KNOWN: [&str; 6] = ["MIT", "Apache-2.0", "LGPL-2.1-only", "GPL-3.0-only", "AGPL-3.0", "CC-BY-4.0"];

/// The first page: a question that it answers.
#[derive(Debug, Serialize)]
pub(super) struct HomePage<'a> {
    frame: Frame<'a>,
    /// The opening question with its answer, if the library has its licenses.
    opening: Option<Opening<'a>>,
    examples: Vec<Example>,
    known: Vec<Known<'a>>,
    records: usize,
    /// Number of records that were read against their texts.
    read: usize,
    has_agreement: bool,
}

#[derive(Debug, Serialize)]
struct Opening<'a> {
    part: &'a str,
    work: &'a str,
    href: String,
    answer: WorkView,
}

#[derive(Debug, Serialize)]
struct Example {
    words: String,
    href: String,
}

#[derive(Debug, Serialize)]
struct Known<'a> {
    name: &'a str,
    href: String,
    /// What sets the license apart.
    sentence: &'a str,
}

impl Page for HomePage<'_> {
    const TEMPLATE: &'static str = "pages/home.html";
}

impl<'a> HomePage<'a> {
    pub(super) fn new(pages: &'a Pages<'_>) -> Self {
        let directory = &pages.directory;
        let library = directory.catalog.library;
        let part = |id: &str| {
            let (id, model) = library.licenses.get_key_value(id)?;
            Some(Part { id: id.as_str(), model })
        };
        let known = KNOWN.iter().filter_map(|id| part(id));
        let known = known.filter_map(|part| {
            let sentence = part.model.current.content.feature.as_deref()?;
            Some(Known { name: part.name(), href: part.href(), sentence })
        });
        let licenses = || directory.licenses().map(|(_, license)| license);
        Self {
            frame: Frame::new(directory, "/", String::new()),
            opening: opening(pages, OPENING.0, OPENING.1),
            examples: EXAMPLES.iter().filter_map(|example| Example::new(*example, part)).collect(),
            known: known.collect(),
            records: licenses().count(),
            read: licenses().filter(|license| license.text_hash.is_some()).count(),
            has_agreement: directory.agreements.is_some(),
        }
    }
}

fn opening<'a>(pages: &'a Pages<'_>, part: &str, work: &str) -> Option<Opening<'a>> {
    let library = pages.directory.catalog.library;
    let index = pages.directory.terms_of_records();
    let member = |id: &str| {
        let (id, model) = library.licenses.get_key_value(id)?;
        let part = Part { id: id.as_str(), model };
        Some(Member { part, terms: Arc::clone(index.get(&model.iri)?), usage: None })
    };
    let (part, work) = (member(part)?, member(work)?);
    let terms: &Terms = &work.terms;
    let named = Some(WorkMember::License(work.part, terms));
    let check = format!("{CHECKER}?ids={}", part.part.id);
    let href = format!("{check}&target={}", work.part.id);
    let answer = pages.work(index, std::slice::from_ref(&part), named, Context::default(), check);
    Some(Opening { part: part.part.name(), work: work.part.name(), href, answer })
}

impl Example {
    /// A question as a link, if the library has its licenses.
    fn new<'m>(
        (part, work, shipping): (&str, &str, Shipping),
        find: impl Fn(&str) -> Option<Part<'m>>,
    ) -> Option<Self> {
        let part = find(part)?;
        let (work, name) = match work {
            CLOSED_SOURCE => (CLOSED_SOURCE, "closed-source"),
            work => find(work).map(|work| (work.id, work.name()))?,
        };
        let in_what = match shipping {
            Shipping::Service => format!("a {name} service"),
            _ => format!("a {name} program"),
        };
        let ship = if shipping == Context::default().shipping {
            String::new()
        } else {
            format!("&ship={}", shipping.word())
        };
        Some(Self {
            words: format!("{} in {in_what}", part.name()),
            href: format!("{CHECKER}?ids={}{ship}&target={work}", part.id),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{render, templates};
    use super::*;

    fn page(page: &HomePage<'_>) -> String {
        render(&templates::environment().unwrap(), page).unwrap()
    }

    fn sample() -> HomePage<'static> {
        HomePage {
            frame: Frame::sample(),
            opening: None,
            examples: vec![Example { words: "<b>A</b> in B".to_owned(), href: "/check?a".to_owned() }],
            known: vec![Known { name: "A", href: "/a".to_owned(), sentence: "Do <i>all</i>." }],
            records: 3,
            read: 2,
            has_agreement: false,
        }
    }

    #[test]
    fn the_sample_renders_and_escapes() {
        let html = page(&sample());
        for expected in [
            "Sample &lt;Library&gt;",
            "&lt;b&gt;A&lt;/b&gt; in B",
            "Do &lt;i&gt;all&lt;/i&gt;.",
            "2 of 3 licenses",
            "action=\"/license-compatibility-checker\"",
            "name=\"ids\"",
            "name=\"target\"",
            "name=\"ship\"",
        ] {
            assert!(html.contains(expected), "{expected} is missing from\n{html}");
        }
    }

    #[test]
    fn figures_of_agreement_are_named_where_there_are_some() {
        assert!(!page(&sample()).contains("/documentation/agreement"));
        let html = page(&HomePage { has_agreement: true, ..sample() });
        assert!(html.contains("href=\"/documentation/agreement\""), "{html}");
    }
}
