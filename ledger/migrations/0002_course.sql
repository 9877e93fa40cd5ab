-- The course of the hand that is being played, move by move, so that a restart in the
-- middle of it forgets nothing: line 0 is the header of the record, the others its events.
-- A finished hand has its course in its own event, and its lines here are removed.
CREATE TABLE course (
	hand TEXT    NOT NULL,                -- id of the record
	n    INTEGER NOT NULL,
	line TEXT    NOT NULL,                -- JSON
	PRIMARY KEY (hand, n)
) STRICT, WITHOUT ROWID;

-- Pictures before and after what was seen, kept up to a total size like photographs.
CREATE TABLE evidence (
	n    INTEGER PRIMARY KEY,             -- in the order in which they came
	sum  TEXT    NOT NULL UNIQUE,         -- SHA-256 of data, in hexadecimal
	type TEXT    NOT NULL,
	size INTEGER NOT NULL,
	data BLOB    NOT NULL
) STRICT;
