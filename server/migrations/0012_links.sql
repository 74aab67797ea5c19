-- A link that is mailed to an account: to confirm its address, or to set a new password. Nobody signs in to an account with
-- a link of the first kind, which is not confirmed; a confirmed account has at most one of the second.
ALTER TABLE verifications RENAME TO links;
ALTER TABLE links ADD COLUMN purpose TEXT NOT NULL DEFAULT 'confirm' CHECK (purpose IN ('confirm', 'recover'));
DROP INDEX verifications_due_at;
CREATE INDEX links_due_at ON links (due_at);
