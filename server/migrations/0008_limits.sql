-- A revision that restores an earlier one keeps no copy of its document: it names the revision that has it, and its own
-- document is empty.
ALTER TABLE license_revisions ADD COLUMN restores BIGINT CHECK (restores > 0);

-- By how much an administrator multiplied what the deployment lets an account store.
ALTER TABLE accounts ADD COLUMN storage_factor BIGINT NOT NULL DEFAULT 1 CHECK (storage_factor > 0);

-- What an account stores is counted whenever it writes.
CREATE INDEX thread_entries_account ON thread_entries (account);

-- The last day on which a token is live; NULL for one that does not expire.
ALTER TABLE tokens ADD COLUMN expires_on TEXT;
