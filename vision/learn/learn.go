package learn

import (
	"context"
	"errors"
	"fmt"
	"jantaku/calibration"
	"jantaku/models"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// learner is the state of learning.
type learner struct {
	photos []*photo       // that were taken in, whatever became of their rows
	rows   []*labelledRow // that are learned from
	byTile map[models.Tile][]*sighted
	mean   []float32 // of all fine vectors, both ways up
	cmean  []float32
	fine   map[models.Tile]bothWays // average face, upright and turned, centred
	coarse map[models.Tile]bothWays
	// closely is every tile as it was looked at closely; nil before.
	closely map[*sighted]*closeLook
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
	if report.Sought = len(l.sought()); report.Sought > 0 {
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

// each does a work for 0 to n-1 on every processor.
func each(ctx context.Context, n int, work func(i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return work(i)
		})
	}
	return g.Wait()
}

// addPhotos takes the photographs in; those that cannot be used are named.
func (l *learner) addPhotos(ctx context.Context, photos []LabelledPhoto, report *Report, progress func(float64)) error {
	taken, why := make([]*photo, len(photos)), make([]error, len(photos))
	var done atomic.Int64
	if err := each(ctx, len(photos), func(i int) error {
		taken[i], why[i] = takeIn(photos[i], i)
		progress(float64(done.Add(1)) / float64(len(photos)))
		return nil
	}); err != nil {
		return err
	}
	for i, p := range photos {
		report.Found = append(report.Found, FoundRows{Photo: p.Name})
		if why[i] != nil {
			report.Unused = append(report.Unused, refusalOf(p.Name, why[i]))
			continue
		}
		l.photos = append(l.photos, taken[i])
		l.take(taken[i].rows, false)
	}
	return nil
}

// sought are the photographs whose rows are looked for in the bare picture.
func (l *learner) sought() []*photo {
	return only(l.photos, func(p *photo) bool { return p.bare && len(p.rows) > 0 })
}

// refusalOf is the refusal of a photograph whose rows could not be taken in.
func refusalOf(photo string, err error) Refusal {
	var missed *rowNotFound
	if errors.As(err, &missed) {
		return Refusal{Photo: photo, Row: missed.row, Code: RowNotFound, Written: missed.written, Err: err}
	}
	return Refusal{Photo: photo, Code: Unreadable, Err: err}
}

// rowNotFound is the error of a row without a place.
type rowNotFound struct {
	row, written int
	hint         string
}

func (e *rowNotFound) Error() string {
	return fmt.Sprintf("%d tiles were not found; %s", e.written, e.hint)
}

// tellFound says where the rows of all photographs were found.
func (l *learner) tellFound(report *Report) {
	for _, photo := range l.photos {
		var rows [][]FoundTile
		for _, row := range photo.rows {
			tiles := make([]FoundTile, len(row.all))
			for i, s := range row.all {
				tiles[i] = FoundTile{s.tile, s.place, row.quad(s.stands())}
			}
			rows = append(rows, tiles)
		}
		report.Found[photo.given].Rows = rows
	}
}

// tellUnconfirmed names the tiles of rows that were looked for of which no other photograph shows the face.
func (l *learner) tellUnconfirmed(report *Report) {
	for _, row := range only(l.rows, func(r *labelledRow) bool { return r.sought }) {
		u := Unconfirmed{Photo: row.name, Row: row.number}
		for _, s := range row.tiles {
			if len(l.elsewhere(s)) == 0 {
				u.Tiles, u.Places = append(u.Tiles, s.tile), append(u.Places, s.place)
			}
		}
		if len(u.Tiles) > 0 {
			report.Unconfirmed = append(report.Unconfirmed, u)
		}
	}
}
