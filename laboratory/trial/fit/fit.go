// Package fit finds the priors of vision/play in what was recorded: records of hands say how people
// play, what an eye told of films says how the eye errs, and labelled photographs say how hands are
// laid. Every second hand is left out of the fit, and is told how likely each figure makes it.
package fit

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"sort"

	"jantaku/vision/play/prior"
)

// Figure is one prior with what was counted for it.
type Figure struct {
	// Name is that of the field of [prior.Figures], with its index where it is a list.
	Name     string
	Standard float64
	// Seen and Of are how often it was so, and of how many cases, in the hands that are fitted to
	// (index 0) and in those that are left out (index 1).
	Seen, Of [2]float64
	// Fitted is what the first say: (Seen + 1/2) / (Of + 1) where the figure is a share.
	Fitted float64
	// Gain is how much likelier the fitted figure makes the hands that were left out than the
	// standard one, in nats for each of their cases; NaN where nothing was left out.
	Gain float64
	// From is what it was counted in.
	From string
}

// Counts are the figures that were counted so far.
type Counts struct {
	standard prior.Figures
	order    []string
	figures  map[string]*Figure
	rows     [2][]row
	lengths  []float64 // mm from tile to tile of hands that were laid down
	delays   []float64 // s from the discard that declares riichi to the stick
}

// New begins to count beside some priors.
func New(standard prior.Figures) *Counts {
	return &Counts{standard: standard, figures: map[string]*Figure{}}
}

// half says whether a hand is fitted to (0) or left out (1).
func half(hand int) int { return hand % 2 }

// add counts cases of a share: so often it was so, of so many.
func (c *Counts) add(hand int, name, from string, seen, of float64) {
	if of == 0 {
		return
	}
	f := c.figures[name]
	if f == nil {
		f = &Figure{Name: name, From: from}
		c.figures[name] = f
		c.order = append(c.order, name)
	}
	f.Seen[half(hand)] += seen
	f.Of[half(hand)] += of
}

// Figures are all that was counted, fitted, in the order of the fields of the priors.
func (c *Counts) Figures() (all []Figure) {
	c.sorted()
	fields := reflect.ValueOf(c.standard)
	each := func(name string, standard float64) {
		f := c.figures[name]
		if f == nil {
			return
		}
		f.Standard = standard
		if f.Fitted == 0 {
			f.fit()
		}
		all = append(all, *f)
	}
	for _, field := range reflect.VisibleFields(fields.Type()) {
		name := field.Name
		switch value := fields.FieldByIndex(field.Index); value.Kind() {
		case reflect.Float64:
			each(name, value.Float())
		case reflect.Array:
			for j := range value.Len() {
				each(fmt.Sprintf("%s[%d]", name, j), value.Index(j).Float())
			}
		}
	}
	return all
}

// Unseen names the priors that are numbers and of which nothing was counted: they are assumed.
func (c *Counts) Unseen() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[prior.Figures]()) {
		if f.Type.Kind() == reflect.Float64 && c.figures[f.Name] == nil && (f.Name != "Row" || len(c.lengths) == 0) && (f.Name != "StickDelay" || len(c.delays) == 0) {
			names = append(names, f.Name)
		}
	}
	return names
}

// fit is the share with half a case added to either side, and what it gains.
func (f *Figure) fit() {
	f.Fitted = (f.Seen[0] + .5) / (f.Of[0] + 1)
	f.Gain = math.NaN()
	if n := f.Of[1]; n > 0 {
		of := func(p float64) float64 { return logShare(f.Seen[1], n, p) / n }
		f.Gain = of(f.Fitted) - of(f.Standard)
	}
}

// logShare is the log-likelihood of so many cases of n that each are so with probability p.
func logShare(seen, n, p float64) float64 {
	const least = 1e-9
	p = min(max(p, least), 1-least)
	return seen*math.Log(p) + (n-seen)*math.Log(1-p)
}

// between are the bounds of a share by all that was counted: Wilson's, at 95 %.
func (f *Figure) between() (low, high float64) {
	const z = 1.96
	n := f.Of[0] + f.Of[1]
	p := (f.Seen[0] + f.Seen[1]) / n
	middle, spread := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	if p == 0 {
		return 0, 2 * middle / (1 + z*z/n) // spread is middle but for rounding
	}
	return (middle - spread) / (1 + z*z/n), (middle + spread) / (1 + z*z/n)
}

// Print writes a table of what was counted.
func (c *Counts) Print(out io.Writer) {
	fmt.Fprintf(out, "%-12s %9s %9s  %-17s %14s  %9s  %s\n", "figure", "standard", "fitted", "95 % bounds", "seen of", "gain", "counted in")
	for _, f := range c.Figures() {
		low, high := f.between()
		mark := " "
		if f.Of[0]+f.Of[1] == 0 {
			fmt.Fprintf(out, "%-12s %9.3g %9.3g  %52s  %s\n", f.Name, f.Standard, f.Fitted, "", f.From)
			continue
		}
		if f.Standard < low || f.Standard > high {
			mark = "*"
		}
		fmt.Fprintf(out, "%-12s %9.3g %9.3g%s %8.2g to %-7.2g %6.0f of %-6.0f %+9.2g  %s\n", f.Name, f.Standard, f.Fitted, mark, low, high,
			f.Seen[0]+f.Seen[1], f.Of[0]+f.Of[1], f.Gain, f.From)
	}
	if n := len(c.lengths); n > 0 {
		slices.Sort(c.lengths)
		over := n - sort.SearchFloat64s(c.lengths, c.standard.Row)
		fmt.Fprintf(out, "%-12s %9.3g mm; from tile to tile of a laid hand %.1f mm at the median, %.1f at 99 %%, %.1f at most; %d of %d are wider\n",
			"Row", c.standard.Row, c.lengths[n/2], c.lengths[n*99/100], c.lengths[n-1], over, n)
	}
	if n := len(c.delays); n > 0 {
		slices.Sort(c.delays)
		sum := 0.0
		for _, d := range c.delays {
			sum += d
		}
		fmt.Fprintf(out, "%-12s %9.3g s; from discard to stick %.1f s on average, %.1f at most\n", "StickDelay", c.standard.StickDelay, sum/float64(n), c.delays[n-1])
	}
	fmt.Fprintf(out, "* the standard figure is outside of the bounds. gain: nats for each case that was left out of the fit.\nassumed, for nothing was counted: %v\n", c.Unseen())
}
