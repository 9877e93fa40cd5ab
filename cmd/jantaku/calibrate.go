package main

import (
	"bufio"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
)

func newCalibrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "teach the program a club's tiles and cameras",
		Args:  command.Args(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCalibrateTilesCommand(), newCalibrateCameraCommand(), newCalibrateTableCommand(), newCalibrateRelearnCommand(), newCalibrateValuesCommand(), newCalibrateCheckupCommand())
	return cmd
}

func newCalibrateTilesCommand() *cobra.Command {
	var out, labels, camera, seen, from, extras, force string
	var guided bool
	cmd := &cobra.Command{
		Use:   "tiles --out FILE {--labels labels.json | --guide [--from CAMERA]} [--calibration camera.json]",
		Short: "learn the faces of a set of tiles from labelled photographs, or step by step",
		Long: `Learns the faces of a set of tiles from photographs whose tiles are known.

labels.json is {"photos": [{"file": "a.jpg", "rows": ["1m2m3m"], "boxes": [[[x, y, w, h]]]}]}:
rows top to bottom, tiles left to right as they stand in the picture. Boxes may be
absent; then each row is looked for with the number of tiles that it has, on any ground,
and all photographs together decide where it stands: show every face in two of them at
least. A photograph whose rows do not agree with the others is named and not learned from;
a picture of what was seen in it is drawn into a folder beside the output, or --seen.
Where fewer than 99 of 100 tiles are read back, each compared with what the other photographs
show, a label seems to be wrong and too few others tell, or a face is shown by one photograph alone,
nothing is written. It says which faces that are and which row would show them once more. Who has
looked at what is named and drawn and finds all labels right says so with --force and those faces.

With --guide nothing is labelled: it says which rows to lay, nine photographs of one row for
a set of up to 45 faces, takes them from a camera as Enter is pressed, or from a folder of
pictures in the order of their names, and asks again for what is still weak. --extras names
the red fives and flowers of the set, such as 0m0p0s12345678f. What was taken is kept in a
folder beside the output, and the same command goes on where it was stopped. Without --from
it prints the rows.

Three or more photographs of each face, from where the camera will stand, make a set that
reads well. Tiles whose label seems to be wrong are named, and not learned where two others
with that label say so.

With --calibration the photographs are of the table's own camera (jantaku calibrate
table), with nothing on the cloth but the rows: straight, tiles touching, a hand's
breadth between rows. A photograph says "place": 2 where the tiles stand upright for
place 2 rather than 1.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" && (!guided || from != "") || (labels == "") == !guided {
				return fmt.Errorf("%w: calibrate tiles needs --out and one of --labels and --guide", usageerror.Err)
			}
			calibrated, err := loadCalibrated(camera)
			if err != nil {
				return err
			}
			if guided {
				g := guide{out: out, camera: calibrated, in: bufio.NewReader(cmd.InOrStdin()), say: cmd.OutOrStdout(), log: cmd.ErrOrStderr()}
				return calibrateGuided(cmd.Context(), g, extras, from)
			}
			if seen == "" {
				seen = strings.TrimSuffix(out, filepath.Ext(out)) + "-seen"
			}
			said, err := models.ParseTiles(force)
			if err != nil {
				return fmt.Errorf("%w: --force: %w", usageerror.Err, err)
			}
			return calibrateTiles(cmd, tilesLesson{out, labels, seen, calibrated, said})
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write the learned faces to")
	cmd.Flags().StringVar(&labels, "labels", "", "file that names the photographs and their tiles")
	cmd.Flags().StringVar(&camera, "calibration", "", "calibrated camera that took the photographs, from jantaku calibrate table")
	cmd.Flags().StringVar(&seen, "seen", "", "folder for pictures of what was seen in photographs that are not used; beside the output by default")
	cmd.Flags().BoolVar(&guided, "guide", false, "say which rows to lay, take the photographs, and ask again for what is weak")
	cmd.Flags().StringVar(&from, "from", "", "where --guide takes photographs: a folder, or a camera as in camera.source")
	cmd.Flags().StringVar(&extras, "extras", "", "red fives and flowers of the set for --guide, such as 0m0p0s12345678f")
	cmd.Flags().StringVar(&force, "force", "", "faces whose labels somebody has found right, such as 3s15f, although they are not read back, in doubt or not confirmed")
	return cmd
}

// loadCalibrated loads a calibrated camera, nil where none is named.
func loadCalibrated(path string) (*calibration.Camera, error) {
	if path == "" {
		return nil, nil
	}
	return calibration.LoadCamera(path)
}

// tilesLesson is what calibrate tiles learns from and where it writes.
type tilesLesson struct {
	out, labels, seen string
	camera            *calibration.Camera
	said              models.Tiles // faces whose labels a person has found right
}

func calibrateTiles(cmd *cobra.Command, l tilesLesson) error {
	photos, err := photo.LoadAll(l.labels)
	if err != nil {
		return err
	}
	for i := range photos {
		photos[i].Camera = l.camera
	}
	faces, report, learning := learn.Faces(cmd.Context(), photos, command.TellProgress(cmd.ErrOrStderr()))
	if err := drawNamed(l.seen, photos, report, func(path string) { fmt.Fprintf(cmd.ErrOrStderr(), "seen: %s\n", path) }); err != nil {
		return err
	}
	if learning != nil {
		photo.ShowUnused(cmd.ErrOrStderr(), report)
		return learning
	}
	if !report.Learnt(l.said...) {
		photo.ShowUnused(cmd.ErrOrStderr(), report)
		printLabels(cmd.ErrOrStderr(), report)
		return nothingWritten(cmd.ErrOrStderr(), report, l.seen)
	}
	if err := calibration.SaveFaces(l.out, faces); err != nil {
		return err
	}
	printLearned(cmd.OutOrStdout(), l.out, faces, report)
	for _, t := range report.Open() {
		fmt.Fprintf(cmd.OutOrStdout(), "%v is learned as it is labelled, because --force says that its labels are right\n", t)
	}
	return nil
}
