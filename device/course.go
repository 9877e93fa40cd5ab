package device

import "jantaku/models"

// Course is what somebody knows of a win who followed the whole hand, such as a camera
// that saw every discard and call. No board fills it in.
type Course struct {
	// Win holds the facts: the winning tile, Melds with their suppliers in the order of the
	// calls, Flowers, Flags (the last of its kind from the copies that lie open), Riichi,
	// indicators, Norths, Liable.
	Win models.Win `json:"win"`
	// From is who supplied the winning tile, the winner when it was drawn.
	From models.Place `json:"from,omitempty"`
	// Sticks are who laid a riichi stick.
	Sticks []models.Place `json:"sticks,omitempty"`
	// Sure is the probability, 0 to 1, that each fact is as Win has it. What is not here is
	// not meant.
	Sure map[models.Fact]float64 `json:"sure"`
	// Likely are the two likeliest answers about facts that are not certain, and the three likeliest hands.
	Likely map[models.Fact][]models.Answer `json:"likely,omitempty"`
	// Record is the whole hand as it was followed; nil where nobody keeps it.
	Record *models.Record `json:"record,omitempty"`
	// Whole is the probability, 0 to 1, that fans, payments and the course of the match are
	// those that Win, From, Sticks, Winners and Ready make together; 0 where something was
	// not seen on which they depend. Win holds the concealed tiles, too, where it is not 0.
	Whole float64 `json:"whole,omitempty"`
	// Winners are all who won on the tile.
	Winners []models.Place `json:"winners,omitempty"`
	// Ready are the waiting hands that others showed, where the rule book pays for them, and
	// Lying the tiles that lie open besides; nil while more may be shown.
	Ready []models.Ready `json:"ready,omitzero"`
	Lying *models.Tiles  `json:"lying,omitempty"`
	// Open says that more may be seen of the hand: its tiles lie there still.
	Open bool `json:"open,omitempty"`
}

// Drawn is what somebody knows of a hand that nobody won, who followed it.
type Drawn struct {
	// Outcome is how it ended, who laid a riichi stick, who showed a waiting hand, and what
	// lies open besides where that is paid.
	Outcome models.Outcome
	// Sure is the probability, 0 to 1, that payments and the course of the match are those of
	// Outcome; 0 where it depends on what nobody can see.
	Sure   float64
	Record *models.Record
}

// Battle is what somebody knows of a hand in which the game goes on after a win, who followed it to
// its end.
type Battle struct {
	// Outcome has every moment at which points changed hands, with what each win is worth and, where
	// the wall is empty, how the other hands stand.
	Outcome models.Outcome
	// Wins are one for each winner, in the order of Outcome.Winners.
	Wins []models.Win
	// Sure is the probability, 0 to 1, that all points that changed hands are those of Outcome; 0 where
	// they depend on what nobody saw, which Needs names: "drawn" (was the tile of an added kong drawn in
	// that turn?), "shown" (a hand that was not shown, or that may be of one who kept the suit he gave up), "void" (which suit
	// a winner gave up), "passed" (a winner let a tile pass that would have won as much, see Passed), "course", "from", "tile".
	Sure   float64
	Needs  []string
	Record *models.Record
	// Passed are the winners who let a tile pass that would have won at least as much, with that tile.
	Passed map[models.Place]models.Tile
}

// Ended is what is known of a hand after its end: of those who were told to have won, or that
// nobody has; where the game goes on after a win all of it. Its zero value says nothing.
type Ended struct {
	Courses map[models.Place]*Course
	Drawn   *Drawn
	Battle  *Battle
}
