package learn

import (
	"image"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
	"sync"
)

// What a face looks like before any photograph of it was seen is drawn: a third of the tiles of
// a real set look most like the drawing of their own face, and two thirds are among the five
// most alike. That is too little to read a tile, and enough to find where a row whose tiles are
// known stands. No drawing is ever learned.

// drawnWhite is the brightness of a bare drawn tile, which is not quite white.
const drawnWhite = 243

// drawnLook is a drawn face, one way up, as it is compared coarsely.
type drawnLook struct {
	tile   models.Tile
	coarse raster.Vector
}

// everyDrawnFace are the faces of every style, both ways up; they are always the same.
var everyDrawnFace = sync.OnceValue(func() (looks []drawnLook) {
	for tile := models.Tile(1); tile.HasFace(); tile++ {
		for _, style := range artwork.Styles() {
			up, down := faces.Of(tile, asSample(artwork.Face(style, tile)))
			looks = append(looks, drawnLook{tile, up.Coarse}, drawnLook{tile, down.Coarse})
		}
	}
	return looks
})

// asSample averages the picture of a whole face down to the size of a sample, which shows it
// without its rim.
func asSample(img *image.RGBA) []byte {
	wide, high := float64(img.Bounds().Dx())/raster.CellW, float64(img.Bounds().Dy())/raster.CellH
	out := make([]byte, 0, 3*faces.StoredW*faces.StoredH)
	for y := range faces.StoredH {
		for x := range faces.StoredW {
			left, top := float64(x+(raster.CellW-faces.StoredW)/2)*wide, float64(y+(raster.CellH-faces.StoredH)/2)*high
			out = append(out, meanOf(img, int(left), int(top), int(left+wide)+1, int(top+high)+1)...)
		}
	}
	return out
}

// meanOf is the mean of the pixels from (x0, y0) to before (x1, y1): blue, green, red, as shares
// of a bare tile.
func meanOf(img *image.RGBA, x0, y0, x1, y1 int) []byte {
	var sum [3]int
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			c := img.RGBAAt(x, y)
			sum[0], sum[1], sum[2] = sum[0]+int(c.B), sum[1]+int(c.G), sum[2]+int(c.R)
		}
	}
	out := make([]byte, 3)
	for k, v := range sum {
		out[k] = byte(min(v*255/drawnWhite/((x1-x0)*(y1-y0)), 255))
	}
	return out
}
