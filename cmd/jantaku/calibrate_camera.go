package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/models/atomicfile"
	"jantaku/vision/lens"
)

// lensFile is a calibrated lens with the size of the pictures it makes.
type lensFile struct {
	Width  int              `json:"width"`
	Height int              `json:"height"`
	Lens   calibration.Lens `json:"lens"`
}

func newCalibrateCameraCommand() *cobra.Command {
	var out, board string
	var square float64
	cmd := &cobra.Command{
		Use:   "camera --out lens.json --board 9x6 --square MM PHOTO...",
		Short: "calibrate the lens from photographs of a chessboard",
		Long: `Calibrates the lens of the camera from photographs of a printed chessboard.

Print a chessboard, glue it on something flat, and photograph it with the camera of the
table ten times or more: near and far, in the middle and in every corner of the picture,
tilted each way. --board counts inner corners: a board of 10 by 7 squares is 9x6.
The result goes into jantaku calibrate table --lens.`,
		Args: command.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, photos []string) error {
			b := lens.Board{Square: square}
			if _, err := fmt.Sscanf(board, "%dx%d", &b.Cols, &b.Rows); err != nil || b.Cols < 3 || b.Rows < 3 || b.Cols > 50 || b.Rows > 50 || !(square > 0) || out == "" {
				return fmt.Errorf("%w: calibrate camera needs --out, --board such as 9x6 and --square in millimetres", usageerror.Err)
			}
			return calibrateCamera(cmd, out, b, photos)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write the lens to")
	cmd.Flags().StringVar(&board, "board", "9x6", "inner corners of the chessboard, across and down")
	cmd.Flags().Float64Var(&square, "square", 25, "length of a square, mm")
	return cmd
}

func calibrateCamera(cmd *cobra.Command, out string, b lens.Board, photos []string) error {
	var images []lens.Image
	for _, path := range photos {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		images = append(images, lens.Image{Name: path, Data: data})
	}
	lens, report, err := lens.Calibrate(images, b, usageerror.NewProgress(cmd.ErrOrStderr(), "photographs looked at"))
	for _, reason := range report.Unused {
		fmt.Fprintf(cmd.ErrOrStderr(), "not used: %s\n", reason)
	}
	if err != nil {
		return fmt.Errorf("calibrate camera: %w", err)
	}
	data, err := json.MarshalIndent(lensFile{report.Width, report.Height, lens}, "", " ")
	if err != nil {
		return err
	}
	if err := atomicfile.WriteFile(out, append(data, '\n'), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %d photographs of %d×%d, corners %.2f pixels off on average, focal length %.0f pixels\n",
		out, report.Used, report.Width, report.Height, report.Error, lens.FX)
	return nil
}

// loadLens reads a file of calibrate camera and checks it.
func loadLens(path string) (lensFile, error) {
	var f lensFile
	data, err := os.ReadFile(path)
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return f, fmt.Errorf("%s: %w; make it with jantaku calibrate camera", path, err)
	}
	if err := f.Lens.Validate(f.Width, f.Height); err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}
