-- +goose Up
-- Tournaments, each version of each whole. Never changed, never removed.
CREATE TABLE tournaments (
	id       TEXT   NOT NULL,
	version  BIGINT NOT NULL,             -- from 1
	name     TEXT   NOT NULL,
	at       BIGINT NOT NULL,             -- microseconds since 1970, UTC
	author   TEXT   NOT NULL,
	what     TEXT   NOT NULL,             -- what was changed, in a stable word
	document TEXT   NOT NULL,             -- JSON
	PRIMARY KEY (id, version)
);
