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
	bands, err := findBands(p)
	if err != nil {
		return nil, err
	}
	bands = usable(bands)
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(rows[b]), len(rows[a])) })
	chosen := make([]band, len(rows))
	var used []band
	for _, i := range order {
		best, at := 0.0, -1
		for k, b := range bands {
			if s := plausible(b, len(rows[i])); s > best && !overlaps(used, b) {
				best, at = s, k
			}
		}
		if at < 0 {
			return nil, fmt.Errorf("row %d of %d tiles was not found; give its boxes", i+1, len(rows[i]))
		}
		chosen[i] = bands[at]
		used = append(used, bands[at])
	}
	slices.SortStableFunc(chosen, func(a, b band) int { return cmp.Compare(a.from.Y+a.to.Y, b.from.Y+b.to.Y) })
	frames := make([]frame, len(rows))
	for i, b := range chosen {
		frames[i] = b.frameOf(len(rows[i]))
	}
	return frames, nil
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
		if !seen {
			if rows, err = reader.readRows(ctx, lr.picture, &Diagnosis{}); err != nil {
				return err
			}
			byPicture[lr.picture] = rows
		}
		switch {
		case lr.adopt(rows):
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
