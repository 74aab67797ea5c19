-- Runs of the translation assistant. The text of a license is nowhere in here: only how long it was, and a digest that
-- tells whether the same account sends the same text again.
CREATE TABLE translations (
    id             TEXT   NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    account        TEXT   NOT NULL REFERENCES accounts (id),
    status         TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')),
    text_digest    TEXT   NOT NULL CHECK (length(text_digest) = 64),
    characters     BIGINT NOT NULL CHECK (characters > 0),
    parts_total    BIGINT NOT NULL CHECK (parts_total > 0),
    -- The title that was asked for; empty when none was.
    title          TEXT   NOT NULL,
    created_at     BIGINT NOT NULL,
    -- When its server last said that it is at work. A run whose server fell silent is ended by whoever looks next.
    alive_at       BIGINT NOT NULL,
    ended_at       BIGINT,
    -- What whoever waits is told, as JSON.
    progress       TEXT   NOT NULL,
    -- What came of it, as JSON: the proposal of a run that is done, why the other one failed.
    result         TEXT,
    -- The draft it was kept as.
    draft          TEXT   REFERENCES licenses (id),
    tokens_in      BIGINT NOT NULL DEFAULT 0,
    tokens_out     BIGINT NOT NULL DEFAULT 0,
    CHECK ((status IN ('done', 'failed')) = (ended_at IS NOT NULL)),
    CHECK ((status IN ('done', 'failed')) = (result IS NOT NULL))
);
CREATE INDEX translations_account ON translations (account, text_digest);
CREATE INDEX translations_ended_at ON translations (ended_at);

-- What was read of each part, as JSON, so that only what failed is asked for again.
CREATE TABLE translation_parts (
    translation    TEXT   NOT NULL REFERENCES translations (id),
    number         BIGINT NOT NULL CHECK (number > 0),
    reading        TEXT   NOT NULL,
    PRIMARY KEY (translation, number)
);
