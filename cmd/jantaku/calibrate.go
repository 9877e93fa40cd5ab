package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/photo"
)

func newCalibrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "teach the program a club's tiles and cameras",
		Args:  usage(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCalibrateTilesCommand(), newCalibrateCameraCommand(), newCalibrateTableCommand(), newCalibrateRelearnCommand())
	return cmd
}

func newCalibrateTilesCommand() *cobra.Command {
	var out, labels, camera string
	var force bool
	cmd := &cobra.Command{
		Use:   "tiles --out FILE --labels labels.json [--calibration camera.json]",
		Short: "learn the faces of a set of tiles from labelled photographs",
		Long: `Learns the faces of a set of tiles from photographs whose tiles are known.

labels.json is {"photos": [{"file": "a.jpg", "rows": ["1m2m3m"], "boxes": [[[x, y, w, h]]]}]}:
rows top to bottom, tiles left to right as they stand in the picture. Boxes may be
absent; then each row is looked for with the number of tiles that it has, on any ground,
and all photographs together decide where it stands: show every face in two of them at
least. A photograph whose rows do not agree with the others is named and not learned from.
Where fewer than 99 of 100 tiles are read back nothing is written, unless with --force.

Three or more photographs of each face, from where the camera will stand, make a set that
reads well. Tiles whose label seems to be wrong are named, and not learned where two others
with that label say so.

With --calibration the photographs are of the table's own camera (jantaku calibrate
table), with nothing on the cloth but the rows: straight, tiles touching, a hand's
breadth between rows. A photograph says "place": 2 where the tiles stand upright for
place 2 rather than 1.`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" || labels == "" {
				return fmt.Errorf("%w: calibrate tiles needs --out and --labels", errUsage)
			}
			return calibrateTiles(cmd, out, labels, camera, force)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write the learned faces to")
	cmd.Flags().StringVar(&labels, "labels", "", "file that names the photographs and their tiles")
	cmd.Flags().StringVar(&camera, "calibration", "", "calibrated camera that took the photographs, from jantaku calibrate table")
	cmd.Flags().BoolVar(&force, "force", false, "write the faces although they are not read back as they were taught")
	return cmd
}

func calibrateTiles(cmd *cobra.Command, out, labels, camera string, force bool) error {
	list, err := photo.LoadLabels(labels)
	if err != nil {
		return err
	}
	var calibrated *calibration.Camera
	if camera != "" {
		if calibrated, err = calibration.LoadCamera(camera); err != nil {
			return err
		}
	}
	var photos []vision.LabelledPhoto
	for _, p := range list.Photos {
		labelled, err := list.Photo(p)
		if err != nil {
			return err
		}
		labelled.Camera = calibrated
		photos = append(photos, labelled)
	}
	faces, report, err := vision.Learn(cmd.Context(), photos, tellProgress(cmd.ErrOrStderr()))
	if err != nil {
		printUnused(cmd.ErrOrStderr(), report)
		return err
	}
	if !report.Learnt() && !force {
		printUnused(cmd.ErrOrStderr(), report)
		return fmt.Errorf("calibrate: %d of %d tiles are read back as they were taught, too few to rely on; nothing was written (--force writes it)", report.ReadBack, report.Shown)
	}
	if err := calibration.SaveFaces(out, faces); err != nil {
		return err
	}
	printLearned(cmd.OutOrStdout(), out, faces, report)
	return nil
}

// tellProgress says how far a long work is, every few seconds.
func tellProgress(w io.Writer) func(float64) {
	const every = 2 * time.Second
	told := time.Now()
	return func(done float64) {
		if time.Since(told) >= every {
			told = time.Now()
			fmt.Fprintf(w, "%3.0f %%\n", 100*done)
		}
	}
}

// printUnused names the photographs that were not learned from, and the tiles that look like
// other faces.
func printUnused(w io.Writer, report vision.Report) {
	for _, reason := range report.Unused {
		fmt.Fprintf(w, "not used: %s\n", reason)
	}
	for _, tile := range report.Disagree {
		fmt.Fprintf(w, "not read back: %s\n", tile)
	}
}

// printLearned says what was learned and what is missing or weak.
func printLearned(w io.Writer, out string, faces calibration.Faces, report vision.Report) {
	total := 0
	for _, n := range report.Samples {
		total += n
	}
	fmt.Fprintf(w, "%s: %d faces from %d tiles\n", out, len(faces.Faces), total)
	list := func(what string, tiles []models.Tile) {
		if len(tiles) == 0 {
			return
		}
		fmt.Fprintf(w, "%s:", what)
		for _, t := range tiles {
			fmt.Fprintf(w, " %v", t)
			if n := report.Samples[t]; n > 0 {
				fmt.Fprintf(w, "(%d)", n)
			}
		}
		fmt.Fprintln(w)
	}
	list("missing", report.Missing)
	list("weak, few samples", report.Weak)
	list("no flowers or red fives of these", report.Extras)
	if report.Sought > 0 {
		fmt.Fprintf(w, "%d of %d tiles are read back from the other photographs\n", report.ReadBack, report.Shown)
	}
	printUnused(w, report)
	for _, label := range report.Mislabelled {
		fmt.Fprintf(w, "not used, correct the label and learn again: %s\n", label)
	}
	for _, label := range report.Doubtful {
		fmt.Fprintf(w, "learned, but is the label right? %s\n", label)
	}
}
