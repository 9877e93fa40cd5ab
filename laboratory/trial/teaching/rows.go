package teaching

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
)

// Rows teaches photographs with boxes as if they had none, all at once.
type Rows struct {
	Photos []learn.LabelledPhoto
	Out    io.Writer
}

// placed is what came of the rows of some photographs.
type placed struct {
	rows, whole, learned, elsewhere int      // those with every tile in its box; that were learned from; of those, with a tile that is not in its box
	tiles                           int      // in rows that are whole
	off                             float64  // sum of how far their corners are off, in widths of a tile
	astray                          []string // tiles of rows that were learned from that are not in their boxes
}

func (p *placed) add(o placed) {
	p.rows, p.whole, p.learned, p.elsewhere = p.rows+o.rows, p.whole+o.whole, p.learned+o.learned, p.elsewhere+o.elsewhere
	p.tiles, p.off = p.tiles+o.tiles, p.off+o.off
}

// String says it in a line.
func (p placed) String() string {
	return fmt.Sprintf("%d of %d rows found whole, corners %.2f widths off; %d learned, %d of them elsewhere", p.whole, p.rows, p.off/float64(max(p.tiles, 1)), p.learned, p.elsewhere)
}

// Run prints of every photograph which rows were found with each tile in its box, how far the corners are off, which were
// learned from and why others were not, and how many times its decoding locating the faces took.
func (x *Rows) Run(ctx context.Context) error {
	unboxed := make([]learn.LabelledPhoto, len(x.Photos))
	for i, p := range x.Photos {
		if p.Boxes == nil {
			return fmt.Errorf("rows: %s has no boxes, so that nothing tells where its rows are", p.Name)
		}
		p.Boxes = nil
		unboxed[i] = p
	}
	eye, err := locate.New()
	if err != nil {
		return err
	}
	_, report, err := learn.Faces(ctx, unboxed, nil)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fmt.Fprintln(x.Out, err)
	}
	var all placed
	for i := range x.Photos {
		p := &x.Photos[i]
		one := placedIn(p, &report)
		all.add(one)
		decodes, err := costOf(eye, p.Image)
		if err != nil {
			return err
		}
		fmt.Fprintf(x.Out, "%s: %v; located in %.1f decodes\n", p.Name, one, decodes)
		for _, tile := range one.astray {
			fmt.Fprintf(x.Out, "  %s\n", tile)
		}
		for _, why := range report.Unused {
			if why.Photo == p.Name {
				fmt.Fprintf(x.Out, "  %v\n", why)
			}
		}
	}
	fmt.Fprintf(x.Out, "all: %v\n", all)
	return nil
}

// placedIn compares where the rows of a photograph were found with their boxes.
func placedIn(p *learn.LabelledPhoto, report *learn.Report) (out placed) {
	for r := range p.Rows {
		one, astray := placed{rows: 1}, len(out.astray)
		standing := 0
		for _, found := range report.Found {
			if found.Photo != p.Name || r >= len(found.Rows) {
				continue
			}
			for _, t := range found.Rows[r] {
				box := p.Boxes[r][t.Place-1]
				if inBox(t.Quad, box) {
					standing++
					one.off += cornersOff(t.Quad, box)
				} else if report.Used(p.Name, r+1, t.Place) {
					out.astray = append(out.astray, fmt.Sprintf("row %d tile %d, %v, is %.1f widths off", r+1, t.Place, t.Tile, cornersOff(t.Quad, box)))
				}
			}
		}
		faces := 0
		for _, t := range p.Rows[r] {
			if t.HasFace() {
				faces++
			}
		}
		if standing == faces {
			one.whole, one.tiles = 1, faces
		} else {
			one.off = 0
		}
		if !report.RefusedRow(p.Name, r+1) {
			one.learned = 1
			if len(out.astray) > astray {
				one.elsewhere = 1
			}
		}
		out.add(one)
	}
	return out
}

// inBox reports whether the middle of a quad is where that of a box is.
func inBox(q [4]models.Point, box [4]float64) bool {
	mid := q[0].Add(q[1]).Add(q[2]).Add(q[3]).Times(.25)
	return mid.Sub(models.Point{X: box[0] + box[2]/2, Y: box[1] + box[3]/2}).Length() <= offBox*min(box[2], box[3])
}

// cornersOff is how far the sides of a quad's bounds are from those of a box, on average, in widths of the box.
func cornersOff(q [4]models.Point, box [4]float64) float64 {
	left, top, right, bottom := q[0].X, q[0].Y, q[0].X, q[0].Y
	for _, c := range q {
		left, right, top, bottom = min(left, c.X), max(right, c.X), min(top, c.Y), max(bottom, c.Y)
	}
	sum := math.Abs(left-box[0]) + math.Abs(top-box[1]) + math.Abs(right-box[0]-box[2]) + math.Abs(bottom-box[1]-box[3])
	return sum / 4 / box[2]
}

// costOf is how many times the decoding of a picture locating the faces in it takes.
func costOf(eye *locate.Locator, image []byte) (decodes float64, err error) {
	film := raster.NewFilm()
	defer film.Close()
	start := time.Now()
	pic, err := raster.Decode(image, film)
	if err != nil {
		return 0, err
	}
	decoded := time.Now()
	if err := pic.Shrink(); err != nil {
		return 0, err
	}
	if _, err := eye.Faces(pic); err != nil {
		return 0, err
	}
	return float64(time.Since(decoded)) / float64(decoded.Sub(start)), nil
}
