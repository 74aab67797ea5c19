//! What holds of every database at every moment.

use sqlx::AnyConnection;

use crate::database::count;

/// Questions whose answer is always 0.
const HALVES: [(&str, &str); 13] = [
    (
        "licenses without an owner, or with two",
        "SELECT COUNT(*) FROM licenses WHERE 1 <>
         (SELECT COUNT(*) FROM license_shares WHERE license = licenses.id AND role = 'owner')",
    ),
    (
        "licenses whose revisions have gaps",
        "SELECT COUNT(*) FROM licenses WHERE revision <>
             (SELECT COUNT(*) FROM license_revisions WHERE license = licenses.id)
         OR revision <> (SELECT MAX(number) FROM license_revisions WHERE license = licenses.id)",
    ),
    (
        "licenses without a row for their publication, or with two, or drafts with one",
        "SELECT COUNT(*) FROM licenses WHERE CASE status WHEN 'draft' THEN 0 ELSE 1 END <>
         (SELECT COUNT(*) FROM audit WHERE license = licenses.id AND act = 'license-published')",
    ),
    (
        "licenses without a row for their deprecation, or with one too many",
        "SELECT COUNT(*) FROM licenses WHERE CASE status WHEN 'deprecated' THEN 1 ELSE 0 END <>
         (SELECT COUNT(*) FROM audit WHERE license = licenses.id AND act = 'license-deprecated')",
    ),
    (
        "licenses whose newest revision is not of their state",
        "SELECT COUNT(*) FROM licenses JOIN license_revisions ON license = id AND number = revision
         WHERE CASE status WHEN 'draft' THEN 0 ELSE 1 END <> CASE kind WHEN 'publish' THEN 1 ELSE 0 END",
    ),
    (
        "graphs without an owner, or with two",
        "SELECT COUNT(*) FROM graphs WHERE 1 <>
         (SELECT COUNT(*) FROM graph_shares WHERE graph = graphs.id AND role = 'owner')",
    ),
    (
        "graphs whose versions have gaps",
        "SELECT COUNT(*) FROM graphs WHERE version <>
         (SELECT COUNT(*) FROM graph_versions WHERE graph = graphs.id)",
    ),
    (
        "graphs without a row for their publication, or with one too many",
        "SELECT COUNT(*) FROM graphs WHERE CASE status WHEN 'draft' THEN 0 ELSE 1 END <>
         (SELECT COUNT(*) FROM audit WHERE graph = graphs.id)",
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
