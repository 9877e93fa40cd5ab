package ledger

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"jantaku/models"
)

// RankingOf gives how the match's results are made of its scores.
func (s State) RankingOf() models.Ranking {
	if ranked, ok := s.book.Course.(Ranked); ok {
		return ranked.Ranking(s.Match)
	}
	return models.Ranking{Unit: 1, Ties: true}
}

// Standing gives the totals as if the match ended now, best first.
func (s State) Standing() []Total {
	how := s.RankingOf()
	how.Unit = max(how.Unit, 1)
	totals := make([]Total, len(s.Match.Players))
	for i, player := range s.Match.Players {
		totals[i] = Total{Player: player, Score: s.Position.Scores[i]}
	}
	// A stable sort keeps the order of the first deal among equals.
	slices.SortStableFunc(totals, func(a, b Total) int { return b.Score - a.Score })
	first := totals[:min(len(totals), max(equals(totals, 0, how), 1))]
	if s.Finished {
		divide(first, how.LeftSticks*s.Position.Sticks)
	}
	above := 0
	for _, t := range totals {
		if t.Score >= how.Return {
			above++
		}
	}
	if above < len(how.Floating) {
		how.Uma = how.Floating[above]
	}
	for from, to := 0, len(first); from < len(totals); {
		share(totals, from, to, how)
		from = to
		to = from + equals(totals, from, how)
	}
	atEnd, people := s.penaltiesAtEnd(), s.played()
	for i := range totals {
		t := &totals[i]
		t.Penalty = float64(atEnd[t.Player.ID]) / float64(how.Unit)
		t.Result = round1000(float64(t.Score-how.Return)/float64(how.Unit) + t.Uma + t.Oka - t.Penalty)
		if how.Tanh != 0 {
			t.Result = reduced(totals, i, how)
		}
		number := slices.IndexFunc(s.Match.Players, func(p models.Player) bool { return p.ID == t.Player.ID })
		t.Shares = t.shareOut(people[number], how)
	}
	return totals
}

// equals counts those who share the rank of the one at from.
func equals(totals []Total, from int, how models.Ranking) int {
	n := min(1, len(totals)-from)
	for n > 0 && from+n < len(totals) && how.Ties && totals[from+n].Score == totals[from].Score {
		n++
	}
	return n
}

// divide gives points to the players in equal parts of hundreds, the rest to the first of them.
func divide(totals []Total, points int) {
	if len(totals) == 0 {
		return
	}
	part := points / len(totals) / 100 * 100
	for i := range totals {
		totals[i].Score += part
	}
	totals[0].Score += points - part*len(totals)
}

// share gives the players from rank from+1 to to, who are equal, the mean of what
// their ranks get.
func share(totals []Total, from, to int, how models.Ranking) {
	mean := func(by []float64) (sum float64) {
		for i := from; i < min(to, len(by)); i++ {
			sum += by[i]
		}
		return round1000(sum / float64(to-from))
	}
	for i := from; i < to; i++ {
		totals[i].Rank = from + 1
		totals[i].Uma, totals[i].Points = mean(how.Uma), mean(how.Points)
		totals[i].Oka = mean([]float64{how.Oka})
	}
}

// reduced is Lingque's 约化分数 (edition 26, optional): α times the sum over the others of
// tanh((own − other) / (T0 √n)). The book prints the difference the other way round, which
// gives the leader the lowest value: α is then negative.
func reduced(totals []Total, of int, how models.Ranking) (sum float64) {
	for _, other := range totals {
		sum += math.Tanh(float64(totals[of].Score-other.Score) / (how.Tanh * math.Sqrt(float64(len(totals)))))
	}
	return round1000(cmp.Or(how.Alpha, 1) * sum)
}

// Placing is what a player gets for the rank alone: ranking points, or uma with oka (順位点).
func (t Total) Placing(how models.Ranking) float64 {
	if len(how.Points) > 0 {
		return t.Points
	}
	return round1000(t.Uma + t.Oka)
}

func (s State) penaltiesAtEnd() map[string]int {
	by := map[string]int{}
	for _, e := range s.Entries {
		if e.Kind != PenaltyGiven || !e.Counts() {
			continue
		}
		if p := e.Current().Penalty; e.Before.At(p.Place) != models.Empty {
			by[s.Match.Players[e.Before.At(p.Place)].ID] += p.AtEnd
		}
	}
	return by
}

// round1000 keeps three decimals, so that thirds and tanh print alike everywhere.
func round1000(x float64) float64 { return math.Round(x*1000) / 1000 }

// played are the people of each number, in the order in which they played, with their hands, the points of these
// and of penalties, and penalties at the end, in points.
func (s State) played() [models.Places][]Share {
	var all [models.Places][]Share
	of := func(n int, p models.Player) *Share {
		i := slices.IndexFunc(all[n], func(one Share) bool { return one.Player.ID == p.ID })
		if i < 0 {
			i = len(all[n])
			all[n] = append(all[n], Share{Player: p})
		}
		return &all[n][i]
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if !e.Counts() || e.Kind != HandPlayed && e.Kind != PenaltyGiven {
			continue
		}
		deltas := e.Deltas()
		for n, p := range e.Players {
			if e.Kind == HandPlayed {
				of(n, p).Hands++
			}
			if deltas[n] != 0 {
				of(n, p).Score += deltas[n]
			}
		}
		if p := e.Current().Penalty; e.Kind == PenaltyGiven && p.AtEnd != 0 && e.Before.At(p.Place) != models.Empty {
			n := e.Before.At(p.Place)
			of(n, e.Players[n]).Penalty += float64(p.AtEnd)
		}
	}
	return all
}

// shareOut divides a total among those who played as its number; nil where only the player of now did.
func (t Total) shareOut(people []Share, how models.Ranking) []Share {
	if len(people) == 0 || len(people) == 1 && people[0].Player.ID == t.Player.ID {
		return nil
	}
	hands, points, most := 0, 0, 0
	for i, p := range people {
		hands, points = hands+p.Hands, points+p.Score
		if p.Hands >= people[most].Hands {
			most = i
		}
	}
	people = slices.Clone(people)
	people[most].Rank = t.Rank
	rest := t
	rest.Score -= points
	left, result, ranking := rest.Score, t.Result, t.Points
	for i := range people {
		p := &people[i]
		part := 1 / float64(len(people))
		if hands > 0 {
			part = float64(p.Hands) / float64(hands)
		}
		own := float64(p.Score)/float64(how.Unit) - p.Penalty/float64(how.Unit)
		p.Penalty /= float64(how.Unit)
		share := int(float64(rest.Score) * part)
		p.Result = round1000(own + (t.Result-float64(points)/float64(how.Unit)+t.Penalty)*part)
		if how.Tanh != 0 {
			p.Result = round1000(t.Result * part)
		}
		p.Points = round1000(t.Points * part)
		if i == len(people)-1 { // what was rounded away: the parts add up to the total
			share, p.Result, p.Points = left, round1000(result), round1000(ranking)
		}
		p.Score += share
		left, result, ranking = left-share, result-p.Result, ranking-p.Points
	}
	return people
}

// Names are the names of those who played as the number of a total, in the order in which they played.
func (t Total) Names() string {
	if len(t.Shares) == 0 {
		return t.Player.Name
	}
	var names []string
	for _, share := range t.Shares {
		names = append(names, share.Player.Name)
	}
	return strings.Join(names, " / ")
}
