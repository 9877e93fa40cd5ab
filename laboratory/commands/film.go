package commands

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/trial/watching"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/vision/layout"
)

func newFilmCommand() *cobra.Command {
	o := filmFlags{Films: watching.Usual()}
	var out string
	cmd := &cobra.Command{
		Use:   "film --games FILE --out FOLDER",
		Short: "play recorded hands on the drawn table before a drawn camera",
		Long: `Films hands on the drawn table: of each an ID.mjpeg (JPEG after JPEG), an ID.start.json with
what the books know before a hand, and an ID.truth.jsonl with every event and the time at
which its tile lies still; and once camera.json and faces.json for the camera of the films.

  jantaku games --rules riichi --count 3 --seed 7 > games.jsonl
  jantaku film --games games.jsonl --out films --brisk

With --mode one way in which watching could fail is filmed by itself, in the hands in which it
can be seen. Those marked + are incidents, which --mix mixes in besides with a rate for each:
` + filmModes(),
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Games == "" || out == "" {
				return fmt.Errorf("%w: film needs --games FILE and --out FOLDER", usageerror.Err)
			}
			o.Taught = command.TellProgress(cmd.ErrOrStderr())
			o.Laying = func(id, profile string) (models.Laying, error) {
				book, err := books.Open(id, profile, nil)
				if err != nil {
					return models.Laying{}, err
				}
				return scoring.LayingOf(book), nil
			}
			return o.Shoot(cmd.Context(), out, cmd.OutOrStdout())
		},
	}
	o.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "folder to write to; it is made when it is missing")
	cmd.AddCommand(newFilmEvaluateCommand())
	return cmd
}

// filmFlags are the flags of filming.
type filmFlags struct{ watching.Films }

// add puts the flags of filming to a command.
func (o *filmFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.Games, "games", "", "records of hands, JSON lines, gzipped or not")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "the same seed films the same pictures")
	f.Float64Var(&o.Hardness, "hardness", o.Hardness, "light, angle and camera: 0 is easy, 1 the worst a club would play in")
	f.Float64Var(&o.FPS, "fps", 0, "frames a second; 0 is 8, or 5 with --brisk")
	f.StringVar(&o.Prints, "prints", "", "draw the faces of a real set: a folder with pictures such as 1m.png and 1m-2.png")
	f.StringVar(&o.Style, "style", o.Style, "set of tiles, A, B, C or D")
	f.StringVar(&o.Tile, "tile", o.Tile, "width, height and depth of a tile, mm: people lay them as their size lets them")
	f.StringVar(&o.Rivers, "rivers", o.Rivers, "how discards lie: sixes, free or heap")
	f.StringVar(&o.Mode, "mode", "", "film one failure mode by itself, see above")
	f.Float64Var(&o.Mix, "mix", 0, "how often, per hand, each incident among the modes happens besides (marked +)")
	f.BoolVar(&o.Brisk, "brisk", false, "play at the pace of the fastest clubs, with the fewest frames")
	f.IntVar(&o.Limit, "limit", 0, "film so many hands; 0 is all")
}

// filmModes lists the failure modes for people.
func filmModes() string {
	var list strings.Builder
	for _, m := range film.Modes() {
		mark := " "
		if m.Incident() {
			mark = "+"
		}
		fmt.Fprintf(&list, "%s %-20s %s\n", mark, m.Name, m.What)
	}
	return list.String()
}

func newFilmEvaluateCommand() *cobra.Command {
	t := watching.FilmTrial{}
	o := filmFlags{Films: watching.Usual()}
	var rules command.Rules
	var teach bool
	cmd := &cobra.Command{
		Use:   "evaluate --games FILE --tiles FILE|--teach",
		Short: "film hands, watch the films, and count what was told rightly",
		Long: `Films recorded hands and watches them without writing pictures. Prints events right, missed
and false; hands untouched (published without asking, and rightly), asked about and wrong;
what was asked; the seconds from a tile's rest to its being told; and the cost of watching as
a multiple of decoding every picture at full size.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Games == "" || (t.Tiles == "") == !teach {
				return fmt.Errorf("%w: film evaluate needs --games, and --tiles or --teach", usageerror.Err)
			}
			if _, err := o.Settings(); err != nil {
				return err
			}
			book, err := rules.Open()
			if err != nil {
				return err
			}
			o.Taught = command.TellProgress(cmd.ErrOrStderr())
			t.Films, t.Book, t.Game, t.Match = o.Films, book, gameOf(rules), rules.Match()
			t.Progress = usageerror.NewProgress(cmd.ErrOrStderr(), "hands watched")
			return t.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	o.add(cmd)
	rules.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&t.Tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	f.BoolVar(&teach, "teach", false, "teach the faces by lessons of the same camera first")
	f.Float64Var(&t.MaxError, "max-error", layout.DefaultOptions().MaxError, "probability of a wrong score that may be published")
	f.BoolVar(&t.JSONL, "jsonl", false, "print one JSON object per hand, and the sums at last")
	f.BoolVar(&t.Verbose, "verbose", false, "tell of every hand that was asked about or wrong, and of every tile that was not seen as it lay")
	f.Float64Var(&t.Restart, "restart", 0, "for how many seconds of each film the daemon is away, beginning anywhere in it; what it books then is told of its follower")
	f.StringVar(&t.Keep, "keep", "", "write what the eye reported to this file, for play evaluate --changes")
	return cmd
}
