package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"jantaku/models"
)

// PersonChange is one entry of the trail of who is who.
type PersonChange struct {
	Time     time.Time
	By, What string // What is merge, split, remove or restore
	Player   int64  // whom it was about
	Name     string
	Other    int64 // into whom, or from whom; 0 for nobody
	OtherAs  string
	Why      string
}

// Alias is a name under which a person plays in a club.
type Alias struct {
	ID         int64
	Club, Name string
}

// person is a row of players.
type person struct {
	id, root int64
	removed  bool
}

// hold lets changes of who is who and what tables bring not run into each other: many may bring, one changes alone.
func (s *Store) hold(ctx context.Context, tx *sql.Tx, alone bool) error {
	if s.lite { // its transactions wait for each other
		return nil
	}
	// One number of the many that PostgreSQL locks for programs.
	const people = 0x6A616E74
	lock := "SELECT pg_advisory_xact_lock_shared($1)"
	if alone {
		lock = "SELECT pg_advisory_xact_lock($1)"
	}
	_, err := tx.ExecContext(ctx, lock, people)
	return err
}

// personOf reads a row of players. The error wraps ErrNone.
func personOf(ctx context.Context, tx *sql.Tx, id int64) (p person, err error) {
	p.id = id
	var removed int
	err = tx.QueryRowContext(ctx, "SELECT COALESCE(same, id), removed FROM players WHERE id = $1", id).Scan(&p.root, &removed)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: player %d", ErrNone, id)
	}
	p.removed = removed == 1
	return p, err
}

// changePeople changes who is who alone, and writes it down; at the time of the change where that is known.
func (s *Store) changePeople(ctx context.Context, c *PersonChange, do func(*sql.Tx) error) error {
	if c.Time.IsZero() {
		c.Time = time.Now()
	}
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if err := s.hold(ctx, tx, true); err != nil {
			return err
		}
		if err := do(tx); err != nil {
			return err
		}
		var other *int64
		if c.Other != 0 {
			other = &c.Other
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO people (at, author, what, player, other, why) VALUES ($1, $2, $3, $4, $5, $6)",
			c.Time.UnixMicro(), c.By, c.What, c.Player, other, c.Why)
		return err
	})
}

// Merge says that two players are one person: what either did counts for the second from now on, at tables of all clubs.
// Two who sat at one table in one match are refused. The error wraps ErrNone where one of them is nobody.
func (s *Store) Merge(ctx context.Context, id, into int64, by, why string) error {
	return s.merge(ctx, &PersonChange{What: "merge", Player: id, Other: into, By: by, Why: why})
}

func (s *Store) merge(ctx context.Context, c *PersonChange) error {
	id, into := c.Player, c.Other
	return s.changePeople(ctx, c, func(tx *sql.Tx) error {
		from, err := personOf(ctx, tx, id)
		if err != nil {
			return err
		}
		to, err := personOf(ctx, tx, into)
		if err != nil {
			return err
		}
		if from.root == to.root {
			return models.Refused("people-same", nil, "players %d and %d are one already", id, into)
		}
		if from.removed != to.removed {
			return models.Refused("people-removed", nil, "the name of one of players %d and %d was removed", id, into)
		}
		var match string
		err = tx.QueryRowContext(ctx, `SELECT m.name FROM results a JOIN results b ON b.match = a.match JOIN matches m ON m.id = a.match
			WHERE a.player = $1 AND b.player = $2 LIMIT 1`, from.root, to.root).Scan(&match)
		if err == nil {
			return models.Refused("people-together", models.Data{"match": match}, "players %d and %d sat at one table in match %s", id, into, match)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		for _, change := range []string{
			"UPDATE players SET same = $2 WHERE id = $1 OR same = $1",
			"UPDATE results SET alias = COALESCE(alias, player), player = $2 WHERE player = $1",
			"UPDATE wins SET alias = COALESCE(alias, player), player = $2 WHERE player = $1",
		} {
			if _, err := tx.ExecContext(ctx, change, from.root, to.root); err != nil {
				return err
			}
		}
		return sumAgain(ctx, tx, from.root, to.root)
	})
}

// Split takes a name out of the person that it was merged into. The error wraps ErrNone where it is nobody.
func (s *Store) Split(ctx context.Context, id int64, by, why string) error {
	return s.split(ctx, &PersonChange{What: "split", Player: id, By: by, Why: why})
}

func (s *Store) split(ctx context.Context, c *PersonChange) error {
	id := c.Player
	return s.changePeople(ctx, c, func(tx *sql.Tx) error {
		p, err := personOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if p.root == id {
			return models.Refused("people-alone", nil, "player %d was merged into nobody", id)
		}
		c.Other = p.root
		for _, change := range []string{
			"UPDATE players SET same = NULL WHERE id = $1",
			"UPDATE results SET alias = NULL, player = $1 WHERE alias = $1",
			"UPDATE wins SET alias = NULL, player = $1 WHERE alias = $1",
		} {
			if _, err := tx.ExecContext(ctx, change, id); err != nil {
				return err
			}
		}
		return sumAgain(ctx, tx, id, p.root)
	})
}

// sumAgain makes the standings of players anew from their results.
func sumAgain(ctx context.Context, tx *sql.Tx, players ...int64) error {
	for _, id := range players {
		if _, err := tx.ExecContext(ctx, "DELETE FROM standings WHERE player = $1", id); err != nil {
			return err
		}
		for _, season := range []string{"season", "''"} {
			if _, err := tx.ExecContext(ctx, sumOfResults(season, "player = $1 AND "), id); err != nil {
				return err
			}
		}
	}
	return nil
}

// sumOfResults is the statement that writes the standings, of those results that a condition chooses, for every season or
// for all of them.
func sumOfResults(season, where string) string {
	var sums []string
	for _, c := range strings.Split(countColumns, ", ") {
		sums = append(sums, "SUM("+c+")")
	}
	group := "rules, player"
	if season == "season" {
		group += ", season"
	}
	return "INSERT INTO standings (rules, season, player, matches, " + countColumns + ") SELECT rules, " + season + ", player, COUNT(DISTINCT match), " +
		strings.Join(sums, ", ") + " FROM results WHERE " + where + "finished = 1 GROUP BY " + group
}

// RemoveName removes the name of a person who asks for it, under every name that was merged: nothing shows it any more,
// and what it did stays under [Store.Naming]'s words. The error wraps ErrNone.
func (s *Store) RemoveName(ctx context.Context, id int64, by, why string) error {
	return s.setRemoved(ctx, &PersonChange{What: "remove", Player: id, By: by, Why: why}, 1)
}

// RestoreName gives a name back that was removed.
func (s *Store) RestoreName(ctx context.Context, id int64, by, why string) error {
	return s.setRemoved(ctx, &PersonChange{What: "restore", Player: id, By: by, Why: why}, 0)
}

func (s *Store) setRemoved(ctx context.Context, c *PersonChange, removed int) error {
	return s.changePeople(ctx, c, func(tx *sql.Tx) error {
		p, err := personOf(ctx, tx, c.Player)
		if err != nil {
			return err
		}
		if p.removed == (removed == 1) {
			code := "people-removed-already"
			if removed == 0 {
				code = "people-restored-already"
			}
			return models.Refused(code, nil, "the name of player %d is so already", c.Player)
		}
		_, err = tx.ExecContext(ctx, "UPDATE players SET removed = $2 WHERE id = $1 OR same = $1", p.root, removed)
		return err
	})
}

// Aliases gives the names of a person, its own first.
func (s *Store) Aliases(ctx context.Context, id int64) (all []Alias, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, club, "+s.shown("players")+" FROM players WHERE id = $1 OR same = $1 ORDER BY CASE WHEN id = $1 THEN 0 ELSE 1 END, club, id", id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a Alias
		if err := rows.Scan(&a.ID, &a.Club, &a.Name); err != nil {
			return nil, err
		}
		a.Name = s.named(id, a.Name)
		all = append(all, a)
	}
	return all, rows.Err()
}

// PeopleTrail gives who changed who is who, the newest first.
func (s *Store) PeopleTrail(ctx context.Context, limit int) (all []PersonChange, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT c.at, c.author, c.what, c.why, p.id, COALESCE(p.same, p.id), `+s.shown("p")+`, COALESCE(o.id, 0), COALESCE(o.same, o.id, 0), COALESCE(`+s.shown("o")+`, '')
		FROM people c JOIN players p ON p.id = c.player LEFT JOIN players o ON o.id = c.other ORDER BY c.id DESC LIMIT $1`, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var c PersonChange
		var at, root, otherRoot int64
		if err := rows.Scan(&at, &c.By, &c.What, &c.Why, &c.Player, &root, &c.Name, &c.Other, &otherRoot, &c.OtherAs); err != nil {
			return nil, err
		}
		c.Time, c.Name = time.UnixMicro(at), s.named(root, c.Name)
		if c.Other != 0 {
			c.OtherAs = s.named(otherRoot, c.OtherAs)
		}
		all = append(all, c)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	hide, err := s.veil(ctx, nil)
	for i := range all {
		all[i].Why, all[i].By = hide.text(all[i].Why), hide.text(all[i].By)
	}
	return all, err
}

// clubPlayer is a player as the tables of a club name one.
type clubPlayer struct {
	club string
	models.Player
}

// movePeople makes the changes of another store here, those that were not made yet.
func (s *Store) movePeople(ctx context.Context, from *Store) error {
	type row struct {
		PersonChange
		name, other clubPlayer
	}
	var all []row
	rows, err := from.db.QueryContext(ctx, `SELECT c.at, c.author, c.what, c.why, p.club, p.name, p.shown, COALESCE(o.club, ''), COALESCE(o.name, ''), COALESCE(o.shown, '')
		FROM people c JOIN players p ON p.id = c.player LEFT JOIN players o ON o.id = c.other ORDER BY c.id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r row
		var at int64
		if err := rows.Scan(&at, &r.By, &r.What, &r.Why, &r.name.club, &r.name.ID, &r.name.Name, &r.other.club, &r.other.ID, &r.other.Name); err != nil {
			return err
		}
		r.Time = time.UnixMicro(at)
		all = append(all, r)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	number := func(of clubPlayer) (id int64, err error) {
		if of.club == "" {
			return 0, nil
		}
		// Nobody has results under a name that its table corrected: no event here brought it.
		if _, err := s.db.ExecContext(ctx, "INSERT INTO players (club, name, shown) VALUES ($1, $2, $3) ON CONFLICT (club, name) DO NOTHING", of.club, of.ID, of.Name); err != nil {
			return 0, err
		}
		return id, s.db.QueryRowContext(ctx, "SELECT id FROM players WHERE club = $1 AND name = $2", of.club, of.ID).Scan(&id)
	}
	for _, r := range all {
		var errs [2]error
		r.Player, errs[0] = number(r.name)
		r.Other, errs[1] = number(r.other)
		if err := errors.Join(errs[:]...); err != nil {
			return fmt.Errorf("%s of %s of %s: %w", r.What, r.name.ID, r.name.club, err)
		}
		var made int
		if err := s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM people WHERE at = $1 AND what = $2 AND player = $3", r.Time.UnixMicro(), r.What, r.Player).Scan(&made); err != nil {
			return err
		}
		if made > 0 {
			continue
		}
		var err error
		switch c := &r.PersonChange; r.What {
		case "merge":
			err = s.merge(ctx, c)
		case "split":
			err = s.split(ctx, c)
		case "remove":
			err = s.setRemoved(ctx, c, 1)
		case "restore":
			err = s.setRemoved(ctx, c, 0)
		}
		if err != nil {
			return fmt.Errorf("%s of %s of %s: %w", r.What, r.name.ID, r.name.club, err)
		}
	}
	return nil
}
