package scoring_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

var update = flag.Bool("update", false, "write the golden files anew")

// informed is a book with the course of its matches.
type informed struct {
	name   string
	rules  []scoring.Informed // with options of which the first are the usual ones
	course books.Course
	match  models.Match
}

// besides are options of a book that have facts of their own.
var besides = map[string][]map[string]string{
	"sichuan": {{"heavenly": "3-fan", "exposed_kong_draw": "feeder-pays"}},
	"riichi":  {{"pao": "daisangen,daisuushii,suukantsu,rinshan", "renhou": "mangan"}, {"players": "3"}},
}

func allBooks(t *testing.T) (all []informed) {
	t.Helper()
	for _, id := range books.IDs() {
		book := informed{name: books.All()[id].About, course: books.All()[id].Course,
			match: models.Match{ID: "m", Rules: id, Length: "open", Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}}
		for _, set := range append([]map[string]string{nil}, besides[id]...) {
			rules, err := books.Open(id, "", set)
			if err != nil {
				t.Fatal(err)
			}
			book.rules = append(book.rules, rules.(scoring.Informed))
		}
		all = append(all, book)
	}
	return all
}

// walk is what was seen of a book: which facts changed which fans, and the payments alone.
type walk struct {
	fans map[models.Fact]map[string]bool
	pays map[models.Fact]bool
}

// TestNothingDependsOnAFactThatIsNotListed varies every field of many wins, one after the
// other, in every book. It claims that whatever changes the result is a fact that the book
// lists with the fans and payments it decides, and that what is listed decides something.
func TestNothingDependsOnAFactThatIsNotListed(t *testing.T) {
	for _, book := range allBooks(t) {
		t.Run(book.match.Rules, func(t *testing.T) {
			seen := walk{map[models.Fact]map[string]bool{}, map[models.Fact]bool{}}
			for i, rules := range book.rules {
				random := rand.New(rand.NewPCG(29, uint64(i)))
				for _, w := range someWins(t, rules, random) {
					seen.vary(t, rules, w)
				}
			}
			listed := map[models.Fact]scoring.Use{}
			for _, rules := range book.rules {
				for _, u := range rules.Facts() {
					u.Fans = append(slices.Clone(u.Fans), listed[u.Fact].Fans...)
					listed[u.Fact] = u
				}
			}
			for fact, u := range listed {
				for _, id := range u.Fans {
					if !seen.fans[fact][id] {
						t.Errorf("%s is listed for %s, which never came or went with it", fact, id)
					}
				}
				if ofAWin := len(u.Fans) > 0 || u.Any || !u.Course; u.Pays && ofAWin && !seen.pays[fact] && !u.Any {
					t.Errorf("%s is listed for payments, which it never changed alone", fact)
				}
			}
		})
	}
}

// vary compares a win with all that differ from it in one thing.
func (seen walk) vary(t *testing.T, rules scoring.Informed, w *models.Win) {
	t.Helper()
	before, err := rules.Score(w)
	if err != nil || w.ValidateOf(scoring.HandSize(rules)) != nil {
		return
	}
	for fact, others := range variations(w) {
		for _, other := range others {
			after, err := rules.Score(&other)
			if err != nil || other.ValidateOf(scoring.HandSize(rules)) != nil || scoring.Same(&before, &after) {
				continue
			}
			at := slices.IndexFunc(rules.Facts(), func(u scoring.Use) bool { return u.Fact == fact })
			if at < 0 {
				t.Errorf("%s: %s and %s differ by %s, which is not listed", rules.ID(), w.Text(), other.Text(), fact)
				return
			}
			use, changed := rules.Facts()[at], difference(before.Fans, after.Fans)
			if len(changed) == 0 {
				if seen.pays[fact] = true; !use.Pays && !use.Any {
					t.Errorf("%s: %s pays otherwise by %s, which is not listed", rules.ID(), w.Text(), fact)
				}
				continue
			}
			named := use.Any
			for _, id := range changed {
				if slices.Contains(use.Fans, id) {
					named = true
					if seen.fans[fact] == nil {
						seen.fans[fact] = map[string]bool{}
					}
					seen.fans[fact][id] = true
				}
			}
			if !named {
				t.Errorf("%s: %s and %s differ in %v by %s, none of which is listed", rules.ID(), w.Text(), other.Text(), changed, fact)
			}
		}
	}
}

// difference lists the ids of fans that two results do not count alike.
func difference(a, b []scoring.Fan) (ids []string) {
	for _, pair := range [][2][]scoring.Fan{{a, b}, {b, a}} {
		for _, f := range pair[0] {
			same := func(o scoring.Fan) bool { return o.ID == f.ID && o.Count == f.Count }
			if !slices.ContainsFunc(pair[1], same) {
				ids = append(ids, f.ID)
			}
		}
	}
	return ids
}

// variations gives the wins that differ from w in one fact, for every field of a win.
func variations(w *models.Win) map[models.Fact][]models.Win {
	all := map[models.Fact][]models.Win{}
	add := func(fact models.Fact, change func(o *models.Win)) {
		other := *w
		other.Melds = slices.Clone(w.Melds)
		change(&other)
		all[fact] = append(all[fact], other)
	}
	for one := range models.AllFlags.Each() {
		add(models.FactOf(one), func(o *models.Win) { o.Flags ^= one })
	}
	for i, m := range w.Melds {
		for _, side := range []models.Side{models.NoSide, models.Left, models.Across, models.Right} {
			add(models.FactSuppliers, func(o *models.Win) { o.Melds[i].From = side })
		}
		add(models.FactOrder, func(o *models.Win) { o.Melds[0], o.Melds[i] = o.Melds[i], o.Melds[0] })
		add(models.FactMelds, func(o *models.Win) {
			switch m.Kind {
			case models.Kong, models.AddedKong:
				o.Melds[i].Kind, o.Melds[i].From = models.ConcealedKong, models.NoSide
			case models.Chow, models.Pung:
				o.Melds = slices.Delete(o.Melds, i, i+1)
				o.Concealed = append(slices.Clone(o.Concealed), m.Tiles...)
			}
		})
	}
	for i, tile := range w.Concealed {
		add(models.FactTile, func(o *models.Win) {
			o.Concealed = slices.Clone(o.Concealed)
			o.Concealed[i], o.Tile = o.Tile, tile
		})
	}
	for _, seat := range []models.Seat{models.East, models.South, models.West, models.North} {
		add(models.FactSeat, func(o *models.Win) { o.Seat = seat })
		add(models.FactRound, func(o *models.Win) { o.Round = seat })
		add(models.FactFrom, func(o *models.Win) {
			o.SelfDraw, o.Discarder = seat == o.Seat, seat
			if o.SelfDraw {
				o.Discarder = models.NoSeat
			}
		})
		add(models.FactLiable, func(o *models.Win) { o.Liable = seat })
		add(models.FactCounters, func(o *models.Win) { o.Dealer = seat })
		add(models.FactSuppliers, func(o *models.Win) { o.Supplied[seat.Index()] += 4 })
	}
	for _, suit := range []models.Suit{models.Characters, models.Dots, models.Bamboos, models.NoSuit} {
		add(models.FactVoid, func(o *models.Win) { o.Void = models.VoidOf(suit) })
	}
	add(models.FactOut, func(o *models.Win) { o.Out = nil })
	add(models.FactOut, func(o *models.Win) {
		o.Out = nil
		for _, seat := range []models.Seat{models.North, models.West, models.South} {
			if seat != o.Seat && seat != o.Discarder && len(o.Out) < 1 {
				o.Out = append(o.Out, seat)
			}
		}
	})
	for n := range 3 {
		if w.Riichi < 2 {
			add(models.FactRiichi, func(o *models.Win) { o.Riichi = 1 - o.Riichi })
		}
		if w.Riichi > 0 {
			add(models.FactDouble, func(o *models.Win) { o.Riichi = max(n, 1) })
		}
		add(models.FactCounters, func(o *models.Win) { o.Honba += n })
		add(models.FactCounters, func(o *models.Win) { o.Sticks += n })
		add(models.FactCounters, func(o *models.Win) { o.Streak += n })
		add(models.FactNorths, func(o *models.Win) { o.Norths += n })
		add(models.FactFlowers, func(o *models.Win) { o.Flowers = models.FlowerSet{Count: o.Flowers.Count + n} })
	}
	for i := range models.Kinds {
		add(models.FactDora, func(o *models.Win) { o.DoraIndicators = models.Tiles{models.KindAt(i)} })
		add(models.FactUra, func(o *models.Win) { o.UraIndicators = models.Tiles{models.KindAt(i)} })
	}
	return all
}

// TestEveryFieldOfAWinIsVaried fails when a win gets a field that the walk does not know.
func TestEveryFieldOfAWinIsVaried(t *testing.T) {
	fields := func(v any) (names []string) {
		for i := range reflect.TypeOf(v).NumField() {
			names = append(names, reflect.TypeOf(v).Field(i).Name)
		}
		return names
	}
	for _, tt := range []struct {
		value any
		want  string
	}{
		{models.Win{}, "ID Hand Tile SelfDraw Seat Round Discarder Flags Riichi DoraIndicators UraIndicators Honba Sticks Supplied Liable Dealer Streak Norths Void Out"},
		{models.Hand{}, "Concealed Melds Flowers"},
		{models.Meld{}, "Kind Tiles From"},
		{models.Outcome{}, "Ending Winners From Settled Ready Lying Riichi Nagashi Reason Fixed Paid"},
	} {
		if got := strings.Join(fields(tt.value), " "); got != tt.want {
			t.Errorf("%T has the fields %s; the walk varies %s", tt.value, got, tt.want)
		}
	}
}

// someWins are the examples of a book's table, which have all its fans, from every seat, and
// hands made up at random.
func someWins(t *testing.T, rules scoring.Informed, random *rand.Rand) (wins []*models.Win) {
	t.Helper()
	seated := func(w models.Win, seat models.Seat) {
		w.Seat = seat
		if w.Round == models.NoSeat {
			w.Round = models.East
		}
		if !w.SelfDraw && (w.Discarder == models.NoSeat || w.Discarder == seat) {
			w.Discarder = models.SeatAt(seat.Index() + 1)
			if seat != models.East {
				w.Discarder = models.East
			}
		}
		wins = append(wins, &w)
	}
	for _, row := range rules.(scoring.Tabled).Rows() {
		w, err := models.ParseTextOf(scoring.HandSize(rules), row.Example)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range []models.Seat{models.East, models.South} {
			seated(*w, seat)
		}
		closed := *w
		if closed.Riichi = 1; len(w.Melds) == 0 {
			seated(closed, models.West)
		}
	}
	if scoring.HandSize(rules) != models.Thirteen {
		return wins // the table's own, as random hands are of thirteen tiles
	}
	for _, text := range rareWins {
		w, err := models.ParseText(text)
		if err != nil {
			t.Fatal(err)
		}
		seated(*w, models.South)
	}
	for range 400 {
		seated(madeUp(random), models.SeatAt(random.IntN(4)))
	}
	return wins
}

// rareWins are hands that chance makes too seldom.
var rareWins = []string{
	"234m567p45678s22z +9s",                              // without fu but for the pair of winds
	"[555z<] [666z^] [777z>] 456s2p +2p self-draw",       // who called last decides who pays
	"[1111p^] (9999p) 123456m7p +7p self-draw kong-draw", // which kong was the last decides who pays
}

// madeUp makes up a hand of four sets and a pair, with melds fed by whomever, often of
// honours and of one player.
func madeUp(r *rand.Rand) (w models.Win) {
	melds := r.IntN(5)
	side := models.Side(1 + r.IntN(3))
	for i := range 4 {
		kind := models.KindAt(r.IntN(models.Kinds))
		if r.IntN(2) == 0 {
			kind = models.KindAt(27 + r.IntN(7))
		}
		m := models.Meld{Kind: models.Pung, Tiles: models.Tiles{kind, kind, kind}, From: side}
		if r.IntN(3) == 0 {
			m.From = models.Side(1 + r.IntN(3))
		}
		if kind.IsNumber() && kind.Rank() <= 7 && r.IntN(2) == 0 {
			m = models.Meld{Kind: models.Chow, Tiles: models.Tiles{kind, kind + 1, kind + 2}, From: models.Left}
		} else if r.IntN(3) == 0 {
			m.Kind, m.Tiles = models.Kong, append(m.Tiles, kind)
		}
		if i < melds {
			w.Melds = append(w.Melds, m)
			continue
		}
		w.Concealed = append(w.Concealed, m.Tiles[:3]...)
	}
	pair := models.KindAt(r.IntN(models.Kinds))
	w.Concealed, w.Tile, w.SelfDraw = append(w.Concealed, pair), pair, r.IntN(2) == 0
	return w
}

// TestNoCourseDependsOnAFactThatIsNotListed varies how hands end. It claims that what changes
// sticks, waiting hands, the deal or the seats is a fact that the book lists for its course.
func TestNoCourseDependsOnAFactThatIsNotListed(t *testing.T) {
	for _, book := range allBooks(t) {
		if book.course == nil {
			continue // hands are scored, and no match is kept
		}
		t.Run(book.match.Rules, func(t *testing.T) {
			seen := map[models.Fact]bool{}
			start := models.Begin(book.match)
			for _, honba := range []int{0, 2} {
				p := start
				p.Honba, p.Sticks, p.Round, p.Deal, p.Dealer = honba, honba, 1+honba/2, 1+honba, models.PlaceAt(honba)
				for _, o := range endings() {
					points, next := book.course.Settle(book.match, p, o), book.course.Next(book.match, p, o)
					for fact, others := range endedOtherwise(p, o) {
						for _, other := range others {
							q, given := p, other
							if fact == models.FactCounters {
								q.Honba, q.Sticks = q.Honba+1, q.Sticks+1
								given = o
							}
							after := book.course.Next(book.match, q, given)
							after.Honba, after.Sticks = after.Honba-(q.Honba-p.Honba), after.Sticks-(q.Sticks-p.Sticks)
							if book.course.Settle(book.match, q, given) != points || after != next {
								seen[fact] = true
							}
						}
					}
				}
			}
			for _, u := range book.rules[0].Facts() {
				// What the pipeline and the books bar, and what waiting hands can see, no course knows.
				indirect := u.Fact == models.FactBarred || u.Fact == models.FactGone || u.Fact.Flag() != 0
				if u.Course && !seen[u.Fact] && !indirect {
					t.Errorf("%s is listed for the course, which it never changes", u.Fact)
				}
				if !u.Course && seen[u.Fact] {
					t.Errorf("%s changes the course, and is not listed for it", u.Fact)
				}
				delete(seen, u.Fact)
			}
			for fact := range seen {
				t.Errorf("%s changes the course, and is not listed", fact)
			}
		})
	}
}

// endings are ways in which hands end.
func endings() []models.Outcome {
	return []models.Outcome{
		{Ending: models.Won, Winners: []models.Place{1}, Paid: models.Points{30, -10, -10, -10}},
		{Ending: models.Won, Winners: []models.Place{2}, From: 1, Paid: models.Points{-20, 40, -10, -10}},
		{Ending: models.Won, Winners: []models.Place{3}, From: 2, Paid: models.Points{-20, -20, 60, -20}},
		{Ending: models.Drawn},
		{Ending: models.Drawn, Ready: []models.Ready{{Place: 2, Points: 9}}},
		{Ending: models.Aborted, Reason: "nine-terminals"},
	}
}

// endedOtherwise gives the endings that differ in one fact.
func endedOtherwise(p models.Position, o models.Outcome) map[models.Fact][]models.Outcome {
	all := map[models.Fact][]models.Outcome{models.FactCounters: {o}}
	add := func(fact models.Fact, change func(o *models.Outcome)) {
		other := o
		change(&other)
		all[fact] = append(all[fact], other)
	}
	for i := range models.Places {
		at := models.PlaceAt(i)
		if o.Ending == models.Won && at != o.From {
			add(models.FactSeat, func(o *models.Outcome) { o.Winners = []models.Place{at} })
		}
		if o.Ending == models.Won && !o.WonBy(at) {
			add(models.FactFrom, func(o *models.Outcome) { o.From = at })
		}
		add(models.FactRiichi, func(o *models.Outcome) { o.Riichi = []models.Place{at} })
		if !o.WonBy(at) {
			add(models.FactReady, func(o *models.Outcome) { o.Ready = []models.Ready{{Place: at, Points: 16}} })
		}
		if o.Ending == models.Drawn {
			add(models.FactNagashi, func(o *models.Outcome) { o.Nagashi = []models.Place{at} })
		}
	}
	if o.Ending != models.Won {
		add(models.FactReason, func(o *models.Outcome) { o.Ending, o.Reason = models.Aborted, "four-winds" })
	}
	return all
}

// TestFactsAreDocumented keeps docs/facts.md as the books list them.
func TestFactsAreDocumented(t *testing.T) {
	const golden = "../docs/facts.md"
	var b strings.Builder
	b.WriteString(factsHead)
	for _, book := range allBooks(t) {
		rules := book.rules[0]
		names := map[string]string{}
		for _, one := range book.rules {
			for _, row := range one.(scoring.Tabled).Rows() {
				names[row.ID] = row.Name
			}
		}
		uses := map[models.Fact]scoring.Use{}
		var order []models.Fact
		for _, one := range book.rules {
			for _, u := range one.Facts() {
				before, known := uses[u.Fact]
				if !known {
					order = append(order, u.Fact)
				}
				for _, id := range before.Fans {
					if !slices.Contains(u.Fans, id) {
						u.Fans = append(u.Fans, id)
					}
				}
				uses[u.Fact] = u
			}
		}
		fmt.Fprintf(&b, "\n## %s (`%s`)\n\n| fact | fans | payments | course | sources |\n|---|---|---|---|---|\n", book.name, rules.ID())
		for _, fact := range order {
			u := uses[fact]
			fans := "any"
			if !u.Any {
				var list []string
				for _, id := range u.Fans {
					list = append(list, fmt.Sprintf("%s `%s`", names[id], id))
				}
				fans = strings.Join(list, ", ")
			}
			mark := func(holds bool) string {
				if holds {
					return "yes"
				}
				return ""
			}
			var sources []string
			for _, s := range sourcesOf(fact) {
				sources = append(sources, string(s))
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", fact, fans, mark(u.Pays), mark(u.Course), strings.Join(sources, " "))
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(golden)
	if err != nil || string(have) != b.String() {
		t.Errorf("%s is stale; run go test ./scoring -update and read the difference (%v)", golden, err)
	}
}

const factsHead = `# What a rule book must know besides the tiles

Every rule book lists the facts on which its fans, its payments and the course of a match depend beyond the tiles. This page is
made from those lists; a test varies every field of many wins and endings and fails when anything changes that is not listed.

A fact of a win is **computed** (by the books, the clock or the tiles themselves), told by the table's **board**, seen by the
**eye**, known from the **course** by somebody who followed the whole hand, **said** by a referee, or **agreed** by the club
(` + "`table.assume`" + `, empty by default). The books keep with every win how each fact was known. A fact that nobody told and that would
change the score, the payments or the course is asked for before the hand is recorded; one that would change nothing is not.
What ordinary hands are like (no circumstance holds, no more flowers, no stick, nobody else ready) is answered with one tap, *Nothing special*.

*Payments* are those that change while the fans stay; *course* is sticks, waiting hands, the deal and the seats.
`

// sourcesOf gives where a fact may come from, the usual one first.
func sourcesOf(f models.Fact) []models.Source {
	switch f {
	case models.FactSeat, models.FactRound, models.FactCounters, models.FactOut:
		return []models.Source{models.Computed}
	case models.FactTile, models.FactFrom:
		return []models.Source{models.Board, models.Eye, models.Course, models.Said}
	case models.FactMelds:
		return []models.Source{models.Eye, models.Course, models.Said, models.Agreed}
	case models.FactSuppliers:
		return []models.Source{models.Eye, models.Course, models.Said}
	case models.FactOrder:
		return []models.Source{models.Course, models.Said}
	case models.FactLiable:
		return []models.Source{models.Computed, models.Said}
	case models.FactFlowers:
		return []models.Source{models.Eye, models.Board, models.Course, models.Said, models.Agreed}
	case models.FactRiichi:
		return []models.Source{models.Board, models.Course, models.Said, models.Agreed}
	case models.FactDora, models.FactDouble, models.FactNorths, models.FactVoid:
		return []models.Source{models.Course, models.Said, models.Agreed}
	case models.FactUra, models.FactNagashi, models.FactReason:
		return []models.Source{models.Said}
	case models.FactReady, models.FactGone:
		return []models.Source{models.Eye, models.Course, models.Said, models.Agreed}
	case models.FactBarred:
		return []models.Source{models.Computed, models.Said}
	}
	switch f.Flag() {
	case models.Heavenly, models.Earthly, models.LastDraw, models.LastDiscard:
		return []models.Source{models.Computed, models.Board, models.Course, models.Said, models.Agreed}
	}
	return []models.Source{models.Board, models.Course, models.Said, models.Agreed}
}
