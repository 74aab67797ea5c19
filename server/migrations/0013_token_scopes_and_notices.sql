-- What a token may do, as names with a space between two. Those made before may do whatever their accounts may.
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read compose graphs assistants';
-- When the owner is to be told by mail that the token was made; NULL once that is done. Of those made before nobody is told.
ALTER TABLE tokens ADD COLUMN notice_due_at BIGINT;
ALTER TABLE tokens ADD COLUMN notice_attempts BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tokens_notice_due_at ON tokens (notice_due_at);
