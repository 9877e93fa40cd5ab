package film

import (
	"fmt"
	"slices"

	"jantaku/models"
)

// troubles are what goes wrong at tables, or looks as if. The zero value is a table where
// nothing does. Shares are of the discards of a hand.
type troubles struct {
	armRests    float64 // share after which the arm stays over the river
	underCover  float64 // share that falls, with the next one, while a sleeve covers both rivers
	takenBack   float64 // share before which another tile is laid and taken back
	inTheAir    bool    // a called discard is fetched before it touches the river
	sleeve      bool    // a white sleeve lies still over a river
	head        bool    // somebody leans over the table
	clutter     bool    // cup, phone and chips on the cloth
	glare       bool    // a lamp is mirrored in a face of a river
	stick       bool    // riichi sticks touch the river
	early       bool    // the winner's hand falls together with the last discard
	among       bool    // the winning tile is pushed into the hand
	mistake     bool    // a hand is laid down and taken up again
	walls       bool    // the walls go down before all else
	bump        float64 // how far the camera is bumped in the middle of the hand, mm on the cloth
	dark        float64 // share of the light that is left while the lamp is off, 0 for a lamp that stays on
	darkFor     float64 // how long, s
	straightens float64 // share after which the row is pushed along
	hides       bool    // who shows nothing lays the hand face down at the end
	raw         bool    // the sensor filters nothing: all of every frame has fresh noise
	lost        float64 // how long no frame arrives in the middle of the hand, s
	incidents
}

// Mode is a way in which watching could fail, which can be filmed by itself.
type Mode struct {
	Name, What string
	apply      func(*habits)
	// needs tells in which hands it can be seen; nil for all.
	needs func(*models.Record) bool
	// incident tells that people do it, once in a hand, so that [Settings.Mix] mixes it in.
	incident bool
}

// Incident reports whether it is what people do once in a hand, so that [Settings.Mix] mixes it in.
func (m Mode) Incident() bool { return m.incident }

// Fits reports whether the mode can be seen in a hand.
func (m Mode) Fits(r *models.Record) bool { return m.needs == nil || m.needs(r) }

// Fits reports whether the failure mode of the settings can be seen in a hand; every hand
// fits where there is none.
func (s Settings) Fits(r *models.Record) bool {
	m, err := modeNamed(s.Mode)
	return err != nil || m.Fits(r)
}

// Modes lists the modes by name.
func Modes() []Mode { return slices.Clone(modes) }

var modes = []Mode{
	{"arm-over-river", "an arm rests over a river after one discard in six", func(h *habits) { h.armRests = 1. / 6 }, nil, false},
	{"still-sleeve", "a white sleeve lies still over a river for 8 s", func(h *habits) { h.sleeve = true }, nil, false},
	{"head", "somebody leans over the table for 3 s, twice", func(h *habits) { h.head = true }, nil, false},
	{"glare", "a lamp is mirrored in one face of a river", func(h *habits) { h.glare = true }, nil, false},
	{"two-while-covered", "one discard in twelve and the next fall while a sleeve covers both rivers", func(h *habits) { h.underCover = 1. / 12 }, nil, false},
	{"called-in-the-air", "a called discard is fetched before it touches the river", func(h *habits) { h.inTheAir = true }, called, false},
	{"taken-back", "before one discard in eight another tile is laid and taken back", func(h *habits) { h.takenBack = 1. / 8 }, nil, false},
	{"fourth-row", "the fourth row of a river begins after eighteen tiles", func(h *habits) { h.rows = 4 }, long, false},
	{"long-third-row", "the third row of a river grows beyond six", func(h *habits) { h.rows = 3 }, long, false},
	{"over-eighteen", "a river grows beyond eighteen", func(h *habits) {}, long, false},
	{"riichi-called", "the riichi tile is called, so that the next one lies sideways", func(h *habits) {}, riichiCalled, false},
	{"two-winners", "two or three win on one discard", func(h *habits) {}, twoWinners, false},
	{"rows-straightened", "after one discard in six its whole row is pushed along", func(h *habits) { h.straightens = 1. / 6 }, nil, false},
	{"hands-face-down", "hands that are not shown are laid face down at the end", func(h *habits) { h.hides = true }, nil, false},
	{"pushed-straight", "every discard falls crooked and is pushed straight", func(h *habits) { h.pushes, h.crooked = 1, 1.2 }, nil, false},
	{"crooked", "discards lie crooked, a third of them upside down", func(h *habits) { h.crooked, h.upsideDown, h.pushes = 3, .33, 0 }, nil, false},
	{"added-upon", "the fourth tile of an added kong lies upon the pung", func(h *habits) { h.upon = true }, has(models.MadeAdded), false},
	{"added-beside", "the fourth tile of an added kong lies beside the pung", func(h *habits) { h.upon, h.turned = false, true }, has(models.MadeAdded), false},
	{"never-turned", "melds do not show their supplier", func(h *habits) { h.turned = false }, called, false},
	{"kong-XXXX", "concealed kongs lie face down", func(h *habits) { h.kong = "XXXX" }, concealed, false},
	{"kong-XOOX", "concealed kongs show the middle", func(h *habits) { h.kong = "XOOX" }, concealed, false},
	{"kong-OXXO", "concealed kongs show the ends", func(h *habits) { h.kong = "OXXO" }, concealed, false},
	{"kong-XXXO", "concealed kongs show one tile", func(h *habits) { h.kong = "XXXO" }, concealed, false},
	{"kong-OOOO", "concealed kongs lie face up", func(h *habits) { h.kong = "OOOO" }, concealed, false},
	{"stick-against-tile", "riichi sticks touch the river", func(h *habits) { h.stick = true }, riichi, false},
	{"free-rows", "rivers have rows of any length", func(h *habits) { h.rivers = FreeRows }, nil, false},
	{"heap", "discards lie in a heap", func(h *habits) { h.rivers = Heap }, nil, false},
	{"bumped-2", "the camera is bumped by 2 mm in the middle of the hand", func(h *habits) { h.bump = 2 }, nil, false},
	{"bumped-5", "the camera is bumped by 5 mm", func(h *habits) { h.bump = 5 }, nil, false},
	{"bumped-20", "the camera is bumped by 20 mm", func(h *habits) { h.bump = 20 }, nil, false},
	{"lamp-off", "the lamp is off for 3 s in the middle of the hand", func(h *habits) { h.dark, h.darkFor = .22, 3 }, nil, false},
	{"covered-lens", "the lens is covered for 30 s", func(h *habits) { h.dark, h.darkFor = .01, 30 }, nil, false},
	{"clutter", "a cup, a phone and chips lie on the cloth", func(h *habits) { h.clutter = true }, nil, false},
	{"thrown-early", "the winner's hand falls together with the last discard", func(h *habits) { h.early, h.takes = true, false }, claimed, false},
	{"win-into-hand", "the winning tile is pushed into the hand", func(h *habits) { h.among, h.takes = true, true }, has(models.Wins), false},
	{"wins-closed", "winners keep their hands closed until the end, where the game goes on", func(h *habits) { h.closes = true }, goesOn, false},
	{"void-tile", "a suit is given up by a tile that lies face down until it is discarded first", func(h *habits) { h.voidTile = true }, has(models.GaveUp), false},
	{"void-card", "a suit is given up by a card that lies before the hand to the end", func(h *habits) { h.voidCard = true }, has(models.GaveUp), false},
	{"mistake", "a hand is laid down and taken up again", func(h *habits) { h.mistake = true }, nil, false},
	{"walls-at-once", "the machine swallows the walls at once, before the rest", func(h *habits) { h.walls = true }, nil, false},
	{"raw-sensor", "all of every frame has fresh noise", func(h *habits) { h.raw = true }, nil, false},
	{"lost-frames", "no frame arrives for 2 s in the middle of the hand", func(h *habits) { h.lost = 2 }, nil, false},
	{"dealer-error", "somebody who is not the dealer draws and discards first, and takes it back", func(h *habits) { h.dealerError = true }, dealt4, true},
	{"books-dealer", "the books have another dealer than the table", func(h *habits) { h.booksDealer = true }, dealt4, false},
	{"late-exchange", "a discard is exchanged after the next player has drawn", func(h *habits) { h.exchange = true }, anyEvent(exchanges), true},
	{"call-withdrawn", "somebody calls a discard, lays the meld, and withdraws it", func(h *habits) { h.withdraws = true }, anyEvent(passes), true},
	{"chow-overtaken", "a chow is laid before somebody else calls the same discard", func(h *habits) { h.overtaken = true }, anyEvent(overtakes), true},
	{"stick-taken-back", "a riichi is declared with its stick and taken back", func(h *habits) { h.stickBack = true }, anyEvent(regrets), true},
	{"stick-idle", "a stick is laid before a river that declares nothing", func(h *habits) { h.stickIdle = true }, ofRiichi, true},
	{"melds-in-disorder", "the tiles of melds lie in any order, and any of them is turned", func(h *habits) { h.disorder = true }, called, true},
	{"dropped", "a tile is dropped face up beside a river and picked up", func(h *habits) { h.drops = true }, nil, true},
	{"exposed", "somebody shows three to five tiles of the hand, a winner before the win", func(h *habits) { h.exposes = true }, nil, true},
	{"ura-aside", "the first indicator is moved aside and the tile under it turned in its place", func(h *habits) { h.ura = uraAside }, turnsUra, true},
	{"ura-in-front", "indicator and the tile under it are laid before the winner", func(h *habits) { h.ura = uraInFront }, turnsUra, true},
	{"ura-put-back", "the tile under the first indicator is laid beside the wall, and the indicator put back", func(h *habits) { h.ura = uraPutBack }, turnsUra, true},
}

var concealed = has(models.MadeConcealed)

// has makes a need of a deed.
func has(deed models.Deed) func(*models.Record) bool {
	return func(r *models.Record) bool {
		return slices.ContainsFunc(r.Events, func(m models.Move) bool { return m.Do == deed })
	}
}

// called reports whether a discard is called.
func called(r *models.Record) bool {
	return has(models.CalledChow)(r) || has(models.CalledPung)(r) || has(models.CalledKong)(r)
}

// riichi reports whether somebody declares it.
func riichi(r *models.Record) bool {
	return slices.ContainsFunc(r.Events, func(m models.Move) bool { return m.Riichi })
}

// riichiCalled reports whether the tile of a riichi is called.
func riichiCalled(r *models.Record) bool {
	for i, m := range r.Events {
		if m.Riichi && i+1 < len(r.Events) && calls(r.Events[i+1].Do) {
			return true
		}
	}
	return false
}

// goesOn reports whether somebody wins and the game goes on.
func goesOn(r *models.Record) bool {
	i := slices.IndexFunc(r.Events, func(m models.Move) bool { return m.Do == models.Wins })
	return i >= 0 && i+1 < len(r.Events)
}

// calls reports whether a deed takes a discard into a meld.
func calls(deed models.Deed) bool {
	return deed == models.CalledChow || deed == models.CalledPung || deed == models.CalledKong
}

// claimed reports whether the hand ends on a discard.
func claimed(r *models.Record) bool {
	return slices.ContainsFunc(r.Events, func(m models.Move) bool {
		return m.Do == models.Wins && len(m.Wins) > 0 && m.Wins[0].From != m.Wins[0].Place
	})
}

// twoWinners reports whether several win.
func twoWinners(r *models.Record) bool {
	return slices.ContainsFunc(r.Events, func(m models.Move) bool { return len(m.Wins) > 1 })
}

// long reports whether a river grows beyond three rows of six.
func long(r *models.Record) bool {
	var rivers [models.Places]int
	for _, m := range r.Events {
		switch {
		case m.Do == models.Discarded:
			if rivers[m.Place.Index()]++; rivers[m.Place.Index()] > 3*riverRow {
				return true
			}
		case calls(m.Do) && m.From > 0:
			rivers[m.From.Index()]--
		}
	}
	return false
}

// modeNamed finds a mode; the error lists them.
func modeNamed(name string) (Mode, error) {
	var names []string
	for _, m := range modes {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Mode{}, fmt.Errorf("film: there is no mode %q: %v", name, names)
}

// anyEvent makes a need of what an event has to be.
func anyEvent(is func(r *models.Record, i int) bool) func(*models.Record) bool {
	return func(r *models.Record) bool {
		for i := range r.Events {
			if is(r, i) {
				return true
			}
		}
		return false
	}
}

// dealt4 reports whether four play.
func dealt4(r *models.Record) bool {
	return !slices.ContainsFunc(r.Deal, func(hand models.Tiles) bool { return len(hand) == 0 })
}

// passes reports whether an event is a discard that nobody calls: the next player draws.
func passes(r *models.Record, i int) bool {
	return r.Events[i].Do == models.Discarded && !r.Events[i].Riichi && i+1 < len(r.Events) && r.Events[i+1].Do == models.Draw
}

// exchanges reports whether an event is a discard that may be exchanged once the next player has drawn.
func exchanges(r *models.Record, i int) bool {
	return passes(r, i) && !declared(r, i, r.Events[i].Place) && r.Events[i+1].Place != r.Events[i].Place
}

// overtakes reports whether an event is a call by another than the next player.
func overtakes(r *models.Record, i int) bool {
	m := &r.Events[i]
	return (m.Do == models.CalledPung || m.Do == models.CalledKong) && m.From > 0 && models.PlaceAt(m.From.Index()+1) != m.Place && !declared(r, i, models.PlaceAt(m.From.Index()+1))
}

// regrets reports whether an event is a discard with which its player might declare riichi, and does not.
func regrets(r *models.Record, i int) bool {
	p := r.Events[i].Place
	if r.Rules != "riichi" || !passes(r, i) || declared(r, i, p) {
		return false
	}
	return !slices.ContainsFunc(r.Events[:i], func(m models.Move) bool { return m.Place == p && calls(m.Do) })
}

// declared reports whether a place has declared riichi before an event.
func declared(r *models.Record, i int, p models.Place) bool {
	return slices.ContainsFunc(r.Events[:i], func(m models.Move) bool { return m.Place == p && m.Riichi })
}

func ofRiichi(r *models.Record) bool { return r.Rules == "riichi" }

// turnsUra reports whether a winner turns up what lies under the indicators.
func turnsUra(r *models.Record) bool {
	return slices.ContainsFunc(r.Events, func(m models.Move) bool { return len(m.Ura) > 0 })
}
