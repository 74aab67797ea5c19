//! The pages of the specification: Markdown below `templates/specification/`, in the frame of the site.

use minijinja::Error;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

use super::frame::Frame;
use super::templates::paper;
use super::{Directory, Page};

/// A page of the specification.
#[derive(Debug, Clone, Copy)]
pub struct Specification {
    /// Its address; the last segment is the name of its paper in `templates/specification/`.
    pub path: &'static str,
    title: &'static str,
    description: &'static str,
}

impl Specification {
    /// Markdown. Every heading has an anchor, `## Words {#anchor}`.
    fn source(&self) -> Result<&'static str, Error> {
        paper(self.path.rsplit('/').next().unwrap_or_default())
    }
}

/// Every page, the index first.
pub const SPECIFICATION: [Specification; 12] = [
    Specification {
        path: "/documentation/specification",
        title: "Specification",
        description: "The two versions of the API, the canonical form, releases, reasoning and the data.",
    },
    Specification {
        path: "/documentation/version-1",
        title: "API version 1",
        description: "Resources, operations, authentication, errors, limits and headers of version 1 of the API.",
    },
    Specification {
        path: "/documentation/version-2",
        title: "API version 2",
        description: "Version objects, lists, discovery, negotiation, headers and problem documents of version 2 of the API.",
    },
    Specification {
        path: "/documentation/canonical-form",
        title: "Canonical form",
        description: "The canonical form svc-c14n-1, from which content hashes are computed.",
    },
    Specification {
        path: "/documentation/releases",
        title: "Releases",
        description: "Release identifiers, manifests, the change feed, dumps and signatures.",
    },
    Specification {
        path: "/documentation/reasoning",
        title: "Reasoning",
        description: "Statements, closures, default rules, conflicts, grades and containment: the rules of the reasoner.",
    },
    Specification {
        path: "/documentation/data-model",
        title: "Data model",
        description: "Records, dependency graphs, the vocabulary, change logs, reviews, and the files of a library.",
    },
    Specification {
        path: "/documentation/license-texts",
        title: "License texts",
        description: "The texts that records were compared with, their normal form, and the words that support the statements.",
    },
    Specification {
        path: "/documentation/begin",
        title: "Quick start",
        description: "Install the program, audit a project, check one license, and run the check on every change.",
    },
    Specification {
        path: "/documentation/tools",
        title: "Use it in your tools",
        description: "Policies for cargo-deny, cargo-about, GitHub, grant, ORT and licomp: which licenses the parts of a work may have.",
    },
    Specification {
        path: "/documentation/operate",
        title: "Run a server",
        description: "Installation, settings, accounts, quotas, backup, e-mail, and nginx or a Worker as an edge.",
    },
    Specification {
        path: "/documentation/curate",
        title: "Maintain a library",
        description: "Correct a record, register and sign a release, and publish it.",
    },
];

/// The context of such a page.
#[derive(Debug, Serialize)]
pub(super) struct SpecificationPage<'a> {
    frame: Frame<'a>,
    title: &'static str,
    description: &'static str,
    pages: Vec<Link>,
    sections: Vec<Link>,
    /// HTML.
    body: String,
}

#[derive(Debug, Serialize)]
struct Link {
    href: String,
    title: String,
}

impl Page for SpecificationPage<'_> {
    const TEMPLATE: &'static str = "pages/specification.html";
}

impl<'a> SpecificationPage<'a> {
    pub(super) fn new(directory: &'a Directory<'_>, page: &Specification) -> Result<Self, Error> {
        let (sections, body) = rendered(page.source()?);
        let link = |page: &Specification| Link { href: page.path.to_owned(), title: page.title.to_owned() };
        Ok(Self {
            frame: Frame::new(directory, page.path, String::new()),
            title: page.title,
            description: page.description,
            pages: SPECIFICATION.iter().map(link).collect(),
            sections,
            body,
        })
    }
}

/// The sections of a source, and its HTML. Tables and code are scrollable and focusable, and code has a button that copies
/// it.
fn rendered(source: &str) -> (Vec<Link>, String) {
    let mut sections: Vec<Link> = Vec::new();
    let mut is_in_heading = false;
    let (mut blocks, mut tables) = (0, 0);
    let mut row = Vec::new();
    for event in Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES) {
        match &event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. }) => {
                let anchor = id.as_deref().unwrap_or_default();
                sections.push(Link { href: format!("#{anchor}"), title: String::new() });
                (is_in_heading, tables) = (true, 0);
            }
            Event::End(TagEnd::Heading(_)) => is_in_heading = false,
            Event::Text(text) | Event::Code(text) if is_in_heading => {
                if let Some(section) = sections.last_mut() {
                    section.title.push_str(text);
                }
            }
            _ => {}
        }
        let title = sections.last().map_or("", |section| &section.title);
        match event {
            Event::Start(Tag::Table(_)) => {
                tables += 1;
                let number = if tables == 1 { String::new() } else { format!(" {tables}") };
                let label = format!(
                    "<section class=\"wide specification\" aria-label=\"{title}: table{number}\" tabindex=\"0\">\n"
                );
                row.extend([Event::Html(CowStr::from(label)), event]);
            }
            Event::End(TagEnd::Table) => row.extend([event, Event::Html(CowStr::from("</section>\n"))]),
            Event::Start(Tag::CodeBlock(_)) => {
                blocks += 1;
                let start = format!("<pre tabindex=\"0\"><code id=\"code-{blocks}\">");
                row.push(Event::Html(CowStr::from(start)));
            }
            Event::End(TagEnd::CodeBlock) => {
                let end = format!(
                    "</code></pre>\n<p><button type=\"button\" class=\"button slight\" hidden data-copy=\"code-{blocks}\">\
                     Copy<span class=\"unseen\">: {title}, block {blocks}</span></button></p>\n"
                );
                row.push(Event::Html(CowStr::from(end)));
            }
            event => row.push(event),
        }
    }
    let mut body = String::with_capacity(source.len() * 3 / 2);
    html::push_html(&mut body, row.into_iter());
    (sections, body)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn headings_have_unique_anchors_and_consecutive_levels() {
        for page in SPECIFICATION {
            let mut anchors = BTreeSet::new();
            let mut above = HeadingLevel::H1;
            for event in Parser::new_ext(page.source().unwrap(), Options::ENABLE_HEADING_ATTRIBUTES) {
                let Event::Start(Tag::Heading { level, id, .. }) = event else { continue };
                let id = id.unwrap_or_else(|| panic!("{} has a heading without an anchor", page.path));
                assert!(
                    level as usize <= above as usize + 1 && level != HeadingLevel::H1,
                    "{} {id}",
                    page.path
                );
                assert!(anchors.insert(id.to_string()), "{} has {id} twice", page.path);
                above = level;
            }
            assert!(!anchors.is_empty(), "{}", page.path);
        }
    }

    #[test]
    fn tables_and_code_take_the_focus_and_nothing_is_raw_html() {
        let (sections, body) = rendered("## A `b` {#a}\n\n| x |\n|---|\n| `<y>` |\n\n```\n<z>\n```\n");
        assert_eq!(sections.first().map(|link| (&*link.href, &*link.title)), Some(("#a", "A b")));
        for part in [
            "<h2 id=\"a\">A <code>b</code></h2>",
            "aria-label=\"A b: table\"",
            "<code>&lt;y&gt;</code>",
            "<pre tabindex=\"0\"><code id=\"code-1\">&lt;z&gt;\n</code></pre>",
            "hidden data-copy=\"code-1\">",
        ] {
            assert!(body.contains(part), "{part} is not in\n{body}");
        }
        for page in SPECIFICATION {
            let is_html = |event: &Event<'_>| matches!(event, Event::Html(_) | Event::InlineHtml(_));
            assert_eq!(
                Parser::new_ext(page.source().unwrap(), Options::ENABLE_TABLES).find(is_html),
                None,
                "{}",
                page.path
            );
        }
    }
}
