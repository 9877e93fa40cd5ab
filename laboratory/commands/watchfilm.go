package commands

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/trial/watching"
	"jantaku/scoring"
	"jantaku/vision"
	"jantaku/vision/layout"
	"jantaku/vision/plane"
)

// watchFlags say how films are watched.
type watchFlags struct {
	rules              command.Rules
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
		Args: command.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, films []string) error {
			if f.tiles == "" || f.calibration == "" {
				return fmt.Errorf("%w: watch needs --tiles and --calibration", usageerror.Err)
			}
			f.chosen = cmd.Flags().Changed("rules")
			return f.run(cmd.Context(), cmd.OutOrStdout(), films)
		},
	}
	f.rules.Add(cmd)
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
	if _, err := plane.NewTable(c); err != nil {
		return fmt.Errorf("%s: %w", f.calibration, err)
	}
	w := watching.Watcher{Reader: reader, Camera: c, Changes: f.changes, Book: f.book, Begin: f.hand}
	for _, film := range films {
		if err := w.Film(ctx, out, film); err != nil {
			return err
		}
	}
	return nil
}

// book is the rule book of the flags or, without, of a film.
func (f *watchFlags) book(start *watching.Start) (scoring.Ruleset, error) {
	flags := f.of(start)
	return flags.Open()
}

// hand begins the hand of a film.
func (f *watchFlags) hand(start *watching.Start, book scoring.Ruleset) (*watching.Hand, error) {
	game, err := gameOf(f.of(start))(start.Tiles)
	if err != nil {
		return nil, err
	}
	return start.Hand(book, game, f.maxError)
}

// of are the rules of a film: those of the flags or, where they name no book, its own.
func (f *watchFlags) of(start *watching.Start) command.Rules {
	flags := f.rules
	if !f.chosen && start.Rules != "" {
		flags.ID, flags.Profile = start.Rules, start.Profile
	}
	return flags
}
