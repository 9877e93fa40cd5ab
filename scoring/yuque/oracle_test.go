package yuque

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
)

// oracle chooses fans as the book says it, without any of the short cuts of the
// search: every reading, every group the winning tile may complete, every set of
// fans, every order.
type oracle struct {
	rules  *Rules
	places []place
	chosen []place
	fanKe  bool
	best   answer
}

// answer is a counted hand.
type answer struct {
	total, fanKe int
	lines        []line
}

type line struct{ row, value int }

// better is the order of §3.4: larger total, more 番刻, fewer fans, the smaller list of
// places in the table, the smaller list of places and values.
func (a answer) better(b answer) bool {
	sorted := func(x answer) (rows []int) {
		for _, l := range x.lines {
			rows = append(rows, l.row)
		}
		slices.Sort(rows)
		return rows
	}
	switch {
	case a.total != b.total:
		return a.total > b.total
	case a.fanKe != b.fanKe:
		return a.fanKe > b.fanKe
	case len(a.lines) != len(b.lines):
		return len(a.lines) < len(b.lines)
	}
	if c := slices.Compare(sorted(a), sorted(b)); c != 0 {
		return c < 0
	}
	return slices.CompareFunc(a.lines, b.lines, func(x, y line) int {
		if x.row != y.row {
			return x.row - y.row
		}
		return x.value - y.value
	}) < 0
}

// solve gives the best answer of a win.
func (o *oracle) solve(w *models.Win) answer {
	o.best = answer{total: -1}
	var h scoring.Hand
	h.Prepare(w)
	o.rules.splitter.General(&h, func() {
		for _, completed := range groupsHolding(&h) {
			h.Completed = completed
			o.places = o.places[:0]
			for _, m := range o.rules.finder.Layout(&h, o.rules.finder.Tiles(&h, nil)) {
				f := o.rules.fans[m.Row]
				p := place{row: m.Row, level: uint8(f.Priority), span: m.Span}
				for i, set := range h.Sets {
					if bit := scoring.Span(1) << i; f.Pungs && m.Span&bit != 0 && set.IsPung() {
						p.pungs |= bit
					}
				}
				o.places = append(o.places, p)
			}
			for _, o.fanKe = range []bool{true, false} {
				o.chosen = o.chosen[:0]
				o.choose(0)
			}
		}
		h.Completed = 0
	})
	return o.best
}

// groupsHolding gives the groups in hand that hold the winning tile.
func groupsHolding(h *scoring.Hand) (spans []scoring.Span) {
	for i, s := range h.Sets {
		if bit := scoring.Span(1) << i; h.Melded&bit == 0 && s.Mask().Has(h.WinTile) {
			spans = append(spans, bit)
		}
	}
	if h.Pair == h.WinTile {
		spans = append(spans, scoring.PairSpan)
	}
	return spans
}

func (o *oracle) choose(i int) {
	if i == len(o.places) {
		o.finish()
		return
	}
	o.choose(i + 1)
	for _, c := range o.chosen {
		if o.rules.conflicts[c.row]&(1<<o.places[i].row) != 0 {
			return
		}
	}
	o.chosen = append(o.chosen, o.places[i])
	o.choose(i + 1)
	o.chosen = o.chosen[:len(o.chosen)-1]
}

func (o *oracle) finish() {
	var lent scoring.Span
	for _, c := range o.chosen {
		lent |= c.pungs
	}
	a := answer{}
	if o.fanKe {
		if a.fanKe = bits.OnesCount8(uint8(lent)); a.fanKe == 0 {
			return
		}
	}
	a.total = 2 * a.fanKe
	var done []place
	for level := range levels {
		var at []place
		for _, c := range o.chosen {
			if int(c.level) == level {
				at = append(at, c)
			}
		}
		slices.SortStableFunc(at, func(a, b place) int { return int(a.row) - int(b.row) })
		cheapest, cost := []line(nil), 1<<30
		permute(at, func(order []place) {
			sum, lines := o.countAll(done, order)
			if sum < cost {
				cheapest, cost = lines, sum
			}
		})
		a.total += cost
		a.lines = append(a.lines, cheapest...)
		done = append(done, at...)
	}
	if a.better(o.best) {
		o.best = a
	}
}

// countAll counts fans in an order after those that are done.
func (o *oracle) countAll(done, order []place) (sum int, lines []line) {
	for i, b := range order {
		num, den := 1, 1 // R
		for _, a := range slices.Concat(done, order[:i]) {
			if a.span&b.span == 0 {
				continue
			}
			if n := int(o.rules.left[b.row][a.row]); n*den < num*whole {
				num, den = n, whole
			}
		}
		f := o.rules.fans[b.row]
		value := f.Value
		if o.fanKe && f.WithFanKe > 0 {
			value = f.WithFanKe
		}
		value = halfEven(value*num, den) - f.Deduct
		sum += value
		lines = append(lines, line{int(b.row), value})
	}
	return sum, lines
}

// permute calls yield with every order, the first orders first.
func permute(of []place, yield func([]place)) {
	var extend func(order, rest []place)
	extend = func(order, rest []place) {
		if len(rest) == 0 {
			yield(order)
			return
		}
		for i, p := range rest {
			extend(append(slices.Clone(order), p), slices.Concat(rest[:i], rest[i+1:]))
		}
	}
	extend(nil, of)
}

// randomWin deals a winning hand that is rich in fans: sets are drawn near each other.
// It gives nil when the draw needs a fifth copy of a tile.
func randomWin(rng *rand.Rand) *models.Win {
	first, suits := 1+rng.IntN(7), 1+rng.IntN(3)
	honours, pungs := rng.IntN(10), rng.IntN(10)
	tile := func() models.Tile {
		if rng.IntN(10) < honours {
			return models.NewTile(models.Honours, 1+rng.IntN(7))
		}
		rank := []int{1, 9, first, first + 1, first + 2, 1 + rng.IntN(9), 1 + rng.IntN(9)}[rng.IntN(7)]
		return models.NewTile(models.Suit(rng.IntN(suits)), rank)
	}
	w := &models.Win{Seat: models.SeatAt(rng.IntN(4)), SelfDraw: rng.IntN(2) == 0}
	var open models.Tiles
	melds := rng.IntN(5)
	for i := range 4 {
		t := tile()
		set := models.Tiles{t, t, t}
		kind := []models.MeldKind{models.Pung, models.Pung, models.Kong, models.AddedKong, models.ConcealedKong}[rng.IntN(5)]
		if rng.IntN(10) >= pungs && t.IsNumber() {
			t = models.NewTile(t.Suit(), min(t.Rank(), 7))
			set, kind = models.Tiles{t, t + 1, t + 2}, models.Chow
		}
		if i >= melds {
			open = append(open, set...)
			continue
		}
		if kind.IsKong() {
			set = append(set, t)
		}
		w.Melds = append(w.Melds, models.Meld{Kind: kind, Tiles: set})
	}
	t := tile()
	open = append(open, t, t)
	rng.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
	w.Concealed, w.Tile = open[1:], open[0]
	if w.Validate() != nil {
		return nil
	}
	return w
}

func TestSearchFindsWhatTryingEverythingFinds(t *testing.T) {
	options, _ := Profile("")
	rules, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	hands := sharedtest.Count(2000, 50_000)
	rng := rand.New(rand.NewPCG(54, 62))
	o := &oracle{rules: rules}
	tried := 0
	for range hands {
		w := randomWin(rng)
		if w == nil {
			continue
		}
		got, err := rules.Score(w)
		if err != nil {
			t.Fatal(err)
		}
		tried++
		want := o.solve(w)
		var lines []string
		for _, l := range want.lines {
			lines = append(lines, fmt.Sprint(rules.fans[l.row].ID, " ", l.value))
		}
		if want.fanKe > 0 {
			lines = append(lines, fmt.Sprint("fan-ke ", 2*want.fanKe))
		}
		var counted []string
		for _, f := range got.Fans {
			counted = append(counted, fmt.Sprint(f.ID, " ", f.Value))
		}
		if got.Fan != want.total || !slices.Equal(lines, counted) {
			t.Errorf("%s seat=%v self-draw=%v:\ngot  %d %v\nwant %d %v", w.Text(), w.Seat, w.SelfDraw, got.Fan, counted, want.total, lines)
		}
	}
	if tried < hands/3 {
		t.Errorf("only %d of %d hands were tried", tried, hands)
	}
}
