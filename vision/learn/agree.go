package learn

import (
	"context"
	"image"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
	"math"
	"slices"
	"sync"
)

// Which of the places where a row may stand is the right one, the photographs say together: the
// tiles of one label look alike in all of them. It begins with what drawn faces suggest. Then,
// round by round, each row is looked for again with what the other photographs show of its
// labels, until all agree. A photograph never confirms itself.

const (
	// agreeRounds is how often all rows are looked for again.
	agreeRounds = 4
	// fewSeen is how many other photographs' tiles of a label are needed to do without drawn ones.
	fewSeen = 3
	// neutral is how like a tile without a face is to any place.
	neutral = 0.3
	// sameTile is how near to each other, in tiles, the middles of two tiles lie of which only one
	// is there.
	sameTile = 0.6
)

// seekFirst looks for the rows of a photograph with drawn faces.
func (p *photo) seekFirst() error {
	eye, err := locate.New()
	if err != nil {
		return err
	}
	seen, err := eye.Faces(p.picture)
	if err != nil {
		return err
	}
	located := locate.Rows(seen)
	for _, row := range p.rows {
		row.lines = linesOf(located, len(row.labels))
	}
	p.seek(nil)
	p.takePlaces()
	for _, row := range p.rows {
		if row.found == nil && len(row.maybe) > 0 { // another row stands there; the photographs will tell
			row.place(&row.maybe[0])
		}
		if row.found == nil {
			return &rowNotFound{row.number, len(row.labels), "give its boxes"}
		}
	}
	return nil
}

// agree looks for the rows of all photographs until they agree.
func (l *learner) agree(ctx context.Context, progress func(float64)) error {
	sought := l.sought()
	if len(sought) == 0 {
		return nil
	}
	for round := range agreeRounds {
		if err := l.average(); err != nil {
			return err
		}
		if err := each(ctx, len(sought), func(i int) error {
			sought[i].seek(l.byTile)
			return nil
		}); err != nil {
			return err
		}
		for _, p := range sought {
			p.takePlaces()
		}
		progress(float64(round+1) / agreeRounds)
	}
	return l.average()
}

// aligner makes an aligner for the labels of a photograph: of what the photographs of others show of them, and of drawn faces where few do.
func (p *photo) aligner(byTile map[models.Tile][]*sighted) *aligner {
	var tiles, labels []models.Tile
	var vectors []raster.Vector
	for _, row := range p.rows {
		labels = append(labels, row.labels...)
	}
	for i, t := range labels {
		if slices.Contains(labels[:i], t) {
			continue
		}
		others := only(byTile[t], func(o *sighted) bool { return o.row.photo != p })
		for _, turned := range []bool{false, true} {
			if len(others) > 0 {
				tiles, vectors = append(tiles, t), append(vectors, meanOfCoarse(others, turned))
			}
		}
		for _, d := range everyDrawnFace() {
			if d.tile == t && len(others) < fewSeen {
				tiles, vectors = append(tiles, t), append(vectors, d.coarse)
			}
		}
	}
	return newAligner(tiles, vectors)
}

// meanOfCoarse is the mean of the coarse vectors of some tiles of one face, upright or turned.
func meanOfCoarse(tiles []*sighted, turned bool) raster.Vector {
	sum, mean := make([]float32, raster.CoarseLength), make(raster.Vector, raster.CoarseLength)
	for _, s := range tiles {
		faces.Accumulate(sum, s.way(turned).Coarse, 1)
	}
	for i, v := range sum {
		mean[i] = int16(math.Round(float64(v) / float64(len(tiles))))
	}
	return mean
}

// seek looks for the rows of a photograph with the tiles that are known of every face.
func (p *photo) seek(byTile map[models.Tile][]*sighted) {
	a := p.aligner(byTile)
	for _, row := range p.rows {
		row.maybe = a.likeliest(p.picture, row.lines, row.labels)
	}
}

// takePlaces gives every row of a photograph its likeliest place of which no other row has taken any,
// the longest row first. A row for which others leave none stays where it was found before: what is read back tells.
func (p *photo) takePlaces() {
	order := slices.Clone(p.rows)
	slices.SortStableFunc(order, func(a, b *labelledRow) int { return len(b.labels) - len(a.labels) })
	var taken []*labelledRow
	for _, row := range order {
		for i := range row.maybe {
			if !slices.ContainsFunc(taken, func(o *labelledRow) bool { return o.found.overlaps(&row.maybe[i]) }) {
				row.place(&row.maybe[i])
				taken = append(taken, row)
				break
			}
		}
	}
}

// overlaps reports whether two rows stand in one place.
func (h *hypothesis) overlaps(o *hypothesis) bool {
	for _, t := range h.ts {
		at, wide := h.frame.At(t), h.frame.Along(t).Length()
		for _, u := range o.ts {
			if o.frame.At(u).Sub(at).Length() < sameTile*wide {
				return true
			}
		}
	}
	return false
}

// place puts the tiles of a row where a hypothesis has them.
func (r *labelledRow) place(h *hypothesis) {
	found := *h
	r.found, r.frame = &found, h.frame
	for _, s := range r.tiles {
		s.t, s.unseen, s.own = h.ts[s.place-1], h.seen[s.place-1] == 0, nil
		if h.own != nil {
			s.own = &found.own[s.place-1]
		}
	}
}

// What a face looks like before any photograph of it was seen is drawn: a third of the tiles of
// a real set look most like the drawing of their own face, and two thirds are among the five
// most alike. That is too little to read a tile, and enough to find where a row whose tiles are
// known stands. No drawing is ever learned.

// drawnWhite is the brightness of a bare drawn tile, which is not quite white.
const drawnWhite = 243

// drawnLook is a drawn face, one way up, as it is compared coarsely.
type drawnLook struct {
	tile   models.Tile
	coarse raster.Vector
}

// everyDrawnFace are the faces of every style, both ways up; they are always the same.
var everyDrawnFace = sync.OnceValue(func() (looks []drawnLook) {
	for tile := models.Tile(1); tile.HasFace(); tile++ {
		for _, style := range artwork.Styles() {
			up, down := faces.Of(tile, asSample(artwork.Face(style, tile)))
			looks = append(looks, drawnLook{tile, up.Coarse}, drawnLook{tile, down.Coarse})
		}
	}
	return looks
})

// asSample averages the picture of a whole face down to the size of a sample, which shows it
// without its rim.
func asSample(img *image.RGBA) []byte {
	wide, high := float64(img.Bounds().Dx())/raster.CellW, float64(img.Bounds().Dy())/raster.CellH
	out := make([]byte, 0, 3*faces.StoredW*faces.StoredH)
	for y := range faces.StoredH {
		for x := range faces.StoredW {
			left, top := float64(x+(raster.CellW-faces.StoredW)/2)*wide, float64(y+(raster.CellH-faces.StoredH)/2)*high
			out = append(out, meanOf(img, int(left), int(top), int(left+wide)+1, int(top+high)+1)...)
		}
	}
	return out
}

// meanOf is the mean of the pixels from (x0, y0) to before (x1, y1): blue, green, red, as shares
// of a bare tile.
func meanOf(img *image.RGBA, x0, y0, x1, y1 int) []byte {
	var sum [3]int
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			c := img.RGBAAt(x, y)
			sum[0], sum[1], sum[2] = sum[0]+int(c.B), sum[1]+int(c.G), sum[2]+int(c.R)
		}
	}
	out := make([]byte, 3)
	for k, v := range sum {
		out[k] = byte(min(v*255/drawnWhite/((x1-x0)*(y1-y0)), 255))
	}
	return out
}
