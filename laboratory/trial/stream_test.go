package trial

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

func TestAStreamLacksWhatItsFaultsTakeAway(t *testing.T) {
	type told struct {
		game  *prior.Game
		truth *Truth
	}
	var hands []told
	kong := func(m models.Move) bool { return m.Do == models.MadeConcealed }
	pung := func(m models.Move) bool { return m.Do == models.CalledPung }
	ron := func(m models.Move) bool { return m.Do == models.Wins && m.Wins[0].Place != m.Wins[0].From }
	all := records(t, 200)
	for _, has := range []func(models.Move) bool{kong, pung, ron} {
		r := all[slices.IndexFunc(all, func(r *models.Record) bool { return slices.ContainsFunc(r.Events, has) })]
		g := game(t, r.Red == nil || *r.Red)
		truth, err := Play(g, r)
		if err != nil {
			t.Fatal(err)
		}
		hands = append(hands, told{g, truth})
	}
	count := func(f Faults, counts func(c []watch.Change, i int) bool) (n int) {
		for i, h := range hands {
			changes := Tell(h.game, h.truth, f, rand.New(rand.NewPCG(4, uint64(i)))).Changes
			for j := range changes {
				if counts(changes, j) {
					n++
				}
			}
		}
		return n
	}
	melded := func(c []watch.Change, i int) bool {
		return c[i].Kind == watch.Added && c[i].Area.Use == calibration.MeldZone
	}
	backs := func(c []watch.Change, i int) bool { return melded(c, i) && c[i].LogLike[models.Back] > 20 }
	late := func(c []watch.Change, i int) bool {
		return c[i].Kind == watch.Added && c[i].Area.Use == calibration.RiverZone &&
			slices.ContainsFunc(c[:i], func(o watch.Change) bool { return o.Kind == watch.Laid })
	}
	if all, without := count(Faults{}, melded), count(Faults{Detection: Detection{FaceMissed: 1}}, melded); without >= all || without < all/2 {
		t.Errorf("of %d tiles of melds %d are told though a face of each is missed", all, without)
	}
	if all, without := count(Faults{}, backs), count(Faults{Detection: Detection{BacksUnseen: 1}}, backs); all == 0 || without != 0 {
		t.Errorf("of %d backs %d are told though none is seen", all, without)
	}
	if n, usual := count(Faults{Detection: Detection{WinLate: 1}}, late), count(Faults{}, late); n == 0 || usual != 0 {
		t.Errorf("%d discards are told after a hand, without the fault %d", n, usual)
	}
}
