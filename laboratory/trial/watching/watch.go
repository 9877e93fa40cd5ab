package watching

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

	"jantaku/calibration"
	"jantaku/internal/recorder"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/vision"
	"jantaku/vision/camera"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// Watcher watches films as the daemon watches its camera.
type Watcher struct {
	Reader *vision.Reader
	Camera *calibration.Camera
	// Changes tells every tile that came, went or was turned, instead of the hand.
	Changes bool
	// Book is the rule book of a film, and Begin begins its hand; see [Start.Hand].
	Book  func(*Start) (scoring.Ruleset, error)
	Begin func(*Start, scoring.Ruleset) (*Hand, error)
}

// Hand begins the hand of a film by a rule book; the game is what following depends on in it.
func (s *Start) Hand(book scoring.Ruleset, game *prior.Game, maxError float64) (*Hand, error) {
	begins, err := s.play()
	if err != nil {
		return nil, err
	}
	return NewHand(book, game, begins, maxError), nil
}

// Film watches one film and tells of it in JSON lines.
func (w *Watcher) Film(ctx context.Context, out io.Writer, film string) error {
	follower, err := vision.NewFollower(w.Reader, w.Camera, watch.Usual())
	if err != nil {
		return err
	}
	defer follower.Close()
	start, err := readStart(film)
	if err != nil {
		return err
	}
	book, err := w.Book(start)
	if err != nil {
		return fmt.Errorf("film %s: %w", film, err)
	}
	follow := func(ctx context.Context, at time.Duration, picture []byte) ([]watch.Change, error) {
		return follower.Follow(ctx, at, scoring.HandSize(book), picture)
	}
	lines := json.NewEncoder(out)
	if w.Changes {
		return watchFilm(ctx, follow, film, start, func(_ time.Duration, changes []watch.Change) error {
			return encodeEach(lines, changes, func(c *watch.Change) any { return reported(c) })
		})
	}
	hand, err := w.Begin(start, book)
	if err != nil {
		return fmt.Errorf("film %s: %w", film, err)
	}
	move := func(m *models.Move) any { return m }
	err = watchFilm(ctx, follow, film, start, func(_ time.Duration, changes []watch.Change) error {
		return encodeEach(lines, hand.Hears(changes), move)
	})
	if err != nil {
		return err
	}
	rest, last, _ := hand.Ends()
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

// Start is what is read of a film's ID.start.json.
type Start struct{ recorder.Start }

// at is when a picture of the film was taken.
func (s *Start) at(picture int) time.Duration {
	seconds := float64(picture) / s.FPS
	if picture < len(s.At) {
		seconds = s.At[picture]
	}
	return time.Duration(seconds * float64(time.Second))
}

// readStart reads ID.start.json beside ID.mjpeg.
func readStart(path string) (*Start, error) {
	start := &Start{}
	about, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".start.json")
	if err != nil {
		return nil, fmt.Errorf("film: %w", err)
	}
	if err := json.Unmarshal(about, start); err != nil {
		return nil, fmt.Errorf("film %s: its start: %w", path, err)
	}
	if !(start.FPS > 0) && len(start.At) == 0 {
		return nil, fmt.Errorf("film %s: its start says nothing of how many frames a second it has", path)
	}
	return start, nil
}

// watchFilm shows a film to who follows it, frame after frame, and tells what has changed in
// each. Pictures that cannot be read are skipped, as the daemon does.
func watchFilm(ctx context.Context, follow func(context.Context, time.Duration, []byte) ([]watch.Change, error), path string, start *Start, each func(at time.Duration, changes []watch.Change) error) error {
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
		if start.FPS == 0 && n >= len(start.At) {
			return nil // the film was cut off while it was written
		}
		at := start.at(n)
		n++
		changes, err := follow(ctx, at, picture)
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

// reportedChange is a change as `jantaku watch --changes` reports it.
type reportedChange struct {
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

func reported(c *watch.Change) reportedChange {
	t := reportedChange{
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
