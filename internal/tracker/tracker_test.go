package tracker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring/riichi"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// tenhou is riichi as the records were played, made once for all tests.
var tenhou = sync.OnceValues(func() (*riichi.Rules, error) {
	options, err := riichi.Profile("tenhou")
	if err != nil {
		return nil, err
	}
	return riichi.New(options)
})

// rules are those of riichi as the records were played.
func rules(t testing.TB) Rules {
	t.Helper()
	book, err := tenhou()
	if err != nil {
		t.Fatal(err)
	}
	complete := func(w *models.Win) bool {
		plain := *w
		plain.Seat, plain.Round = models.East, models.East
		r, err := book.Score(&plain)
		return err == nil && r.Win
	}
	return Rules{
		Game: &prior.Game{Complete: complete, Rules: "riichi", Players: 4, Riichi: true,
			Wall:       prior.Wall{Tiles: 136, Dead: 14, Red: true, DeadReplaces: true},
			Indicators: prior.Indicators{Dora: true, Ura: true}, Calls: prior.Calls{Chows: true, Turned: true},
			Ends: prior.Ends{Heaven: true, Earthly: prior.FirstTurn, Ippatsu: true, Heads: 3, Nagashi: true, Aborts: prior.Aborts{FourWinds: true, FourRiichi: true, FourKongs: true, NineTerminals: true, TripleRon: true}}},
		Effects: effects{book}, Counted: true, Possible: func(*models.Record) error { return nil },
		Waits:  func(*verdict.SettledHand) bool { return true },
		Reason: func(word string) (models.Ending, string) { return models.Drawn, word },
	}
}

// effects are those of a rule book on a win.
type effects struct{ book *riichi.Rules }

func (e effects) Of(v *verdict.Verdict) string {
	text := fmt.Sprint(v.How, v.Reason, v.Riichi)
	for i := range v.Wins {
		w := v.Wins[i].Win
		if w.Validate() != nil {
			return ""
		}
		r, err := e.book.Score(&w)
		if err != nil || !r.Valid {
			return ""
		}
		text += fmt.Sprint(v.Wins[i].Place, v.Wins[i].From, r.Fans, r.Payments, r.Points)
	}
	return text
}

func (effects) Pays(models.Seat, *verdict.Shown, *verdict.Verdict) string { return "" }

// records reads the first real hands.
func records(t testing.TB, n int) (all []*models.Record) {
	t.Helper()
	for i, line := range sharedtest.RealHands(t) {
		if i == n {
			break
		}
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// shortHand is a real hand of riichi that is soon won, with a stick: half as many changes of the table as most have.
func shortHand(t testing.TB) *models.Record {
	t.Helper()
	const at = 12
	return records(t, at+1)[at]
}

// books have the position before a record.
type books struct {
	state      models.MatchState
	impossible error // why no course can have happened
}

func (b *books) possible(*models.Record) error { return b.impossible }

func (b *books) Table() (models.MatchState, bool) { return b.state, true }

func (b *books) before(r *models.Record) {
	b.state = models.MatchState{Match: models.Match{Rules: "riichi"},
		Position: models.Position{Round: r.Round.Index() + 1, Deal: 1, Dealer: r.Dealer, Honba: r.Honba, Sticks: r.Sticks, Seats: [4]int{0, 1, 2, 3}, Scores: r.Scores}}
}

// newFollow follows hands by the rules of riichi.
func newFollow(t testing.TB) (*Follow, *books) {
	b := &books{}
	all := rules(t)
	all.Possible = b.possible
	return New(Config{Books: b, Rules: func(models.Match) (Rules, error) { return all, nil }, MaxError: .005, Log: slog.New(slog.DiscardHandler)}), b
}

// told are the changes of a hand up to its end, and its truth.
func told(t testing.TB, r *models.Record, faults trial.Faults, seed uint64) ([]watch.Change, *verdict.Verdict) {
	t.Helper()
	g := rules(t).Game
	truth, err := trial.Play(g, r)
	if err != nil {
		t.Fatal(err)
	}
	changes := trial.Tell(g, truth, faults, rand.New(rand.NewPCG(5, seed))).Changes
	return slices.DeleteFunc(changes, func(c watch.Change) bool { return c.Kind == watch.Swept }), &truth.Verdict
}

// show lets a hand be followed as its changes come.
func show(f *Follow, changes []watch.Change) (won []models.Place) {
	for i := range changes {
		won = append(won, f.Hear(context.Background(), changes[i:i+1], false).Won...)
	}
	return won
}

// TestWhatACourseKnowsOfRealWinsIsTrue claims that facts of real hands that are surely
// known are right, whatever faults the eye had, and that without faults all are known.
func TestWhatACourseKnowsOfRealWinsIsTrue(t *testing.T) {
	n := 2
	if sharedtest.Night() {
		n = 24
	}
	for name, faults := range map[string]trial.Faults{"an eye without faults": {}, "an eye with faults": trial.Usual()} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // to wait for nothing
				f, b := newFollow(t)
				wins, known, open := 0, 0, 0
				for i, r := range records(t, n) {
					changes, truth := told(t, r, faults, uint64(i))
					b.before(r)
					f.Begins(t.Context(), true, time.Now())
					show(f, changes)
					for j := range truth.Wins {
						won := &truth.Wins[j]
						c := f.Course(t.Context(), won.Place, false)
						wins++
						if c == nil {
							open++
							if faults == (trial.Faults{}) {
								t.Errorf("%s: nothing is known", r.ID)
							}
							continue
						}
						for _, fact := range f.facts(c.Record, won) {
							says := fact.says(&verdict.Verdict{Riichi: c.Sticks}, &verdict.Won{From: c.From, Win: c.Win})
							switch is := fact.says(truth, won); {
							case c.Sure[fact.fact] < 1-f.MaxError:
								open++
							case says != is:
								t.Errorf("%s: %s surely %q, truly %q", r.ID, fact.fact, says, is)
							default:
								known++
							}
						}
					}
				}
				t.Logf("%d wins: %d facts known and right, %d open", wins, known, open)
			})
		})
	}
}

func TestAHandThatWasNotSeenFromItsBeginningIsOnlyProposed(t *testing.T) {
	r := shortHand(t)
	changes, truth := told(t, r, trial.Faults{}, 0)
	at := truth.Wins[0].Place
	half := len(changes) / 2
	for name, begin := range map[string]func(f *Follow){
		"nobody said when it began": func(f *Follow) { show(f, changes) },
		"the lens was covered for a while": func(f *Follow) {
			f.Begins(t.Context(), true, time.Now())
			show(f, changes[:half])
			show(f, []watch.Change{{Kind: watch.Warned, Warning: watch.LensCovered, Told: 100 * time.Second}, {Kind: watch.Warned, Told: 110 * time.Second}})
			show(f, changes[half:])
		},
		"the lens was covered, and the camera moved then": func(f *Follow) {
			f.Begins(t.Context(), true, time.Now())
			show(f, changes[:half])
			show(f, []watch.Change{{Kind: watch.Warned, Warning: watch.LensCovered, Told: 100 * time.Second},
				{Kind: watch.Warned, Warning: watch.CameraMoved, Told: 109 * time.Second}, {Kind: watch.Warned, Told: 110 * time.Second}})
			show(f, changes[half:])
		},
		"the lens was covered before it began, and long after": func(f *Follow) {
			show(f, []watch.Change{{Kind: watch.Warned, Warning: watch.LensCovered, Told: 10 * time.Second}})
			f.Begins(t.Context(), true, time.Now())
			time.Sleep(time.Minute)
			show(f, []watch.Change{{Kind: watch.Warned, Told: 70 * time.Second}})
			show(f, changes)
		},
		"its beginning was told late": func(f *Follow) {
			show(f, changes[:half])
			f.Begins(t.Context(), true, time.Now().Add(-20*time.Second))
			show(f, changes)
		},
		"the lens is covered just now": func(f *Follow) {
			f.Begins(t.Context(), true, time.Now())
			show(f, changes)
			show(f, []watch.Change{{Kind: watch.Warned, Warning: watch.LensCovered, Told: 500 * time.Second}})
		},
		"nothing explains the table since the deal": func(f *Follow) {
			f.Begins(t.Context(), true, time.Now())
			show(f, []watch.Change{{Kind: watch.Warned, Warning: watch.Unexplained, Told: time.Second}})
			show(f, changes)
		},
		"it cannot have happened": func(f *Follow) {
			f.Begins(t.Context(), true, time.Now())
			show(f, changes)
			f.Books.(*books).impossible = errors.New("event 7: there are 4 tiles of 5m at most")
		},
		"many discards were seen at once": func(f *Follow) {
			f.Begins(t.Context(), true, time.Now())
			n := 0
			show(f, slices.Collect(func(yield func(watch.Change) bool) {
				for _, c := range changes {
					if c.Kind == watch.Added && c.Area.Use == calibration.RiverZone && n < 6 {
						c.Set = 1 << 20
						n++
					}
					if !yield(c) {
						return
					}
				}
			}))
		},
		"the watch began anew": func(f *Follow) {
			f.Begins(t.Context(), true, time.Now())
			show(f, changes[:half])
			f.Hear(t.Context(), changes[half/2:half], true)
			show(f, changes[half:])
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, b := newFollow(t)
				b.before(r)
				begin(f)
				c := f.Course(t.Context(), at, false)
				if c == nil {
					t.Fatal("nothing is proposed")
				}
				for fact, sure := range c.Sure {
					if sure >= 1-f.MaxError {
						t.Errorf("%s is known with %.4f", fact, sure)
					}
				}
			})
		})
	}
}

func TestACameraThatMovedLosesNoHand(t *testing.T) {
	r := shortHand(t)
	changes, truth := told(t, r, trial.Faults{}, 0)
	f, b := newFollow(t)
	b.before(r)
	f.Begins(t.Context(), true, time.Now())
	show(f, []watch.Change{{Kind: watch.Warned, Warning: watch.CameraMoved, Told: time.Second}})
	show(f, changes)
	if c := f.Course(t.Context(), truth.Wins[0].Place, false); c == nil || c.Sure["from"] < 1-f.MaxError {
		t.Errorf("what is known of the win is %+v", c)
	}
}

func TestIndicatorsThatWereTurnedBeforeTheDealBelongToTheHand(t *testing.T) {
	r := shortHand(t)
	changes, truth := told(t, r, trial.Faults{}, 0)
	f, b := newFollow(t)
	b.before(r)
	f.Begins(t.Context(), true, time.Now())
	first := slices.IndexFunc(changes, func(c watch.Change) bool { return c.Area.Use == calibration.RiverZone })
	show(f, changes[:first])
	f.Begins(t.Context(), false, time.Now()) // it is dealt
	show(f, changes[first:])
	if c := f.Course(t.Context(), truth.Wins[0].Place, false); c == nil || !slices.Equal(c.Win.DoraIndicators, truth.Wins[0].Win.DoraIndicators) {
		t.Errorf("the course is %+v", c)
	}
	f.Begins(t.Context(), false, time.Now()) // the next one, that nobody announced
	if f.Course(t.Context(), truth.Wins[0].Place, false) != nil {
		t.Error("the next hand has the course of the one before")
	}
}

// TestTilesOfTheHandBeforeMayGoLate claims that a hand is whole though it was told first that it
// begins, and then that the tiles of the one before are gone.
func TestTilesOfTheHandBeforeMayGoLate(t *testing.T) {
	r := shortHand(t)
	changes, truth := told(t, r, trial.Faults{}, 0)
	f, b := newFollow(t)
	b.before(r)
	f.Begins(t.Context(), true, time.Now())
	f.Begins(t.Context(), false, time.Now())
	show(f, []watch.Change{{Kind: watch.Swept, Told: time.Second}})
	if won := show(f, changes); !slices.Equal(won, []models.Place{truth.Wins[0].Place}) {
		t.Errorf("won at %v, want %d", won, truth.Wins[0].Place)
	}
}

// TestWhoDealsMayBeKnownLate claims that a hand that was seen while the books waited for
// another is followed anew once they have gone on.
func TestWhoDealsMayBeKnownLate(t *testing.T) {
	r := shortHand(t)
	changes, truth := told(t, r, trial.Faults{}, 0)
	f, b := newFollow(t)
	b.before(r)
	b.state.Position.Dealer = models.PlaceAt(r.Dealer.Index() + 1)
	f.Begins(t.Context(), true, time.Now())
	show(f, changes)
	b.before(r)
	c := f.Course(t.Context(), truth.Wins[0].Place, false)
	if c == nil || c.Record.Dealer != r.Dealer || c.Sure[models.FactFrom] < 1-f.MaxError || c.From != truth.Wins[0].From {
		t.Errorf("the course is %+v", c)
	}
}

func TestATableWithoutABoardTellsWhoWon(t *testing.T) {
	r := shortHand(t)
	changes, truth := told(t, r, trial.Faults{}, 0)
	f, b := newFollow(t)
	b.before(r)
	f.Begins(t.Context(), true, time.Now())
	if won := show(f, changes); !slices.Equal(won, []models.Place{truth.Wins[0].Place}) {
		t.Errorf("won at %v, want %d", won, truth.Wins[0].Place)
	}
	f, b = newFollow(t)
	b.before(r)
	f.Begins(t.Context(), true, time.Now())
	all := append(slices.Clone(changes), watch.Change{Kind: watch.Swept, Told: changes[len(changes)-1].Told})
	if heard := f.Hear(t.Context(), all, false); !slices.Equal(heard.Won, []models.Place{truth.Wins[0].Place}) || len(heard.Courses) != 1 || heard.Ended.Drawn != nil || heard.Ended.Courses[truth.Wins[0].Place] == nil {
		t.Errorf("a hand that is told at once, its tiles gone, is won at %v, ended as %+v", heard.Won, heard.Ended)
	}
	f, b = newFollow(t)
	b.before(r)
	f.Begins(t.Context(), true, time.Now())
	show(f, changes)
	laid := slices.DeleteFunc(slices.Clone(changes), func(c watch.Change) bool { return c.Kind != watch.Laid })
	if won := f.Hear(t.Context(), laid, false).Won; len(won) > 0 {
		t.Errorf("a win is told twice, at %v", won)
	}
	f, b = newFollow(t)
	b.before(r)
	f.Begins(t.Context(), true, time.Now())
	synctest.Test(t, func(t *testing.T) {
		show(f, slices.DeleteFunc(slices.Clone(changes), func(c watch.Change) bool { return c.Kind == watch.Laid }))
		f.Course(t.Context(), truth.Wins[0].Place, false)
		if won := f.Hear(t.Context(), laid, false).Won; len(won) > 0 {
			t.Errorf("a win that somebody called is told, at %v", won)
		}
	})
	f, b = newFollow(t)
	b.before(r)
	if won := show(f, changes); len(won) > 0 {
		t.Errorf("a hand that was not seen from its beginning on is won at %v", won)
	}
}

// TestWhoHasMostLikelyWonTooIsTold claims that a hand beside a winner's is told where it has most likely won,
// with that winner or later, and that one alone is told where it surely has.
func TestWhoHasMostLikelyWonTooIsTold(t *testing.T) {
	ending := func(first, too float64) *verdict.Ending {
		wins := func(chance float64, places ...models.Place) verdict.Verdict {
			v := verdict.Verdict{Chance: chance, How: models.Wins}
			for _, at := range places {
				v.Wins = append(v.Wins, verdict.Won{Place: at, From: 2})
			}
			return v
		}
		return &verdict.Ending{Verdicts: []verdict.Verdict{wins(too, 4, 1), wins(first-too, 4)}}
	}
	both := [models.Places]bool{true, false, false, true}
	for _, tt := range []struct {
		name   string
		laid   [models.Places]bool
		ending *verdict.Ending
		was    [models.Places]bool
		want   []models.Place
	}{
		{"most likely both", both, ending(.999, .92), [models.Places]bool{}, []models.Place{4, 1}},
		{"told before", both, ending(.999, .92), [models.Places]bool{3: true}, []models.Place{1}},
		{"told both before", both, ending(.999, .92), both, nil},
		{"hardly both", both, ending(.999, .3), [models.Places]bool{}, []models.Place{4}},
		{"neither surely", both, ending(.95, .92), [models.Places]bool{}, nil},
		{"not laid", [models.Places]bool{3: true}, ending(.999, .92), [models.Places]bool{}, []models.Place{4}},
	} {
		f, _ := newFollow(t)
		f.hand = hand{whole: true, laid: tt.laid, won: tt.was, rules: rules(t)}
		if won := f.winners(tt.ending); !slices.Equal(won, tt.want) {
			t.Errorf("%s: told %v, want %v", tt.name, won, tt.want)
		}
	}
}

// TestAWinThatNobodyTellsIsKnownNoSurerThanThatItIsOne claims that facts of which a win leaves no doubt are in doubt where the win is,
// and that they are not once somebody says that the hand has won.
func TestAWinThatNobodyTellsIsKnownNoSurerThanThatItIsOne(t *testing.T) {
	const chance, at = .98, models.Place(4)
	won := verdict.Won{Place: at, From: 2}
	won.Win.Tile = models.NewTile(models.Bamboos, 4)
	ending := &verdict.Ending{Record: &models.Record{}, Verdicts: []verdict.Verdict{{Chance: chance, How: models.Wins, Wins: []verdict.Won{won}}, {Chance: 1 - chance, How: models.DrawnGame}}}
	for _, said := range []bool{false, true} {
		f, _ := newFollow(t)
		f.hand = hand{whole: true, rules: rules(t)}
		f.hand.said[at.Index()] = said
		course := f.courseOf(ending, at, false)
		if course == nil || len(course.Sure) == 0 {
			t.Fatalf("said %v: nothing is told", said)
		}
		for fact, sure := range course.Sure {
			if known := sure >= 1-f.MaxError; known != said {
				t.Errorf("said %v: %s is known with %.4f", said, fact, sure)
			}
		}
	}
}

// TestAStickOfTheBoardIsAsGoodAsSeen claims that a club with a tray has its riichi told, and that the
// next hand begins with what this one has taught.
func TestAStickOfTheBoardIsAsGoodAsSeen(t *testing.T) {
	const some = 8 // hands, among which somebody declares riichi
	for _, r := range records(t, some) {
		changes, _ := told(t, r, trial.Faults{}, 0)
		if !slices.ContainsFunc(changes, func(c watch.Change) bool { return c.Kind == watch.StickLaid }) {
			continue
		}
		f, b := newFollow(t)
		b.before(r)
		f.Begins(t.Context(), true, time.Now())
		var staked []models.Place
		for _, c := range changes {
			if c.Kind != watch.StickLaid {
				show(f, []watch.Change{c})
				continue
			}
			f.Staked(t.Context(), c.Area.Place, true)
			staked = append(staked, c.Area.Place)
		}
		var declared []models.Place
		for _, e := range f.hand.play.Events() {
			if e.Riichi {
				declared = append(declared, e.Place)
			}
		}
		if !slices.Equal(declared, staked) {
			t.Errorf("%s: riichi is told at %v, sticks at %v", r.ID, declared, staked)
		}
		f.Begins(t.Context(), true, time.Now())
		if before := prior.Standard().InView; f.learned.InView <= before {
			t.Errorf("the next hand believes that sticks are seen with %.3f, before it was %.3f", f.learned.InView, before)
		}
		return
	}
	t.Fatal("nobody declares riichi")
}

func TestWhatLiesThereIsBounded(t *testing.T) {
	f, b := newFollow(t)
	b.before(shortHand(t))
	f.Begins(t.Context(), true, time.Now())
	for i := range mostChanges + 10 {
		f.hand.changes = append(f.hand.changes, watch.Change{Kind: watch.Gone, Spot: watch.Spot(i)})
		if len(f.hand.changes) == mostChanges {
			break
		}
	}
	f.Hear(t.Context(), []watch.Change{{Kind: watch.Added, Area: watch.Area{Use: calibration.RiverZone, Place: 1}}}, false)
	if len(f.hand.changes) > mostChanges || f.hand.whole {
		t.Errorf("%d changes are kept, whole %v", len(f.hand.changes), f.hand.whole)
	}
	var _ *device.Course = f.Course(t.Context(), 0, false)
}
