-- Licenses and graphs of accounts are models of two kinds, in the same tables. A graph has no neighbours and is not
-- deprecated; a license has no description apart from its document, and its axioms are not counted.
ALTER TABLE licenses RENAME TO models;
ALTER TABLE models ADD COLUMN kind TEXT NOT NULL DEFAULT 'license' CHECK (kind IN ('license', 'graph'));
INSERT INTO models (id, kind, status, revision, created_at, published_at)
SELECT id, 'graph', status, version, created_at, published_at FROM graphs;
DROP INDEX licenses_replaced_by;
CREATE INDEX models_replaced_by ON models (replaced_by);

ALTER TABLE license_shares RENAME TO shares;
ALTER TABLE shares RENAME COLUMN license TO model;
INSERT INTO shares (model, account, role, since) SELECT graph, account, role, since FROM graph_shares;
DROP INDEX license_shares_account;
DROP INDEX license_shares_owner;
CREATE INDEX shares_account ON shares (account);
CREATE UNIQUE INDEX shares_owner ON shares (model) WHERE role = 'owner';

ALTER TABLE license_revisions RENAME TO revisions;
ALTER TABLE revisions RENAME COLUMN license TO model;
ALTER TABLE revisions ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE revisions ADD COLUMN axioms BIGINT NOT NULL DEFAULT 0 CHECK (axioms >= 0);
-- The versions of a published graph are all public, also those that were saved before.
INSERT INTO revisions (model, number, kind, saved_at, actor, actor_role, note, title, description, document,
                       content_hash, axioms)
SELECT graph, graph_versions.version, CASE graphs.status WHEN 'published' THEN 'publish' ELSE 'draft' END, saved_at,
       saved_by, CASE saved_by WHEN graph_owners.account THEN 'owner' ELSE 'editor' END, note, title, description,
       document, content_hash, axioms
FROM graph_versions
JOIN graphs ON graphs.id = graph_versions.graph
LEFT JOIN (SELECT graph AS owned, account FROM graph_shares WHERE role = 'owner') AS graph_owners
       ON graph_owners.owned = graph_versions.graph;

-- The rows of the audit are copied last, since PostgreSQL changes no table whose deferred constraints are pending.
DROP INDEX audit_license;
DROP INDEX audit_graph;
DROP INDEX audit_thread;
ALTER TABLE audit RENAME TO audit_before;
CREATE TABLE audit (
    account        TEXT   NOT NULL REFERENCES accounts (id),
    number         BIGINT NOT NULL CHECK (number > 0),
    act            TEXT   NOT NULL CHECK
                   (act IN ('license-published', 'license-deprecated', 'graph-published', 'account-closed',
                            'thread-opened', 'thread-answered', 'thread-decided')),
    -- Checked when the transaction ends: it begins with its act, whose object may be new.
    model          TEXT   REFERENCES models (id) DEFERRABLE INITIALLY DEFERRED,
    thread         TEXT   REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
    -- Version of the privacy notice under which the account consented; NULL where no consent is asked for.
    consented_to   TEXT,
    at             BIGINT NOT NULL,
    PRIMARY KEY (account, number),
    CHECK ((act IN ('license-published', 'license-deprecated', 'graph-published')) = (model IS NOT NULL)),
    CHECK ((act IN ('thread-opened', 'thread-answered', 'thread-decided')) = (thread IS NOT NULL)),
    CHECK (act <> 'license-published' OR consented_to IS NOT NULL)
);
CREATE INDEX audit_model ON audit (model);
CREATE INDEX audit_thread ON audit (thread);
INSERT INTO audit (account, number, act, model, thread, consented_to, at)
SELECT account, number, act, COALESCE(license, graph), thread, consented_to, at FROM audit_before;
DROP TABLE audit_before;
DROP TABLE graph_shares;
DROP TABLE graph_versions;
DROP TABLE graphs;
