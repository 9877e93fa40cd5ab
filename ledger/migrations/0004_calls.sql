-- Of the hands whose course was recorded: how many, and in how many of them the player called. The rows are made again.
ALTER TABLE results ADD COLUMN watched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN called INTEGER NOT NULL DEFAULT 0;
DELETE FROM results;
DELETE FROM standings;
