package learn

import (
	"cmp"
	"jantaku/models"
	"jantaku/vision/raster"
	"math"
	"slices"
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
	out, photos, all := make([]rowRead, len(l.rows)), map[*photo]*likened{}, []*likened(nil)
	for i, row := range l.rows {
		out[i] = l.readRow(row)
		photo := photos[row.photo]
		if photo == nil {
			photo = &likened{}
			photos[row.photo], all = photo, append(all, photo) // in order: sums of floats in another one are others
		}
		for k, v := range out[i].views {
			if v.shown > 0 && out[i].wrong[k] < believing.unsure { // what is another tile or none says nothing of a set
				off, ink := l.inks(row.tiles[k])
				photo.add(v.near, off, ink)
			}
		}
	}
	for i := range out {
		out[i].another = believing.anotherSet(photos[out[i].row.photo], all)
	}
	return out
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
		if o == r || o.photo != r.photo {
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
			r.rows = only(l.rows, func(o *labelledRow) bool { return o.photo == worst.row.photo })
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
