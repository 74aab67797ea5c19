-- Accounts whose e-mail address nobody has confirmed yet: nobody signs in to them. An account without a row here is
-- confirmed, so those from before are.
CREATE TABLE verifications (
    account        TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    requested_at   BIGINT NOT NULL,
    -- Of the secret in the link that was mailed last only the SHA-256 is kept; NULL until one was made.
    digest         TEXT   UNIQUE CHECK (length(digest) = 64),
    expires_at     BIGINT,
    attempts       BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- When a link is mailed next; NULL while none is to be mailed.
    due_at         BIGINT,
    CHECK ((digest IS NULL) = (expires_at IS NULL))
);
CREATE INDEX verifications_due_at ON verifications (due_at);
