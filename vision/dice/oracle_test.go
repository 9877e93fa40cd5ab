package dice

import (
	"math"
	"slices"

	scene "jantaku/laboratory/scene/dice"
)

// readable reports whether what is not saturated of a die's top tells its value from all others, at its true pose.
func readable(p *white, d *scene.Drawing, one scene.Die) bool {
	open := [9]bool{}
	sin, cos := math.Sincos(one.Turn)
	for s := range 9 {
		n, all := 0.0, 0.0
		for j := -2; j <= 2; j++ {
			for i := -2; i <= 2; i++ {
				a, b := float64(s%3-1)*d.Spread+float64(i)*d.Pip/2.5, float64(s/3-1)*d.Spread+float64(j)*d.Pip/2.5
				x := (one.X+d.Edge*(a*cos-b*sin))*d.Scale + float64(d.Side)/2
				y := (one.Y+d.Edge*(a*sin+b*cos))*d.Scale + float64(d.Side)/2
				all++
				if p.at(x, y) < 251 {
					n++
				}
			}
		}
		open[s] = n/all > .5
	}
	var dark [9]bool
	for _, f := range slices.Backward(faces[:]) {
		if f.value == one.Value { // the first is the way in which it is drawn
			dark = [9]bool{}
			for _, spot := range f.dark {
				dark[spot] = true
			}
		}
	}
	for _, f := range faces {
		if f.value == one.Value {
			continue
		}
		var other [9]bool
		for _, s := range f.dark {
			other[s] = true
		}
		same := true
		for s := range 9 {
			if open[s] && other[s] != dark[s] {
				same = false
			}
		}
		if same {
			return false
		}
	}
	return true
}
