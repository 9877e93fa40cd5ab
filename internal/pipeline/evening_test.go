package pipeline_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/oracle"
	"jantaku/models"
	"jantaku/scoring"
)

// truth is a hand as it really was.
type truth struct {
	oracle.Hand
	minutes float64 // since the dice
}

// plain reports whether nothing special happened.
func (h truth) plain() bool {
	return h.Win.Flags == 0 && h.Win.Flowers.Count == 0 && h.Win.Riichi == 0 && h.Win.Norths == 0 && len(h.Riichi) == 0
}

// TestAnEveningAtAPlainTable plays hands at a table that tells only shuffle, dice and win
// buttons, with a camera on the hand alone and a referee who answers what is asked, truly,
// and nothing else. It claims that no hand is booked wrongly, and that of a plain hand
// one tap settles all that has no answer of its own.
func TestAnEveningAtAPlainTable(t *testing.T) {
	hands := sharedtest.Count(12, 1500)
	for _, id := range []string{"lingque-29", "lingque-26", "yuque-54", "mcr", "riichi", "riichi for three"} {
		t.Run(id, func(t *testing.T) {
			book := shelf(t, id)
			match := models.Match{Rules: book.Rules.ID(), Course: map[string]string{"seats": "fixed"}}
			if match.Rules == "riichi" {
				match.Course = map[string]string{"bust": "no"}
			}
			if id == "riichi for three" {
				match.Options = map[string]string{"players": "3"}
				match.Players = []models.Player{{ID: "a", Name: "a"}, {ID: "b", Name: "b"}, {ID: "c", Name: "c"}}
			}
			b := newBenchOf(t, match, book, pipeline.Parts{})
			random := rand.New(rand.NewPCG(29, 1))
			asked, taps, plain := map[string]int{}, 0, 0
			for n := range hands {
				h := b.happens(book.Rules, random)
				want, wantPoints := b.worth(book.Rules, h)
				b.shows(h, random)
				said := b.referee(h, asked)
				if b.hands() != n+1 {
					t.Fatalf("hand %d is not recorded: %s; needs %v: %s", n, h.Win.Text(), b.screen.waiting().Needs, b.screen.waiting().Problem)
				}
				entry, _ := b.store.State().LastHand()
				if got := entry.Current().Hand.Results[0]; !scoring.Same(&want, &got) || entry.Points != wantPoints {
					t.Fatalf("hand %d, %s of place %d from %d: booked %v %v, want %v %v", n, h.Win.Text(), h.Place, h.From, got.Fans, entry.Points, want.Fans, wantPoints)
				}
				if taps += said; h.plain() {
					if plain++; said > 1 {
						t.Errorf("a plain hand, %s, took %d taps besides what has an answer of its own", h.Win.Text(), said)
					}
				}
			}
			t.Logf("%d hands, %d of them plain, none wrong; asked: %v; %d taps that are no answer of their own", hands, plain, asked, taps)
			if plain == 0 || plain == hands {
				t.Errorf("%d of %d hands are plain", plain, hands)
			}
		})
	}
}

// happens makes up how a hand really went: an example of the book's table, won by somebody,
// sometimes with what no picture shows.
func (b *bench) happens(rules scoring.Ruleset, r *rand.Rand) truth {
	b.t.Helper()
	rows, position := rules.(scoring.Tabled).Rows(), b.store.State().Position
	special := r.IntN(2) == 0
	for range 10000 {
		w, err := models.ParseText(rows[r.IntN(len(rows))].Example)
		if err != nil {
			b.t.Fatal(err)
		}
		w.Flags, w.Flowers, w.Riichi, w.Norths, w.UraIndicators, w.DoraIndicators = 0, models.FlowerSet{}, 0, 0, nil, nil
		h := truth{oracle.Hand{Place: models.PlaceAt(r.IntN(4)), From: models.PlaceAt(r.IntN(4))}, 1 + 7*r.Float64()}
		for i, m := range w.Melds {
			if m.Kind.IsOpen() && m.Kind != models.Chow {
				w.Melds[i].From = models.Side(1 + r.IntN(3))
			} else if m.Kind == models.Chow {
				w.Melds[i].From = models.Left
			}
		}
		w.Discarder, w.SelfDraw = models.NoSeat, h.From == h.Place
		if special {
			b.special(w, &h, rules, r)
		}
		if rules.ID() == "riichi" {
			w.DoraIndicators = models.Tiles{models.KindAt(r.IntN(models.Kinds))}
			if w.Riichi > 0 {
				w.UraIndicators = models.Tiles{models.KindAt(r.IntN(models.Kinds))}
			}
		}
		h.Win = *w
		switch {
		case w.Flags.Any(models.Heavenly | models.Earthly):
			h.minutes = 1
		case w.Flags.Any(models.LastDraw | models.LastDiscard):
			h.minutes = 8
		}
		if position.At(h.Place) == models.Empty || position.At(h.From) == models.Empty {
			continue
		}
		situated := b.store.Situate(h.Record()).Wins[0].Win
		result, err := rules.Score(&situated)
		if err == nil && situated.Validate() == nil && result.Valid && h.plain() != special &&
			(!w.Flags.Has(models.Heavenly) || position.SeatOf(h.Place) == models.East) {
			return h
		}
	}
	b.t.Fatal("no hand wins")
	return truth{}
}

// special lets something happen that no picture shows.
func (b *bench) special(w *models.Win, h *truth, rules scoring.Ruleset, r *rand.Rand) {
	uses := rules.(scoring.Informed).Facts()
	for range 1 + r.IntN(2) {
		w.Flags |= uses[r.IntN(len(uses))].Fact.Flag()
	}
	if strings.HasPrefix(rules.ID(), "lingque") || rules.ID() == "mcr" {
		w.Flowers.Count = r.IntN(3)
	}
	if rules.ID() == "riichi" {
		if len(w.Melds) == 0 && r.IntN(2) == 0 {
			w.Riichi = 1
			h.Riichi = []models.Place{h.Place}
		}
		if len(b.store.State().Match.Players) == 3 {
			w.Norths = r.IntN(3)
		}
		if other := models.PlaceAt(r.IntN(4)); other != h.Place && b.store.State().Position.At(other) != models.Empty && r.IntN(3) == 0 {
			h.Riichi = append(h.Riichi, other)
		}
	}
}

// worth is what a hand is worth to somebody who knows everything.
func (b *bench) worth(rules scoring.Ruleset, h truth) (scoring.Result, models.Points) {
	b.t.Helper()
	situated := b.store.Situate(h.Record())
	result, err := rules.Score(&situated.Wins[0].Win)
	if err != nil {
		b.t.Fatal(err)
	}
	points, _, err := b.store.State().Preview(situated, result)
	if err != nil {
		b.t.Fatal(err)
	}
	return result, points
}

// shows lets the table and the camera see a hand: the tiles, and of the melds sometimes
// who supplied them; no flowers, no sticks, no wall.
func (b *bench) shows(h truth, r *rand.Rand) {
	b.t.Helper()
	hand := models.Hand{Concealed: append(slices.Clone(h.Win.Concealed), h.Win.Tile), Melds: slices.Clone(h.Win.Melds)}
	if turned := r.IntN(2) == 0; !turned {
		for i := range hand.Melds {
			hand.Melds[i].From = models.NoSide
		}
	}
	b.lens.sight = pipeline.Sight{Reading: models.Reading{Status: models.Accepted, Hand: &hand}}
	for _, e := range after(h.minutes, device.Event{Place: h.Place}) {
		b.press(e)
	}
}

// referee answers what is asked about the hand that waits, and counts it. What has an answer
// of its own (who, which tile, suppliers, indicators) is no tap that a plain hand could save.
func (b *bench) referee(h truth, asked map[string]int) (taps int) {
	b.t.Helper()
	heard := map[string]bool{}
	for range 20 {
		p := b.screen.waiting()
		if p == nil {
			return taps
		}
		for _, need := range p.Needs {
			if !heard[need] {
				asked[need]++
				heard[need] = true
			}
		}
		op, body, err := h.Answer(p.Needs, p.Win.Flags)
		if err != nil {
			b.t.Fatalf("%v: %s", err, p.Problem)
		}
		text, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		if _, err := b.ask(op, string(text)); err != nil {
			b.t.Fatalf("%s %s: %v", op, text, err)
		}
		if op == "confirm" {
			taps++
		}
	}
	b.t.Fatal("asks and asks")
	return 0
}
