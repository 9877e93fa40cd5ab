package watching

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"jantaku/calibration"
	"jantaku/internal/records"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/trial/lessons"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/learn"
)

// Films say which hands to film and how.
type Films struct {
	Games                       string // file of records
	Tile                        string // size of the tiles, see calibration.ParseTile
	Prints, Style, Rivers, Mode string
	Seed                        uint64
	Hardness, FPS               float64
	Mix                         float64 // see film.Settings
	Brisk                       bool
	Limit                       int // hands at most; 0 for all
	// Laying is how the tiles of a rule book lie, by its id and profile.
	Laying func(rules, profile string) (models.Laying, error)
	// Taught hears which share of the faces is learned, 0 to 1; nil where nobody waits.
	Taught func(share float64)
}

// lessonTimes is how often the films' eye sees every face before it reads.
const lessonTimes = 8

// Usual is a club as most are.
func Usual() Films {
	d := film.Defaults()
	return Films{Seed: d.Seed, Hardness: d.Hardness, Style: string(d.Style), Rivers: string(d.Rivers), Tile: d.Tile.String()}
}

// Settings are the options as the club of the films takes them.
func (o Films) Settings() (film.Settings, error) {
	if o.Games != "" && o.Games != "-" {
		if _, err := os.Stat(o.Games); err != nil { // before anything long begins
			return film.Settings{}, fmt.Errorf("records: %w", err)
		}
	}
	s := film.Defaults()
	s.Seed, s.Hardness, s.Style, s.Rivers = o.Seed, o.Hardness, artwork.Style(o.Style), film.Rivers(o.Rivers)
	s.Mode, s.Mix = o.Mode, o.Mix
	var err error
	if s.Tile, err = calibration.ParseTile(o.Tile); err != nil {
		return s, fmt.Errorf("%w: --tile: %w", usageerror.Err, err)
	}
	if o.Brisk {
		s = s.InBrisk()
	}
	if o.FPS != 0 {
		s.FPS = o.FPS
	}
	if o.Prints != "" {
		prints, err := scene.LoadPrints(o.Prints)
		if err != nil {
			return s, err
		}
		s.Prints = prints
	}
	if err := s.Validate(); err != nil {
		return s, fmt.Errorf("%w: %w", usageerror.Err, err)
	}
	return s, nil
}

// Shoot films the records of the file into a folder and tells of each film.
func (o Films) Shoot(ctx context.Context, folder string, out io.Writer) error {
	settings, err := o.Settings()
	if err != nil {
		return err
	}
	club, err := film.NewClub(settings)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("film: %w", err)
	}
	n := 0
	return records.Each(o.Games, os.Stdin, func(line []byte) error {
		if o.Limit > 0 && n == o.Limit {
			return records.ErrEnough
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := models.ParseRecord(line)
		if err != nil {
			return err
		}
		if !settings.Fits(r) {
			return nil
		}
		n++
		laying, err := o.Laying(r.Rules, r.Profile)
		if err != nil {
			return err
		}
		if n == 1 {
			if err := SaveCamera(ctx, club, laying.Hand, folder, o.Taught); err != nil {
				return err
			}
		}
		f, err := club.Film(r, laying)
		if err != nil {
			return err
		}
		if err := saveFilm(ctx, f, folder); err != nil {
			return fmt.Errorf("film: %w", err)
		}
		fmt.Fprintf(out, "%s.mjpeg: %d frames, %.0f s, %d events\n", filmName(f.Start.ID), f.Len(), f.Seconds(), len(f.Truth))
		return nil
	})
}

// filmedFaces teaches the set of tiles of films under their camera; taught as in [Films].
func filmedFaces(ctx context.Context, club *film.Club, taught func(share float64)) (calibration.Faces, error) {
	specs, err := club.Lessons(lessonTimes)
	if err != nil {
		return calibration.Faces{}, err
	}
	var photos []learn.LabelledPhoto
	for i, spec := range specs {
		picture, truth, err := club.Studio().Photograph(spec)
		if err != nil {
			return calibration.Faces{}, err
		}
		photos = append(photos, lessons.Label(i, picture, truth))
	}
	faces, _, err := learn.Faces(ctx, photos, taught)
	return faces, err
}

// SaveCamera writes the camera of a club, with zones for hands of the size, and the faces of its tiles into a folder
// camera.json and faces.json; taught as in [Films].
func SaveCamera(ctx context.Context, club *film.Club, hand models.HandSize, folder string, taught func(share float64)) error {
	camera, err := club.Camera(hand)
	if err != nil {
		return fmt.Errorf("film: %w", err)
	}
	if err := camera.Save(filepath.Join(folder, "camera.json")); err != nil {
		return err
	}
	faces, err := filmedFaces(ctx, club, taught)
	if err != nil {
		return fmt.Errorf("film: faces: %w", err)
	}
	return calibration.SaveFaces(filepath.Join(folder, "faces.json"), faces)
}

// filmName is the name of a hand's files: its ID without what a file name cannot have.
func filmName(id string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '_'
		}
		return r
	}, id)
}

// saveFilm writes the three files of a film.
func saveFilm(ctx context.Context, f *film.Film, folder string) error {
	base := filepath.Join(folder, filmName(f.Start.ID))
	start, err := json.MarshalIndent(f.Start, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(base+".start.json", append(start, '\n'), 0o644); err != nil {
		return err
	}
	if err := saveTo(base+".truth.jsonl", func(w io.Writer) error {
		lines := json.NewEncoder(w)
		for _, e := range f.Truth {
			if err := lines.Encode(e); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return saveTo(base+".mjpeg", func(w io.Writer) error {
		for frame, err := range f.Frames() {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			if _, err := w.Write(frame.JPEG); err != nil {
				return err
			}
		}
		return nil
	})
}

// saveTo writes a file by a function.
func saveTo(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	return errors.Join(write(w), w.Flush(), file.Close())
}
