package main

import (
	"fmt"
	"image"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/checkup"
	"jantaku/internal/command"
	"jantaku/internal/setup"
	"jantaku/internal/usageerror"
	"jantaku/vision/camera"
)

func newCalibrateCheckupCommand() *cobra.Command {
	var tiles, calibrated, lang string
	cmd := &cobra.Command{
		Use:   "checkup --calibration camera.json [--tiles tiles.json] PICTURE [PICTURE]",
		Short: "what of room and camera costs tiles: lamps that are mirrored, pixels, blur, noise, bands, uneven light, angle",
		Long: "Looks at a picture of a table with rivers, and a second one of the same for bands of lamps, and says what is so, what\n" +
			"share of tiles it costs by what the laboratory measured (docs/hardware.md), and what helps. Light and lamps are looked for with\n" +
			"--tiles, where a dozen tiles lie face up. Also a button of /setup, which marks the places in the picture.",
		Args: command.Args(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, pictures []string) error {
			if calibrated == "" {
				return fmt.Errorf("%w: checkup needs --calibration", usageerror.Err)
			}
			words, err := wordsIn(lang)
			if err != nil {
				return err
			}
			c, err := calibration.LoadCamera(calibrated)
			if err != nil {
				return err
			}
			r := checkup.Room{Camera: c}
			for i, name := range pictures {
				data, err := os.ReadFile(name)
				if err != nil {
					return err
				}
				var img image.Image
				if img, err = (camera.Frame{Data: data, Source: name}).Picture(); err != nil {
					return err
				}
				if r.Pictures = append(r.Pictures, img); i > 0 || tiles == "" {
					continue
				}
				faces, err := calibration.LoadFaces(tiles)
				if err != nil {
					return err
				}
				reading, err := setup.InProcess{}.Survey(cmd.Context(), faces, c, data)
				if err != nil {
					return err
				}
				r.Tiles = checkup.TilesOf(reading.Zones)
				if r.Ink, err = checkup.InkOf(faces); err != nil {
					return err
				}
			}
			findings, err := checkup.Look(r)
			if err != nil {
				return err
			}
			for _, f := range findings {
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", gradeText(words, f.Grade), checkupText(words, f))
			}
			if !checkup.Enough(r.Tiles) {
				fmt.Fprintln(cmd.OutOrStdout(), words["room.few"])
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&calibrated, "calibration", "", "calibrated camera, from jantaku calibrate table")
	cmd.Flags().StringVar(&tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	addLang(cmd, &lang)
	return cmd
}

// gradeText is a grade in the words of the page.
func gradeText(words map[string]string, g checkup.Grade) string {
	return words["setup.mark-"+map[checkup.Grade]string{checkup.Green: "ok", checkup.Yellow: "advice", checkup.Red: "fault"}[g]]
}

// checkupText is a finding in words, and what helps where it costs something.
func checkupText(words map[string]string, f checkup.Finding) string {
	n, code := fmt.Sprintf("%.0f", f.Value), string(f.Code)
	switch f.Code {
	case checkup.Blur, checkup.Bands, checkup.Lamp:
		n = fmt.Sprintf("%.0f", 100*f.Value)
	case checkup.Uneven, checkup.Noise:
		n = fmt.Sprintf("%.1f", f.Value)
	}
	text := strings.NewReplacer("{n}", n, "{place}", fmt.Sprint(f.Place), "{tiles}", fmt.Sprint(f.Tiles), "{cost}", fmt.Sprintf("%.0f", 100*f.Cost)).Replace(words["room."+code] + " " + words["room.cost"])
	if f.Grade != checkup.Green {
		text += " " + words["room."+code+"-helps"]
	}
	return text
}
