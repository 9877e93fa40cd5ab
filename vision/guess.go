package vision

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"jantaku/models"
)

// Without boxes, rows are found in two steps. Before any face is known, the label
// says how many tiles a row has, and so which of the bands of print it can be and
// where its tiles lie. The faces learned that way, some of them wrongly, are then
// good enough to read the photographs, and a reading that agrees with the label
// says exactly where the tiles are.
const (
	guessAspect = 1.3  // usual height to width of a face,
	guessSpread = 0.35 // and how far its logarithm strays from that
	agreeShare  = 0.6  // of the tiles of a row that must be read as labelled
	poorFit     = 0.45 // mean likeness of the tiles of a row that was found wrongly
)

// guessRows chooses a band for each labelled row.
func guessRows(p *picture, rows [][]models.Tile) ([]frame, error) {
	bands, err := findBands(p, inkLevels)
	if err != nil {
		return nil, err
	}
	bands = usable(bands)
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(rows[b]), len(rows[a])) })
	chosen := make([]frame, len(rows))
	var used []band
	for _, i := range order {
		best, at := math.Inf(-1), -1
		for _, k := range likeliest(bands, used, len(rows[i])) {
			f, score, err := bands[k].comb(p, len(rows[i]))
			if err != nil {
				return nil, err
			}
			if score > best {
				best, at, chosen[i] = score, k, f
			}
		}
		if at < 0 {
			return nil, fmt.Errorf("row %d of %d tiles was not found; give its boxes", i+1, len(rows[i]))
		}
		used = append(used, bands[at])
	}
	slices.SortStableFunc(chosen, func(a, b frame) int { return cmp.Compare(a.at(0).Y, b.at(0).Y) })
	return chosen, nil
}

// likeliest lists the few bands that suit a row of n tiles best.
func likeliest(bands, used []band, n int) (best []int) {
	for k, b := range bands {
		if !overlaps(used, b) {
			best = append(best, k)
		}
	}
	slices.SortStableFunc(best, func(i, k int) int { return cmp.Compare(plausible(bands[k], n), plausible(bands[i], n)) })
	return best[:min(len(best), guessBands)]
}

// The comb: between the prints of neighbours the faces are bare, so the right
// places for n tiles are those where little ink lies on the borders and enough
// inside every cell.
const (
	guessBands  = 10
	enoughInk   = 0.12 // mean ink of a cell; more counts no more
	borderShare = 0.09 // of a tile to each side of a border that must be bare
	borderCost  = 1.5
)

// comb lays n tiles along a band so that their borders are bare. It gives their
// frame and how well they fit.
func (b band) comb(p *picture, n int) (frame, float64, error) {
	base := b.frameOf(n)
	var best frame
	top := math.Inf(-1)
	for _, shear := range []float64{-.3, -.15, 0, .15, .3} {
		f := base
		f.down[0] = add(f.down[0], mul(unit(f.centre[1]), shear*length(f.down[0])))
		from := -1.0
		s := f.draw(p, fineRes, from, (n+1)*cellW, 0)
		ratio, err := s.ratio()
		if err != nil {
			return frame{}, 0, err
		}
		x, score := combColumns(inkColumns(ratio, s.width, s.height), n)
		if score > top {
			top, best = score, frameThrough(&f, from, x)
		}
	}
	return best, top, nil
}

// inkColumns sums the mean ink of the columns of a ratio picture: element x is the
// sum over the columns before x.
func inkColumns(ratio []byte, width, height int) []float64 {
	sums := make([]float64, width+1)
	for x := range width {
		ink := 0
		for y := range height {
			k := 3 * (y*width + x)
			ink += 765 - int(ratio[k]) - int(ratio[k+1]) - int(ratio[k+2])
		}
		sums[x+1] = sums[x] + float64(ink)/float64(765*height)
	}
	return sums
}

// combColumns tries widths, growths of the width along the row, and starts, and
// gives the borders of the n cells that fit best.
func combColumns(sums []float64, n int) (borders []float64, top float64) {
	mean := func(from, to float64) float64 {
		a, b := max(int(from+.5), 0), min(int(to+.5), len(sums)-1)
		return (sums[max(b, a)] - sums[a]) / max(to-from, 1)
	}
	top = math.Inf(-1)
	x := make([]float64, n+1)
	for pitch := .84 * cellW; pitch <= 1.08*cellW; pitch += .01 * cellW {
		for growth := -.24; growth <= .25; growth += .08 {
			for start := 0.0; start+float64(n)*pitch < float64(len(sums)); start += 2 {
				for k := range x {
					i := float64(k)
					x[k] = start + pitch*(i+growth*i*(i-float64(n))/(2*float64(n)))
				}
				score := 0.0
				for k := range x {
					score -= borderCost * mean(x[k]-borderShare*pitch, x[k]+borderShare*pitch) / float64(n+1)
					if k < n {
						score += min(mean(x[k]+.15*pitch, x[k+1]-.15*pitch), enoughInk) / float64(n)
					}
				}
				if score > top {
					top, borders = score, slices.Clone(x)
				}
			}
		}
	}
	return borders, top
}

// frameThrough is the frame of the cells between borders, which are columns of a
// strip drawn in another frame.
func frameThrough(f *frame, from float64, borders []float64) frame {
	n := len(borders) - 1
	ts, pts := make([]float64, n), make([]vec, n)
	for k := range n {
		ts[k] = float64(k)
		pts[k] = f.at(from + (borders[k]+borders[k+1])/2/cellW)
	}
	g := *f
	switch {
	case n >= 5:
		g.centre = fitParabola(ts, pts)
	case n >= 2:
		g.centre = fitLineAt(ts, pts)
	default:
		g.centre = [3]vec{pts[0], mul(f.centre[1], (borders[1]-borders[0])/cellW), {}}
	}
	return g
}

// printWidth is how much of a face's width print usually covers.
const printWidth = 0.75

// pitchOf is the width of each of n tiles whose print fills a band.
func (b band) pitchOf(n int) float64 { return b.long() / (float64(n) - 1 + printWidth) }

// plausible says how well a band suits a row of n tiles.
func plausible(b band, n int) float64 {
	off := math.Log(b.thickness / printHeight / b.pitchOf(n) / guessAspect)
	return b.ink * math.Exp(-off*off/(2*guessSpread*guessSpread))
}

// overlaps reports whether a band runs over one of the others.
func overlaps(used []band, b band) bool {
	return slices.ContainsFunc(used, func(u band) bool {
		d := unit(sub(u.to, u.from))
		for k := range 5 {
			off := sub(lerp(b.from, b.to, float64(k)/4), u.from)
			along := dot(off, d)
			if along > 0 && along < u.long() && math.Abs(cross(d, off)) < (u.thickness+b.thickness)/3 {
				return true
			}
		}
		return false
	})
}

// frameOf is the frame of n tiles whose print fills the band.
func (b band) frameOf(n int) frame {
	u := unit(sub(b.to, b.from))
	pitch := b.pitchOf(n)
	h := b.thickness / printHeight
	var f frame
	f.centre[0] = add(b.from, mul(u, pitch*printWidth/2))
	f.centre[1] = mul(u, pitch)
	f.down[0] = vec{X: -u.Y * h, Y: u.X * h}
	return f
}

// findAgain reads the photographs without boxes with what was learned so far, and
// takes the frames of rows that are read as labelled. Rows that are not, and whose
// tiles look like nothing, are dropped.
func (l *learner) findAgain(ctx context.Context, report *Report) error {
	faces, err := l.faces(&Report{})
	if err != nil {
		return err
	}
	reader, err := NewReader(faces)
	if err != nil {
		return err
	}
	defer reader.Close()
	byPicture := map[*picture][]row{}
	kept := l.rows[:0]
	for _, lr := range l.rows {
		if !lr.guessed {
			kept = append(kept, lr)
			continue
		}
		rows, seen := byPicture[lr.picture]
		if !seen && !lr.onCloth {
			upright, err := reader.uprightRows(ctx, lr.picture, &Diagnosis{})
			if err != nil {
				return err
			}
			if rows, err = reader.completed(ctx, lr.picture, upright); err != nil {
				return err
			}
			byPicture[lr.picture] = rows
		}
		switch {
		case !lr.onCloth && lr.adopt(rows):
			kept = append(kept, lr)
		case l.fit(lr, &lr.frame) >= poorFit*float64(len(lr.tiles)):
			kept = append(kept, lr)
		default:
			report.Unused = append(report.Unused, fmt.Sprintf("%s: a row of %d tiles was not found; give its boxes", lr.name, len(lr.tiles)))
		}
	}
	l.rows = kept
	l.byTile = map[models.Tile][]*sighted{}
	for _, lr := range l.rows {
		for _, s := range lr.tiles {
			l.byTile[s.tile] = append(l.byTile[s.tile], s)
		}
	}
	return nil
}

// adopt takes the frame of the row that was read most like the label.
func (lr *labelledRow) adopt(rows []row) bool {
	best, at := 0.0, -1
	for i, r := range rows {
		if len(r.tiles) != len(lr.tiles) {
			continue
		}
		agree := 0.0
		for k, t := range r.tiles {
			if t.tile == lr.tiles[k].tile {
				agree += 1 / float64(len(r.tiles))
			}
		}
		if agree > best {
			best, at = agree, i
		}
	}
	if at < 0 || best < agreeShare {
		return false
	}
	found := rows[at]
	found.tiles = slices.Clone(found.tiles)
	lr.frame = found.frame
	for k, t := range found.tiles {
		lr.tiles[k].t = t.t
	}
	return true
}
