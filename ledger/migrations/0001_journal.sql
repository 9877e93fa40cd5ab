-- The journal: one row per event, never changed, never removed.
CREATE TABLE events (
	seq     INTEGER PRIMARY KEY,          -- 1, 2, 3 ... without gaps: the order of the book
	id      TEXT    NOT NULL UNIQUE,      -- UUIDv7
	time    INTEGER NOT NULL,             -- microseconds since 1970, UTC, as the clock said
	match   TEXT    NOT NULL,
	kind    TEXT    NOT NULL,
	source  TEXT    NOT NULL,
	author  TEXT    NOT NULL,
	why     TEXT    NOT NULL,
	payload TEXT    NOT NULL,
	sum     BLOB    NOT NULL              -- SHA-256 of the row before and of this row
) STRICT;

CREATE INDEX events_by_match ON events (match, seq);

CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;

CREATE TRIGGER events_are_not_removed BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;

-- Which hand ids were recorded, so that a hand sent twice counts once.
CREATE TABLE hands (
	id    TEXT    PRIMARY KEY,
	event INTEGER NOT NULL REFERENCES events (seq)
) STRICT;

-- What still has to be told to the outside world.
CREATE TABLE outbox (
	event INTEGER PRIMARY KEY REFERENCES events (seq)
) STRICT;

-- Photographs are kept up to a total size; the events keep their sums for ever.
CREATE TABLE photos (
	sum   TEXT    PRIMARY KEY,            -- SHA-256 of data, in hexadecimal
	event INTEGER NOT NULL REFERENCES events (seq),
	type  TEXT    NOT NULL,
	size  INTEGER NOT NULL,
	data  BLOB    NOT NULL
) STRICT;

CREATE INDEX photos_by_age ON photos (event, size);

-- A digest of every match, for lists and standings; it can be made again from the events.
CREATE TABLE matches (
	id       TEXT    PRIMARY KEY,
	first    INTEGER NOT NULL REFERENCES events (seq),
	last     INTEGER NOT NULL REFERENCES events (seq),
	finished INTEGER NOT NULL,            -- 1 when it is
	digest   TEXT    NOT NULL
) STRICT;

CREATE INDEX matches_in_order ON matches (first);
