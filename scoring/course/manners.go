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
	scoring.Manners
	// Hand is how many tiles everybody is dealt.
	Hand models.HandSize
	// Flowers says that the eight flowers are in the set and are replaced when drawn.
	Flowers bool
	// Reds says that one five of each suit is red.
	Reds bool
	// Riichi are the options of a book with riichi, dora and furiten; nil elsewhere.
	Riichi     *riichi.Options
	heavenly   bool
	human      bool
	lastOfKind bool
}

// MannersOf gives how a rule book is played. Flowers are in the set where the book knows
// them; set Flowers to false for a club that leaves them out. The error names a rule book
// that four players cannot play.
func MannersOf(rules scoring.Ruleset) (Manners, error) {
	played, ok := rules.(scoring.Played)
	if !ok {
		return Manners{}, fmt.Errorf("rules %q: nobody has said how they are played at the table", rules.ID())
	}
	knows := func(f models.Fact) bool { return scoring.Knows(played, f) }
	m := Manners{Manners: played.Manners(), Hand: scoring.HandSize(rules), Flowers: knows(models.FactFlowers),
		heavenly: knows(models.FactOf(models.Heavenly)), human: knows(models.FactOf(models.Human)), lastOfKind: knows(models.FactOf(models.LastOfKind))}
	m.AllMayWin = m.AllMayWin || m.GoesOn
	if book, ok := rules.(interface{ Options() riichi.Options }); ok {
		options := book.Options()
		if options.Players != models.Places {
			return Manners{}, fmt.Errorf("rules %q are for %d players, not four", rules.ID(), options.Players)
		}
		m.Reds, m.Riichi, m.AllMayWin = options.RedFives, &options, options.MultipleRon != "head-bump"
	}
	return m, nil
}

// Wall gives the tiles of the set, in the order of the notation.
func (m Manners) Wall() models.Tiles {
	var wall models.Tiles
	for i := range models.Kinds {
		kind := models.KindAt(i)
		if m.Suits && !kind.IsNumber() {
			break
		}
		for copy := range models.Copies {
			if m.Reds && copy == 0 && kind.IsFive() {
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
	return len(m.Wall()) - m.Dead - models.Places*m.Hand.Tiles()
}
