package device

import (
	"math/rand/v2"
	"testing"
	"time"

	"jantaku/laboratory/chip"
	"jantaku/models"
)

// lampOf looks at a lamp for half a second, in which board and host go on.
func (b *bench) lampOf(p models.Place) string {
	on, n := 0, 0
	for ; n < 25; n++ {
		b.pass(20 * time.Millisecond)
		if b.Do("out %s", chip.Lamp(int(p)))[0] == "1" {
			on++
		}
	}
	switch on {
	case 0:
		return "off"
	case n:
		return "on"
	}
	return "blinks"
}

func (b *bench) lampsAre(when string, want ...string) {
	b.t.Helper()
	b.pass(500 * time.Millisecond)
	for i, w := range want {
		if is := b.lampOf(models.PlaceAt(i)); is != w {
			b.t.Errorf("%s: the lamp of place %d %s, want %s", when, i+1, is, w)
		}
	}
}

// TestLampsShowWhatBecameOfAWin plays with the built image: a lamp blinks from the press until the host has said what
// became of it, through the host's and the board's absence and with damaged bytes.
func TestLampsShowWhatBecameOfAWin(t *testing.T) {
	t.Parallel()
	b := newBench(t, 61)
	random := rand.New(rand.NewPCG(61, 1))
	handled := func() (last Position) {
		for _, e := range b.got {
			if at, ok := e.Position(); ok {
				last = at
			}
		}
		return last
	}
	b.press(random, "D2")
	b.lampsAre("a host that tells no lamps has heard", "on", "off", "off", "off")
	b.session.light(Lamps{}, handled())
	b.lampsAre("the host says that nobody won", "off", "off", "off", "off")

	b.press(random, "D2")
	b.lampsAre("the host is at work", "blinks", "off", "off", "off")
	first := handled()
	b.press(random, "D3")
	b.session.light(Lamps{LampOn}, first)
	b.lampsAre("the first win is booked, the second waits its turn", "on", "blinks", "off", "off")
	b.session.light(Lamps{LampOn, LampOn}, handled())
	b.lampsAre("both are", "on", "on", "off", "off")

	b.cut(1)
	b.pass(2 * time.Second)
	b.lampsAre("the board was without power", "on", "on", "off", "off")

	b.away = true
	b.press(random, "D5")
	b.lampsAre("the host is away", "on", "on", "off", "blinks")
	b.noise.Rate = .02
	b.back()
	b.pass(2 * time.Second)
	b.session.light(Lamps{LampOn, LampOn, LampOff, LampBlinks}, handled())
	b.pass(time.Second)
	b.noise.Rate = 0
	b.lampsAre("it is looked at", "on", "on", "off", "blinks")
	b.session.light(Lamps{}, handled())
	b.lampsAre("the tiles went in", "off", "off", "off", "off")
}

// TestBoardsWithoutLampsAreNotAskedForEver claims that a board which does not answer is left alone.
func TestBoardsWithoutLampsAreNotAskedForEver(t *testing.T) {
	l := lampTeller{}
	now := time.Unix(0, 0)
	if _, due := l.due(now); due {
		t.Error("lamps are told that nobody has told")
	}
	l.light(Lamps{LampOn}, Position{})
	asked := 0
	for range 1000 {
		now = now.Add(100 * time.Millisecond)
		if _, due := l.due(now); due {
			asked++
		}
	}
	if asked != lampTries {
		t.Errorf("asked %d times, want %d", asked, lampTries)
	}
}
