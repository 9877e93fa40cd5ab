package band

import (
	"math"

	"jantaku/vision/raster"
)

// A striped cloth, boards and a newspaper show ink in straight lines that are longer than the print of any
// tile, which stays behind when they are taken out.
const (
	lineAngles = 48  // directions in which lines are looked for, over 180°: one 2 pixels wide is seen for 60
	longLine   = 60  // map pixels from which a straight line is no print
	lined      = 0.3 // share of the ink that is in such lines from which the ground is taken for striped
)

// stripes are the pixels of a mask that are in long straight lines; nil where those are too small a share
// of it to be in the way of what else there is.
func stripes(mask []byte, width, height int) []bool {
	lines := make([]bool, len(mask))
	for k := range lineAngles {
		eachLine(width, height, math.Pi*float64(k)/lineAngles, func(line []int, step float64) {
			least, run := int(longLine/step), 0
			for i := 0; i <= len(line); i++ {
				if i < len(line) && mask[line[i]] != 0 {
					run++
					continue
				}
				if run >= least {
					for _, at := range line[i-run : i] {
						lines[at] = true
					}
				}
				run = 0
			}
		})
	}
	all, in := 0, 0
	for i := range mask {
		if mask[i] != 0 {
			all++
		}
		if lines[i] {
			in++
		}
	}
	if float64(in) < lined*float64(all) {
		return nil
	}
	return lines
}

// eachLine walks along all lines of a direction, which share no pixel: line are the pixels of one, and step
// how far they are apart. The slice is used again.
func eachLine(width, height int, angle float64, walk func(line []int, step float64)) {
	c, s := math.Cos(angle), math.Sin(angle)
	long, wide, at := width, height, func(along, across int) int { return across*width + along }
	slope := s / c
	if math.Abs(s) > math.Abs(c) {
		long, wide, at = height, width, func(along, across int) int { return along*width + across }
		slope = c / s
	}
	step := math.Hypot(1, slope)
	off := make([]int, long)
	for i := range off {
		off[i] = int(math.Round(slope * float64(i)))
	}
	least, most := min(0, off[long-1]), max(0, off[long-1])
	line := make([]int, 0, long)
	for start := -most; start < wide-least; start++ {
		line = line[:0]
		for i, o := range off {
			if across := start + o; across >= 0 && across < wide {
				line = append(line, at(i, across))
			}
		}
		walk(line, step)
	}
}

// FindOnAnyGround is [Find] that leaves the lines of a striped ground out.
func FindOnAnyGround(p *raster.Picture, levels []byte) ([]Band, error) {
	return find(p, levels, true)
}
