package dice

import (
	"math"

	"jantaku/models"
)

// The model of a face. In linear light a picture of a face is
//
//	veil(a, b) - depth × pips(a, b) + noise,
//
// where veil is smooth: the face in its light, and whatever is mirrored on it or on a dome above, which only adds. The depth of the
// pips is then the same under any mirror image. A small lamp makes places lighter than that; each of them may be one, at a price, so
// that a value that needs a lamp over each of its pips is believed only where nothing explains the face without.
//
// Where the camera is saturated a place is at least so light: a face explains it as well as a lamp does. A pip there is hidden by a
// lamp, which has a price for each lamp that is needed and not for each place: lamps are convex, and one may hide several pips that
// lie beside each other, but not two between which another one is seen.

// grid is how many places of a face are looked at, along each side.
const grid = 17

// reachOfFace is how far from the middle of a face they lie, edges: the corners are round and the rim is blurred.
const reachOfFace = .43

// Light are the values of the model.
type Light struct {
	Noise    float64   // of a place, grey levels: the sensor's
	Form     float64   // of a place, share of the light of the face: pips and faces are not quite as modelled
	Lamp     float64   // share of places at which something is mirrored
	Full     float64   // grey level from which on a place is saturated
	Fades    float64   // how far beside what a lamp saturates it may still hide pips, edges: about a pip
	Wholly   float64   // share of a pip of which nothing is seen: a place of it may be amiss
	Radii    []float64 // of pips, edges
	One      []float64 // of the pip of a one, edges
	Spreads  []float64 // distances of the outer pips from the middle, edges
	Rounds   int       // in which a veil is fitted, and what is a lamp on it, at most
	Settled  float64   // share of the places about which belief changes in a round after which there is no other
	Near     float64   // logarithm of the likelihood below the best from which on a value is not looked at closer
	Soft     float64   // width over which the rim of a pip is blurred, pixels
	Shared   float64   // pixels of the picture that say the same as their neighbours, as noise is smoothed and the pips' form is not exact
	Least    float64   // depth of pips, linear light of 1
	Alike    float64   // by which factor the depths of two dice may differ
	Fits     float64   // share of the variance on the face that must be explained, lamps left out
	Sure     float64   // log odds against all other values
	Die      float64   // logarithm of the likelihood against a face without pips; of dice of 16 pixels it is small
	Dirt     float64   // share of a face that may be darker than explained
	Same     float64   // logarithm of the likelihood by which of two overlapping places one is the better
	Size     float64   // by which factor the distances of pips on two dice may differ
	Mirrored float64   // share of a face on which lamps may be
	Hidden   float64   // logarithm of the odds against a lamp that hides pips of a face
	Small    float64   // the same of a lamp that hides a pip of a white face and shows on nothing else
}

// UsualLight suits dice of tables.
func UsualLight() Light {
	return Light{Noise: 5, Form: .06, Lamp: .02, Full: 251, Fades: .17, Wholly: .85, Radii: []float64{.085, .1, .118}, One: []float64{.1, .13, .16, .19}, Spreads: []float64{.22, .24, .26, .28},
		Rounds: 4, Settled: 1e-3, Near: 120, Soft: .9, Shared: 4, Least: .12, Alike: 1.35, Fits: .8, Sure: 9, Die: 2, Dirt: .03, Same: 12, Size: 1.1, Mirrored: .15, Hidden: 7, Small: 9.5}
}

// linear is the light of each grey level, 0 to 1, and how much a level is there.
var linear, slope = func() (lin, slope [256]float64) {
	f := func(v float64) float64 {
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	for i := range lin {
		lin[i] = f(float64(i) / 255)
		slope[i] = (f(float64(i)/255+.002) - f(max(0, float64(i)/255-.002))) / .004 / 255
	}
	return lin, slope
}()

// shape is how pips lie on a face: in one of the ways in which a value may lie.
type shape struct {
	face   int     // index of faces
	radius float64 // of a pip, edges
	spread float64 // of the outer pips from the middle, edges
	soft   float64 // width over which the rim of a pip is blurred, edges
}

// pips is how much of a pip each place of the grid is, 0 to 1.
func (s shape) pips() (all [grid * grid]float64) {
	reach := s.radius + s.soft/2
	for _, spot := range faces[s.face].dark {
		column, row := spotAt(spot)
		column, row = column*s.spread, row*s.spread
		for j := range grid {
			far := along(j) - row
			if math.Abs(far) >= reach {
				continue
			}
			for i := range grid {
				d := along(i) - column
				if d = d*d + far*far; d >= reach*reach {
					continue
				}
				all[j*grid+i] = max(all[j*grid+i], min(1, .5-(math.Sqrt(d)-s.radius)/s.soft))
			}
		}
	}
	return all
}

// gridAt is where a place of the grid lies, edges from the middle.
func gridAt(i int) (a, b float64) { return along(i % grid), along(i / grid) }

// along is where the places of a row or column of the grid lie, edges from the middle.
func along(k int) float64 { return (2*float64(k)/(grid-1) - 1) * reachOfFace }

// seenFace is what a camera sees of a face.
type seenFace struct {
	light  [grid * grid]float64 // linear
	weight [grid * grid]float64 // 1 / noise²
	peak   [grid * grid]float64 // density of a place that is as expected
	full   [grid * grid]bool    // saturated: at least so light
	plain  float64              // logarithm of the likelihood without pips and of that of a face of which all is explained, in the mean
	same   float64              // how much a place says, as they are closer than what says something new
}

// face samples a pose.
func (p *white) face(q pose, l Light) (s seenFace) {
	place, whitest := q.frame(), 0.0
	var level [grid * grid]float64
	for i := range s.light {
		level[i] = p.at(place(gridAt(i)))
		k := int(level[i])
		f := level[i] - float64(k)
		s.light[i] = linear[k]*(1-f) + linear[min(255, k+1)]*f
		noise := l.Noise * slope[k]
		s.weight[i] = noise * noise
		whitest = max(whitest, s.light[i])
	}
	s.full = saturated(&level, l)
	for i, w := range s.weight {
		s.weight[i] = 1 / (w + l.Form*l.Form*whitest*whitest)
		s.peak[i] = (1 - l.Lamp) * math.Sqrt(s.weight[i]/2/math.Pi)
	}
	spacing := 2 * reachOfFace * q.edge / (grid - 1)
	s.same = min(1, spacing*spacing/l.Shared)
	bare := s.veiled(new([grid * grid]float64), l)
	s.plain = bare.likely
	for _, peak := range s.peak {
		s.plain += math.Log(peak + l.Lamp)
	}
	s.plain /= 2
	return s
}

// saturated tells the places at which the camera is. Its noise takes a third of those under a lamp below the level from which on a
// place is taken as saturated; they are as most of their neighbours are, lest they tell of pips that the lamp hides.
func saturated(level *[grid * grid]float64, l Light) (full [grid * grid]bool) {
	var above [grid * grid]bool
	for i, v := range level {
		above[i] = v >= l.Full
	}
	for i, v := range level {
		full[i] = above[i] || v >= l.Full-2*l.Noise && mostAround(&above, i)
	}
	return full
}

// mostAround reports whether something is so at most of the places about one, that one included.
func mostAround(is *[grid * grid]bool, at int) bool {
	yes, all := 0, 0
	for y := max(0, at/grid-1); y <= min(grid-1, at/grid+1); y++ {
		for x := max(0, at%grid-1); x <= min(grid-1, at%grid+1); x++ {
			if all++; is[y*grid+x] {
				yes++
			}
		}
	}
	return 2*yes > all
}

// beside tells the places to which a lamp may reach that saturates others, and hide pips: lamps fade towards their rims, and lenses blur
// them. They lie near some that are saturated all around, are not as dark as pips, and either no lighter than a lamp makes the rim of a
// pip where it does not yet saturate the face, or lighter than the face. The light of the face is that of what lies farther away. A face of which nothing does
// is itself about saturated, and needs no lamp for it.
func (s *seenFace) beside(l Light) (lit [grid * grid]bool) {
	const step = 2 * reachOfFace / (grid - 1) // edges
	reach := int(l.Fades / step)
	var near [grid * grid]bool
	for i, is := range s.full {
		if !is || !mostAround(&s.full, i) {
			continue
		}
		row, column := i/grid, i%grid
		for y := max(0, row-reach); y <= min(grid-1, row+reach); y++ {
			for x := max(0, column-reach); x <= min(grid-1, column+reach); x++ {
				near[y*grid+x] = near[y*grid+x] || (x-column)*(x-column)+(y-row)*(y-row) <= reach*reach
			}
		}
	}
	var open []float64
	for i, light := range s.light {
		if !s.full[i] && !near[i] {
			open = append(open, light)
		}
	}
	if len(open) < grid {
		return lit
	}
	face := median(open)
	for i, light := range s.light {
		lit[i] = near[i] && !s.full[i] && light > face/2 && (light < 1-face/2 || light > face*(1+2*l.Form))
	}
	return lit
}

// price is the logarithm of the odds against a lamp that hides pips of a shape of which others are shown. Where the face saturates the
// camera by itself, as nearly all of it does, and those pips are dark, it is a small one, of whose light nothing falls beside.
func (s *seenFace) price(sh shape, shown *[9]bool, l Light) float64 {
	const nearly, dark, few = .8, .45, .1 // linear light, and share of places
	at := func(k float64) int { return int((k/reachOfFace+1)*(grid-1)/2 + .5) }
	for spot, is := range shown {
		column, row := spotAt(spot)
		if is && s.light[at(row*sh.spread)*grid+at(column*sh.spread)] > dark {
			return l.Hidden
		}
	}
	pips := sh.pips()
	plain, below := 0.0, 0.0
	for i, light := range s.light {
		if pips[i] == 0 {
			plain++
			if light < nearly {
				below++
			}
		}
	}
	if below < few*plain {
		return l.Small
	}
	return l.Hidden
}

// fitted is how well a shape explains a face.
type fitted struct {
	likely float64 // logarithm of the likelihood
	depth  float64 // of the pips, linear light
	fits   float64 // share of the variance that is explained, lamps left out
	lamps  float64 // share of the places that are lighter than the model
	dirt   float64 // share of the places that are darker
}

// terms are those of the veil, and the depth of the pips.
const terms = 7

// vector are the factors of the veil, of 1, a, b, a², ab and b², and the depth of the pips.
type vector [terms]float64

// fit explains a face by a shape. Poses are compared by how much better the pips explain it than a face without, and by how much of it
// is explained at all: by its likelihood alone a smooth place would be the best of faces, and a one on any pip better than the face
// that the pip belongs to.
func (s *seenFace) fit(sh shape, l Light) fitted {
	pips := sh.pips()
	out := s.veiled(&pips, l)
	if out.depth <= 0 {
		return fitted{likely: math.Inf(-1)}
	}
	out.likely = (out.likely - s.plain) * s.same
	if lamps := sh.hiding(&s.full); lamps > 0 {
		_, shown := sh.under(&s.full, .5)
		out.likely -= s.price(sh, &shown, l) * float64(lamps)
	}
	return out
}

// veiled explains a face by a veil less pips: both by least squares, again with each place as far as it is believed to be no lamp, and
// with what is saturated as light as it is believed to be.
func (s *seenFace) veiled(pips *[grid * grid]float64, l Light) (out fitted) {
	var plain [grid * grid]float64
	for i := range plain {
		plain[i] = 1
	}
	var x vector
	for round := range l.Rounds {
		var ok bool
		if x, ok = s.squares(pips, &plain, x, round == 0); !ok {
			return fitted{}
		}
		out.depth = x[6]
		out.likely = 0
		out.lamps, out.dirt = 0, 0
		product := 1.0 // of some likelihoods, as logarithms are dear
		var sum, sum2, rest, n, changed float64
		for row := range grid {
			b := along(row)
			start, rise := x[0]+x[2]*b+x[5]*b*b, x[1]+x[4]*b
			for column := range grid {
				i := row*grid + column
				a := along(column)
				r := s.light[i] - (start + a*(rise+x[3]*a) - x[6]*pips[i])
				hidden := s.full[i] && pips[i] > .5
				switch {
				case hidden: // has its price below
					r = 0
				case s.full[i]:
					r = max(0, r)
				}
				is, lamp := s.peak[i]*math.Exp(-.5*r*r*s.weight[i]), l.Lamp
				if r < 0 {
					lamp *= .05 // dirt, a hair
				}
				if product *= is + lamp; product < 1e-200 || product > 1e200 {
					out.likely += math.Log(product)
					product = 1
				}
				was := plain[i]
				plain[i] = is / (is + lamp)
				changed += math.Abs(plain[i] - was)
				if s.full[i] && round == 0 {
					changed++ // its light was not in the first round as it is believed
				}
				if hidden {
					continue
				}
				sum += plain[i] * s.light[i]
				sum2 += plain[i] * s.light[i] * s.light[i]
				rest += plain[i] * r * r
				n += plain[i]
				switch {
				case s.full[i]:
				case r > 0:
					out.lamps += (1 - plain[i]) / (grid * grid)
				default:
					out.dirt += (1 - plain[i]) / (grid * grid)
				}
			}
		}
		out.likely += math.Log(product)
		if out.fits = 0; n > 0 {
			out.fits = 1 - rest/max(1e-9, sum2-sum*sum/n)
		}
		if changed < l.Settled*grid*grid {
			break
		}
	}
	return out
}

// squares is the veil and the depth of the pips that suit a face best by least squares, with each place as far as it is plain. What is
// saturated is as light as the last veil has it, but for the first time. The sums are taken along rows, in which only powers of one
// coordinate differ.
func (s *seenFace) squares(pips, plain *[grid * grid]float64, last vector, first bool) (vector, bool) {
	var m [terms][terms + 1]float64
	for row := range grid {
		b := along(row)
		start, rise := last[0]+last[2]*b+last[5]*b*b, last[1]+last[4]*b
		var w0, w1, w2, w3, w4, p0, p1, p2, pp, y0, y1, y2, py float64
		for column := range grid {
			i := row*grid + column
			w, pip := s.weight[i]*plain[i], pips[i]
			if w == 0 || s.full[i] && pip > .5 {
				continue
			}
			a := along(column)
			light := s.light[i]
			if s.full[i] && !first {
				light = max(light, start+a*(rise+last[3]*a)-last[6]*pip)
			}
			wa := w * a
			waa := wa * a
			w0, w1, w2, w3, w4 = w0+w, w1+wa, w2+waa, w3+waa*a, w4+waa*a*a
			y0, y1, y2 = y0+w*light, y1+wa*light, y2+waa*light
			if pip > 0 {
				p0, p1, p2 = p0+w*pip, p1+wa*pip, p2+waa*pip
				pp, py = pp+w*pip*pip, py+w*pip*light
			}
		}
		bb := b * b
		for j, v := range [terms][terms + 1]float64{
			{w0, w1, w0 * b, w2, w1 * b, w0 * bb, -p0, y0},
			{0, w2, w1 * b, w3, w2 * b, w1 * bb, -p1, y1},
			{0, 0, w0 * bb, w2 * b, w1 * bb, w0 * bb * b, -p0 * b, y0 * b},
			{0, 0, 0, w4, w3 * b, w2 * bb, -p2, y2},
			{0, 0, 0, 0, w2 * bb, w1 * bb * b, -p1 * b, y1 * b},
			{0, 0, 0, 0, 0, w0 * bb * bb, -p0 * bb, y0 * bb},
			{0, 0, 0, 0, 0, 0, pp, -py},
		} {
			for k := j; k <= terms; k++ {
				m[j][k] += v[k]
			}
		}
	}
	for j := range m {
		for k := range j {
			m[j][k] = m[k][j]
		}
		m[j][j] += 1e-6 + m[j][j]*1e-9
	}
	// A face is not bent much by its light: curvature has a prior of the order of the face's light.
	for j := 3; j < 6; j++ {
		m[j][j] += 4
	}
	return solve(m)
}

// under tells the pips of a shape of which more than a share lies where lamps may be, and the others.
func (sh shape) under(lamps *[grid * grid]bool, share float64) (hidden, shown [9]bool) {
	for _, spot := range faces[sh.face].dark {
		full, all := 0, 0
		column, row := spotAt(spot)
		for i, is := range lamps {
			a, b := gridAt(i)
			if a, b = a-column*sh.spread, b-row*sh.spread; a*a+b*b < sh.radius*sh.radius {
				all++
				if is {
					full++
				}
			}
		}
		hidden[spot] = float64(full) > share*float64(all)
		shown[spot] = !hidden[spot]
	}
	return hidden, shown
}

// hiding is how many lamps must be there if a shape is, to hide those of its pips that are not seen.
func (sh shape) hiding(at *[grid * grid]bool) (lamps int) {
	hidden, seen := sh.under(at, .5)
	var taken [9]bool
	var spread func(spot int)
	spread = func(spot int) {
		taken[spot] = true
		for other := range hidden {
			row, column := spot/across+other/across, spot%across+other%across
			if hidden[other] && !taken[other] && (row%2 == 1 || column%2 == 1 || !seen[row/2*across+column/2]) { // nothing between them is seen
				spread(other)
			}
		}
	}
	for spot := range hidden {
		if hidden[spot] && !taken[spot] {
			lamps++
			spread(spot)
		}
	}
	return lamps
}

// solve solves linear equations by elimination.
func solve(m [terms][terms + 1]float64) (x vector, ok bool) {
	const n = terms
	for j := range n {
		best := j
		for k := j + 1; k < n; k++ {
			if math.Abs(m[k][j]) > math.Abs(m[best][j]) {
				best = k
			}
		}
		if math.Abs(m[best][j]) < 1e-12 {
			return x, false
		}
		m[j], m[best] = m[best], m[j]
		for k := j + 1; k < n; k++ {
			f := m[k][j] / m[j][j]
			for c := j; c <= n; c++ {
				m[k][c] -= f * m[j][c]
			}
		}
	}
	for j := n - 1; j >= 0; j-- {
		x[j] = m[j][n]
		for k := j + 1; k < n; k++ {
			x[j] -= m[j][k] * x[k]
		}
		x[j] /= m[j][j]
	}
	return x, true
}

// posed is a shape at a pose.
type posed struct {
	pose
	shape
}

// trial is how well it explains the picture.
type trial struct {
	posed
	fitted
}

func (p *white) try(q posed, l Light) trial {
	face := p.face(q.pose, l)
	return trial{q, face.fit(q.shape, l)}
}

// again tries another pose or shape than that of a face that was sampled, which is sampled anew only where it lies elsewhere.
func (p *white) again(face *seenFace, at pose, q posed, l Light) trial {
	if q.pose != at {
		return p.try(q, l)
	}
	return trial{q, face.fit(q.shape, l)}
}

// starts are the shapes with which a search begins.
func (l Light) starts(value int, edge float64) (all []shape) {
	for i, f := range faces {
		if f.value != value {
			continue
		}
		radii := l.Radii
		if value == 1 {
			radii = l.One
		}
		for _, r := range radii {
			for _, spread := range l.Spreads {
				if all = append(all, shape{i, r, spread, l.Soft / edge}); value == 1 {
					break
				}
			}
		}
	}
	return all
}

// begin gives the best start of a value at a pose.
func (s *seenFace) begin(at pose, value int, l Light) (best trial) {
	best.likely = math.Inf(-1)
	for _, sh := range l.starts(value, at.edge) {
		if f := s.fit(sh, l); f.likely > best.likely {
			best = trial{posed{at, sh}, f}
		}
	}
	return best
}

// better moves, turns and forms a trial as long as that makes it likelier.
func (p *white) better(t trial, expected float64, tuning Tuning, l Light) trial {
	at := t.pose
	face := p.face(at, l)
	for step := 1.0; step > .2; step /= 2 {
		for moved, turns := true, 0; moved && turns < 12; turns++ {
			moved = false
			for _, d := range eachWay(1, 1, .04, .06, .01, .01, .4) {
				q := t.posed
				q.x, q.y, q.edge, q.turn = q.x+d[0]*step, q.y+d[1]*step, q.edge*(1+d[2]*step), q.turn+d[3]*step
				q.radius, q.spread, q.soft = q.radius+d[4]*step, q.spread+d[5]*step, q.soft*(1+d[6]*step)
				most := .125
				if faces[q.face].value == 1 {
					most = .22
				}
				if math.Abs(q.edge/expected-1) > tuning.Size || q.radius < .07 || q.radius > most || q.spread < .2 || q.spread > .3 || q.soft*expected < .4 || q.soft*expected > 4 {
					continue
				}
				if next := p.again(&face, at, q, l); next.likely > t.likely+.02 {
					if t, moved = next, true; t.pose != at {
						at = t.pose
						face = p.face(at, l)
					}
				}
			}
		}
	}
	return t
}

// alike gives the best start of a value where another one lies, with pips as that one has.
func (s *seenFace) alike(as trial, value int, l Light) (best trial) {
	best = s.begin(as.pose, value, l)
	if value == 1 || faces[as.face].value == 1 {
		return best
	}
	for i, f := range faces {
		if f.value == value {
			q := as.posed
			q.face = i
			if f := s.fit(q.shape, l); f.likely > best.likely {
				best = trial{q, f}
			}
		}
	}
	return best
}

// explain gives the best explanation of a face by each value, from where a search by contrast has settled for each. The likeliest is
// made better first; the others begin at its pose or their own, so that no value wins by a better pose alone.
func (p *white) explain(from [7]looked, expected float64, t Tuning, l Light) (best [7]trial) {
	top := 0
	for v := range best {
		best[v].likely = math.Inf(-1)
	}
	for _, one := range from {
		if one.score <= 0 {
			continue
		}
		face := p.face(one.pose, l)
		for v := 1; v <= 6; v++ {
			if start := face.begin(one.pose, v, l); start.likely > best[v].likely {
				best[v] = start
			}
		}
	}
	for v := 1; v <= 6; v++ {
		if best[v].likely > best[top].likely {
			top = v
		}
	}
	if top == 0 {
		return best
	}
	for turn, settled := 0, false; turn < 4 && !settled; turn++ {
		v := top
		best[v] = p.better(best[v], expected, t, l)
		face := p.face(best[v].pose, l)
		shown := face.shown(best[v].shape)
		for w := 1; w <= 6; w++ {
			if w == v {
				continue
			}
			starts := []trial{face.alike(best[v], w, l)}
			if turn == 0 {
				starts = append(starts, best[w])
			}
			other := trial{fitted: fitted{likely: math.Inf(-1)}}
			for _, q := range best[v].otherwise(w, expected, shown) {
				if one := p.try(q, l); one.likely > other.likely {
					other = one
				}
			}
			starts = append(starts, other)
			for _, one := range starts {
				if one.likely > best[v].likely-l.Near {
					one = p.better(one, expected, t, l)
				}
				if one.likely > best[w].likely {
					best[w] = one
				}
			}
			if best[w].likely > best[top].likely {
				top = w
			}
		}
		settled = top == v
	}
	return best
}

// shown are the pips of a shape that no lamp hides.
func (s *seenFace) shown(sh shape) (spots []int) {
	_, shown := sh.under(&s.full, .5)
	for _, spot := range faces[sh.face].dark {
		if shown[spot] {
			spots = append(spots, spot)
		}
	}
	return spots
}

// otherwise are the ways in which the first two pips of those that are shown may be some of another value, of which a lamp hides the
// others: one pip may be any of any face, and two are any two that are as far from each other.
func (t trial) otherwise(value int, expected float64, mine []int) (all []posed) {
	if len(mine) == 0 {
		return nil
	}
	at := func(spot int, spread, turn float64) models.Point {
		sin, cos := math.Sincos(turn)
		a, b := spotAt(spot)
		a, b = a*spread, b*spread
		return models.Point{X: a*cos - b*sin, Y: a*sin + b*cos}
	}
	put := func(face, spot int, pip models.Point, spread, turn float64) { // a pip of a face where there is one
		q := posed{t.pose, t.shape}
		off := at(spot, spread, turn)
		q.x, q.y, q.turn, q.edge, q.spread, q.face = pip.X-off.X, pip.Y-off.Y, turn, expected, spread/expected, face
		if q.soft *= t.edge / expected; faces[face].value != 1 && faces[t.face].value == 1 {
			q.radius = .1
		}
		all = append(all, q)
	}
	seen := func(spot int) models.Point {
		p := at(spot, t.spread*t.edge, t.turn)
		return models.Point{X: t.x + p.X, Y: t.y + p.Y}
	}
	for face, f := range faces {
		if f.value != value {
			continue
		}
		for _, one := range f.dark {
			if len(mine) == 1 || value == 1 {
				for _, pip := range mine {
					put(face, one, seen(pip), .25*expected, t.turn)
				}
				continue
			}
			a, b := seen(mine[0]), seen(mine[1])
			for _, other := range f.dark {
				x, y := float64(other%across-one%across), float64(other/across-one/across)
				if spread := math.Hypot(b.X-a.X, b.Y-a.Y) / math.Hypot(x, y); one != other && spread > .19*expected && spread < .31*expected {
					put(face, one, a, spread, math.Atan2(b.Y-a.Y, b.X-a.X)-math.Atan2(y, x))
				}
			}
		}
	}
	return all
}

// weighed is a die with what is known about it.
type weighed struct {
	trial
	from   pose    // where the search began
	starts int     // of searches there
	light  bool    // its pips are lighter than the face
	square bool    // of a one: its face is seen to end on all sides
	odds   float64 // logarithm, against all other values
	doubt  bool    // something else that lies there looks like a die
}

func (w *weighed) value() int { return faces[w.face].value }

// weigh gives the likeliest explanation of a place.
func (p *white) weigh(all [7]trial, l Light) (w weighed) {
	w.likely = math.Inf(-1)
	for _, one := range all {
		if one.likely > w.likely {
			w.trial = one
		}
	}
	if math.IsInf(w.likely, -1) {
		return w
	}
	others := 0.0
	for v, one := range all {
		if v != w.value() && v > 0 {
			others += math.Exp(one.likely - w.likely)
		}
	}
	w.odds = min(-math.Log(max(others, 1e-12)), p.unseen(w.posed, l))
	return w
}

// unseen is the logarithm of the odds against the other values that a face may have, too, where all of the pips that tell them apart
// are hidden: by a lamp that saturates them or fades over them.
func (p *white) unseen(q posed, l Light) float64 {
	face := p.face(q.pose, l)
	lamps := face.beside(l)
	for i, full := range face.full {
		lamps[i] = lamps[i] || full
	}
	odds := math.Inf(1)
	_, shown := q.under(&lamps, l.Wholly)
	price := face.price(q.shape, &shown, l)
	for i, f := range faces {
		if f.value == faces[q.face].value {
			continue
		}
		other := q.shape
		other.face = i
		if _, also := other.under(&lamps, l.Wholly); also == shown {
			odds = min(odds, price*float64(max(1, other.hiding(&lamps))))
		}
	}
	return odds
}

// isDie reports whether a place is one whose pips are seen, whatever they are: they explain it better than a face without, as the mirror
// image of a lamp is.
func (w *weighed) isDie(l Light) bool {
	return w.likely >= l.Die && w.fits >= l.Fits && w.depth >= l.Least && w.dirt <= l.Dirt
}

// sized reports whether two dice are of one size, by the distance of their pips, of which a one has none.
func (w *weighed) sized(other *weighed, l Light) bool {
	if w.value() == 1 || other.value() == 1 {
		return true
	}
	ratio := w.edge * w.spread / other.edge / other.spread
	return ratio < l.Size && ratio > 1/l.Size
}

// sure reports whether the value is certain. One white spot is not, as it may be a lamp, unless it lies in the middle of a square.
func (w *weighed) sure(l Light) bool {
	return w.isDie(l) && w.odds >= l.Sure && w.lamps < l.Mirrored && !w.doubt && (!w.light || w.value() > 1 || w.square)
}
