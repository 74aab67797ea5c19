//! Pages of license texts: `build --with-texts`.

use std::fs;
use std::path::Path;

use muniment_library::load::load;
use muniment_licenses::model::{Library, LicenseId, TextSource};
use muniment_licenses::text::NormalText;
use muniment_rdf::ContentHash;
use rayon::prelude::*;
use roxmltree::{Document, Node};
use tempfile::{TempDir, tempdir};

use super::{build_well_with, copy, edit, files, root, small, verify};

/// The content of a page, which is well-formed XML.
fn main_of(html: &str) -> &str {
    let (start, end) = (html.find("<main").unwrap(), html.find("</main>").unwrap());
    html.get(start..end + "</main>".len()).unwrap()
}

fn with_id<'a, 'd>(page: &'a Document<'d>, id: &str) -> Option<Node<'a, 'd>> {
    page.descendants().find(|node| node.attribute("id") == Some(id))
}

/// The words of a text on its page from a node on, without the numbers of quotations; those that are marked apart.
fn words(text: Node<'_, '_>, from: Node<'_, '_>) -> (String, String) {
    let (mut all, mut marked) = (String::new(), String::new());
    for node in text.descendants().filter(|node| node.is_text() && node.range().start >= from.range().start) {
        let is_in = |name| node.ancestors().any(|above| above.has_tag_name(name));
        if !is_in("sup") {
            all.push_str(node.text().unwrap());
        }
        if is_in("mark") {
            marked.push_str(node.text().unwrap());
        }
    }
    (all, marked)
}

/// Holds a page against the listed text and the record it is of.
fn is_page_of(html: &str, library: &Library, id: &LicenseId) {
    let page = Document::parse(main_of(html)).map_err(|error| format!("{id}: {error}")).unwrap();
    assert!(!html.contains("<script"), "{id}: reading needs a script");
    let shown = page.descendants().find(|node| node.attribute("class") == Some("text")).unwrap();
    let text = words(shown, shown).0;
    let (listed, model) = (library.texts.get(id).unwrap(), library.licenses.get(id).unwrap());
    assert_eq!(ContentHash::of(&text), listed.bytes, "{id}: another text is shown");
    let normal = NormalText::of(&text);
    for locator in model.current.content.rules().filter_map(|rule| rule.locator) {
        let quoted = normal.span(&locator).unwrap();
        let anchor = format!("at-{}", locator.start);
        let mark = with_id(&page, &anchor).filter(|node| node.has_tag_name("mark")).unwrap();
        let (all, marked) = words(shown, mark);
        assert!(NormalText::of(&all).as_str().starts_with(quoted), "{id}: {quoted}");
        assert!(NormalText::of(&marked).as_str().starts_with(quoted), "{id}: {quoted}");
        let back = format!("#{anchor}");
        let mut links = page.descendants().filter(|node| node.attribute("href") == Some(&back));
        assert!(
            links.any(|link| link.descendants().any(|node| node.text() == Some(quoted))),
            "{id}: {quoted}"
        );
    }
    for mark in page.descendants().filter(|node| node.has_tag_name("mark")) {
        assert!(mark.attribute("title").is_some_and(|label| label.contains(": ")), "{id}");
    }
}

#[test]
fn every_page_of_a_text_shows_it_whole_with_every_quotation_marked() {
    let (data, out) = (root().join("data"), tempdir().unwrap());
    let library = load(&data).library.unwrap();
    let said = build_well_with(&["--with-texts"], &data, out.path());
    let of_list = || library.texts.iter().filter(|(_, listed)| matches!(listed.source, TextSource::Spdx(_)));
    let of_packages: Vec<&str> = library
        .texts
        .keys()
        .filter(|id| of_list().all(|(listed, _)| listed != *id))
        .map(LicenseId::as_str)
        .collect();
    let told = format!(
        "\n{} pages of license texts; texts missing: {}\n",
        of_list().count(),
        if of_packages.is_empty() { "none".to_owned() } else { of_packages.join(", ") }
    );
    assert!(said.contains(&told), "{said}");
    // Reads that every link leads to an anchor of its page, too.
    assert!(verify(out.path()).status.success());
    let page = |path: &str| {
        let page = out.path().join("current/license-library").join(path).join("index.html");
        fs::read_to_string(page).unwrap()
    };
    of_list().par_bridge().for_each(|(id, _)| is_page_of(&page(&format!("{id}/text")), &library, id));

    let html = page("MIT/text");
    for expected in [
        "<h1 class=\"long\">Text of <span>MIT License</span></h1>",
        "<h2 id=\"text-heading\">The text</h2>",
        "<mark id=\"at-383\" title=\"permitted: ",
        "</mark><sup><a href=\"#quotation-2\"><span class=\"unseen\">quotation </span>2</a></sup>",
        "<li id=\"quotation-3\" value=\"3\"><a href=\"#at-486\"><q>The above copyright notice and this permission notice",
        "<h2>Statements by convention</h2>",
        "<p>Library rule on changes: ",
        "The SPDX license list, version 3.29.0: <code>MIT</code>",
        &library.texts["MIT"].bytes.to_string(),
        "The text belongs to its steward and is not part of the library.",
        "covers the <a href=\"/license-library/MIT\">record</a> and not this page.",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
    assert_eq!(html.matches("<mark").count(), 3);
    let notice = html.split("id=\"quotation-3\"").nth(1).unwrap().split("</ul>").next().unwrap();
    assert!(notice.contains("required: ") && notice.contains("as a condition of"), "{notice}");
    let record = page("MIT");
    assert!(record.contains("<a href=\"/license-library/MIT/text\">"));
    assert!(record.contains("<a href=\"/license-library/MIT/text#at-383\"><q>"));
}

const ID: &str = "Meadow-Permissive-1.0";
const PAGE: &str = "license-library/Meadow-Permissive-1.0/text/index.html";
const TEXT: &str =
    "Meadow “Permissive” Licence\n\nYou may copy\n  this work and hand it on.\n\nKeep this notice.\n";

/// The small library with a record that was compared with a text, and a folder of packages with this text.
struct Compared {
    data: TempDir,
    packages: TempDir,
    out: TempDir,
}

impl Compared {
    fn new() -> Self {
        let [data, packages, out] = [(); 3].map(|()| tempdir().unwrap());
        copy(&small(), data.path());
        let (normal, bytes) = (NormalText::of(TEXT), ContentHash::of(TEXT));
        let listed = format!(
            "[[text]]\nrecord = \"{ID}\"\npackage = \"meadow\"\npath = \"a/text\"\nversion = \"1\"\n\
             bytes = \"{bytes}\"\nnormal_form = \"{}\"\n",
            normal.hash()
        );
        fs::write(data.path().join("texts.toml"), listed).unwrap();
        let quote = |words: &str| {
            format!("svc:evidence \"{words}\" ; svc:evidenceLocator \"{}\"", normal.locate(words).unwrap())
        };
        let record = data.path().join("licenses").join(format!("{ID}.ttl"));
        let text = fs::read_to_string(&record).unwrap();
        let (head, rest) = text.split_once("    odrl:permission [").unwrap();
        let target = rest.split_once("    odrl:target [").unwrap().1;
        let statements = format!(
            "    svc:legalTextHash \"{}\" ;\n    odrl:permission [ a odrl:Permission ; odrl:action odrl:reproduce ; {} ],\n\
             [ a odrl:Permission ; odrl:action odrl:distribute ; {} ;\n\
             odrl:duty [ a odrl:Duty ; odrl:action cc:Notice ; {} ] ],\n\
             [ a odrl:Permission ; odrl:action svc:ChangeLicense ; svc:convention \"Rule 15.\" ;\n\
             svc:statementOrigin svc:FromConvention ] ;\n",
            normal.hash(),
            quote("You may copy this work"),
            quote("this work and hand it on"),
            quote("Keep this notice.")
        );
        fs::write(&record, format!("{head}{statements}    odrl:target [{target}")).unwrap();
        let review = data.path().join("reviews").join(format!("{ID}.toml"));
        edit(&review, "verdict = ", &format!("text_hash = \"{}\"\nverdict = ", normal.hash()));
        let library = Self { data, packages, out };
        library.put(TEXT);
        library
    }

    fn put(&self, text: &str) {
        fs::create_dir_all(self.packages.path().join("meadow/a")).unwrap();
        fs::write(self.packages.path().join("meadow/a/text"), text).unwrap();
    }

    fn with_packages(&self) -> [&str; 2] {
        ["--texts", self.packages.path().to_str().unwrap()]
    }

    /// Builds after earlier builds, holds the tree against a build from nothing, and gives what was said.
    fn build(&self, flags: &[&str]) -> String {
        let elsewhere = tempdir().unwrap();
        let said = build_well_with(flags, self.data.path(), self.out.path());
        build_well_with(flags, self.data.path(), elsewhere.path());
        let tree = |out: &Path| files(&out.join("current"));
        assert!(tree(self.out.path()) == tree(elsewhere.path()), "{flags:?}");
        said
    }

    fn page(&self) -> Option<String> {
        fs::read_to_string(self.out.path().join("current").join(PAGE)).ok()
    }
}

#[test]
fn the_page_of_a_text_names_its_repository() {
    let library = Compared::new();
    let listed = library.data.path().join("texts.toml");
    edit(&listed, "package = \"meadow\"\npath = \"a/text\"", "repository = \"meadow/a\"\npath = \"text\"");
    library.build(&library.with_packages());
    let page = library.page().unwrap();
    assert!(page.contains("<code>meadow/a</code>, commit <code>1</code>: <code>text</code>"), "{page}");
}

#[test]
fn texts_come_and_go_with_the_flag_and_the_package() {
    let library = Compared::new();
    let packages = library.with_packages();
    let with = [&packages[..], &["--edge", "all"]].concat();
    let missing = format!("0 pages of license texts; texts missing: {ID}\n");
    assert!(!library.build(&[]).contains("license texts"));
    assert_eq!(library.page(), None);

    let said = library.build(&with);
    assert!(said.starts_with("built ") && said.ends_with("\n1 page of license texts; texts missing: none\n"));
    let page = library.page().unwrap();
    for expected in [
        "<div class=\"text\">Meadow “Permissive” Licence\n\n<mark id=\"at-28\" title=\"permitted: Reproduc",
        "You may copy\n  </mark><mark id=\"at-41\" title=\"",
        "\">this work</mark><sup>",
        "<code>meadow</code>, version 1: <code>a/text</code>",
    ] {
        assert!(page.contains(expected), "{expected} is missing from\n{page}");
    }
    let loaded = load(library.data.path()).library.unwrap();
    is_page_of(&page, &loaded, &ID.parse().unwrap());
    let read = |path: &str| fs::read_to_string(library.out.path().join("current").join(path)).unwrap();
    let address = format!("/license-library/{ID}/text");
    assert!(read("_edge/nginx/http.conf").contains(&format!("    {address} ")));
    assert!(read("sitemap.xml").contains(&format!("{address}<")));
    assert!(verify(library.out.path()).status.success());
    assert!(library.build(&with).starts_with("unchanged "));

    // Another record changes: the page and its place in the site map stay.
    edit(&library.data.path().join("licenses/CC-BY-4.0.ttl"), "dct:publisher \"", "dct:publisher \"The ");
    assert!(library.build(&with).starts_with("built "));
    assert_eq!(library.page().as_ref(), Some(&page));

    assert!(library.build(&packages).starts_with("built "), "without edges");
    assert!(library.build(&["--with-texts"]).ends_with(&missing));
    assert_eq!(library.page(), None);
    library.put("Another text.");
    assert!(library.build(&packages).ends_with(&missing));
    library.put(TEXT);
    library.build(&packages);
    assert_eq!(library.page(), Some(page));
    library.build(&[]);
    assert_eq!(library.page(), None);
    let record = format!("license-library/{ID}/index.html");
    let record = fs::read_to_string(library.out.path().join("current").join(record)).unwrap();
    assert!(!record.contains("/text\""));
}
