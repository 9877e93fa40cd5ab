package locate

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// Row is faces that stand side by side, from left to right.
type Row struct {
	Faces []Face
	// Frame is its perspective; T says where each face stands in it, in widths of a face.
	Frame raster.Frame
	T     []float64
	// Loose tells that the faces stand apart, each a little off the row or turned, so that its perspective shows none exactly.
	Loose bool
}

// rowTuning says which faces stand side by side; all lengths are shares of a face's width and height.
type rowTuning struct {
	near, far float64 // apart along the row, of the middles of neighbours
	off       float64 // across it at most where they touch
	lean      float64 // and how much more for each width that they are apart
	size      float64 // of the logarithms of their sizes
	turn      float64 // radians between their axes
	// touching is how far apart the middles of tiles are at most that touch, as a share of their seen width: what is seen of a
	// face is good to a few hundredths.
	touching, snap float64
	// astray is how far, in widths, a face of a row of tiles that are pushed together is off its perspective at most.
	astray float64
}

var stringing = rowTuning{near: .6, far: 3.5, off: .3, lean: .12, size: .45, turn: .5, touching: 1.15, snap: .2, astray: .08}

// Rows puts faces into rows, the longest first. Each is in one row.
func Rows(faces []Face) (rows []Row) {
	next, before := make([]int, len(faces)), make([]int, len(faces))
	for i := range faces {
		next[i], before[i] = nearest(faces, i, 1), nearest(faces, i, -1)
	}
	mutual := func(i int) int {
		if j := next[i]; j >= 0 && before[j] == i {
			return j
		}
		return -1
	}
	follows := make([]bool, len(faces))
	for i := range faces {
		if j := mutual(i); j >= 0 {
			follows[j] = true
		}
	}
	used := make([]bool, len(faces))
	string := func(from int) {
		var row []Face
		for i := from; i >= 0 && !used[i]; i = mutual(i) {
			used[i] = true
			f := faces[i]
			if len(row) > 0 {
				f = f.like(&row[len(row)-1])
			}
			row = append(row, f)
		}
		rows = append(rows, rowOf(row))
	}
	for i := range faces {
		if !follows[i] {
			string(i)
		}
	}
	for i := range faces {
		if !used[i] {
			string(i)
		}
	}
	return joined(rows)
}

// joined are some rows, the longest first, those of them as one that go on in each other: each face by itself is seen less well than a row.
func joined(rows []Row) []Row {
	longest := func(a, b Row) int { return cmp.Compare(len(b.Faces), len(a.Faces)) }
	slices.SortStableFunc(rows, longest)
	type pair struct{ last, first *Face } // of one row and another
	apart := map[pair]bool{}
	goesOn := func(r, o *Row) bool {
		if max(len(r.Faces), len(o.Faces)) < finding.several { // neither shows where it goes on
			return false
		}
		known := pair{&r.Faces[len(r.Faces)-1], &o.Faces[0]}
		if !apart[known] && r.goesOnIn(o) {
			return true
		}
		apart[known] = true
		return false
	}
	for i := 0; i < len(rows); i++ {
		k := slices.IndexFunc(rows, func(o Row) bool { return goesOn(&rows[i], &o) })
		if k < 0 {
			continue
		}
		rows[i] = rowOf(append(slices.Clone(rows[i].Faces), rows[k].Faces...))
		rows = slices.Delete(rows, k, k+1)
		slices.SortStableFunc(rows, longest)
		i = -1
	}
	return rows
}

// goesOnIn reports whether a row goes on in another one, as the longer of both shows it.
func (r *Row) goesOnIn(o *Row) bool {
	n := len(r.Faces)
	if n < len(o.Faces) {
		t, v := o.Frame.Locate(r.Faces[n-1].Mid)
		return fitsAt(o.T[0]-t, v, &o.Frame, t, &r.Faces[n-1])
	}
	t, v := r.Frame.Locate(o.Faces[0].Mid)
	return fitsAt(t-r.T[n-1], v, &r.Frame, t, &o.Faces[0])
}

// fitsAt reports whether a face that stands so many widths beyond a row and so many heights off it, at t of its frame, is of it.
func fitsAt(beyond, off float64, f *raster.Frame, t float64, face *Face) bool {
	there := Face{Mid: f.At(t), Wide: f.Along(t), Tall: f.DownAt(t)}
	as := face.like(&there)
	_, _, ok := beside(&there, &as)
	return ok && beyond > stringing.near && beyond < stringing.far && math.Abs(off) < stringing.off
}

// like is the same face with axes that point as those of another one do.
func (f Face) like(o *Face) Face {
	if f.Tall.Dot(o.Tall) < 0 {
		f.Wide, f.Tall = f.Wide.Times(-1), f.Tall.Times(-1)
	}
	return f
}

// nearest is the next face to the right of one (way 1) or to its left (-1); -1 where none stands in its row.
func nearest(faces []Face, i int, way float64) int {
	best, at := math.Inf(1), -1
	a := &faces[i]
	k := &stringing
	// No axis of a face of its row is longer than that of its own by more than their sizes differ.
	reach := math.Exp(k.size) * (k.far*a.Wide.Length() + (k.off+k.lean*k.far)*a.Tall.Length())
	for j := range faces {
		if off := faces[j].Mid.Sub(a.Mid); i == j || off.Dot(off) > reach*reach {
			continue
		}
		b := faces[j].like(a)
		along, off, ok := beside(a, &b)
		along *= way
		if !ok || along < stringing.near || along > stringing.far || off > stringing.off+stringing.lean*along {
			continue
		}
		if far := along + off; far < best {
			best, at = far, j
		}
	}
	return at
}

// beside is where face b is seen from a, whose axes point the same way, in widths and heights of both; not ok where they
// are of another size or turned.
func beside(a, b *Face) (along, off float64, ok bool) {
	apart := func(p, q models.Point) bool {
		return math.Abs(math.Log(p.Length()/max(q.Length(), 1e-9))) > stringing.size || math.Abs(math.Atan2(p.Cross(q), p.Dot(q))) > stringing.turn
	}
	if apart(a.Wide, b.Wide) || apart(a.Tall, b.Tall) {
		return 0, 0, false
	}
	between := Face{Mid: a.Mid, Wide: a.Wide.Add(b.Wide).Times(.5), Tall: a.Tall.Add(b.Tall).Times(.5)}
	along, off = between.Within(b.Mid)
	return along, math.Abs(off), true
}

// rowOf lays the perspective of a row through its faces.
func rowOf(faces []Face) Row {
	r := Row{Faces: faces, T: make([]float64, len(faces))}
	if faces[len(faces)/2].Tall.Y < 0 {
		slices.Reverse(faces)
		for i := range faces {
			faces[i].Wide, faces[i].Tall = faces[i].Wide.Times(-1), faces[i].Tall.Times(-1)
		}
	}
	if len(faces) == 1 {
		r.Frame = raster.Frame{Centre: [3]models.Point{faces[0].Mid, faces[0].Wide, {}}, Down: [2]models.Point{faces[0].Tall, {}}}
		return r
	}
	// How wide faces are changes evenly along a row: each by itself is seen less well.
	index, widths := make([]float64, len(faces)), make([]models.Point, len(faces))
	for i, f := range faces {
		index[i], widths[i].X = float64(i), f.Wide.Length()
	}
	w := raster.FitLineAt(index, widths)
	steps := make([]float64, len(faces)-1)
	for i := range steps {
		steps[i] = faces[i+1].Mid.Sub(faces[i].Mid).Length() / max(w[0].X+w[1].X*(float64(i)+.5), 1)
	}
	usual := slices.Sorted(slices.Values(steps))[len(steps)/2]
	if usual > stringing.touching {
		usual = 1
	}
	for i, step := range steps {
		if step /= usual; math.Abs(step-1) < stringing.snap {
			step = 1
		}
		r.T[i+1] = r.T[i] + step
	}
	r.fit()
	return r
}

// fit lays the perspective of a row through its faces where T has them.
func (r *Row) fit() {
	mids, talls := make([]models.Point, len(r.Faces)), make([]models.Point, len(r.Faces))
	for i, f := range r.Faces {
		mids[i], talls[i] = f.Mid, f.Tall
	}
	r.Frame.Centre = raster.FitCurve(r.T, mids)
	down := raster.FitLineAt(r.T, talls)
	r.Frame.Down = [2]models.Point{down[0], down[1]}
	r.Loose = false
	for i, f := range r.Faces {
		off := f.Mid.Sub(r.Frame.At(r.T[i])).Length()
		r.Loose = r.Loose || off > stringing.astray*f.Wide.Length()
	}
}

// Own is the perspective of one face of the row by itself, which stands at 0 in it: where it is seen, as large as the row has it.
func (r *Row) Own(i int) raster.Frame {
	return raster.Frame{Centre: [3]models.Point{r.Faces[i].Mid, r.Frame.Along(r.T[i])}, Down: [2]models.Point{r.Frame.DownAt(r.T[i])}}
}
