package trial

import (
	"slices"
	"testing"
	"time"
)

func TestNumbersAreFoundWhereverTheyStand(t *testing.T) {
	type Inner struct{ A float64 }
	f := struct {
		Inner
		Many   [2]float64
		Deep   struct{ N int }
		Wait   time.Duration
		Name   string
		hidden float64
	}{Inner: Inner{1}, Many: [2]float64{2, 3}, Wait: 5, hidden: 6}
	f.Deep.N = 4
	var names []string
	for _, n := range NumbersOf(&f) {
		names = append(names, n.Name)
		n.Set(2 * n.Get())
	}
	if want := []string{"Inner.A", "Many[0]", "Many[1]", "Deep.N", "Wait"}; !slices.Equal(names, want) {
		t.Errorf("found %v, want %v", names, want)
	}
	if f.A != 2 || f.Many != [2]float64{4, 6} || f.Deep.N != 8 || f.Wait != 10 || f.hidden != 6 {
		t.Errorf("twice of each is %+v", f)
	}
}
