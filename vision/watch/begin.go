package watch

import "slices"

// findAll looks for the tiles that lay there from the first frame on: indicators in the
// wall, and what was played before the watch began. They are as light as no cloth and no
// back is. What moves or is covered meanwhile is found when it has changed.
func (w *Watch) findAll(f *frame) error {
	moving := 0
	for _, at := range w.gate.movedAt {
		if f.now-at < w.tuning.Still {
			moving++
		}
	}
	if age := f.now - w.start; age < w.tuning.Still || age < w.tuning.Patience && moving > len(w.gate.movedAt)/mostMoving {
		return nil
	}
	w.fresh = false
	limit := w.facesFrom(f.pix)
	for i, v := range f.pix {
		w.gate.changed[i] = w.ground.inside[i] && int(v) > limit
	}
	var regions []region
	for i, is := range w.gate.changed {
		if is {
			regions = append(regions, w.gate.flood(int32(i)))
		}
	}
	for i := range regions {
		r := &regions[i]
		if size := float64(len(r.pixels)) / w.ground.tilePixels; size < leastLight || size > w.tuning.Most || f.now-r.rest < w.tuning.Still {
			continue
		}
		r.first = true
		if err := w.read(f, r); err != nil {
			return err
		}
	}
	w.tellHands(f)
	return nil
}

const (
	// mostMoving is the share of cells, one in so many, that may move when a watch begins.
	mostMoving = 50
	// leastLight is how much of a tile is light at least: the print of an east wind darkens 57 % of it.
	leastLight = .3
	// lighter is where, between cloth and the lightest, the light of faces begins.
	lighter = .5
)

// facesFrom is the brightness above which a pixel may show a face.
func (w *Watch) facesFrom(pix []byte) int {
	var all []byte
	for i, v := range pix {
		if w.ground.inside[i] {
			all = append(all, v)
		}
	}
	slices.Sort(all)
	cloth := all[len(all)/2]
	return int(float64(cloth) + lighter*(float64(w.white)-float64(cloth)))
}
