package scene

import (
	"fmt"
	"math"
	"math/rand/v2"

	"jantaku/models"
)

// WinPlace says where the winner lays the winning tile.
type WinPlace uint8

// The places of the winning tile.
const (
	WinAmong  WinPlace = iota // among the other tiles, so nobody can tell
	WinApart                  // set apart to the right
	WinTurned                 // turned sideways at the end of the concealed tiles
)

// AddedPlace says where the fourth tile of an added kong lies.
type AddedPlace uint8

// The places of an added tile.
const (
	AddedBeside AddedPlace = iota // on the cloth, above the turned tile
	AddedUpon                     // upon the turned tile
)

// Laying says how a player lays a hand down.
type Laying struct {
	Place models.Place
	// Baseline is how far the owner's edge of the first row is from the table's
	// centre, mm.
	Baseline float64
	// Turned tells whether claimed tiles are turned sideways.
	Turned bool
	// MeldRow lays the melds in a row of their own, away from the owner.
	MeldRow bool
	Win     WinPlace
	Added   AddedPlace
	// Kong is how concealed kongs lie, X for face down, such as "XOOX".
	Kong string
	// FlowerRow lays flowers in a row of their own; otherwise they lie on the left.
	FlowerRow bool
	// Touching tells that rows touch each other; otherwise an added tile fits between them.
	Touching bool
	// Gap is between tiles that belong together and Parting between groups, mm.
	Gap, Parting float64
	// Crooked moves and turns every tile a little: mm and degrees.
	Crooked float64
	// Raise is how much higher than the cloth the tiles lie, mm: upon the rim.
	Raise float64
	// UpsideDown is the share of tiles that lie the wrong way up.
	UpsideDown float64
}

// Neat is how a careful Japanese player at place 1 lays a hand down.
func Neat() Laying {
	return Laying{Place: 1, Baseline: 300, Turned: true, Kong: "XOOX", Gap: 0.3, Parting: 13, Crooked: 0.4}
}

// Lay puts a hand on the table: flowers, concealed tiles, melds, and the winning
// tile when the hand does not hold it among its concealed ones (NoTile then). The
// rows of the truth are those a reader sees: by place on the table.
// The error names what cannot be laid.
func (s *Spec) Lay(h models.Hand, win models.Tile, l Laying) error {
	if l.Place < 1 || l.Place > models.Places {
		return fmt.Errorf("scene: there is no place %d", l.Place)
	}
	d := dealer{Laying: l, size: s.Size, random: rand.New(rand.NewPCG(s.Seed, 7))}
	var flowers []group
	if len(h.Flowers.Tiles) > 0 {
		flowers = append(flowers, d.row(h.Flowers.Tiles, IsFlower))
	}
	hand := d.hand(h.Concealed, win)
	var melds []group
	for _, m := range h.Melds {
		g, err := d.meld(m)
		if err != nil {
			return err
		}
		melds = append(melds, g)
	}
	rows := [][]group{flowers, melds, hand}
	if !l.MeldRow {
		rows = [][]group{flowers, append(hand, melds...)}
	}
	if !l.FlowerRow { // they lie left of the row farthest from the owner
		rows = append([][]group{append(rows[0], rows[1]...)}, rows[2:]...)
	}
	s.place(d, rows)
	return nil
}

// hand arranges the concealed tiles, sorted, and the winning tile.
func (d *dealer) hand(concealed models.Tiles, win models.Tile) []group {
	tiles := append([]models.Tile(nil), concealed...)
	if win != models.NoTile && d.Win == WinAmong {
		tiles = append(tiles, win)
	}
	models.SortTiles(tiles)
	hand := d.row(tiles, InHand)
	switch {
	case win != models.NoTile && d.Win == WinTurned:
		hand = append(hand, piece{tile: win, turned: true, role: IsWinning})
	case win != models.NoTile && d.Win == WinApart:
		return []group{hand, {piece{tile: win, role: IsWinning, far: true}}}
	}
	return []group{hand}
}

// piece is one tile of a group.
type piece struct {
	tile   models.Tile
	turned bool // sideways
	down   bool
	added  bool // lies with the piece before it, which is turned
	far    bool // stands clearly apart from what is left of it
	role   Role
}

type group []piece

// dealer arranges groups for one laying.
type dealer struct {
	Laying
	size   Size
	random *rand.Rand
	sets   int // melds that were put down
}

func (d *dealer) row(tiles []models.Tile, role Role) group {
	var g group
	for _, t := range tiles {
		g = append(g, piece{tile: t, role: role})
	}
	return g
}

// meld arranges one meld: the claimed tile where it tells the supplier.
func (d *dealer) meld(m models.Meld) (group, error) {
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	g := d.row(m.Tiles, InMeld)
	if m.Kind == models.ConcealedKong {
		if len(d.Kong) != 4 {
			return nil, fmt.Errorf("scene: concealed kong cannot lie as %q", d.Kong)
		}
		for i := range g {
			g[i].down = d.Kong[i] == 'X'
		}
		return g, nil
	}
	if !d.Turned && m.Kind != models.AddedKong {
		return g, nil
	}
	base := 3
	if m.Kind == models.Kong {
		base = 4
	}
	at := map[models.Side]int{models.Left: 0, models.Across: 1, models.Right: base - 1}[m.From]
	if m.From == models.NoSide {
		return g, nil
	}
	g[at].turned = true
	if m.Kind == models.AddedKong {
		fourth := g[3]
		fourth.turned, fourth.added = true, true
		g = append(append(append(group{}, g[:at+1]...), fourth), g[at+1:3]...)
	}
	return g, nil
}

// place puts rows of groups on the table, the last row nearest to the owner, each
// row centred, and numbers them for the truth.
func (s *Spec) place(d dealer, rows [][]group) {
	row := s.rows() - 1
	var filled [][]group
	for _, groups := range rows {
		if d.length(groups) > 0 {
			filled = append(filled, groups)
		}
	}
	for i, groups := range filled {
		row++
		back := float64(len(filled)-1-i) * d.rowStep(d.size.Height)
		s.placeRow(&d, groups, -d.length(groups)/2, -d.Baseline+back, row)
	}
	s.number()
}

// rowStep is how far the middles of rows of tiles of a height lie from each other, mm.
func (l Laying) rowStep(height float64) float64 {
	if l.Touching {
		return height + l.Gap
	}
	return height*1.35 + 3
}

// length is how long a row is, mm.
func (d *dealer) length(groups []group) float64 {
	x := 0.0
	for i, g := range groups {
		if i > 0 {
			x += d.before(g)
		}
		for j, p := range g {
			if !p.added {
				x += d.wide(p)
				if j > 0 {
					x += d.Gap
				}
			}
		}
	}
	return x
}

// before is the space left of a group.
func (d *dealer) before(g group) float64 {
	if len(g) > 0 && g[0].far {
		return math.Max(d.size.Width*0.8, d.Parting*1.2)
	}
	return d.Parting
}

func (d *dealer) wide(p piece) float64 {
	if p.turned {
		return d.size.Height
	}
	return d.size.Width
}

// placeRow puts one row down from left to right in the owner's frame: x to the
// owner's right, y away, both from the table's centre.
func (s *Spec) placeRow(d *dealer, groups []group, x, y float64, row int) {
	var last Placed
	for i, g := range groups {
		if i > 0 {
			x += d.before(g)
		}
		set := d.sets
		if len(g) > 0 && g[0].role == InMeld {
			d.sets++
		}
		for j, p := range g {
			if p.added {
				if d.Added == AddedUpon {
					under := &s.Tiles[len(s.Tiles)-1]
					under.Row, under.Under = -1, true
				}
				t := d.atop(last, p)
				t.Order = j
				s.Tiles = append(s.Tiles, t)
				continue
			}
			if j > 0 {
				x += d.Gap
			}
			high := d.size.Height
			if p.turned {
				high = d.size.Width
			}
			t := Placed{Tile: p.tile, Down: p.down, Role: p.role, Row: row, Z: d.Raise, Set: set, Order: j}
			if p.turned {
				t.Turn = 90
			}
			if d.random.Float64() < d.UpsideDown {
				t.Turn += 180
			}
			jolt := func() float64 { return d.Crooked * d.random.NormFloat64() }
			t.At = models.Point{X: x + d.wide(p)/2 + jolt()*0.3, Y: y + high/2 + jolt()*1.5}
			t.Turn += jolt()
			last = t
			s.Tiles = append(s.Tiles, d.seat(t))
			x += d.wide(p)
		}
	}
}

// atop gives the added tile of a kong: above the turned one, or upon it.
func (d *dealer) atop(base Placed, p piece) Placed {
	t := base
	t.Tile, t.Role = p.tile, p.role
	if d.Added == AddedUpon {
		t.Upon = true
		t.Z += d.size.Depth // the tile below is hidden: the caller takes it out of the truth
	} else {
		t.At.Y += d.size.Width + d.Gap
	}
	return d.seat(t)
}

// seat turns a tile from the owner's frame into the table's.
func (d *dealer) seat(t Placed) Placed {
	quarter := float64(d.Place.Index())
	sin, cos := math.Sincos(quarter * math.Pi / 2)
	t.At = models.Point{X: t.At.X*cos - t.At.Y*sin, Y: t.At.X*sin + t.At.Y*cos}
	t.Turn -= 90 * quarter
	t.Owner = d.Place
	return t
}
