package scoring

import (
	"iter"
	"slices"

	"jantaku/models"
)

// Use is what a fact decides in a rule book.
type Use struct {
	Fact models.Fact
	// Fans are the ids of those that come or go with the fact; Any says that it may be
	// every fan, because the tiles are another hand by it.
	Fans []string
	Any  bool
	// Pays says that the payments change with it while the fans stay, Course that sticks,
	// waiting hands, the deal or the seats do.
	Pays, Course bool
}

// Informed is a rule book that lists every fact on which its fans, payments and course
// depend beyond the tiles. What it does not list makes no difference to it.
type Informed interface {
	Ruleset
	Facts() []Use
}

// Otherwise gives the wins that w may be as well while nobody knows the fact. It gives
// none where w itself tells it, and none for facts that are no part of a win. A rule
// book may refuse some of them.
func Otherwise(f models.Fact, w *models.Win) iter.Seq[models.Win] {
	return func(yield func(models.Win) bool) {
		other := *w
		switch f {
		case models.FactSuppliers:
			otherSuppliers(w, yield)
		case models.FactOrder:
			otherOrders(w, yield)
		case models.FactFlowers:
			otherFlowers(w, yield)
		case models.FactRiichi:
			other.Riichi = 1
			if w.Riichi == 0 {
				yield(other)
			}
		case models.FactDouble:
			other.Riichi = 2
			if w.Riichi == 1 {
				yield(other)
			}
		case models.FactDora, models.FactUra:
			otherIndicators(f, w, yield)
		case models.FactNorths:
			other.Norths++
			yield(other)
		case models.FactVoid:
			for suit := models.Characters; suit <= models.Bamboos && w.Void == 0; suit++ {
				if other.Void = models.VoidOf(suit); !yield(other) {
					return
				}
			}
		default:
			other.Flags |= f.Flag()
			if other.Flags != w.Flags && mayHold(f.Flag(), w) {
				yield(other)
			}
		}
	}
}

// mayHold reports whether a circumstance can hold by the tiles and seats. Some books let
// anybody write down what only some players can have.
func mayHold(one models.Flags, w *models.Win) bool {
	switch one {
	case models.Heavenly:
		return w.Seat == models.East || w.Seat == models.NoSeat
	case models.RobKong, models.LastOfKind:
		return copies(w.Concealed, w.Tile) == 0 // the other three lie open
	}
	return true
}

func copies(tiles models.Tiles, kind models.Tile) (n int) {
	for _, t := range tiles {
		if t.Kind() == kind.Kind() {
			n++
		}
	}
	return n
}

// otherFlowers gives the hand with one flower more: counted, and each by its face where the faces of the others are known.
func otherFlowers(w *models.Win, yield func(models.Win) bool) {
	other := *w
	other.Flowers = models.FlowerSet{Count: w.Flowers.Count + 1}
	if !yield(other) || len(w.Flowers.Tiles) != w.Flowers.Count {
		return
	}
	for rank := 1; rank <= 2*models.Places; rank++ {
		t := models.NewTile(models.Flowers, rank)
		if slices.Contains(w.Flowers.Tiles, t) {
			continue
		}
		other.Flowers = models.FlowersOf(append(slices.Clone(w.Flowers.Tiles), t)...)
		if !yield(other) {
			return
		}
	}
}

// otherSuppliers gives every way in which melds of unknown supplier may have been fed.
func otherSuppliers(w *models.Win, yield func(models.Win) bool) {
	if w.Supplied != [4]int{} {
		return
	}
	var open []int
	for i, m := range w.Melds {
		if m.Kind.IsOpen() && m.From == models.NoSide {
			open = append(open, i)
		}
	}
	var feed func(left []int, melds []models.Meld) bool
	feed = func(left []int, melds []models.Meld) bool {
		if len(left) == 0 {
			other := *w
			other.Melds = melds
			return yield(other)
		}
		sides := []models.Side{models.Left, models.Across, models.Right}
		if melds[left[0]].Kind == models.Chow {
			sides = sides[:1] // nobody else can feed one
		}
		for _, side := range sides {
			next := append([]models.Meld(nil), melds...)
			next[left[0]].From = side
			if !feed(left[1:], next) {
				return false
			}
		}
		return true
	}
	if len(open) > 0 {
		feed(open, w.Melds)
	}
}

// otherOrders gives the orders in which the melds may have been called, but for the one
// in which they stand.
func otherOrders(w *models.Win, yield func(models.Win) bool) {
	if w.Liable != models.NoSeat {
		return
	}
	var place func(done, left []models.Meld, moved bool) bool
	place = func(done, left []models.Meld, moved bool) bool {
		if len(left) == 0 {
			other := *w
			other.Melds = done
			return !moved || yield(other)
		}
		for i := range left {
			rest := append(append([]models.Meld(nil), left[:i]...), left[i+1:]...)
			if !place(append(done[:len(done):len(done)], left[i]), rest, moved || i > 0) {
				return false
			}
		}
		return true
	}
	place(nil, w.Melds, false)
}

// otherIndicators gives the hand with every single indicator; ura count after riichi.
func otherIndicators(f models.Fact, w *models.Win, yield func(models.Win) bool) {
	if f == models.FactDora && len(w.DoraIndicators) > 0 || f == models.FactUra && (w.Riichi == 0 || len(w.UraIndicators) > 0) {
		return
	}
	for i := range models.Kinds {
		other := *w
		if f == models.FactDora {
			other.DoraIndicators = models.Tiles{models.KindAt(i)}
		} else {
			other.UraIndicators = models.Tiles{models.KindAt(i)}
		}
		if !yield(other) {
			return
		}
	}
}

// Same reports whether two results are worth the same, fan by fan and seat by seat.
func Same(a, b *Result) bool {
	if a.Valid != b.Valid || a.Points != b.Points || a.Payments != b.Payments || len(a.Fans) != len(b.Fans) {
		return false
	}
	for i := range a.Fans {
		if a.Fans[i] != b.Fans[i] {
			return false
		}
	}
	return true
}

// Matters reports whether the result of w may be another while nobody knows the fact.
// result is what the book says about w.
func Matters(book Ruleset, f models.Fact, w *models.Win, result *Result) bool {
	for other := range Otherwise(f, w) {
		if other.ValidateOf(HandSize(book)) != nil {
			continue
		}
		if again, err := book.Score(&other); err == nil && !Same(result, &again) {
			return true
		}
	}
	return false
}
