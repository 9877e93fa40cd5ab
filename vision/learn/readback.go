package learn

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// What was learned is read back: every tile is compared with what all other photographs show of
// its face and of the others. A row that was looked for and whose tiles do not look like their
// labels stands elsewhere, or is another one, or has another number of tiles: it is taken out and
// named, and what other rows of its photograph show is still learned. A row of another set takes its
// photograph with it, if it has enough tiles to judge by. Where no other photograph shows a row's tiles it
// is learned where those tell by themselves where it stands. One after the other, the worst first: it may be
// what makes others seem wrong.

// readBackTuning are the numbers of reading back; each is from photographs of six sets, with the
// rows found rightly and with every kind of wrong label.
type readBackTuning struct {
	agree float64 // share of the tiles of a row that look most like their labels, of those that others show
	like  float64 // how like their faces they are at least, on average
	// likest are the tiles in other photographs, either way up, that a tile is looked at closely for: a photograph from
	// the side, or in other light, is like those that were taken alike, and less like the mean of all.
	likest int
	rounds int     // of moving it until it is likest one of them,
	step   float64 // tiles that the first of them moves it by
	roomy  float64 // tiles between the middles of neighbours from which another fits between them
	// another is how much of the way from how like a face a place without a tile is to being that face
	// a place has gone that another tile stands at. Places beside rows are up to 0.47 of it, 29 of 30
	// tiles more than 0.5, in three sets photographed and two drawn.
	another float64
	// bare is how like a face places without a tile are that cannot tell one: a white without print,
	// 0.88; the two of bamboos, which is next, 0.54.
	bare   float64
	judges int // tiles that can judge a single one: the mean of fewer is no face
	alone  int // tiles of a row at least whose face other photographs show
	beyond int // places farther along a row than the next one are the ground's: a label leaves out one tile
	// touching is how far apart, in tiles, the middles of two tiles are at most that hold each other in
	// place. In rows of which most tiles are where they stand 9 of 9 samples that show no tile, or the
	// next one, stand apart from the others; 3 of 3,182 right ones do.
	touching float64
}

var readingBack = readBackTuning{agree: .75, like: .5, likest: 6, rounds: 3, step: .06, alone: 2, judges: 3, roomy: 1.7, another: .5, bare: .75, beyond: 2, touching: 1.25}

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
	raster.Refine(raster.Moves, s.row.frame, s.t, readingBack.rounds, readingBack.step, func(f *raster.Frame) float64 {
		g, err := f.DrawTile(s.row.picture, raster.FineRes, s.t, 0).Grid()
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

// elsewhere is how many tiles of the same face other photographs show.
func (l *learner) elsewhere(s *sighted) (n int) {
	for _, o := range l.byTile[s.tile] {
		if o.row.picture != s.row.picture {
			n++
		}
	}
	return n
}

// likeOthers is how like a tile is to what other photographs show of its face, and to the likest face
// of another kind, which it names; not shown where no other photograph has the face: one of another set
// confirms itself.
func (l *learner) likeOthers(s *sighted) (own, other float64, rival models.Tile, shown bool) {
	elsewhere := sight.Only(l.byTile[s.tile], func(o *sighted) bool { return o.row.picture != s.row.picture })
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
	beside, err := l.lookBeside()
	if err != nil {
		return err
	}
	for {
		reads, err := l.readBack()
		if err != nil {
			return err
		}
		beside.compare(l)
		worst, why := l.worstRow(reads, beside)
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
func (l *learner) worstRow(reads []rowRead, beside *beside) (*rowRead, *Refusal) {
	sought := sight.Only(reads, func(r rowRead) bool { return r.row.sought })
	slices.SortStableFunc(sought, func(a, b rowRead) int {
		return cmp.Or(cmp.Compare(a.agreement(), b.agreement()), cmp.Compare(a.like, b.like))
	})
	for i := range sought {
		r := &sought[i]
		extra := beside.unlabelled(r.row)
		r.row.alone = false
		why := &Refusal{Photo: r.row.name, Row: r.row.number, Written: len(r.row.labels), Seen: len(r.row.labels),
			Agreed: r.agreed, Shown: r.shown}
		switch {
		case extra != nil:
			why.Code, why.Place, why.Quad = OneTileMore, extra.place, r.row.quad(extra.t)
			why.Seen++
		case r.shown < min(readingBack.alone, len(r.row.tiles)):
			if r.row.alone = r.twins.tell() && beside.ends(r.row) && !r.row.gapped(); r.row.alone {
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
// stand, and names them: tiles that touch hold each other in place, and what stands apart from the
// others has to be confirmed by other photographs by itself. One sample too few costs nothing, one of
// the cloth beside a tile costs hands.
func (l *learner) dropUnsure(report *Report) error {
	dropped := false
	for _, row := range sight.Only(l.rows, func(r *labelledRow) bool { return r.sought }) {
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

// unsureOf are the tiles of a row of which nothing says for sure where they stand. Beside a gap in which
// there is room for a tile, so are those whose face no other photograph shows: what stands there may be
// another that was left out of the label, with the tile itself in the gap.
func (l *learner) unsureOf(r *labelledRow) (unsure []*sighted) {
	runs := r.runs()
	for i, run := range runs {
		from, to := 0, len(run)
		if !l.confirmed(run) && !r.tellsOf(run) {
			from = to
		}
		for i > 0 && roomBetween(runs[i-1], run) && from < to && l.elsewhere(run[from]) == 0 {
			from++
		}
		for i+1 < len(runs) && roomBetween(run, runs[i+1]) && from < to && l.elsewhere(run[to-1]) == 0 {
			to--
		}
		unsure = append(append(unsure, run[:from]...), run[to:]...)
	}
	return unsure
}

// tellsOf reports whether the twins of a row that nothing but those confirms tell where a run of it stands.
func (r *labelledRow) tellsOf(run []*sighted) bool {
	if !r.alone {
		return false
	}
	alike, from := r.twins().alike, slices.Index(r.tiles, run[0])
	return len(sight.Only(alike[from:from+len(run)], func(is bool) bool { return is })) >= readingBack.alone
}

// gapped reports whether a row has a gap in which another tile fits.
func (r *labelledRow) gapped() bool {
	runs := r.runs()
	for i := range runs[1:] {
		if roomBetween(runs[i], runs[i+1]) {
			return true
		}
	}
	return false
}

// roomBetween reports whether another tile fits between two runs of a row.
func roomBetween(a, b []*sighted) bool {
	last, next := a[len(a)-1], b[0]
	return next.t-last.t-float64(next.place-last.place) > readingBack.roomy-1
}

// runs are the tiles of a row that touch each other.
func (r *labelledRow) runs() (runs [][]*sighted) {
	for i, s := range r.tiles {
		if i == 0 || s.t-r.tiles[i-1].t > readingBack.touching*float64(s.place-r.tiles[i-1].place) {
			runs = append(runs, nil)
		}
		last := len(runs) - 1
		runs[last] = append(runs[last], s)
	}
	return runs
}

// confirmed reports whether other photographs show that tiles which touch are what they are labelled:
// most of them, or one without any doubt.
func (l *learner) confirmed(run []*sighted) bool {
	var j judged
	for _, s := range run {
		judges := l.elsewhere(s)
		if judges == 0 {
			continue
		}
		own, other, _, _ := l.likeOthers(s)
		if judges >= readingBack.judges && own > wellLike && own > other+outvotedBy {
			return true
		}
		j.add(own, other)
	}
	return j.shown >= readingBack.alone && j.share() >= readingBack.agree && j.like >= readingBack.like
}

// extraTile is a place along a row, and the place in its label that a tile there would have.
type extraTile struct {
	t     float64
	place int
	// goesOn says that the edges of the row do, views are what is seen in and around it: where a tile there
	// would stand is not known to the pixel.
	goesOn bool
	views  []*sighted
}

// likeFaces says how like the faces that can judge a place is.
type likeFaces map[models.Tile]float64

// beside is what is seen where a row may have a tile that its label does not name: in a gap that is
// wide enough, and touching either end.
type beside struct {
	spots map[*labelledRow][]extraTile
	likes map[*labelledRow][]likeFaces // of every spot; nil where a tile of another row stands
	// nothing is how like every face a place is where no tile stands: as most of these are.
	nothing likeFaces
}

// lookBeside looks at all places at which a tile may stand that no label names.
func (l *learner) lookBeside() (*beside, error) {
	b := &beside{spots: map[*labelledRow][]extraTile{}}
	rows := sight.Only(l.rows, func(r *labelledRow) bool { return r.sought })
	spots := make([][]extraTile, len(rows))
	if err := each(context.Background(), len(rows), func(i int) (err error) {
		spots[i], err = rows[i].lookBeside()
		return err
	}); err != nil {
		return nil, err
	}
	for i, row := range rows {
		b.spots[row] = spots[i]
	}
	return b, nil
}

// lookBeside looks at the places of a row at which a tile may stand that its label does not name. None is
// where it is not as light as the tiles of the row are, nor beyond the picture.
func (r *labelledRow) lookBeside() (spots []extraTile, err error) {
	room := sight.Only(r.roomFor(), func(at extraTile) bool { return r.picture.Shows(r.frame.At(at.t)) })
	if len(room) == 0 {
		return nil, nil
	}
	lights := make([]float64, len(r.tiles))
	for i, s := range r.tiles {
		lights[i] = s.shade.Bright
	}
	bright := sight.MiddleValue(lights)
	edges := r.edges()
	tells, err := r.endIn(edges)
	if err != nil {
		return nil, err
	}
	for _, at := range room {
		for _, off := range []float64{0, -.1, .1} {
			s := &sighted{row: r, t: at.t + off}
			if err := s.look(); err != nil {
				return nil, err
			}
			at.views = append(at.views, s)
		}
		if at.views[0].shade.Bright < raster.LightDarker*bright {
			continue
		}
		at.goesOn = tells && r.goesOn(edges, at.views[0])
		spots = append(spots, at)
	}
	return spots, nil
}

// nearest is the tile of a row that stands nearest to a place.
func (r *labelledRow) nearest(t float64) *sighted {
	return slices.MinFunc(r.tiles, func(a, b *sighted) int { return cmp.Compare(math.Abs(a.t-t), math.Abs(b.t-t)) })
}

// roomFor are the places of a row at which there is room for one more tile.
func (r *labelledRow) roomFor() (spots []extraTile) {
	for i, s := range r.tiles {
		if i == 0 && s.place == 1 {
			spots = append(spots, extraTile{t: s.t - 1, place: 1})
		}
		if i > 0 && s.place == r.tiles[i-1].place+1 && s.t-r.tiles[i-1].t > readingBack.roomy {
			spots = append(spots, extraTile{t: (s.t + r.tiles[i-1].t) / 2, place: s.place})
		}
		if i == len(r.tiles)-1 && s.place == len(r.labels) {
			spots = append(spots, extraTile{t: s.t + 1, place: s.place + 1})
		}
	}
	return spots
}

// compare compares the places at which no other row stands with the faces as they are known.
func (b *beside) compare(l *learner) {
	b.likes, b.nothing = map[*labelledRow][]likeFaces{}, likeFaces{}
	all := map[models.Tile][]float64{}
	for _, r := range l.rows {
		b.likes[r] = make([]likeFaces, len(b.spots[r]))
		for i := range b.spots[r] {
			if l.taken(r, b.spots[r][i].t) {
				continue
			}
			like := l.likeFacesAt(&b.spots[r][i])
			b.likes[r][i] = like
			for t, k := range like {
				all[t] = append(all[t], k)
			}
		}
	}
	for t, ks := range all {
		b.nothing[t] = sight.MiddleValue(ks)
	}
}

// likeFacesAt is how like the faces that can judge a place it is.
func (l *learner) likeFacesAt(at *extraTile) likeFaces {
	like := likeFaces{}
	for _, s := range at.views {
		v := faces.Centred(s.up.Fine, l.mean)
		for _, face := range l.tiles() {
			if len(l.byTile[face]) >= readingBack.judges {
				like[face] = max(like[face], float64(max(faces.Inner(l.fine[face][0], v), faces.Inner(l.fine[face][1], v))))
			}
		}
	}
	return like
}

// unlabelled is the place in a row at which a tile stands that its label does not name: the row goes on
// there, or it looks like a face. It is nil where there is none.
func (b *beside) unlabelled(r *labelledRow) *extraTile {
	for i := range b.spots[r] {
		at, like := &b.spots[r][i], b.likes[r][i]
		if like == nil {
			continue
		}
		if at.goesOn {
			return at
		}
		for face, k := range like {
			nothing := b.nothing[face]
			if nothing < readingBack.bare && k-nothing > readingBack.another*(1-nothing) {
				return at
			}
		}
	}
	return nil
}

// ends reports whether both ends of a row are seen, and no tile stands beyond them.
func (b *beside) ends(r *labelledRow) bool {
	return r.tiles[0].place == 1 && r.tiles[len(r.tiles)-1].place == len(r.labels) && b.unlabelled(r) == nil
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
	face, _ := l.averageOf(sight.Only(l.byTile[s.tile], func(o *sighted) bool { return o.row.picture != s.row.picture }))
	if m := l.compared(s.tile, &face, views); m.by() > by {
		return m.like, nil
	}
	return models.NoTile, nil
}
