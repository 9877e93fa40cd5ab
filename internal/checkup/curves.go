package checkup

import (
	_ "embed" // the curves
	"encoding/json"
	"sync"
)

//go:embed curves.json
var curvesFile []byte

// curve is how many tiles are read right at some points of an axis, from the best one on.
type curve []struct {
	At           float64
	Tiles, Right int
}

type curves map[Code]curve

// measured are the curves of the laboratory.
var measured = sync.OnceValue(func() curves {
	var all []struct {
		Axis   Code
		Points curve
	}
	if err := json.Unmarshal(curvesFile, &all); err != nil {
		panic("checkup: curves.json: " + err.Error()) // a part of the program; a test reads it
	}
	by := curves{}
	for _, one := range all {
		by[one.Axis] = one.Points
	}
	return by
})

// of is the share of tiles that is not read at a value, less that of the best point, between the points that were measured.
func (c curves) of(code Code, value float64) float64 {
	points := c[code]
	if len(points) < 2 {
		return 0
	}
	lost := func(i int) float64 { return 1 - float64(points[i].Right)/float64(max(1, points[i].Tiles)) }
	// What is worse is never taken to cost less: few tables were read at each point.
	cost, falling := 0., points[1].At < points[0].At
	for i := 1; i < len(points); i++ {
		a, b := points[i-1].At, points[i].At
		next := max(cost, lost(i)-lost(0))
		within := (value - a) / (b - a)
		if within <= 0 {
			break
		}
		if within < 1 {
			return cost + within*(next-cost)
		}
		cost = next
	}
	if last := points[len(points)-1].At; falling && value < last || !falling && value > last {
		return max(cost, yellowCost) // worse than anything that was tried
	}
	return cost
}
