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
	"jantaku/vision/layout"
	"jantaku/vision/watch"
)

// watchFlags say how films are watched.
type watchFlags struct {
	rules              rulesFlags
	tiles, calibration string
	changes            bool
	chosen             bool // the rule book was named
	maxError           float64
}

// newWatchCommand watches films of hands as the daemon watches its camera.
func newWatchCommand() *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use:   "watch --tiles FILE --calibration FILE FILM.mjpeg...",
		Short: "watch films of hands and tell their courses, what they are worth, and what is in doubt",
		Long: `Watches films, JPEG after JPEG, of a table under its calibrated camera. ID.start.json beside
ID.mjpeg says how many frames a second it has and what the books know before the hand.

Tells per film, as JSON lines, every event as it became final, and at last the hand: its
record, the win with its score, whether it may be published without asking ("accepted"), and
what has to be asked. With --changes it tells instead every tile that came, went or was turned.`,
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, films []string) error {
			if f.tiles == "" || f.calibration == "" {
				return fmt.Errorf("%w: watch needs --tiles and --calibration", errUsage)
			}
			f.chosen = cmd.Flags().Changed("rules")
			return f.run(cmd.Context(), cmd.OutOrStdout(), films)
		},
	}
	f.rules.add(cmd)
	cmd.Flags().Float64Var(&f.maxError, "max-error", layout.DefaultOptions().MaxError, "probability of a wrong score that may be published")
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
	for _, film := range films {
		if err := f.film(ctx, out, reader, c, film); err != nil {
			return err
		}
	}
	return nil
}

// film watches one film.
func (f *watchFlags) film(ctx context.Context, out io.Writer, reader *vision.Reader, c *calibration.Camera, film string) error {
	follower, err := vision.NewFollower(reader, c, watch.Usual())
	if err != nil {
		return fmt.Errorf("%s: %w", f.calibration, err)
	}
	defer follower.Close()
	start, err := readFilmStart(film)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	if f.changes {
		return watchFilm(ctx, follower, film, start.FPS, func(_ time.Duration, changes []watch.Change) error {
			return encodeEach(lines, changes, func(c *watch.Change) any { return told(c) })
		})
	}
	hand, err := f.hand(start)
	if err != nil {
		return fmt.Errorf("film %s: %w", film, err)
	}
	move := func(m *models.Move) any { return m }
	err = watchFilm(ctx, follower, film, start.FPS, func(_ time.Duration, changes []watch.Change) error {
		return encodeEach(lines, hand.hears(changes), move)
	})
	if err != nil {
		return err
	}
	rest, last, _ := hand.ends()
	if err := encodeEach(lines, rest, move); err != nil {
		return err
	}
	return lines.Encode(last)
}

func encodeEach[T any](lines *json.Encoder, all []T, as func(*T) any) error {
	for i := range all {
		if err := lines.Encode(as(&all[i])); err != nil {
			return err
		}
	}
	return nil
}

// hand begins the hand of a film, by the rule book of the flags or, without, of the film.
func (f *watchFlags) hand(start *filmStart) (*handWatch, error) {
	flags := f.rules
	if !f.chosen && start.Rules != "" {
		flags.id, flags.profile = start.Rules, start.Profile
	}
	book, err := flags.open()
	if err != nil {
		return nil, err
	}
	game, err := flags.game(start.Tiles)
	if err != nil {
		return nil, err
	}
	begins, err := start.start()
	if err != nil {
		return nil, err
	}
	return newHandWatch(book, game, begins, f.maxError), nil
}

// filmStart is what is read of a film's ID.start.json: what the books and the table know
// before a hand.
type filmStart struct {
	ID      string        `json:"id"`
	Rules   string        `json:"rules"`
	Profile string        `json:"profile"`
	FPS     float64       `json:"fps"`
	Dealer  models.Place  `json:"dealer"`
	Round   models.Seat   `json:"round"`
	Honba   int           `json:"honba"`
	Sticks  int           `json:"sticks"`
	Scores  models.Points `json:"scores"`
	Tiles   int           `json:"tiles"` // in the walls; 0 when the table does not say
}

// readFilmStart reads ID.start.json beside ID.mjpeg.
func readFilmStart(path string) (*filmStart, error) {
	start := &filmStart{}
	about, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".start.json")
	if err != nil {
		return nil, fmt.Errorf("film: %w", err)
	}
	if err := json.Unmarshal(about, start); err != nil {
		return nil, fmt.Errorf("film %s: its start: %w", path, err)
	}
	if !(start.FPS > 0) {
		return nil, fmt.Errorf("film %s: its start says nothing of how many frames a second it has", path)
	}
	return start, nil
}

// watchFilm shows a film to a follower, frame after frame, and tells what has changed in
// each. Pictures that cannot be read are skipped, as the daemon does.
func watchFilm(ctx context.Context, f *vision.Follower, path string, fps float64, each func(at time.Duration, changes []watch.Change) error) error {
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
		at := time.Duration(float64(n) / fps * float64(time.Second))
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
