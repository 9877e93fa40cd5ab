package scene

import (
	"math/rand/v2"

	"jantaku/models"
	"jantaku/vision/artwork"
)

// RandomTable makes a table in the middle of a hand as a camera sees it that hangs over all of
// it: rivers, melds and flowers of every place, walls with an indicator, and hands that are not
// shown, but now and then one that is. Its hardness is that of [Random]; the same seed gives
// the same table. What lies where is in the truth's Table.
func RandomTable(seed uint64, style artwork.Style, hardness float64) (Spec, error) {
	r := rand.New(rand.NewPCG(seed, 2))
	t := tableDealer{r: r, Spec: randomView(r, seed, style, hardness, 200), hardness: hardness}
	t.Light.seenFrom(models.PlaceAt(r.IntN(models.Places)))
	t.Camera.hangOver(r, hardness)
	for tile := models.Tile(1); tile.HasFace(); tile++ {
		for range copiesOf(tile) {
			t.wall = append(t.wall, tile)
		}
	}
	r.Shuffle(len(t.wall), func(i, j int) { t.wall[i], t.wall[j] = t.wall[j], t.wall[i] })
	for i := range models.Places {
		if err := t.seatOf(models.PlaceAt(i)); err != nil {
			return t.Spec, err
		}
	}
	for i := range t.Tiles {
		t.Tiles[i].Row = -1
	}
	return t.Spec, nil
}

// UnderLamp is a table whose camera sees a lamp in the tiles of one river.
func UnderLamp(s Spec) Spec {
	r := rand.New(rand.NewPCG(s.Seed, 12))
	d := dealer{Laying: Laying{Place: models.PlaceAt(r.IntN(models.Places))}}
	over := d.seat(Placed{At: models.Point{X: 60 * (r.Float64()*2 - 1), Y: -120 - 70*r.Float64()}})
	s.HangLamp(r, over.At)
	return s
}

// copiesOf is how many tiles of a face a set with red fives has.
func copiesOf(t models.Tile) int {
	switch {
	case t.IsFlower() || t.IsRed():
		return 1
	case t.IsFive():
		return models.Copies - 1
	}
	return models.Copies
}

// tableDealer lays a table place by place.
type tableDealer struct {
	Spec
	r        *rand.Rand
	hardness float64
	wall     []models.Tile
}

// draw takes the next tile of the wall.
func (t *tableDealer) draw() models.Tile {
	tile := t.wall[0]
	t.wall = t.wall[1:]
	return tile
}

// take takes n tiles of a kind out of the wall, red ones last; false if there are fewer.
func (t *tableDealer) take(kind, n int) bool {
	at := make([]int, 0, n)
	for i, tile := range t.wall {
		if tile == models.KindAt(kind) && len(at) < n {
			at = append(at, i)
		}
	}
	if len(at) < n {
		return false
	}
	for i := len(at) - 1; i >= 0; i-- {
		t.wall = append(t.wall[:at[i]], t.wall[at[i]+1:]...)
	}
	return true
}

// seatOf lays what belongs to a place.
func (t *tableDealer) seatOf(place models.Place) error {
	l := RandomLaying(t.r, place)
	l.Baseline, l.Crooked = 350+8*t.r.Float64(), between(t.r, t.hardness, 0.2, 1.1)
	l.MeldRow, l.FlowerRow, l.UpsideDown = false, false, .3*t.r.Float64()
	d := dealer{Laying: l, size: t.Size, random: t.r}
	var melds []group
	for range []int{0, 0, 1, 1, 2, 3, 4}[t.r.IntN(7)] {
		m, ok := randomSet(t.r, t.take, true)
		if !ok {
			continue
		}
		g, err := d.meld(m)
		if err != nil {
			return err
		}
		melds = append(melds, g)
	}
	hidden := t.r.IntN(8) > 0
	var flowers, concealed []models.Tile
	for len(concealed) < models.Thirteen.Concealed(len(melds)) {
		switch tile := t.draw(); {
		case tile.IsFlower():
			flowers = append(flowers, tile)
		default:
			concealed = append(concealed, tile)
		}
	}
	models.SortTiles(concealed)
	hand := d.row(concealed, InHand)
	for i := range hand {
		if hidden {
			hand[i].role, hand[i].down = IsHidden, true
		}
	}
	row := append([]group{hand}, melds...)
	if len(flowers) > 0 {
		row = append([]group{d.row(flowers, IsFlower)}, row...)
	}
	t.placeRow(&d, row, -d.length(row)/2, -d.Baseline, 0)
	t.river(d)
	t.wallOf(d)
	return nil
}

// river lays the discards of a place in rows of six, one of them sideways where its player
// declared riichi.
func (t *tableDealer) river(d dealer) {
	const row, inner, step = 6, 100, 0.8 // tiles, mm from the centre, mm between rows
	n := t.r.IntN(22)
	riichi := -1
	if t.r.IntN(2) == 0 {
		riichi = t.r.IntN(22)
	}
	left := -float64(row) / 2 * (d.size.Width + .6)
	x := left
	for i := range n {
		if i%row == 0 && i < 3*row || i == 0 {
			x = left
		}
		tile := t.draw()
		for tile.IsFlower() {
			tile = t.draw()
		}
		p := Placed{Tile: tile, Role: InRiver, Order: i}
		wide, high := d.size.Width, d.size.Height
		if i == riichi {
			p.Turn, wide, high = 90, high, wide
		}
		if t.r.Float64() < d.UpsideDown {
			p.Turn += 180
		}
		jolt := func() float64 { return d.Crooked * t.r.NormFloat64() }
		line := min(i/row, 2)
		top := -inner - float64(line)*(d.size.Height+step)
		p.At = models.Point{X: x + wide/2 + .3*jolt(), Y: top - d.size.Height + high/2 + jolt()}
		p.Turn += jolt()
		x += wide + .6
		t.Tiles = append(t.Tiles, d.seat(p))
	}
}

// wallOf lays what is left of the wall before a place, two tiles high. The wall of one place
// shows an indicator.
func (t *tableDealer) wallOf(d dealer) {
	n := t.r.IntN(16)
	shows := -1
	if d.Place == models.PlaceAt(0) {
		n, shows = 14, 2+t.r.IntN(9)
	}
	const before = 262 // mm from the centre
	for i := range n {
		at := models.Point{X: (float64(i) - 7) * (d.size.Width + .2), Y: -before}
		for level := range 2 {
			p := Placed{Tile: models.White, Down: true, Role: InWall, Order: i, At: at, Z: float64(level) * d.size.Depth, Under: level == 0}
			if level == 1 && i == shows {
				p.Tile, p.Down, p.Role = t.draw(), false, IsIndicator
			}
			t.Tiles = append(t.Tiles, d.seat(p))
		}
	}
}
