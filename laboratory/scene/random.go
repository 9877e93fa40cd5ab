package scene

import (
	"image/color"
	"math/rand/v2"
	"slices"

	"jantaku/models"
	"jantaku/vision/artwork"
)

// RandomWin makes a complete hand of the size and its winning tile, as players win them: sets
// and a pair, now and then seven pairs where the hand has thirteen tiles, with melds of every kind,
// red fives and flowers.
func RandomWin(r *rand.Rand, size models.HandSize) (models.Hand, models.Tile) {
	for {
		if h, win, ok := tryWin(r, size); ok {
			return h, win
		}
	}
}

// stock counts how many tiles of each kind are still in the wall.
type stock [models.Kinds]int

// take removes n tiles of a kind, if they are there.
func (s *stock) take(i, n int) bool {
	if s[i] < n {
		return false
	}
	s[i] -= n
	return true
}

func tryWin(r *rand.Rand, size models.HandSize) (models.Hand, models.Tile, bool) {
	var left stock
	for i := range left {
		left[i] = 4
	}
	h := models.Hand{Melds: []models.Meld{}}
	pairs := r.IntN(25) == 0 && size.Tiles() == models.Thirteen.Tiles()
	if pairs && !fillPairs(r, &left, &h) || !pairs && !fillSets(r, &left, &h, size.Sets()) {
		return h, 0, false
	}
	redden(r, &h)
	at := r.IntN(len(h.Concealed))
	win := h.Concealed[at]
	h.Concealed = append(h.Concealed[:at], h.Concealed[at+1:]...)
	h.Flowers = models.FlowersOf(randomFlowers(r)...)
	return h, win, true
}

// fillPairs deals seven different pairs.
func fillPairs(r *rand.Rand, left *stock, h *models.Hand) bool {
	for range 7 {
		i := r.IntN(models.Kinds)
		if left[i] < 4 || !left.take(i, 2) {
			return false
		}
		h.Concealed = append(h.Concealed, models.KindAt(i), models.KindAt(i))
	}
	return true
}

// fillSets deals so many sets, some of them melds, and a pair.
func fillSets(r *rand.Rand, left *stock, h *models.Hand, sets int) bool {
	melds := []int{0, 0, 0, 1, 1, 2, 2, 3, sets}[r.IntN(9)]
	for n := range sets {
		m, ok := randomSet(r, left.take, n < melds)
		if !ok {
			return false
		}
		if n < melds {
			h.Melds = append(h.Melds, m)
			continue
		}
		h.Concealed = append(h.Concealed, m.Tiles...)
	}
	i := r.IntN(models.Kinds)
	h.Concealed = append(h.Concealed, models.KindAt(i), models.KindAt(i))
	return left.take(i, 2)
}

// randomSet makes a chow or pung, and where it is a meld any kind with its supplier.
func randomSet(r *rand.Rand, take func(i, n int) bool, open bool) (models.Meld, bool) {
	i := r.IntN(models.Kinds)
	t := models.KindAt(i)
	if r.IntN(2) == 0 && t.IsNumber() && t.Rank() <= 7 {
		if !take(i, 1) || !take(i+1, 1) || !take(i+2, 1) {
			return models.Meld{}, false
		}
		m := models.Meld{Kind: models.Chow, Tiles: models.Tiles{t, t + 1, t + 2}, From: models.Left}
		r.Shuffle(3, func(i, j int) { m.Tiles[i], m.Tiles[j] = m.Tiles[j], m.Tiles[i] })
		return m, true
	}
	m := models.Meld{Kind: models.Pung, Tiles: models.Tiles{t, t, t}, From: models.Side(1 + r.IntN(3))}
	if open && r.IntN(3) == 0 {
		m.Kind = []models.MeldKind{models.Kong, models.AddedKong, models.ConcealedKong}[r.IntN(3)]
		m.Tiles = append(m.Tiles, t)
		if m.Kind == models.ConcealedKong {
			m.From = models.NoSide
		}
	}
	return m, take(i, len(m.Tiles))
}

// redden makes one five of every other suit red, as some sets have them.
func redden(r *rand.Rand, h *models.Hand) {
	for suit := models.Characters; suit <= models.Bamboos; suit++ {
		if r.IntN(3) != 0 {
			continue
		}
		for i, t := range h.Concealed {
			if t == models.NewTile(suit, 5) {
				h.Concealed[i] = models.NewTile(suit, 0)
				break
			}
		}
	}
}

func randomFlowers(r *rand.Rand) []models.Tile {
	var flowers []models.Tile
	for _, i := range r.Perm(8)[:[]int{0, 0, 1, 2, 3}[r.IntN(5)]] {
		flowers = append(flowers, models.NewTile(models.Flowers, i+1))
	}
	return flowers
}

// RandomLaying lays a hand down as one of many players would.
func RandomLaying(r *rand.Rand, place models.Place) Laying {
	kongs := []string{"XOOX", "XOOX", "XOOO", "OOOX", "XXXO", "OXXX", "OXXO"}
	return Laying{
		Place: place, Baseline: 265 + 50*r.Float64(), Turned: true,
		MeldRow: r.IntN(4) == 0, FlowerRow: r.IntN(3) == 0,
		Win: WinPlace(r.IntN(3)), Kong: kongs[r.IntN(len(kongs))],
		Gap: 0.2 + 1.2*r.Float64(), Parting: 11 + 12*r.Float64(),
	}
}

// between draws a number that is easy at hardness 0 and up to hard at hardness 1.
func between(r *rand.Rand, hardness, easy, hard float64) float64 {
	return easy + (hard-easy)*hardness*(0.4+0.6*r.Float64())
}

// Forms says how much of what players do occurs in random scenes.
type Forms uint8

// The forms. Plain hands have nothing turned or face down; their melds stand apart,
// as Chinese clubs lay them. Every form has claimed tiles turned, kongs partly face
// down or added, and the winning tile apart or turned. Crowded scenes have these among
// rivers and walls, tiles the wrong way up, and rows that touch.
const (
	PlainForms Forms = iota
	EveryForm
	Crowded
)

// Scene is a scene with what was laid down in it.
type Scene struct {
	Spec
	Hand   models.Hand
	Win    models.Tile
	Laying Laying
}

// Random makes a scene of the given hardness, 0 for a well-lit picture from above
// to 1 for the worst a club would keep playing in: a hand laid down at a place, the
// camera at that side of the table, light, shadow, glare, noise and blur.
// The same seed gives the same scene. The hand has so many tiles before the win.
func Random(seed uint64, style artwork.Style, hardness float64, forms Forms, size models.HandSize) (Scene, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	place := models.PlaceAt(0)
	sc := randomHand(r, place, hardness, forms, size)
	if forms == Crowded {
		sc.Laying.Baseline = backOf(r, sc)
	}
	sc.Spec = randomView(r, seed, style, hardness, sc.Laying.Baseline)
	if err := sc.Lay(sc.Hand, sc.Win, sc.Laying); err != nil {
		return sc, err
	}
	if forms == Crowded {
		sc.Clutter(r, place)
	}
	return sc, nil
}

// RandomOver is Random as a camera sees it that hangs over the whole table: a hand of
// any place among the rivers, walls and hands of the others.
func RandomOver(seed uint64, style artwork.Style, hardness float64, forms Forms, size models.HandSize) (Scene, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	place := models.PlaceAt(r.IntN(models.Places))
	sc := randomHand(r, place, hardness, forms, size)
	sc.Laying.Baseline, sc.Laying.Added = backOf(r, sc), AddedPlace(r.IntN(2))
	sc.Spec = randomView(r, seed, style, hardness, sc.Laying.Baseline)
	sc.Light.seenFrom(place)
	sc.Camera.hangOver(r, hardness)
	if err := sc.Lay(sc.Hand, sc.Win, sc.Laying); err != nil {
		return sc, err
	}
	sc.Clutter(r, place)
	return sc, nil
}

// RandomViewOver is the table of RandomOver without tiles: a camera that hangs over all of it,
// and light that falls on any of its sides.
func RandomViewOver(seed uint64, style artwork.Style, hardness float64) Spec {
	r := rand.New(rand.NewPCG(seed, 11))
	baseline := 120 + 230*r.Float64() // shade and glare fall on rivers and hands alike, mm
	s := randomView(r, seed, style, hardness, baseline)
	s.Camera.hangOver(r, hardness)
	s.Light.seenFrom(models.PlaceAt(r.IntN(models.Places)))
	return s
}

// hangOver moves the camera to where it sees the whole table.
func (c *Camera) hangOver(r *rand.Rand, hardness float64) {
	c.Elevation = between(r, hardness, 84, 62)
	c.Distance, c.FieldOfView = 1380+60*r.Float64(), 60
	c.Target = models.Point{X: 20 * (r.Float64()*2 - 1), Y: -30 + 10*(r.Float64()*2-1)}
}

// backOf is a baseline with which all rows of a hand lie between the edge of the table
// and the rivers, mm.
func backOf(r *rand.Rand, sc Scene) float64 {
	const edge, rivers = 395, 248
	melds, flowers := len(sc.Hand.Melds) > 0, len(sc.Hand.Flowers.Tiles) > 0
	rows := 1
	if sc.Laying.MeldRow && (melds || flowers && !sc.Laying.FlowerRow) {
		rows++
	}
	if sc.Laying.FlowerRow && flowers {
		rows++
	}
	high := Basic().Size.Height
	least := rivers + high + float64(rows-1)*sc.Laying.rowStep(high)
	return least + (edge-least)*r.Float64()
}

// randomHand is a hand with the way in which its player lays it down.
func randomHand(r *rand.Rand, place models.Place, hardness float64, forms Forms, size models.HandSize) Scene {
	l := RandomLaying(r, place)
	l.Crooked = between(r, hardness, 0.2, 1.1)
	h, win := RandomWin(r, size)
	switch forms {
	case PlainForms:
		l.Turned, l.MeldRow = false, false
		l.Win = []WinPlace{WinAmong, WinApart}[r.IntN(2)]
		h.Melds = plainMelds(h.Melds)
	case Crowded:
		added := func(m models.Meld) bool { return m.Kind == models.AddedKong }
		l.Touching = r.IntN(2) == 0 && !slices.ContainsFunc(h.Melds, added) // which has no room then
		l.UpsideDown = .5 * r.Float64()
	}
	return Scene{Hand: h, Win: win, Laying: l}
}

// seenFrom turns shadow and glare, which lie before place 1, to another place.
func (l *Light) seenFrom(place models.Place) {
	d := dealer{Laying: Laying{Place: place}}
	for _, spots := range [][]Spot{l.Shade, l.Glare} {
		for i := range spots {
			spots[i].At = d.seat(Placed{At: spots[i].At}).At
		}
	}
}

// randomView is a table seen by a camera, without tiles.
func randomView(r *rand.Rand, seed uint64, style artwork.Style, hardness, baseline float64) Spec {
	side := func() float64 { return r.Float64()*2 - 1 }
	s := Basic()
	s.Seed, s.Style = seed, style
	s.Width, s.Height = 1920, 1080
	s.Back = []color.RGBA{BackGreen, BackOrange}[r.IntN(2)]
	s.Table.Felt = []color.RGBA{{24, 92, 66, 255}, {34, 70, 110, 255}, {30, 96, 100, 255}, {86, 100, 112, 255}, {22, 36, 66, 255}}[r.IntN(5)]
	s.Table.Rim = []color.RGBA{{74, 46, 30, 255}, {30, 30, 32, 255}, {210, 206, 198, 255}, {190, 110, 50, 255}}[r.IntN(4)]
	s.Camera = Camera{
		Elevation:   between(r, hardness, 84, 42),
		Azimuth:     between(r, hardness, 0, 14) * side(),
		Roll:        between(r, hardness, 0, 5) * side(),
		Distance:    560 + 130*r.Float64(),
		FieldOfView: 58,
		Target:      models.Point{X: 30 * side(), Y: 50 - baseline},
	}
	s.Light = randomLight(r, hardness, baseline)
	s.Sensor = Sensor{Blur: between(r, hardness, 0.4, 1.5), Noise: between(r, hardness, 1, 9), JPEG: int(between(r, hardness, 95, 55))}
	return s
}

// plainMelds are the melds as they look when nothing is turned or face down.
func plainMelds(melds []models.Meld) []models.Meld {
	out := make([]models.Meld, len(melds))
	for i, m := range melds {
		if m.From = models.NoSide; m.Kind.IsKong() {
			m.Kind = models.Kong
		}
		out[i] = m
	}
	return out
}

// Seen gives the hand as far as its picture can tell: where the winning tile lies
// among the others it is one of the concealed tiles, and NoTile.
func (s Scene) Seen() (models.Hand, models.Tile) {
	if s.Laying.Win != WinAmong {
		return s.Hand, s.Win
	}
	h := s.Hand
	h.Concealed = append(append(models.Tiles(nil), h.Concealed...), s.Win)
	return h, models.NoTile
}

func randomLight(r *rand.Rand, hardness, baseline float64) Light {
	side := func() float64 { return r.Float64()*2 - 1 }
	l := Light{
		Level:  between(r, hardness, 0.95, 0.45),
		Slope:  models.Point{X: between(r, hardness, 0, 0.7) * side(), Y: between(r, hardness, 0, 0.7) * side()},
		Warmth: between(r, hardness, 0, 0.25) * side(),
		Lean:   models.Point{X: 0.6 * side(), Y: 0.6 * side()},
	}
	if r.Float64() < hardness {
		l.Shade = append(l.Shade, Spot{models.Point{X: 250 * side(), Y: -baseline + 80*side()}, 60 + 80*r.Float64(), between(r, hardness, 0.2, 0.6)})
	}
	if r.Float64() < hardness {
		l.Glare = append(l.Glare, Spot{models.Point{X: 220 * side(), Y: -baseline + 40*r.Float64()}, 8 + 18*r.Float64(), between(r, hardness, 0.1, 0.6)})
	}
	return l
}

// Clutter puts on the table what else lies there during play: rivers of six face up
// before the given places, walls face down, and hands that were not shown, face
// down. None of it is in the rows of the truth, and none of it lies where the hands of the
// places shown are.
func (s *Spec) Clutter(r *rand.Rand, shown models.Place) { s.ClutterAs(r, Around{Shown: shown}) }

// Around says what may lie about a hand.
type Around struct {
	Shown  models.Place           // whose hand is shown
	Vacant models.Place           // where nobody sits; 0 for none
	Lacks  func(models.Tile) bool // tiles that are not played with; nil for none
}

// ClutterAs is Clutter at a table of three, or of a set that lacks tiles.
func (s *Spec) ClutterAs(r *rand.Rand, around Around) {
	add := func(t Placed, place models.Place) {
		t.Row = -1
		t.Turn += 1.5 * r.NormFloat64()
		d := dealer{Laying: Laying{Place: place}}
		s.Tiles = append(s.Tiles, d.seat(t))
	}
	laid := map[models.Tile]int{} // of which no fifth may be seen
	for _, t := range s.Tiles {
		laid[t.Tile.Kind()]++
	}
	any := func() models.Tile {
		at := r.IntN(models.Kinds)
		for laid[models.KindAt(at)] == models.Copies || around.Lacks != nil && around.Lacks(models.KindAt(at)) {
			at = (at + 1) % models.Kinds
		}
		return models.KindAt(at)
	}
	w, h := s.Size.Width, s.Size.Height
	for i := range models.Places {
		place := models.PlaceAt(i)
		if place == around.Vacant {
			continue
		}
		for n := range r.IntN(18) {
			x, y := (float64(n%6)-2.5)*(w+0.6), -100-float64(n/6)*(h+0.8)
			t := any()
			laid[t]++
			add(Placed{Tile: t, Role: InRiver, Order: n, At: models.Point{X: x, Y: y - h/2}}, place)
		}
		if place == around.Shown {
			continue
		}
		for n := range 13 {
			add(Placed{Tile: any(), Role: IsHidden, Order: n, Down: true, At: models.Point{X: (float64(n) - 6) * (w + 0.4), Y: -330}}, place)
		}
		for n := range r.IntN(12) {
			add(Placed{Tile: any(), Role: InWall, Order: n, Down: true, At: models.Point{X: (float64(n) - 6) * (w + 0.3), Y: -275}}, place)
		}
	}
}
