package proposal

import (
	"errors"
	"sync"

	"jantaku/models"
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
	// cloth is what lies below the tiles, looked at when it is asked for first; nil where it is not known, as in a bare picture: tiles may be no lighter
	// than that.
	cloth func() *cloth
	// Watch, if set, hears what every start of a search shows.
	Watch Watcher
	// Looks counts the poses in which tiles were compared with faces in all detail.
	Looks int
	// Windows counts the windows of sheets that were compared with all faces.
	Windows int
}

// Watcher hears what was seen at a point, mm: the face with print that it is most like, models.NoTile for none, and how much. It reports whether to go on
// looking.
type Watcher interface {
	Saw(at models.Point, face models.Tile, sim float64) bool
}

// ErrNotShown is the error of a search in a picture that was given up because it does not show the faces that were taught.
var ErrNotShown = errors.New("none of the taught faces is shown")

// watched tells the watcher what a start showed.
func (p *Picture) watched(at models.Point, face models.Tile, sim float64) error {
	if p.Tiles.Match.IsBlank(face) {
		face = models.NoTile // anything light and even is like one
	}
	if p.Watch != nil && !p.Watch.Saw(at, face, sim) {
		return ErrNotShown
	}
	return nil
}

// NewTable prepares the reading of places in a picture of a calibrated table. Stages may be nil.
func NewTable(tiles *faces.Learned, stages Stages, p *raster.Picture, t *plane.Table) (*Picture, error) {
	out := NewPicture(tiles, stages, p, t)
	view, err := t.Camera.View(0)
	if err != nil {
		return nil, err
	}
	out.cloth = sync.OnceValue(func() *cloth { return clothOf(&view, t.Camera.Side, p, out.light) })
	return out, nil
}

// Anywhere reports whether the tiles may lie on a ground that is no darker than they are, as in a bare picture: what is as light as the
// ground is compared with the faces, too.
func (p *Picture) Anywhere() bool { return p.cloth == nil }

// leastAt is the least light of a tile that shows its face at a point of the table, 0 to 255.
func (p *Picture) leastAt(at models.Point) float64 {
	least := UsualPlace.White * p.light
	if p.cloth != nil {
		least = max(least, p.cloth().leastAt(at))
	}
	return least
}

// NewPicture prepares the reading of places in a plane of which nothing but its tiles is known. Stages may be nil.
func NewPicture(tiles *faces.Learned, stages Stages, p *raster.Picture, t *plane.Table) *Picture {
	return &Picture{Tiles: tiles, stages: stages, Table: t, Raster: p, light: raster.BrightLevel(p.Levels[0].Some(raster.ExposurePixels))}
}
