package commands

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	scene "jantaku/laboratory/scene/dice"
	"jantaku/laboratory/trial/rolls"
)

// newSceneDiceCommand draws dice and reads them.
func newSceneDiceCommand() *cobra.Command {
	r := rolls.Rolls{Count: 100, Dice: 2, Seed: 1, Jobs: 1}
	var kinds []string
	cmd := &cobra.Command{
		Use:   "dice",
		Short: "draw dice in the middle of tables, read them, and tell how many were read",
		Long: `Draws the middle of tables with dice, plain, under a dome, under lamps and on a white plate, and reads them. A roll can be read
where what is not saturated of all tops tells their values from all others, to one who knows how they lie. With --keep the pictures
of rolls that are sure and wrong are written to a folder, each with what was drawn and what was read.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, word := range kinds {
				kind := slices.IndexFunc(scene.Kinds(), func(k string) bool { return strings.HasSuffix(k, word) && word != "" })
				if kind < 0 {
					return fmt.Errorf("%w: --kind %q is none of %s", usageerror.Err, word, strings.Join(scene.Kinds(), ", "))
				}
				r.Kinds = append(r.Kinds, kind)
			}
			if r.Count < 1 || r.Jobs < 1 || r.Dice < 1 || r.Dice > 4 {
				return fmt.Errorf("%w: --count and --jobs are 1 or more, --dice 1 to 4", usageerror.Err)
			}
			if r.Keep != "" {
				if err := os.MkdirAll(r.Keep, 0o755); err != nil {
					return err
				}
			}
			r.Progress = usageerror.NewProgress(cmd.ErrOrStderr(), "rolls read")
			return r.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.IntVar(&r.Count, "count", r.Count, "rolls of each kind")
	f.IntVar(&r.Dice, "dice", r.Dice, "dice of each roll, 1 to 4")
	f.Uint64Var(&r.Seed, "seed", r.Seed, "of the first; the same seed draws the same pictures")
	f.StringSliceVar(&kinds, "kind", nil, "plain, dome, lamps, plate, pips, overexposed; all when left out")
	f.IntVar(&r.Jobs, "jobs", r.Jobs, "rolls that are read at once")
	f.StringVar(&r.Keep, "keep", "", "folder for pictures of rolls that are sure and wrong")
	f.BoolVar(&r.Asked, "asked", false, "with --keep: also of those that can be read and are asked about")
	return cmd
}
