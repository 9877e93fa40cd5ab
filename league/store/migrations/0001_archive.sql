{{define "counts"}}	first BIGINT NOT NULL,
	second BIGINT NOT NULL,
	third BIGINT NOT NULL,
	fourth BIGINT NOT NULL,
	score BIGINT NOT NULL,
	result BIGINT NOT NULL,
	points BIGINT NOT NULL,
	hands BIGINT NOT NULL,
	wins BIGINT NOT NULL,
	selfs BIGINT NOT NULL,
	deal_ins BIGINT NOT NULL,
	draws BIGINT NOT NULL,
	ready BIGINT NOT NULL,
	riichi BIGINT NOT NULL,
	gained BIGINT NOT NULL,
	lost BIGINT NOT NULL,
	penalties BIGINT NOT NULL,
{{end -}}
-- +goose Up
-- Times are microseconds since 1970, UTC. Points of rankings are thousandths, so that sums are exact.

-- The books of tables. A table whose disk was replaced keeps new ones.
CREATE TABLE journals (
	id    {{.ID}},
	name  TEXT   NOT NULL UNIQUE,         -- id of the first event
	club  TEXT   NOT NULL,
	tbl   TEXT   NOT NULL,
	upto  BIGINT NOT NULL,                -- events 1 to upto are here: what is derived is derived of these
	known BIGINT NOT NULL                 -- newest event that was heard of
);
CREATE INDEX journals_by_table ON journals (club, tbl);

-- Every event as its table wrote it. Never changed, never removed.
CREATE TABLE events (
	journal BIGINT NOT NULL REFERENCES journals (id),
	seq     BIGINT NOT NULL,
	id      TEXT   NOT NULL,
	time    BIGINT NOT NULL,
	match   TEXT   NOT NULL,
	kind    TEXT   NOT NULL,
	source  TEXT   NOT NULL,
	author  TEXT   NOT NULL,
	why     TEXT   NOT NULL,
	payload TEXT   NOT NULL,
	kept    BIGINT NOT NULL,              -- when it came here
	PRIMARY KEY (journal, seq)
);
CREATE INDEX events_by_match ON events (journal, match, seq);

-- All that follows is derived of the events, in the transaction that brings them, and can be made again.
CREATE TABLE matches (
	id       {{.ID}},
	journal  BIGINT NOT NULL REFERENCES journals (id),
	name     TEXT   NOT NULL,             -- as the table names it
	rules    TEXT   NOT NULL,
	started  BIGINT NOT NULL,
	ended    BIGINT NOT NULL,
	finished INTEGER NOT NULL,            -- 1 when it is
	hands    INTEGER NOT NULL,
	last     BIGINT NOT NULL,             -- newest event of the match
	fault    TEXT   NOT NULL,             -- why its events give no match; empty where they do
	UNIQUE (journal, name)
);
CREATE INDEX matches_by_name ON matches (name);
CREATE INDEX matches_by_start ON matches (started);

-- Who plays, as the tables of one club name them.
CREATE TABLE players (
	id    {{.ID}},
	club  TEXT NOT NULL,
	name  TEXT NOT NULL,                  -- the id at the table
	shown TEXT NOT NULL,                  -- the newest spelling
	UNIQUE (club, name)
);

-- What each player did in each match.
CREATE TABLE results (
	match    BIGINT  NOT NULL REFERENCES matches (id),
	number   INTEGER NOT NULL,            -- of the row in the match: several where players changed
	player   BIGINT  NOT NULL REFERENCES players (id),
	rules    TEXT    NOT NULL,
	season   TEXT    NOT NULL,            -- quarter of the year, 2026-Q4
	started  BIGINT  NOT NULL,
	finished INTEGER NOT NULL,
{{template "counts"}}	PRIMARY KEY (match, number)
);
CREATE INDEX results_by_player ON results (player, started);

-- Sums of the finished matches: of every season, and of all under the season ''.
CREATE TABLE standings (
	rules   TEXT   NOT NULL,
	season  TEXT   NOT NULL,
	player  BIGINT NOT NULL REFERENCES players (id),
	matches BIGINT NOT NULL,
{{template "counts"}}	PRIMARY KEY (rules, season, player)
);
CREATE INDEX standings_by_player ON standings (player);

-- Hands as they count now; the versions before are in the events.
CREATE TABLE hands (
	entry     TEXT    NOT NULL PRIMARY KEY, -- the event that brought it
	match     BIGINT  NOT NULL REFERENCES matches (id),
	number    INTEGER NOT NULL,
	at        BIGINT  NOT NULL,
	ending    TEXT    NOT NULL,
	counts    INTEGER NOT NULL,           -- 0 when it was revoked or undone
	revision  INTEGER NOT NULL,           -- 0 for the first version
	watched   INTEGER NOT NULL,           -- 1 when its course was seen
	digest    BIGINT  NOT NULL            -- of what is kept about it, to see whether it is another
);
CREATE INDEX hands_by_match ON hands (match, number);

CREATE TABLE wins (
	id       {{.ID}},
	entry    TEXT    NOT NULL REFERENCES hands (entry),
	n        INTEGER NOT NULL,
	match    BIGINT  NOT NULL REFERENCES matches (id),
	player   BIGINT  NOT NULL REFERENCES players (id),
	supplier BIGINT  REFERENCES players (id), -- nobody: drawn
	rules    TEXT    NOT NULL,
	at       BIGINT  NOT NULL,
	gain     INTEGER NOT NULL,
	tiles    TEXT    NOT NULL,
	photo    TEXT    NOT NULL,            -- its sum; the picture stays at the table
	UNIQUE (entry, n)
);
CREATE INDEX wins_by_player ON wins (player, gain);
CREATE INDEX wins_by_rules ON wins (rules, gain);

-- Which fans were counted in which win.
CREATE TABLE fans (
	id    {{.ID}},
	rules TEXT NOT NULL,
	name  TEXT NOT NULL,
	UNIQUE (rules, name)
);
CREATE TABLE win_fans (
	fan BIGINT NOT NULL REFERENCES fans (id),
	at  BIGINT NOT NULL,
	win BIGINT NOT NULL REFERENCES wins (id),
	PRIMARY KEY (fan, at, win)
);
CREATE INDEX win_fans_by_win ON win_fans (win);

-- What could not be read, or was refused: kept with its reason, up to some for each table; the rest is counted.
CREATE TABLE aside (
	id      {{.ID}},
	club    TEXT   NOT NULL,
	tbl     TEXT   NOT NULL,
	time    BIGINT NOT NULL,
	reason  TEXT   NOT NULL,
	sum     TEXT   NOT NULL,              -- SHA-256 of the payload
	payload TEXT   NOT NULL,
	UNIQUE (club, tbl, reason, sum)
);
CREATE TABLE refused (
	club  TEXT   NOT NULL,
	tbl   TEXT   NOT NULL,
	times BIGINT NOT NULL,
	last  BIGINT NOT NULL,
	PRIMARY KEY (club, tbl)
);

{{if .Lite -}}
-- +goose StatementBegin
CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER events_are_not_removed BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;
-- +goose StatementEnd
{{- else -}}
-- Payloads compress to a third by lz4 at a fraction of the time of the default.
ALTER TABLE events ALTER COLUMN payload SET COMPRESSION lz4;

-- +goose StatementBegin
CREATE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'events are never changed or removed'; END $$;
-- +goose StatementEnd
CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION events_stay();
{{- end}}
