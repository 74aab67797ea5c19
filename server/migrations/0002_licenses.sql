-- Composed licenses. A published one is there for good: no statement of the server deletes a row.
CREATE TABLE licenses (
    id             TEXT   NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    status         TEXT   NOT NULL CHECK (status IN ('draft', 'published', 'deprecated')),
    -- Number of the newest revision, in which title, document and hash stand.
    revision       BIGINT NOT NULL CHECK (revision > 0),
    created_at     BIGINT NOT NULL,
    published_at   BIGINT,
    deprecated_on  TEXT,
    -- Neighbours may be records of the library, which are in no table.
    replaces       TEXT,
    replaced_by    TEXT,
    CHECK ((status = 'draft') = (published_at IS NULL)),
    CHECK ((status = 'deprecated') = (deprecated_on IS NOT NULL)),
    CHECK (replaced_by IS NULL OR status = 'deprecated'),
    CHECK (replaced_by <> id),
    CHECK (replaces <> id)
);

CREATE TABLE license_revisions (
    license        TEXT   NOT NULL REFERENCES licenses (id),
    number         BIGINT NOT NULL CHECK (number > 0),
    kind           TEXT   NOT NULL CHECK (kind IN ('draft', 'publish', 'restore')),
    saved_at       BIGINT NOT NULL,
    actor          TEXT   NOT NULL REFERENCES accounts (id),
    actor_role     TEXT   NOT NULL CHECK (actor_role IN ('owner', 'editor', 'admin')),
    note           TEXT   NOT NULL,
    title          TEXT   NOT NULL,
    document       TEXT   NOT NULL,
    content_hash   TEXT   NOT NULL,
    PRIMARY KEY (license, number)
);

-- Who may see and change a license. Its owner is who stands here as owner, and nowhere else.
CREATE TABLE license_shares (
    license        TEXT   NOT NULL REFERENCES licenses (id),
    account        TEXT   NOT NULL REFERENCES accounts (id),
    role           TEXT   NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    since          BIGINT NOT NULL,
    PRIMARY KEY (license, account)
);
CREATE INDEX license_shares_account ON license_shares (account);
CREATE UNIQUE INDEX license_shares_owner ON license_shares (license) WHERE role = 'owner';
