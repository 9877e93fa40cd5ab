package watch

// guard looks at the whole of a frame before anything on it is believed. It is false while
// nothing can be told.
func (w *Watch) guard(f *frame) bool {
	sum, n := 0, 0
	for i, in := range w.ground.inside {
		if in {
			sum += int(f.pix[i])
			n++
		}
	}
	if float64(sum) < w.tuning.Dark*float64(n) {
		w.warn(f, TooDark)
		return false
	}
	w.warn(f, "")
	return true
}

// warn tells of a state, once.
func (w *Watch) warn(f *frame, state Warning) {
	if w.state != state {
		w.state = state
		f.tell(Change{Kind: Warned, Warning: state})
	}
}
