-- What a token may do, as names with a space between two. Those made before may do whatever their accounts may.
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read compose graphs assistants';
