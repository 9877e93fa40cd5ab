package watching

import (
	"errors"
	"fmt"
	"io"
	"math"

	"jantaku/internal/records"
	"jantaku/internal/tracker"
	"jantaku/laboratory/trial"
	"jantaku/vision/play"
	"jantaku/vision/watch"
)

// NumbersTrial switches every number of the priors off, halves and doubles it one by one, and looks whether any hand notices. What
// nothing notices is not believed by anything that is measured: it goes, or is derived from another.
type NumbersTrial struct {
	PlayTrial
	// Least is by how much the logarithm of the claimed error of a hand changes at least for the hand to notice.
	Least float64
}

// off is as little of a number as nothing: what it counts may be divided by it.
const off = 1e-9

// answer is what is concluded of a hand.
type answer struct {
	effect string
	needs  string
	error  float64
}

// notice is what became of a hand by another number.
type notice int

const (
	nothing notice = iota
	belief         // the claimed error changed
	other          // another ending is likelier, or something else is asked
)

func (n notice) String() string { return [...]string{"-", "belief", "ending"}[n] }

// Run prints for each number what noticed it: no hand, the claimed error of one, or what is concluded of one. Each number is
// tried until a hand notices it, so that most take one hand.
func (t *NumbersTrial) Run(out io.Writer) error {
	var hands []*heard
	if _, err := t.each(out, func(h *heard) error { hands = append(hands, h); return nil }); err != nil && !errors.Is(err, records.ErrEnough) {
		return err
	}
	base := make([]answer, len(hands))
	for i, h := range hands {
		base[i] = t.conclude(h)
	}
	fmt.Fprintf(out, "%d hands\n%-32s %12s %8s %8s %8s\n", len(hands), "number", "value", "off", "half", "double")
	var dead []string
	for _, n := range trial.NumbersOf(&t.Priors) {
		was := n.Get()
		fmt.Fprintf(out, "%-32s %12g", n.Name, was)
		most := nothing
		for _, by := range [...]float64{off, .5, 2} {
			if by == off && n.Whole() { // nothing is kept where nought histories are
				fmt.Fprintf(out, " %8s", "")
				continue
			}
			n.Set(was * by)
			is := t.noticed(hands, base)
			most = max(most, is)
			fmt.Fprintf(out, " %8s", is)
		}
		n.Set(was)
		fmt.Fprintln(out)
		if most == nothing {
			dead = append(dead, n.Name)
		}
	}
	fmt.Fprintf(out, "noticed by no hand: %d %v\n", len(dead), dead)
	return nil
}

// noticed tells what becomes of the first hand of which anything becomes by the priors as they stand.
func (t *NumbersTrial) noticed(hands []*heard, base []answer) notice {
	for i, h := range hands {
		is, was := t.conclude(h), base[i]
		switch {
		case is.effect != was.effect || is.needs != was.needs:
			return other
		case !(math.Abs(math.Log((is.error+1e-9)/(was.error+1e-9))) < t.Least): // also where it is no number any more
			return belief
		}
	}
	return nothing
}

func (t *NumbersTrial) conclude(h *heard) answer {
	p := play.New(h.game, h.start, t.Priors)
	for i := range h.changes {
		p.Hear(&h.changes[i])
		if h.changes[i].Kind == watch.Swept {
			break
		}
	}
	effects := tracker.BookEffects{Book: t.Book}
	s := p.End().Settle(effects)
	a := answer{needs: fmt.Sprint(s.Needs), error: s.Error}
	if s.Best != nil {
		a.effect = effects.Of(s.Best)
	}
	return a
}
