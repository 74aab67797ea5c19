-- Runs of the translation assistant that went on from an earlier run over the same text without being counted for the
-- account. The text itself is not kept; the digest tells whether the same account sends the same text again.
CREATE TABLE translation_continuations (
    account        TEXT   NOT NULL REFERENCES accounts (id),
    text_digest    TEXT   NOT NULL CHECK (length(text_digest) = 64),
    -- The UTC day of the newest of them.
    day            TEXT   NOT NULL,
    used           BIGINT NOT NULL CHECK (used > 0),
    PRIMARY KEY (account, text_digest)
);

-- A license says which one it replaces: it is looked up by what that other one says.
CREATE INDEX licenses_replaced_by ON licenses (replaced_by);
