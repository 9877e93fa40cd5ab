package vision

import (
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
	"jantaku/vision/raster"
)

// Whatever lies about a hand in a bare picture and is explained by none of its tiles may be one more: a hand with a flower would be
// one without, a kong a pung. So each is told.

// UnreadTuning says what about a hand may be a tile of it. Lengths are in tiles, widths along a row and heights across it.
type UnreadTuning struct {
	// Located is how surely a face is seen that may be one, by the network that sees where faces are.
	Located float64
	// Like is the similarity of what surely shows a face, Lone how far across from its hand such a tile lies that is no flower.
	Like, Lone float64
	// Edge and Next are how far from the middle of the last tile of a row, in widths, it ends and nearly all of the next one is seen. What is seen of that is
	// as light as White of a tile, and a channel's share of it differs by Colour at most, in a Light share of Points each way, and print else, or it is the
	// cloth or wood.
	Edge, Next, White, Colour, Light float64
	Points                           int
	// Smaller and Larger are the sizes that a tile is seen with in the plane of the hand, as an area's root.
	Smaller, Larger float64
	// Most is how many are told after which no more are looked for: one is enough to ask. What is none does not count.
	Most int
}

var unreadTuning = UnreadTuning{Located: .5, Like: .86, Lone: 1.6, Edge: .5, Next: 1.3, White: .6, Colour: .04, Light: .25, Points: 12, Smaller: .75, Larger: 1.35, Most: 8}

// unread are the places about a hand that may hold tiles of it and that none of its tiles explains.
func (s *spread) unread(hand []row) (out []models.Sighting, err error) {
	k := &unreadTuning
	told := func(q models.Point) bool {
		return slices.ContainsFunc(out, func(u models.Sighting) bool { return raster.Inside(u.Quad, q) })
	}
	tell := func(quad [4]models.Point) {
		out = append(out, models.Sighting{Candidate: models.Candidate{Tile: models.Unknown}, Quad: quad})
	}
	for _, c := range s.rows { // read, and not of the hand
		for i := range c {
			t := &c[i]
			at, _ := s.place(t.Quad)
			if t.Sim < k.Like || !s.near(at, hand) || covered(hand, t.pixel()) || !s.mayBeOf(t.Tile, at, hand) {
				continue
			}
			tell(t.Quad)
		}
	}
	consider := func(quad [4]models.Point) error {
		at, size := s.place(quad)
		q := quad[0].Toward(quad[2], .5)
		if size < k.Smaller || size > k.Larger || !s.near(at, hand) || covered(hand, q) || told(q) {
			return nil
		}
		look, err := s.LookAt(quad)
		if err != nil {
			return err
		}
		if look.Sim < k.Like || s.mayBeOf(look.Tile, at, hand) {
			tell(quad)
		}
		return nil
	}
	for i := range s.found {
		if f := &s.found[i]; f.Sure >= k.Located {
			if err := consider(f.Quad()); err != nil {
				return nil, err
			}
		}
	}
	var tiles []proposal.Proposal
	for _, c := range hand {
		for i := range c {
			tiles = append(tiles, c[i].Proposal)
		}
	}
	left, err := s.Leftovers(s.about(hand), tiles)
	if err != nil {
		return nil, err
	}
	before := len(out)
	for quad := range left {
		if err := consider(quad); err != nil {
			return nil, err
		}
		if len(out)-before == k.Most {
			break
		}
	}
	return append(out, s.beyond(hand)...), nil
}

// within reports whether something lies so far across from a row of a hand and beyond its tiles at most.
func (s *spread) within(hand []row, at models.Point, across, beyond float64) bool {
	return slices.ContainsFunc(hand, func(c row) bool {
		a, b := s.apart(at, c)
		return a <= across && b <= beyond
	})
}

// near reports whether something lies where a flower of a hand may, or on the line of one of its rows.
func (s *spread) near(at models.Point, hand []row) bool {
	k := &locate.UsualReach
	return s.within(hand, at, k.Across, k.Aside) || s.within(hand, at, k.OnLine, k.Along)
}

// mayBeOf reports whether a tile that lies somewhere may be one of a hand: what is no flower lies nearer to it.
func (s *spread) mayBeOf(tile models.Tile, at models.Point, hand []row) bool {
	return tile.IsFlower() || s.within(hand, at, unreadTuning.Lone, locate.UsualReach.Aside)
}

// about is the field in which flowers of a hand may lie.
func (s *spread) about(hand []row) *plane.Field {
	k, f := &locate.UsualReach, *s.field
	f.Extent = plane.Nowhere()
	for _, c := range hand {
		for i := range c {
			at, _ := s.place(c[i].Quad)
			f.Left, f.Right = min(f.Left, at.X-k.Aside), max(f.Right, at.X+k.Aside)
			f.Near, f.Far = min(f.Near, at.Y-k.Across), max(f.Far, at.Y+k.Across)
		}
	}
	tile := plane.AnyTile
	f.Left, f.Right, f.Near, f.Far = f.Left*tile.Width, f.Right*tile.Width, f.Near*tile.Height, f.Far*tile.Height
	f.Zones = f.Extent
	return &f
}

// beyond are the places beyond the border of the picture where the hand may have one more tile: where it cuts off three of a kind, which may be a kong,
// or a flower, which another may follow, and where it leaves something in the light of the tile beside.
func (s *spread) beyond(hand []row) (out []models.Sighting) {
	for _, c := range hand {
		c := slices.Clone(c)
		for _, way := range []float64{-1, 1} {
			last, step := &c[0], c[0].side()
			three := len(c) >= models.SetTiles && !slices.ContainsFunc(c[:models.SetTiles], func(t laid) bool { return t.Tile.Kind() != last.Tile.Kind() })
			along := models.Point{X: way}
			if at := s.field.View.Table(last.pixel()); s.field.View.Table(last.pixel().Add(step)).Sub(at).Dot(along) < 0 {
				step = step.Times(-1)
			}
			cut := func(widths float64) bool { return !s.Raster.Shows(last.pixel().Add(step.Times(widths))) }
			goesOn := cut(unreadTuning.Next) && s.lightBeside(c, step, hand)
			if goesOn && !last.Tile.IsFlower() { // or the ground is as light
				away := s.field.View.Picture(s.field.View.Table(last.pixel()).Add(models.Point{Y: plane.AnyTile.Height})).Sub(last.pixel())
				goesOn = !s.lightBeside(c, step.Add(away), hand)
			}
			if (three || last.Tile.IsFlower()) && cut(unreadTuning.Edge) || goesOn {
				there := models.Sighting{Candidate: models.Candidate{Tile: models.Unknown}, Quad: last.Quad, Beyond: true}
				for i := range there.Quad {
					there.Quad[i] = there.Quad[i].Add(step)
				}
				out = append(out, there)
			}
			slices.Reverse(c)
		}
	}
	return out
}

// lightBeside reports whether what the picture shows of the place a step beside the first tile of a row, and no tile of a hand covers, is in some part as light
// as the nearest one that shows its face, and of its colour.
func (s *spread) lightBeside(c row, step models.Point, hand []row) bool {
	k, shown, light, last := &unreadTuning, 0, 0, &c[0]
	i := slices.IndexFunc(c, func(t laid) bool { return t.Tile != models.Back })
	if i < 0 {
		return false
	}
	t := &c[i]
	white := raster.ShadeOf(t.Seen.Strip.White(faces.FineMargin + faces.LightInset))
	for i := range k.Points * k.Points {
		u, v := (float64(i%k.Points)+.5)/float64(k.Points), (float64(i/k.Points)+.5)/float64(k.Points)
		q := last.Quad[0].Toward(last.Quad[1], u).Toward(last.Quad[3].Toward(last.Quad[2], u), v).Add(step)
		if s.Raster.Shows(q) && !covered(hand, q) {
			if shown++; s.Raster.LeastAt(q) >= k.White*t.light && white.SameColour(raster.ShadeOf(s.Raster.ColourAt(q)), k.Colour) {
				light++
			}
		}
	}
	return shown > 0 && float64(light) >= k.Light*float64(shown)
}
