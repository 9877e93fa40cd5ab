package taiwan

import (
	"errors"
	"fmt"

	"jantaku/models"
	"jantaku/scoring/book"
)

// Course is how a match goes on. The dealer stays after a win of his own and after a drawn hand, and counts how often he
// has: that is the N of 連N拉N, which the position keeps as its repeats. Otherwise the deal passes and the count begins
// anew. A drawn hand pays nothing.
//
// Length "full", also the default, is four rounds, "half" two, "east" one; "open" goes on until somebody says stop. Options
// of the match:
//
//	draw_keeps_dealer  yes; no: the deal passes after a drawn hand
//	streak_limit       none; 10: a dealer who has stayed ten times gives the deal away whatever happens
//	winners            two-near-three-all: of two who claim a discard the nearer wins, three win all; all; first
type Course struct{ book.Paid }

var rounds = book.Rounds{Lengths: []book.Length{{Name: "full", Rounds: 4}, {Name: "half", Rounds: 2}, {Name: "east", Rounds: 1}, {Name: "open"}},
	Seats: models.SeatsStay, Moves: book.FourTables}

// longestStreak is how often a dealer stays where clubs limit it.
const longestStreak = 10

// Next gives the position after a hand.
func (Course) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	stays := o.WonBy(p.Dealer) || o.Ending != models.Won && m.Option("draw_keeps_dealer", "yes") == "yes"
	if stays && (m.Option("streak_limit", "none") == "none" || p.Honba < longestStreak) {
		p.Honba++
		return p
	}
	p.Honba = 0
	return rounds.Pass(m, p)
}

// Counters gives every winner the dealer's streak: each of several is paid with it.
func (Course) Counters(_ models.Match, p models.Position, _ models.Outcome, _ models.Place) (honba, sticks int) {
	return p.Honba, 0
}

// Claims says who wins of those who claim a discard.
func (Course) Claims(m models.Match, _ models.Position, _ models.Place, claimants []models.Place) ([]models.Place, string) {
	switch how := m.Option("winners", "two-near-three-all"); {
	case how == "all", how == "two-near-three-all" && len(claimants) > 2:
		return claimants, ""
	}
	return claimants[:1], ""
}

// FalseWin is a win that was none (詐胡), falseTai the tai that it costs, besides the dealer's, to each of the others.
const (
	FalseWin = "false-win"
	falseTai = 8
)

// Penalties are the kinds of the card.
func (Course) Penalties(models.Match) []string { return []string{FalseWin} }

// Penalty lets the offender pay a base and eight tai to each of the others, with the dealer's tai where one of the two
// deals.
func (Course) Penalty(m models.Match, p models.Position, kind string, offender models.Place) (models.Penalty, error) {
	if kind != FalseWin {
		return models.Penalty{}, fmt.Errorf("taiwan-16: there is no penalty %q", kind)
	}
	options, err := optionsOf(m)
	if err != nil {
		return models.Penalty{}, err
	}
	penalty := models.Penalty{Kind: kind, Place: offender}
	for i := range penalty.Points {
		place := models.PlaceAt(i)
		if place == offender || p.At(place) == models.Empty {
			continue
		}
		points := options.base + options.unit*falseTai
		if place == p.Dealer || offender == p.Dealer {
			points += options.unit * streakTai(p.Honba)
		}
		penalty.Points[i] += points
		penalty.Points[offender.Index()] -= points
	}
	return penalty, nil
}

// optionsOf are the options of the book that a match is played with.
func optionsOf(m models.Match) (Options, error) {
	o, err := Profile(m.Profile)
	for key, value := range m.Options {
		err = errors.Join(err, o.Set(key, value))
	}
	return o, err
}

// Ranking gives the score as the result.
func (Course) Ranking(models.Match) models.Ranking { return models.Ranking{Unit: 1, Ties: true} }

// Choices are what a club decides.
func (Course) Choices(models.Match) []models.Choice {
	return append(rounds.Choices(), models.Choice{Key: "draw_keeps_dealer", Values: []string{"yes", "no"}, Default: "yes"},
		models.Choice{Key: "streak_limit", Values: []string{"none", "10"}, Default: "none"},
		models.Choice{Key: "winners", Values: []string{"two-near-three-all", "all", "first"}, Default: "two-near-three-all"})
}

// Check refuses lengths and options that the book does not know, and fewer than four players.
func (c Course) Check(m models.Match) error {
	if len(m.Players) != models.Places {
		return fmt.Errorf("taiwan-16: four play, not %d", len(m.Players))
	}
	return m.CheckCourse(c.Choices(m))
}
