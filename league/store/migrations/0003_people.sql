-- +goose Up
-- One person is one row of players, the one that the others of that person name by "same"; results and wins are under
-- it, and "alias" is the row that the table named, where that is another one.
ALTER TABLE players ADD COLUMN same BIGINT REFERENCES players (id);
ALTER TABLE players ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;  -- 1 when the name was removed for who asked
CREATE INDEX players_same ON players (same) WHERE same IS NOT NULL;
CREATE INDEX players_removed ON players (club) WHERE removed = 1;
ALTER TABLE results ADD COLUMN alias BIGINT REFERENCES players (id);
CREATE INDEX results_by_alias ON results (alias) WHERE alias IS NOT NULL;
ALTER TABLE wins ADD COLUMN alias BIGINT REFERENCES players (id);
CREATE INDEX wins_by_alias ON wins (alias) WHERE alias IS NOT NULL;

-- Who merged, split or removed whom, when and why. Never changed, never removed.
CREATE TABLE people (
	id     {{.ID}},
	at     BIGINT NOT NULL,               -- microseconds since 1970, UTC
	author TEXT   NOT NULL,
	what   TEXT   NOT NULL,               -- merge, split, remove or restore
	player BIGINT NOT NULL REFERENCES players (id),
	other  BIGINT REFERENCES players (id), -- into whom, or from whom
	why    TEXT   NOT NULL
);
