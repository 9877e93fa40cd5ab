package verdict

import (
	"fmt"
	"slices"
	"strings"

	"jantaku/models"
)

// Fact is one fact of an ending with its probability, and what it is otherwise.
type Fact struct {
	Name   string
	Value  string
	Chance float64
	Other  string
	Rival  float64
}

// Facts lists every fact of the likeliest verdict with its probability and its runner-up.
func (e *Ending) Facts() (all []Fact) {
	if len(e.Verdicts) == 0 {
		return nil
	}
	for _, name := range factNames {
		chances := map[string]float64{}
		var order []string
		for i := range e.Verdicts {
			value := name.of(&e.Verdicts[i])
			if _, known := chances[value]; !known {
				order = append(order, value)
			}
			chances[value] += e.Verdicts[i].Chance
		}
		slices.SortStableFunc(order, func(a, b string) int {
			if chances[a] > chances[b] {
				return -1
			}
			return 1
		})
		f := Fact{Name: name.name, Value: order[0], Chance: chances[order[0]]}
		if len(order) > 1 {
			f.Other, f.Rival = order[1], chances[order[1]]
		}
		all = append(all, f)
	}
	return all
}

// Differ names the facts in which two verdicts differ: what a question has to be about.
func Differ(a, b *Verdict) (names []string) {
	if a == nil || b == nil {
		return nil
	}
	for _, f := range factNames {
		if f.of(a) != f.of(b) {
			names = append(names, f.name)
		}
	}
	return names
}

// factName is a fact that can be asked about, in the order in which people are asked.
type factName struct {
	name string
	of   func(v *Verdict) string
}

func each(of func(w *Won) string) func(v *Verdict) string {
	return func(v *Verdict) string {
		var all []string
		for i := range v.Wins {
			all = append(all, of(&v.Wins[i]))
		}
		return strings.Join(all, ";")
	}
}

// factNames are the facts of an ending.
var factNames = []factName{
	{"ending", func(v *Verdict) string { return string(v.How) + " " + v.Reason }},
	{"winner", each(func(w *Won) string { return fmt.Sprint(w.Place) })},
	{"from", each(func(w *Won) string { return fmt.Sprint(w.From) })},
	{"tile", each(func(w *Won) string { return w.Win.Tile.String() })},
	{"hand", each(func(w *Won) string {
		all := append(slices.Clone(w.Win.Concealed), w.Win.Tile)
		slices.Sort(all)
		return all.String()
	})},
	{"melds", each(func(w *Won) string { return fmt.Sprint(meldTiles(w.Win.Melds)) })},
	{"suppliers", each(func(w *Won) string {
		var sides []string
		for _, m := range w.Win.Melds {
			sides = append(sides, m.From.String())
		}
		return strings.Join(sides, ",")
	})},
	{"riichi", each(func(w *Won) string { return fmt.Sprint(w.Win.Riichi) })},
	{"flags", each(func(w *Won) string { return w.Win.Flags.String() })},
	{"flowers", each(func(w *Won) string { return fmt.Sprint(w.Win.Flowers.Count) })},
	{"dora", each(func(w *Won) string { return w.Win.DoraIndicators.String() })},
	{"ura", each(func(w *Won) string { return w.Win.UraIndicators.String() })},
	{"kongs", func(v *Verdict) string {
		var all []string
		for _, s := range v.Settled {
			if s.Place != 0 {
				all = append(all, fmt.Sprint(s.Do, " ", s.Place, " ", s.From, " ", s.Robbed, s.Drawn != nil && *s.Drawn))
			}
		}
		return strings.Join(all, ";")
	}},
	{"sticks", func(v *Verdict) string { return fmt.Sprint(v.Riichi) }},
	{"nagashi", func(v *Verdict) string { return fmt.Sprint(v.Nagashi) }},
}

func meldTiles(melds []models.Meld) (all []string) {
	for _, m := range melds {
		all = append(all, m.Kind.String()+" "+m.Tiles.String())
	}
	slices.Sort(all)
	return all
}

// FactOf gives a fact of a verdict by its name; empty for an unknown name.
func FactOf(v *Verdict, name string) string {
	if v == nil {
		return ""
	}
	for _, f := range factNames {
		if f.name == name {
			return f.of(v)
		}
	}
	return ""
}
