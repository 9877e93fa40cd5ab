package trial

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring/riichi"
	"jantaku/vision/play"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
)

func game(t *testing.T, red bool) *prior.Game {
	t.Helper()
	options, err := riichi.Profile("tenhou")
	if err != nil {
		t.Fatal(err)
	}
	book, err := riichi.New(options)
	if err != nil {
		t.Fatal(err)
	}
	complete := func(w *models.Win) bool {
		plain := *w
		plain.Seat, plain.Round = models.East, models.East
		r, err := book.Score(&plain)
		return err == nil && r.Win
	}
	return &prior.Game{Complete: complete, Rules: "riichi", Players: 4, Riichi: true,
		Wall:       prior.Wall{Tiles: 136, Dead: 14, Red: red, DeadReplaces: true},
		Indicators: prior.Indicators{Dora: true, Ura: true}, Calls: prior.Calls{Chows: true, Turned: true},
		Ends: prior.Ends{Heaven: true, Earthly: prior.FirstTurn, Ippatsu: true, Heads: 3, Nagashi: true, Aborts: prior.Aborts{FourWinds: true, FourRiichi: true, FourKongs: true, NineTerminals: true, TripleRon: true}}}
}

// records reads the first real hands.
func records(t *testing.T, n int) (all []*models.Record) {
	t.Helper()
	for i, line := range sharedtest.RealHands(t) {
		if i == n {
			break
		}
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// TestAHandIsJudgedByTheBookItWasPlayedBy claims that a record of another rule book is refused: it would be counted as paid wrongly
// for a riichi that the book does not know, however well it was seen.
func TestAHandIsJudgedByTheBookItWasPlayedBy(t *testing.T) {
	r := records(t, 1)[0]
	g := game(t, r.Red == nil || *r.Red)
	if _, err := Play(g, r); err != nil {
		t.Error("its own book:", err)
	}
	g.Rules, g.Riichi = "lingque-29", false
	if _, err := Play(g, r); err == nil || !strings.Contains(err.Error(), "riichi, not of lingque-29") {
		t.Error("another book:", err)
	}
}

func TestRealHandsToldWithoutFaultAreToldRightly(t *testing.T) {
	n := sharedtest.Count(6, 200)
	for i, r := range records(t, n) {
		g := game(t, r.Red == nil || *r.Red)
		truth, err := Play(g, r)
		if err != nil {
			t.Fatal(err)
		}
		p := play.New(g, prior.Start{ID: r.ID, Dealer: r.Dealer, Round: r.Round}, prior.Standard())
		for _, c := range Tell(g, truth, Faults{}, rand.New(rand.NewPCG(5, uint64(i)))).Changes {
			p.Hear(&c)
		}
		e := p.End()
		right, missed, wrong := Compare(r, e.Record)
		if missed > 0 || wrong > 0 {
			t.Errorf("%s: %d events right, %d missed, %d false", r.ID, right, missed, wrong)
		}
		if len(e.Verdicts) == 0 {
			t.Fatalf("%s: no verdict", r.ID)
		}
		for _, fact := range []string{"ending", "winner", "from", "suppliers", "riichi", "dora", "ura", "sticks"} {
			if got, want := verdict.FactOf(&e.Verdicts[0], fact), verdict.FactOf(&truth.Verdict, fact); got != want {
				t.Errorf("%s: %s is %q, want %q", r.ID, fact, got, want)
			}
		}
	}
}

func TestNoStreamOfChangesEndsWithoutAnAnswer(t *testing.T) {
	n := sharedtest.Count(4, 60)
	faults := Usual()
	faults.Missed, faults.Swapped, faults.Together, faults.Lost, faults.Restart = .1, .1, .2, 1, .3
	for i, r := range records(t, n) {
		g := game(t, r.Red == nil || *r.Red)
		truth, err := Play(g, r)
		if err != nil {
			t.Fatal(err)
		}
		p := play.New(g, prior.Start{ID: r.ID, Dealer: r.Dealer, Round: r.Round}, prior.Standard())
		for _, c := range Tell(g, truth, faults, rand.New(rand.NewPCG(6, uint64(i)))).Changes {
			p.Hear(&c)
		}
		if ended, swept := p.Over(); !ended || !swept {
			t.Errorf("%s: ended %v, swept %v", r.ID, ended, swept)
		}
		if len(p.End().Verdicts) == 0 {
			t.Errorf("%s: no verdict", r.ID)
		}
	}
}

func TestNearlyNothingIsLetGo(t *testing.T) {
	for i, r := range records(t, 2) {
		g := game(t, r.Red == nil || *r.Red)
		truth, err := Play(g, r)
		if err != nil {
			t.Fatal(err)
		}
		p := play.New(g, prior.Start{ID: r.ID, Dealer: r.Dealer, Round: r.Round}, prior.Standard())
		for _, c := range Tell(g, truth, Usual(), rand.New(rand.NewPCG(8, uint64(i)))).Changes {
			p.Hear(&c)
		}
		if e := p.End(); e.Pruned > 1e-3 {
			t.Errorf("%s: histories with %.4f of the probability were let go", r.ID, e.Pruned)
		}
	}
}

func TestWhatWasToldOfAFilmIsReadAgain(t *testing.T) {
	r := records(t, 1)[0]
	g := game(t, true)
	truth, err := Play(g, r)
	if err != nil {
		t.Fatal(err)
	}
	told := Filmed{Start: prior.Start{ID: r.ID, Dealer: r.Dealer}, Wall: 136, Changes: Tell(g, truth, Usual(), rand.New(rand.NewPCG(9, 0))).Changes}
	var file bytes.Buffer
	k := NewKeeper(&file)
	for range 2 {
		if err := k.Keep(&told, r); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	err = EachFilmed(&file, func(again *Filmed) error {
		n++
		if !reflect.DeepEqual(again.Changes, told.Changes) {
			t.Error("the changes are others")
		}
		of, err := again.Record()
		if err == nil && !reflect.DeepEqual(of, r) {
			t.Error("the record is another")
		}
		return err
	})
	if err != nil || n != 2 {
		t.Errorf("%d hands, error %v, want 2", n, err)
	}
}
