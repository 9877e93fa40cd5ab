package setup

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/teach"
)

// deck says which set is taught.
func (s *Setup) deck(_ context.Context, wish struct {
	Flowers bool `json:"flowers"`
	Red     bool `json:"red"`
}) (any, error) {
	if s.tiles.teaches(wish.Flowers, wish.Red) {
		return struct{}{}, nil // what is being learned goes on
	}
	l, camera := s.holdTiles()
	defer l.release()
	return struct{}{}, l.begin(wish.Flowers, wish.Red, camera)
}

// photograph takes the picture of the tiles that were laid, and learns as soon as others show the
// same faces. Who says which rows were laid is refused where others are to be laid by now.
func (s *Setup) photograph(ctx context.Context, wish teach.Layout) (any, error) {
	if !s.tiles.photographing.TryLock() {
		return nil, busy()
	}
	defer s.tiles.photographing.Unlock()
	laid := s.tiles.laid()
	if len(wish.Rows) > 0 && !strings.HasSuffix(laid, rowsOf(wish)) {
		return nil, models.Refused("setup-other-rows", nil, "setup: other rows are to be laid by now than %v", wish.Rows)
	}
	f, _, err := s.eye.sharp(ctx)
	if err != nil {
		return nil, err
	}
	l, camera := s.holdTiles()
	defer l.release()
	if l.laidNow() != laid { // somebody teaches another set by now
		return nil, busy()
	}
	if err := l.add(f.Data); err != nil {
		return nil, err
	}
	s.eye.used()
	if len(l.course.Taken()) < 2 {
		return struct{}{}, nil
	}
	return struct{}{}, l.study(s, camera)
}

// own takes a photograph of rows that nobody asked for, or says anew what one shows that was taken before: for who has
// photographs, or lays the tiles as they come. Each row is written as its tiles, left to right.
func (s *Setup) own(ctx context.Context, wish struct {
	File string   `json:"file"` // of one that was taken; empty for what the camera sees
	Rows []string `json:"rows"`
}) (any, error) {
	rows, err := writtenRows(wish.Rows)
	if err != nil {
		return nil, err
	}
	if !s.tiles.photographing.TryLock() {
		return nil, busy()
	}
	defer s.tiles.photographing.Unlock()
	var data []byte
	if wish.File == "" {
		f, _, err := s.eye.sharp(ctx)
		if err != nil {
			return nil, err
		}
		data = f.Data
	}
	l, camera := s.holdTiles()
	defer l.release()
	if l.course == nil {
		return nil, models.Refused("no-photo", nil, "setup: no set is being taught")
	}
	if wish.File == "" {
		if taken, err := l.course.Has(data); err != nil {
			return nil, unsaved(l.folder, err)
		} else if taken {
			return nil, models.Refused("setup-same-photo", nil, "setup: this photograph was taken before")
		}
		if _, err = l.course.AddOwn(data, rows); err == nil {
			s.eye.used()
		}
	} else {
		if !l.has(wish.File) {
			return nil, models.Refused("no-photo", nil, "setup: there is no photograph %.40q", wish.File)
		}
		if err = l.course.Relabel(wish.File, rows); err == nil {
			l.learned = nil // with other labels
		}
	}
	if err != nil {
		return nil, unsaved(l.folder, err)
	}
	if len(l.course.Taken()) < 2 {
		return struct{}{}, nil
	}
	return struct{}{}, l.study(s, camera)
}

// enough learns from the photographs there are, and asks for no more.
func (s *Setup) enough(context.Context, struct{}) (any, error) {
	l, camera := s.holdTiles()
	defer l.release()
	if l.course == nil || len(l.course.Taken()) < 2 {
		return nil, fewPhotos()
	}
	if err := l.course.Enough(); err != nil {
		return nil, unsaved(l.folder, err)
	}
	return struct{}{}, l.study(s, camera)
}

// skip passes over a photograph of a folder.
func (s *Setup) skip(context.Context, struct{}) (any, error) {
	s.eye.used()
	return struct{}{}, nil
}

// dropPhoto has a photograph taken again. What was learned with it is learned without it.
func (s *Setup) dropPhoto(_ context.Context, wish struct {
	File string `json:"file"`
}) (any, error) {
	l, camera := s.holdTiles()
	defer l.release()
	if l.course == nil {
		return nil, models.Refused("no-photo", nil, "setup: no set is being taught")
	}
	if err := l.course.Repeat(wish.File); err != nil {
		return nil, unsaved(l.folder, err)
	}
	l.learned, l.failed = nil, nil
	if len(l.course.Taken()) < 2 {
		return struct{}{}, nil
	}
	return struct{}{}, l.study(s, camera)
}

// holdTiles ends the learning that is on, and holds the lessons until the caller releases them. It gives the
// calibrated camera too, nil where there is none.
func (s *Setup) holdTiles() (*lessons, *calibration.Camera) {
	s.tiles.job.hold()
	s.mu.Lock()
	camera := s.table.camera
	s.mu.Unlock()
	s.tiles.mu.Lock()
	return s.tiles, camera
}

// dropTiles begins the teaching of the set anew.
func (s *Setup) dropTiles(context.Context, struct{}) (any, error) {
	l, camera := s.holdTiles()
	defer l.release()
	if l.course == nil {
		return struct{}{}, nil
	}
	if err := os.RemoveAll(l.folder); err != nil {
		return nil, unsaved(l.folder, err)
	}
	l.course = nil
	s.eye.again()
	return struct{}{}, l.begin(slices.ContainsFunc(l.extras, models.Tile.IsFlower), slices.ContainsFunc(l.extras, models.Tile.IsRed), camera)
}

// learn begins to learn from all photographs; the state tells how far it is.
func (s *Setup) learn(context.Context, struct{}) (any, error) {
	l, camera := s.holdTiles()
	defer l.release()
	return struct{}{}, l.study(s, camera)
}

// faces shows every face that was learned, or that the table reads with where nothing was yet.
func (s *Setup) faces(context.Context, json.RawMessage) (any, error) {
	l := s.tiles
	l.mu.Lock()
	defer l.mu.Unlock()
	var faces calibration.Faces
	if l.learned != nil {
		faces = l.learned.faces
	} else if file := text(s.config.Values["eye.faces"]); file != "" {
		var err error
		if faces, err = calibration.LoadFaces(file); err != nil {
			return nil, models.Refused("bad-faces", models.Data{"name": file}, "setup: %w", err)
		}
	}
	byTile := map[models.Tile][]string{}
	for _, face := range faces.Faces {
		for _, sample := range face.Samples {
			byTile[face.Tile] = append(byTile[face.Tile], "data:image/png;base64,"+base64.StdEncoding.EncodeToString(sample.PNG))
		}
	}
	shown := []faceShown{}
	for _, t := range slices.Sorted(maps.Keys(byTile)) {
		shown = append(shown, faceShown{t, byTile[t]})
	}
	return shown, nil
}

// believe takes a person's word that all labels of some faces are right, who has looked at what is in doubt about them. It
// holds for what was learned last: with another photograph, or another label, they are asked about again.
func (s *Setup) believe(_ context.Context, wish struct {
	Tiles  models.Tiles `json:"tiles"`
	Number int          `json:"number"` // of the learning whose doubts the person has looked at
}) (any, error) {
	l := s.tiles
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.job.running.Load() {
		return nil, busy()
	}
	if l.learned == nil {
		return nil, models.Refused("setup-no-doubt", nil, "setup: nothing was learned yet")
	}
	if wish.Number != l.learned.number { // somebody else had it learned anew meanwhile
		return nil, models.Refused("setup-no-doubt", nil, "setup: it was learned anew since; look again")
	}
	open := l.learned.report.Open()
	for _, t := range wish.Tiles {
		if !slices.Contains(open, t) {
			return nil, models.Refused("setup-no-doubt", nil, "setup: %v is not in doubt", t)
		}
	}
	l.said = append(l.said, wish.Tiles...)
	l.learned.taught = l.reliable() && l.course.Left() == 0
	return struct{}{}, nil
}
