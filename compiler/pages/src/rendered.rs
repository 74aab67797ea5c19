//! Rendering of pages of the server, and assertions about their HTML, for tests.

use super::frame::Frame;
use super::{Page, Served, render, templates};
use muniment_licenses::model::{Contact, DataLicense, Site};

/// Hostile input for any field.
pub(super) const EVIL: &str = "\"></textarea><script>alert('x')</script>";

/// A page at a path of a site with a hostile notice.
pub(super) fn shown(path: &str, page: &impl Page) -> String {
    let site = Site {
        name: "Sample".to_owned(),
        site_url: "https://sample.example".to_owned(),
        vocabulary_prefix: "svc".to_owned(),
        library_prefix: "svclib".to_owned(),
        edition: "test".to_owned(),
        data_license: DataLicense { name: "CC BY 4.0".to_owned(), ..DataLicense::unstated("") },
        contact: Contact { emails: Vec::new(), url: String::new() },
        notice: Some(format!("Closed on Sunday {EVIL}")),
        notice_closable: false,
        signing_keys: Vec::new(),
    };
    let served = Served { frame: Frame::unlisted(&site, "", path), page };
    render(&templates::environment().unwrap(), &served).unwrap()
}

pub(super) fn assert_escaped(name: &str, html: &str) {
    assert!(!html.contains("<script"), "{name} holds a script:\n{html}");
    let escaped = "&quot;&gt;&lt;/textarea&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;";
    assert!(html.contains(escaped), "{name}");
    assert!(!html.contains(" onclick"), "{name}");
}

pub(super) fn assert_ids_are_unique(name: &str, html: &str) {
    let mut ids: Vec<&str> = html.split(" id=\"").skip(1).map(|r| r.split('"').next().unwrap()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "{name} names two elements alike");
}

/// Every form that is not sent by GET has the token `proof` and a label for every field.
pub(super) fn assert_forms(name: &str, html: &str) {
    let forms: Vec<&str> =
        html.split("<form").skip(1).map(|rest| rest.split("</form>").next().unwrap()).collect();
    assert!(!forms.is_empty(), "{name} has no form");
    for form in forms.into_iter().filter(|form| !form.contains("method=\"get\"")) {
        assert!(form.contains("method=\"post\""), "{name}: {form}");
        assert!(form.contains("name=\"csrf_token\" value=\"proof\""), "{name}: {form}");
        let fields = ["<input ", "<select ", "<textarea "].map(|tag| form.split(tag).skip(1)).into_iter();
        let fields = fields.flatten().map(|rest| rest.split('>').next().unwrap());
        for field in fields.filter(|field| !field.contains("type=\"hidden\"")) {
            let id = field.split("id=\"").nth(1).unwrap().split('"').next().unwrap();
            assert!(form.contains(&format!("<label for=\"{id}\">")), "{name}: {field}");
        }
    }
}
