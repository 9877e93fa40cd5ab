package learn

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// rowRead is how a row was read back.
type rowRead struct {
	row      *labelledRow
	judged            // by the tiles of other photographs
	compared compared // with the likest of those
	photo    compared // all tiles of its photograph
	twins    twins
}

// judged is what the tiles of a row look like to others.
type judged struct {
	shown, agreed int     // tiles whose face others show; those of them that look most like their label
	like          float64 // of the tiles that others show to their faces, on average
}

// share is the share of tiles that look like their labels.
func (j judged) share() float64 { return float64(j.agreed) / float64(max(j.shown, 1)) }

// add adds a tile, which is so like its face and so like another one at most.
func (j *judged) add(own, other float64) {
	j.like = (j.like*float64(j.shown) + own) / float64(j.shown+1)
	j.shown++
	if own > other {
		j.agreed++
	}
}

// agreement is the share of tiles that look like their labels, to others and to their twins.
func (r *rowRead) agreement() float64 {
	return float64(r.agreed+r.twins.agreed) / float64(max(r.shown+r.twins.shown, 1))
}

// ofAnotherSet reports whether the tiles of the row's photograph together are of another set than those of the others.
func (r *rowRead) ofAnotherSet() bool {
	return r.photo.tiles >= readingBack.judges && (r.photo.offColours() >= 1 || r.photo.own.near < r.photo.least())
}

// readBack reads back every row.
func (l *learner) readBack() ([]rowRead, error) {
	looks := l.centred()
	if l.closely == nil {
		if err := l.lookClosely(looks); err != nil {
			return nil, err
		}
	}
	colours := map[*sighted]colour{}
	for _, row := range l.rows {
		for _, s := range row.tiles {
			colours[s] = colourOf(l.closely[s])
		}
	}
	out, seenIn := make([]rowRead, len(l.rows)), make([]map[*sighted]witness, len(l.rows))
	if err := each(context.Background(), len(l.rows), func(i int) error {
		out[i], seenIn[i] = l.readRow(l.rows[i], looks, colours)
		return nil
	}); err != nil {
		return nil, err
	}
	seen, photos := map[*sighted]witness{}, map[*raster.Picture]compared{}
	for _, of := range seenIn {
		maps.Copy(seen, of)
	}
	for i := range out {
		row := out[i].row
		out[i].compared = l.compare(row, seen)
		photos[row.picture] = photos[row.picture].and(out[i].compared)
	}
	for i := range out {
		out[i].photo = photos[out[i].row.picture]
	}
	return out, nil
}

// bothWays is a tile as it is seen upright and turned, centred.
type bothWays [2][]float32

// centred is what every tile that is learned from looks like.
func (l *learner) centred() map[*sighted]bothWays {
	looks := map[*sighted]bothWays{}
	for _, row := range l.rows {
		for _, s := range row.tiles {
			looks[s] = bothWays{faces.Centred(s.up.Fine, l.mean), faces.Centred(s.down.Fine, l.mean)}
		}
	}
	return looks
}

// nearest is how like a tile, looked at closely, is to the likest one with its label in another photograph.
func (l *learner) nearest(s *sighted, looks map[*sighted]bothWays) (like float64) {
	v := faces.Centred(l.closely[s], l.mean)
	for _, o := range l.byTile[s.tile] {
		if o.row.picture != s.row.picture {
			like = max(like, float64(faces.Inner(v, looks[o][0])), float64(faces.Inner(v, looks[o][1])))
		}
	}
	return like
}

// lookClosely looks at every tile that other photographs show where it is likest those: moved, sheared and stretched
// by itself. Tiles do not stand in a line that a row's frame follows, and one seen from low down is lower than others.
func (l *learner) lookClosely(looks map[*sighted]bothWays) error {
	seen := make([][]raster.Vector, len(l.rows))
	if err := each(context.Background(), len(l.rows), func(i int) error {
		for _, s := range l.rows[i].tiles {
			seen[i] = append(seen[i], l.seenClosely(s, looks))
		}
		return nil
	}); err != nil {
		return err
	}
	l.closely = map[*sighted]raster.Vector{}
	for i, row := range l.rows {
		for k, s := range row.tiles {
			l.closely[s] = seen[i][k]
		}
	}
	return nil
}

// seenClosely is the window of a tile where it is likest those in other photographs.
func (l *learner) seenClosely(s *sighted, looks map[*sighted]bothWays) raster.Vector {
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
	if len(others) == 0 {
		return s.up.Fine
	}
	slices.SortStableFunc(others, func(a, b other) int { return cmp.Compare(b.like, a.like) })
	others = others[:min(len(others), readingBack.likest)]
	best, top, v := slices.Clone(s.up.Fine), others[0].like, make(raster.Vector, raster.FineLength)
	frame, at := s.stands()
	raster.Climb{Moves: tileMoves, Rounds: readingBack.rounds, Step: readingBack.step}.Refine(frame.Shifted(at, 1), 0, func(f *raster.Frame) float64 {
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
			top = like
			copy(best, v)
		}
		return float64(like)
	})
	return best
}

// readRow reads back a row, and gives how those of its tiles compare whose faces others show.
func (l *learner) readRow(row *labelledRow, looks map[*sighted]bothWays, colours map[*sighted]colour) (read rowRead, seen map[*sighted]witness) {
	read.row, seen = row, map[*sighted]witness{}
	for _, s := range row.tiles {
		own, other, _, shown := l.likeOthers(s)
		if !shown {
			continue
		}
		off, ink := l.inks(s, colours)
		seen[s] = witness{l.nearest(s, looks), off, ink}
		read.add(own, other)
	}
	read.twins = row.twins()
	return read, seen
}

// likeOthers is how like a tile is to what other photographs show of its face, and to the likest face
// of another kind, which it names; not shown where no other photograph has the face: one of another set
// confirms itself.
func (l *learner) likeOthers(s *sighted) (own, other float64, rival models.Tile, shown bool) {
	elsewhere := only(l.byTile[s.tile], func(o *sighted) bool { return o.row.picture != s.row.picture })
	if len(elsewhere) == 0 {
		return 0, 0, models.NoTile, false
	}
	face, _ := l.averageOf(elsewhere)
	v := faces.Centred(s.up.Fine, l.mean)
	like := func(f [2][]float32) float64 { return float64(max(faces.Inner(f[0], v), faces.Inner(f[1], v))) }
	own = like(face)
	for _, t := range l.tiles() {
		if t.Kind() != s.tile.Kind() {
			if k := like(l.fine[t]); k > other {
				other, rival = k, t
			}
		}
	}
	return own, other, rival, true
}

// refuse takes out the rows that were not found, and names them.
func (l *learner) refuse(report *Report) error {
	for {
		reads, err := l.readBack()
		if err != nil {
			return err
		}
		worst, why := l.worstRow(reads)
		if worst == nil {
			return nil
		}
		whole := why.Code == UnlikeTheRest && (worst.shown >= readingBack.judges || worst.ofAnotherSet())
		out := func(r *labelledRow) bool { return r == worst.row || whole && r.picture == worst.row.picture }
		l.takeOut(out)
		why.Alone = slices.ContainsFunc(l.rows, func(r *labelledRow) bool { return r.picture == worst.row.picture })
		report.Unused = append(report.Unused, *why)
		if len(l.rows) == 0 {
			return nil
		}
		if err := l.averageSeen(); err != nil {
			return err
		}
	}
}

// worstRow is the row that was looked for and is read back worst of those that are read back too
// badly, and what is wrong with it; nil where all are read back well.
func (l *learner) worstRow(reads []rowRead) (*rowRead, *Refusal) {
	sought := only(reads, func(r rowRead) bool { return r.row.sought })
	slices.SortStableFunc(sought, func(a, b rowRead) int {
		return cmp.Or(cmp.Compare(a.agreement(), b.agreement()), cmp.Compare(a.like, b.like))
	})
	for i := range sought {
		r := &sought[i]
		extra, at := l.unlabelled(r.row)
		r.row.alone = false
		why := &Refusal{Photo: r.row.name, Row: r.row.number, Written: len(r.row.labels), Seen: len(r.row.labels),
			Agreed: r.agreed, Shown: r.shown}
		switch {
		case extra > 0:
			why.Code, why.Place, why.Quad = OneTileMore, extra, r.row.quad(&r.row.frame, at)
			why.Seen++
		case r.shown < min(readingBack.alone, len(r.row.tiles)):
			if r.row.alone = r.twins.tell() && r.row.whole(); r.row.alone {
				continue
			}
			why.Code = NoWitness
		case r.share() < readingBack.agree:
			why.Code = UnlikeLabels
		case r.like < readingBack.like:
			why.Code, why.Like, why.Least = UnlikeTheRest, r.like, readingBack.like
		case r.compared.own.near < (1-oneSet.likeness)*r.compared.usual.near: // and other rows of its photograph are like them
			why.Code, why.Like, why.Least = UnlikeTheRest, r.compared.own.near, (1-oneSet.likeness)*r.compared.usual.near
		case r.ofAnotherSet():
			why.Code, why.Like, why.Least, why.Colours = UnlikeTheRest, r.photo.own.near, r.photo.least(), r.photo.offColours()
		default:
			continue
		}
		return r, why
	}
	return nil, nil
}

// dropUnsure takes out the tiles of rows that were looked for of which nothing says for sure where they
// stand, and names them. One sample too few costs nothing, one of the cloth beside a tile costs hands.
func (l *learner) dropUnsure(report *Report) error {

	dropped := false
	for _, row := range only(l.rows, func(r *labelledRow) bool { return r.sought }) {
		for _, s := range l.unsureOf(row) {
			report.Unsure = append(report.Unsure, s.mislabel(models.NoTile))
			l.drop(s)
			dropped = true
		}
	}
	if !dropped {
		return nil
	}
	return l.averageSeen()
}

// unsureOf are the tiles of a row at whose place no face was located, which neighbours that touch them do not hold there, and
// of which no other photographs show that they stand there; and those that others show to be astray: nothing else would tell that they
// are a little off their places, or that a face was located beside them.
func (l *learner) unsureOf(r *labelledRow) (unsure []*sighted) {
	for i, s := range r.tiles {
		held := func(k int) bool {
			return k >= 0 && k < len(r.tiles) && !r.tiles[k].unseen && math.Abs(r.tiles[k].t-s.t) < readingBack.touching
		}
		if s.unseen && !(held(i-1) && held(i+1)) && !l.confirmed(s) || l.astray(s) {
			unsure = append(unsure, s)
		}
	}
	return unsure
}

// astray reports whether a tile that others show is not where its row has it: it is less like its face than one is that stands by itself where it is
// seen, or like no face at all.
func (l *learner) astray(s *sighted) bool {
	own, other, _, shown := l.likeOthers(s)
	return shown && (s.own != nil && own < readingBack.byItself || s.row.found != nil && max(own, other) < readingBack.like)
}

// whole reports whether a face was located where each tile of a row stands.
func (r *labelledRow) whole() bool {
	return !slices.ContainsFunc(r.tiles, func(s *sighted) bool { return s.unseen })
}

// confirmed reports whether other photographs show without any doubt that a tile is what it is labelled.
func (l *learner) confirmed(s *sighted) bool {
	if l.elsewhere(s) < readingBack.judges {
		return false
	}
	own, other, _, _ := l.likeOthers(s)
	return own > wellLike && own > other+outvotedBy
}

// unlabelled is the place, from 1, at which a tile stands in a row or next to its ends that its label does not name,
// and where it is; 0 where there is none, or a tile of another labelled row stands there.
func (l *learner) unlabelled(r *labelledRow) (place int, t float64) {
	if r.found == nil {
		return 0, 0
	}
	for _, x := range r.found.extra {
		first, last := r.found.ts[0], r.found.ts[len(r.found.ts)-1]
		if x.t < first-readingBack.next || x.t > last+readingBack.next || x.sure < readingBack.sure || l.taken(r, x.t) || !r.lightAt(x.t) {
			continue
		}
		place := 1
		for _, other := range r.found.ts {
			if other < x.t {
				place++
			}
		}
		return place, x.t
	}
	return 0, 0
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

// takeOut takes out some rows.
func (l *learner) takeOut(out func(*labelledRow) bool) {
	l.rows = slices.DeleteFunc(l.rows, out)
	byTile := map[models.Tile][]*sighted{}
	for _, r := range l.rows {
		for _, s := range r.tiles {
			byTile[s.tile] = append(byTile[s.tile], s)
		}
	}
	l.byTile = byTile
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
	if own, other, _, _ := l.likeOthers(s); own > other-by {
		return models.NoTile, nil
	}
	views, err := l.views(s)
	if err != nil {
		return models.NoTile, err
	}
	face, _ := l.averageOf(only(l.byTile[s.tile], func(o *sighted) bool { return o.row.picture != s.row.picture }))
	if m := l.compared(s.tile, &face, views); m.by() > by {
		return m.like, nil
	}
	return models.NoTile, nil
}
