package main

import (
	"fmt"
	"image"
	_ "image/jpeg" // pictures are JPEG
	_ "image/png"  // or PNG
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/vision/dice"
)

func newRecognizeDiceCommand() *cobra.Command {
	var edge, scale, across float64
	var calibrated string
	var count int
	cmd := &cobra.Command{
		Use:   "dice --edge MM (--calibration FILE | --scale PX) PICTURE...",
		Short: "read dice that lie still in the middle of a table",
		Long: "Reads the pips of dice from the pictures of the table's own camera (--calibration), or from pictures of the middle of a table\n" +
			"straight from above whose scale is known (--scale, pixels per mm on the tops). A roll is sure or a question; a face that is\n" +
			"overexposed, or in the mirror image of a lamp, is a question.",
		Args: command.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, pictures []string) error {
			if !(edge >= 5 && edge <= 40) || (calibrated == "") == (scale == 0) || scale < 0 || scale > 50 || !(across >= 30 && across <= 500) || count < 1 || count > 8 {
				return fmt.Errorf("%w: dice needs --edge (5 to 40), one of --calibration and --scale (up to 50), --across 30 to 500 and --count 1 to 8", usageerror.Err)
			}
			var camera *calibration.Camera
			if calibrated != "" {
				var err error
				if camera, err = calibration.LoadCamera(calibrated); err != nil {
					return err
				}
			}
			for _, name := range pictures {
				in, err := openDice(name, camera, edge, scale, across)
				if err != nil {
					return err
				}
				tellDice(cmd.OutOrStdout(), name, dice.Read(in, count, dice.Usual()), count)
			}
			return nil
		},
	}
	cmd.Flags().Float64Var(&edge, "edge", 0, "edge of the dice, mm")
	cmd.Flags().StringVar(&calibrated, "calibration", "", "calibrated camera, from jantaku calibrate table")
	cmd.Flags().Float64Var(&scale, "scale", 0, "pixels per mm, of pictures straight from above")
	cmd.Flags().Float64Var(&across, "across", 160, "with --calibration: width of the square in the middle that is looked at, mm")
	cmd.Flags().IntVar(&count, "count", 2, "how many dice there are")
	return cmd
}

func openDice(name string, camera *calibration.Camera, edge, scale, across float64) (dice.Picture, error) {
	f, err := os.Open(name)
	if err != nil {
		return dice.Picture{}, err
	}
	defer f.Close()
	config, _, err := image.DecodeConfig(f)
	if err == nil && config.Width*config.Height > 64<<20 {
		err = fmt.Errorf("%d×%d pixels are not a camera's", config.Width, config.Height)
	}
	var img image.Image
	if err == nil {
		if _, err = f.Seek(0, io.SeekStart); err == nil {
			img, _, err = image.Decode(f)
		}
	}
	if err != nil {
		return dice.Picture{}, fmt.Errorf("%s: %w", name, err)
	}
	if camera == nil {
		return dice.Picture{Image: img, Scale: scale, Edge: edge}, nil
	}
	return dice.OnTable(img, camera, calibration.Dice{Edge: edge, Across: across})
}

func tellDice(out io.Writer, name string, all []dice.Die, count int) {
	var values []string
	sure := len(all) == count
	for _, one := range all {
		values = append(values, fmt.Sprint(one.Value))
		sure = sure && one.Sure
	}
	word := "asked"
	if sure {
		word = "sure"
	}
	fmt.Fprintf(out, "%s\t%s\t%s\n", name, word, strings.Join(values, " "))
}
