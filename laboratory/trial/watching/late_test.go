package watching

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/internal/tracker"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/vision/layout"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// flowery is a hand in which three players draw flowers, and one wins on a discard.
const flowery = `{"id":"f","rules":"lingque-29","dealer":1,"deal":["123456789m1234p","123456789p1234s","123456789s1234m","11223344556z66m"],"events":[` +
	`{"do":"draw","place":1,"tile":"9p"},{"do":"discard","place":1,"tile":"1p"},` +
	`{"do":"draw","place":2,"tile":"1f"},{"do":"flower","place":2,"tile":"1f"},{"do":"draw","place":2,"tile":"9s"},{"do":"discard","place":2,"tile":"9s"},` +
	`{"do":"draw","place":3,"tile":"2f"},{"do":"flower","place":3,"tile":"2f"},{"do":"draw","place":3,"tile":"9m"},{"do":"discard","place":3,"tile":"9m"},` +
	`{"do":"draw","place":4,"tile":"7z"},{"do":"discard","place":4,"tile":"7z"},` +
	`{"do":"draw","place":1,"tile":"3f"},{"do":"flower","place":1,"tile":"3f"},{"do":"draw","place":1,"tile":"6z"},{"do":"discard","place":1,"tile":"6z"},` +
	`{"do":"draw","place":2,"tile":"8s"},{"do":"discard","place":2,"tile":"9p"},{"do":"win","wins":[{"place":1,"from":2,"tile":"9p"}]}]}`

// TestAFlowerThatIsToldLateIsBookedAsOneThatIsNot claims that the daemon books a hand in which every
// flower is told after its owner's discard as it books one told in the order of play: where the
// eye knows that the flower lay there before, and where it was covered meanwhile.
func TestAFlowerThatIsToldLateIsBookedAsOneThatIsNot(t *testing.T) {
	r, err := models.ParseRecord([]byte(flowery))
	if err != nil {
		t.Fatal(err)
	}
	book, err := books.Open("lingque-29", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	game, err := tracker.GameOf("lingque-29", "", nil, withFlowers)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := trial.Play(game, r)
	if err != nil {
		t.Fatal(err)
	}
	told := trial.Tell(game, truth, trial.Faults{}, rand.New(rand.NewPCG(1, 1))).Changes
	by := Trial{Book: book, Match: models.Match{Rules: "lingque-29"}, MaxError: layout.DefaultOptions().MaxError}
	for name, late := range map[string]func(flower, discard *watch.Change){
		"it lay there before the discard": func(_, _ *watch.Change) {},
		"nobody knows which came first":   func(flower, discard *watch.Change) { flower.Rest = discard.Rest + time.Second },
	} {
		changes := slices.Clone(told)
		for i := 1; i < len(changes); i++ {
			if flower, discard := &changes[i-1], &changes[i]; flower.Area.Use == calibration.FlowerZone && discard.Kind == watch.Added {
				late(flower, discard)
				*flower, *discard = *discard, *flower
				i++
			}
		}
		d, err := by.daemon(game, prior.Start{ID: r.ID, Dealer: 1, Round: models.East}, prior.Learned{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		d.hears(changes, false)
		record := d.courses[1].Record
		if is := d.judge(truth); is != "untouched" {
			t.Errorf("%s: %s", name, is)
		}
		if right, missed, wrong := trial.Compare(r, record); missed > 0 || wrong > 0 {
			t.Errorf("%s: %d events right, %d missed, %d false", name, right, missed, wrong)
		}
	}
}
