// Package books says which rule books there are: what each is called, which profiles and
// settings a club may choose, how it is opened, how a match by it goes on, and how its wall
// is broken. It is the one list of them; a new rule book is a row of All.
package books

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/hongkong"
	"jantaku/scoring/lingque"
	"jantaku/scoring/mcr"
	"jantaku/scoring/riichi"
	"jantaku/scoring/sichuan"
	"jantaku/scoring/taiwan"
	"jantaku/scoring/yuque"
)

// Default is the rule book of a table that names none.
const Default = "lingque-29"

// Course is how a match by a rule book goes on. A course may do more than this: whoever
// needs more asks for it.
type Course interface {
	Begin(m models.Match) models.Position
	Settle(m models.Match, p models.Position, o models.Outcome) models.Points
	Next(m models.Match, p models.Position, o models.Outcome) models.Position
}

// Book is a rule book as a club chooses it.
type Book struct {
	// About is the book in a few words of English.
	About string
	// Profiles are the names of its profiles; none where the book is its only profile.
	Profiles []string
	// Standard is the profile that holds where nobody chose; empty where that needs no word.
	Standard string
	// Settings are options of the book that a club decides as it starts a match.
	Settings []models.Choice
	// Words are what the book calls things, Desk is what it asks of whoever enters a hand.
	Words scoring.Words
	Desk  scoring.Desk
	// Course is how a match goes on.
	Course Course
	// Sticks are the counting sticks of the book; none where it has no table of them.
	Sticks []Stick

	open    func(profile string, options map[string]string) (scoring.Tabled, error)
	rulings func(profile string) []mcr.Ruling // nil where no profile settles anything
	wall    wall
}

// Rulings are the points that a profile, empty for the standard one, settles otherwise than
// the table of the book.
func (b Book) Rulings(profile string) []mcr.Ruling {
	if b.rulings == nil {
		return nil
	}
	return b.rulings(profile)
}

// Stick is how many counting sticks of a value a player and the pool begin with.
type Stick = yuque.Stick

// All are the rule books by their ids.
func All() map[string]Book {
	return map[string]Book{
		"hongkong": {
			About: "香港麻雀 清章; values through two programs that agree", Course: hongkong.Course{}, Words: hongkong.Words(), Desk: hongkong.Desk(), open: openWith(hongkong.Profile, hongkong.New),
			Profiles: hongkong.Profiles(), Standard: hongkong.HKMA, Settings: hongkong.Settings(),
			wall: wall{models.WallRule{Rolls: 1}, 144},
		},
		"lingque-26": {
			About: "灵雀 26th edition (second draft)", Course: lingque.Course{Edition: 26}, Words: lingque.Words(), Desk: lingque.Desk(), open: openWith(lingque.Edition(26), lingque.NewWith),
			// The 26th edition says only that the deal is as usual; the 29th says how (§7).
			wall: wall{models.WallRule{Rolls: 2}, 136},
		},
		"lingque-29": {
			About: "灵雀 29th edition, the default", Course: lingque.Course{Edition: 29}, Words: lingque.Words(), Desk: lingque.Desk(), open: openWith(lingque.Edition(29), lingque.NewWith),
			wall: wall{models.WallRule{Rolls: 2}, 136},
		},
		"mcr": {
			About: "国标麻将, 81 fans, five profiles", Course: mcr.Course{}, Words: mcr.Words(), Desk: mcr.Desk(), open: openWith(mcr.Profile, mcr.New),
			Profiles: mcr.Profiles(), Standard: mcr.DefaultProfile, rulings: mcr.Rulings,
			Settings: []models.Choice{{Key: "minimum", Default: strconv.Itoa(mcr.MinPoints)}},
			wall:     wall{models.WallRule{Rolls: 2}, 144},
		},
		"riichi": {
			About: "立直麻雀, with profiles and options", Course: riichi.Course{}, Words: riichi.Words(), Desk: riichi.Desk(), open: openWith(riichi.Profile, riichi.New),
			Profiles: riichi.Profiles(),
			// The first indicator is the third stack of the dead wall.
			wall: wall{models.WallRule{Rolls: 1, Indicator: 3}, 136},
		},
		"sichuan": {
			About: "四川麻将 血战到底 (SBR 2025)", Course: sichuan.Course{}, Words: sichuan.Words(), Desk: sichuan.Desk(), open: openWith(sichuan.Profile, sichuan.New), Settings: sichuan.Settings(),
			wall: wall{models.WallRule{Rolls: 1, Uneven: true, Smaller: true}, 108},
		},
		"taiwan-16": {
			About: "台灣十六張; cards of three clubs, every value may be set", Course: taiwan.Course{}, Words: taiwan.Words(), Desk: taiwan.Desk(), open: openWith(taiwan.Profile, taiwan.New),
			Profiles: taiwan.Profiles(), Standard: taiwan.SML, Settings: taiwan.Settings(),
			wall: wall{models.WallRule{}, 144},
		},
		"yuque-54": {
			About: "玉雀 54th edition", Course: yuque.Course{}, Words: yuque.Words(), Desk: yuque.Desk(), open: openWith(yuque.Profile, yuque.New), Sticks: yuque.Sticks(),
			Settings: []models.Choice{{Key: "minimum", Default: "0"}, {Key: "self_draw", Values: []string{"standard", "winner_bonus"}, Default: "standard"},
				{Key: "suo_fanke", Values: []string{"13", "12"}, Default: "13"}},
		},
	}
}

// IDs are the ids of the rule books in order.
func IDs() []string { return slices.Sorted(maps.Keys(All())) }

// Matches are the ids of those by which a match can be kept, in order; by the others hands are scored alone.
func Matches() []string {
	return slices.DeleteFunc(IDs(), func(id string) bool { return All()[id].Course == nil })
}

// Find gives a rule book by its id. The error lists the ids there are.
func Find(id string) (Book, error) {
	book, ok := All()[id]
	if !ok {
		return Book{}, fmt.Errorf("rules %q is not one of %s", id, strings.Join(IDs(), ", "))
	}
	return book, nil
}

// Words are those of a rule book; none where there is no such book any more.
func Words(id string) scoring.Words { return All()[id].Words }

// Open makes the rules of a book from a profile, empty for its standard, and single options
// over it. The error names the book, profile or option that does not exist.
func Open(id, profile string, options map[string]string) (scoring.Tabled, error) {
	book, err := Find(id)
	if err != nil {
		return nil, err
	}
	return book.open(profile, options)
}

// OfMatch makes the rules that a match of the books is played by. One of MCR that names no profile is of before
// profiles stood there: it was scored by the practice of the league, which was the default, and stays so.
func OfMatch(m models.Match) (scoring.Tabled, error) {
	profile := m.Profile
	if m.Rules == "mcr" && profile == "" {
		profile = mcr.ProfileBefore
	}
	return Open(m.Rules, profile, m.Options)
}

// settable are options that can be set one by one.
type settable[O any] interface {
	*O
	Set(key, value string) error
}

// openWith makes a rule book from a profile and single options over it.
func openWith[O any, S settable[O], R scoring.Tabled](profiled func(string) (O, error), build func(O) (R, error)) func(string, map[string]string) (scoring.Tabled, error) {
	return func(profile string, set map[string]string) (scoring.Tabled, error) {
		options, err := profiled(profile)
		if err != nil {
			return nil, err
		}
		for key, value := range set {
			if err := S(&options).Set(key, value); err != nil {
				return nil, err
			}
		}
		rules, err := build(options)
		if err != nil {
			return nil, err
		}
		return rules, nil
	}
}

// wall is how a rule book has its wall broken, and with how many tiles it plays. The zero
// wall is that of a book that does not say how.
type wall struct {
	rule  models.WallRule
	tiles int
}
