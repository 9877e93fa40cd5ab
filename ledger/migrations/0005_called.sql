-- The standings tell in how many of the hands whose course was recorded a player called. The rows are made again.
ALTER TABLE standings ADD COLUMN watched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN called INTEGER NOT NULL DEFAULT 0;
DELETE FROM results;
DELETE FROM standings;
