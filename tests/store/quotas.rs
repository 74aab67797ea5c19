//! Quotas of a UTC day: counted, refused whole, adjusted, never overdrawn.

use muniment_server::limit::{Overrides, PerSpan};
use muniment_server::store::{
    Adjustment, Allowances, Entity, NewTranslation, Quota, QuotaKind, Spending, StorageLimits, StoreError,
};
use tokio::task::JoinSet;

use crate::database::{Database, count, on_both_databases};
use crate::samples::{account_id, digest, made};
use crate::translations::new_translation;

on_both_databases![
    an_account_has_its_number_of_a_day,
    a_refusal_counts_nothing,
    an_administrator_changes_the_number_of_an_account,
    an_adjustment_is_made_whole_and_leaves_what_it_does_not_name,
    zero_forbids,
    a_burst_from_two_servers_admits_no_more_than_there_are,
    a_burst_of_accounts_admits_no_more_than_the_deployment_has,
    two_continuations_of_a_text_are_free,
    a_run_without_room_is_not_counted,
    old_days_are_purged,
];

const TODAY: &str = "2026-11-20";

fn allowances(account: u32, deployment: Option<u32>) -> Allowances {
    Allowances { account, deployment }
}

async fn an_account_has_its_number_of_a_day(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    let (today, kind) = (TODAY.parse().unwrap(), QuotaKind::Narration);
    let three = allowances(3, None);
    for account_left in [2, 1, 0] {
        let spent = store.spend(&account, kind, today, &three).await.unwrap();
        assert_eq!(spent, Spending::Admitted { account_left, deployment_left: None });
    }
    assert_eq!(store.spend(&account, kind, today, &three).await.unwrap(), Spending::AccountSpent);
    assert_eq!(store.quota(&account, kind, today, 3).await.unwrap(), Quota { most: 3, used: 3 });
    // Another account, another kind, another day: each has its own.
    let tomorrow = "2026-11-21".parse().unwrap();
    for (account, kind, day) in
        [(other, kind, today), (account, QuotaKind::Translation, today), (account, kind, tomorrow)]
    {
        let admitted = Spending::Admitted { account_left: 2, deployment_left: None };
        assert_eq!(store.spend(&account, kind, day, &three).await.unwrap(), admitted);
        assert_eq!(store.quota(&account, kind, day, 3).await.unwrap().used, 1);
    }
    let nobody = store.spend(&account_id(3), kind, today, &three).await;
    assert!(matches!(nobody, Err(StoreError::Missing(Entity::Account))), "{nobody:?}");
}

async fn a_refusal_counts_nothing(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    let (today, kind) = (TODAY.parse().unwrap(), QuotaKind::Translation);
    let two = allowances(2, Some(3));
    for spending in [
        Spending::Admitted { account_left: 1, deployment_left: Some(2) },
        Spending::Admitted { account_left: 0, deployment_left: Some(1) },
        Spending::AccountSpent,
    ] {
        assert_eq!(store.spend(&account, kind, today, &two).await.unwrap(), spending);
    }
    assert_eq!(store.deployment_use(kind, today).await.unwrap(), 2);
    let admitted = Spending::Admitted { account_left: 1, deployment_left: Some(0) };
    assert_eq!(store.spend(&other, kind, today, &two).await.unwrap(), admitted);
    assert_eq!(store.spend(&other, kind, today, &two).await.unwrap(), Spending::DeploymentSpent);
    assert_eq!(store.quota(&other, kind, today, 2).await.unwrap().used, 1);
    let none = allowances(2, Some(0));
    let fresh = QuotaKind::Narration;
    assert_eq!(store.spend(&other, fresh, today, &none).await.unwrap(), Spending::DeploymentSpent);
    assert_eq!(store.quota(&other, fresh, today, 2).await.unwrap().used, 0);
}

/// However many are asked for at once; the deployment counts them all.
async fn two_continuations_of_a_text_are_free(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    let (today, kind, ten) = (TODAY.parse().unwrap(), QuotaKind::Translation, allowances(10, Some(100)));
    let continuation = |number: u32, text: u32| NewTranslation {
        text_digest: digest(text),
        readings: vec![(1, "read".to_owned())],
        ..new_translation(number, account)
    };
    let mut burst = JoinSet::new();
    for number in 1..=8 {
        let (store, new) = (store.clone(), continuation(number, 1));
        burst.spawn(async move { store.open_translation(&new, &ten).await.unwrap() });
    }
    let admitted = burst.join_all().await;
    assert!(admitted.iter().all(|spending| matches!(spending, Spending::Admitted { .. })), "{admitted:?}");
    assert_eq!(store.quota(&account, kind, today, 10).await.unwrap().used, 6);
    assert_eq!(store.deployment_use(kind, today).await.unwrap(), 8);
    // Another text has two of its own, also on a day that is used up.
    let six = allowances(6, Some(100));
    for (number, spending) in [
        (11, Spending::Admitted { account_left: 0, deployment_left: Some(91) }),
        (12, Spending::Admitted { account_left: 0, deployment_left: Some(90) }),
        (13, Spending::AccountSpent),
    ] {
        assert_eq!(store.open_translation(&continuation(number, 2), &six).await.unwrap(), spending);
    }
    let none = allowances(6, Some(10));
    let spent = store.open_translation(&continuation(14, 3), &none).await.unwrap();
    assert_eq!(spent, Spending::DeploymentSpent);
    let runs = count(&mut database.connect().await, "SELECT COUNT(*) FROM translations").await;
    assert_eq!(runs, 10, "nothing is stored of what is not admitted");
}

/// An account with no room for a run loses nothing of its day.
async fn a_run_without_room_is_not_counted(database: Database) {
    let limits = StorageLimits { runs: 1, ..StorageLimits::DEFAULT };
    let store = database.open().await.with_limits(limits);
    let account = made(&store, 1).await;
    let (today, kind, ten) = (TODAY.parse().unwrap(), QuotaKind::Translation, allowances(10, Some(100)));
    let admitted = Spending::Admitted { account_left: 9, deployment_left: Some(99) };
    assert_eq!(store.open_translation(&new_translation(1, account), &ten).await.unwrap(), admitted);
    let readings = vec![(1, "read".to_owned())];
    for new in [new_translation(2, account), NewTranslation { readings, ..new_translation(2, account) }] {
        let full = store.open_translation(&new, &ten).await;
        assert!(matches!(full, Err(StoreError::Full(_))), "{full:?}");
    }
    assert_eq!(store.quota(&account, kind, today, 10).await.unwrap().used, 1);
    assert_eq!(store.deployment_use(kind, today).await.unwrap(), 1);
    let mut connection = database.connect().await;
    assert_eq!(count(&mut connection, "SELECT COUNT(*) FROM translation_continuations").await, 0);
}

fn of_a_day(kind: QuotaKind, most: Option<u32>) -> Adjustment {
    Adjustment { quotas: vec![(kind, most)], ..Adjustment::default() }
}

async fn an_administrator_changes_the_number_of_an_account(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    let (today, kind) = (TODAY.parse().unwrap(), QuotaKind::Translation);
    for (most, expected) in [(Some(25), 25), (Some(u32::MAX), u32::MAX), (None, 10)] {
        store.adjust(&account, &of_a_day(kind, most)).await.unwrap();
        assert_eq!(store.quota(&account, kind, today, 10).await.unwrap().most, expected);
        assert_eq!(store.quota(&account, QuotaKind::Narration, today, 10).await.unwrap().most, 10);
    }
    store.adjust(&account, &of_a_day(kind, Some(1))).await.unwrap();
    let one = Spending::Admitted { account_left: 0, deployment_left: None };
    assert_eq!(store.spend(&account, kind, today, &allowances(10, None)).await.unwrap(), one);
    let spent = store.spend(&account, kind, today, &allowances(10, None)).await.unwrap();
    assert_eq!(spent, Spending::AccountSpent);
    // A number below what was used takes nothing back, and admits nothing.
    store.adjust(&account, &of_a_day(kind, Some(0))).await.unwrap();
    assert_eq!(store.quota(&account, kind, today, 10).await.unwrap(), Quota { most: 0, used: 1 });
    let nobody = store.adjust(&account_id(3), &of_a_day(kind, Some(1))).await;
    assert!(matches!(nobody, Err(StoreError::Missing(Entity::Account))), "{nobody:?}");
}

async fn an_adjustment_is_made_whole_and_leaves_what_it_does_not_name(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    let number = std::num::NonZeroU32::new;
    let first = Adjustment {
        quotas: vec![(QuotaKind::Translation, Some(3)), (QuotaKind::Narration, Some(0))],
        windows: PerSpan { second: Some(number(2)), day: Some(number(9)), ..PerSpan::default() },
        storage: None,
    };
    store.adjust(&account, &first).await.unwrap();
    let second = Adjustment {
        quotas: vec![(QuotaKind::Narration, None)],
        windows: PerSpan { second: Some(None), hour: Some(number(7)), ..PerSpan::default() },
        storage: None,
    };
    store.adjust(&account, &second).await.unwrap();
    assert_eq!(store.own_quota(&account, QuotaKind::Translation).await.unwrap(), Some(3));
    assert_eq!(store.own_quota(&account, QuotaKind::Narration).await.unwrap(), None);
    let expected = Overrides { hour: number(7), day: number(9), ..Overrides::default() };
    assert_eq!(store.window_limits(&account).await.unwrap(), expected);
    let nobody = store.adjust(&account_id(3), &first).await;
    assert!(matches!(nobody, Err(StoreError::Missing(Entity::Account))), "{nobody:?}");
    let mut connection = database.connect().await;
    for table in ["SELECT COUNT(*) FROM quota_limits", "SELECT COUNT(*) FROM window_limits"] {
        assert_eq!(count(&mut connection, table).await, 1, "{table}");
    }
}

async fn zero_forbids(database: Database) {
    let store = database.open().await;
    let (account, other) = (made(&store, 1).await, made(&store, 2).await);
    let (today, kind) = (TODAY.parse().unwrap(), QuotaKind::Translation);
    store.adjust(&account, &of_a_day(kind, Some(0))).await.unwrap();
    let ten = allowances(10, Some(200));
    assert_eq!(store.spend(&account, kind, today, &ten).await.unwrap(), Spending::Forbidden);
    let zero = allowances(0, Some(200));
    assert_eq!(store.spend(&other, kind, today, &zero).await.unwrap(), Spending::Forbidden);
    assert_eq!(store.deployment_use(kind, today).await.unwrap(), 0);
}

async fn a_burst_from_two_servers_admits_no_more_than_there_are(database: Database) {
    let servers = [database.open().await, database.open().await];
    let account = made(&servers[0], 1).await;
    let mut burst = JoinSet::new();
    for number in 0..60 {
        let store = servers[number % 2].clone();
        burst.spawn(async move {
            let day = TODAY.parse().unwrap();
            store.spend(&account, QuotaKind::Translation, day, &allowances(10, Some(200))).await.unwrap()
        });
    }
    let spendings = burst.join_all().await;
    let mut left: Vec<u32> = spendings.iter().filter_map(admitted).collect();
    left.sort_unstable();
    assert_eq!(left, (0..10).collect::<Vec<_>>());
    assert_eq!(spendings.iter().filter(|spending| **spending == Spending::AccountSpent).count(), 50);
    let used = servers[1].deployment_use(QuotaKind::Translation, TODAY.parse().unwrap()).await.unwrap();
    assert_eq!(used, 10);
}

fn admitted(spending: &Spending) -> Option<u32> {
    match spending {
        Spending::Admitted { account_left, .. } => Some(*account_left),
        _ => None,
    }
}

async fn a_burst_of_accounts_admits_no_more_than_the_deployment_has(database: Database) {
    let servers = [database.open().await, database.open().await];
    for number in 0..10 {
        made(&servers[0], number).await;
    }
    let mut burst = JoinSet::new();
    for number in 0..80_u32 {
        let store = servers[usize::from(number % 2 == 0)].clone();
        burst.spawn(async move {
            let (account, day) = (account_id(number % 10), TODAY.parse().unwrap());
            store.spend(&account, QuotaKind::Translation, day, &allowances(5, Some(25))).await.unwrap()
        });
    }
    let spendings = burst.join_all().await;
    assert_eq!(spendings.iter().filter_map(admitted).count(), 25);
    // What accounts are said to have used is what the deployment is.
    let used = count(&mut database.connect().await, "SELECT CAST(SUM(used) AS BIGINT) FROM quota_uses").await;
    assert_eq!(used, 25);
}

async fn old_days_are_purged(database: Database) {
    let store = database.open().await;
    let account = made(&store, 1).await;
    for day in ["2026-09-30", "2026-10-31", "2026-11-19", TODAY] {
        let day = day.parse().unwrap();
        store.spend(&account, QuotaKind::Narration, day, &allowances(5, Some(25))).await.unwrap();
    }
    store.purge_quotas("2026-11-19".parse().unwrap()).await.unwrap();
    let mut connection = database.connect().await;
    for table in ["SELECT COUNT(*) FROM quota_uses", "SELECT COUNT(*) FROM deployment_uses"] {
        assert_eq!(count(&mut connection, table).await, 2);
    }
    let quota = store.quota(&account, QuotaKind::Narration, TODAY.parse().unwrap(), 5).await.unwrap();
    assert_eq!(quota.used, 1);
}
