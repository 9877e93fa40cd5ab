package scoring

import "jantaku/models"

// groupsOf writes a layout as people read it: melds first as they were called, then
// the sets in hand, then the pair; seven pairs as pairs; other shapes as one group.
func groupsOf(w *models.Win, l Layout) []Group {
	switch l.Shape {
	case General, Knitted:
	case SevenPairs:
		return pairsOf(w)
	default:
		all := append(append(models.Tiles(nil), w.Concealed...), w.Tile)
		models.SortTiles(all)
		return []Group{{Tiles: all, Winner: true}}
	}
	var groups []Group
	for _, m := range w.Melds {
		groups = append(groups, Group{Tiles: m.Tiles, Meld: m.Kind.String()})
	}
	if l.Shape == Knitted {
		groups = append(groups, Group{Tiles: l.Knit.tiles()})
	}
	for i, s := range l.Sets {
		if l.Melded&(1<<i) != 0 || l.Shape == Knitted && i < 3 {
			continue
		}
		groups = append(groups, Group{Tiles: s.Tiles(), Winner: l.Completed&(1<<i) != 0})
	}
	pair := Group{Tiles: models.Tiles{l.Pair, l.Pair}, Winner: l.Completed&PairSpan != 0}
	groups = append(groups, pair)
	if l.Completed == 0 {
		markWinner(groups, w.Tile.Kind())
	}
	return groups
}

// markWinner marks the first group in hand that holds the winning tile, where the
// rule book does not say which group it completes.
func markWinner(groups []Group, win models.Tile) {
	for i := range groups {
		if groups[i].Meld != "" {
			continue
		}
		for _, t := range groups[i].Tiles {
			if t == win {
				groups[i].Winner = true
				return
			}
		}
	}
}

func pairsOf(w *models.Win) []Group {
	all := append(append(models.Tiles(nil), w.Concealed...), w.Tile)
	models.SortTiles(all)
	var groups []Group
	for i := 0; i+1 < len(all); i += 2 {
		groups = append(groups, Group{Tiles: all[i : i+2 : i+2]})
	}
	markWinner(groups, w.Tile.Kind())
	return groups
}

// Tiles gives the tiles of a set, a kong as a pung.
func (s Set) Tiles() models.Tiles {
	first := s.First()
	if s.IsChow() {
		return models.Tiles{first, first + 1, first + 2}
	}
	return models.Tiles{first, first, first}
}
