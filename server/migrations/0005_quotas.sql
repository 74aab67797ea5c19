-- What accounts, and the deployment as a whole, have used of a UTC day.
CREATE TABLE quota_uses (
    account        TEXT   NOT NULL REFERENCES accounts (id),
    kind           TEXT   NOT NULL CHECK (kind IN ('translation', 'narration')),
    day            TEXT   NOT NULL,
    used           BIGINT NOT NULL CHECK (used > 0),
    PRIMARY KEY (account, kind, day)
);

CREATE TABLE deployment_uses (
    kind           TEXT   NOT NULL CHECK (kind IN ('translation', 'narration')),
    day            TEXT   NOT NULL,
    used           BIGINT NOT NULL CHECK (used > 0),
    PRIMARY KEY (kind, day)
);

-- What an administrator changed for one account; zero forbids.
CREATE TABLE quota_limits (
    account        TEXT   NOT NULL REFERENCES accounts (id),
    kind           TEXT   NOT NULL CHECK (kind IN ('translation', 'narration')),
    most           BIGINT NOT NULL CHECK (most >= 0),
    PRIMARY KEY (account, kind)
);
