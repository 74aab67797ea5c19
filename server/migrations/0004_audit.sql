-- What accounts did that cannot be taken back. Rows are only ever added, numbered for each account from 1.
CREATE TABLE audit (
    account        TEXT   NOT NULL REFERENCES accounts (id),
    number         BIGINT NOT NULL CHECK (number > 0),
    act            TEXT   NOT NULL CHECK
                   (act IN ('license-published', 'license-deprecated', 'graph-published', 'account-closed')),
    -- Looked up when the transaction ends: it begins with its act, whose object may be new.
    license        TEXT   REFERENCES licenses (id) DEFERRABLE INITIALLY DEFERRED,
    graph          TEXT   REFERENCES graphs (id) DEFERRABLE INITIALLY DEFERRED,
    -- Version of the privacy notice under which the account consented; NULL where no consent is asked for.
    consented_to   TEXT,
    at             BIGINT NOT NULL,
    PRIMARY KEY (account, number),
    CHECK ((act IN ('license-published', 'license-deprecated')) = (license IS NOT NULL)),
    CHECK ((act = 'graph-published') = (graph IS NOT NULL)),
    CHECK (act <> 'license-published' OR consented_to IS NOT NULL)
);
CREATE INDEX audit_license ON audit (license);
CREATE INDEX audit_graph ON audit (graph);
