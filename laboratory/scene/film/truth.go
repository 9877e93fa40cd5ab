package film

import (
	"jantaku/models"
)

// Event is what happened, when its tile lay still, and where: a line of the truth.
type Event struct {
	models.Move
	// Lies are the tiles that came to lie by it, with their corners in the picture; the
	// drawn tile, which nobody sees, is not among them.
	Lies []Lying `json:"lies,omitempty"`
	// Beside is what happened since the event before that counts for nothing.
	Beside []Incident `json:"beside,omitempty"`
}

// Incident is something that people did and that counts for nothing, see [Mode].
type Incident struct {
	Mode  string        `json:"mode"`
	Place models.Place  `json:"place"`
	T     float64       `json:"t"` // when it began, s since the deal
	Tiles []models.Tile `json:"tiles,omitempty"`
}

// Lying is a tile that came to rest.
type Lying struct {
	Tile models.Tile `json:"tile"` // Back for one that lies face down
	models.Pose
	// Turn is how far it is turned exactly, degrees clockwise; Quarter is that to a quarter.
	Turn float64 `json:"turn"`
	// Quad are the corners of its upper side in the picture, pixels, clockwise from the top
	// left one of the face.
	Quad [4]models.Point `json:"quad"`
}

// Start is what the books know before a hand, and what the table tells.
type Start struct {
	ID      string        `json:"id"`
	Rules   string        `json:"rules"`
	Profile string        `json:"profile,omitempty"`
	FPS     float64       `json:"fps"`
	Dealer  models.Place  `json:"dealer"`
	Round   models.Seat   `json:"round,omitzero"`
	Honba   int           `json:"honba"`
	Sticks  int           `json:"sticks"`
	Scores  models.Points `json:"scores"`
	// Dice are the rolls that broke the wall.
	Dice [][2]int `json:"dice"`
	// Tiles is how many the set has.
	Tiles int `json:"tiles"`
	// Shuffle is when the machine began to shuffle after the hand, s since the deal.
	Shuffle float64 `json:"shuffle"`
}
