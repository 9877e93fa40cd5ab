-- +goose Up
-- What all archives of these books have in common, such as the zone in which seasons begin.
CREATE TABLE settings (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
);

-- The best of a season stand together: standings of many thousand players are as fast as of some.
CREATE INDEX standings_best ON standings (rules, season, points DESC, result DESC, score DESC, player) WHERE matches > 0;
