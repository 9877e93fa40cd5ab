package books_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// BenchmarkScore scores the same kind of hands by every book in turns, a set more where the book deals sixteen, and tells what
// each takes as a multiple of what MCR takes: the median of the turns, processor time of one thread.
func BenchmarkScore(b *testing.B) {
	type table struct {
		id    string
		book  scoring.Tabled
		wins  []*models.Win
		taken []float64 // s for all wins, by turn
	}
	var tables []*table
	for _, id := range books.IDs() {
		book, err := books.Open(id, "", nil)
		if err != nil {
			b.Fatal(err)
		}
		t := &table{id: id, book: book}
		random := rand.New(rand.NewPCG(14, 17))
		for len(t.wins) < 2000 {
			w := win(random, scoring.HandSize(book), id == "sichuan")
			if r, err := book.Score(w); err == nil && r.Win {
				t.wins = append(t.wins, w)
			}
		}
		tables = append(tables, t)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for b.Loop() {
		for _, t := range tables {
			before := processor(b)
			for _, w := range t.wins {
				if _, err := t.book.Score(w); err != nil {
					b.Fatal(err)
				}
			}
			t.taken = append(t.taken, processor(b)-before)
		}
	}
	mcr := tables[slices.IndexFunc(tables, func(t *table) bool { return t.id == "mcr" })]
	for _, t := range tables {
		ratios := make([]float64, len(t.taken))
		for i := range ratios {
			ratios[i] = t.taken[i] / mcr.taken[i]
		}
		slices.Sort(ratios)
		b.ReportMetric(ratios[len(ratios)/2], t.id+"/mcr")
	}
	slices.Sort(mcr.taken)
	b.ReportMetric(mcr.taken[len(mcr.taken)/2]/float64(len(mcr.wins))*1e9, "ns/mcr-hand")
}

// processor is how long this thread has computed, s.
func processor(b *testing.B) float64 {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		b.Fatal(err)
	}
	return float64(used.Nano()) / 1e9
}

// win makes up a complete hand: half of the hands of one suit beside honours, up to all sets laid, flowers that are named.
func win(r *rand.Rand, size models.HandSize, suits bool) *models.Win {
	for {
		w := models.Win{Seat: models.Seat(1 + r.IntN(4)), Round: models.Seat(1 + r.IntN(4)), Dealer: models.East, SelfDraw: r.IntN(3) == 0}
		if w.Discarder = w.Seat%4 + 1; w.SelfDraw {
			w.Discarder = models.NoSeat
		}
		laid := r.IntN(size.Sets() + 1)
		suit, only := r.IntN(3)*9, r.IntN(2) == 0
		kind := func() models.Tile {
			switch {
			case only && (suits || r.IntN(4) > 0):
				return models.KindAt(suit + r.IntN(9))
			case suits:
				return models.KindAt(r.IntN(18))
			}
			return models.KindAt(r.IntN(models.Kinds))
		}
		for n := range size.Sets() {
			first := kind()
			m := models.Meld{Kind: models.Pung, Tiles: models.Tiles{first, first, first}, From: models.Across}
			switch {
			case !suits && first.IsNumber() && first.Rank() <= 7 && r.IntN(4) > 0:
				m = models.Meld{Kind: models.Chow, Tiles: models.Tiles{first, first + 1, first + 2}, From: models.Left}
			case n < laid && r.IntN(4) == 0:
				m.Kind, m.Tiles = models.Kong+models.MeldKind(r.IntN(3)), append(m.Tiles, first)
			}
			if m.Kind == models.ConcealedKong {
				m.From = models.NoSide
			}
			if n < laid {
				w.Melds = append(w.Melds, m)
				continue
			}
			w.Concealed = append(w.Concealed, m.Tiles...)
		}
		pair := kind()
		w.Concealed = append(w.Concealed, pair, pair)
		r.Shuffle(len(w.Concealed), func(i, j int) { w.Concealed[i], w.Concealed[j] = w.Concealed[j], w.Concealed[i] })
		last := len(w.Concealed) - 1
		w.Tile, w.Concealed = w.Concealed[last], w.Concealed[:last]
		if !suits && r.IntN(2) == 0 {
			w.Flowers = models.FlowersOf(models.NewTile(models.Flowers, 1+r.IntN(4)), models.NewTile(models.Flowers, 5+r.IntN(4)))
		}
		if w.ValidateOf(size) == nil {
			return &w
		}
	}
}
