// Package play lets the program's own players play matches into the books of a table, with the corrections, penalties and
// undos that referees make: tables for trying a league out, for its soak and for its tests. Nothing is drawn or seen.
package play

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"jantaku/internal/referee"
	"jantaku/laboratory/players"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/course"
)

// Table plays at the books of one table.
type Table struct {
	Books *ledger.Ledger
	// Rules and Profile are what is played; Names are those who play, four of them in each match.
	Rules, Profile string
	Length         string
	Names          []string
	// Mistakes is how often a referee changes something after a hand, 0 to 1.
	Mistakes float64
	// Blind keeps no courses: nobody saw how the hands were played.
	Blind bool

	random *rand.Rand
	seed   uint64
	club   *players.Table
	match  string // of club
	played int
}

// New seats players at books. The same seed plays the same.
func New(books *ledger.Ledger, rules, profile string, names []string, seed uint64) *Table {
	return &Table{Books: books, Rules: rules, Profile: profile, Names: names, Mistakes: .1, random: rand.New(rand.NewPCG(seed, 54)), seed: seed}
}

// author is who signs.
func author(by string) models.Author { return models.Author{Source: "players", By: by} }

// Hand plays a hand and books it, and starts a match before it where none is being played. Sometimes a referee changes
// something after it.
func (t *Table) Hand(ctx context.Context) error {
	if _, playing := t.Books.Table(); !playing {
		if err := t.begin(ctx); err != nil {
			return err
		}
	}
	state := t.Books.State()
	if err := t.sit(state.Match); err != nil {
		return err
	}
	if state.Position.Seating != "" { // they sit as the rule book has it
		if _, err := t.Books.Correct(ctx, author(""), state.Match.ID, ledger.Stand, ledger.SeatCorrection(state.Position.Seats, "")); err != nil {
			return fmt.Errorf("play: %w", err)
		}
		state = t.Books.State()
	}
	record, ending, err := t.club.Play(state.Position)
	if err != nil {
		return err
	}
	t.played++
	h := models.HandRecord{ID: fmt.Sprintf("%s-%d", state.Match.ID, t.played), Outcome: ending.Outcome}
	if !t.Blind {
		h.Course = record
		record.ID = h.ID
	}
	for i, place := range ending.Outcome.Winners {
		h.Wins = append(h.Wins, models.WinRecord{Place: place, Win: ending.Wins[i]})
	}
	if _, err := t.Books.Append(ctx, author(""), h, ending.Results...); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	if t.random.Float64() < t.Mistakes {
		return t.referee(ctx)
	}
	return nil
}

// begin starts a match of four of the names.
func (t *Table) begin(ctx context.Context) error {
	order := t.random.Perm(len(t.Names))
	m := models.Match{Rules: t.Rules, Profile: t.Profile, Length: t.Length}
	for _, n := range order[:models.Places] {
		m.Players = append(m.Players, models.Player{ID: t.Names[n], Name: t.Names[n]})
	}
	_, err := t.Books.StartMatch(ctx, author(""), m)
	return err
}

// sit gives the players their match.
func (t *Table) sit(m models.Match) error {
	if t.match == m.ID {
		return nil
	}
	book, err := referee.Shelf(m)
	if err != nil {
		return err
	}
	manners, err := course.MannersOf(book.Rules)
	if err != nil {
		return err
	}
	going, ok := book.Course.(players.Going)
	if !ok {
		return fmt.Errorf("play: nobody can play %s", m.Rules)
	}
	t.seed++
	t.club, err = players.New(book.Rules, going, m, manners, t.seed)
	t.match = m.ID
	return err
}

// referee changes something: a penalty is imposed, the last hand corrected, revoked or taken back and brought back.
func (t *Table) referee(ctx context.Context) error {
	state := t.Books.State()
	last, ok := state.LastHand()
	if !ok {
		return nil
	}
	by := author("referee")
	var err error
	switch t.random.IntN(6) {
	case 5: // somebody else plays on
		who := t.random.IntN(len(state.Match.Players))
		for _, name := range t.Names {
			if !slices.ContainsFunc(state.Match.Players, func(p models.Player) bool { return p.Name == name }) {
				_, err = t.Books.Correct(ctx, by, state.Match.ID, ledger.Stand, ledger.SubstitutionOf(who, name, ""))
				break
			}
		}
	case 0:
		p := models.Penalty{Kind: "free", Place: models.PlaceAt(t.random.IntN(models.Places))}
		if state.Position.At(p.Place) == models.Empty {
			return nil
		}
		p.Points[p.Place.Index()] = -100 * (1 + t.random.IntN(10))
		_, err = t.Books.Penalize(ctx, by, "", p)
	case 1:
		_, err = t.Books.Correct(ctx, by, state.Match.ID, ledger.Stand, ledger.Revocation(last.ID))
	case 2:
		h := last.Current().Hand.HandRecord
		h.Outcome, h.Wins = models.Outcome{Ending: models.Drawn, Riichi: h.Riichi}, nil
		_, err = t.Books.Correct(ctx, by, state.Match.ID, ledger.Stand, ledger.HandCorrection(last.ID, h))
	default:
		if _, err = t.Books.Correct(ctx, by, state.Match.ID, ledger.Stand, ledger.Undoing()); err == nil {
			_, err = t.Books.Correct(ctx, by, state.Match.ID, ledger.Stand, ledger.Redoing())
		}
	}
	if err != nil {
		return fmt.Errorf("play: referee: %w", err)
	}
	return nil
}
