package layout

import (
	"errors"
	"fmt"

	"jantaku/calibration"
	"jantaku/models"
)

// Options say what the club expects of a picture and how sure the program must be.
// The zero value is not useful; start from [DefaultOptions].
type Options struct {
	// MaxError is the probability of a wrong tile in an accepted hand that the
	// operator accepts, 0 to 1.
	MaxError float64
	// Caution multiplies the error probability of every tile before it is used; 1
	// takes the eye at its word.
	Caution float64
	// CompleteOdds is how much likelier it is, before looking, that a complete hand
	// was laid down than one given hand that differs in a tile and is none. It bounds
	// what the joint decision may claim: 1 switches it off.
	CompleteOdds float64
	// MaxGiveUp is the factor of likelihood that the joint decision may give up
	// against the picture, over all tiles together: 10 lets it prefer a face that was
	// judged up to ten times less likely than the best.
	MaxGiveUp float64
	// AnyTiles accepts tiles that make no winning hand when each of them is certain.
	// It is for reading as such; a hand that is to be scored needs it off.
	AnyTiles bool
	// AddedBeside says that this club lays the tile added to a pung beside it, never upon
	// it: then no pung is asked about that might hide one.
	AddedBeside bool
	// AnyKong says that by the rules any one to three tiles of a concealed kong may lie face
	// down (Lingque §2.3), not only those that players usually choose.
	AnyKong bool
	// Hand is how many tiles a player holds by the rule book.
	Hand models.HandSize
	// View is how far an upright tile of the owner is turned clockwise in the
	// picture: 0 where the camera looks from the owner's side, 180 from across.
	View int
	// Place is whose hand is read, Zones what the parts of the table are for. They
	// count where sightings carry millimetres: tiles outside of the place's zones are
	// no part of the hand.
	Place models.Place
	Zones []calibration.Zone
}

// DefaultOptions are the options of a club that set none: one wrong hand in two
// hundred at most.
func DefaultOptions() Options {
	return Options{MaxError: 0.005, Caution: 1.5, CompleteOdds: 100, MaxGiveUp: 10}
}

// Most of what options may be: what is larger was mistyped.
const (
	mostCaution = 1000
	mostOdds    = 1000000
	mostGiveUp  = 100
)

// Validate tells all faults of the options at once.
func (o Options) Validate() error {
	var errs []error
	if !(o.MaxError >= 0 && o.MaxError <= 1) {
		errs = append(errs, fmt.Errorf("layout: max error %v is no probability", o.MaxError))
	}
	if !(o.Caution >= 1 && o.Caution <= mostCaution) {
		errs = append(errs, fmt.Errorf("layout: caution %v is not 1 to %d", o.Caution, mostCaution))
	}
	if !(o.CompleteOdds >= 1 && o.CompleteOdds <= mostOdds) {
		errs = append(errs, fmt.Errorf("layout: odds of a complete hand %v are not 1 to %d", o.CompleteOdds, mostOdds))
	}
	if !(o.MaxGiveUp >= 1 && o.MaxGiveUp <= mostGiveUp) {
		errs = append(errs, fmt.Errorf("layout: likelihood to give up %v is not a factor 1 to %d", o.MaxGiveUp, mostGiveUp))
	}
	if o.View%90 != 0 {
		errs = append(errs, fmt.Errorf("layout: view %d is not a multiple of 90 degrees", o.View))
	}
	if o.Place > models.Places {
		errs = append(errs, fmt.Errorf("layout: place %d is not 1 to 4", o.Place))
	}
	for _, z := range o.Zones {
		errs = append(errs, z.Validate())
	}
	return errors.Join(errs...)
}

// The codes of doubts, stable words that displays translate.
const (
	DoubtTile       = "tile"           // the face is not certain enough
	DoubtPosture    = "posture"        // a tile may lie otherwise than it was read
	DoubtUnread     = "unread"         // a tile was seen but not read
	DoubtBorder     = "border"         // a row may go on beyond the picture
	DoubtFaceDown   = "face-down"      // a tile lies face down where its face is needed
	DoubtCount      = "tile-count"     // too few or too many tiles for a hand
	DoubtFive       = "five-of-a-kind" // more copies than the set of tiles holds
	DoubtFlower     = "bad-flowers"    // one flower twice
	DoubtStray      = "stray-flower"   // a flower lies near the hand, outside of its place
	DoubtMeld       = "bad-meld"       // a group that is no chow, pung or kong
	DoubtWinning    = "winning-tile"   // which tile came last is contradictory
	DoubtNotAHand   = "not-a-hand"     // the tiles make no winning form
	DoubtInferred   = "inferred"       // a face was chosen for the sake of the hand
	DoubtGap        = "gap"            // a tile may be missing in the row
	DoubtConfidence = "confidence"     // the whole is less certain than the operator asks
)

func doubt(code string, t *tile, format string, args ...any) models.Doubt {
	d := models.Doubt{Code: code, Row: -1, Index: -1, Message: fmt.Sprintf(format, args...)}
	if t != nil {
		d.Row, d.Index = t.row, t.index
	}
	return d
}

// layTuning are the figures by which tiles are told to lie together, apart, upon each other. Gaps are in
// widths of a tile beyond the usual one of its row. The evidence is 152 photographs of three sets, laid by
// players, and drawn tables of every form of meld: see docs/eyes.md.
type layTuning struct {
	partGap   float64 // parts melds
	narrowGap float64 // also where tiles are seen nearer to each other than they lie
	apartGap  float64 // sets a single tile apart as the winning tile
	joinedGap float64 // of tiles that touch, at most, as they are seen
	continues float64 // between a row and a tile outside the zone that continues it, at most
	// roomForOne is the gap in which one more tile may stand.
	roomForOne float64
	// mostOff is how far, in heights, a tile of a crooked row stands off the line of its neighbours at most.
	mostOff float64
	// upon is by how much of its height a tile upon another lies nearer to its owner; crooked rows stay below.
	upon float64

	// loosest is how far apart tiles that belong together usually lie at most; fewer gaps than tellingGaps do not tell what is usual.
	loosest     float64
	tellingGaps int
	// mostSlender is how many times as wide as it is deep a sideways tile would be upright at most, for one
	// seen aslant.
	mostSlender float64
	// onTopAlong and onTopAcross are how far, in its widths and depths, a sideways tile lies from the middle
	// of the one that it was added to at most.
	onTopAlong, onTopAcross float64
	// longest is how many tiles a group has at most: longer ones than any hand are no sets.
	longest int

	// What lies beyond a hand: heights of bare table between, how many tiles at least, for fewer may be
	// a kong's or flowers, and the probability of each, so that no flower passes for another tile.
	beyondApart float64
	leastBeyond int
	readBeyond  float64

	// Costs of what a plan leaves unexplained. A loose tile costs little, so that marked melds are preferred; one that is
	// turned outside of a meld can only be the winning tile, and one face down outside of a kong is nothing. A group that is nothing but
	// three or four tiles with a mark is a meld even if its faces disagree, unless three of the four are a proper one that a tile touches.
	costLoose, costTurned, costBack, costOdd, costOddAlone int

	// Faces that tell the owner's side: of fewer than fewTell nothing is told, allTell tell it surely where
	// all agree, and mostTell is the share of them that makes it a question.
	fewTell, allTell int
	mostTell         float64

	// uneven is how many melds laid straight and touching are expected beside one that is turned or apart,
	// before any is seen. It is assumed: no photograph tells what was claimed.
	uneven float64

	// errorFloor is the least error probability a tile is credited with: nothing that was learned from some
	// hundred photographs can promise more.
	errorFloor float64
	anyOdds    float64 // of a complete hand where tiles of any kind are read
	errorFaces float64 // how many faces an error of one face spreads over, from below
	// Bounds of the work: sightings that are weighed, two sets of tiles with flowers, and likeliest changes.
	mostSightings, mostChanges int
}

var tuning = layTuning{
	partGap: .3, narrowGap: .2, apartGap: .6, joinedGap: .15, continues: 1.6, roomForOne: .85,
	loosest: .5, tellingGaps: 3, mostSlender: 1.05, onTopAlong: .4, onTopAcross: 1.2,
	longest: 40, mostOff: .6, upon: .22, beyondApart: .8, leastBeyond: 3, readBeyond: .9,
	costLoose: 1, costTurned: 6, costBack: 20, costOdd: 9, costOddAlone: 5, fewTell: 3, allTell: 8, mostTell: .8, uneven: .012,
	errorFloor: 2e-5, anyOdds: 10, errorFaces: 10, mostSightings: 300, mostChanges: 60,
}
