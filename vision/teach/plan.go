package teach

import (
	"slices"

	"jantaku/models"
)

// Layout is what is laid for one photograph.
type Layout struct {
	// Rows are the tiles of every row, left to right as they stand upright for the place; rows from the
	// far side of the table to the near one.
	Rows []models.Tiles `json:"rows"`
	// Place is for whom the tiles stand upright where the camera hangs over the table: 1 or 3, so that
	// both halves of the table are seen. A single camera before the row sees them upright.
	Place models.Place `json:"place"`
}

// Faces are the faces of a set: the 34 kinds, and the red fives and flowers that it has beside
// them.
func Faces(extras models.Tiles) models.Tiles {
	var faces models.Tiles
	for i := range models.Kinds {
		faces = append(faces, models.KindAt(i))
	}
	for _, t := range extras {
		if !slices.Contains(faces, t) {
			faces = append(faces, t)
		}
	}
	return faces
}

// longestRow is how many tiles are laid in a row: about a hand, so that a camera that sees a
// hand sees them as large.
const longestRow = 15

// strides are how many faces of the sorted set are passed over in each pass: every face is laid as
// often as it takes to be no weak one, in its suit, beside the faces of its number, and otherwise.
var strides = [3]int{1, 9, 5}

// Plan says what is laid to teach a set, photograph by photograph: every face in three of them, in
// nine photographs of one row for any set of up to 45 faces.
//
// No two faces are neighbours twice, in either order: were all rows taken to stand one tile beside
// their places, the faces of one pass would contradict those of the others.
func Plan(extras models.Tiles) (plan []Layout) {
	faces := Faces(extras)
	for pass, stride := range strides {
		order := everyNth(faces, stride)
		if pass == len(strides)-1 {
			slices.Reverse(order)
		}
		place := models.Place(1)
		if pass%2 == 1 {
			place = 3
		}
		for _, row := range cut(order, longestRow) {
			plan = append(plan, Layout{[]models.Tiles{row}, place})
		}
	}
	return plan
}

// everyNth gives the first of each n faces, then the second, and so on: easy to lay from sorted
// tiles.
func everyNth(faces models.Tiles, n int) (order models.Tiles) {
	for first := range n {
		for i := first; i < len(faces); i += n {
			order = append(order, faces[i])
		}
	}
	return order
}

// cut cuts faces into rows as equal as they can be.
func cut(faces models.Tiles, most int) (rows []models.Tiles) {
	n := (len(faces) + most - 1) / most
	for k := range n {
		rows = append(rows, slices.Clone(faces[k*len(faces)/n:(k+1)*len(faces)/n]))
	}
	return rows
}

// leastRow is how many tiles a row needs to be found surely.
const leastRow = 7

// Again says what is laid to see some faces once more: those, and beside them others of a set, which is seen
// already, so that the row is found. Every turn has other companions.
func Again(weak, faces models.Tiles, turn int) (layouts []Layout) {
	step := 7
	for common(step, len(faces)) > 1 { // or some faces would never be reached
		step++
	}
	for k, row := range cut(weak, longestRow) {
		for i := 0; len(row) < min(leastRow, len(faces)) && i < len(faces); i++ {
			// Another distance in every turn: other neighbours, other companions.
			if t := faces[(i*step+5*(turn+k)+3)%len(faces)]; !slices.Contains(row, t) {
				row = slices.Insert(row, (i*3+turn)%(len(row)+1), t)
			}
		}
		layouts = append(layouts, Layout{[]models.Tiles{row}, 1})
	}
	return layouts
}

// common is the greatest number that divides two.
func common(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
