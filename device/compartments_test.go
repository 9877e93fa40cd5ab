package device

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
)

// counting is the counting of the firmware, compiled for this machine.
type counting struct {
	program string
	kind    DrawerKind
	lines   []string
}

func newCounting(t *testing.T, kind DrawerKind, tolerance int) *counting {
	t.Helper()
	sharedtest.Tool(t, "cc")
	program := filepath.Join(t.TempDir(), "count")
	out, err := exec.Command("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover",
		"-I", "reference-c", "-o", program, "../firmware/simulator/count.c", "../firmware/count.c").CombinedOutput()
	if err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	c := &counting{program: program, kind: kind}
	for _, one := range kind.Compartments {
		c.lines = append(c.lines, fmt.Sprintf("%d %d %d", one.Stick/100, one.Reference/100, one.Capacitance/10))
	}
	c.lines = append(c.lines, fmt.Sprint(tolerance))
	return c
}

// lying is what lies in a compartment, and how exactly it is measured.
type lying struct {
	farads, siemens float64 // pF, 1/ohm
	reference       float64 // of what it should be
	offset          int     // of the converter, steps
	late            float64 // that the converter looks later than is thought, us
}

// measure puts what the converter of 10 bits reads of compartment i into the list of questions.
func (c *counting) measure(i int, l lying) {
	r := float64(c.kind.Compartments[i].Reference) * l.reference
	share := 1 / (1 + r*l.siemens)
	step := func(share float64) int { return min(1023, max(0, int(share*1023)+l.offset)) }
	settled, then, us := 4*step(share), 65535, 0.0
	if c.kind.Compartments[i].Capacitance > 0 {
		for us = 32; ; us += 1000 {
			then = 4*step(share*math.Exp(-(us+l.late)/(r*share*l.farads*1e-6))) + 2
			if 8*then <= 3*settled || us > 60_000 {
				break
			}
		}
	}
	c.lines = append(c.lines, fmt.Sprintf("%d %d %d %d", i, settled, then, int(us)/4))
}

// counts answers all questions, -1 for what lies between two counts.
func (c *counting) counts(t *testing.T) (all []int) {
	t.Helper()
	cmd := exec.Command(c.program)
	cmd.Stdin = strings.NewReader(strings.Join(c.lines, "\n"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		var n, farads int
		if _, err := fmt.Sscan(line, &n, &farads); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, n)
	}
	return all
}

// TestSticksAreRightOrRefused claims that no number of sticks, as far from what they should be as the tolerance says, all in one
// direction or each in its own, is told as another one, and how many are always told.
func TestSticksAreRightOrRefused(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		kind, tolerance int
		always          int // sticks that are never refused
		most            int // of them are told at all
	}{{0, 1, 15, 20}, {1, 1, 8, 20}, {1, 2, 7, 14}, {1, 5, 4, 7}, {1, 10, 2, 3}} {
		kind := DrawerKinds()[one.kind]
		t.Run(fmt.Sprintf("%s %d %%", kind.Name, one.tolerance), func(t *testing.T) {
			t.Parallel()
			c := newCounting(t, kind, one.tolerance)
			random := rand.New(rand.NewPCG(56, uint64(one.tolerance)))
			between := func(low, high float64) float64 { return low + (high-low)*random.Float64() }
			type laid struct{ i, n int }
			var all []laid
			for n := range 31 {
				for i, k := range kind.Compartments {
					for try := range sharedtest.Count(40, 2000) {
						far, worst := float64(one.tolerance)/100, float64(try%3-1) // all low, each otherwise, all high
						l := lying{reference: 1 + .01*worst, offset: random.IntN(5) - 2, late: between(-4, 4), farads: between(50, 400)}
						if worst == 0 {
							l.reference = between(.99, 1.01)
						}
						for range n {
							part := func(v float64) float64 {
								if worst != 0 {
									return v * (1 + far*worst)
								}
								return v * between(1-far, 1+far)
							}
							l.farads += part(float64(k.Capacitance))
							if k.Stick > 0 {
								l.siemens += 1 / part(float64(k.Stick)) // a resistance that is high where the capacitance is
							}
						}
						c.measure(i, l)
						all = append(all, laid{i, n})
					}
				}
			}
			refused, told := 0, 0
			for at, got := range c.counts(t) {
				i, n := all[at].i, all[at].n
				switch {
				case got == n:
					told = max(told, n)
				case got >= 0:
					t.Fatalf("%d sticks in compartment %d are told as %d: %s", n, i+1, got, c.lines[at+DrawerCompartments+1])
				case n <= one.always:
					t.Errorf("%d sticks in compartment %d are refused: %s", n, i+1, c.lines[at+DrawerCompartments+1])
				case n <= one.most:
					refused++
				}
			}
			if told != one.most {
				t.Errorf("up to %d sticks are told, not %d", told, one.most)
			}
			t.Logf("of %d to %d sticks %d times refused", one.always+1, one.most, refused)
		})
	}
}

// TestAStickOfAnotherKindIsSaid puts one stick of each other kind beside none to five of the right one.
func TestAStickOfAnotherKindIsSaid(t *testing.T) {
	t.Parallel()
	kind := DrawerKinds()[1]
	c := newCounting(t, kind, 1)
	type laid struct{ i, n, other int }
	var all []laid
	for i, k := range kind.Compartments {
		for other, o := range kind.Compartments {
			for n := range 6 {
				if other == i {
					continue
				}
				l := lying{reference: 1, farads: 200 + float64(n*k.Capacitance+o.Capacitance)}
				for _, s := range append([]Compartment{o}, []Compartment{k, k, k, k, k}[:n]...) {
					if s.Stick > 0 {
						l.siemens += 1 / float64(s.Stick)
					}
				}
				c.measure(i, l)
				all = append(all, laid{i, n, other})
			}
		}
	}
	// Capacitors alone: those of 1,000 and 100 are the same, and each is as two of 500, which 1,000 are worth.
	same := map[[2]int]int{{2, 4}: 1, {4, 2}: 1, {3, 2}: 2, {3, 4}: 2}
	for at, got := range c.counts(t) {
		one := all[at]
		want := -1
		if more, ok := same[[2]int{one.i, one.other}]; ok {
			want = one.n + more
		}
		if got != want {
			t.Errorf("a stick of %d beside %d in compartment %d is told as %d, want %d", kind.Compartments[one.other].Worth, one.n, one.i+1, got, want)
		}
	}
}

// TestAShortedCompartmentIsNoNumberOfSticks claims that what lets hardly anything through is told as no count, whatever a stick is.
func TestAShortedCompartmentIsNoNumberOfSticks(t *testing.T) {
	t.Parallel()
	var kind DrawerKind
	for i, stick := range []int{10e3, 1e6, 2.2e6, 3.3e6, 6.2e6} {
		kind.Compartments[i] = Compartment{Worth: 100, Stick: stick, Reference: stick / 8 / 100 * 100}
	}
	c := newCounting(t, kind, 1)
	const most = 200 // of 4092; 20 sticks leave 1169
	for i := range kind.Compartments {
		for reading := range most {
			c.lines = append(c.lines, fmt.Sprintf("%d %d 65535 0", i, reading))
		}
	}
	for at, got := range c.counts(t) {
		if got != -1 {
			t.Errorf("a reading of %d with sticks of %d ohms is told as %d of them", at%most, kind.Compartments[at/most].Stick, got)
		}
	}
}
