package film

import (
	"fmt"
	"slices"
)

// troubles are what goes wrong at tables, or looks as if. The zero value is a table where
// nothing does. Shares are of the discards of a hand.
type troubles struct {
	armRests   float64 // share after which the arm stays over the river
	underCover float64 // share that falls, with the next one, while a sleeve covers both rivers
	takenBack  float64 // share before which another tile is laid and taken back
	inTheAir   bool    // a called discard is fetched before it touches the river
	sleeve     bool    // a white sleeve lies still over a river
	head       bool    // somebody leans over the table
	clutter    bool    // cup, phone and chips on the cloth
	glare      bool    // a lamp is mirrored in a face of a river
	stick      bool    // riichi sticks touch the river
	early      bool    // the winner's hand falls together with the last discard
	among      bool    // the winning tile is pushed into the hand
	mistake    bool    // a hand is laid down and taken up again
	walls      bool    // the walls go down before all else
	bump       float64 // how far the camera is bumped in the middle of the hand, mm on the cloth
	dark       float64 // share of the light that is left while the lamp is off, 0 for a lamp that stays on
	darkFor    float64 // how long, s
	raw        bool    // the sensor filters nothing: all of every frame has fresh noise
	lost       float64 // how long no frame arrives in the middle of the hand, s
}

// Mode is a way in which watching could fail, which can be filmed by itself.
type Mode struct {
	Name, What string
	apply      func(*habits)
}

// Modes lists the modes by name.
func Modes() []Mode { return slices.Clone(modes) }

var modes = []Mode{
	{"arm-over-river", "an arm rests over a river after one discard in six", func(h *habits) { h.armRests = 1. / 6 }},
	{"still-sleeve", "a white sleeve lies still over a river for 8 s", func(h *habits) { h.sleeve = true }},
	{"head", "somebody leans over the table for 3 s, twice", func(h *habits) { h.head = true }},
	{"glare", "a lamp is mirrored in one face of a river", func(h *habits) { h.glare = true }},
	{"two-while-covered", "one discard in twelve and the next fall while a sleeve covers both rivers", func(h *habits) { h.underCover = 1. / 12 }},
	{"called-in-the-air", "a called discard is fetched before it touches the river", func(h *habits) { h.inTheAir = true }},
	{"taken-back", "before one discard in eight another tile is laid and taken back", func(h *habits) { h.takenBack = 1. / 8 }},
	{"fourth-row", "the fourth row of a river begins after eighteen tiles", func(h *habits) { h.rows = 4 }},
	{"long-third-row", "the third row of a river grows beyond six", func(h *habits) { h.rows = 3 }},
	{"pushed-straight", "every discard falls crooked and is pushed straight", func(h *habits) { h.pushes, h.crooked = 1, 1.2 }},
	{"crooked", "discards lie crooked, a third of them upside down", func(h *habits) { h.crooked, h.upsideDown, h.pushes = 3, .33, 0 }},
	{"added-upon", "the fourth tile of an added kong lies upon the pung", func(h *habits) { h.upon = true }},
	{"added-beside", "the fourth tile of an added kong lies beside the pung", func(h *habits) { h.upon, h.turned = false, true }},
	{"never-turned", "melds do not show their supplier", func(h *habits) { h.turned = false }},
	{"kong-XXXX", "concealed kongs lie face down", func(h *habits) { h.kong = "XXXX" }},
	{"kong-XOOX", "concealed kongs show the middle", func(h *habits) { h.kong = "XOOX" }},
	{"kong-OXXO", "concealed kongs show the ends", func(h *habits) { h.kong = "OXXO" }},
	{"kong-XXXO", "concealed kongs show one tile", func(h *habits) { h.kong = "XXXO" }},
	{"kong-OOOO", "concealed kongs lie face up", func(h *habits) { h.kong = "OOOO" }},
	{"stick-against-tile", "riichi sticks touch the river", func(h *habits) { h.stick = true }},
	{"free-rows", "rivers have rows of any length", func(h *habits) { h.rivers = FreeRows }},
	{"heap", "discards lie in a heap", func(h *habits) { h.rivers = Heap }},
	{"bumped-2", "the camera is bumped by 2 mm in the middle of the hand", func(h *habits) { h.bump = 2 }},
	{"bumped-5", "the camera is bumped by 5 mm", func(h *habits) { h.bump = 5 }},
	{"bumped-20", "the camera is bumped by 20 mm", func(h *habits) { h.bump = 20 }},
	{"lamp-off", "the lamp is off for 3 s in the middle of the hand", func(h *habits) { h.dark, h.darkFor = .22, 3 }},
	{"covered-lens", "the lens is covered for 30 s", func(h *habits) { h.dark, h.darkFor = .01, 30 }},
	{"clutter", "a cup, a phone and chips lie on the cloth", func(h *habits) { h.clutter = true }},
	{"thrown-early", "the winner's hand falls together with the last discard", func(h *habits) { h.early, h.takes = true, false }},
	{"win-into-hand", "the winning tile is pushed into the hand", func(h *habits) { h.among, h.takes = true, true }},
	{"mistake", "a hand is laid down and taken up again", func(h *habits) { h.mistake = true }},
	{"walls-at-once", "the machine swallows the walls at once, before the rest", func(h *habits) { h.walls = true }},
	{"raw-sensor", "all of every frame has fresh noise", func(h *habits) { h.raw = true }},
	{"lost-frames", "no frame arrives for 2 s in the middle of the hand", func(h *habits) { h.lost = 2 }},
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
