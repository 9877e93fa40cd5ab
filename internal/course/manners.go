package course

import (
	"fmt"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/riichi"
)

// Manners is how a rule book is played at the table, as far as it does not follow from
// the worth of hands: which tiles there are, which may be drawn, claimed and won on.
type Manners struct {
	// Flowers says that the eight flowers are in the set and are replaced when drawn.
	Flowers bool
	// Reds says that one five of each suit is red.
	Reds bool
	// Dead is how many tiles of the wall are never drawn.
	Dead int
	// LastCalls says that the discard after the last tile may be claimed for a set, and
	// that kongs may be made when no tile is left to replace them (Lingque §2.7).
	LastCalls bool
	// Riichi are the options of a book with riichi, dora and furiten; nil elsewhere.
	Riichi *riichi.Options
	// AllMayWin says that several players can win on one tile, see the book's Claims.
	AllMayWin bool
	// earthlyOnDiscard: 地和 is a win on the dealer's first discard, not a first draw.
	earthlyOnDiscard bool
	heavenly         bool
	lastOfKind       bool
}

// deadWall is what stays undrawn in riichi and, as 王张, in Yuque (§2).
const deadWall = 14

// MannersOf gives how a rule book is played. Flowers are in the set where the book knows
// them; set Flowers to false for a club that leaves them out. The error names a rule book
// that four players cannot play.
func MannersOf(rules scoring.Ruleset) (Manners, error) {
	switch rules.ID() {
	case "lingque-26", "lingque-29":
		return Manners{Flowers: true, LastCalls: true, heavenly: true, earthlyOnDiscard: true}, nil
	case "mcr":
		return Manners{Flowers: true, lastOfKind: true}, nil
	case "yuque-54":
		return Manners{Dead: deadWall, heavenly: true, earthlyOnDiscard: true}, nil
	}
	book, ok := rules.(interface{ Options() riichi.Options })
	if !ok {
		return Manners{}, fmt.Errorf("rules %q: nobody has said how they are played at the table", rules.ID())
	}
	options := book.Options()
	if options.Players != models.Places {
		return Manners{}, fmt.Errorf("rules %q are for %d players, not four", rules.ID(), options.Players)
	}
	return Manners{Reds: options.RedFives, Dead: deadWall, Riichi: &options, heavenly: true, AllMayWin: options.MultipleRon != "head-bump"}, nil
}

// Wall gives the tiles of the set, in the order of the notation.
func (m Manners) Wall() models.Tiles {
	var wall models.Tiles
	for i := range models.Kinds {
		kind := models.KindAt(i)
		for copy := range models.Copies {
			if m.Reds && copy == 0 && kind.IsNumber() && kind.Rank() == 5 {
				wall = append(wall, models.NewTile(kind.Suit(), 0))
				continue
			}
			wall = append(wall, kind)
		}
	}
	if m.Flowers {
		for rank := 1; rank <= 8; rank++ {
			wall = append(wall, models.NewTile(models.Flowers, rank))
		}
	}
	return wall
}

// Drawable is how many tiles can be drawn after the deal.
func (m Manners) Drawable() int {
	return len(m.Wall()) - m.Dead - models.Places*dealt
}

// dealt is how many tiles everybody is dealt.
const dealt = 13
