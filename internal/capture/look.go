package capture

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"jantaku/internal/pipeline"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/layout"
)

// A hand waits for lookPatience to be seen and read, and while it is read for megapixelPatience more
// for every megapixel of its picture, up to mostMegapixels, those of the largest camera of a Raspberry
// Pi: an eye that hangs may be replaced twice in that time, see eye.Patience. All others wait
// behind it, and whoever asks whether the pipeline lives: WatchdogSec of the packaged unit is longer.
const (
	lookPatience      = 20 * time.Second
	megapixelPatience = time.Second
	mostMegapixels    = 12
)

// patienceFor is how long a hand waits that is in these shots.
func patienceFor(shots []camera.Shot) time.Duration {
	most := 0.
	for _, s := range shots {
		most = max(most, float64(s.Health.Width)*float64(s.Health.Height)/1e6)
	}
	return lookPatience + time.Duration(min(most, mostMegapixels))*megapixelPatience
}

// tooLate says that a hand was not seen or read in time.
func tooLate(after time.Duration) error {
	return &models.ReadingError{Code: "no-picture", Message: fmt.Sprintf("nothing was seen and read in %v; take a new photograph or type the hand", after)}
}

// witnesses is how many frames of a burst are read before a hand is accepted, if so many can be.
const witnesses = 2

// Look takes a burst of the frames that come after the hand has settled and reads them,
// the sharpest first, until one is accepted that another does not contradict, and gives
// the best reading. It implements pipeline.Eye.
func (l *Lookout) Look(ctx context.Context, place models.Place) (pipeline.Sight, error) {
	if l.Source == nil {
		return pipeline.Sight{}, &models.ReadingError{Code: "no-camera", Message: "no camera is configured; type the hand on the console"}
	}
	start, late := time.Now(), tooLate(lookPatience)
	limited, cancel := context.WithDeadlineCause(ctx, start.Add(lookPatience), late)
	defer cancel()
	select {
	case <-time.After(l.Settle):
	case <-limited.Done():
		return pipeline.Sight{}, context.Cause(limited)
	}
	settled := time.Now()
	turn, burst := l.reel.now(), l.Burst
	if camera.Album(l.Source) { // the next photograph is of another hand, or is not taken yet
		burst = 1
	}
	shots, err := camera.Burst(limited, func(ctx context.Context) (f camera.Frame, err error) {
		f, turn, err = l.after(ctx, turn)
		return f, err
	}, burst, settled, l.Limits)
	if len(shots) > 0 {
		l.health.note(l.Log, "the pictures of a hand cannot be read", err)
	} else if err != nil {
		var fault *camera.Fault
		if named := errors.As(err, &fault) && fault.Code == camera.Later; ctx.Err() == nil && limited.Err() != nil && !named {
			err = late
		}
		return pipeline.Sight{}, readingError(err)
	}
	patience := patienceFor(shots)
	reading, stop := context.WithDeadlineCause(ctx, start.Add(patience), tooLate(patience))
	defer stop()
	best, err := l.best(reading, shots, place)
	if best.Photo != nil {
		return best, ctx.Err()
	}
	return best, errors.Join(ctx.Err(), err)
}

// best reads shots until one is accepted that another one does not contradict. The error
// is for when none was read in time.
func (l *Lookout) best(ctx context.Context, shots []camera.Shot, place models.Place) (best pipeline.Sight, err error) {
	var before []models.Reading
	readable := 0
	for _, shot := range shots {
		sight := l.understand(ctx, shot, place)
		if ctx.Err() != nil { // nobody knows what this one shows
			unwitnessed(&best.Reading)
			return best, context.Cause(ctx)
		}
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
	return best, nil
}

// understand reads the hand of a place in one shot.
func (l *Lookout) understand(ctx context.Context, shot camera.Shot, place models.Place) pipeline.Sight {
	sum := sha256.Sum256(shot.Data)
	sight := pipeline.Sight{Photo: &models.Photo{Type: http.DetectContentType(shot.Data), Sum: hex.EncodeToString(sum[:]), Data: shot.Data}}
	start := time.Now()
	err := shot.Fault
	var rows [][]models.Sighting
	if err == nil {
		rows, err = l.read(ctx, shot.Data, place)
	}
	if err != nil {
		sight.Reading = models.Reading{Status: models.Failed, Error: readingError(err)}
	} else {
		photo := sight.Photo
		sight = l.Understand(rows, place)
		sight.Photo = photo
	}
	sight.Reading.File = shot.Source
	sight.Reading.Millis = float64(time.Since(start).Microseconds()) / 1000
	l.Log.Info("picture read", "source", shot.Source, "status", sight.Reading.Status,
		"confidence", fmt.Sprintf("%.4f", sight.Reading.Confidence), "millis", int(sight.Reading.Millis), "err", err)
	return sight
}

// Understand makes a hand of tiles that were seen at a place, or that a person put right. It
// implements pipeline.Understander; the photograph is not its matter.
func (l *Lookout) Understand(rows [][]models.Sighting, place models.Place) (sight pipeline.Sight) {
	o := l.Layout
	o.Place = place
	rules := l.rules()
	o.Hand, o.AnyKong = rules.Hand, rules.AnyKong
	sight.Reading = layout.Read(rows, o)
	for _, way := range layout.Ways(sight.Reading, o.Hand) {
		if way.Differs != "" && way.Odds > o.MaxError {
			sight.Others = append(sight.Others, pipeline.Way{Hand: l.TurnedTile.heed(way.Hand), Win: way.Win})
		}
	}
	if sight.Reading.Hand != nil {
		hand := l.TurnedTile.heed(*sight.Reading.Hand)
		sight.Reading.Hand = &hand
		if l.shown[place] {
			l.tellFlowers(&sight, hand.Flowers.Count)
		}
	}
	return sight
}

// rules is what the rule book that is played says of hands.
func (l *Lookout) rules() Rules {
	if l.Rules == nil {
		return Rules{}
	}
	return l.Rules()
}

// What a turned tile may mean.
const (
	TurnedSupplier TurnedTile = "supplier"      // who supplied it: left, across or right
	TurnedNothing  TurnedTile = "means-nothing" // that it was claimed, from whomever
)

// heed forgets the suppliers that a turned tile does not tell.
func (means TurnedTile) heed(h models.Hand) models.Hand {
	if means != TurnedNothing {
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

// better orders readings: accepted before review before failed, then by confidence.
func better(a, b *models.Reading) bool {
	rank := map[models.Status]int{models.Accepted: 2, models.Review: 1}
	if rank[a.Status] != rank[b.Status] {
		return rank[a.Status] > rank[b.Status]
	}
	return a.Confidence > b.Confidence
}

// readingError names why a picture was not read.
func readingError(err error) *models.ReadingError {
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
