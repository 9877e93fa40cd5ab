package faces

import "jantaku/models"

const (
	FineMargin = 10 // strip pixels around a tile
	LightInset = 4  // and inside its rim, where the light is measured: a neighbour may reach in
)

// Rank is how much a window looks like a face: the best likeness of all its samples.
type Rank struct {
	Tile    models.Tile
	Flipped bool
	Sim     float64
}
