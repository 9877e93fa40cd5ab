// Package director runs tournaments: it keeps each as a document with all its versions, draws rounds, tells tables who
// sits at them, collects what they booked, and lets a tournament director correct all of it at any time. What a match
// is worth comes from the books of its table; nothing is scored here.
package director

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jantaku/league/tournament"
	"jantaku/ledger"
	"jantaku/models"
)

// Shelf keeps tournaments. Nothing on it is ever removed: each change is a version.
type Shelf interface {
	// Tournament gives the newest version of a tournament; the error wraps fs.ErrNotExist where there is none.
	Tournament(ctx context.Context, id string) (t tournament.Tournament, version int64, err error)
	// KeepTournament keeps the version after was. The error wraps ErrChanged where another one was kept meanwhile.
	KeepTournament(ctx context.Context, t tournament.Tournament, was int64, c Change) error
}

// Books are what the tables booked.
type Books interface {
	// Played gives the matches that began at a table since a moment, the newest first.
	Played(ctx context.Context, club, table string, since time.Time) ([]Match, error)
}

// Tables hear what is asked of them.
type Tables interface {
	// Ask sends a request to a table. It does not wait for the answer: what the table did is seen in its books, and why it refused
	// where the page of the tournament is.
	Ask(ctx context.Context, club, table, op string, body []byte) error
	// Show tells a table the round that it plays, until another one is told.
	Show(ctx context.Context, club, table string, r Shown) error
}

// Shown is a round as tables show it.
type Shown struct {
	Tournament string // its name
	Number, Of int    // of the round, from 1, and how many are played
	Started    time.Time
	Ends       time.Time // zero for no limit
}

// Match is one in the books of a table.
type Match struct {
	Name     string
	Finished bool
	Totals   []ledger.Total
}

// Change says who changed a tournament, and what, as the trail shows it.
type Change struct {
	By   string    `json:"by"`
	What string    `json:"what"` // a stable word, such as "draw" or "penalty"
	Time time.Time `json:"time"`
}

// ErrChanged says that somebody else changed the tournament meanwhile.
var ErrChanged = errors.New("the tournament was changed meanwhile")

// Director does what a tournament director asks. It may be used from several goroutines, and several directors may work
// at the same shelf.
type Director struct {
	Shelf  Shelf
	Books  Books
	Tables Tables // nil where tables are not told
	// Three says whether a book is played by three, where that is asked.
	Three func(models.Match) bool
	Now   func() time.Time
}

// attempts is how often a change is made anew when somebody else changed the tournament meanwhile.
const attempts = 5

// Change loads a tournament, changes it and keeps it, as one step: what is not valid is refused and changes nothing.
func (d *Director) Change(ctx context.Context, id, by, what string, do func(*tournament.Tournament) error) (t tournament.Tournament, err error) {
	for range attempts {
		var version int64
		if t, version, err = d.Shelf.Tournament(ctx, id); err != nil {
			return t, err
		}
		if err = do(&t); err != nil {
			return t, err
		}
		if err = t.Validate(); err != nil {
			return t, err
		}
		if err = d.Shelf.KeepTournament(ctx, t, version, Change{by, what, d.Now()}); !errors.Is(err, ErrChanged) {
			return t, err
		}
	}
	return t, err
}

// Create keeps a new tournament, or one that was exported elsewhere.
func (d *Director) Create(ctx context.Context, t tournament.Tournament, by string) error {
	if err := t.Validate(); err != nil {
		return err
	}
	if len(t.Played) == 0 {
		if err := t.Fits(d.Three(t.Match)); err != nil {
			return err
		}
	}
	return d.Shelf.KeepTournament(ctx, t, 0, Change{by, "create", d.Now()})
}

// Draw seats the next round.
func (d *Director) Draw(ctx context.Context, id, by string) (tournament.Tournament, error) {
	return d.Change(ctx, id, by, "draw", func(t *tournament.Tournament) error {
		_, err := t.Draw(d.Three(t.Match))
		return err
	})
}

// Begin starts the timer of the round that was drawn last and tells its tables who sits at them. What could not be told
// is in the error; the round has begun all the same, and the tables can be told again.
func (d *Director) Begin(ctx context.Context, id, by string) (t tournament.Tournament, err error) {
	t, err = d.Change(ctx, id, by, "begin", func(t *tournament.Tournament) error {
		if len(t.Played) == 0 {
			return models.Refused("tournament-not-drawn", nil, "no round was drawn")
		}
		if r := &t.Played[len(t.Played)-1]; r.Started.IsZero() {
			r.Started = d.Now()
		}
		return nil
	})
	if err != nil {
		return t, err
	}
	return t, d.tell(ctx, t)
}

// Transaction is that of the request with which a round, from 1, seats its table i.
func Transaction(t tournament.Tournament, round, i int) string {
	return fmt.Sprintf("%.40s-%d-%d", t.ID, round, i+1)
}

// tell asks every table of the newest round to start its match. The transaction is that of the seating, so that a table
// that is told twice starts once.
func (d *Director) tell(ctx context.Context, t tournament.Tournament) error {
	if d.Tables == nil {
		return nil
	}
	var errs []error
	round := len(t.Played)
	shown := Shown{Tournament: t.Name, Number: round, Of: t.Rounds, Started: t.Played[round-1].Started}
	if left, timed := t.Left(round, d.Now()); timed {
		shown.Ends = d.Now().Add(left)
	}
	for i, table := range t.Played[round-1].Tables {
		club, name, known := PlaceOf(table.Name)
		if !known {
			continue
		}
		if err := d.Tables.Show(ctx, club, name, shown); err != nil {
			errs = append(errs, fmt.Errorf("table %s is not told the time: %w", table.Name, err))
		}
		if len(table.Results) > 0 {
			continue
		}
		body, err := json.Marshal(struct {
			Transaction string            `json:"transaction"`
			By          string            `json:"by"`
			Why         string            `json:"why"`
			Rules       string            `json:"rules"`
			Profile     string            `json:"profile,omitempty"`
			Options     map[string]string `json:"options,omitempty"`
			Course      map[string]string `json:"course,omitempty"`
			Length      string            `json:"length,omitempty"`
			Start       int               `json:"start,omitempty"`
			Players     []string          `json:"players"`
		}{Transaction(t, round, i), t.Name, fmt.Sprintf("%s, round %d", t.Name, round),
			t.Match.Rules, t.Match.Profile, t.Match.Options, t.Match.Course, t.Match.Length, t.Match.Start, t.Names(table.Seats)})
		if err == nil {
			err = d.Tables.Ask(ctx, club, name, "match-new", body)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("table %s is not told who sits there: %w", table.Name, err))
		}
	}
	return errors.Join(errs...)
}

// PlaceOf divides "club/table".
func PlaceOf(name string) (club, table string, ok bool) {
	at := strings.LastIndexByte(name, '/')
	if at <= 0 || at == len(name)-1 {
		return "", "", false
	}
	return name[:at], name[at+1:], true
}

// Collect takes over what the tables booked, also corrections of rounds that are over. What somebody wrote by hand stays.
// The error is about tables that could not be looked at, and holds up no other.
func (d *Director) Collect(ctx context.Context, id string) (t tournament.Tournament, changed bool, err error) {
	t, version, err := d.Shelf.Tournament(ctx, id)
	if err != nil {
		return t, false, err
	}
	var errs []error
	for r := range t.Played {
		for i := range t.Played[r].Tables {
			fresh, err := d.collect(ctx, &t, r, i)
			changed, errs = changed || fresh, append(errs, err)
		}
	}
	if changed {
		err = d.Shelf.KeepTournament(ctx, t, version, Change{"", "collect", d.Now()})
	}
	if errors.Is(err, ErrChanged) { // the next time will do
		changed, err = false, nil
	}
	return t, changed, errors.Join(append(errs, err)...)
}

// collect looks at one table of a round, from 0.
func (d *Director) collect(ctx context.Context, t *tournament.Tournament, r, i int) (changed bool, err error) {
	round, table := t.Played[r], &t.Played[r].Tables[i]
	club, name, known := PlaceOf(table.Name)
	if !known || table.By != "" || round.Started.IsZero() {
		return false, nil
	}
	played, err := d.Books.Played(ctx, club, name, round.Started)
	if err != nil {
		return false, fmt.Errorf("the books of table %s: %w", table.Name, err)
	}
	seats := t.Names(table.Seats)
	for _, m := range slices.Backward(played) { // the first that began with these players
		seated := seatedAs(seats, m.Totals)
		if table.Match != "" && table.Match != m.Name || table.Match == "" && !seated {
			continue
		}
		if !seated { // who played was corrected: it was the match of others
			table.Match, table.Open, table.Results = "", false, nil
			return true, nil
		}
		was := *table
		table.Match, table.Open, table.Results = m.Name, !m.Finished, resultsOf(seats, m.Totals)
		return was.Match != table.Match || was.Open != table.Open || !slices.Equal(was.Results, table.Results), nil
	}
	return false, nil
}

// seatedAs reports whether a match is that of the players of a table, whoever sat where.
func seatedAs(names []string, totals []ledger.Total) bool {
	if len(names) != len(totals) {
		return false
	}
	taken := make([]bool, len(names))
	for _, t := range totals {
		seat := seatOf(names, t)
		if seat < 0 || taken[seat] {
			return false
		}
		taken[seat] = true
	}
	return true
}

// seatOf is the seat whose player a total is of, or of whoever took over from that player in the match; −1 for none.
func seatOf(names []string, t ledger.Total) int {
	if seat := slices.Index(names, t.Player.Name); seat >= 0 {
		return seat
	}
	return slices.IndexFunc(names, func(name string) bool {
		return slices.ContainsFunc(t.Shares, func(s ledger.Share) bool { return s.Player.Name == name })
	})
}

// resultsOf are the totals by seat.
func resultsOf(names []string, totals []ledger.Total) []tournament.Result {
	results := make([]tournament.Result, len(names))
	for _, t := range totals {
		results[seatOf(names, t)] = tournament.Result{Score: t.Score, Rank: t.Rank, Result: t.Result, Points: t.Points}
	}
	return results
}
