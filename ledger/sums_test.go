package ledger

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"modernc.org/sqlite"

	"jantaku/models"
)

// changer plays matches of changing players and changes any of them in every way, by a seed.
type changer struct {
	t       *testing.T
	l       *Ledger
	r       *rand.Rand
	now     time.Time
	n       int
	matches []string
	did     map[string]int
}

func (c *changer) match() {
	m := fourPlayers()
	m.ID, m.Rules = fmt.Sprint("m", len(c.matches)), []string{"flat", "other"}[c.r.IntN(2)]
	for i, n := range c.r.Perm(7)[:4] {
		m.Players[i] = models.Player{ID: fmt.Sprint("player ", n), Name: fmt.Sprint("Name ", n, " ", c.r.IntN(2))}
	}
	c.now = c.now.Add(time.Duration(c.r.IntN(60*24)) * time.Hour)
	if _, err := c.l.StartMatch(ctx, referee, m); err != nil {
		c.t.Fatal(err)
	}
	c.matches = append(c.matches, m.ID)
	for range 1 + c.r.IntN(8) {
		c.n++
		play(c.t, c.l, c.hand())
		if c.r.IntN(3) == 0 {
			c.correct(m.ID)
		}
	}
	if _, err := c.l.FinishMatch(ctx, referee, ""); err != nil {
		c.t.Fatal(err)
	}
}

func (c *changer) hand() models.HandRecord {
	if id := fmt.Sprint("h", c.n); c.r.IntN(4) > 0 {
		at := c.r.IntN(4)
		return win(id, models.PlaceAt(at), []models.Place{0, models.PlaceAt((at + 1 + c.r.IntN(3)) % 4)}[c.r.IntN(2)])
	}
	return draw(fmt.Sprint("h", c.n))
}

// correct changes something of a match, finished or not; what is refused changes nothing.
func (c *changer) correct(match string) {
	s, err := c.l.Match(ctx, match)
	if err != nil {
		c.t.Fatal(err)
	}
	later := []Later{Stand, Replay}[c.r.IntN(2)]
	e, hasHand := s.Hand(1 + c.r.IntN(max(s.Position.Hands, 1)))
	what, of := "", Correction{}
	switch c.r.IntN(16) {
	case 0, 8, 9, 13, 14, 15:
		what, of = "undo", Undoing()
	case 1, 10, 11, 12:
		after := ""
		if hasHand && c.r.IntN(2) == 0 {
			after = e.ID
		}
		what, of = "substitute", SubstitutionOf(c.r.IntN(4), c.guest(s), after)
	case 2:
		m := s.Match
		m.Players = append([]models.Player(nil), m.Players...)
		n := c.r.IntN(4)
		m.Players[n].Name = fmt.Sprint("Renamed ", c.n)
		if c.r.IntN(2) == 0 {
			m.Players[n].ID = fmt.Sprint("player ", 10+c.r.IntN(3))
		}
		what, of = "rename", MatchCorrection(m)
	case 3:
		what = "penalty"
		_, err := c.l.Penalize(ctx, referee, match, models.Penalty{Kind: "free", Place: models.PlaceAt(c.r.IntN(4)), Points: models.Points{-30, 10, 20}, AtEnd: c.r.IntN(3)})
		c.note(what, err)
		return
	case 4:
		m := s.Match
		m.Rules = []string{"flat", "other"}[c.r.IntN(2)]
		what, of = "rules", MatchCorrection(m)
	case 5:
		if hasHand {
			what, of = "revoke", Revocation(e.ID)
		}
	case 6:
		seats := s.Position.Seats
		seats[0], seats[2] = seats[2], seats[0]
		what, of = "seats", SeatCorrection(seats, "")
		if hasHand {
			of = SeatCorrection(seats, e.ID)
		}
	default:
		if hasHand {
			h := c.hand()
			h.ID = ""
			what, of = "hand", HandCorrection(e.ID, h)
		}
	}
	if what != "" {
		_, err := c.l.Correct(ctx, referee, match, later, of)
		c.note(what, err)
		if what == "undo" && err == nil && c.r.IntN(3) == 0 {
			_, err := c.l.Redo(ctx, referee, match)
			c.note("redo", err)
		}
	}
}

// guest is somebody, most likely one who has left the match: who comes back at another place has two results of it.
func (c *changer) guest(s State) string {
	for _, e := range s.Entries {
		for _, p := range e.Players {
			if c.r.IntN(3) > 0 && !slices.ContainsFunc(s.Match.Players, func(now models.Player) bool { return now.ID == p.ID }) {
				return p.ID
			}
		}
	}
	return fmt.Sprint("player ", c.r.IntN(9))
}

func (c *changer) note(what string, err error) {
	if err == nil {
		c.did[what]++
	}
}

// otherShelf has a second book of the same rules, which gives ranking points.
func otherShelf(m models.Match) (Book, error) {
	if m.Rules == "other" {
		return Book{Rules: flatRules{}, Course: placed{}}, nil
	}
	return flatShelf(m)
}

// placed is Plain with ranking points and an uma that is no whole number when it is shared.
type placed struct{ Plain }

func (placed) Ranking(models.Match) models.Ranking {
	return models.Ranking{Unit: 7, Ties: true, Uma: []float64{15, 5, 0, -20}, Points: []float64{4, 2, 1, 0}}
}

// Whatever is corrected in whichever match, the sums are what folding everything gives, and so is every season and every player's page.
func TestSumsAreWhatAllMatchesGive(t *testing.T) {
	did := map[string]int{}
	for seed := range uint64(3) {
		c := &changer{t: t, r: rand.New(rand.NewPCG(seed, 54)), now: time.Date(2024, 1, 1, 20, 0, 0, 0, time.UTC), did: did}
		c.l = openTest(t, filepath.Join(t.TempDir(), "club.jantaku"), WithShelf(otherShelf), WithClock(func() time.Time { return c.now }))
		if _, err := c.l.db.Exec("PRAGMA synchronous = OFF"); err != nil {
			t.Fatal(err)
		}
		for range 12 {
			c.match()
			for range 8 {
				c.correct(c.matches[c.r.IntN(len(c.matches))])
			}
			if s := c.l.State(); !s.Finished { // its end was taken back
				if _, err := c.l.FinishMatch(ctx, referee, ""); err != nil {
					t.Fatal(err)
				}
			}
			c.same()
		}
		sumsReplay(t, c.l)
		sumsAreMadeOfAnOldFile(t, c.l)
	}
	for _, what := range []string{"undo", "redo", "substitute", "rename", "penalty", "rules", "revoke", "seats", "hand", "again", "unfinished"} {
		if did[what] < 3 {
			t.Errorf("%s happened %d times: too few to say anything", what, did[what])
		}
	}
}

// same compares what is kept with what the digests give.
func (c *changer) same() {
	c.t.Helper()
	matches, err := c.l.Matches(ctx)
	if err != nil {
		c.t.Fatal(err)
	}
	half := Span{c.now.AddDate(0, -6, 0), c.now.AddDate(0, -1, 0)}
	for _, span := range []Span{{}, half} {
		got, err := c.l.Standings(ctx, span)
		want := Standings(matches, func(d Digest) bool { return span.has(d.Started) })
		if err != nil || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			c.t.Fatalf("standings of %v:\n%+v\nand not\n%+v\n%v", span, got, want, err)
		}
	}
	for _, r := range Results(matches) {
		if r.Again {
			c.did["again"]++
		}
	}
	for _, d := range matches {
		if !d.Finished {
			c.did["unfinished"]++
		}
	}
	sums := c.l.sums
	for n := range 3 {
		player := fmt.Sprint("player ", n)
		kept, err := c.l.ResultsOf(ctx, player)
		c.l.sums = false
		folded, err2 := c.l.ResultsOf(ctx, player)
		c.l.sums = sums
		if err != nil || err2 != nil || len(kept) != len(folded) {
			c.t.Fatalf("%s has %d results, and not %d: %v %v", player, len(kept), len(folded), err, err2)
		}
		for i := range kept {
			if what := differ(kept[i].row(), folded[i].row()); what != "" || kept[i].Match != folded[i].Match || kept[i].Rank != folded[i].Rank {
				c.t.Fatalf("result %d of %s: %s", i, player, what)
			}
		}
	}
}

// sumsReplay checks that a replay finds nothing, and then what is written into the file by others.
func sumsReplay(t *testing.T, l *Ledger) {
	t.Helper()
	if report, err := l.Replay(ctx, false); err != nil || len(report.Faults) > 0 {
		t.Fatal(report.Faults, err)
	}
	for _, damage := range []struct{ statement, says string }{
		{"UPDATE standings SET score = score + 8 WHERE player = (SELECT MIN(player) FROM standings)", "score"},
		{"UPDATE results SET deal_ins = deal_ins + 1 WHERE match = (SELECT MIN(match) FROM results) AND n = 0", "deal_ins"},
		{"DELETE FROM results WHERE match = (SELECT MAX(match) FROM results) AND n = 1", "is not kept"},
		{"DELETE FROM standings WHERE player = (SELECT MAX(player) FROM standings)", "is missing"},
	} {
		tx, err := l.db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(damage.statement); err != nil {
			t.Fatal(err)
		}
		var r Report
		if err := l.replay(ctx, tx, false, &r); err != nil || len(r.Faults) == 0 || !strings.Contains(strings.Join(r.Faults, " "), damage.says) {
			t.Errorf("after %s a replay says %q %v", damage.statement, r.Faults, err)
		}
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}

// sumsAreMadeOfAnOldFile makes the file as the version before wrote it: read alone it shows the same, and opened it gets its sums.
func sumsAreMadeOfAnOldFile(t *testing.T, l *Ledger) {
	t.Helper()
	var seq int
	var name, path string
	if err := l.db.QueryRow("PRAGMA database_list").Scan(&seq, &name, &path); err != nil {
		t.Fatal(err)
	}
	want, err := l.Standings(ctx, Span{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.db.Exec("DROP TABLE results; DROP TABLE standings; PRAGMA user_version = 2"); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	reader, err := OpenForReading(ctx, path, WithShelf(otherShelf))
	if err != nil {
		t.Fatal(err)
	}
	got, err := reader.Standings(ctx, Span{})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("an old file that is only read gives\n%+v and not\n%+v %v", got, want, err)
	}
	if _, ok, err := reader.Began(ctx, time.Time{}); err != nil || !ok {
		t.Errorf("no match began: %v", err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	again := openTest(t, path, WithShelf(otherShelf))
	got, err = again.Standings(ctx, Span{})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("an old file that is opened gives\n%+v and not\n%+v %v", got, want, err)
	}
	if report, err := again.Replay(ctx, false); err != nil || len(report.Faults) > 0 {
		t.Error(report.Faults, err)
	}
}

// TestAFileWithoutSumsHoldsNoStatementAMatch claims that the sums of an old file with many matches are made, in one transaction,
// without a statement of each being kept until its end.
func TestAFileWithoutSumsHoldsNoStatementAMatch(t *testing.T) {
	l := newLedger(t)
	c := &changer{t: t, l: l, r: rand.New(rand.NewPCG(9, 10)), now: time.Now(), did: map[string]int{}}
	c.match()
	conn, err := l.db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	held := func() (bytes int) { // by statements
		if err := conn.Raw(func(c any) (err error) {
			bytes, _, err = c.(sqlite.DBStatus).Status(sqlite.DBStatusStmtUsed, false)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	before := held()
	for range 10 {
		if _, err := tx.Exec("DELETE FROM results; DELETE FROM standings"); err != nil {
			t.Fatal(err)
		}
		if err := keepAllResults(ctx, tx); err != nil {
			t.Fatal(err)
		}
	}
	if after := held(); after > before {
		t.Errorf("statements hold %d bytes after ten files and held %d before", after, before)
	}
}
