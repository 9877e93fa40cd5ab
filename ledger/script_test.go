package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

var ctx = context.Background()

// shelf holds the real rule books.
func shelf(m models.Match) (ledger.Book, error) {
	book, err := books.Find(m.Rules)
	if err != nil {
		return ledger.Book{}, err
	}
	rules, err := books.Open(m.Rules, m.Profile, m.Options)
	return ledger.Book{Rules: rules, Course: book.Course}, err
}

// TestScriptedMatches plays the matches of testdata: what happens, and the scores worked
// out by hand from the rule books.
func TestScriptedMatches(t *testing.T) {
	files, err := filepath.Glob("testdata/matches/*.txt")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			l := playScript(t, file)
			report, err := l.Replay(ctx, true)
			if err != nil || len(report.Faults) > 0 || report.Unscored > 0 {
				t.Errorf("replay: %+v %v", report, err)
			}
		})
	}
}

// playScript plays a script into a new ledger.
func playScript(t *testing.T, file string) *ledger.Ledger {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	l, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "club.jantaku"), ledger.WithShelf(shelf),
		ledger.WithLog(slog.New(slog.DiscardHandler)), ledger.WithClock(func() time.Time { return at }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &script{t: t, l: l}
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 {
			if err := s.step(words); err != nil {
				t.Fatalf("%s:%d: %s: %v", file, i+1, strings.TrimSpace(line), err)
			}
		}
	}
	return l
}

// script is a match that is being played from text.
type script struct {
	t     *testing.T
	l     *ledger.Ledger
	match models.Match
	hands int
}

var referee = models.Author{Source: "script", By: "referee", Why: "as written"}

func (s *script) step(words []string) (err error) {
	switch state := s.l.State(); words[0] {
	case "rules":
		s.match = models.Match{ID: "scripted", Rules: words[1], Course: map[string]string{}}
		for _, word := range words[2:] {
			switch key, value, _ := strings.Cut(word, "="); key {
			case "length":
				s.match.Length = value
			case "profile":
				s.match.Profile = value
			default:
				s.match.Course[key] = value
			}
		}
	case "players":
		for _, name := range words[1:] {
			s.match.Players = append(s.match.Players, models.Player{ID: name, Name: name})
		}
		_, err = s.l.StartMatch(ctx, referee, s.match)
	case "win", "draw", "abort":
		var h models.HandRecord
		if h, err = s.hand(state, words); err == nil {
			err = s.append(h)
		}
	case "also": // what happened next in the hand that goes on
		var h models.HandRecord
		if h, err = s.hand(state, words[1:]); err == nil {
			err = s.also(state.Continue(h))
		}
	case "correct", "overrule": // the books were wrong, or the ruling changed
		number, _ := strconv.Atoi(words[1])
		e, _ := state.Hand(number)
		state.Position = e.Before // names mean who sat where then
		var h models.HandRecord
		if h, err = s.hand(state, words[2:]); err == nil {
			later := map[string]ledger.Later{"correct": ledger.Replay, "overrule": ledger.Stand}[words[0]]
			_, err = s.l.Correct(ctx, referee, "", later, ledger.HandCorrection(e.ID, h))
		}
	case "undo":
		_, err = s.l.Undo(ctx, referee, "")
	case "redo":
		_, err = s.l.Redo(ctx, referee, "")
	case "penalty":
		err = s.penalty(state, words)
	case "cancel":
		_, err = s.l.Correct(ctx, referee, "", ledger.Replay, ledger.Revocation(state.Entries[len(state.Entries)-1].ID))
	case "finished":
		if !state.Finished {
			err = errors.New("the match goes on")
		}
	default:
		err = s.expect(state, words)
	}
	return err
}

func (s *script) place(state ledger.State, name string) models.Place {
	for n, player := range state.Match.Players {
		if player.Name == name {
			return state.Position.PlaceOfPlayer(n)
		}
	}
	s.t.Fatalf("no player %q", name)
	return 0
}

// hand reads: win A [+ B] [from C] [laid D...] [ready nobody|E|E=[555z]/123m...!gone...] : hand ; hand
func (s *script) hand(state ledger.State, words []string) (h models.HandRecord, err error) {
	h.Ending = map[string]models.Ending{"win": models.Won, "draw": models.Drawn, "abort": models.Aborted}[words[0]]
	into := words[0]
	for i := 1; i < len(words); i++ {
		switch word := words[i]; {
		case word == ":":
			return h, s.tiles(&h, strings.Join(words[i+1:], " "))
		case slices.Contains([]string{"from", "laid", "ready", "nagashi"}, word):
			into = word
		case word == "+":
		case into == "win":
			h.Winners = append(h.Winners, s.place(state, word))
		case into == "from":
			h.From = s.place(state, word)
		case into == "laid":
			h.Riichi = append(h.Riichi, s.place(state, word))
		case into == "nagashi":
			h.Nagashi = append(h.Nagashi, s.place(state, word))
		case into == "ready":
			if h.Ready == nil {
				h.Ready = []models.Ready{}
			}
			if word != "nobody" {
				ready, err := s.ready(state, word)
				if err != nil {
					return h, err
				}
				h.Ready = append(h.Ready, ready)
			}
		case into == "abort":
			h.Reason = word
		}
	}
	return h, nil
}

// ready reads who showed which hand, and which of its waits are gone ("none" for none).
func (s *script) ready(state ledger.State, word string) (r models.Ready, err error) {
	name, text, shown := strings.Cut(word, "=")
	text, gone, said := strings.Cut(text, "!")
	r.Place = s.place(state, name)
	if said {
		r.Gone = &models.Tiles{}
		if gone != "none" {
			*r.Gone, err = models.ParseTiles(gone)
		}
	}
	if shown && err == nil {
		r.Hand, err = models.ParseHand(strings.ReplaceAll(text, "/", " "))
	}
	return r, err
}

func (s *script) tiles(h *models.HandRecord, text string) error {
	for i, hand := range strings.Split(text, ";") {
		w, err := models.ParseTextOf(s.l.State().HandSize(), hand)
		if err != nil {
			return err
		}
		h.Wins = append(h.Wins, models.WinRecord{Place: h.Winners[i], Win: *w})
	}
	return nil
}

// append situates, scores and records a hand as the pipeline does.
func (s *script) append(h models.HandRecord) error {
	s.hands++
	h.ID = fmt.Sprint("hand ", s.hands)
	h = s.l.Situate(h)
	var results []scoring.Result
	for i := range h.Wins {
		result, err := s.l.State().Score(&h.Wins[i].Win)
		if err != nil {
			return err
		}
		results = append(results, result)
	}
	points, after, err := s.l.State().Preview(h, results...)
	if err != nil {
		return err
	}
	state, err := s.l.Append(ctx, referee, h, results...)
	if last, _ := s.l.State().LastHand(); err == nil && (last.Points != points || state.Position != after) {
		err = fmt.Errorf("the preview promised %v and %+v", points, after)
	}
	return err
}

// also records what happened next in a hand.
func (s *script) also(h models.HandRecord) error {
	s.hands++
	h.ID = fmt.Sprint("hand ", s.hands)
	h = s.l.Situate(h)
	before := s.l.State().Position
	change, err := s.l.Preview(h)
	if err != nil {
		return err
	}
	state, err := s.l.Append(ctx, referee, h)
	if after := before.Pay(change); err == nil && after.Scores != state.Position.Scores {
		err = fmt.Errorf("the preview promised %v", change)
	}
	return err
}

func (s *script) penalty(state ledger.State, words []string) error {
	p := models.Penalty{Kind: "free", Place: s.place(state, words[1])}
	if points, err := strconv.Atoi(words[2]); err == nil {
		p.Points[p.Place.Index()] = -points
	} else if p, err = state.PenaltyFor(words[2], p.Place); err != nil {
		return err
	}
	_, err := s.l.Penalize(ctx, referee, "", p)
	return err
}

// expect compares: scores, at, over, result.
func (s *script) expect(state ledger.State, words []string) error {
	got, p := "", state.Position
	switch want := strings.Join(words[1:], " "); words[0] {
	case "scores":
		got = strings.Trim(fmt.Sprint(p.Scores[:len(state.Match.Players)]), "[]")
	case "at":
		got = fmt.Sprintf("%d-%d dealer %s", p.Round, p.Deal, state.Match.Players[p.At(p.Dealer)].Name)
		if strings.Contains(want, "honba") {
			got += fmt.Sprintf(" honba %d sticks %d", p.Honba, p.Sticks)
		}
	case "over":
		got = p.Over
	case "result":
		for _, total := range state.Totals {
			if total.Player.Name == words[1] {
				got = fmt.Sprintf("%s %d %g", words[1], total.Rank, total.Result)
				if len(words) > 4 {
					got += fmt.Sprintf(" %g", total.Points)
				}
			}
		}
	default:
		return fmt.Errorf("unknown word %q", words[0])
	}
	if want := strings.Join(words[1:], " "); got != want {
		return fmt.Errorf("got %q", got)
	}
	return nil
}
