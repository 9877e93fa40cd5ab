-- What everybody has of each finished match, and the sums of it, so that standings read a row for each player and not
-- every match. Written in the transaction of the event that changes them; they can be made again from the digests.
-- Results and points of rankings are thousandths, so that sums are exact.
CREATE TABLE results (
	match   TEXT    NOT NULL REFERENCES matches (id),
	n       INTEGER NOT NULL,             -- of the results of the match
	begun   INTEGER NOT NULL,             -- first event of the match
	started INTEGER NOT NULL,             -- microseconds since 1970, UTC
	rules   TEXT    NOT NULL,
	player  TEXT    NOT NULL,
	name    TEXT    NOT NULL,
	again   INTEGER NOT NULL,             -- 1 where the player has a result before it in the match
	first INTEGER NOT NULL, second INTEGER NOT NULL, third INTEGER NOT NULL, fourth INTEGER NOT NULL,
	score   INTEGER NOT NULL, result INTEGER NOT NULL, points INTEGER NOT NULL,
	hands   INTEGER NOT NULL, wins INTEGER NOT NULL, selfs INTEGER NOT NULL, deal_ins INTEGER NOT NULL, draws INTEGER NOT NULL,
	ready   INTEGER NOT NULL, riichi INTEGER NOT NULL, gained INTEGER NOT NULL, lost INTEGER NOT NULL, penalties INTEGER NOT NULL,
	best_gain  INTEGER NOT NULL,
	best       TEXT    NOT NULL,
	best_entry TEXT    NOT NULL,
	PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_player ON results (player, rules, begun, n);
CREATE INDEX results_by_best ON results (player, rules, best_gain DESC, begun, n);
CREATE INDEX results_by_start ON results (started);

CREATE TABLE standings (
	rules   TEXT    NOT NULL,
	player  TEXT    NOT NULL,
	name    TEXT    NOT NULL,             -- the newest spelling
	begun   INTEGER NOT NULL,             -- first event of the match of the first result
	n       INTEGER NOT NULL,             -- of that result
	matches INTEGER NOT NULL,
	first INTEGER NOT NULL, second INTEGER NOT NULL, third INTEGER NOT NULL, fourth INTEGER NOT NULL,
	score   INTEGER NOT NULL, result INTEGER NOT NULL, points INTEGER NOT NULL,
	hands   INTEGER NOT NULL, wins INTEGER NOT NULL, selfs INTEGER NOT NULL, deal_ins INTEGER NOT NULL, draws INTEGER NOT NULL,
	ready   INTEGER NOT NULL, riichi INTEGER NOT NULL, gained INTEGER NOT NULL, lost INTEGER NOT NULL, penalties INTEGER NOT NULL,
	best_gain  INTEGER NOT NULL,
	best       TEXT    NOT NULL,
	best_entry TEXT    NOT NULL,
	best_match TEXT    NOT NULL,
	PRIMARY KEY (rules, player)
) STRICT, WITHOUT ROWID;
