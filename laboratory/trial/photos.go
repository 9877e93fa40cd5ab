package trial

import (
	"slices"

	"jantaku/models"
)

// Folds divides photographs, each named by the hand it shows, into n folds of about the same
// size. Photographs of one hand stay together.
func Folds(hands []string, n int) []int {
	fold := make([]int, len(hands))
	sizes := make([]int, n)
	byHand := map[string]int{}
	for i, hand := range hands {
		k, seen := byHand[hand]
		if !seen {
			k = slices.Index(sizes, slices.Min(sizes))
			byHand[hand] = k
		}
		fold[i] = k
		sizes[k]++
	}
	return fold
}

// Photo is what was read of one labelled photograph.
type Photo struct {
	// Want are the tiles row by row, Complete says that they are a whole hand.
	Want     [][]models.Tile
	Complete bool

	Eye           [][]models.Sighting // as the eye saw them
	Rows          [][]models.Sighting // as they were understood
	Hand, Certain models.Status       // as a hand to publish; as tiles alone
	Doubts        []models.Doubt      // why the hand is not accepted
	Millis        float64             // how long reading took
}

// Seen are the tiles as they were understood, row by row.
func (p *Photo) Seen() [][]models.Tile {
	seen := make([][]models.Tile, len(p.Rows))
	for i, row := range p.Rows {
		for _, s := range row {
			seen[i] = append(seen[i], s.Tile)
		}
	}
	return seen
}

// Fine says that everything was read right, of which misread tells, and nothing was in doubt
// that should not be.
func (p *Photo) Fine(misread []string) bool {
	return len(misread) == 0 && (p.Hand == models.Accepted || !p.Complete) && p.Certain == models.Accepted
}

// Tally counts what was read of one set of photographs.
type Tally struct {
	Tiles, WrongTiles, Unlearned        int // Unlearned tiles have a face that was not learned
	Hands, RightHands                   int
	Complete, Accepted, WrongAccepted   int // complete hands, those of them accepted; wrong hands accepted
	Certain, WrongCertain, WithNewFaces int // photographs whose tiles are all certain, wrong among them; with unlearned tiles
	Millis                              []float64
	Confusions                          map[string]int // see Misread
	Questions                           map[string]int // codes of doubts about complete hands
}

// Add counts one photograph, read with the faces that were learned, and names what was
// misread in it; see Misread.
func (t *Tally) Add(p *Photo, learned map[models.Tile]bool) []string {
	errs := Misread(p.Want, p.Seen())
	fresh := false
	for _, row := range p.Want {
		t.Tiles += len(row)
		for _, tile := range row {
			if !learned[tile] {
				t.Unlearned++
				fresh = true
			}
		}
	}
	if t.Confusions == nil {
		t.Confusions, t.Questions = map[string]int{}, map[string]int{}
	}
	for _, e := range errs {
		t.Confusions[e]++
	}
	t.WrongTiles += len(errs)
	t.Hands++
	t.Millis = append(t.Millis, p.Millis)
	count := func(b bool, n *int) {
		if b {
			*n++
		}
	}
	wrong := len(errs) > 0
	count(!wrong, &t.RightHands)
	count(fresh, &t.WithNewFaces)
	count(p.Complete, &t.Complete)
	count(p.Complete && p.Hand == models.Accepted, &t.Accepted)
	if p.Complete {
		for _, code := range doubtCodes(p.Doubts) {
			t.Questions[code]++
		}
	}
	count(wrong && p.Hand == models.Accepted, &t.WrongAccepted)
	count(p.Certain == models.Accepted, &t.Certain)
	count(wrong && p.Certain == models.Accepted, &t.WrongCertain)
	return errs
}

// doubtCodes gives the kinds of doubt of one photograph, each once.
func doubtCodes(doubts []models.Doubt) []string {
	var codes []string
	for _, d := range doubts {
		codes = append(codes, d.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// Misread aligns the tiles of two hands with the fewest changes and names each:
// 3m>2m for another tile, 3m>- for a missing one, ->2m for one that is not there.
// Ends of rows count as tiles of their own.
func Misread(want, got [][]models.Tile) []string {
	a, b := flat(want), flat(got)
	cost := make([][]int, len(a)+1)
	for i := range cost {
		cost[i] = make([]int, len(b)+1)
		for j := range cost[i] {
			switch {
			case i == 0:
				cost[i][j] = j
			case j == 0:
				cost[i][j] = i
			default:
				change := cost[i-1][j-1]
				if a[i-1] != b[j-1] {
					change++
				}
				cost[i][j] = min(change, cost[i-1][j]+1, cost[i][j-1]+1)
			}
		}
	}
	var errs []string
	for i, j := len(a), len(b); i > 0 || j > 0; {
		switch {
		case i > 0 && j > 0 && a[i-1] == b[j-1] && cost[i][j] == cost[i-1][j-1]:
			i, j = i-1, j-1
		case i > 0 && j > 0 && cost[i][j] == cost[i-1][j-1]+1:
			errs = append(errs, a[i-1]+">"+b[j-1])
			i, j = i-1, j-1
		case i > 0 && cost[i][j] == cost[i-1][j]+1:
			errs = append(errs, a[i-1]+">-")
			i--
		default:
			errs = append(errs, "->"+b[j-1])
			j--
		}
	}
	return errs
}

// flat writes rows as one list of tiles with an end after each row.
func flat(rows [][]models.Tile) (out []string) {
	for _, row := range rows {
		for _, t := range row {
			out = append(out, t.String())
		}
		out = append(out, "|")
	}
	return out
}
