package drawers

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// evening is a riichi table with sticks: the books, and what lies in the drawers.
type evening struct {
	t       *testing.T
	d       *Drawers
	now     time.Time
	books   Books
	drawers [models.Places]int
	told    []Difference // as it is shown now
	ever    []Difference // whatever was shown
}

func (e *evening) pass(d time.Duration) {
	for end := e.now.Add(d); e.now.Before(end); e.now = e.now.Add(time.Second) {
		if all, sure := e.d.Compare(e.books, e.now); sure {
			e.told = all
			for _, one := range all {
				if !slices.Contains(e.ever, one) {
					e.ever = append(e.ever, one)
				}
			}
		}
	}
}

// move takes points out of a drawer, or puts them in.
func (e *evening) move(i, points int) {
	e.drawers[i] += points
	e.d.Hear(device.Event{Kind: device.StickPoints, Place: models.PlaceAt(i), Value: e.drawers[i], Time: e.now})
}

// book writes a hand into the books.
func (e *evening) book(deltas [models.Places]int) {
	e.books.Hands++
	for i, delta := range deltas {
		e.books.Scores[i] += delta
	}
}

func begin(t *testing.T) *evening {
	e := &evening{t: t, d: New(Usual()), now: time.Unix(1_800_000_000, 0)}
	e.books = Books{Match: "m1", Scores: [4]int{25000, 25000, 25000, 25000}, Seated: [4]bool{true, true, true, true}}
	e.drawers = e.books.Scores
	e.d.Hear(device.Event{Kind: device.StateIs, Status: &device.Status{Points: e.drawers}, Time: e.now})
	e.pass(10 * time.Second)
	return e
}

// TestWrongPaymentsAreToldAndNoOthers plays 200 hands with riichi sticks and payments of people, ten of them wrong.
func TestWrongPaymentsAreToldAndNoOthers(t *testing.T) {
	random := rand.New(rand.NewPCG(56, 2))
	e := begin(t)
	wrong := map[int]bool{}
	for len(wrong) < 10 {
		wrong[random.IntN(200)] = true
	}
	told, falsely := 0, 0
	for hand := range 200 {
		e.ever = nil
		e.d.Hear(device.Event{Kind: device.ShuffleStarted, Time: e.now})
		e.pass(20 * time.Second)
		var laid [4]int
		for i := range laid { // riichi
			if random.IntN(4) == 0 {
				e.pass(time.Duration(20+random.IntN(60)) * time.Second)
				e.move(i, -deposit)
				laid[i] = deposit
			}
		}
		e.pass(time.Duration(60+random.IntN(200)) * time.Second)
		winner, loser := random.IntN(4), random.IntN(4)
		if loser == winner {
			loser = (winner + 1) % 4
		}
		points := []int{1000, 1300, 2000, 2600, 3900, 5200, 7700, 8000, 12000}[random.IntN(9)]
		deltas := [4]int{}
		deltas[winner] += points
		deltas[loser] -= points
		for i, stick := range laid {
			deltas[i] -= stick
			deltas[winner] += stick
		}
		e.book(deltas)
		e.pass(time.Duration(random.IntN(40)) * time.Second)
		// The loser pays in one to three moves, some seconds apart, and the winner takes in the same.
		pay := points
		if wrong[hand] {
			pay += []int{-1000, -300, 100, 1000, 2000}[random.IntN(5)]
		}
		first := pay / 2 / 100 * 100
		for _, part := range []int{first, pay - first} {
			e.move(loser, -part)
			e.pass(time.Duration(1+random.IntN(6)) * time.Second)
			e.move(winner, part)
			e.pass(time.Duration(1+random.IntN(4)) * time.Second)
		}
		for _, stick := range laid {
			if stick > 0 {
				e.move(winner, stick)
				e.pass(time.Duration(1+random.IntN(3)) * time.Second)
			}
		}
		e.pass(15 * time.Second)
		switch {
		case wrong[hand] && len(e.told) == 2:
			told++
			e.move(loser, pay-points) // put right
			e.pass(2 * time.Second)
			e.move(winner, points-pay)
			e.pass(15 * time.Second)
			if len(e.told) > 0 {
				t.Errorf("hand %d: told after it was put right: %v", hand, e.told)
			}
		case wrong[hand]:
			t.Errorf("hand %d: paid %d of %d, told %v", hand, pay, points, e.told)
		case len(e.ever) > 0:
			falsely++
			t.Errorf("hand %d: told %v", hand, e.ever)
		}
	}
	t.Logf("200 hands, 10 payments wrong: %d told, %d false", told, falsely)
}

func TestNobodyPaidIsToldAfterAWhile(t *testing.T) {
	e := begin(t)
	e.book([4]int{8000, -8000})
	e.pass(80 * time.Second)
	if len(e.told) > 0 {
		t.Errorf("told %v before anybody can have paid", e.told)
	}
	e.pass(20 * time.Second)
	if want := []Difference{{1, 33000, 25000}, {2, 17000, 25000}}; !slices.Equal(e.told, want) {
		t.Errorf("told %v, want %v", e.told, want)
	}
	e.books.Match = "m2"
	e.pass(time.Second)
	if len(e.told) > 0 {
		t.Errorf("another match: told %v", e.told)
	}
}

func TestSticksThatAreNotPlayedForAreNeverCompared(t *testing.T) {
	e := begin(t)
	e.books.Match, e.books.Scores = "lingque", [4]int{}
	for range 5 {
		e.book([4]int{12, -4, -4, -4})
		e.move(2, -500)
		e.pass(3 * time.Minute)
	}
	if len(e.ever) > 0 {
		t.Errorf("told %v", e.ever)
	}
}

// TestDrawersThatAreNotClearAreNotCompared gives faults of compartments, of converters, of their bus and of the supply.
func TestDrawersThatAreNotClearAreNotCompared(t *testing.T) {
	for _, code := range []int{1011, 1023, 1045, 1172, 1175, device.FaultBus, device.FaultSupply} {
		e := begin(t)
		e.d.Hear(device.Event{Kind: device.FaultRaised, Value: code, Severity: device.Notice, Time: e.now})
		e.book([4]int{1000, -1000})
		e.pass(5 * time.Minute)
		e.d.Hear(device.Event{Kind: device.FaultCleared, Value: code, Time: e.now})
		e.d.Hear(device.Event{Kind: device.LinkDown, Time: e.now})
		e.pass(5 * time.Minute)
		if len(e.ever) > 0 {
			t.Errorf("fault %d: told %v", code, e.ever)
		}
	}
	for _, code := range []int{17, 1010, 1046, 1051, 1171, 1176, 1182} { // have nothing to do with drawers
		e := begin(t)
		e.d.Hear(device.Event{Kind: device.FaultRaised, Value: code, Severity: device.Notice, Time: e.now})
		e.book([4]int{1000, -1000})
		e.pass(5 * time.Minute)
		if len(e.ever) == 0 {
			t.Errorf("fault %d keeps a difference untold", code)
		}
	}
}

// TestADrawerThatFellByAStickIsRiichi claims that a thousand less in one drawer is a stick laid in a hand, told once and taken back;
// neither is a stick that changes hands, what is lent, nor what is paid once the hand is booked.
func TestADrawerThatFellByAStickIsRiichi(t *testing.T) {
	e := begin(t)
	asks := func(seconds int) (told []int) { // the place, negative for taken back
		for range seconds {
			e.pass(time.Second)
			for _, one := range e.d.Riichi(e.books, e.now) {
				told = append(told, int(one.Place)*one.Value)
			}
		}
		return told
	}
	for _, step := range []struct {
		name  string
		does  func()
		told  []int
		tells int // places that would have told
	}{
		{"before the hand", func() { e.move(1, -1000) }, nil, 0},
		{"put back, and a hand begins", func() {
			e.move(1, 1000)
			e.d.Hear(device.Event{Kind: device.ShuffleStarted, Time: e.now})
		}, nil, 4},
		{"a stick is laid", func() { e.move(2, -1000) }, []int{3}, 4},
		{"another, and the first is taken back", func() { e.move(0, -1000); e.move(2, 1000) }, []int{1, -3}, 4},
		{"a stick is lent", func() { e.move(1, -1000); e.move(3, 1000) }, nil, 0},
		{"and given back", func() { e.move(1, 1000); e.move(3, -1000) }, nil, 4},
		{"the hand is booked, and one has paid", func() { e.book([4]int{-1000, 3000, -1000, -1000}); e.move(1, 1000); e.move(2, -1000) }, nil, 0},
	} {
		step.does()
		told := asks(5)
		tells := 0
		all, _ := e.d.Tells(e.books, e.now)
		for _, known := range all {
			if known {
				tells++
			}
		}
		if slices.Sort(told); !slices.Equal(told, slices.Sorted(slices.Values(step.told))) || tells != step.tells {
			t.Errorf("%s: told %v, want %v; %d places tell, want %d", step.name, told, step.told, tells, step.tells)
		}
	}
	e.move(2, 1000)
	e.move(2, -500)
	e.move(2, 500)
	if told := asks(1); len(told) > 0 {
		t.Errorf("sticks that change hands are told: %v", told)
	}
}
