-- Dependency graphs of accounts.
CREATE TABLE graphs (
    id             TEXT   NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    status         TEXT   NOT NULL CHECK (status IN ('draft', 'published')),
    -- Number of the current version, which stands in graph_versions like all others.
    version        BIGINT NOT NULL CHECK (version > 0),
    created_at     BIGINT NOT NULL,
    published_at   BIGINT,
    CHECK ((status = 'draft') = (published_at IS NULL))
);

CREATE TABLE graph_versions (
    graph          TEXT   NOT NULL REFERENCES graphs (id),
    version        BIGINT NOT NULL CHECK (version > 0),
    saved_at       BIGINT NOT NULL,
    saved_by       TEXT   NOT NULL REFERENCES accounts (id),
    note           TEXT   NOT NULL,
    title          TEXT   NOT NULL,
    description    TEXT   NOT NULL,
    document       TEXT   NOT NULL,
    content_hash   TEXT   NOT NULL,
    axioms         BIGINT NOT NULL CHECK (axioms >= 0),
    PRIMARY KEY (graph, version)
);

CREATE TABLE graph_shares (
    graph          TEXT   NOT NULL REFERENCES graphs (id),
    account        TEXT   NOT NULL REFERENCES accounts (id),
    role           TEXT   NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    since          BIGINT NOT NULL,
    PRIMARY KEY (graph, account)
);
CREATE INDEX graph_shares_account ON graph_shares (account);
CREATE UNIQUE INDEX graph_shares_owner ON graph_shares (graph) WHERE role = 'owner';
