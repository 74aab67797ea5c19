//! What holds of every database at every moment.

use sqlx::AnyConnection;

use crate::database::count;

/// Questions whose answer is always 0.
const HALVES: [(&str, &str); 10] = [
    (
        "models without an owner, or with two",
        "SELECT COUNT(*) FROM models WHERE 1 <>
         (SELECT COUNT(*) FROM shares WHERE model = models.id AND role = 'owner')",
    ),
    (
        "models whose revisions have gaps",
        "SELECT COUNT(*) FROM models WHERE revision <>
             (SELECT COUNT(*) FROM revisions WHERE model = models.id)
         OR revision <> (SELECT MAX(number) FROM revisions WHERE model = models.id)",
    ),
    (
        "models without a row for their publication, or with two, or drafts with one",
        "SELECT COUNT(*) FROM models WHERE CASE status WHEN 'draft' THEN 0 ELSE 1 END <>
         (SELECT COUNT(*) FROM audit WHERE model = models.id
          AND act = CASE models.kind WHEN 'graph' THEN 'graph-published' ELSE 'license-published' END)",
    ),
    (
        "models without a row for their deprecation, or with one too many",
        "SELECT COUNT(*) FROM models WHERE CASE status WHEN 'deprecated' THEN 1 ELSE 0 END <>
         (SELECT COUNT(*) FROM audit WHERE model = models.id AND act = 'license-deprecated')",
    ),
    (
        "models whose newest revision is not of their state",
        "SELECT COUNT(*) FROM models JOIN revisions ON model = id AND number = revision
         WHERE CASE status WHEN 'draft' THEN 0 ELSE 1 END
            <> CASE revisions.kind WHEN 'publish' THEN 1 ELSE 0 END",
    ),
    (
        "threads whose entries have gaps",
        "SELECT COUNT(*) FROM threads WHERE entries <>
             (SELECT COUNT(*) FROM thread_entries WHERE thread = threads.id)
         OR entries <> (SELECT MAX(number) FROM thread_entries WHERE thread = threads.id)",
    ),
    (
        "entries of accounts without a row, or with one too many",
        "SELECT COUNT(*) FROM threads WHERE
             (SELECT COUNT(*) FROM thread_entries WHERE thread = threads.id AND account IS NOT NULL) <>
             (SELECT COUNT(*) FROM audit WHERE thread = threads.id)",
    ),
    (
        "threads in another state than was decided last",
        "SELECT COUNT(*) FROM threads WHERE state <> COALESCE(
             (SELECT decision FROM thread_entries WHERE thread = threads.id AND decision IS NOT NULL
              ORDER BY number DESC LIMIT 1), 'open')",
    ),
    (
        "threads without what they are about",
        "SELECT COUNT(*) FROM threads WHERE CASE kind WHEN 'submission' THEN 1 ELSE 0 END <>
             (SELECT COUNT(*) FROM submissions WHERE thread = threads.id)
         OR CASE kind WHEN 'correction' THEN 1 ELSE 0 END <>
             (SELECT COUNT(*) FROM corrections WHERE thread = threads.id)",
    ),
    (
        "accounts whose acts are not all written down",
        "SELECT COUNT(*) FROM accounts WHERE acts <> (SELECT COUNT(*) FROM audit WHERE account = accounts.id)",
    ),
];

/// Fails where something is half there.
pub(crate) async fn assert_whole(connection: &mut AnyConnection) {
    for (what, question) in HALVES {
        assert_eq!(count(connection, question).await, 0, "{what}");
    }
}
