package learn

import (
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
	for _, s := range l.byTile[tile] {
		own := l.faceOf(but(l.byTile[tile], s))
		m, err := l.mistakenFor(s, own, -surelyOwn)
		if err != nil {
			return nil, err
		}
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
	for _, s := range others {
		views, err := l.views(s)
		if err != nil {
			return false, err
		}
		least = min(least, l.compared(s, l.faceOf(but(others, s)), views).own)
	}
	return m.sim >= least, nil
}

// compared compares views of a sample with the others of its tile, if there are any, and with
// all tiles of other kinds: a red five differs by its colour only.
func (l *learner) compared(s *sighted, own *bothWays, views [][]float32) (m mistaken) {
	m.tile = s
	like := func(face bothWays) (best float64) {
		for _, v := range views {
			best = max(best, float64(faces.Inner(face[0], v)), float64(faces.Inner(face[1], v)))
		}
		return best
	}
	if own != nil {
		m.own = like(*own)
	}
	for _, o := range l.tiles() {
		if sim := like(l.fine[o]); o.Kind() != s.tile.Kind() && sim > m.sim {
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

// mistakenFor compares a tile with the others of its face, if there are any, and with all other faces: where it stands, and where it is not
// less like another face than like its own by so much also around that, as labels have it roughly.
func (l *learner) mistakenFor(s *sighted, own *bothWays, by float64) (mistaken, error) {
	m := l.compared(s, own, l.seen(s))
	if own != nil && m.by() <= by {
		return m, nil
	}
	views, err := l.views(s)
	if err != nil {
		return m, err
	}
	return l.compared(s, own, views), nil
}

// faceOf is the mean of some tiles of one face, nil of none.
func (l *learner) faceOf(samples []*sighted) *bothWays {
	if len(samples) == 0 {
		return nil
	}
	face, _ := l.averageOf(samples)
	return &face
}

// seen is the view of a tile where it stands.
func (l *learner) seen(s *sighted) [][]float32 { return [][]float32{faces.Centred(s.up.Fine, l.mean)} }

// dropAstray takes out the tiles of rows that stand apart which are less like the mean of their faces than one is that is where it was seen, and names
// them: those of one arrangement that was photographed again and again may all be seen beside their places, and be like each other there.
func (l *learner) dropAstray(report *Report) error {
	for _, row := range only(l.rows, func(r *labelledRow) bool { return r.found != nil && r.found.own != nil }) {
		for _, s := range row.tiles {
			if face := l.faceOf(l.elsewhere(s)); face != nil && l.compared(s, face, l.seen(s)).own < readingBack.byItself {
				report.Unsure = append(report.Unsure, s.mislabel(models.NoTile))
				l.drop(s)
			}
		}
	}
	return l.averageSeen()
}

// tellReadBack says in the report how much of what was learned is read back.
func (l *learner) tellReadBack(report *Report) error {
	report.Shown = len(report.Mislabelled) // which are not read back either
	for _, row := range l.rows {
		for _, s := range row.tiles {
			judges, by := len(l.elsewhere(s)), surelyAnother
			switch {
			case judges == 0 || !row.sought && judges < readingBack.judges:
				continue // where its box says that it stands, so few others prove nothing
			case judges < readingBack.judges || !row.sought: // the mean of few is hardly a face
				by = outvotedBy
			}
			report.Shown++
			m, err := l.mistakenFor(s, l.faceOf(l.elsewhere(s)), by)
			switch {
			case err != nil:
				return err
			case m.by() > by:
				report.Disagree = append(report.Disagree, s.mislabel(m.like))
			default:
				report.ReadBack++
			}
		}
	}
	return nil
}
