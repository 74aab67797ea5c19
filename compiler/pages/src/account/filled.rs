//! Filled pages for tests.

use muniment_documents::api::v1::ModelState;

use super::super::Page;
use super::super::rendered;
use super::*;

/// A page none of whose forms was refused.
pub(super) fn shown<P: Page>(page: &P) -> String {
    rendered::shown("/account", &FormPage { csrf: "x", problem: None, faults: Faults::none(), page })
}

/// A page whose form was refused, with a fault of every field.
fn refused<P: Page>(text: &str, page: &P) -> String {
    let form = FormPage { csrf: text, problem: Some(text), faults: &faults(text), page };
    rendered::shown("/account", &form)
}

pub(super) fn token(word: &str) -> Token {
    let text = || word.to_owned();
    Token {
        digest: text(),
        name: text(),
        created_on: text(),
        last_used_on: Some(text()),
        expires_on: Some(text()),
        is_expired: false,
        scopes: text(),
        revoked_on: None,
    }
}

fn share(text: &str, role: Role) -> Share<'_> {
    Share { account: text, name: text, role }
}

pub(super) fn revision(number: u32, text: &str) -> Revision<'_> {
    Revision {
        number,
        kind: text,
        saved_at: text.to_owned(),
        actor: text,
        actor_role: text,
        note: text,
        address: Some(text.to_owned()),
    }
}

fn days(word: &str) -> LicenseDays {
    let text = || word.to_owned();
    LicenseDays {
        created_on: text(),
        published_on: text(),
        deprecated_on: text(),
        replaced_by: text(),
        replaces: text(),
    }
}

fn typed(text: &str) -> Typed<'_> {
    Typed { account: text, role: text, replaced_by: text, reason: text }
}

/// A fault of every field.
fn faults(text: &str) -> Faults {
    let mut faults = Faults::default();
    let fields = [
        "name",
        "email",
        "password",
        "current",
        "new",
        "confirm",
        "account",
        "role",
        "replaced_by",
        "reason",
        "consent",
        "title",
        "description",
        "note",
        "pasted",
        "expires_in_days",
    ];
    for field in fields {
        faults.say(field, text);
    }
    faults
}

pub(super) fn license(text: &str, status: ModelState, role: Role) -> LicensePage<'_> {
    LicensePage {
        typed: typed(text),
        id: text,
        iri: text,
        title: text,
        status,
        days: days(text),
        role,
        revision: 2,
        revisions: vec![revision(2, text), revision(1, text)],
        shares: vec![share(text, Role::Owner), share(text, Role::Editor)],
        unstated: Vec::new(),
        privacy_notice: PrivacyNotice { version: text, address: Some(text) },
    }
}

pub(super) fn graph(text: &str, status: ModelState, role: Role) -> GraphPage<'_> {
    let version = |number| GraphVersion { number, saved_at: text.to_owned(), note: text, axioms: 46 };
    GraphPage {
        typed: typed(text),
        id: text,
        iri: text,
        published_iri: text,
        title: text,
        description: text,
        status,
        role,
        version: 7,
        axioms: vec![Statement::sample(text)],
        warnings: vec![text.to_owned()],
        versions: vec![version(7), version(6)],
        shares: vec![share(text, Role::Owner), share(text, Role::Viewer)],
    }
}

pub(super) fn choices(text: &str) -> StatementChoices {
    StatementChoices::sample(text)
}

pub(super) fn row<'a>(number: usize, text: &'a str, fault: Option<&str>) -> StatementRow<'a> {
    StatementRow {
        number,
        subject: text,
        subject_label: text,
        relation: text,
        object: text,
        object_label: text,
        faults: fault.map(str::to_owned).into_iter().collect(),
    }
}

pub(super) fn editor<'a>(text: &'a str, choices: &'a StatementChoices) -> GraphEditorPage<'a> {
    GraphEditorPage {
        newer: None,
        graph: Some(EditedGraph { id: text, title: text, status: ModelState::Published, base: 7 }),
        title: text,
        description: text,
        note: text,
        rows: vec![row(1, text, Some(text)), row(2, "", None)],
        choices,
        origins: Vec::new(),
        pasted: text,
    }
}

/// Every page that needs a form, with `text` in every field of text.
pub(super) fn pages_with_forms(text: &str) -> Vec<(&'static str, String)> {
    let choices = &choices(text);
    let own_license = OwnLicense {
        id: text,
        title: text,
        status: ModelState::Published,
        role: Role::Owner,
        days: days(text),
    };
    let own_graph = OwnGraph {
        id: text,
        title: text,
        status: ModelState::Draft,
        role: Role::Viewer,
        version: 7,
        axioms: 46,
    };
    let register = RegisterPage { name: text, email: text, shortest_password: 12, next: text, sign_in: text };
    let overview = overview(text, vec![own_license], vec![own_graph]);
    let revoked = Token { last_used_on: None, revoked_on: Some(text.to_owned()), ..token(text) };
    let tokens = vec![token(text), revoked];
    let tokens = TokensPage { name: text, ticked: vec!["compose"], created: Some(text), tokens };
    let draft = license(text, ModelState::Draft, Role::Owner);
    let published = license(text, ModelState::Published, Role::Owner);
    let deprecated = license(text, ModelState::Deprecated, Role::Owner);
    let editor = editor(text, choices);
    let recover = |state| RecoverPage { state, shortest_password: 12 };
    let origins = vec![Choice { value: text.to_owned(), label: text.to_owned() }];
    let new_graph = GraphEditorPage { graph: None, origins, ..editor.clone() };
    [
        ("register", refused(text, &register)),
        ("verify", refused(text, &VerifyPage { token: text })),
        ("recover", refused(text, &recover(Recovery::Asked { email: text }))),
        ("recover by a link", refused(text, &recover(Recovery::Linked { token: text }))),
        ("recover without mail", refused(text, &recover(Recovery::WithoutMail))),
        ("sign_in", refused(text, &SignInPage { register: text, ..sign_in(text) })),
        ("overview", refused(text, &overview)),
        ("password", refused(text, &PasswordPage { shortest_password: 12 })),
        ("close", refused(text, &ClosePage {})),
        ("tokens", refused(text, &tokens)),
        ("draft", refused(text, &draft.view())),
        ("published", refused(text, &published.view())),
        ("deprecated", refused(text, &deprecated.view())),
        ("graph", refused(text, &graph(text, ModelState::Draft, Role::Owner).view())),
        ("editor", refused(text, &editor)),
        ("new_graph", refused(text, &new_graph)),
    ]
    .into()
}

pub(super) fn sign_in(text: &str) -> SignInPage<'_> {
    SignInPage { email: text, registration_is_open: true, next: text, register: "/register" }
}

pub(super) fn overview<'a>(
    text: &'a str,
    licenses: Vec<OwnLicense<'a>>,
    graphs: Vec<OwnGraph<'a>>,
) -> OverviewPage<'a> {
    OverviewPage {
        id: text,
        name: text,
        email: text,
        is_curator: true,
        translations: DailyQuota { left: 4, most: 10, is_own: false },
        texts: DailyQuota { left: 0, most: 0, is_own: true },
        windows: vec![RequestWindow { span: "minute", limit: 60, is_own: false }],
        storage: vec![StorageRow { name: "licenses", amount: text.to_owned(), most: text.to_owned() }],
        licenses,
        graphs,
    }
}

pub(super) fn profile(text: &str) -> String {
    let licenses = vec![PublishedLicense { id: text, title: text, published_on: text, is_deprecated: true }];
    let graphs = vec![
        PublishedGraph { title: text, address: Some(text) },
        PublishedGraph { title: text, address: None },
    ];
    shown(&ProfilePage { id: text, name: text, since: text, licenses, graphs })
}

pub(super) fn page(name: &str) -> String {
    pages_with_forms("Ada").into_iter().find(|(known, _)| *known == name).unwrap().1
}
