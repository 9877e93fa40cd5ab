package commands

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/records"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/trial"
	"jantaku/laboratory/trial/fit"
	"jantaku/models"
	"jantaku/vision/photo"
	"jantaku/vision/play/prior"
)

// newPlayFitCommand makes "play fit".
func newPlayFitCommand() *cobra.Command {
	var games, changes, labels []string
	cmd := &cobra.Command{
		Use:   "fit [--games FILE]... [--changes FILE]... [--labels labels.json]...",
		Short: "count how often what the course of a hand assumes is so",
		Long: `Counts how people play in records of hands, how the eye errs in what it reported of films
(film evaluate --keep), and how hands are laid in the rows of labelled photographs. Prints for every
figure of vision/play the standard value, the value fitted to every second hand, the bounds by all
hands, and how much likelier the fitted value makes the hands that were left out than the standard one.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if len(games)+len(changes)+len(labels) == 0 {
				return fmt.Errorf("%w: one of --games, --changes and --labels is needed", usageerror.Err)
			}
			counts := fit.New(prior.Standard())
			for _, path := range games {
				if err := fitRecords(counts, path); err != nil {
					return err
				}
			}
			for _, path := range changes {
				if err := fitFilms(counts, path); err != nil {
					return err
				}
			}
			for _, path := range labels {
				if err := fitRows(counts, path); err != nil {
					return err
				}
			}
			counts.Print(cmd.OutOrStdout())
			return nil
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&games, "games", nil, "records of hands, one a line; may be repeated")
	f.StringArrayVar(&changes, "changes", nil, "what an eye reported of films; may be repeated")
	f.StringArrayVar(&labels, "labels", nil, "labelled photographs of hands; may be repeated")
	return cmd
}

func fitRecords(counts *fit.Counts, path string) error {
	n := 0
	return records.Each(path, os.Stdin, func(line []byte) error {
		r, err := models.ParseRecord(line)
		if err != nil {
			return err
		}
		counts.Record(n, r)
		n++
		return nil
	})
}

func fitFilms(counts *fit.Counts, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	n := 0
	return trial.EachFilmed(file, func(t *trial.Filmed) error {
		counts.Film(n, t)
		n++
		return nil
	})
}

// fitRows counts the rows of photographs that are long enough to show how a hand is laid. The same
// hand photographed again counts once.
func fitRows(counts *fit.Counts, path string) error {
	const least = 9 // tiles
	all, err := photo.LoadLabels(path)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, p := range all.Photos {
		rows, err := p.Tiles()
		if err != nil {
			return err
		}
		for _, row := range rows {
			var tiles models.Tiles
			for _, t := range row {
				if t.IsKind() {
					tiles = append(tiles, t)
				}
			}
			if text := fmt.Sprint(row); len(tiles) >= least && !seen[text] {
				counts.Row(len(seen), tiles)
				seen[text] = true
			}
		}
	}
	return nil
}
