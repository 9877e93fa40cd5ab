package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/lessons"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/learn"
)

// Studio is a table as its camera sees it.
type Studio struct {
	mu     sync.Mutex
	drawn  scene.Studio // the faces, once for all pictures
	random *rand.Rand
	empty  scene.Spec // the table without tiles
	whole  bool       // the camera sees all four places and is calibrated
	laid   scene.Spec
	// Spot changes a scene before it is drawn; nil for as it lies.
	Spot func(*scene.Spec)
	// Hand is how many tiles players hold by the rule book: the zones are as long as these need.
	Hand models.HandSize
	// Kept is a folder of the pictures that were drawn before; empty draws each anew.
	Kept string
}

// NewStudio has a camera before place 1, as somebody holds a telephone.
func NewStudio(seed uint64) *Studio {
	return &Studio{random: rand.New(rand.NewPCG(seed, 2)), empty: scene.Basic(), laid: scene.Basic()}
}

// NewTableStudio has a camera that is fixed over the whole table.
func NewTableStudio(seed uint64) *Studio {
	over := scene.WholeTable()
	return &Studio{random: rand.New(rand.NewPCG(seed, 2)), empty: over, whole: true, laid: over}
}

// Lay puts a hand on the table: before its winner, as a careful player would, among
// rivers and walls; or before the camera, no tile turned, melds apart.
func (s *Studio) Lay(d Deal) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	spec := s.empty
	spec.Seed = s.random.Uint64()
	laying := scene.Neat()
	laying.Crooked = 0.6
	if s.whole {
		laying.Place, laying.Win = d.Place, scene.WinApart
		laying.Baseline = 345 + 40*s.random.Float64() // two rows fit before the rivers
		laying.FlowerRow = s.random.IntN(2) == 0
	} else {
		laying.Turned, laying.Kong = false, "OOOO"
		d.Hand.Flowers = models.FlowerSet{}
	}
	if err := spec.Lay(d.Hand, d.Win, laying); err != nil {
		return err
	}
	if s.whole {
		around := scene.Around{Shown: d.Place, Vacant: d.Vacant}
		if d.Vacant != 0 {
			around.Lacks = leftOut
		}
		spec.ClutterAs(s.random, around)
	}
	s.laid = spec
	return nil
}

// Camera photographs what lies on the table.
func (s *Studio) Camera() camera.Source {
	return camera.Func{Name: "demo", Make: func(context.Context) ([]byte, error) {
		s.mu.Lock()
		spec := s.laid
		spec.Tiles = append([]scene.Placed(nil), s.laid.Tiles...)
		s.random.Uint64()
		if s.Spot != nil {
			s.Spot(&spec)
		}
		s.mu.Unlock()
		if s.Kept != "" {
			return drawOnce(&s.drawn, s.Kept, spec)
		}
		return draw(&s.drawn, spec)
	}}
}

// Calibration is that of the camera; nil where it is held like a telephone.
func (s *Studio) Calibration() (*calibration.Camera, error) {
	if !s.whole {
		return nil, nil
	}
	c, err := s.empty.Calibration()
	if err == nil {
		c.Fit(s.Hand)
	}
	return c, err
}

// Learn teaches the tiles of the table from pictures, as a club would, and keeps what was
// learned in the file; one that is there already is kept. It gives the file of the calibration
// beside it, empty where the camera has none.
func (s *Studio) Learn(ctx context.Context, file string, log *slog.Logger) (calibrated string, err error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		log.Info("learning the tiles of the demo")
		specs, err := scene.Lessons(s.empty, lessons.Times)
		if err != nil {
			return "", err
		}
		photos, err := lessons.Photos(specs)
		if err != nil {
			return "", err
		}
		faces, report, err := learn.Faces(ctx, photos, nil)
		if err != nil {
			return "", fmt.Errorf("learn: %w", err)
		}
		log.Info("tiles learned", "missing", report.Missing, "weak", report.Weak, "unused", len(report.Unused), "mislabelled", len(report.Mislabelled))
		if err := calibration.SaveFaces(file, faces); err != nil {
			return "", fmt.Errorf("learn: %w", err)
		}
	}
	seen, err := s.Calibration()
	if err != nil || seen == nil {
		return "", err
	}
	calibrated = filepath.Join(filepath.Dir(file), "camera.json")
	return calibrated, seen.Save(calibrated)
}
