package sight

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/outline"
	"jantaku/vision/raster"
)

// kongGaps are the tiles of bare table before a concealed kong that lies apart from its row.
var kongGaps = []float64{.1, .4, .7, 1}

// back is a place beside a tile that may hold one face down; its sim is the probability.
type back struct {
	Reading
	colour outline.Colour
}

// lookBeside says how likely a tile lies face down left or right of another.
func lookBeside(p *raster.Picture, t *Reading, step float64) back {
	o := outline.Beside(p, &t.Frame, t.T+step, step, t.Light)
	return back{Reading{T: o.T, Frame: o.Frame, Tile: models.Back, Sim: o.Sim, Ranks: []faces.Rank{{Tile: models.Back, Sim: o.Sim}}, Quad: o.Quad, Light: t.Light}, o.Colour}
}

// ofOneKong reports whether backs are likely and have one colour.
func ofOneKong(backs []back) bool {
	var seen []outline.Back
	for _, b := range backs {
		seen = append(seen, outline.Back{Sim: b.Sim, Colour: b.colour})
	}
	return outline.OfOneKong(seen)
}

// MostKong is the open tiles of a concealed kong at most.
const MostKong = models.KongTiles - 1

// AddBacks adds the tiles face down of the concealed kongs in the rows of a hand, and the
// open tiles that only they lead to.
func (r *Reader) AddBacks(p *raster.Picture, rows []Row) ([]Row, error) {
	if len(rows) == 0 {
		return rows, nil
	}
	rows = slices.Clone(rows)
	main := slices.MaxFunc(rows, func(a, b Row) int { return cmp.Compare(len(a.Tiles), len(b.Tiles)) })
	k := kongs{Reader: r, p: p, rows: rows, main: main.Frame, light: UsualOf(main.Tiles).light}
	for i := range rows {
		for _, run := range kongRuns(rows[i].Tiles) {
			found, err := k.of(run)
			if err != nil {
				return nil, err
			}
			k.add(&rows[i], found)
		}
	}
	k.rows = WithTiles(rows)
	return k.rows, k.beyondEnds()
}

// kongs looks for concealed kongs in and beside rows.
type kongs struct {
	*Reader
	p     *raster.Picture
	rows  []Row
	main  raster.Frame // of the longest row
	light float64      // of its tiles
	down  int          // tiles of kongs that lie face down, where a kong counts as three
}

// add puts what was found of a kong into its row.
func (k *kongs) add(c *Row, found []Reading) {
	for _, t := range found {
		k.insert(c, t)
	}
	if n := len(found); n > 1 {
		k.down += min(backsIn(found), models.SetTiles) - 1
	}
}

func backsIn(tiles []Reading) (n int) {
	for _, t := range tiles {
		if t.Tile == models.Back {
			n++
		}
	}
	return n
}

// kongRuns gives the runs of one to three tiles of a kind that touch.
func kongRuns(tiles []Reading) (runs [][]Reading) {
	from := 0
	for i := 1; i <= len(tiles); i++ {
		if i < len(tiles) && tiles[i].continuesRun(&tiles[i-1]) {
			continue
		}
		if run := tiles[from:i]; len(run) <= MostKong && run[0].mayKong() {
			runs = append(runs, slices.Clone(run))
		}
		from = i
	}
	return runs
}

// of gives what is missing of the concealed kong of which a run of tiles lies open:
// nothing where it belongs to none.
func (k *kongs) of(run []Reading) (found []Reading, err error) {
	first, last := run[0], run[len(run)-1]
	left, right := k.backsFrom(first, -1, models.KongTiles-len(run)), k.backsFrom(last, 1, models.KongTiles-len(run))
	switch len(run) {
	case models.SetTiles: // XOOO or OOOX: a pung without the back, so that any doubt must be told
		return readings(slices.Concat(left, right)), nil
	case 2: // XOOX
		if len(left) > 0 && len(right) > 0 && ofOneKong([]back{left[0], right[0]}) {
			return []Reading{left[0].Reading, right[0].Reading}, nil
		}
		return nil, nil
	}
	for _, side := range [][]back{left, right} {
		switch {
		case len(side) == models.KongTiles-1 && ofOneKong(side): // XXXO or OXXX
			found = append(found, readings(side)...)
		case len(side) == 2 && ofOneKong(side): // OXXO
			other, ok, err := k.closing(&first, &side[1])
			if err != nil {
				return nil, err
			}
			if ok {
				found = append(append(found, readings(side)...), other)
			}
		}
	}
	return found, nil
}

func readings(backs []back) (out []Reading) {
	for _, b := range backs {
		out = append(out, b.Reading)
	}
	return out
}

// closing gives the tile behind the last of two backs if it is like the one before the
// first, and takes it out of the row it is in.
func (k *kongs) closing(first *Reading, last *back) (t Reading, ok bool, err error) {
	step := math.Copysign(1, last.T-first.T)
	place := last.Frame.Quad(last.T+step, 0)
	for i := range k.rows {
		tiles := k.rows[i].Tiles
		at := slices.IndexFunc(tiles, func(t Reading) bool { return t.mayKong() && raster.Inside(place, t.Frame.At(t.T)) })
		if at >= 0 {
			t = tiles[at]
			if t.Tile.Kind() != first.Tile.Kind() {
				return t, false, nil
			}
			k.rows[i].Tiles = slices.Delete(slices.Clone(tiles), at, at+1)
			return t, true, nil
		}
	}
	t, err = k.open(last.Frame, last.T+step)
	return t, err == nil && t.mayKong() && t.Tile.Kind() == first.Tile.Kind(), err
}

// open reads the tile that stands at t of a frame.
func (k *kongs) open(f raster.Frame, at float64) (Reading, error) {
	t := Reading{T: at, Frame: f}
	if err := k.ReadTile(k.p, &t); err != nil || t.Sim < Levels.SurelyTile {
		return t, err
	}
	return t, k.LookCloser(k.p, &t)
}

// backsFrom follows backs from an open tile to the left or right, at most so many. The frame of
// a single tile is not known well: that of the main row is tried as well, and each back is taken
// from where it is seen better.
func (k *kongs) backsFrom(from Reading, step float64, most int) (best []back) {
	for _, f := range []raster.Frame{from.Frame, k.mainAt(&from)} {
		t := Reading{T: from.T, Frame: f, Light: from.Light}
		for i := 0; i < most && k.free(&t, step); i++ {
			b := k.beside(&t, step)
			if b.Sim < outline.Kongs.Least {
				break
			}
			if i == len(best) {
				best = append(best, b)
			} else if b.Sim > best[i].Sim {
				best[i] = b
			}
			t = b.Reading
		}
	}
	return best
}

// mainAt is the frame of the main row where a tile lies.
func (k *kongs) mainAt(t *Reading) raster.Frame {
	q := t.Frame.At(t.T)
	x, _ := k.main.Locate(q)
	f := k.main.Shifted(x, 1)
	f.Centre[0], f.Centre[2] = q, models.Point{}
	return f.Shifted(-t.T, 1)
}

// beside says how likely a tile lies face down beside another. What a tile partly lies upon may as
// well be the cloth between two.
func (k *kongs) beside(t *Reading, step float64) back {
	b := lookBeside(k.p, t, step)
	if k.hidden(b.Quad, outline.Kongs.PartHidden) {
		b.Sim /= 2
	}
	return b
}

// free reports whether no tile is known at the place beside another.
func (k *kongs) free(t *Reading, step float64) bool {
	place := t.Frame.Quad(t.T+step, 0)
	return !slices.ContainsFunc(place[:], func(q models.Point) bool { return !k.p.Shows(q) }) && !k.hidden(place, outline.Kongs.Hidden)
}

// hidden reports whether more than a share of a place lies under a tile that is known.
func (k *kongs) hidden(place [4]models.Point, most float64) bool {
	return slices.ContainsFunc(k.rows, func(c Row) bool {
		return slices.ContainsFunc(c.Tiles, func(t Reading) bool {
			return (t.Tile == models.Back || k.shows(&t)) && max(raster.Overlap(t.Quad, place), raster.Overlap(place, t.Quad)) > most
		})
	})
}

// shows reports whether a tile shows a face that was learned, on white: the line between
// two backs looks like a bamboo.
func (k *kongs) shows(t *Reading) bool {
	known, _ := k.TrustIn(*t)
	return t.Tile != models.Back && known > .5 && (t.Sim >= Levels.ClearSim || t.Light > Levels.InShadow*k.light)
}

// insert adds a tile of a kong to its row. What shows no face there is the back or its
// flank; a doubtful back beside that says nothing new.
func (k *kongs) insert(c *Row, t Reading) {
	ghost := func(o Reading) bool { return o.Tile != models.Back && !k.shows(&o) && t.Clashes(&o) }
	if slices.ContainsFunc(c.Tiles, ghost) && t.Sim < .5 {
		return
	}
	c.Tiles = slices.DeleteFunc(slices.Clone(c.Tiles), ghost)
	along := t.Frame.Along(t.T)
	at := slices.IndexFunc(c.Tiles, func(o Reading) bool { return o.Frame.At(o.T).Sub(t.Frame.At(t.T)).Dot(along) > 0 })
	if at < 0 {
		at = len(c.Tiles)
	}
	c.Tiles = slices.Insert(c.Tiles, at, t)
}

// kongPatterns are the ways to lay a concealed kong that show its tile.
var kongPatterns = []string{"XOOO", "OOOX", "XXXO", "OXXX", "XOOX", "OXXO"}

// beyondEnds looks for concealed kongs beyond the ends of the rows of a hand that lacks
// tiles: an open tile among backs, far from all others, is no row that was found.
func (k *kongs) beyondEnds() error {
	for i := range k.rows {
		c := &k.rows[i]
		for _, step := range []float64{-1, 1} {
			if k.tiles() >= models.Thirteen.Won() {
				return nil
			}
			end := c.Tiles[0]
			if step > 0 {
				end = c.Tiles[len(c.Tiles)-1]
			}
			if end.Sim < Levels.TurnedSim || end.Tile == models.Back {
				continue
			}
			found, err := k.beyond(c, end, step)
			if err != nil {
				return err
			}
			k.add(c, found)
		}
	}
	return nil
}

// tiles counts the tiles of the hand that are known, a kong as three.
func (k *kongs) tiles() int {
	n := k.down
	same := map[models.Tile]int{}
	for _, c := range k.rows {
		for _, t := range c.Tiles {
			if t.Tile.IsFlower() || !k.shows(&t) {
				continue
			}
			n++
			if same[t.Tile.Kind()]++; same[t.Tile.Kind()] == models.KongTiles {
				n--
			}
		}
	}
	return n
}

// beyond gives the tiles of a concealed kong that lies apart from the end of a row.
func (k *kongs) beyond(c *Row, end Reading, step float64) ([]Reading, error) {
	half := end.Wide() / 2
	if end.Turned {
		x, _ := c.Frame.Locate(end.Frame.At(end.T))
		end.T, end.Frame = x, c.Frame
	}
	for _, gap := range kongGaps {
		from := Reading{T: end.T + step*(half-.5+gap), Frame: end.Frame, Light: end.Light}
		if found, err := k.kongFrom(from, step); err != nil || found != nil {
			return found, err
		}
	}
	return nil, nil
}

// kongFrom reads four places side by side; nil if they are no concealed kong.
func (k *kongs) kongFrom(from Reading, step float64) (found []Reading, err error) {
	var open []Reading
	pattern := ""
	for t := from; len(found) < 4; t = found[len(found)-1] {
		if !k.free(&t, step) {
			return nil, nil
		}
		if b := k.beside(&t, step); b.Sim > .5 {
			found, pattern = append(found, b.Reading), pattern+"X"
			continue
		}
		o, err := k.open(t.Frame, t.T+step)
		if err != nil || !o.mayKong() || len(open) > 0 && open[0].Tile.Kind() != o.Tile.Kind() {
			return nil, err
		}
		found, open, pattern = append(found, o), append(open, o), pattern+"O"
	}
	if step < 0 {
		b := []byte(pattern)
		slices.Reverse(b)
		pattern = string(b)
	}
	if !slices.Contains(kongPatterns, pattern) {
		return nil, nil
	}
	return found, nil
}
