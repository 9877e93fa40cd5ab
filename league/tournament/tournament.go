package tournament

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"jantaku/models"
)

// Tournament is all that was agreed and all that happened.
type Tournament struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Match is what every table agrees on: rules, profile, options, course and length. Its players are those of a table.
	Match models.Match `json:"match"`
	// Seating says who meets whom, Rounds how often; Minutes is how long a round lasts, 0 for no limit.
	Seating Method `json:"seating"`
	Rounds  int    `json:"rounds"`
	Minutes int    `json:"minutes,omitempty"`
	// Once refuses a tournament in which somebody would have to meet somebody twice.
	Once bool `json:"once,omitempty"`
	// Ties are what decides between equals, in their order; see [Presets].
	Ties []Criterion `json:"ties"`
	// Seed makes draws repeatable.
	Seed    uint64   `json:"seed"`
	Tables  []string `json:"tables,omitempty"` // "club/table", best first; empty: they are numbered alone
	Players []Player `json:"players"`
	// Script is who sits where when the seating is prescribed: rounds of tables of numbers of players, from 1, East first.
	Script    [][][]int `json:"script,omitempty"`
	Played    []Round   `json:"played,omitempty"`
	Penalties []Penalty `json:"penalties,omitempty"`
}

// Player is one who takes part.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Team string `json:"team,omitempty"`
	// From is the first round that the player plays, Until the last; 0 is from the beginning and to the end.
	From  int `json:"from,omitempty"`
	Until int `json:"until,omitempty"`
	// Substitute fills a table and is in no standings.
	Substitute bool `json:"substitute,omitempty"`
}

// plays reports whether the player is there in a round, counted from 1.
func (p Player) plays(round int) bool {
	return round >= p.From && (p.Until == 0 || round <= p.Until)
}

// Round is one round that was drawn.
type Round struct {
	Tables  []Table   `json:"tables"`
	Started time.Time `json:"started,omitzero"`
	// Paused is how long the timer stood still.
	Paused time.Duration `json:"paused,omitempty"`
}

// Table is who sat together in a round.
type Table struct {
	Name string `json:"name,omitempty"` // "club/table"
	// Seats are ids of players, East first; three where a table is one short.
	Seats []string `json:"seats"`
	Match string   `json:"match,omitempty"` // the match in the archive
	// Results are by seat; nil as long as there are none. Open says that the match goes on, so that they are provisional.
	Results []Result `json:"results,omitempty"`
	Open    bool     `json:"open,omitempty"`
	// By is who wrote the results by hand, empty where they are those of the match.
	By string `json:"by,omitempty"`
}

// Result is what one player got at one table, by the ranking of the rule book.
type Result struct {
	Score  int     `json:"score"`            // at the table, points
	Rank   int     `json:"rank"`             // 1 for the best; equals share it where the book shares
	Result float64 `json:"result"`           // with uma, or 约化分数
	Points float64 `json:"points,omitempty"` // ranking points, such as 4 2 1 0
}

// Penalty is given by the director, in the round or after it.
type Penalty struct {
	Player string    `json:"player"`
	Round  int       `json:"round"` // in which it was given
	Result float64   `json:"result,omitempty"`
	Points float64   `json:"points,omitempty"`
	Why    string    `json:"why"`
	By     string    `json:"by"`
	Time   time.Time `json:"time"`
}

// largest bounds what is read from a file.
const largest, most = 10_000, 200

// Validate checks that the tournament can be held as it stands, whatever wrote it.
func (t *Tournament) Validate() error {
	var errs []error
	say := func(code string, args models.Data, format string, a ...any) {
		errs = append(errs, models.Refused(code, args, format, a...))
	}
	if t.ID == "" || t.Name == "" {
		say("tournament-name", nil, "a tournament needs an id and a name")
	}
	if t.Rounds < 1 || t.Rounds > most {
		say("tournament-rounds", models.Data{"rounds": t.Rounds}, "%d rounds are not 1 to %d", t.Rounds, most)
	}
	if len(t.Players) > largest {
		say("tournament-large", models.Data{"players": len(t.Players)}, "%d players are more than %d", len(t.Players), largest)
	}
	if !slices.Contains(Methods(), t.Seating) {
		say("tournament-seating", models.Data{"seating": string(t.Seating)}, "no seating is called %q", t.Seating)
	}
	for _, c := range t.Ties {
		if !slices.Contains(Criteria(), c) {
			say("tournament-ties", models.Data{"ties": string(c)}, "no order of equals is called %q", c)
		}
	}
	known, names := map[string]bool{}, map[string]bool{}
	for _, p := range t.Players {
		switch {
		case p.ID == "" || p.Name == "":
			say("tournament-player", nil, "a player has no id or no name")
		case known[p.ID]:
			say("tournament-twice", models.Data{"player": p.Name}, "player %s takes part twice", p.ID)
		case names[p.Name]:
			say("tournament-same-name", models.Data{"player": p.Name}, "two players are called %s: tables tell players apart by their names", p.Name)
		}
		known[p.ID], names[p.Name] = true, true
	}
	for i, r := range t.Played {
		errs = append(errs, r.check(i+1, known))
	}
	for _, p := range t.Penalties {
		if !known[p.Player] {
			say("tournament-stranger", models.Data{"player": p.Player}, "a penalty is given to %q, who does not take part", p.Player)
		}
	}
	return errors.Join(errs...)
}

// check looks at a round: each player sits once, and results are complete.
func (r Round) check(number int, known map[string]bool) error {
	var errs []error
	sits := map[string]bool{}
	for i, table := range r.Tables {
		if n := len(table.Seats); n != 3 && n != 4 {
			errs = append(errs, fmt.Errorf("round %d, table %d: %d players, not 3 or 4", number, i+1, n))
		}
		if n := len(table.Results); n != 0 && n != len(table.Seats) {
			errs = append(errs, fmt.Errorf("round %d, table %d: %d results of %d players", number, i+1, n, len(table.Seats)))
		}
		for _, id := range table.Seats {
			if !known[id] {
				errs = append(errs, models.Refused("tournament-stranger", models.Data{"player": id}, "round %d, table %d: %q does not take part", number, i+1, id))
			}
			if sits[id] {
				errs = append(errs, models.Refused("tournament-two-seats", models.Data{"player": id, "round": number}, "round %d: %q sits at two places", number, id))
			}
			sits[id] = true
		}
	}
	return errors.Join(errs...)
}

// present are the ids of those who play in a round, counted from 1, in the order in which they were registered;
// substitutes come last.
func (t *Tournament) present(round int) (ids []string) {
	for _, substitutes := range []bool{false, true} {
		for _, p := range t.Players {
			if p.Substitute == substitutes && p.plays(round) {
				ids = append(ids, p.ID)
			}
		}
	}
	return ids
}

// Names are the names of players by their ids.
func (t *Tournament) Names(ids []string) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = t.player(id).Name
	}
	return names
}

// Over reports whether every round was drawn and every table has a final result.
func (t *Tournament) Over() bool {
	return len(t.Played) >= t.Rounds && t.Provisional() == 0
}

// Provisional is the first round, counted from 1, with a table whose results are missing or may change; 0 for none.
func (t *Tournament) Provisional() int {
	for i, r := range t.Played {
		if slices.ContainsFunc(r.Tables, func(table Table) bool { return table.Open || len(table.Results) == 0 }) {
			return i + 1
		}
	}
	return 0
}

// Left is what the timer of a round shows at a moment: negative when the time is over, and false without a timer.
func (t *Tournament) Left(round int, now time.Time) (time.Duration, bool) {
	if t.Minutes == 0 || round < 1 || round > len(t.Played) || t.Played[round-1].Started.IsZero() {
		return 0, false
	}
	r := t.Played[round-1]
	return time.Duration(t.Minutes)*time.Minute + r.Paused - now.Sub(r.Started), true
}

// Method says how players are seated.
type Method string

// Methods are all of them.
func Methods() []Method { return []Method{Random, Swiss, Scripted} }

// Criterion is something by which players are ordered, the higher the better.
type Criterion string

// Criteria are all of them.
func Criteria() []Criterion {
	return []Criterion{ByPoints, ByResult, ByScore, ByWins, ByBest, ByLast, ByDirect, ByOpponents}
}

// The methods.
const (
	Random   Method = "random"   // by lot, with as few repeated meetings as can be
	Swiss    Method = "swiss"    // from the top of the standings, the next best who has not been met
	Scripted Method = "scripted" // prescribed
)

func (t *Tournament) player(id string) Player {
	if i := slices.IndexFunc(t.Players, func(p Player) bool { return p.ID == id }); i >= 0 {
		return t.Players[i]
	}
	return Player{}
}

// The criteria.
const (
	ByPoints    Criterion = "points"    // sum of the ranking points, such as 4 2 1 0
	ByResult    Criterion = "result"    // sum of the results, uma and penalties with it
	ByScore     Criterion = "score"     // sum of the scores at the tables
	ByWins      Criterion = "firsts"    // how often first at the table; who shares the first place is first
	ByBest      Criterion = "best"      // best result at one table
	ByLast      Criterion = "last"      // result of the last round, then of the one before, and so on
	ByDirect    Criterion = "direct"    // results at the tables where those who are equal met, summed
	ByOpponents Criterion = "opponents" // sum of what the opponents have by the first criterion
)
