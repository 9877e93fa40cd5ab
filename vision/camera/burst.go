package camera

import (
	"context"
	"sort"
	"time"
)

// Shot is a frame with its health.
type Shot struct {
	Frame
	Health Health
	// Fault is why the frame cannot be read, nil when it can.
	Fault error
}

// Burst takes up to n frames that next gives and that arrived after the trigger and gives those that can
// be read, the sharpest first. When none can, it gives all with the fault of the
// best as the error. The error is also that of next when no frame came.
func Burst(ctx context.Context, next func(context.Context) (Frame, error), n int, trigger time.Time, l Limits) ([]Shot, error) {
	var shots []Shot
	var missing error
	for stale := 0; len(shots) < n; {
		f, err := next(ctx)
		if err != nil {
			missing = err
			break
		}
		if f.Time.Before(trigger) && stale < n { // taken before anybody won
			stale++
			continue
		}
		h, err := Inspect(f, l)
		shots = append(shots, Shot{Frame: f, Health: h, Fault: err})
	}
	if len(shots) == 0 {
		return nil, missing
	}
	sort.SliceStable(shots, func(i, j int) bool {
		a, b := shots[i], shots[j]
		if (a.Fault == nil) != (b.Fault == nil) {
			return a.Fault == nil
		}
		return a.Health.Sharpness > b.Health.Sharpness
	})
	good := 0
	for good < len(shots) && shots[good].Fault == nil {
		good++
	}
	if good == 0 {
		return shots, shots[0].Fault
	}
	return shots[:good], nil
}
