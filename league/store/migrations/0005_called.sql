-- +goose Up
-- In how many of the hands whose course was recorded somebody called. Matches that are here already and have such hands
-- are folded again when an archive opens, which takes the setting away.
ALTER TABLE results ADD COLUMN watched BIGINT NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN called BIGINT NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN watched BIGINT NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN called BIGINT NOT NULL DEFAULT 0;
INSERT INTO settings (name, value) VALUES ('fold', 'watched');
