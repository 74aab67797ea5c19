-- What people write to the curators, and what becomes of it. No statement of the server deletes a thread or an entry.
CREATE TABLE threads (
    id               TEXT   NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    kind             TEXT   NOT NULL CHECK (kind IN ('contact', 'submission', 'correction')),
    state            TEXT   NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'done')),
    -- Who opened it: an account, or a visitor with the name and address they gave.
    account          TEXT   REFERENCES accounts (id),
    visitor_name     TEXT,
    visitor_email    TEXT,
    subject          TEXT   NOT NULL,
    -- How many entries it has. Counting them here orders what several people write at once.
    entries          BIGINT NOT NULL CHECK (entries > 0),
    opened_at        BIGINT NOT NULL,
    changed_at       BIGINT NOT NULL,
    -- Since when somebody waits for the curators.
    unanswered_since BIGINT,
    CHECK ((account IS NULL) = (visitor_name IS NOT NULL)),
    CHECK ((account IS NULL) = (visitor_email IS NOT NULL)),
    CHECK (kind = 'contact' OR account IS NOT NULL)
);
CREATE INDEX threads_account ON threads (account);
CREATE INDEX threads_changed_at ON threads (changed_at);

-- What was written: a message, a decision with its reason, or both in one.
CREATE TABLE thread_entries (
    thread           TEXT   NOT NULL REFERENCES threads (id),
    number           BIGINT NOT NULL CHECK (number > 0),
    side             TEXT   NOT NULL CHECK (side IN ('author', 'curator')),
    -- NULL for a visitor.
    account          TEXT   REFERENCES accounts (id),
    message          TEXT   NOT NULL CHECK (message <> ''),
    decision         TEXT   CHECK (decision IN ('accepted', 'declined', 'done')),
    written_at       BIGINT NOT NULL,
    PRIMARY KEY (thread, number),
    CHECK (side = 'author' OR account IS NOT NULL),
    CHECK (side = 'curator' OR decision IS NULL)
);

-- A license proposed for the library; its title is the subject of the thread.
CREATE TABLE submissions (
    thread           TEXT   NOT NULL PRIMARY KEY REFERENCES threads (id),
    text_address     TEXT   NOT NULL,
    spdx             TEXT,
    publisher        TEXT,
    model            TEXT
);

-- What is said to be wrong about a record, which is in no table.
CREATE TABLE corrections (
    thread           TEXT   NOT NULL PRIMARY KEY REFERENCES threads (id),
    license          TEXT   NOT NULL,
    version          BIGINT CHECK (version > 0),
    statement        TEXT,
    quote            TEXT,
    source           TEXT
);

-- What somebody is told. `about` is the thread, license or graph; `number` the entry of a thread, 0 for the others.
CREATE TABLE notifications (
    account          TEXT   NOT NULL REFERENCES accounts (id),
    kind             TEXT   NOT NULL CHECK
                     (kind IN ('thread-entry', 'license-shared', 'license-deprecated', 'graph-shared')),
    about            TEXT   NOT NULL,
    number           BIGINT NOT NULL CHECK (number >= 0),
    told_at          BIGINT NOT NULL,
    read_at          BIGINT,
    PRIMARY KEY (account, kind, about, number),
    CHECK ((kind = 'thread-entry') = (number > 0))
);

-- Entries that are to be mailed, and those that were. The recipient is an account, or `site`: those who look after it.
CREATE TABLE mails (
    thread           TEXT   NOT NULL,
    number           BIGINT NOT NULL,
    recipient        TEXT   NOT NULL,
    attempts         BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- When it is tried next; NULL once nobody tries any more.
    due_at           BIGINT,
    mailed_at        BIGINT,
    PRIMARY KEY (thread, number, recipient),
    FOREIGN KEY (thread, number) REFERENCES thread_entries (thread, number),
    CHECK (due_at IS NULL OR mailed_at IS NULL)
);
CREATE INDEX mails_due_at ON mails (due_at);

-- Whether an account is told by e-mail too.
ALTER TABLE accounts ADD COLUMN wants_mail BIGINT NOT NULL DEFAULT 1 CHECK (wants_mail IN (0, 1));

-- The audit knows acts in threads from here on. SQLite cannot change a constraint, so the table is made anew; the rows
-- are copied last, since PostgreSQL changes no table whose deferred constraints are still to be looked at.
DROP INDEX audit_license;
DROP INDEX audit_graph;
ALTER TABLE audit RENAME TO audit_before;
CREATE TABLE audit (
    account        TEXT   NOT NULL REFERENCES accounts (id),
    number         BIGINT NOT NULL CHECK (number > 0),
    act            TEXT   NOT NULL CHECK
                   (act IN ('license-published', 'license-deprecated', 'graph-published', 'account-closed',
                            'thread-opened', 'thread-answered', 'thread-decided')),
    -- Looked up when the transaction ends: it begins with its act, whose object may be new.
    license        TEXT   REFERENCES licenses (id) DEFERRABLE INITIALLY DEFERRED,
    graph          TEXT   REFERENCES graphs (id) DEFERRABLE INITIALLY DEFERRED,
    thread         TEXT   REFERENCES threads (id) DEFERRABLE INITIALLY DEFERRED,
    -- Version of the privacy notice under which the account consented; NULL where no consent is asked for.
    consented_to   TEXT,
    at             BIGINT NOT NULL,
    PRIMARY KEY (account, number),
    CHECK ((act IN ('license-published', 'license-deprecated')) = (license IS NOT NULL)),
    CHECK ((act = 'graph-published') = (graph IS NOT NULL)),
    CHECK ((act IN ('thread-opened', 'thread-answered', 'thread-decided')) = (thread IS NOT NULL)),
    CHECK (act <> 'license-published' OR consented_to IS NOT NULL)
);
CREATE INDEX audit_license ON audit (license);
CREATE INDEX audit_graph ON audit (graph);
CREATE INDEX audit_thread ON audit (thread);
INSERT INTO audit (account, number, act, license, graph, consented_to, at)
SELECT account, number, act, license, graph, consented_to, at FROM audit_before;
DROP TABLE audit_before;
