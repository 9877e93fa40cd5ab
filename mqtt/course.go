package mqtt

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

// CourseStatus says how far the course of a hand is.
type CourseStatus string

// How far a course can be.
const (
	CourseNone    CourseStatus = "none"    // no hand is being watched
	CoursePlaying CourseStatus = "playing" // as far as it was seen
	CourseEnded   CourseStatus = "ended"   // the hand is over; its tiles still lie
)

// Course is the table as it lies while a hand is being played, where somebody watches it:
// rivers, melds, flowers, dora. The first Final events are final, later ones may still
// change; Revision grows with every event that was changed after it was told.
type Course struct {
	Head
	Status   CourseStatus `json:"status"`
	Match    string       `json:"match,omitempty"`
	Hand     string       `json:"hand,omitempty"`   // id of the course
	Number   int          `json:"number,omitempty"` // of the hand within the match, from 1
	Rules    string       `json:"rules,omitempty"`
	Dealer   models.Place `json:"dealer,omitempty"`
	Turn     models.Place `json:"turn,omitempty"` // who draws or acts next
	Left     int          `json:"left"`           // tiles that can still be drawn
	Dora     models.Tiles `json:"dora,omitempty"` // indicators
	Sides    []CourseSide `json:"sides,omitempty"`
	Events   int          `json:"events"`   // events seen
	Final    int          `json:"final"`    // the first of them, which change no more
	Revision int          `json:"revision"` // changes of events that had been told
}

// CourseSide is what lies before one player.
type CourseSide struct {
	Player
	River   []CourseTile  `json:"river"`
	Melds   []models.Meld `json:"melds,omitempty"`
	Flowers models.Tiles  `json:"flowers,omitempty"`
	Riichi  int           `json:"riichi,omitempty"` // 1 riichi, 2 double riichi
	Held    int           `json:"held"`             // tiles in hand
	// Void is the suit that he gave up (定缺, Sichuan), as it was told; where nobody told it and no tiles were exchanged,
	// that of his first discard, and VoidLikely is true: 8 of 1,000 were dealt none of the suit they give up.
	Void       models.Void `json:"void,omitzero"`
	VoidLikely bool        `json:"void_likely,omitempty"`
	// Passed are the three tiles that he gave to the player at PassedTo (换三张), "?" where nobody saw which.
	Passed   models.Tiles `json:"passed,omitempty"`
	PassedTo models.Place `json:"passed_to,omitempty"`
}

// CourseTile is a tile in a river, in the order in which they came.
type CourseTile struct {
	Tile   models.Tile  `json:"tile"`
	Riichi bool         `json:"riichi,omitempty"` // lies sideways
	By     models.Place `json:"by,omitempty"`     // who called it away
	Drawn  *bool        `json:"drawn,omitempty"`  // whether it was the tile just drawn; absent while unknown
	// Provisional tiles may still turn out to be others.
	Provisional bool `json:"provisional,omitempty"`
}

// Move is the data of the events of a course: one discard, call, kong, flower or dora. The
// same index comes again, with a higher revision, when the event was changed, and once
// more when it became final.
type Move struct {
	Hand     string      `json:"hand"`  // id of the course
	Index    int         `json:"index"` // of the event within the course, from 0
	Final    bool        `json:"final"`
	Revision int         `json:"revision"`
	Move     models.Move `json:"move"` // as in the record of a hand, docs/records.md
}

// CourseOf tells how the table lies after the events of a record. final is how many of them
// are final, player names who sits at a place. h is the hand after these events.
func CourseOf(r *models.Record, h *course.Hand, final int, player func(models.Place) Player) Course {
	c := Course{Status: CoursePlaying, Hand: r.ID, Rules: r.Rules, Dealer: r.Dealer, Turn: h.Turn, Left: h.Left, Dora: h.Dora,
		Events: len(r.Events), Final: min(final, len(r.Events))}
	if h.Over() {
		c.Status, c.Turn = CourseEnded, 0
	}
	for _, m := range r.Events {
		c.Revision += m.Revision
	}
	open := provisional(r, c.Final)
	for i := range h.Sides {
		side, place := &h.Sides[i], models.PlaceAt(i)
		one := CourseSide{Player: player(place), River: []CourseTile{}, Melds: side.Melds, Flowers: side.Flowers, Riichi: side.Riichi, Held: len(side.Concealed)}
		for j, t := range side.River {
			one.River = append(one.River, CourseTile{Tile: t.Tile, Riichi: t.Riichi, By: t.By, Drawn: t.Drawn,
				Provisional: j >= len(side.River)-open[i]})
		}
		one.Void, one.VoidLikely = voidOf(h, place)
		c.Sides = append(c.Sides, one)
	}
	for _, m := range r.Events {
		if m.Do == models.Exchanged {
			side := &c.Sides[m.Place.Index()]
			side.Passed, side.PassedTo = m.Tiles, m.To
			if len(m.Tiles) == 0 {
				side.Passed = slices.Repeat(models.Tiles{models.Unknown}, course.ExchangedTiles)
			}
		}
	}
	return c
}

// voidOf is the suit that a player gave up, and whether that only follows from his first discard, which is of the suit as
// long as he holds any of it. After an exchange of three it says too little: then a quarter gives up a suit that is gone.
func voidOf(h *course.Hand, place models.Place) (suit models.Void, likely bool) {
	if suit = h.Void(place); suit != 0 || !h.Manners.Void || h.Manners.Exchange != scoring.NoExchange {
		return suit, false
	}
	if river := h.Side(place).River; len(river) > 0 && river[0].Tile.HasFace() {
		suit = models.VoidOf(river[0].Tile.Suit())
	}
	return suit, suit != 0
}

// provisional counts, by place, the last discards that are not final yet.
func provisional(r *models.Record, final int) (open [models.Places]int) {
	for _, m := range r.Events[final:] {
		if m.Do == models.Discarded {
			open[m.Place.Index()]++
		}
	}
	return open
}
