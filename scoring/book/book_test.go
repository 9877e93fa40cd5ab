package book_test

import (
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring/book"
)

// row is a row of a small book.
type row struct {
	id            string
	excludes, one book.IDs
	value         int
}

func small() *book.Table[row] {
	return book.NewTable([]row{
		{id: "flush", excludes: book.IDs{"half-flush"}, one: book.IDs{"pung"}, value: 8},
		{id: "half-flush", excludes: book.IDs{"flush"}, value: 4},
		{id: "pung", value: 1},
	}, func(r *row) book.Head { return book.Head{ID: r.id, Excludes: []*book.IDs{&r.excludes, &r.one}} })
}

func TestAChangeIsMadeInTheCopyOfTheTable(t *testing.T) {
	tests := map[string]struct {
		change book.Change[row]
		holds  func(*book.Table[row]) bool
	}{
		"a row that does not exist is excluded by none": {book.Change[row]{Drop: "half-flush"}, func(s *book.Table[row]) bool {
			return s.Row("half-flush") < 0 && len(s.Rows) == 2 && len(s.Rows[0].excludes) == 0
		}},
		"a row comes after the one that is named": {book.Change[row]{After: "flush", Add: row{id: "kong"}}, func(s *book.Table[row]) bool {
			return s.Row("kong") == 1 && s.Row("half-flush") == 2
		}},
		"what a row allows excludes it no more either": {book.Change[row]{Of: "flush", Allows: book.IDs{"half-flush"}}, func(s *book.Table[row]) bool {
			return len(s.Rows[0].excludes) == 0 && len(s.Rows[1].excludes) == 0
		}},
		"what is excluded wholly is not excluded once besides": {book.Change[row]{Of: "flush", Excludes: book.IDs{"pung"}}, func(s *book.Table[row]) bool {
			return slices.Equal(s.Rows[0].excludes, book.IDs{"half-flush", "pung"}) && len(s.Rows[0].one) == 0
		}},
		"a row has another value": {book.Change[row]{Of: "pung", Edit: func(r *row) { r.value = 2 }}, func(s *book.Table[row]) bool { return s.Rows[2].value == 2 }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			table := small()
			if err := table.Apply([]book.Change[row]{tt.change}); err != nil {
				t.Fatal(err)
			}
			if !tt.holds(table) {
				t.Errorf("%+v", table.Rows)
			}
		})
	}
	for _, change := range []book.Change[row]{{Drop: "missing"}, {After: "missing"}, {Of: "missing"}} {
		if err := small().Apply([]book.Change[row]{change}); err == nil || !strings.Contains(err.Error(), "missing") {
			t.Errorf("%+v: error %v", change, err)
		}
	}
}

func TestACopyOfAChoiceStaysAsItIs(t *testing.T) {
	a := book.Choose("small", []book.Option[row]{{Key: "pungs", Values: []book.Value[row]{{Name: "1"}, {Name: "2", Changes: []book.Change[row]{{Of: "pung"}}}}}}, nil)
	b := a
	if err := b.Set("pungs", "2"); err != nil {
		t.Fatal(err)
	}
	if a.Get("pungs") != "1" || len(a.Changes()) != 0 {
		t.Errorf("the first is %q with %v", a.Get("pungs"), a.Changes())
	}
	if b.Get("pungs") != "2" || len(b.Changes()) != 1 {
		t.Errorf("the copy is %q with %v", b.Get("pungs"), b.Changes())
	}
	for key, value := range map[string]string{"pungs": "3", "kongs": "1"} {
		if err := b.Set(key, value); err == nil || !strings.Contains(err.Error(), "is not one of") {
			t.Errorf("%s=%s: error %v", key, value, err)
		}
	}
}

func TestAMatchEndsWithItsLastRound(t *testing.T) {
	rounds := book.Rounds{Lengths: []book.Length{{Name: "full", Rounds: 4}, {Name: "half", Rounds: 2}, {Name: "open"}}, Seats: models.SeatsByBook, Moves: book.FourTables}
	for length, hands := range map[string]int{"": 16, "full": 16, "half": 8, "open": 0} {
		m := models.Match{Players: make([]models.Player, models.Places), Length: length}
		p, played := models.Begin(m), 0
		for p.Over == "" && played < 40 {
			p, played = rounds.Pass(m, p), played+1
		}
		if over := p.Over != ""; over != (hands > 0) || over && played != hands {
			t.Errorf("length %q: over %q after %d hands", length, p.Over, played)
		}
	}
}

func TestASetOfRowsIsWalkedInOrder(t *testing.T) {
	var s book.Set
	for _, row := range []int{127, 0, 64, 63} {
		s.Add(row)
	}
	if got := slices.Collect(s.Each); !slices.Equal(got, []int{0, 63, 64, 127}) || s.Len() != 4 {
		t.Errorf("%v", got)
	}
	if few := book.Few(1<<63 | 1<<3); !slices.Equal(slices.Collect(few.Each), []int{3, 63}) || !few.Before(1<<62|1<<4) {
		t.Error("a small set")
	}
}
