//! The pages as they are rendered: what they send, what they say, and to whom they offer what.

use super::super::frame::Frame;
use super::super::{Page, Served, render, templates};
use super::*;
use crate::model::{Contact, Site};

/// What somebody may write into any field.
const EVIL: &str = "\"><script>alert('x')</script>";

fn shown(page: &impl Page) -> String {
    let site = Site {
        name: "Sample".to_owned(),
        site_url: "https://sample.example".to_owned(),
        vocabulary_prefix: "svc".to_owned(),
        library_prefix: "svclib".to_owned(),
        edition: "test".to_owned(),
        contact: Contact { emails: Vec::new(), url: String::new() },
        notice: Some(format!("Closed on Sunday {EVIL}")),
        notice_closable: false,
    };
    let served = Served { frame: Frame::unlisted(&site, "", "/account"), page };
    render(&templates::environment().unwrap(), &served).unwrap()
}

fn token(text: &str) -> Token<'_> {
    Token { digest: text, name: text, created_on: text, last_used_on: Some(text), revoked_on: None }
}

fn share(text: &str, role: Role) -> Share<'_> {
    Share { account: text, name: text, role }
}

fn revision(number: u32, text: &str) -> Revision<'_> {
    Revision {
        number,
        kind: text,
        saved_at: text,
        actor: text,
        actor_role: text,
        note: text,
        address: Some(text),
    }
}

fn license(text: &str, status: LicenseStatus, role: Role) -> LicensePage<'_> {
    LicensePage {
        csrf: text,
        problem: Some(text),
        id: text,
        iri: text,
        title: text,
        status,
        role,
        revision: 2,
        revisions: vec![revision(2, text), revision(1, text)],
        shares: vec![share(text, Role::Owner), share(text, Role::Editor)],
        privacy_notice: PrivacyNotice { version: text, address: Some(text) },
    }
}

fn graph(text: &str, role: Role) -> GraphPage<'_> {
    GraphPage {
        csrf: text,
        problem: Some(text),
        id: text,
        iri: text,
        title: text,
        status: GraphStatus::Published,
        role,
        version: 7,
        axioms: 46,
        shares: vec![share(text, Role::Owner), share(text, Role::Viewer)],
    }
}

/// Every page that needs a form, with `text` in every field of text.
fn pages_with_forms(text: &str) -> Vec<(&'static str, String)> {
    let (csrf, problem) = (text, Some(text));
    let own_license =
        OwnLicense { id: text, title: text, status: LicenseStatus::Published, role: Role::Owner };
    let own_graph = OwnGraph { id: text, title: text, status: GraphStatus::Draft, role: Role::Viewer };
    let register = RegisterPage { csrf, problem, name: text, email: text, shortest_password: 12 };
    let overview = OverviewPage {
        csrf,
        done: problem,
        id: text,
        name: text,
        email: text,
        licenses: vec![own_license],
        graphs: vec![own_graph],
    };
    let revoked = Token { last_used_on: None, revoked_on: Some(text), ..token(text) };
    let tokens = TokensPage { csrf, problem, created: Some(text), tokens: vec![token(text), revoked] };
    let draft = license(text, LicenseStatus::Draft, Role::Owner);
    let published = license(text, LicenseStatus::Published, Role::Owner);
    [
        ("register", shown(&register)),
        ("sign_in", shown(&SignInPage { csrf, problem, email: text, registration_is_open: true })),
        ("overview", shown(&overview)),
        ("password", shown(&PasswordPage { csrf, problem, shortest_password: 12 })),
        ("close", shown(&ClosePage { csrf, problem })),
        ("tokens", shown(&tokens)),
        ("draft", shown(&draft.view())),
        ("published", shown(&published.view())),
        ("graph", shown(&graph(text, Role::Owner).view())),
    ]
    .into()
}

fn profile(text: &str) -> String {
    let licenses = vec![PublishedLicense { id: text, title: text, is_deprecated: true }];
    let graphs = vec![
        PublishedGraph { title: text, address: Some(text) },
        PublishedGraph { title: text, address: None },
    ];
    shown(&ProfilePage { id: text, name: text, since: text, licenses, graphs })
}

fn page(name: &str) -> String {
    pages_with_forms("Ada").into_iter().find(|(known, _)| *known == name).unwrap().1
}

#[test]
fn no_page_holds_a_script_whatever_it_is_filled_with() {
    let mut all = pages_with_forms(EVIL);
    all.push(("profile", profile(EVIL)));
    for (name, html) in all {
        assert!(!html.contains("<script"), "{name} holds a script:\n{html}");
        assert!(html.contains("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"), "{name}");
        assert!(!html.contains("javascript:") && !html.contains(" onclick"), "{name}");
    }
}

#[test]
fn every_page_has_one_heading_and_is_kept_out_of_search_engines() {
    let mut all = pages_with_forms("Ada");
    all.push(("profile", profile("Ada")));
    for (name, html) in all {
        assert_eq!(html.matches("<h1").count(), 1, "{name}");
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{name}");
        assert!(html.contains("Closed on Sunday"), "{name}");
    }
}

#[test]
fn every_form_is_posted_with_its_token_and_every_field_has_a_label() {
    for (name, html) in pages_with_forms("proof") {
        let forms: Vec<&str> =
            html.split("<form").skip(1).map(|rest| rest.split("</form>").next().unwrap()).collect();
        assert!(!forms.is_empty(), "{name} has no form");
        for form in forms {
            assert!(form.contains("method=\"post\""), "{name}: {form}");
            assert!(form.contains("name=\"csrf_token\" value=\"proof\""), "{name}: {form}");
            let fields = ["<input ", "<select ", "<textarea "].map(|tag| form.split(tag).skip(1)).into_iter();
            for field in fields.flatten().map(|rest| rest.split('>').next().unwrap()) {
                if field.contains("type=\"hidden\"") {
                    continue;
                }
                let id = field.split("id=\"").nth(1).unwrap().split('"').next().unwrap();
                assert!(form.contains(&format!("<label for=\"{id}\">")), "{name}: {field}");
            }
        }
        let mut ids: Vec<&str> = html.split(" id=\"").skip(1).map(|r| r.split('"').next().unwrap()).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name} names two elements alike");
    }
}

#[test]
fn forms_send_what_the_server_reads() {
    let expected: [(&str, &str, &[&str]); 9] = [
        (
            "register",
            "/register",
            &["name=\"name\" value=\"Ada\"", "name=\"email\" value=\"Ada\"", "\"password\""],
        ),
        ("sign_in", "/login", &["name=\"email\" value=\"Ada\"", "name=\"password\"", "current-password"]),
        ("overview", "/logout", &[]),
        ("password", "/account/password", &["name=\"current\"", "name=\"new\"", "new-password"]),
        ("close", "/account/close", &["name=\"current\"", "name=\"confirm\" value=\"close\""]),
        ("tokens", "/account/tokens", &["name=\"name\""]),
        ("tokens", "/account/tokens/revoke", &["name=\"token\" value=\"Ada\""]),
        ("graph", "/account/graphs/Ada/share", &["name=\"account\"", "name=\"role\""]),
        ("graph", "/account/graphs/Ada/unshare", &["name=\"account\" value=\"Ada\""]),
    ];
    for (name, address, fields) in expected {
        assert_form(&page(name), address, fields);
    }
    let draft = page("draft");
    let (base, consent) = ("name=\"base\" value=\"2\"", "name=\"consent\" value=\"yes\"");
    assert_form(&draft, "/account/licenses/Ada/publish", &[base, consent, "cannot be undone", "CC BY 4.0"]);
    assert_form(&draft, "/account/licenses/Ada/restore", &[base, "name=\"revision\" value=\"1\""]);
    assert_form(&draft, "/account/licenses/Ada/share", &["value=\"editor\"", "value=\"viewer\""]);
    let fields = ["name=\"replaced_by\"", "name=\"reason\""];
    assert_form(&page("published"), "/account/licenses/Ada/deprecate", &fields);
}

fn assert_form(html: &str, address: &str, fields: &[&str]) {
    let form = html.split(&format!("<form class=\"fields\" action=\"{address}\"")).nth(1);
    let form = form.or_else(|| html.split(&format!("<form action=\"{address}\"")).nth(1));
    let form =
        form.unwrap_or_else(|| panic!("nothing is sent to {address}")).split("</form>").next().unwrap();
    for field in fields {
        assert!(form.contains(field), "{address}: {field} is missing from\n{form}");
    }
}

#[test]
fn a_problem_is_announced_and_nothing_is_without_one() {
    for (name, html) in pages_with_forms("Ada") {
        let role = if name == "overview" { "status" } else { "alert" };
        assert!(html.contains(&format!("role=\"{role}\">Ada</p>")), "{name}");
    }
    let calm = ClosePage { csrf: "x", problem: None };
    assert!(!shown(&calm).contains("role=\"alert\""));
}

#[test]
fn a_token_is_shown_when_it_was_made_and_at_no_other_time() {
    let list = TokensPage { csrf: "x", problem: None, created: None, tokens: vec![token("digest")] };
    let html = shown(&list);
    assert!(!html.contains("Bearer") && !html.contains("this once"), "{html}");
    let html = shown(&TokensPage { created: Some("svc_secret"), ..list });
    assert!(html.contains("<code class=\"secret\">svc_secret</code>"), "{html}");
    assert!(html.contains("shown this once") && html.contains("Authorization: Bearer svc_secret"));
}

#[test]
fn a_revoked_token_is_revoked_no_more() {
    let revoked = Token { last_used_on: None, revoked_on: Some("2026-11-21"), ..token("x") };
    let html = shown(&TokensPage { csrf: "x", problem: None, created: None, tokens: vec![revoked] });
    assert!(html.contains("2026-11-21") && html.contains(">never<"));
    assert!(!html.contains("/account/tokens/revoke"));
}

#[test]
fn registration_is_offered_where_it_is_open() {
    let open = SignInPage { csrf: "x", problem: None, email: "", registration_is_open: true };
    assert!(shown(&open).contains("href=\"/register\""));
    let closed = SignInPage { registration_is_open: false, ..open };
    assert!(!shown(&closed).contains("/register"));
}

#[test]
fn a_license_offers_each_role_what_it_may_do() {
    use LicenseStatus::{Deprecated, Draft, Published};
    let all: [(LicenseStatus, Role, &[&str]); 9] = [
        (Draft, Role::Owner, &["publish", "restore", "share", "unshare"]),
        (Draft, Role::Editor, &["restore"]),
        (Draft, Role::Viewer, &[]),
        (Published, Role::Owner, &["deprecate", "share", "unshare"]),
        (Published, Role::Editor, &[]),
        (Published, Role::Viewer, &[]),
        (Deprecated, Role::Owner, &["share", "unshare"]),
        (Deprecated, Role::Editor, &[]),
        (Deprecated, Role::Viewer, &[]),
    ];
    for (status, role, expected) in all {
        let html = shown(&license("A", status, role).view());
        assert_eq!(offered(&html, "/account/licenses/A/"), expected, "{status:?} {role:?}");
        assert_eq!(html.contains("revisions-heading"), role != Role::Viewer, "{status:?} {role:?}");
        assert_eq!(html.contains("/licenselibrary/A"), status != Draft, "{status:?} {role:?}");
    }
}

#[test]
fn the_revision_that_stands_is_not_restored_and_the_owner_stays() {
    let html = shown(&license("A", LicenseStatus::Draft, Role::Owner).view());
    assert_eq!(html.matches("/restore\"").count(), 1);
    assert_eq!(html.matches("/unshare\"").count(), 1);
}

#[test]
fn a_graph_is_shared_by_its_owner_alone() {
    for (role, expected) in
        [(Role::Owner, &["share", "unshare"][..]), (Role::Editor, &[]), (Role::Viewer, &[])]
    {
        let html = shown(&graph("A", role).view());
        assert_eq!(offered(&html, "/account/graphs/A/"), expected, "{role:?}");
        assert!(html.contains("<dd>7</dd>") && html.contains("<dd>46</dd>"), "{html}");
    }
}

/// What the forms of a page do, sorted.
fn offered<'a>(html: &'a str, folder: &str) -> Vec<&'a str> {
    let mut offered: Vec<&str> = html
        .split(&format!("action=\"{folder}"))
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    offered.sort_unstable();
    offered.dedup();
    offered
}

#[test]
fn a_time_is_told_to_the_minute() {
    let saved = Revision { saved_at: "2026-11-20T08:30:12.5Z", ..revision(1, "x") };
    let page = LicensePage { revisions: vec![saved], ..license("A", LicenseStatus::Draft, Role::Owner) };
    let html = shown(&page.view());
    let expected = "<time datetime=\"2026-11-20T08:30:12.5Z\">2026-11-20 08:30 UTC</time>";
    assert!(html.contains(expected), "{html}");
}

#[test]
fn a_profile_offers_its_rdf_and_what_was_published() {
    let html = profile("a former member");
    for expected in [
        "<link rel=\"alternate\" type=\"text/turtle\" href=\"/users/a former member?format=ttl\"",
        "?format=json-ld\" title=\"JSON-LD\">",
        "?format=rdf-xml\" title=\"RDF/XML\">",
        "<h1>a former member</h1>",
        "href=\"/licenselibrary/a former member\"",
        "Account made in a former member.",
        "deprecated</span>",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
    assert!(!html.contains("<form") && !html.contains("csrf"));
}
