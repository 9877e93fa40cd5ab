package learn

import (
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// A label may be wrong: a 9m written down as 4m would teach the eye to read every 9m as one that
// may be a 4m. A tile that looks more like another one than like the others of its own is told
// of. Of 2,254 tiles in photographs none is so by more than 0.06; with a wrong label 999 of 1,000
// are so by more than surelyAnother, of 2m and 3m, which are the most alike, most.
const (
	surelyAnother = 0.08
	// wellLike is how like its true face a mislabelled tile is: 98 of 100 tiles are so. Flowers
	// that are drawn in two ways are less like each other, and like any other one too.
	wellLike = 0.67
	// onlyAnother is how like another tile one is that few or no others with its label can outvote: a 2m
	// is up to 0.85 like the 3m. Of a row that was looked for it is not learned: the mistake is either in
	// the label or in where it was found; and one that is as like another face as the tiles of that are to
	// each other is doubtful there. So are 108 of 127 tiles of a set that are labelled as a face that no
	// other photograph shows, 91 by onlyAnother alone, and 5 of 131 that are labelled rightly.
	onlyAnother = 0.88
	// outvoted is how many others with the same label say that a tile is none of theirs, and by how
	// much. With fewer nobody knows which is wrong, or whether the face is drawn in two ways, and
	// where few photographs teach a set, 2m and 3m that are labelled rightly are unlike their own by
	// up to 0.19. Such tiles are learned as they are labelled: without them the eye would be sure
	// where it should ask.
	outvoted, outvotedBy = 2, 0.25
	// surelyOwn is by how much more like its own a tile is that needs no closer look.
	surelyOwn = 0.1
	// seenAround is how many cells around a tile it is looked for: labels have it roughly.
	seenAround = 2
)

// mistaken is a tile whose label seems to be wrong.
type mistaken struct {
	tile *sighted
	like models.Tile
	sim  float64 // how like that tile it is, and
	own  float64 // the others with its label, 0 where there are none
}

// by is how surely the label is wrong.
func (m *mistaken) by() float64 { return m.sim - m.own }

// mislabel tells that a tile looks like another one.
func (s *sighted) mislabel(like models.Tile) Mislabel {
	return Mislabel{s.row.name, s.row.number, s.place, s.tile, like}
}

// checkLabels tells of the tiles whose labels seem to be wrong. Those that others outvote are
// taken out, the surest of each label first: it may be what makes the others with that label seem
// wrong.
func (l *learner) checkLabels(report *Report) error {
	for dropped := true; dropped; {
		dropped, report.Doubtful = false, nil
		for _, tile := range l.tiles() {
			worst, err := l.worstOf(tile)
			switch {
			case err != nil:
				return err
			case worst == nil:
			case worst.by() > outvotedBy && (len(l.byTile[tile]) > outvoted || worst.tile.row.sought && worst.sim > onlyAnother):
				report.Mislabelled = append(report.Mislabelled, worst.tile.mislabel(worst.like))
				l.drop(worst.tile)
				dropped = true
			default:
				report.Doubtful = append(report.Doubtful, worst.tile.mislabel(worst.like))
			}
		}
		if dropped {
			if err := l.averageSeen(); err != nil {
				return err
			}
		}
	}
	return nil
}

// worstOf is the sample of a tile whose label is most surely wrong, nil if none is.
func (l *learner) worstOf(tile models.Tile) (worst *mistaken, err error) {
	samples := l.byTile[tile]
	for i, s := range samples {
		var own *[2][]float32
		if len(samples) > 1 {
			others, _ := l.averageOf(slices.Delete(slices.Clone(samples), i, i+1))
			own = &others
		}
		m := l.compared(tile, own, l.seen(s))
		if own != nil && m.by() <= -surelyOwn {
			continue
		}
		views, err := l.views(s)
		if err != nil {
			return nil, err
		}
		m = l.compared(tile, own, views)
		m.tile = s
		wrong := m.sim > wellLike && m.by() > surelyAnother
		if own == nil {
			if wrong, err = l.oneOf(&m); err != nil {
				return nil, err
			}
		}
		if wrong && (worst == nil || m.by() > worst.by()) {
			worst = &m
		}
	}
	return worst, nil
}

// oneOf reports whether a tile that is the only one with its label is like another one beyond doubt, or,
// where nothing but the photographs says where it stands, as like it as one of those.
func (l *learner) oneOf(m *mistaken) (bool, error) {
	others := l.byTile[m.like]
	if m.sim > onlyAnother || m.sim <= wellLike || !m.tile.row.sought || len(others) < readingBack.judges {
		return m.sim > onlyAnother, nil
	}
	least := 1.
	for i, s := range others {
		face, _ := l.averageOf(slices.Delete(slices.Clone(others), i, i+1))
		views, err := l.views(s)
		if err != nil {
			return false, err
		}
		least = min(least, l.compared(m.like, &face, views).own)
	}
	return m.sim >= least, nil
}

// compared compares views of a sample with the others of its tile, if there are any, and with
// all tiles of other kinds: a red five differs by its colour only.
func (l *learner) compared(tile models.Tile, own *[2][]float32, views [][]float32) (m mistaken) {
	like := func(face [2][]float32) (best float64) {
		for _, v := range views {
			best = max(best, float64(faces.Inner(face[0], v)), float64(faces.Inner(face[1], v)))
		}
		return best
	}
	if own != nil {
		m.own = like(*own)
	}
	for _, o := range l.tiles() {
		if sim := like(l.fine[o]); o.Kind() != tile.Kind() && sim > m.sim {
			m.like, m.sim = o, sim
		}
	}
	return m
}

// views are the windows in and around the place of a sample, centred.
func (l *learner) views(s *sighted) (views [][]float32, err error) {
	f, t := s.stands()
	g, err := f.DrawTile(s.row.picture, raster.FineRes, t, seenAround*raster.PoolCell).Grid()
	if err != nil {
		return nil, err
	}
	v := make(raster.Vector, raster.FineLength)
	for y := range 2*seenAround + 1 {
		for x := range 2*seenAround + 1 {
			g.Window(v, x, y, raster.FineW, raster.FineH)
			views = append(views, faces.Centred(v, l.mean))
		}
	}
	return views, nil
}
