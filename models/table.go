package models

// OnTable is a tile as the eye saw it lie on the table.
type OnTable struct {
	Sighting
	// At is the middle of its upper side, mm.
	At Point `json:"at"`
	// Turned tells that it lies sideways for its owner.
	Turned bool `json:"turned"`
	// Set counts the melds of its owner from 1; 0 for what is in none.
	Set int `json:"set,omitempty"`
}

// TableZones are the tiles of a table by what they are there for. Rivers are in the order in which
// their owners lay them, all else from its owner's left to the right.
type TableZones struct {
	River  map[Place][]OnTable `json:"river"`
	Meld   map[Place][]OnTable `json:"meld"`
	Hand   map[Place][]OnTable `json:"hand"`
	Flower map[Place][]OnTable `json:"flower,omitempty"`
	Dora   []OnTable           `json:"dora"`
	Other  []OnTable           `json:"other"`
}

// TableReading is what one picture says about a whole table.
type TableReading struct {
	File   string     `json:"file,omitempty"`
	Status Status     `json:"status"`
	Zones  TableZones `json:"zones"`
	// Confidence is the estimated probability that every tile is right.
	Confidence float64 `json:"confidence"`
	// Millis is how long the reading took, in milliseconds.
	Millis float64 `json:"millis"`
	// Error says why a failed reading failed, and what to do.
	Error *ReadingError `json:"error,omitempty"`
}
