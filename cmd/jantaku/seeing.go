package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"jantaku/internal/pipeline"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/vision/camera"
	"jantaku/vision/layout"
)

// rowReader finds and reads the tiles of one encoded picture: those of a place, where
// the camera is calibrated.
type rowReader interface {
	Read(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, error)
}

// seeing is a camera with an eye and an understanding; it implements pipeline.Eye.
type seeing struct {
	source camera.Source // nil when no camera is configured
	reader rowReader
	layout layout.Options
	// anyKong tells whether the rule book that is played lets any tiles of a concealed kong lie
	// face down; nil for no.
	anyKong func() bool
	// turned says that a turned tile tells who supplied it; see EyeConfig.
	turned turnedTile
	limits camera.Limits
	settle time.Duration // between the signal and the picture
	burst  int
	log    *slog.Logger

	turn sync.Mutex             // camera and reader are asked by one at a time
	away atomic.Pointer[string] // why the camera gives nothing; nil while it does
}

// lookPatience is how long a hand waits for its picture, while all others wait behind it.
const lookPatience = 20 * time.Second

// witnesses is how many frames of a burst are read before a hand is accepted, if so many can be.
const witnesses = 2

// Look takes a burst and reads its frames, the sharpest first, until one is accepted that
// another does not contradict, and gives the best reading.
func (s *seeing) Look(ctx context.Context, place models.Place) (pipeline.Sight, error) {
	if s.source == nil {
		return pipeline.Sight{}, &models.ReadingError{Code: "no-camera", Message: "no camera is configured; type the hand on the console"}
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	select {
	case <-time.After(s.settle):
	case <-ctx.Done():
		return pipeline.Sight{}, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	shots, err := camera.Burst(limited, s.source, s.burst, time.Now(), s.limits)
	s.note(err)
	if err != nil && len(shots) == 0 {
		if limited.Err() != nil && ctx.Err() == nil {
			err = &models.ReadingError{Code: "no-picture", Message: fmt.Sprintf("the camera gave no picture in %v; take a new photograph or type the hand", lookPatience)}
		}
		return pipeline.Sight{}, asFault(err)
	}
	best := pipeline.Sight{}
	var before []models.Reading
	readable := 0
	for _, shot := range shots {
		sight := s.read(ctx, shot, place)
		seen := sight.Reading
		if seen.Status != models.Failed {
			readable++
		}
		vote(&sight.Reading, before...)
		vote(&best.Reading, seen)
		before = append(before, seen)
		if best.Photo == nil || better(&sight.Reading, &best.Reading) {
			best = sight
		}
		if best.Reading.Status == models.Accepted && readable >= witnesses {
			break
		}
	}
	return best, ctx.Err()
}

// surelySeen is the confidence of a tile that a frame surely saw.
const surelySeen = 0.99

// vote doubts an accepted reading when another frame surely saw a tile that is not in it, was
// accepted as another hand, or saw as many tiles and beside them something that it could not
// read: of two frames of one hand one is then wrong, and nobody knows which.
func vote(r *models.Reading, others ...models.Reading) {
	if r.Status != models.Accepted {
		return
	}
	contradict := func(code, message string) {
		r.Status = models.Review
		r.Doubts = append(r.Doubts, models.Doubt{Code: code, Row: -1, Index: -1, Message: "another frame of the same moment " + message})
	}
	for _, other := range others {
		if other.Status == models.Accepted { // of what is no part of the hand either may see more
			if handText(*other.Hand, other.WinTile) != handText(*r.Hand, r.WinTile) {
				contradict(doubtFrames, "shows another hand")
				return
			}
			continue
		}
		if d := somethingElse(&other); d != nil && tileCount(other.Rows) >= tileCount(r.Rows) {
			contradict(d.Code, "raises a doubt: "+d.Message)
			return
		}
		left := map[models.Tile]int{}
		for _, row := range r.Rows {
			for _, s := range row {
				left[s.Tile]++
			}
		}
		for _, row := range other.Rows {
			for _, s := range row {
				if s.Confidence < surelySeen {
					continue
				}
				if left[s.Tile]--; left[s.Tile] < 0 {
					contradict(doubtFrames, fmt.Sprintf("shows %v besides", s.Tile))
					return
				}
			}
		}
	}
}

// somethingElse gives the doubt about what lies on the table beside the tiles that were
// read, if there is one: it does not go away because another frame does not show it.
func somethingElse(r *models.Reading) *models.Doubt {
	for i, d := range r.Doubts {
		switch d.Code {
		case layout.DoubtUnread, layout.DoubtBorder, layout.DoubtStray, layout.DoubtFaceDown:
			return &r.Doubts[i]
		case layout.DoubtMeld:
			if slices.ContainsFunc(slices.Concat(r.Rows...), func(s models.Sighting) bool { return s.Raised }) {
				return &r.Doubts[i]
			}
		}
	}
	return nil
}

// tileCount is how many tiles lie in rows.
func tileCount(rows [][]models.Sighting) (n int) {
	for _, row := range rows {
		n += len(row)
	}
	return n
}

// doubtFrames is the doubt of frames that contradict each other.
const doubtFrames = "frames"

// better orders readings: accepted before review before failed, then by confidence.
func better(a, b *models.Reading) bool {
	rank := map[models.Status]int{models.Accepted: 2, models.Review: 1}
	if rank[a.Status] != rank[b.Status] {
		return rank[a.Status] > rank[b.Status]
	}
	return a.Confidence > b.Confidence
}

// read reads the hand of a place in one shot.
func (s *seeing) read(ctx context.Context, shot camera.Shot, place models.Place) pipeline.Sight {
	sum := sha256.Sum256(shot.Data)
	sight := pipeline.Sight{Photo: &models.Photo{Type: http.DetectContentType(shot.Data), Sum: hex.EncodeToString(sum[:]), Data: shot.Data}}
	start := time.Now()
	err := shot.Fault
	var rows [][]models.Sighting
	if err == nil {
		rows, err = s.reader.Read(ctx, shot.Data, place)
	}
	if err != nil {
		sight.Reading = models.Reading{Status: models.Failed, Error: asFault(err)}
	} else {
		o := s.layout
		o.Place = place
		o.AnyKong = s.anyKong != nil && s.anyKong()
		sight.Reading = layout.Read(rows, o)
		for _, way := range layout.Ways(sight.Reading) {
			if way.Differs != "" {
				sight.Others = append(sight.Others, pipeline.Way{Hand: s.turned.heed(way.Hand), Win: way.Win})
			}
		}
		if sight.Reading.Hand != nil {
			hand := s.turned.heed(*sight.Reading.Hand)
			sight.Reading.Hand = &hand
		}
	}
	sight.Reading.File = shot.Source
	sight.Reading.Millis = float64(time.Since(start).Microseconds()) / 1000
	s.log.Info("picture read", "source", shot.Source, "status", sight.Reading.Status,
		"confidence", fmt.Sprintf("%.4f", sight.Reading.Confidence), "millis", int(sight.Reading.Millis), "err", err)
	return sight
}

// turnedTile says what the place of a turned tile in a meld means at a table.
type turnedTile string

const (
	turnedSupplier turnedTile = "supplier"      // who supplied it: left, across or right
	turnedNothing  turnedTile = "means-nothing" // that it was claimed, from whomever
)

// heed forgets the suppliers that a turned tile does not tell.
func (means turnedTile) heed(h models.Hand) models.Hand {
	if means != turnedNothing {
		return h
	}
	h.Melds = slices.Clone(h.Melds)
	for i := range h.Melds {
		if h.Melds[i].Kind != models.Chow {
			h.Melds[i].From = models.NoSide
		}
	}
	return h
}

// note remembers whether the camera gives pictures, for the availability.
func (s *seeing) note(err error) {
	var fault *camera.Fault
	if errors.As(err, &fault) {
		s.away.Store(&fault.Message)
		return
	}
	s.away.Store(nil)
}

// part says for the availability whether the camera gives pictures.
func (s *seeing) part() mqtt.Part {
	if s.source == nil {
		return mqtt.Part{Message: "no camera is configured; hands are typed on the console"}
	}
	if why := s.away.Load(); why != nil {
		return mqtt.Part{Message: *why}
	}
	return mqtt.Part{Online: true}
}

// asFault names why a picture was not read.
func asFault(err error) *models.ReadingError {
	var fault *camera.Fault
	if errors.As(err, &fault) {
		return &models.ReadingError{Code: fault.Code, Message: fault.Message}
	}
	var named *models.ReadingError
	if errors.As(err, &named) {
		return named
	}
	return &models.ReadingError{Code: "eye", Message: err.Error()}
}
