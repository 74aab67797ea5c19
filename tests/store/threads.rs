//! What people write to the curators, what is decided, who is told, and what is mailed.

use jiff::Timestamp;
use muniment_server::auth::{AccountId, ThreadId};
use muniment_server::store::{
    Act, Authorship, Conflict, Correction, Decision, DueMail, Entity, Event, Granted, Matter, NewAccount,
    NewThread, NewThreadEntry, Opener, Queue, Recipient, Role, Sender, Shared, Side, Store, StoreError,
    Submission, ThreadEntry, ThreadKind, ThreadState,
};
use sqlx::migrate::{Migrate, Migration, MigrationType};
use tokio::task::JoinSet;

use crate::database::{Database, count, on_both_databases};
use crate::samples::{
    account_id, at, consent, deprecation, graph_id, license_id, made, new_account, new_graph, new_license,
};
use crate::whole::assert_whole;

on_both_databases![
    a_letter_of_a_visitor_is_kept_and_mailed_to_the_site,
    a_proposal_is_kept_whole,
    both_sides_write_and_the_other_is_told,
    what_is_decided_stays_decided,
    one_of_many_decisions_wins,
    entries_written_at_once_are_all_there,
    the_queue_has_who_waits_first,
    shares_and_deprecations_are_told,
    what_was_seen_is_not_new,
    mail_is_taken_by_one_and_tried_again,
    who_wants_no_mail_gets_none,
    a_closed_account_leaves_its_words_and_is_told_nothing,
    what_cannot_be_is_refused,
    the_audit_before_is_kept,
];

pub(crate) fn thread_id(number: u32) -> ThreadId {
    format!("thread{number:06}").parse().unwrap()
}

fn submission() -> Matter {
    Matter::Submission(Submission {
        text_address: "https://example.org/text".into(),
        spdx: Some("EUPL-1.2".into()),
        publisher: None,
        model: Some("It permits.\n".into()),
    })
}

fn correction() -> Matter {
    Matter::Correction(Correction {
        license: "MIT-0".parse().unwrap(),
        version: Some("2".parse().unwrap()),
        statement: Some("permitted to sell".into()),
        quote: None,
        source: Some("https://example.org/".into()),
    })
}

pub(crate) fn new_thread(number: u32, account: AccountId) -> NewThread {
    NewThread {
        id: thread_id(number),
        sender: Sender::Member(account),
        subject: format!("Thread {number}"),
        matter: submission(),
        message: "It is missing.".into(),
        at: at(i64::from(number)),
    }
}

fn letter(number: u32) -> NewThread {
    let email = "eve@example.org".parse().unwrap();
    let sender = Sender::Visitor { name: "Eve".into(), email };
    NewThread { sender, matter: Matter::Contact, ..new_thread(number, account_id(1)) }
}

pub(crate) fn entry(
    thread: u32,
    account: AccountId,
    authorship: Authorship,
    at: Timestamp,
) -> NewThreadEntry {
    NewThreadEntry { thread: thread_id(thread), account, message: "Well.".into(), authorship, at }
}

/// Makes an administrator.
async fn curator(store: &Store, number: u32) -> AccountId {
    let new = NewAccount { role: Role::Administrator, ..new_account(number) };
    store.create_account(&new).await.unwrap();
    account_id(number)
}

const ALL: Queue = Queue { kind: None, state: None, most: 100 };

async fn taken(store: &Store, now: Timestamp) -> Vec<DueMail> {
    let mut mails = Vec::new();
    while let Some(mail) = store.take_mail(now).await.unwrap() {
        mails.push(mail);
    }
    mails
}

async fn told(store: &Store, account: &AccountId) -> Vec<Event> {
    let told = store.notifications(account, 100).await.unwrap();
    told.into_iter().map(|notification| notification.event).collect()
}

async fn a_letter_of_a_visitor_is_kept_and_mailed_to_the_site(database: Database) {
    let store = database.open().await;
    let grace = curator(&store, 1).await;
    store.open_thread(&letter(1)).await.unwrap();
    let thread = store.thread(&thread_id(1)).await.unwrap().unwrap();
    let email: muniment_server::store::Email = "eve@example.org".parse().unwrap();
    assert_eq!(thread.summary.opener, Opener::Visitor { name: "Eve".into(), email: email.clone() });
    assert_eq!((thread.summary.kind, thread.summary.state), (ThreadKind::Contact, ThreadState::Open));
    assert_eq!((thread.matter, thread.summary.unanswered_since), (Matter::Contact, Some(at(1))));
    let first = ThreadEntry {
        number: 1,
        side: Side::Author,
        writer: "Eve".into(),
        message: "It is missing.".into(),
        decision: None,
        written_at: at(1),
    };
    assert_eq!(thread.entries, [first]);
    assert!(
        matches!(&told(&store, &grace).await[..], [Event::Entry { number: 1, writer, .. }] if writer == "Eve")
    );
    let mails = taken(&store, at(1)).await;
    assert_eq!(mails.len(), 1, "to those who look after the site, and not to each curator");
    assert_eq!((&mails[0].recipient, &mails[0].reply_to), (&Recipient::Site, &Some(email)));
    assert_whole(&mut database.connect().await).await;
}

async fn a_proposal_is_kept_whole(database: Database) {
    let store = database.open().await;
    let ada = made(&store, 1).await;
    store.open_thread(&new_thread(1, ada)).await.unwrap();
    store.open_thread(&NewThread { matter: correction(), ..new_thread(2, ada) }).await.unwrap();
    for (number, matter) in [(1, submission()), (2, correction())] {
        assert_eq!(store.thread(&thread_id(number)).await.unwrap().unwrap().matter, matter);
    }
    let own = store.threads_of(&ada).await.unwrap();
    assert_eq!(own.iter().map(|thread| thread.id).collect::<Vec<_>>(), [thread_id(2), thread_id(1)]);
    assert_eq!(own[0].opener, Opener::Member { account: ada, name: "Account 1".into() });
    let audit = store.audit_of(&ada).await.unwrap();
    assert_eq!(audit[0].act, Act::OpenedThread(thread_id(2)));
    assert!(store.thread(&thread_id(3)).await.unwrap().is_none());
    assert_whole(&mut database.connect().await).await;
}

async fn both_sides_write_and_the_other_is_told(database: Database) {
    let store = database.open().await;
    let (ada, grace, alan) = (made(&store, 1).await, curator(&store, 2).await, curator(&store, 3).await);
    store.open_thread(&new_thread(1, ada)).await.unwrap();
    taken(&store, at(1)).await;
    store.write_in_thread(&entry(1, grace, Authorship::Curator(None), at(10))).await.unwrap();
    assert_eq!(store.thread(&thread_id(1)).await.unwrap().unwrap().summary.unanswered_since, None);
    assert!(matches!(
        &told(&store, &ada).await[..],
        [Event::Entry { number: 2, writer, decision: None, .. }] if writer == "Account 2"
    ));
    let mails = taken(&store, at(10)).await;
    let address = "Account.1@Example.org".parse().unwrap();
    assert_eq!(mails.len(), 1);
    assert_eq!((mails[0].number, &mails[0].recipient), (2, &Recipient::Account(ada, address)));

    store.write_in_thread(&entry(1, ada, Authorship::Author, at(20))).await.unwrap();
    store.write_in_thread(&entry(1, ada, Authorship::Author, at(30))).await.unwrap();
    let thread = store.thread(&thread_id(1)).await.unwrap().unwrap();
    assert_eq!(thread.summary.unanswered_since, Some(at(20)), "it is the first that waits");
    assert_eq!((thread.summary.changed_at, thread.entries.len()), (at(30), 4));
    for curator in [&grace, &alan] {
        assert_eq!(told(&store, curator).await.len(), 3);
    }
    assert_eq!(told(&store, &ada).await.len(), 1, "nobody is told what they wrote themselves");
    assert_eq!(taken(&store, at(30)).await.len(), 4);
    assert_whole(&mut database.connect().await).await;
}

async fn what_is_decided_stays_decided(database: Database) {
    let store = database.open().await;
    let (ada, grace) = (made(&store, 1).await, curator(&store, 2).await);
    let decide =
        |thread, decision, seconds| entry(thread, grace, Authorship::Curator(Some(decision)), at(seconds));
    for number in 1..=2 {
        store.open_thread(&new_thread(number, ada)).await.unwrap();
    }
    store.write_in_thread(&decide(1, Decision::Accepted, 10)).await.unwrap();
    let again = store.write_in_thread(&decide(1, Decision::Declined, 11)).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::Decided))), "{again:?}");
    store.write_in_thread(&decide(1, Decision::Done, 12)).await.unwrap();
    store.write_in_thread(&decide(2, Decision::Declined, 13)).await.unwrap();
    for (thread, decision) in [(1, Decision::Accepted), (1, Decision::Done), (2, Decision::Done)] {
        let refused = store.write_in_thread(&decide(thread, decision, 14)).await;
        assert!(matches!(refused, Err(StoreError::Conflict(Conflict::Decided))), "{refused:?}");
    }
    // Words can always be said.
    store.write_in_thread(&entry(2, ada, Authorship::Author, at(15))).await.unwrap();
    let states = [ThreadState::Done, ThreadState::Declined];
    for (number, state) in (1..).zip(states) {
        let thread = store.thread(&thread_id(number)).await.unwrap().unwrap();
        assert_eq!(thread.summary.state, state);
    }
    assert!(matches!(
        told(&store, &ada).await.first(),
        Some(Event::Entry { decision: Some(Decision::Declined), .. })
    ));
    assert_eq!(store.audit_of(&grace).await.unwrap()[0].act, Act::DecidedThread(thread_id(2)));
    assert_eq!(store.audit_of(&ada).await.unwrap()[0].act, Act::AnsweredThread(thread_id(2)));
    assert_whole(&mut database.connect().await).await;
}

async fn one_of_many_decisions_wins(database: Database) {
    let servers = [database.open().await, database.open().await];
    let (ada, grace) = (made(&servers[0], 1).await, curator(&servers[0], 2).await);
    let alan = curator(&servers[0], 3).await;
    servers[0].open_thread(&new_thread(1, ada)).await.unwrap();
    let mut deciding = JoinSet::new();
    for number in 0..20 {
        let (store, who) = (servers[number % 2].clone(), [grace, alan][number % 2]);
        let decision = entry(1, who, Authorship::Curator(Some(Decision::Declined)), at(10));
        deciding.spawn(async move { store.write_in_thread(&decision).await });
    }
    let decided = deciding.join_all().await;
    assert_eq!(decided.iter().filter(|decided| decided.is_ok()).count(), 1, "{decided:?}");
    assert_eq!(servers[0].thread(&thread_id(1)).await.unwrap().unwrap().entries.len(), 2);
    assert_whole(&mut database.connect().await).await;
}

async fn entries_written_at_once_are_all_there(database: Database) {
    let servers = [database.open().await, database.open().await];
    let (ada, grace) = (made(&servers[0], 1).await, curator(&servers[0], 2).await);
    servers[0].open_thread(&new_thread(1, ada)).await.unwrap();
    let mut writing = JoinSet::new();
    for number in 0..40 {
        let store = servers[number % 2].clone();
        let said = match number % 4 {
            0 | 1 => entry(1, ada, Authorship::Author, at(10)),
            _ => entry(1, grace, Authorship::Curator(None), at(10)),
        };
        writing.spawn(async move { store.write_in_thread(&said).await });
    }
    for written in writing.join_all().await {
        written.unwrap();
    }
    let thread = servers[1].thread(&thread_id(1)).await.unwrap().unwrap();
    let numbers: Vec<u32> = thread.entries.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, (1..=41).collect::<Vec<_>>());
    assert_whole(&mut database.connect().await).await;
}

async fn the_queue_has_who_waits_first(database: Database) {
    let store = database.open().await;
    let (ada, grace) = (made(&store, 1).await, curator(&store, 2).await);
    for number in [3, 1, 2] {
        store.open_thread(&new_thread(number, ada)).await.unwrap();
    }
    store.open_thread(&letter(4)).await.unwrap();
    store.write_in_thread(&entry(1, grace, Authorship::Curator(None), at(10))).await.unwrap();
    let done = Authorship::Curator(Some(Decision::Done));
    store.write_in_thread(&entry(3, grace, done, at(20))).await.unwrap();
    let order = async |queue: Queue| {
        let threads = store.threads(&queue).await.unwrap();
        threads.iter().map(|thread| thread.id.to_string()).collect::<Vec<_>>()
    };
    let ids = |numbers: &[u32]| numbers.iter().map(|n| thread_id(*n).to_string()).collect::<Vec<_>>();
    assert_eq!(order(ALL).await, ids(&[2, 4, 3, 1]));
    assert_eq!(order(Queue { kind: Some(ThreadKind::Contact), ..ALL }).await, ids(&[4]));
    assert_eq!(order(Queue { state: Some(ThreadState::Done), ..ALL }).await, ids(&[3]));
    let open = Queue { kind: Some(ThreadKind::Submission), state: Some(ThreadState::Open), most: 1 };
    assert_eq!(order(open).await, ids(&[2]));
}

async fn shares_and_deprecations_are_told(database: Database) {
    let store = database.open().await;
    let (ada, bob) = (made(&store, 1).await, made(&store, 2).await);
    store.publish_new(&new_license(2, ada), Some(&consent())).await.unwrap();
    store.draft_new(&new_graph(1, ada)).await.unwrap();
    let (license, graph) = (license_id(2), graph_id(1));
    store.share(Shared::License(&license), &bob, Granted::Viewer, at(10)).await.unwrap();
    store.share(Shared::Graph(&graph), &bob, Granted::Viewer, at(11)).await.unwrap();
    store.deprecate_license(&deprecation(2, ada)).await.unwrap();
    let title = Some("License: deprecated".to_owned());
    assert_eq!(
        told(&store, &bob).await,
        [
            Event::DeprecatedLicense { license: license.clone(), title: title.clone() },
            Event::SharedGraph { graph: graph.clone(), title: Some("Graph: first".into()) },
            Event::SharedLicense { license: license.clone(), title },
        ]
    );
    assert!(told(&store, &ada).await.is_empty());
    // What is shared no longer has no title, and shared anew it is news again.
    store.read_notifications(&bob, at(3000), at(3000)).await.unwrap();
    store.unshare(Shared::License(&license), &bob).await.unwrap();
    assert!(
        told(&store, &bob).await.contains(&Event::SharedLicense { license: license.clone(), title: None })
    );
    assert_eq!(store.unread_notifications(&bob).await.unwrap(), 0);
    store.share(Shared::License(&license), &bob, Granted::Editor, at(4000)).await.unwrap();
    assert_eq!(store.unread_notifications(&bob).await.unwrap(), 1);
    assert!(taken(&store, at(9000)).await.is_empty(), "that is on the website alone");
}

async fn what_was_seen_is_not_new(database: Database) {
    let store = database.open().await;
    let (ada, grace) = (made(&store, 1).await, curator(&store, 2).await);
    for number in 1..=3 {
        store.open_thread(&new_thread(number, ada)).await.unwrap();
    }
    assert_eq!(store.unread_notifications(&grace).await.unwrap(), 3);
    store.read_thread(&grace, &thread_id(3), at(50)).await.unwrap();
    store.read_thread(&grace, &thread_id(3), at(60)).await.unwrap();
    store.read_notifications(&grace, at(1), at(70)).await.unwrap();
    let told = store.notifications(&grace, 2).await.unwrap();
    assert_eq!(
        told.iter().map(|told| told.is_read).collect::<Vec<_>>(),
        [true, false],
        "newest first, at most 2"
    );
    assert_eq!(store.unread_notifications(&grace).await.unwrap(), 1);
}

async fn mail_is_taken_by_one_and_tried_again(database: Database) {
    let servers = [database.open().await, database.open().await];
    let store = &servers[0];
    store.open_thread(&letter(1)).await.unwrap();
    let mut taking = JoinSet::new();
    for number in 0..20 {
        let store = servers[number % 2].clone();
        taking.spawn(async move { store.take_mail(at(1)).await.unwrap() });
    }
    let taken: Vec<DueMail> = taking.join_all().await.into_iter().flatten().collect();
    assert_eq!(taken.len(), 1);
    // Nobody said that it was sent: it is due again after a minute, then two, and so on, but not for ever more.
    let mut now = at(1);
    for minutes in [1, 2, 4, 8, 16, 32, 64, 128, 256, 256] {
        now += jiff::SignedDuration::from_mins(minutes);
        let before = now - jiff::SignedDuration::from_millis(1);
        assert_eq!(store.take_mail(before).await.unwrap(), None, "{minutes}");
        assert_eq!(store.take_mail(now).await.unwrap().as_ref(), taken.first(), "{minutes}");
    }
    store.give_up_mails(now).await.unwrap();
    now += jiff::SignedDuration::from_hours(5);
    let mail = store.take_mail(now).await.unwrap().unwrap();
    store.mail_was_sent(&mail, now).await.unwrap();
    now += jiff::SignedDuration::from_hours(500);
    assert_eq!(store.take_mail(now).await.unwrap(), None);
    let mailed = count(&mut database.connect().await, "SELECT COUNT(*) FROM mails WHERE mailed_at > 0").await;
    assert_eq!(mailed, 1);

    // What is for accounts is given up, as it stands on the website.
    let (ada, _) = (made(store, 1).await, curator(store, 2).await);
    store.open_thread(&new_thread(2, ada)).await.unwrap();
    store.give_up_mails(at(1)).await.unwrap();
    assert!(store.take_mail(at(2)).await.unwrap().is_some());
    store.give_up_mails(at(2)).await.unwrap();
    assert!(store.take_mail(now).await.unwrap().is_none());
}

async fn who_wants_no_mail_gets_none(database: Database) {
    let store = database.open().await;
    let (ada, grace, alan) = (made(&store, 1).await, curator(&store, 2).await, curator(&store, 3).await);
    assert!(store.wants_mail(&grace).await.unwrap());
    store.open_thread(&new_thread(1, ada)).await.unwrap();
    store.set_wants_mail(&grace, false).await.unwrap();
    assert!(!store.wants_mail(&grace).await.unwrap());
    store.open_thread(&new_thread(2, ada)).await.unwrap();
    let mails = taken(&store, at(5)).await;
    assert_eq!(mails.len(), 2);
    assert!(
        mails
            .iter()
            .all(|mail| matches!(&mail.recipient, Recipient::Account(account, _) if *account == alan))
    );
    assert_eq!(told(&store, &grace).await.len(), 2, "the website tells all the same");
    store.set_wants_mail(&grace, true).await.unwrap();
    assert!(taken(&store, at(5)).await.is_empty(), "what was not mailed is not mailed later");
    let nobody = store.set_wants_mail(&account_id(9), true).await;
    assert!(matches!(nobody, Err(StoreError::Missing(Entity::Account))), "{nobody:?}");
}

async fn a_closed_account_leaves_its_words_and_is_told_nothing(database: Database) {
    let store = database.open().await;
    let (ada, grace) = (made(&store, 1).await, curator(&store, 2).await);
    store.open_thread(&new_thread(1, ada)).await.unwrap();
    store.write_in_thread(&entry(1, grace, Authorship::Curator(None), at(10))).await.unwrap();
    store.close_account(&ada, at(11)).await.unwrap();
    let thread = store.thread(&thread_id(1)).await.unwrap().unwrap();
    assert_eq!(
        (thread.summary.opener.name(), thread.entries[0].writer.as_str()),
        ("a former member", "a former member")
    );
    assert_eq!(thread.entries[0].message, "It is missing.");
    assert!(told(&store, &ada).await.is_empty());
    store.write_in_thread(&entry(1, grace, Authorship::Curator(Some(Decision::Done)), at(12))).await.unwrap();
    assert!(told(&store, &ada).await.is_empty());
    let mails = taken(&store, at(20)).await;
    assert!(
        mails
            .iter()
            .all(|mail| matches!(&mail.recipient, Recipient::Account(account, _) if *account == grace))
    );
    assert!(mails.iter().all(|mail| mail.writer == "a former member"));
    let closed = store.open_thread(&new_thread(2, ada)).await;
    assert!(matches!(closed, Err(StoreError::Conflict(Conflict::AccountClosed))), "{closed:?}");
    assert_whole(&mut database.connect().await).await;
}

async fn what_cannot_be_is_refused(database: Database) {
    let store = database.open().await;
    let ada = made(&store, 1).await;
    let nul = || "a\0b".to_owned();
    for refused in [
        store.open_thread(&NewThread { subject: nul(), ..new_thread(1, ada) }).await,
        store.open_thread(&NewThread { message: nul(), ..new_thread(1, ada) }).await,
        store
            .write_in_thread(&NewThreadEntry { message: nul(), ..entry(1, ada, Authorship::Author, at(1)) })
            .await,
    ] {
        assert!(matches!(refused, Err(StoreError::Nul)), "{refused:?}");
    }
    let missing = store.write_in_thread(&entry(1, ada, Authorship::Author, at(1))).await;
    assert!(matches!(missing, Err(StoreError::Missing(Entity::Thread))), "{missing:?}");
    let nobody = store.open_thread(&new_thread(1, account_id(9))).await;
    assert!(matches!(nobody, Err(StoreError::Missing(Entity::Account))), "{nobody:?}");
    let strange = store.open_thread(&NewThread { matter: submission(), ..letter(1) }).await;
    assert!(matches!(strange, Err(StoreError::Failed(_))), "a visitor proposes nothing: {strange:?}");
    store.open_thread(&new_thread(1, ada)).await.unwrap();
    let taken = store.open_thread(&new_thread(1, ada)).await;
    assert!(matches!(taken, Err(StoreError::Conflict(Conflict::IdTaken))), "{taken:?}");
    assert_eq!(store.audit_of(&ada).await.unwrap().len(), 1);
    assert_whole(&mut database.connect().await).await;
}

/// A database of the layout before, with an audit, becomes one of this layout.
async fn the_audit_before_is_kept(database: Database) {
    if database.is_sqlite() {
        std::fs::write(database.file(), "").unwrap();
    }
    let mut connection = database.connect().await;
    connection.ensure_migrations_table("_sqlx_migrations").await.unwrap();
    for (number, text) in (1..).zip(BEFORE) {
        let (name, text) = (String::new().into(), sqlx::SqlSafeStr::into_sql_str(text));
        let migration = Migration::new(number, name, MigrationType::Simple, text, false);
        connection.apply("_sqlx_migrations", &migration).await.unwrap();
    }
    for statement in [
        "INSERT INTO accounts (id, role, name, email, email_folded, password_hash, created_at, acts)
         VALUES ('account00001', 'member', 'Ada', 'a@example.org', 'a@example.org', '', 0, 1)",
        "INSERT INTO graphs VALUES ('Graph000000000000000000000000001', 'published', 1, 0, 5)",
        "INSERT INTO graph_versions VALUES
         ('Graph000000000000000000000000001', 1, 5, 'account00001', '', '', '', '', '', 0)",
        "INSERT INTO graph_shares VALUES ('Graph000000000000000000000000001', 'account00001', 'owner', 5)",
        "INSERT INTO audit VALUES
         ('account00001', 1, 'graph-published', NULL, 'Graph000000000000000000000000001', NULL, 5)",
    ] {
        sqlx::Executor::execute(&mut connection, statement).await.unwrap();
    }
    let store = database.open().await;
    let audit = store.audit_of(&account_id(1)).await.unwrap();
    assert_eq!(audit.len(), 1);
    assert_eq!((&audit[0].act, audit[0].at.as_millisecond()), (&Act::PublishedGraph(graph_id(1)), 5));
    assert!(store.wants_mail(&account_id(1)).await.unwrap());
    store.open_thread(&new_thread(1, account_id(1))).await.unwrap();
    assert_whole(&mut connection).await;
}

/// The migrations of the layout before.
const BEFORE: [&str; 6] = [
    include_str!("../../server/migrations/0001_accounts.sql"),
    include_str!("../../server/migrations/0002_licenses.sql"),
    include_str!("../../server/migrations/0003_graphs.sql"),
    include_str!("../../server/migrations/0004_audit.sql"),
    include_str!("../../server/migrations/0005_quotas.sql"),
    include_str!("../../server/migrations/0006_translations.sql"),
];
