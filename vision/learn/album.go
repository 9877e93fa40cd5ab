package learn

import (
	"context"
	"reflect"
	"slices"

	"jantaku/calibration"
)

// Album is photographs that were taken in once, to teach with them again and again, each time with other
// labels for a few of them: where the print of a picture is stays the same. What is learned is the same
// as [Faces] learns.
type Album struct{ pages map[string]page }

// page is a photograph as it was taken in.
type page struct {
	photo LabelledPhoto
	rows  []*labelledRow
	err   error
}

// NewAlbum takes photographs in, each with a name of its own.
func NewAlbum(ctx context.Context, photos []LabelledPhoto) (*Album, error) {
	pages := make([]page, len(photos))
	if err := each(ctx, len(photos), func(i int) error {
		rows, err := prepare(photos[i])
		pages[i] = page{photos[i], rows, err}
		return nil
	}); err != nil {
		return nil, err
	}
	a := &Album{pages: map[string]page{}}
	for _, p := range pages {
		a.pages[p.photo.Name] = p
	}
	return a, nil
}

// Faces learns as the function [Faces] does; only photographs that are not in the album, or are
// labelled otherwise there, are taken in.
func (a *Album) Faces(ctx context.Context, photos []LabelledPhoto, progress func(float64)) (calibration.Faces, Report, error) {
	return learnFrom(ctx, photos, a.take, progress)
}

// take takes a photograph in, from the album where it has it.
func (a *Album) take(p LabelledPhoto) ([]*labelledRow, error) {
	if page, ok := a.pages[p.Name]; ok && reflect.DeepEqual(page.photo, p) {
		return copyRows(page.rows), page.err
	}
	return prepare(p)
}

// copyRows copies rows with their tiles, which learning moves; what was drawn of the picture is shared.
func copyRows(rows []*labelledRow) []*labelledRow {
	out := make([]*labelledRow, len(rows))
	for i, r := range rows {
		row := *r
		copies := map[*sighted]*sighted{}
		for _, s := range r.all {
			tile := *s
			tile.row = &row
			copies[s] = &tile
		}
		copied := func(tiles []*sighted) []*sighted {
			out := slices.Clone(tiles)
			for i, s := range out {
				out[i] = copies[s]
			}
			return out
		}
		row.tiles, row.all = copied(r.tiles), copied(r.all)
		row.maybe = slices.Clone(r.maybe)
		out[i] = &row
	}
	return out
}
