package proposal

import (
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// Picture is a decoded picture of a calibrated table, of which single places can be read. It is
// good until its reader opens or reads another.
type Picture struct {
	Tiles  *faces.Learned
	stages Stages
	Table  *plane.Table
	Raster *raster.Picture
	// light is that of a white tile in the picture, 0 to 255.
	light float64
	// Lit are tiles that showed their faces, in this picture or shortly before: they tell how light lies upon others.
	Lit []Lit
	// Anywhere tells that the tiles may lie on a ground that is no darker than they are, as in a bare picture: what is as light as
	// the ground is compared with the faces, too.
	Anywhere bool
	// Looks counts the poses in which tiles were compared with faces in all detail.
	Looks int
	// Windows counts the windows of sheets that were compared with all faces.
	Windows int
}

// NewPicture prepares the reading of places in a picture of a table. Stages may be nil.
func NewPicture(tiles *faces.Learned, stages Stages, p *raster.Picture, t *plane.Table) *Picture {
	return &Picture{Tiles: tiles, stages: stages, Table: t, Raster: p, light: raster.BrightLevel(p.Levels[0].Some(raster.ExposurePixels))}
}
