package main

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

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/scene"
	"jantaku/vision/scene/film"
	"jantaku/vision/trial/lessons"
)

// filmOptions say which hands to film and how.
type filmOptions struct {
	games, out, prints, style, rivers, mode string
	seed                                    uint64
	hardness, fps                           float64
	brisk                                   bool
	limit                                   int
}

// filmLessons is how often the films' eye sees every face before it reads.
const filmLessons = 8

func defaultFilm() filmOptions {
	d := film.Defaults()
	return filmOptions{seed: d.Seed, hardness: d.Hardness, style: string(d.Style), rivers: string(d.Rivers)}
}

func newFilmCommand() *cobra.Command {
	o := defaultFilm()
	cmd := &cobra.Command{
		Use:   "film --games FILE --out FOLDER",
		Short: "play recorded hands on the drawn table before a drawn camera",
		Long: `Films hands on the drawn table: of each an ID.mjpeg (JPEG after JPEG), an ID.start.json with
what the books know before a hand, and an ID.truth.jsonl with every event and the time at
which its tile lies still; and once camera.json and faces.json for the camera of the films.

  jantaku games --rules riichi --count 3 --seed 7 > games.jsonl
  jantaku film --games games.jsonl --out films --brisk

With --mode one way in which watching could fail is filmed by itself, in the hands in which it
can be seen:
` + filmModes(),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.games == "" || o.out == "" {
				return fmt.Errorf("%w: film needs --games FILE and --out FOLDER", errUsage)
			}
			return shootFilms(cmd.Context(), o, cmd.OutOrStdout())
		},
	}
	o.add(cmd)
	cmd.Flags().StringVar(&o.out, "out", "", "folder to write to; it is made when it is missing")
	cmd.AddCommand(newFilmEvaluateCommand())
	return cmd
}

// add puts the flags of filming to a command.
func (o *filmOptions) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.games, "games", "", "records of hands, JSON lines, gzipped or not")
	f.Uint64Var(&o.seed, "seed", o.seed, "the same seed films the same pictures")
	f.Float64Var(&o.hardness, "hardness", o.hardness, "light, angle and camera: 0 is easy, 1 the worst a club would play in")
	f.Float64Var(&o.fps, "fps", 0, "frames a second; 0 is 8, or 5 with --brisk")
	f.StringVar(&o.prints, "prints", "", "draw the faces of a real set: a folder with pictures such as 1m.png and 1m-2.png")
	f.StringVar(&o.style, "style", o.style, "set of tiles, A or B")
	f.StringVar(&o.rivers, "rivers", o.rivers, "how discards lie: sixes, free or heap")
	f.StringVar(&o.mode, "mode", "", "film one failure mode by itself, see above")
	f.BoolVar(&o.brisk, "brisk", false, "play at the pace of the fastest clubs, with the fewest frames")
	f.IntVar(&o.limit, "limit", 0, "film so many hands; 0 is all")
}

// filmModes lists the failure modes for people.
func filmModes() string {
	var list strings.Builder
	for _, m := range film.Modes() {
		fmt.Fprintf(&list, "  %-20s %s\n", m.Name, m.What)
	}
	return list.String()
}

// settings are the options as the club of the films takes them.
func (o filmOptions) settings() (film.Settings, error) {
	s := film.Defaults()
	s.Seed, s.Hardness, s.Style, s.Rivers = o.seed, o.hardness, scene.Style(o.style), film.Rivers(o.rivers)
	s.Mode = o.mode
	if o.brisk {
		s = s.InBrisk()
	}
	if o.fps != 0 {
		s.FPS = o.fps
	}
	if o.prints != "" {
		prints, err := scene.LoadPrints(o.prints)
		if err != nil {
			return s, err
		}
		s.Prints = prints
	}
	if err := s.Validate(); err != nil {
		return s, fmt.Errorf("%w: %w", errUsage, err)
	}
	return s, nil
}

// shootFilms films the records of a file into a folder.
func shootFilms(ctx context.Context, o filmOptions, out io.Writer) error {
	settings, err := o.settings()
	if err != nil {
		return err
	}
	club, err := film.NewClub(settings)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fmt.Errorf("film: %w", err)
	}
	if err := saveFilmCamera(ctx, club, o.out); err != nil {
		return err
	}
	n := 0
	err = eachRecord(o.games, os.Stdin, func(line []byte) error {
		if o.limit > 0 && n == o.limit {
			return errEnough
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
		f, err := club.Film(r)
		if err != nil {
			return err
		}
		if err := saveFilm(ctx, f, o.out); err != nil {
			return fmt.Errorf("film: %w", err)
		}
		fmt.Fprintf(out, "%s.mjpeg: %d frames, %.0f s, %d events\n", filmName(f.Start.ID), f.Len(), f.Seconds(), len(f.Truth))
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// errEnough ends reading records early.
var errEnough = errors.New("enough")

// filmedFaces teaches the set of tiles of films under their camera.
func filmedFaces(ctx context.Context, club *film.Club) (calibration.Faces, error) {
	specs, err := club.Lessons(filmLessons)
	if err != nil {
		return calibration.Faces{}, err
	}
	var photos []vision.LabelledPhoto
	for i, spec := range specs {
		picture, truth, err := club.Studio().Photograph(spec)
		if err != nil {
			return calibration.Faces{}, err
		}
		photos = append(photos, lessons.Label(i, picture, truth))
	}
	faces, _, err := vision.Learn(ctx, photos, nil)
	return faces, err
}

// saveFilmCamera writes camera.json and faces.json.
func saveFilmCamera(ctx context.Context, club *film.Club, folder string) error {
	camera, err := club.Camera()
	if err != nil {
		return fmt.Errorf("film: %w", err)
	}
	if err := camera.Save(filepath.Join(folder, "camera.json")); err != nil {
		return err
	}
	faces, err := filmedFaces(ctx, club)
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
