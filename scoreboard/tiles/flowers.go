package tiles

import (
	"fmt"
	"strings"
)

// blossom is how a flower tile is drawn: its word, the colour of the number (seasons
// red, plants blue) and the petals.
type blossom struct {
	word   string
	petals int
	colour string
	heart  string
}

var blossoms = [8]blossom{
	{"春", 5, "#e58fa8", gold}, {"夏", 8, "#e06a4c", gold}, {"秋", 6, "#d98a1f", red}, {"冬", 6, "#7fa9cf", blue},
	{"梅", 5, "#d8345f", gold}, {"蘭", 3, "#7d5ba6", gold}, {"竹", 0, green, green}, {"菊", 12, "#e0a91b", red},
}

// flower draws a season (1 to 4) or a plant (5 to 8, in the order 梅蘭竹菊).
func flower(rank int) string {
	number, colour := rank, red
	if rank > 4 {
		number, colour = rank-4, blue
	}
	kind := blossoms[rank-1]
	var b strings.Builder
	b.WriteString(text(kind.word, 43, 28, 25, colour))
	b.WriteString(text(fmt.Sprint(number), 13, 23, 19, colour))
	if kind.petals == 0 {
		b.WriteString(bambooPlant())
		return b.String()
	}
	fmt.Fprintf(&b, `<path d="M30 72q-1 -10 0 -16M30 70q-8 -1 -11 -7q8 -1 11 7M30 68q7 -1 10 -7q-8 0 -10 7" fill="%s" stroke="%s" stroke-width="1"/>`, green, green)
	size := 13.0
	for n := range kind.petals {
		fmt.Fprintf(&b, `<ellipse cx="30" cy="%g" rx="%g" ry="%g" fill="%s" stroke="%s" stroke-width=".6" transform="rotate(%d 30 49)"/>`,
			49-size*.55, petalWidth(kind.petals), size*.55, kind.colour, ivory, n*360/kind.petals)
	}
	fmt.Fprintf(&b, `<circle cx="30" cy="49" r="3.2" fill="%s"/>`, kind.heart)
	return b.String()
}

func petalWidth(petals int) float64 {
	switch {
	case petals <= 3:
		return 5.4
	case petals <= 6:
		return 4.8
	}
	return 2.8
}

// bambooPlant is a stalk with leaves, unlike the sticks of the suit.
func bambooPlant() string {
	return fmt.Sprintf(`<path d="M24 72V38M36 72V44" stroke="%s" stroke-width="3.6"/>`, green) +
		fmt.Sprintf(`<path d="M21 50h6M21 61h6M33 54h6M33 64h6" stroke="%s" stroke-width="1.6"/>`, ivory) +
		fmt.Sprintf(`<path d="M24 42q-8 -1 -13 5q9 1 13 -5M24 47q8 -2 11 4q-8 1 -11 -4M36 48q7 -3 13 2q-8 3 -13 -2M36 54q8 1 11 8q-9 -1 -11 -8" fill="%s"/>`, green)
}
