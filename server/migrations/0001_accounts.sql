-- Both databases read these files, so they keep to what both understand: TEXT and BIGINT. Points in time are
-- milliseconds since 1970 in UTC, days are written YYYY-MM-DD. A file that was once released never changes.

CREATE TABLE accounts (
    id             TEXT   NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    role           TEXT   NOT NULL CHECK (role IN ('member', 'administrator')),
    -- What only an open account has: closing it forgets them.
    name           TEXT,
    email          TEXT,
    -- The address in lower case: nobody has two accounts by writing it differently.
    email_folded   TEXT   UNIQUE,
    password_hash  TEXT,
    created_at     BIGINT NOT NULL,
    closed_at      BIGINT,
    -- How many rows of the audit tell of this account. Counting them here orders what one account does, and a row
    -- that is missing shows.
    acts           BIGINT NOT NULL DEFAULT 0,
    CHECK ((closed_at IS NULL) = (name IS NOT NULL)),
    CHECK ((closed_at IS NULL) = (email IS NOT NULL)),
    CHECK ((closed_at IS NULL) = (email_folded IS NOT NULL)),
    CHECK ((closed_at IS NULL) = (password_hash IS NOT NULL))
);

-- Browsers that are signed in. Of the cookie only the SHA-256 is kept.
CREATE TABLE sessions (
    digest         TEXT   NOT NULL PRIMARY KEY CHECK (length(digest) = 64),
    account        TEXT   NOT NULL REFERENCES accounts (id),
    last_used_at   BIGINT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_last_used_at ON sessions (last_used_at);

-- API tokens. Of the token only the SHA-256 is kept.
CREATE TABLE tokens (
    digest         TEXT   NOT NULL PRIMARY KEY CHECK (length(digest) = 64),
    account        TEXT   NOT NULL REFERENCES accounts (id),
    name           TEXT   NOT NULL,
    created_at     BIGINT NOT NULL,
    last_used_on   TEXT,
    revoked_at     BIGINT
);
CREATE INDEX tokens_account ON tokens (account);

-- What an administrator changed of the windows requests are counted in; NULL is the deployment's number.
CREATE TABLE window_limits (
    account        TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    per_second     BIGINT CHECK (per_second > 0),
    per_minute     BIGINT CHECK (per_minute > 0),
    per_hour       BIGINT CHECK (per_hour > 0),
    per_day        BIGINT CHECK (per_day > 0)
);
