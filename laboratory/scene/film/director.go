package film

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// director turns a record into a script. It knows where everything lies after what was
// written so far.
type director struct {
	set    Settings
	spec   scene.Spec
	record *models.Record
	random *rand.Rand
	pace   rhythm
	habit  habits
	people [models.Places]person
	wall   *wall
	dice   [][2]int
	places

	script script
	truth  []Event
	now    float64
	lies   map[int]scene.Body // where a body rests in the end, by its number
	seats  [models.Places]seat
	lying  []Lying // of the event that is written
	others int     // bodies that are no tiles
	slip   int     // the event before which what happens once a hand happens
	plan   plan
	beside []Incident // since the event that was written last
	upset  float64    // when it did
	rows   *rand.Rand // how players keep their rows: a chance of its own, so that all else stays as it was
	air    bool       // the last discard was never laid
	swept  float64    // when the machine has swallowed all
}

// seat is what lies before one player.
type seat struct {
	hand     []int // from left to right; the drawn tile is the last
	drawn    bool  // whether the last one stands apart
	river    []int
	rows     []int        // lengths of free rows
	shift    models.Point // how far the last row was pushed along, mm in the own frame
	melds    []laidMeld
	edge     float64 // right end of the next meld
	flowers  int
	sideways bool // the next discard lies sideways, since the riichi tile was called
	across   bool // the last discard lay sideways
	tail     bool // the next draw replaces a kong or flower, from the other end of the wall
	won      bool
	slid     float64 // how far the row was pushed to the right, mm
	hole     bool    // a tile was taken out of the row, which was not closed since
	void     []int   // the tile that lies face down before the hand for the suit that was given up
	beside   int     // the winning tile that lies beside a hand which stays closed, 0 for none
}

// laidMeld is a meld on the table.
type laidMeld struct {
	kind models.Tile
	ids  []int
	// turned is the id of the claimed tile where it is turned, or -1, and open the left end.
	turned int
	left   float64
}

// face decides what a tile shows: one of the pictures of its face.
func (d *director) face(id int, tile models.Tile) {
	b := d.lies[id]
	b.Tile, b.Copy = tile, 0
	if n := len(d.set.Prints[tile]); n > 0 {
		b.Copy = id % n
	}
	d.lies[id] = b
}

// lay gives a tile in an attitude in a player's frame, as it lies in the table's.
func (d *director) lay(id int, p models.Place, x, y, tilt, turn float64) scene.Body {
	known := d.lies[id]
	b := seated(scene.Body{At: models.Point{X: x, Y: y}, Tilt: tilt, Turn: turn}, p)
	b.Tile, b.Copy, b.Size, b.Colour = known.Tile, known.Copy, known.Size, known.Colour
	return b
}

// rest lets a body lie somewhere from a moment on.
func (d *director) rest(t float64, id int, b scene.Body) {
	d.script.steps = append(d.script.steps, step{at: t, id: id, body: shown(b)})
	d.lies[id] = b
}

// shown is a body as it can be drawn: a tile nobody knows shows a face nobody sees.
func shown(b scene.Body) scene.Body {
	if b.Tile == models.Unknown {
		b.Tile = models.White
	}
	return b
}

// carry moves a body to where it then rests.
func (d *director) carry(id int, from, until float64, to scene.Body, lift float64) {
	start := d.lies[id]
	start.Tile, start.Copy = to.Tile, to.Copy
	d.script.steps = append(d.script.steps, step{at: from, id: id, gone: true})
	d.script.motions = append(d.script.motions, motion{id: id, from: from, until: until, start: shown(start), end: shown(to), lift: lift})
	d.rest(until, id, to)
}

// hand moves a player's hand to a point of the table; it stays where it was until then.
func (d *director) hand(p models.Place, from, until float64, to models.Point) {
	a := &d.script.arms[p.Index()]
	from = max(from, 0)
	here := a.at(from)
	for len(*a) > 0 && (*a)[len(*a)-1].t >= from {
		*a = (*a)[:len(*a)-1] // it is called away from what it was to do
	}
	*a = append(*a, key{from, here}, key{max(until, from+0.05), to})
}

// home lets a hand leave.
func (d *director) home(p models.Place, from float64) {
	d.hand(p, from, from+d.pace.leave, d.people[p.Index()].rest(p))
}

// slot is where a tile of a hand stands.
func (d *director) slot(p models.Place, i int) scene.Body {
	s := &d.seats[p.Index()]
	x := s.slid + d.left + (float64(i)+0.5)*(d.spec.Size.Width+tileGap/2)
	if s.drawn && i == len(s.hand)-1 {
		x += apart
	}
	return d.lay(s.hand[i], p, x, standingY, standing, 0)
}

// along is a point that lies so many mm farther to the right of a player.
func (d *director) along(p models.Place, at models.Point, mm float64) models.Point {
	off := onTable(models.Point{X: mm}, p)
	return models.Point{X: at.X + off.X, Y: at.Y + off.Y}
}

// close lets the tiles of a hand stand beside each other from a moment on.
func (d *director) close(p models.Place, t float64) {
	s := &d.seats[p.Index()]
	for i, id := range s.hand {
		if b := d.slot(p, i); b != d.lies[id] {
			d.rest(t, id, b)
		}
	}
}

// arrange sorts a hand where its player does so.
func (d *director) arrange(p models.Place) {
	s := &d.seats[p.Index()]
	s.drawn, s.hole = false, false
	if d.habit.sorted[p.Index()] {
		slices.SortStableFunc(s.hand, func(a, b int) int { return order(d.lies[a].Tile) - order(d.lies[b].Tile) })
	}
}

// order is the order of tiles in a hand: a red five is a five.
func order(t models.Tile) int {
	if t.IsRed() {
		return 2*int(t.Kind()) + 1
	}
	return 2 * int(t)
}

// take gives the place in a hand of a tile that leaves it. The drawn one is taken where
// the record says so, or where both would do; a tile nobody has seen may be any.
func (d *director) take(p models.Place, tile models.Tile, drawn *bool) (int, error) {
	s := &d.seats[p.Index()]
	last := len(s.hand) - 1
	have := func(i int) bool { return d.lies[s.hand[i]].Tile == tile }
	if s.drawn && have(last) && (drawn == nil || *drawn) {
		return last, nil
	}
	for i := range s.hand {
		if have(i) && (i != last || !s.drawn) {
			return i, nil
		}
	}
	for i := last; i >= 0; i-- {
		if have(i) {
			return i, nil
		}
	}
	for i := last; i >= 0; i-- {
		if d.lies[s.hand[i]].Tile == models.Unknown {
			d.face(s.hand[i], tile)
			return i, nil
		}
	}
	return 0, fmt.Errorf("place %d has no %v", p, tile)
}

// leave takes a tile out of a hand.
func (s *seat) leave(i int) int {
	id := s.hand[i]
	s.drawn = s.drawn && i != len(s.hand)-1
	s.hand = slices.Delete(s.hand, i, i+1)
	return id
}

// lain notes where a tile came to lie.
func (d *director) lain(id int) {
	b := d.lies[id]
	l := Lying{Tile: b.Tile, Pose: models.Pose{At: models.Point{X: hundredth(b.At.X), Y: hundredth(b.At.Y)}, Quarter: quarter(b.Turn), Height: b.Z}, Turn: hundredth(b.Turn), Quad: d.quad(b)}
	if b.Tilt == faceDown {
		l.Tile = models.Back
	}
	d.lying = append(d.lying, l)
}

func hundredth(v float64) float64 { return math.Round(v*100) / 100 }

// happened closes an event: all its tiles lie still at a moment.
func (d *director) happened(m models.Move, t float64) {
	t = float64(int(t*1000+0.5)) / 1000
	m.T = &t
	d.truth = append(d.truth, Event{Move: m, Lies: d.lying, Beside: d.beside})
	d.lying, d.beside = nil, nil
}

// aside notes an incident that begins now.
func (d *director) aside(mode string, p models.Place, ids ...int) {
	in := Incident{Mode: mode, Place: p, T: math.Round(d.now*1000) / 1000}
	for _, id := range ids {
		in.Tiles = append(in.Tiles, d.lies[id].Tile)
	}
	d.beside = append(d.beside, in)
}

// plan says with which events of a record the incidents of a hand happen; none is -1.
type plan struct {
	exchange, withdraws, overtaken, stickBack int
	drawn                                     int // the draw that happens before an exchange
	drops                                     bool
	books                                     models.Place // the dealer of the books, where it is another
}

// wallSide is before whom a tile of the wall lies.
func (d *director) wallSide(id int) models.Place {
	return d.wall.broken.Stack(d.wall.broken.Count + 1 + id/2).Seat.PlaceFor(d.record.Dealer)
}
