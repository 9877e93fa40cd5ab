package watching

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	"jantaku/internal/tracker"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/vision/layout"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// TestHandsToldWithoutFaultAreScoredAsTheirRecordsSay compares what watching makes of real
// hands with the points that were paid for them.
func TestHandsToldWithoutFaultAreScoredAsTheirRecordsSay(t *testing.T) {
	book, err := books.Open("riichi", "tenhou", nil)
	if err != nil {
		t.Fatal(err)
	}
	accepted, n := 0, 6
	for i, line := range sharedtest.RealHands(t) {
		if i == n {
			break
		}
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		game, err := tracker.GameOf("riichi", "tenhou", nil, 136)
		if err != nil {
			t.Fatal(err)
		}
		truth, err := trial.Play(game, r)
		if err != nil {
			t.Fatal(err)
		}
		w := NewHand(book, game, prior.Start{ID: r.ID, Dealer: r.Dealer, Round: r.Round, Honba: r.Honba, Sticks: r.Sticks}, layout.DefaultOptions().MaxError)
		told := 0
		for _, c := range trial.Tell(game, truth, trial.Faults{}, rand.New(rand.NewPCG(9, uint64(i)))).Changes {
			told += len(w.Hears([]watch.Change{c}))
		}
		rest, last, _ := w.Ends()
		if got, want := told+len(rest), len(w.play.Events()); got != want {
			t.Errorf("%s: %d events were told, want %d", r.ID, got, want)
		}
		if last.Status == models.Accepted {
			accepted++
		}
		end := r.Events[len(r.Events)-1]
		if end.Do != models.Wins || len(end.Wins) != 1 {
			continue
		}
		if last.Result == nil || last.Result.Points != end.Wins[0].Points {
			t.Errorf("%s: the win is worth %+v, want %d", r.ID, last.Result, end.Wins[0].Points)
		}
	}
	if accepted < n*7/10 {
		t.Errorf("%d of %d hands are accepted", accepted, n)
	}
}

func TestAnEmptyTableIsNotPublished(t *testing.T) {
	book, err := books.Open("riichi", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	game, err := tracker.GameOf("riichi", "", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := NewHand(book, game, prior.Start{Dealer: 1, Round: models.East}, .005)
	w.Hears([]watch.Change{{Kind: watch.Warned, Warning: watch.LensCovered}})
	if _, last, _ := w.Ends(); last.Status != models.Failed || len(last.Needs) == 0 || len(last.Warned) != 1 {
		t.Errorf("an empty table is told as %+v", last)
	}
	w.Hears([]watch.Change{{Kind: watch.Swept}})
	if _, last, _ := w.Ends(); last.Status == models.Accepted {
		t.Errorf("a table that was only swept is accepted: %+v", last)
	}
}

// TestAHandThatIsCutOffIsNotPublished lets the camera go before the hand is laid down.
func TestAHandThatIsCutOffIsNotPublished(t *testing.T) {
	book, err := books.Open("mcr", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	game, err := tracker.GameOf("mcr", "", nil, 144)
	if err != nil {
		t.Fatal(err)
	}
	w := NewHand(book, game, prior.Start{Dealer: 1, Round: models.East}, .005)
	for i := range 20 {
		c := watch.Change{Kind: watch.Added, Set: i + 1, Spot: watch.Spot(i + 1), Rest: time.Duration(i+1) * 2 * time.Second}
		c.Area = watch.Area{Use: calibration.RiverZone, Place: models.PlaceAt(i)}
		c.At = models.Point{X: float64(27 * (i / models.Places)), Y: -120}
		c.LogLike[models.Tile(1+i)] = 20
		w.Hears([]watch.Change{c})
	}
	if _, last, _ := w.Ends(); last.Status != models.Failed || !slices.Equal(last.Needs, []string{"ending"}) || last.Win != nil {
		t.Errorf("twenty discards and no end are told as %+v", last)
	}
}
