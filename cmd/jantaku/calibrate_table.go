package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/vision/centre"
	"jantaku/vision/photo"
)

type calibrateTableFlags struct {
	out, corners, tile, lens, zones, draw, rules string
	side                                         float64
}

func newCalibrateTableCommand() *cobra.Command {
	var f calibrateTableFlags
	cmd := &cobra.Command{
		Use:   "table --out camera.json --corners \"X,Y X,Y X,Y X,Y\" --side MM PHOTO",
		Short: "say where the table lies in the pictures of its camera",
		Long: `Calibrates where the table lies in the pictures of a camera that is fixed over it.

Open a photograph of the empty table in any viewer and note the pixels of the four corners
of the cloth: near left, near right, far right, far left as the player at place 1 sees
them. With --side, the length of the cloth's side, and the size of the tiles, jantaku knows
where on the table everything is, and looks for hands in the zones of each place.

The central unit is what is no cloth about the middle: rivers begin at its end, and nobody
lays tiles down on it. Where tiles lie on the photograph it is not looked for.

--draw shows zones and unit on the photograph: look at it. Other zones than the usual ones are
given with --zones, a file with a list in the form of the "zones" of the result; a zone
that lies higher than the cloth, such as the rim, says so with "height".`,
		Args: command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, photos []string) error {
			if f.out == "" || f.corners == "" {
				return fmt.Errorf("%w: calibrate table needs --out and --corners", usageerror.Err)
			}
			return calibrateTable(cmd, f, photos[0])
		},
	}
	cmd.Flags().StringVar(&f.out, "out", "", "file to write the calibration to")
	cmd.Flags().StringVar(&f.corners, "corners", "", "pixels of the cloth's corners: near left, near right, far right, far left of place 1")
	cmd.Flags().Float64Var(&f.side, "side", 0, "length of a side of the cloth, mm")
	cmd.Flags().StringVar(&f.tile, "tile", calibration.UsualTile().String(), "width, height and depth of a tile, mm")
	cmd.Flags().StringVar(&f.rules, "rules", books.Default, "rule book, for hands of whose size the zones are: "+strings.Join(books.IDs(), ", "))
	cmd.Flags().StringVar(&f.lens, "lens", "", "lens of the camera, from jantaku calibrate camera")
	cmd.Flags().StringVar(&f.zones, "zones", "", "file with zones other than the usual ones")
	cmd.Flags().StringVar(&f.draw, "draw", "", "draw the zones and the central unit on the photograph into this PNG file")
	return cmd
}

func calibrateTable(cmd *cobra.Command, f calibrateTableFlags, picture string) error {
	data, err := os.ReadFile(picture)
	if err != nil {
		return err
	}
	shown, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s is no JPEG or PNG picture: %w", picture, err)
	}
	width, height := shown.Bounds().Dx(), shown.Bounds().Dy()
	corners, err := parseCorners(f.corners)
	if err != nil {
		return err
	}
	tile, err := calibration.ParseTile(f.tile)
	if err != nil {
		return fmt.Errorf("%w: --tile: %w", usageerror.Err, err)
	}
	var lens *calibration.Lens
	if f.lens != "" {
		file, err := loadLens(f.lens)
		if err != nil {
			return err
		}
		if file.Width != width || file.Height != height {
			return fmt.Errorf("%s is for pictures of %d×%d pixels, %s has %d×%d; take it with the same mode", f.lens, file.Width, file.Height, picture, width, height)
		}
		lens = &file.Lens
	}
	c, err := calibration.FromCorners(width, height, corners, f.side, tile, lens)
	if err != nil {
		return err
	}
	book, known := books.All()[f.rules]
	if !known {
		return fmt.Errorf("%w: --rules %q is not one of %s", usageerror.Err, f.rules, strings.Join(books.IDs(), ", "))
	}
	if c.Unit, err = centre.Find(shown, c); err != nil {
		return err
	}
	c.Fit(book.Desk.Hand)
	if f.zones != "" {
		if c.Zones, err = loadZones(f.zones); err != nil {
			return err
		}
	}
	if err := c.Save(f.out); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: cloth of %.0f mm, a tile near place 1 is %.0f pixels wide, %d zones\n", f.out, c.Side, photo.TileWidth(c), len(c.Zones))
	if c.Unit == nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "no central unit is seen on an empty cloth; the zones are those of a usual table")
	}
	if lens == nil {
		if _, err := c.Plane(tile.Depth); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "the camera looks so steeply down that its height cannot be told from the cloth; calibrate the lens too (jantaku calibrate camera) for millimetres that are exact")
		}
	}
	if f.draw == "" {
		return nil
	}
	return photo.DrawZones(f.draw, data, c)
}

// parseCorners reads four points such as "100,900 1800,905 1500,120 420,118".
func parseCorners(text string) (corners [4]models.Point, err error) {
	words := strings.Fields(strings.ReplaceAll(text, ";", " "))
	if len(words) != 4 {
		return corners, fmt.Errorf("%w: --corners names %d points, four are needed", usageerror.Err, len(words))
	}
	for i, word := range words {
		if _, err := fmt.Sscanf(word, "%f,%f", &corners[i].X, &corners[i].Y); err != nil {
			return corners, fmt.Errorf("%w: corner %q is not such as 100,900", usageerror.Err, word)
		}
	}
	return corners, nil
}

func loadZones(path string) (zones []calibration.Zone, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &zones); err != nil {
		return nil, fmt.Errorf("%s: zones: %w", path, err)
	}
	return zones, nil
}
