package trial

import (
	"slices"

	"jantaku/models"
)

// Compare counts the events of a record that were told rightly, those that were not told,
// and those that were told and did not happen. Both are walked through in order; draws,
// suits given up and tiles exchanged count as nothing, because nobody sees which.
func Compare(truth, told *models.Record) (right, missed, wrong int) {
	a, b := visible(truth), visible(told)
	n := len(Pairs(truth, told))
	return n, len(a) - n, len(b) - n
}

// Pairs gives the events that were told rightly, each with that of the truth.
func Pairs(truth, told *models.Record) (pairs [][2]models.Move) {
	a, b := visible(truth), visible(told)
	// The longest common sequence: what is told in the right order counts as right.
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			common[i][j] = max(common[i+1][j], common[i][j+1])
			if equal(&a[i], &b[j]) {
				common[i][j] = max(common[i][j], 1+common[i+1][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case equal(&a[i], &b[j]) && common[i][j] == 1+common[i+1][j+1]:
			pairs = append(pairs, [2]models.Move{a[i], b[j]})
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

func visible(r *models.Record) (events []models.Move) {
	for _, m := range r.Events {
		switch m.Do {
		case models.Draw, models.TurnedDora, models.GaveUp, models.Exchanged: // nobody sees which
		default:
			events = append(events, m)
		}
	}
	return events
}

// equal compares what can be seen of two events.
func equal(a, b *models.Move) bool {
	if a.Do != b.Do || a.Place != b.Place || a.Riichi != b.Riichi {
		return false
	}
	switch a.Do {
	case models.Wins:
		return slices.EqualFunc(a.Wins, b.Wins, func(x, y models.Winning) bool { return x.Place == y.Place && x.From == y.From })
	case models.DrawnGame:
		return true
	case models.MadeConcealed:
		return len(a.Tiles) > 0 && len(b.Tiles) > 0 && a.Tiles[0].Kind() == b.Tiles[0].Kind()
	}
	return a.Tile == b.Tile && a.From == b.From
}
