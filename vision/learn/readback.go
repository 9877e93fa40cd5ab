package learn

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// rowRead is how a row was read back.
type rowRead struct {
	row           *labelledRow
	views         []view    // of its tiles
	wrong         []float64 // with what probability each is not what its label says
	another       float64   // odds that its photograph shows another set
	lacks         float64   // odds that a tile stands beside its tiles that the label does not name,
	place         int       // at this place, from 1,
	at            float64   // which is here along it
	shown, agreed int       // tiles of which another photograph or the row tells; those that are believed
}

// astray is what share of the tiles of a row is not what is written.
func (r *rowRead) astray() (share float64) {
	for _, p := range r.wrong {
		share += p / float64(len(r.wrong))
	}
	return share
}

// doubt is with what probability something is wrong with a row.
func (r *rowRead) doubt() float64 {
	odds := r.another + r.lacks
	return (r.astray() + odds) / (1 + odds)
}

// readBack reads back every row.
func (l *learner) readBack() []rowRead {
	out, photos, all := make([]rowRead, len(l.rows)), map[*raster.Picture]*likened{}, []*likened(nil)
	for i, row := range l.rows {
		out[i] = l.readRow(row)
		photo := photos[row.picture]
		if photo == nil {
			photo = &likened{}
			photos[row.picture], all = photo, append(all, photo) // in order: sums of floats in another one are others
		}
		for k, v := range out[i].views {
			if v.shown > 0 && out[i].wrong[k] < believing.unsure { // what is another tile or none says nothing of a set
				off, ink := l.inks(row.tiles[k])
				photo.add(v.near, off, ink)
			}
		}
	}
	for i := range out {
		out[i].another = believing.anotherSet(photos[out[i].row.picture], all)
	}
	return out
}

// bothWays is a tile as it is seen upright and turned, centred.
type bothWays [2][]float32

// closeLook is a tile as it was looked at closely.
type closeLook struct {
	frame raster.Frame // where it stands at 0
	ink   colour
	like  []alike // those of other photographs
}

// alike is how like a tile is to another one, whichever way up that is.
type alike struct {
	tile *sighted
	like float32
}

// lookClosely looks at every tile that other photographs show where it is likest those: moved, sheared and stretched
// by itself. Tiles do not stand in a line that a row's frame follows, and one seen from low down is lower than others.
func (l *learner) lookClosely() error {
	looks := map[*sighted]bothWays{}
	for _, row := range l.rows {
		for _, s := range row.tiles {
			looks[s] = bothWays{faces.Centred(s.up.Fine, l.mean), faces.Centred(s.down.Fine, l.mean)}
		}
	}
	l.closely = map[*sighted]*closeLook{}
	for s := range looks {
		l.closely[s] = &closeLook{}
	}
	return each(context.Background(), len(l.rows), func(i int) error {
		for _, s := range l.rows[i].tiles {
			*l.closely[s] = l.seenClosely(s, looks)
		}
		return nil
	})
}

// seenClosely is a tile where it is likest those of its face in other photographs.
func (l *learner) seenClosely(s *sighted, looks map[*sighted]bothWays) closeLook {
	type other struct {
		look []float32
		like float32
	}
	var others []other
	for _, o := range l.byTile[s.tile] {
		if o.row.picture != s.row.picture {
			for _, look := range looks[o] {
				others = append(others, other{look, faces.Inner(looks[s][0], look)})
			}
		}
	}
	slices.SortStableFunc(others, func(a, b other) int { return cmp.Compare(b.like, a.like) })
	others = others[:min(len(others), readingBack.likest)]
	best, v := slices.Clone(s.up.Fine), make(raster.Vector, raster.FineLength)
	frame, at := s.stands()
	start := frame.Shifted(at, 1)
	c := closeLook{frame: start}
	if len(others) > 0 {
		top := others[0].like
		raster.Climb{Moves: tileMoves, Rounds: readingBack.rounds, Step: readingBack.step}.Refine(start, 0, func(f *raster.Frame) float64 {
			if s.row.found.strays(s.place-1, f) {
				return 0
			}
			g, err := f.DrawTile(s.row.picture, raster.FineRes, 0, 0).Grid()
			if err != nil {
				return 0
			}
			g.Window(v, 0, 0, raster.FineW, raster.FineH)
			seen, like := faces.Centred(v, l.mean), float32(0)
			for _, o := range others {
				like = max(like, faces.Inner(o.look, seen))
			}
			if like > top {
				top, c.frame = like, *f
				copy(best, v)
			}
			return float64(like)
		})
	}
	c.ink = colourOf(best)
	as := faces.Centred(best, l.mean)
	for _, row := range l.rows {
		if row.picture == s.row.picture {
			continue
		}
		for _, o := range row.tiles {
			c.like = append(c.like, alike{o, max(faces.Inner(as, looks[o][0]), faces.Inner(as, looks[o][1]))})
		}
	}
	return c
}

// view is how a tile compares with those that are learned from.
func (l *learner) view(s *sighted) (v view) {
	for _, a := range l.closely[s].like {
		switch like := float64(a.like); {
		case a.tile.out:
		case a.tile.tile == s.tile:
			v.shown, v.near = v.shown+1, max(v.near, like)
		case a.tile.tile.Kind() != s.tile.Kind() && like > v.rival:
			v.rival, v.like = like, a.tile.tile
		}
	}
	return v
}

// readRow reads back a row.
func (l *learner) readRow(row *labelledRow) (read rowRead) {
	read.row = row
	says, twins := make([]float64, len(row.tiles)), row.twins()
	for i, s := range row.tiles {
		v := l.view(s)
		v.alikeness = twins[i]
		read.views = append(read.views, v)
		says[i] = believing.says(v)
		if s.unseen {
			says[i] += believing.unseen
		}
		if s.unseen && row.holds(i) {
			says[i] += believing.held
		}
	}
	read.wrong = believing.wrongly(says)
	for i, v := range read.views {
		if v.shown > 0 || v.twins > 0 {
			if read.shown++; read.wrong[i] < believing.unsure {
				read.agreed++
			}
		}
	}
	if row.sought {
		read.place, read.at, read.lacks = l.unlabelled(row)
	}
	return read
}

// holds reports whether both neighbours of a tile touch it and were seen.
func (r *labelledRow) holds(i int) bool {
	held := func(k int) bool {
		return k >= 0 && k < len(r.tiles) && !r.tiles[k].unseen && math.Abs(r.tiles[k].t-r.tiles[i].t) < readingBack.touching
	}
	return held(i-1) && held(i+1)
}

// likeOthers compares views of a tile with what other photographs show of its face, where any do, and with other faces: one of another set
// confirms itself.
func (l *learner) likeOthers(s *sighted, views [][]float32) (m mistaken, shown bool) {
	elsewhere := only(l.byTile[s.tile], func(o *sighted) bool { return o.row.picture != s.row.picture })
	if len(elsewhere) == 0 {
		return m, false
	}
	face, _ := l.averageOf(elsewhere)
	return l.compared(s.tile, &face, views), true
}

// seen is the view of a tile where it stands.
func (l *learner) seen(s *sighted) [][]float32 { return [][]float32{faces.Centred(s.up.Fine, l.mean)} }

// refuse takes out the rows that are not believed, and names them, and then the tiles that are not: one after the other, the most doubtful first,
// since it may be what makes others doubtful. Rows that are believed without what was doubtful are taken in again.
func (l *learner) refuse(report *Report) error {
	type refused struct {
		rows []*labelledRow
		why  Refusal
	}
	var out []refused
	if err := l.lookClosely(); err != nil {
		return err
	}
	for worst := mostDoubtful(l.readBack()); worst != nil; worst = mostDoubtful(l.readBack()) {
		r := refused{[]*labelledRow{worst.row}, worst.refusal()}
		if r.why.Code == UnlikeTheRest {
			r.rows = only(l.rows, func(o *labelledRow) bool { return o.picture == worst.row.picture })
		}
		l.take(r.rows, true)
		out = append(out, r)
	}
	l.dropUnsure(report)
	for _, r := range slices.Backward(out) {
		if l.take(r.rows, false); mostDoubtful(l.readBack()) == nil {
			continue
		}
		l.take(r.rows, true)
		report.Unused = append(report.Unused, r.why)
	}
	l.dropUnsure(report)
	for i, why := range report.Unused {
		report.Unused[i].Alone = slices.ContainsFunc(l.rows, func(r *labelledRow) bool { return r.name == why.Photo })
	}
	l.takeCloser()
	return l.averageSeen()
}

// mostDoubtful is the row that was looked for and is doubted most; nil where all are believed.
func mostDoubtful(reads []rowRead) (worst *rowRead) {
	for i := range reads {
		if r := &reads[i]; r.row.sought && r.doubt() > believing.doubt && (worst == nil || r.doubt() > worst.doubt()) {
			worst = r
		}
	}
	return worst
}

// refusal is why a row is doubted: what carries most of it.
func (r *rowRead) refusal() Refusal {
	why := Refusal{Photo: r.row.name, Row: r.row.number, Written: len(r.row.labels), Seen: len(r.row.labels),
		Agreed: r.agreed, Shown: r.shown, Doubt: r.doubt()}
	switch astray, set := r.astray(), r.another; {
	case r.lacks > max(astray, set):
		why.Code, why.Place, why.Quad = OneTileMore, r.place, r.row.quad(&r.row.frame, r.at)
		why.Seen++
	case set > astray:
		why.Code = UnlikeTheRest
	case r.shown < min(readingBack.alone, len(r.row.tiles)):
		why.Code = NoWitness
	default:
		why.Code = UnlikeLabels
	}
	return why
}

// dropUnsure takes out the tiles of rows that were looked for which are not believed to be what their labels say, or to be where their rows have
// them, and names them. One sample too few costs nothing, one of the cloth beside a tile costs hands.
func (l *learner) dropUnsure(report *Report) {
	for {
		var worst *sighted
		doubt, like := believing.unsure, models.NoTile
		for _, r := range l.readBack() {
			for i, wrong := range r.wrong {
				if r.row.sought && wrong > doubt {
					worst, doubt, like = r.row.tiles[i], wrong, models.NoTile
					if v := &r.views[i]; v.rival > v.near {
						like = v.like
					}
				}
			}
		}
		if worst == nil {
			return
		}
		report.Unsure = append(report.Unsure, worst.mislabel(like))
		l.drop(worst)
	}
}

// dropAstray takes out the tiles of rows that stand apart which are less like the mean of their faces than one is that is where it was seen, and names
// them: those of one arrangement that was photographed again and again may all be seen beside their places, and be like each other there.
func (l *learner) dropAstray(report *Report) error {
	for _, row := range only(l.rows, func(r *labelledRow) bool { return r.found != nil && r.found.own != nil }) {
		for _, s := range row.tiles {
			if m, shown := l.likeOthers(s, l.seen(s)); shown && m.own < readingBack.byItself {
				report.Unsure = append(report.Unsure, s.mislabel(models.NoTile))
				l.drop(s)
			}
		}
	}
	return l.averageSeen()
}

// unlabelled is the place, from 1, at which a face was located in a row or next to its ends that its label does not name, in the light of its tiles,
// where it is, and with what odds a tile stands there; a tile of another labelled row is none.
func (l *learner) unlabelled(r *labelledRow) (place int, t, odds float64) {
	if r.found == nil || len(r.tiles) == 0 {
		return 0, 0, 0
	}
	first, last := r.found.ts[0]-readingBack.next, r.found.ts[len(r.found.ts)-1]+readingBack.next
	for _, x := range r.found.extra {
		if k := believing.lacks * x.sure / max(1-x.sure, believing.none); k > odds && x.t > first && x.t < last && !l.taken(r, x.t) && r.lightAt(x.t) {
			place, t, odds = 1+len(only(r.found.ts, func(t float64) bool { return t < x.t })), x.t, k
		}
	}
	return place, t, odds
}

// lightAt reports whether what is seen at a place along a row is in the light of its nearest tile, as another tile is and cloth, wood or a border is not.
func (r *labelledRow) lightAt(t float64) bool {
	cell := r.frame.DrawTile(r.picture, raster.FineRes, t, sampleMargin)
	if _, err := cell.Ratio(); err != nil {
		return true // it is not told that it is none
	}
	near := slices.MinFunc(r.tiles, func(a, b *sighted) int { return cmp.Compare(math.Abs(a.t-t), math.Abs(b.t-t)) })
	return cell.ShadeAt(cell.Margin).Like(near.shade)
}

// taken reports whether a tile of another row of the picture stands at a place along a row.
func (l *learner) taken(r *labelledRow, t float64) bool {
	at, wide := r.frame.At(t), r.frame.Along(t).Length()
	for _, o := range l.rows {
		if o == r || o.picture != r.picture {
			continue
		}
		for _, s := range o.tiles {
			if o.frame.At(s.t).Sub(at).Length() < sameTile*wide {
				return true
			}
		}
	}
	return false
}

// takeCloser has the tiles of rows that were looked for stand where they were looked at closely.
func (l *learner) takeCloser() {
	for s, c := range l.closely {
		if s.row.sought && !s.out && l.elsewhere(s) > 0 {
			s.own = &c.frame
		}
	}
}

// take takes some rows out, or in again.
func (l *learner) take(rows []*labelledRow, out bool) {
	l.rows = only(l.rows, func(r *labelledRow) bool { return !slices.Contains(rows, r) })
	if !out {
		l.rows = append(l.rows, rows...)
	}
	for _, r := range rows {
		for _, s := range r.tiles {
			s.out = out
		}
	}
	l.byTile = map[models.Tile][]*sighted{}
	for _, r := range l.rows {
		for _, s := range r.tiles {
			l.byTile[s.tile] = append(l.byTile[s.tile], s)
		}
	}
}

// tellReadBack says in the report how much of what was learned is read back.
func (l *learner) tellReadBack(report *Report) error {
	report.Shown = len(report.Mislabelled) // which are not read back either
	for _, row := range l.rows {
		for _, s := range row.tiles {
			judges, by := l.elsewhere(s), surelyAnother
			switch {
			case judges == 0 || !row.sought && judges < readingBack.judges:
				continue // where its box says that it stands, so few others prove nothing
			case judges < readingBack.judges || !row.sought: // the mean of few is hardly a face
				by = outvotedBy
			}
			report.Shown++
			rival, err := l.contradicted(s, by)
			if err != nil {
				return err
			}
			if rival == models.NoTile {
				report.ReadBack++
				continue
			}
			report.Disagree = append(report.Disagree, s.mislabel(rival))
		}
	}
	return nil
}

// contradicted gives the face that a tile is more like, by so much, than what other photographs show of
// its own, looked at around its place, too; NoTile where there is none.
func (l *learner) contradicted(s *sighted, by float64) (models.Tile, error) {
	if m, _ := l.likeOthers(s, l.seen(s)); m.by() <= by {
		return models.NoTile, nil
	}
	views, err := l.views(s)
	if err != nil {
		return models.NoTile, err
	}
	if m, _ := l.likeOthers(s, views); m.by() > by {
		return m.like, nil
	}
	return models.NoTile, nil
}
