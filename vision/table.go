package vision

import (
	"context"

	"jantaku/models"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
	"jantaku/vision/raster"
)

// ReadTable finds and reads the tiles that lie in the zones of a place: rows away
// from the owner first, tiles left to right for the owner, each with its millimetres.
// Without a place it looks at all four and gives the one that shows a hand.
//
// An error about the picture is a *models.ReadingError with a code of [Reader.Read],
// wrong-size, or which-hand where more than one place shows a hand.
func (r *Reader) ReadTable(ctx context.Context, image []byte, t *plane.Table, place models.Place) ([][]models.Sighting, models.Place, error) {
	p, err := r.Open(image, t)
	if err != nil {
		return nil, 0, err
	}
	h := &hands{Picture: p}
	return handOf(place, func(place models.Place) ([][]models.Sighting, error) { return h.arranged(ctx, place) })
}

// Open decodes a picture of a table once, for any number of places to be read in it. An error
// about the picture is a *models.ReadingError with a code of [Reader.Read], or wrong-size.
func (r *Reader) Open(image []byte, t *plane.Table) (*proposal.Picture, error) {
	if err := t.Fits(image); err != nil {
		return nil, err
	}
	p, err := raster.Decode(image, r.film)
	if err != nil {
		return nil, err
	}
	if err := p.Exposure(); err != nil {
		return nil, err
	}
	if t.Fine {
		if err := p.Shrink(); err != nil {
			return nil, err
		}
	}
	return proposal.NewTable(r.tiles, r.Stages, p, t)
}

// handOf reads the hand of a place, or where none is given of the place that shows one.
func handOf(place models.Place, read func(models.Place) ([][]models.Sighting, error)) ([][]models.Sighting, models.Place, error) {
	if place == 0 {
		return anyHand(read)
	}
	rows, err := read(place)
	if err == nil && len(rows) == 0 {
		err = raster.Problem("no-tiles", "no tiles were found in the hand zone of place %d; is the hand in it, and does the calibration still fit?", place)
	}
	return rows, place, err
}

// leastHand is how many faces are a hand that somebody laid down: tiles face down are
// none.
const leastHand = 10

func anyHand(read func(models.Place) ([][]models.Sighting, error)) (best [][]models.Sighting, at models.Place, err error) {
	most, hands := 0, 0
	for i := range models.Places {
		rows, err := read(models.PlaceAt(i))
		if err != nil {
			return nil, 0, err
		}
		n := 0
		for _, row := range rows {
			for _, s := range row {
				if s.Confidence > .5 {
					n++
				}
			}
		}
		if n >= leastHand {
			hands++
		}
		if n > most {
			best, at, most = rows, models.PlaceAt(i), n
		}
	}
	switch {
	case most == 0:
		return nil, 0, raster.Problem("no-tiles", "no tiles were found in any hand zone; is the hand in view, and does the calibration still fit?")
	case hands > 1:
		return nil, 0, raster.Problem("which-hand", "%d hands lie open on the table; say whose is to be read", hands)
	}
	return best, at, nil
}
