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
	"jantaku/models"
	"jantaku/scoring"
)

// truth is a hand as it really was.
type truth struct {
	place, from models.Place // equal on a self-draw
	win         models.Win
	riichi      []models.Place
	minutes     float64 // since the dice
}

// plain reports whether nothing special happened.
func (h truth) plain() bool {
	return h.win.Flags == 0 && h.win.Flowers.Count == 0 && h.win.Riichi == 0 && len(h.riichi) == 0
}

// TestAnEveningAtAPlainTable plays hands at a table that tells only shuffle, dice and win
// buttons, with a camera on the hand alone and a referee who answers what is asked, truly,
// and nothing else. It claims that no hand is booked wrongly, and that of a plain hand
// one tap settles all that has no answer of its own.
func TestAnEveningAtAPlainTable(t *testing.T) {
	hands := 30
	switch {
	case testing.Short():
		hands = 6
	case sharedtest.Night():
		hands = 1500
	}
	for _, id := range []string{"lingque-29", "lingque-26", "yuque-54", "mcr", "riichi"} {
		t.Run(id, func(t *testing.T) {
			book := shelf(t, id)
			match := models.Match{Rules: id, Course: map[string]string{"seats": "fixed"}}
			if id == "riichi" {
				match.Course = map[string]string{"bust": "no"}
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
					t.Fatalf("hand %d is not recorded: %s; needs %v: %s", n, h.win.Text(), b.screen.waiting().Needs, b.screen.waiting().Problem)
				}
				entry, _ := b.store.State().LastHand()
				if got := entry.Current().Hand.Results[0]; !scoring.Same(&want, &got) || entry.Points != wantPoints {
					t.Fatalf("hand %d, %s of place %d from %d: booked %v %v, want %v %v", n, h.win.Text(), h.place, h.from, got.Fans, entry.Points, want.Fans, wantPoints)
				}
				if taps += said; h.plain() {
					if plain++; said > 1 {
						t.Errorf("a plain hand, %s, took %d taps besides what has an answer of its own", h.win.Text(), said)
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
		h := truth{place: models.PlaceAt(r.IntN(4)), from: models.PlaceAt(r.IntN(4)), minutes: 1 + 7*r.Float64()}
		for i, m := range w.Melds {
			if m.Kind.IsOpen() && m.Kind != models.Chow {
				w.Melds[i].From = models.Side(1 + r.IntN(3))
			} else if m.Kind == models.Chow {
				w.Melds[i].From = models.Left
			}
		}
		w.Discarder, w.SelfDraw = models.NoSeat, h.from == h.place
		if special {
			b.special(w, &h, rules, r)
		}
		if rules.ID() == "riichi" {
			w.DoraIndicators = models.Tiles{models.KindAt(r.IntN(models.Kinds))}
			if w.Riichi > 0 {
				w.UraIndicators = models.Tiles{models.KindAt(r.IntN(models.Kinds))}
			}
		}
		h.win = *w
		switch {
		case w.Flags.Any(models.Heavenly | models.Earthly):
			h.minutes = 1
		case w.Flags.Any(models.LastDraw | models.LastDiscard):
			h.minutes = 8
		}
		situated := b.store.Situate(h.record()).Wins[0].Win
		result, err := rules.Score(&situated)
		if err == nil && situated.Validate() == nil && result.Valid && h.plain() != special &&
			(!w.Flags.Has(models.Heavenly) || position.SeatOf(h.place) == models.East) && position.At(h.place) != models.Empty {
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
			h.riichi = []models.Place{h.place}
		}
		if other := models.PlaceAt(r.IntN(4)); other != h.place && r.IntN(3) == 0 {
			h.riichi = append(h.riichi, other)
		}
	}
}

// record is the hand as somebody would record it who knows everything.
func (h truth) record() models.HandRecord {
	r := models.HandRecord{ID: "truth", Wins: []models.WinRecord{{Place: h.place, Win: h.win}},
		Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{h.place}, Riichi: h.riichi, Ready: []models.Ready{}}}
	if h.from != h.place {
		r.From = h.from
	}
	return r
}

// worth is what a hand is worth to somebody who knows everything.
func (b *bench) worth(rules scoring.Ruleset, h truth) (scoring.Result, models.Points) {
	b.t.Helper()
	situated := b.store.Situate(h.record())
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
	hand := models.Hand{Concealed: append(slices.Clone(h.win.Concealed), h.win.Tile), Melds: slices.Clone(h.win.Melds)}
	if turned := r.IntN(2) == 0; !turned {
		for i := range hand.Melds {
			hand.Melds[i].From = models.NoSide
		}
	}
	b.lens.sight = pipeline.Sight{Reading: models.Reading{Status: models.Accepted, Hand: &hand}}
	for _, e := range after(h.minutes, device.Event{Place: h.place}) {
		b.press(e)
	}
}

// referee answers what is asked about the hand that waits, and counts it. What has an answer
// of its own (who, which tile, suppliers, indicators) is no tap that a plain hand could save.
func (b *bench) referee(h truth, asked map[string]int) (taps int) {
	b.t.Helper()
	say := func(op string, body map[string]any) {
		b.t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		if _, err := b.ask(op, string(text)); err != nil {
			b.t.Fatalf("%s %s: %v", op, text, err)
		}
	}
	heard := map[string]bool{}
	for range 20 {
		p := b.screen.waiting()
		if p == nil {
			return taps
		}
		var plain []string
		win, answer := map[string]any{}, map[string]any{}
		flags := p.Win.Flags
		for _, need := range p.Needs {
			if !heard[need] {
				asked[need]++
				heard[need] = true
			}
			fact := models.Fact(need)
			switch {
			case need == "from":
				answer["from"] = h.from
			case need == "hand": // it wins by what nobody has said yet
			case need == "tile":
				answer["tile"] = h.win.Tile
			case fact == models.FactSuppliers || fact == models.FactOrder:
				win["melds"] = h.win.Melds
				plain = append(plain, "call-order") // they stand as they were called
			case fact == models.FactDora:
				win["dora_indicators"] = h.win.DoraIndicators
			case fact == models.FactUra:
				win["ura_indicators"] = h.win.UraIndicators
			case fact == models.FactFlowers && h.win.Flowers.Count > 0:
				win["flowers"] = h.win.Flowers.Count
			case fact == models.FactRiichi && len(h.riichi) > 0:
				answer["riichi"] = h.riichi
			case h.win.Flags.Any(fact.Flag()):
				flags |= fact.Flag()
				win["flags"] = flags.Names()
			case fact.Plain():
				plain = append(plain, need)
			default:
				b.t.Fatalf("asked for %q, and only a confirmation helps: %s", need, p.Problem)
			}
		}
		if len(win) > 0 {
			answer["win"] = win
		}
		if len(answer) > 0 { // what can be answered, and then a look at what is left
			say("amend", answer)
			continue
		}
		say("confirm", map[string]any{"as_shown": plain})
		taps++
	}
	b.t.Fatal("asks and asks")
	return 0
}
