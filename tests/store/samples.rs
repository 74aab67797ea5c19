//! Things to put into a store. Numbers tell them apart.

use jiff::Timestamp;
use muniment_documents::api::v1::Scopes;
use muniment_licenses::model::{GraphId, LicenseId};
use muniment_rdf::ContentHash;
use muniment_server::auth::{AccountId, Digest, PasswordHash};
use muniment_server::store::{
    Actor, ActorRole, Consent, Content, Deprecation, Edit, NewAccount, NewModel, NewSession, NewToken,
    Restoration, Role, Store,
};

/// A moment, so many seconds after an arbitrary one.
pub(crate) fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millisecond(1_795_132_800_123 + seconds * 1000).unwrap()
}

pub(crate) fn account_id(number: u32) -> AccountId {
    format!("account{number:05}").parse().unwrap()
}

pub(crate) fn license_id(number: u32) -> LicenseId {
    format!("License{number:025}").parse().unwrap()
}

pub(crate) fn graph_id(number: u32) -> GraphId {
    format!("Graph{number:027}").parse().unwrap()
}

pub(crate) fn digest(number: u32) -> Digest {
    Digest::of(&number.to_string())
}

pub(crate) fn password(number: u32) -> PasswordHash {
    PasswordHash::kept(format!("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA${number}"))
}

pub(crate) fn new_account(number: u32) -> NewAccount {
    NewAccount {
        id: account_id(number),
        name: format!("Account {number}"),
        email: format!("Account.{number}@Example.org").parse().unwrap(),
        password: password(number),
        role: Role::Member,
        created_at: at(0),
    }
}

/// Makes an account and says its identifier.
pub(crate) async fn made(store: &Store, number: u32) -> AccountId {
    store.create_account(&new_account(number)).await.unwrap();
    account_id(number)
}

pub(crate) fn new_session(number: u32, account: AccountId) -> NewSession {
    NewSession { digest: digest(number), account, password: None, ends: None, at: at(0) }
}

pub(crate) fn new_token(number: u32, account: AccountId) -> NewToken {
    NewToken {
        digest: digest(number),
        account,
        name: format!("token {number}"),
        created_at: at(i64::from(number)),
        expires_on: None,
        scopes: Scopes::all(),
    }
}

pub(crate) fn consent() -> Consent {
    Consent { privacy_notice: "2026-11".into() }
}

pub(crate) fn license_content(text: &str) -> Content {
    Content {
        title: format!("License: {text}"),
        description: String::new(),
        document: format!("<#license> a <#Set> . # {text}\n"),
        hash: ContentHash::of(text),
        axioms: 0,
    }
}

pub(crate) fn new_license(number: u32, owner: AccountId) -> NewModel<LicenseId> {
    NewModel {
        id: license_id(number),
        owner,
        content: license_content("first"),
        replaces: None,
        note: String::new(),
        at: at(i64::from(number)),
    }
}

/// That a draft is taken back to a revision by its owner.
pub(crate) fn restoration(number: u32, owner: AccountId, revision: u32, base: u32) -> Restoration<LicenseId> {
    Restoration {
        model: license_id(number),
        base,
        revision,
        actor: Actor { account: owner, role: ActorRole::Owner },
        note: "a restoration".into(),
        at: at(1500),
    }
}

/// A change of the first revision of a draft by its owner.
pub(crate) fn edit(number: u32, owner: AccountId) -> Edit<LicenseId> {
    Edit {
        model: license_id(number),
        base: 1,
        content: license_content("second"),
        actor: Actor { account: owner, role: ActorRole::Owner },
        note: "a change".into(),
        at: at(1000),
    }
}

/// A new version of a graph by its owner.
pub(crate) fn graph_edit(number: u32, base: u32, owner: AccountId) -> Edit<GraphId> {
    Edit {
        model: graph_id(number),
        base,
        content: graph_content(&format!("made from {base}")),
        actor: Actor { account: owner, role: ActorRole::Owner },
        note: format!("after {base}"),
        at: at(100 + i64::from(base)),
    }
}

pub(crate) fn deprecation(number: u32, owner: AccountId) -> Deprecation {
    Deprecation {
        license: license_id(number),
        content: license_content("deprecated"),
        on: "2026-12-24".parse().unwrap(),
        successor: Some("MIT-0".parse().unwrap()),
        actor: Actor { account: owner, role: ActorRole::Owner },
        note: "superseded".into(),
        at: at(2000),
    }
}

pub(crate) fn graph_content(text: &str) -> Content {
    Content {
        title: format!("Graph: {text}"),
        description: format!("About {text}"),
        document: format!("<#a> <#includedIn> <#b> . # {text}\n"),
        hash: ContentHash::of(text),
        axioms: 1,
    }
}

pub(crate) fn new_graph(number: u32, owner: AccountId) -> NewModel<GraphId> {
    let (note, at) = (String::new(), at(i64::from(number)));
    NewModel { id: graph_id(number), owner, content: graph_content("first"), replaces: None, note, at }
}
