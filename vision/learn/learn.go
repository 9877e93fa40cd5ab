package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
)

// tellFound says where the rows of all photographs were found.
func (l *learner) tellFound(report *Report) {
	for _, photo := range l.all {
		var rows [][]FoundTile
		for _, row := range photo.rows {
			tiles := make([]FoundTile, len(row.all))
			for i, s := range row.all {
				tiles[i] = FoundTile{s.tile, s.place, row.quad(s.stands())}
			}
			rows = append(rows, tiles)
		}
		report.Found[photo.photo].Rows = rows
	}
}

// Faces learns the faces of a set of tiles from labelled photographs. Photographs
// that cannot be used are named in the report; progress, which may be nil, is
// told how far the work is, from 0 to 1. Rows without boxes are looked for, and
// read back; see [Report.Learnt]. The report is filled as far as it came, also
// beside an error.
func Faces(ctx context.Context, photos []LabelledPhoto, progress func(float64)) (faces calibration.Faces, report Report, err error) {
	progress = inTurn(progress)
	l := &learner{byTile: map[models.Tile][]*sighted{}}
	defer l.tellFound(&report)
	if err := l.addPhotos(ctx, photos, &report, share(progress, 0, .4)); err != nil {
		return calibration.Faces{}, report, err
	}
	if len(l.rows) == 0 {
		return calibration.Faces{}, report, errors.New("learn: no labelled photograph could be used")
	}
	if err := l.agree(ctx, share(progress, .4, .8)); err != nil {
		return calibration.Faces{}, report, err
	}
	if err := l.settle(ctx, share(progress, .8, .9)); err != nil {
		return calibration.Faces{}, report, err
	}
	if report.Sought = len(l.sought); report.Sought > 0 {
		if err := l.refuse(&report); err != nil {
			return calibration.Faces{}, report, err
		}
		if len(l.rows) == 0 {
			return calibration.Faces{}, report, errNothingAgrees
		}
		if err := l.settle(ctx, share(progress, .9, 1)); err != nil {
			return calibration.Faces{}, report, err
		}
		if err := l.dropAstray(&report); err != nil {
			return calibration.Faces{}, report, err
		}
	}
	if err := l.checkLabels(&report); err != nil {
		return calibration.Faces{}, report, err
	}
	if err := l.tellReadBack(&report); err != nil {
		return calibration.Faces{}, report, err
	}
	l.tellUnconfirmed(&report)
	faces, err = l.faces(&report)
	return faces, report, err
}

// errNothingAgrees is told where rows were looked for and no two photographs show the same faces.
var errNothingAgrees = errors.New("learn: the photographs do not agree on what any face looks like")

// inTurn makes a progress, which may be nil, that many may tell at once.
func inTurn(progress func(float64)) func(float64) {
	if progress == nil {
		return func(float64) {}
	}
	var turn sync.Mutex
	return func(done float64) {
		turn.Lock()
		defer turn.Unlock()
		progress(done)
	}
}

// share is the progress of a part of the work.
func share(progress func(float64), from, to float64) func(float64) {
	return func(done float64) { progress(from + (to-from)*done) }
}

// learnRounds is how often all rows are fitted to the average faces.
const learnRounds = 3

// settle fits the rows to the average faces.
func (l *learner) settle(ctx context.Context, progress func(float64)) error {
	for round := range learnRounds {
		if err := l.round(ctx, round); err != nil {
			return err
		}
		progress(float64(round+1) / learnRounds)
	}
	return nil
}

// addPhotos takes the photographs in; those that cannot be used are named.
func (l *learner) addPhotos(ctx context.Context, photos []LabelledPhoto, report *Report, progress func(float64)) error {
	rows, why := make([][]*labelledRow, len(photos)), make([]error, len(photos))
	var done atomic.Int64
	if err := each(ctx, len(photos), func(i int) error {
		rows[i], why[i] = prepare(photos[i])
		progress(float64(done.Add(1)) / float64(len(photos)))
		return nil
	}); err != nil {
		return err
	}
	for i, p := range photos {
		if why[i] != nil {
			report.Unused = append(report.Unused, refusalOf(p.Name, why[i]))
			report.Found = append(report.Found, FoundRows{Photo: p.Name})
			continue
		}
		report.Found = append(report.Found, FoundRows{Photo: p.Name})
		l.all = append(l.all, takenIn{rows[i], i})
		if p.sought() && len(rows[i]) > 0 {
			l.sought = append(l.sought, &lesson{rows[i][0].picture, rows[i]})
			l.sought[len(l.sought)-1].takePlaces()
		}
		for _, row := range rows[i] {
			l.rows = append(l.rows, row)
			for _, s := range row.tiles {
				l.byTile[s.tile] = append(l.byTile[s.tile], s)
			}
		}
	}
	return nil
}

// refusalOf is the refusal of a photograph whose rows could not be taken in.
func refusalOf(photo string, err error) Refusal {
	var missed *rowNotFound
	if errors.As(err, &missed) {
		return Refusal{Photo: photo, Row: missed.row, Code: RowNotFound, Written: missed.written, Err: err}
	}
	return Refusal{Photo: photo, Code: Unreadable, Err: err}
}

// enoughSide is the longer side of a picture, in pixels, that shows a row well enough to learn
// from: more is memory only.
const enoughSide = 1920

// prepare takes the rows of a photograph in with their first frames, or where they may stand.
func prepare(p LabelledPhoto) ([]*labelledRow, error) {
	film := raster.NewFilm()
	defer film.Close()
	pic, err := raster.Decode(p.Image, film)
	if err != nil {
		return nil, err
	}
	width := pic.Width()
	if p.sought() {
		if err := pic.Shrink(); err != nil {
			return nil, err
		}
		enough, err := pic.OfSide(enoughSide)
		if err != nil {
			return nil, err
		}
		pic = &raster.Picture{Levels: []raster.Level{*enough}}
	}
	pic.Levels[0].Pix = slices.Clone(pic.Levels[0].Pix) // kept for longer than the film
	if err := pic.Shrink(); err != nil {
		return nil, err
	}
	var rows []*labelledRow
	for r, tiles := range p.Rows {
		row := &labelledRow{name: p.Name, number: r + 1, labels: tiles, sought: p.Boxes == nil, picture: pic, scale: float64(width) / float64(pic.Width())}
		for i, t := range tiles {
			if t.HasFace() {
				row.tiles = append(row.tiles, &sighted{tile: t, row: row, place: i + 1, t: float64(i)})
			}
		}
		row.all = slices.Clone(row.tiles)
		if len(row.tiles) > 0 || !p.sought() {
			rows = append(rows, row)
		}
	}
	if p.sought() {
		err = seekFirst(pic, rows)
	} else {
		err = setFrames(pic, p, rows)
	}
	return slices.DeleteFunc(rows, func(r *labelledRow) bool { return len(r.tiles) == 0 }), err
}

// seekFirst looks for rows with drawn faces.
func seekFirst(pic *raster.Picture, rows []*labelledRow) error {
	eye, err := locate.New()
	if err != nil {
		return err
	}
	seen, err := eye.Faces(pic)
	if err != nil {
		return err
	}
	located := locate.Rows(seen)
	for _, row := range rows {
		row.lines = linesOf(located, len(row.labels))
	}
	s := lesson{pic, rows}
	s.seek(nil)
	s.takePlaces()
	for _, row := range rows {
		if row.found == nil && len(row.maybe) > 0 { // another row stands there; the photographs will tell
			row.place(&row.maybe[0])
		}
		if row.found == nil {
			return &rowNotFound{row.number, len(row.labels), "give its boxes"}
		}
	}
	return nil
}

// setFrames gives the rows of a photograph their first frames: from its boxes, or from what lies
// on the cloth.
func setFrames(pic *raster.Picture, p LabelledPhoto, rows []*labelledRow) error {
	if p.Boxes == nil {
		table, err := newCloth(p.Camera, p.Place)
		if err != nil {
			return err
		}
		frames, err := table.guess(pic, p.Rows)
		for r := range frames {
			rows[r].frame = frames[r]
		}
		return err
	}
	for r, row := range rows {
		if r >= len(p.Boxes) || len(p.Boxes[r]) != len(row.labels) || len(row.labels) == 0 {
			return fmt.Errorf("row %d has %d tiles and not as many boxes", r+1, len(row.labels))
		}
		for _, b := range p.Boxes[r] {
			if !(b[2] >= 2 && b[3] >= 2 && b[2] < 1e5 && b[3] < 1e5) {
				return fmt.Errorf("row %d: a box of %v×%v pixels", r+1, b[2], b[3])
			}
		}
		row.frame = straightFrame(pic, p.Boxes[r])
	}
	return nil
}

// round looks at every tile, averages the faces, and moves the frames of the rows
// so that their tiles look more like the averages.
func (l *learner) round(ctx context.Context, round int) error {
	if err := l.average(); err != nil {
		return err
	}
	step := .08
	if round > 0 {
		step = .04
	}
	if err := each(ctx, len(l.rows), func(i int) error {
		row := l.rows[i]
		if len(row.tiles) == 0 {
			return nil
		}
		if row.found != nil && row.found.own != nil {
			for _, s := range row.tiles {
				own, _ := raster.Climb{Moves: tileMoves, Rounds: 2, Step: step}.Refine(*s.own, 0, func(f *raster.Frame) float64 {
					if row.found.strays(s.place-1, f) {
						return math.Inf(-1)
					}
					return l.likeAlone(s, f)
				})
				s.own = &own
			}
			return nil
		}
		m := (row.tiles[0].t + row.tiles[len(row.tiles)-1].t) / 2
		row.frame, _ = raster.Climb{Moves: locate.RowMoves, Rounds: 2, Step: step}.Refine(row.frame, m, func(f *raster.Frame) float64 { return l.fit(row, f) })
		return nil
	}); err != nil {
		return err
	}
	return l.average()
}

// likeAlone is how much a tile, seen in a frame of its own, looks like the average.
func (l *learner) likeAlone(s *sighted, f *raster.Frame) float64 {
	g, err := f.DrawTile(s.row.picture, raster.CoarseRes, 0, 0).Grid()
	if err != nil {
		return math.Inf(-1)
	}
	v := make(raster.Vector, raster.CoarseLength)
	g.Window(v, 0, 0, raster.CoarseW, raster.CoarseH)
	return l.likeness(l.coarse[s.tile], s, faces.Centred(v, l.cmean))
}

// fit is how much the tiles of a row, seen in a frame, look like the averages.
func (l *learner) fit(row *labelledRow, f *raster.Frame) float64 {
	first, last := row.tiles[0].t, row.tiles[len(row.tiles)-1].t
	const margin = 4
	s := f.Draw(row.picture, raster.CoarseRes, first-.5+raster.InsetT, int(math.Round(last-first)*float64(raster.CoarseRes.CellW))+raster.CoarseRes.WindowW, margin)
	g, err := s.Grid()
	if err != nil {
		return math.Inf(-1)
	}
	sum := 0.0
	v := make(raster.Vector, raster.CoarseLength)
	for _, tile := range row.tiles {
		g.Window(v, int(math.Round((tile.t-first)*raster.CoarsePerTile)), margin/raster.PoolCell, raster.CoarseW, raster.CoarseH)
		sum += l.likeness(l.coarse[tile.tile], tile, faces.Centred(v, l.cmean))
	}
	return sum
}

// tellUnconfirmed names the tiles of rows that were looked for of which no other photograph shows the face.
func (l *learner) tellUnconfirmed(report *Report) {
	for _, row := range only(l.rows, func(r *labelledRow) bool { return r.sought }) {
		u := Unconfirmed{Photo: row.name, Row: row.number}
		for _, s := range row.tiles {
			if l.elsewhere(s) == 0 {
				u.Tiles, u.Places = append(u.Tiles, s.tile), append(u.Places, s.place)
			}
		}
		if len(u.Tiles) > 0 {
			report.Unconfirmed = append(report.Unconfirmed, u)
		}
	}
}
