//! Opening a database, and taking a copy of it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use muniment_server::store::{BackupError, OpenError, Store};

use crate::database::{Database, block_on, count, on_both_databases};
use crate::samples::{account_id, at, consent, license_id, made, new_license};

on_both_databases![a_database_answers, a_backup_is_a_database_of_that_moment];

async fn a_database_answers(database: Database) {
    let store = database.open().await;
    store.check().await.unwrap();
    let shown = store.address().to_string();
    assert!(shown.starts_with(if database.is_sqlite() { "sqlite:///" } else { "postgres:///" }), "{shown}");
    store.close().await;
    assert!(store.check().await.is_err());
}

async fn a_backup_is_a_database_of_that_moment(database: Database) {
    let store = database.open().await;
    let owner = made(&store, 1).await;
    store.publish_new(&new_license(1, owner), Some(&consent())).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("it's a copy.db");
    let done = store.backup(&copy).await;
    if !database.is_sqlite() {
        let Err(error @ BackupError::NotSqlite(_)) = done else { panic!("{done:?}") };
        assert!(error.to_string().contains("pg_dump"), "{error}");
        assert!(!copy.exists());
        return;
    }
    done.unwrap();
    assert_eq!(mode(&copy), 0o600);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    store.close_account(&owner, at(5)).await.unwrap();
    store.publish_new(&new_license(2, made(&store, 2).await), Some(&consent())).await.unwrap();

    let restored = Store::open(&format!("sqlite://{}", copy.display())).await.unwrap();
    assert!(restored.account(&owner).await.unwrap().unwrap().is_open());
    let (before, after) = (store.model(&license_id(1)).await, restored.model(&license_id(1)).await);
    assert_eq!(after.unwrap(), before.unwrap());
    assert_eq!(restored.model(&license_id(2)).await.unwrap(), None);
    made(&restored, 3).await;
    assert_eq!(store.account(&account_id(3)).await.unwrap(), None);

    let again = store.backup(&copy).await;
    assert!(matches!(again, Err(BackupError::Exists(_))), "{again:?}");
    let nowhere = store.backup(Path::new("/proc/no/backup.db")).await;
    assert!(matches!(nowhere, Err(BackupError::File(..))), "{nowhere:?}");
    let half = folder.path().join("half.db");
    fs::write(folder.path().join("half.db.partial"), "what a killed backup left").unwrap();
    store.backup(&half).await.unwrap();
    assert!(Store::open(&format!("sqlite://{}", half.display())).await.is_ok());
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_file_is_made_with_its_folder_for_this_user_alone() {
    block_on(async {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("var/100% of?it #1 ü");
        let file = folder.join("muniment.db");
        // A question mark starts parameters, of which there are none.
        let url = format!("sqlite://{}", file.display());
        assert!(matches!(Store::open(&url).await, Err(OpenError::Address(_))));
        let folder = place.path().join("var/100% of it #1 %41 ü");
        let file = folder.join("muniment.db");
        let store = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
        made(&store, 1).await;
        assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
        for beside in fs::read_dir(&folder).unwrap() {
            assert_eq!(mode(&beside.unwrap().path()), 0o600);
        }
        let before: Vec<_> =
            fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(before, ["var"]);
    });
}

#[test]
fn a_file_that_others_can_read_is_taken_from_them() {
    block_on(async {
        let database = Database::sqlite();
        // The connection of the first store keeps the files beside the database.
        let store = database.open().await;
        made(&store, 1).await;
        let files = ["muniment.db", "muniment.db-wal", "muniment.db-shm"]
            .map(|name| database.file().with_file_name(name));
        for file in &files {
            fs::set_permissions(file, fs::Permissions::from_mode(0o644)).unwrap();
        }
        database.open().await.check().await.unwrap();
        for file in &files {
            assert_eq!(mode(file), 0o600, "{}", file.display());
        }
    });
}

#[test]
fn an_sqlite_file_has_a_write_ahead_log_and_foreign_keys() {
    block_on(async {
        let database = Database::sqlite();
        let store = database.open().await;
        made(&store, 1).await;
        let mut connection = database.connect().await;
        let row = sqlx::query("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
        assert_eq!(sqlx::Row::get::<String, _>(&row, 0), "wal");
        assert_eq!(count(&mut connection, "SELECT COUNT(*) FROM pragma_foreign_key_check").await, 0);
        assert!(database.file().with_file_name("muniment.db-wal").exists());
    });
}

#[test]
fn what_is_no_database_is_not_opened() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("letter.txt");
        fs::write(&file, "Dear Sir or Madam, ".repeat(300)).unwrap();
        let refused = Store::open(&format!("sqlite://{}", file.display())).await;
        assert!(matches!(refused, Err(OpenError::Connect { .. })), "{refused:?}");
        assert!(fs::read_to_string(&file).unwrap().starts_with("Dear Sir"));
        let refused = Store::open(&format!("sqlite://{}/below/a/file.db", file.display())).await;
        assert!(matches!(refused, Err(OpenError::File(..))), "{refused:?}");
        let refused = Store::open("postgres://muniment:secret@localhost/m?host=/nowhere").await;
        let Err(error @ OpenError::Connect { .. }) = refused else { panic!("{refused:?}") };
        assert_eq!(error.to_string(), "cannot connect to the database postgres:///nowhere/m");
        for url in ["", "mysql://localhost/m", "sqlite://:memory:"] {
            assert!(matches!(Store::open(url).await, Err(OpenError::Address(_))), "{url}");
        }
    });
}
