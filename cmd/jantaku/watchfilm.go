package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/camera"
	"jantaku/vision/watch"
)

// watchFlags say how films are watched.
type watchFlags struct {
	tiles, calibration string
	changes            bool
}

// newWatchCommand watches films of hands as the daemon watches its camera.
func newWatchCommand() *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use:   "watch --tiles FILE --calibration FILE --changes FILM.mjpeg...",
		Short: "watch films of hands and tell what changes on the table",
		Long: `Watches films, JPEG after JPEG, of a table under its calibrated camera.
ID.start.json beside ID.mjpeg says how many frames a second it has.

With --changes every tile that came, went or was turned is one JSON object.`,
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, films []string) error {
			if f.tiles == "" || f.calibration == "" || !f.changes {
				return fmt.Errorf("%w: watch needs --tiles, --calibration and --changes", errUsage)
			}
			return f.run(cmd.Context(), cmd.OutOrStdout(), films)
		},
	}
	cmd.Flags().StringVar(&f.tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	cmd.Flags().StringVar(&f.calibration, "calibration", "", "calibrated camera, from jantaku calibrate table")
	cmd.Flags().BoolVar(&f.changes, "changes", false, "tell what changes on the table")
	return cmd
}

func (f *watchFlags) run(ctx context.Context, out io.Writer, films []string) error {
	faces, err := calibration.LoadFaces(f.tiles)
	if err != nil {
		return err
	}
	c, err := calibration.LoadCamera(f.calibration)
	if err != nil {
		return err
	}
	reader, err := vision.NewReader(faces)
	if err != nil {
		return fmt.Errorf("%s: %w", f.tiles, err)
	}
	defer reader.Close()
	lines := json.NewEncoder(out)
	for _, film := range films {
		follower, err := vision.NewFollower(reader, c, watch.Usual())
		if err != nil {
			return fmt.Errorf("%s: %w", f.calibration, err)
		}
		err = watchFilm(ctx, follower, film, func(_ time.Duration, changes []watch.Change) error {
			for i := range changes {
				if err := lines.Encode(told(&changes[i])); err != nil {
					return err
				}
			}
			return nil
		})
		follower.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// filmStart is what is read of a film's ID.start.json here.
type filmStart struct {
	FPS float64 `json:"fps"`
}

// watchFilm shows a film to a follower, frame after frame, and tells what has changed in
// each. Pictures that cannot be read are skipped, as the daemon does.
func watchFilm(ctx context.Context, f *vision.Follower, path string, each func(at time.Duration, changes []watch.Change) error) error {
	start := filmStart{}
	about, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".start.json")
	if err != nil {
		return fmt.Errorf("film: %w", err)
	}
	if err := json.Unmarshal(about, &start); err != nil {
		return fmt.Errorf("film %s: its start: %w", path, err)
	}
	if !(start.FPS > 0) {
		return fmt.Errorf("film %s: its start says nothing of how many frames a second it has", path)
	}
	film, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("film: %w", err)
	}
	defer film.Close()
	n := 0
	for picture, err := range camera.Pictures(film) {
		if err != nil {
			return fmt.Errorf("film %s, picture %d: %w", path, n, err)
		}
		at := time.Duration(float64(n) / start.FPS * float64(time.Second))
		n++
		changes, err := f.Follow(ctx, at, picture)
		unreadable := (*models.ReadingError)(nil)
		if errors.As(err, &unreadable) {
			continue
		}
		if err != nil {
			return fmt.Errorf("film %s, picture %d: %w", path, n, err)
		}
		if err := each(at, changes); err != nil {
			return err
		}
	}
	return nil
}

// toldChange is a change as `jantaku watch --changes` tells it.
type toldChange struct {
	Kind       watch.Kind    `json:"kind"`
	Set        int           `json:"set,omitempty"`
	Spot       watch.Spot    `json:"spot,omitempty"`
	Area       watch.Area    `json:"area,omitzero"`
	Tile       models.Tile   `json:"tile,omitzero"`
	Confidence float64       `json:"confidence,omitempty"`
	Pose       models.Pose   `json:"pose,omitzero"`
	Beside     watch.Spot    `json:"beside,omitempty"`
	Hand       models.Tiles  `json:"hand,omitempty"`
	Clear      float64       `json:"clear"`
	Seen       float64       `json:"seen"`
	Rest       float64       `json:"rest"`
	Told       float64       `json:"told"`
	Looks      int           `json:"looks,omitempty"`
	Warning    watch.Warning `json:"warning,omitempty"`
}

func told(c *watch.Change) toldChange {
	t := toldChange{
		Kind: c.Kind, Set: c.Set, Spot: c.Spot, Area: c.Area, Pose: c.Pose, Beside: c.Beside, Looks: c.Looks, Warning: c.Warning,
		Clear: c.Clear.Seconds(), Seen: c.Seen.Seconds(), Rest: c.Rest.Seconds(), Told: c.Told.Seconds(),
	}
	if c.Spot != 0 {
		t.Tile, t.Confidence = watch.Likeliest(&c.Evidence)
	}
	for i := range c.Hand {
		tile, _ := watch.Likeliest(&c.Hand[i])
		t.Hand = append(t.Hand, tile)
	}
	return t
}
