package tournament

import (
	"cmp"
	"math"
	"slices"
)

// Preset is an order of criteria that a tournament may take over. Source is the text that says so; where it is empty no
// published text was found, and the order is ours.
type Preset struct {
	Name   string      `json:"name"`
	Ties   []Criterion `json:"ties"`
	Source string      `json:"source,omitempty"`
}

// Presets are the orders that are known by name.
func Presets() []Preset {
	return []Preset{
		{"points", []Criterion{ByPoints, ByResult}, "MCR tournaments: table points, then the sum of the scores (Mahjong En Seine, online tournament of March 2021, announcement of 4 March 2021)"},
		{"wrc", []Criterion{ByResult}, "World Riichi Championship 2014, errata to the rules: the overall score is the sum of the session scores, penalties taken from it. Of equals no text was found: they share"},
		{"ema", []Criterion{ByResult, ByWins, ByBest}, ""},
		{"result", []Criterion{ByResult, ByWins, ByLast}, ""},
	}
}

// Standing is where a player stands.
type Standing struct {
	Player Player `json:"player"`
	Rank   int    `json:"rank"` // 1 for the best; equals share it
	Rounds int    `json:"rounds"`
	// Sums of what was got at the tables, with the penalties of the director.
	Points float64 `json:"points"`
	Result float64 `json:"result"`
	Score  int     `json:"score"`
	Firsts int     `json:"firsts"`
	Best   float64 `json:"best"`
	// ByRound are the results by round; NaN is not in JSON, so that a round that was not played is nil.
	ByRound []*float64 `json:"by_round"`

	met map[string][]int // rounds in which each other player sat at the table
}

// Standings are those of all players but substitutes, best first. Results that may change are in them: see Provisional.
func (t *Tournament) Standings() []Standing {
	all := map[string]*Standing{}
	for _, p := range t.Players {
		all[p.ID] = &Standing{Player: p, Best: math.Inf(-1), ByRound: make([]*float64, len(t.Played)), met: map[string][]int{}}
	}
	for r, round := range t.Played {
		for _, table := range round.Tables {
			table.count(r, all)
		}
	}
	for _, p := range t.Penalties {
		if s := all[p.Player]; s != nil {
			s.Points, s.Result = exact(s.Points-p.Points), exact(s.Result-p.Result)
		}
	}
	var list []*Standing
	for _, p := range t.Players {
		if s := all[p.ID]; !p.Substitute {
			if math.IsInf(s.Best, -1) {
				s.Best = 0
			}
			list = append(list, s)
		}
	}
	t.order(list, all)
	ranked := make([]Standing, len(list))
	for i, s := range list {
		ranked[i] = *s
	}
	return ranked
}

// count adds what was got at a table in round r, from 0.
func (table Table) count(r int, all map[string]*Standing) {
	for i, id := range table.Seats {
		s := all[id]
		if s == nil || i >= len(table.Results) {
			continue
		}
		got := table.Results[i]
		s.Rounds++
		s.Points, s.Result, s.Score = exact(s.Points+got.Points), exact(s.Result+got.Result), s.Score+got.Score
		s.Best, s.ByRound[r] = max(s.Best, got.Result), &got.Result
		if got.Rank == 1 {
			s.Firsts++
		}
		for _, other := range table.Seats {
			if other != id {
				s.met[other] = append(s.met[other], r)
			}
		}
	}
}

// order sorts by the criteria and gives ranks. Each criterion orders those who are equal by all before it, since who is
// equal decides what "direct" counts.
func (t *Tournament) order(list []*Standing, all map[string]*Standing) {
	groups := [][]*Standing{list}
	for _, c := range t.Ties {
		var next [][]*Standing
		for _, group := range groups {
			next = append(next, t.split(group, c, all)...)
		}
		groups = next
	}
	at := 0
	for _, group := range groups {
		for _, s := range group {
			s.Rank = at + 1
		}
		at += copy(list[at:], group)
	}
}

// split orders a group of equals by a criterion and divides it where that differs.
func (t *Tournament) split(group []*Standing, c Criterion, all map[string]*Standing) (parts [][]*Standing) {
	if len(group) < 2 {
		return [][]*Standing{group}
	}
	values := map[*Standing][]float64{}
	for _, s := range group {
		values[s] = t.value(s, c, group, all)
	}
	sorted := slices.Clone(group)
	slices.SortStableFunc(sorted, func(a, b *Standing) int { return slices.Compare(values[b], values[a]) })
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && slices.Compare(values[sorted[from]], values[sorted[to]]) == 0 {
			to++
		}
		parts = append(parts, sorted[from:to])
		from = to
	}
	return parts
}

// value is what a player has by a criterion among those who are equal: compared number by number.
func (t *Tournament) value(s *Standing, c Criterion, equals []*Standing, all map[string]*Standing) []float64 {
	switch c {
	case ByPoints:
		return []float64{s.Points}
	case ByResult:
		return []float64{s.Result}
	case ByScore:
		return []float64{float64(s.Score)}
	case ByWins:
		return []float64{float64(s.Firsts)}
	case ByBest:
		return []float64{s.Best}
	case ByLast:
		var back []float64
		for _, got := range slices.Backward(s.ByRound) {
			back = append(back, worth(got))
		}
		return back
	case ByDirect:
		return []float64{direct(s, equals)}
	case ByOpponents:
		sum := 0.0
		for id, rounds := range s.met {
			if other := all[id]; other != nil {
				sum += float64(len(rounds)) * t.first(other)
			}
		}
		return []float64{exact(sum)}
	}
	return nil
}

// first is what a player has by the criterion that comes first.
func (t *Tournament) first(s *Standing) float64 {
	if cmp.Or(t.Ties...) == ByPoints {
		return s.Points
	}
	return s.Result
}

// direct sums the results of the rounds in which a player sat with another of the equals.
func direct(s *Standing, equals []*Standing) (sum float64) {
	rounds := map[int]bool{}
	for _, other := range equals {
		for _, r := range s.met[other.Player.ID] {
			rounds[r] = true
		}
	}
	for r := range rounds {
		sum += worth(s.ByRound[r])
	}
	return exact(sum)
}

// worth is the result of a round, and below every other where it was not played.
func worth(got *float64) float64 {
	if got == nil {
		return math.Inf(-1)
	}
	return *got
}

// exact keeps three decimals, as results are told in thousandths: sums in another order are the same.
func exact(x float64) float64 { return math.Round(x*1000) / 1000 }

// TeamStanding is where a team stands.
type TeamStanding struct {
	Team    string  `json:"team"`
	Rank    int     `json:"rank"`
	Players int     `json:"players"`
	Points  float64 `json:"points"`
	Result  float64 `json:"result"`
}

// Teams are the standings of teams: the sums of their players, ordered by the first criterion and then the result.
// Substitutes count for the team in which they play.
func (t *Tournament) Teams() (teams []TeamStanding) {
	index := map[string]int{}
	whole := *t
	whole.Players = slices.Clone(t.Players)
	for i := range whole.Players {
		whole.Players[i].Substitute = whole.Players[i].Substitute && whole.Players[i].Team == ""
	}
	for _, s := range whole.Standings() {
		if s.Player.Team == "" {
			continue
		}
		i, known := index[s.Player.Team]
		if !known {
			i = len(teams)
			index[s.Player.Team] = i
			teams = append(teams, TeamStanding{Team: s.Player.Team})
		}
		teams[i].Players++
		teams[i].Points, teams[i].Result = exact(teams[i].Points+s.Points), exact(teams[i].Result+s.Result)
	}
	first := func(s TeamStanding) float64 {
		if cmp.Or(t.Ties...) == ByPoints {
			return s.Points
		}
		return s.Result
	}
	slices.SortStableFunc(teams, func(a, b TeamStanding) int {
		return cmp.Or(cmp.Compare(first(b), first(a)), cmp.Compare(b.Result, a.Result))
	})
	for i := range teams {
		teams[i].Rank = i + 1
		if i > 0 && first(teams[i]) == first(teams[i-1]) && teams[i].Result == teams[i-1].Result {
			teams[i].Rank = teams[i-1].Rank
		}
	}
	return teams
}
