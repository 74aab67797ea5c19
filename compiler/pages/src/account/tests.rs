//! Tests of rendered pages: their forms, texts and offers for each role.

use muniment_documents::api::v1::ModelState;

use super::super::rendered::{EVIL, assert_escaped, assert_forms, assert_ids_are_unique};
use super::filled::{
    choices, editor, graph, license, overview, page, pages_with_forms, profile, revision, row, shown,
    sign_in, token,
};
use super::*;

#[test]
fn input_is_escaped_on_every_page() {
    let mut all = pages_with_forms(EVIL);
    all.push(("profile", profile(EVIL)));
    for (name, html) in all {
        let own = "<script type=\"module\" src=\"/assets/graph-editor.js\"></script>";
        let html = html.replace(own, "");
        assert_escaped(name, &html);
        assert!(!html.contains("javascript:"), "{name}");
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
        assert_forms(name, &html);
        assert_ids_are_unique(name, &html);
    }
}

#[test]
fn forms_send_what_the_server_reads() {
    let expected: [(&str, &str, &[&str]); 9] = [
        (
            "register",
            "/register",
            &[
                "name=\"name\" type=\"text\" value=\"Ada\"",
                "name=\"email\" type=\"email\" value=\"Ada\"",
                "\"password\"",
            ],
        ),
        (
            "sign_in",
            "/login",
            &["name=\"email\" type=\"email\" value=\"Ada\"", "name=\"password\"", "current-password"],
        ),
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
    let publish = ["name=\"base\" value=\"7\"", "name=\"confirm\" value=\"publish\""];
    assert_form(&page("graph"), "/account/graphs/Ada/publish", &publish);
    let row = [
        "name=\"subject-1\" value=\"Ada\"",
        "name=\"relation-1\"",
        "name=\"object-1\"",
        "value=\"remove-1\"",
    ];
    let editor = page("editor");
    let form = editor.split("action=\"/account/graphs/Ada/edit\"").nth(1).unwrap();
    for field in row.into_iter().chain([
        "name=\"base\" value=\"7\"",
        "name=\"note\"",
        "value=\"save\"",
        "value=\"paste\"",
    ]) {
        assert!(form.contains(field), "{field} is missing from\n{form}");
    }
    let new_graph = page("new_graph");
    assert!(new_graph.contains("action=\"/account/graphs/new\" method=\"post\""));
    assert!(!new_graph.contains("name=\"base\"") && !new_graph.contains("name=\"note\""));
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
fn only_problems_are_announced() {
    for (name, html) in pages_with_forms("Ada") {
        assert_eq!(html.contains("role=\"alert\">Ada</p>"), name != "overview", "{name}");
    }
    let html = shown(&ClosePage {});
    assert!(!html.contains("role=\"alert\"") && !html.contains("aria-invalid"), "{html}");
}

#[test]
fn faults_are_shown_at_their_fields_and_input_is_kept() {
    let all: [(&str, &[&str]); 10] = [
        ("register", &["name", "email", "password"]),
        ("password", &["current", "new"]),
        ("close", &["current", "confirm"]),
        ("verify", &["password"]),
        ("tokens", &["name", "expires_in_days"]),
        ("draft", &["consent", "account", "role"]),
        ("published", &["replaced_by", "reason", "account", "role"]),
        ("graph", &["confirm", "account", "role"]),
        ("editor", &["title", "description", "note", "pasted"]),
        ("new_graph", &["title", "description", "pasted"]),
    ];
    for (name, fields) in all {
        let html = page(name);
        for field in fields {
            assert!(
                html.contains(&format!("<span class=\"error\" id=\"{field}-error\">Ada</span>")),
                "{name} {field}"
            );
            let tag = html.split(&format!(" id=\"{field}\"")).nth(1).unwrap().split('>').next().unwrap();
            let described = tag.split("aria-describedby=\"").nth(1).unwrap_or_default();
            assert!(described.starts_with(&format!("{field}-error")), "{name} {field}: {tag}");
            assert!(tag.contains("aria-invalid=\"true\""), "{name} {field}: {tag}");
        }
        assert!(!html.contains("type=\"password\" value=\"Ada\""), "{name}: passwords are not kept");
    }
}

#[test]
fn faulty_statements_have_a_message_in_their_row() {
    let html = page("editor");
    assert!(html.contains("<span class=\"error\" id=\"fault-1\">Ada</span>") && !html.contains("fault-2"));
    assert!(html.contains("href=\"#statement-1\"") && !html.contains("href=\"#statement-2\""));
    let choices = choices("odrl:display");
    let calm = GraphEditorPage { rows: vec![row(1, "odrl:display", None)], ..editor("x", &choices) };
    let html = shown(&calm);
    assert!(!html.contains("an error:") && html.contains("Save version 8"));
    let late = shown(&GraphEditorPage { newer: Some(9), ..calm });
    assert!(
        late.contains("Version 9 was saved while you edited") && late.contains("name=\"base\" value=\"9\"")
    );
    assert!(late.contains("Save version 10"));
}

#[test]
fn an_empty_account_has_an_introduction() {
    let html = shown(&overview("Ada", Vec::new(), Vec::new()));
    for words in
        ["You own no license", "You own no dependency graph", "4 of 10 left", "not available to your account"]
    {
        assert!(html.contains(words), "{words}");
    }
    let uncounted = OverviewPage { windows: Vec::new(), ..overview("Ada", Vec::new(), Vec::new()) };
    assert!(shown(&uncounted).contains("not limited here"));
}

#[test]
fn a_token_is_shown_only_after_its_creation() {
    let list = TokensPage { name: "", ticked: vec![], created: None, tokens: vec![token("digest")] };
    let html = shown(&list);
    assert!(!html.contains("Bearer") && !html.contains("shown only once"), "{html}");
    let html = shown(&TokensPage { created: Some("svc_secret"), ..list });
    assert!(html.contains("<code class=\"secret\">svc_secret</code>"), "{html}");
    assert!(html.contains("shown only once") && html.contains("Authorization: Bearer svc_secret"));
}

#[test]
fn a_revoked_token_cannot_be_revoked_again() {
    let revoked = Token { last_used_on: None, revoked_on: Some("2026-11-21".to_owned()), ..token("x") };
    let html = shown(&TokensPage { name: "", ticked: vec![], created: None, tokens: vec![revoked] });
    assert!(html.contains("2026-11-21") && html.contains(">never<"));
    assert!(!html.contains("/account/tokens/revoke"));
}

#[test]
fn registration_is_offered_where_it_is_open() {
    let open = SignInPage { next: "", ..sign_in("x") };
    assert!(shown(&open).contains("href=\"/register\""));
    let closed = SignInPage { registration_is_open: false, ..open };
    assert!(!shown(&closed).contains("/register"));
}

#[test]
fn a_license_offers_each_role_what_it_may_do() {
    use ModelState::{Deprecated, Draft, Published};
    let all: [(ModelState, Role, &[&str]); 9] = [
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
        assert_eq!(html.contains("\"/licenselibrary/A\""), status == Published, "{status:?} {role:?}");
        let edits = html.contains("/license-composer?draft=A");
        assert_eq!(edits, status == Draft && role != Role::Viewer, "{status:?} {role:?}");
        assert_eq!(html.contains("Deprecated on"), status == Deprecated, "{status:?} {role:?}");
    }
}

#[test]
fn the_current_revision_is_not_restored_and_the_owner_is_not_removed() {
    let html = shown(&license("A", ModelState::Draft, Role::Owner).view());
    assert_eq!(html.matches("/restore\"").count(), 1);
    assert_eq!(html.matches("/unshare\"").count(), 1);
}

#[test]
fn a_graph_offers_each_role_what_it_may_do() {
    use ModelState::{Draft, Published};
    for (status, role, expected, edits) in [
        (Draft, Role::Owner, &["publish", "share", "unshare"][..], true),
        (Draft, Role::Editor, &[], true),
        (Draft, Role::Viewer, &[], false),
        (Published, Role::Owner, &["share", "unshare"], true),
        (Published, Role::Editor, &[], true),
        (Published, Role::Viewer, &[], false),
    ] {
        let html = shown(&graph("A", status, role).view());
        assert_eq!(offered(&html, "/account/graphs/A/"), expected, "{status:?} {role:?}");
        assert_eq!(html.contains("href=\"/account/graphs/A/edit\""), edits, "{status:?} {role:?}");
        assert!(html.contains("<dd>7</dd>") && html.contains("Axioms (1)"), "{html}");
        assert!(html.contains("/dependency-graph/compare?left=dg_default&amp;right=A"));
        assert!(html.contains("/dependency-graph/A/download?version=6"));
    }
}

/// The actions of the forms of a page, sorted.
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
fn times_are_shown_to_the_minute() {
    let saved = Revision { saved_at: "2026-11-20T08:30:12.5Z".to_owned(), ..revision(1, "x") };
    let page = LicensePage { revisions: vec![saved], ..license("A", ModelState::Draft, Role::Owner) };
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
        "href=\"/license-library/a former member\"",
        "Account created in a former member.",
        "deprecated</span>",
    ] {
        assert!(html.contains(expected), "{expected} is missing from\n{html}");
    }
    let (_, main) = html.split_once("<main").unwrap();
    assert!(!main.contains("<form") && !main.contains("csrf"));
    let long = "Long name ".repeat(10);
    let empty = ProfilePage {
        id: "a",
        name: &long,
        since: "November 2026",
        licenses: Vec::new(),
        graphs: Vec::new(),
    };
    let html = shown(&empty);
    assert!(html.contains("<h1 class=\"long\">") && html.contains("No license has been published"));
    assert!(html.contains("No dependency graph has been published"));
}
