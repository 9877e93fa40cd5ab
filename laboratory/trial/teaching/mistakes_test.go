package teaching

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/vision/learn"
)

// lesson is a photograph of a row whose tiles are 10 pixels wide.
func lesson(t *testing.T, name, row string) learn.LabelledPhoto {
	t.Helper()
	tiles, err := models.ParseTiles(row)
	if err != nil {
		t.Fatal(err)
	}
	var boxes [][4]float64
	for i := range tiles {
		boxes = append(boxes, [4]float64{float64(10 * i), 0, 10, 14})
	}
	return learn.LabelledPhoto{Name: name, Rows: [][]models.Tile{tiles}, Boxes: [][][4]float64{boxes}}
}

// foundAt says that the tiles of a photograph were found where they stand, or so many tiles beside.
func foundAt(p learn.LabelledPhoto, beside int) learn.FoundRows {
	found := learn.FoundRows{Photo: p.Name, Rows: [][]learn.FoundTile{nil}}
	for i, tile := range p.Rows[0] {
		x := float64(10 * (i + beside))
		found.Rows[0] = append(found.Rows[0], learn.FoundTile{Tile: tile, Place: i + 1, Quad: [4]models.Point{{X: x}, {X: x + 10}, {X: x + 10, Y: 14}, {X: x, Y: 14}}})
	}
	return found
}

func TestEveryMistakeIsMadeAndThePhotographsStayAsTheyAre(t *testing.T) {
	photos := []learn.LabelledPhoto{lesson(t, "a", "123456789m1234z"), lesson(t, "b", "123456789p")}
	rest := lesson(t, "rest", "567z") // the second row of b
	photos[1].Rows, photos[1].Boxes = append(photos[1].Rows, rest.Rows[0]), append(photos[1].Boxes, rest.Boxes[0])
	strangers := []learn.LabelledPhoto{lesson(t, "s", "123s")}
	count := func(list []learn.LabelledPhoto) (n int) {
		for _, p := range list {
			for _, row := range p.Rows {
				n += len(row)
			}
		}
		return n
	}
	changed := func(list []learn.LabelledPhoto) (n int) {
		for _, p := range list {
			k := slices.IndexFunc(photos, func(o learn.LabelledPhoto) bool { return o.Name == p.Name })
			for row, tiles := range p.Rows {
				for i := range tiles {
					if k >= 0 && i < len(photos[k].Rows[row]) && tiles[i] != photos[k].Rows[row][i] {
						n++
					}
				}
			}
		}
		return n
	}
	for kind, c := range map[Kind]struct{ tiles, spots, changed int }{
		WrongLabel: {25, 1, 1}, LeftOut: {24, 1, 2}, Stranger: {28, 1, 0}, Swapped: {25, 2, 2}, Added: {26, 1, 2}, Backwards: {25, 1, 8}, RowLeftOut: {16, 1, 3},
	} {
		m := Mistake(rand.New(rand.NewPCG(1, 2)), kind, photos, strangers)
		if got := count(m.Photos); got != c.tiles || len(m.At) != c.spots || changed(m.Photos) != c.changed {
			t.Errorf("%v: %d tiles, %d of them at another place than they stand, mistakes at %v", kind, got, changed(m.Photos), m.At)
		}
		if kind != Stranger && m.At[0].Photo == "" {
			t.Errorf("%v: at %v", kind, m.At)
		}
		for _, p := range m.Photos {
			if p.Boxes != nil {
				t.Errorf("%v: boxes tell where the tiles of %s stand", kind, p.Name)
			}
		}
	}
	if photos[0].Boxes == nil || count(photos) != 25 || len(photos[0].Rows[0]) != 13 {
		t.Error("the photographs themselves were changed")
	}
}

func TestSamplesAreWrongWhereAnotherTileStands(t *testing.T) {
	a := lesson(t, "a", "1234m")
	truth := []learn.LabelledPhoto{a}
	relabelled := lesson(t, "a", "1934m")
	nine := learn.Mislabel{Photo: "a", Row: 1, Place: 2}
	for name, c := range map[string]struct {
		report learn.Report
		want   int
	}{
		"all where they stand":       {learn.Report{Found: []learn.FoundRows{foundAt(a, 0)}}, 0},
		"all one tile beside":        {learn.Report{Found: []learn.FoundRows{foundAt(a, 1)}}, 4},
		"a wrong label":              {learn.Report{Found: []learn.FoundRows{foundAt(relabelled, 0)}}, 1},
		"a wrong label, not learned": {learn.Report{Found: []learn.FoundRows{foundAt(relabelled, 0)}, Mislabelled: []learn.Mislabel{nine}}, 0},
		"a refused photograph":       {learn.Report{Found: []learn.FoundRows{foundAt(a, 1)}, Unused: []learn.Refusal{{Photo: "a"}}}, 0},
		"a stranger":                 {learn.Report{Found: []learn.FoundRows{foundAt(lesson(t, "s", "12m"), 0)}}, 2},
	} {
		if got := Wrong(c.report, truth); got != c.want {
			t.Errorf("%s: %d samples are wrong, want %d", name, got, c.want)
		}
	}
}

func TestAMistakeIsRefusedDoubtedOrUnnoticed(t *testing.T) {
	at := Spot{"a", 1, 3}
	tile := learn.Mislabel{Photo: "a", Row: 1, Place: 3}
	next := learn.Mislabel{Photo: "a", Row: 1, Place: 4}
	disagree := func(m learn.Mislabel) learn.Report { return learn.Report{Disagree: []learn.Mislabel{m}} }
	taken := func(m learn.Mislabel) learn.Report { return learn.Report{Mislabelled: []learn.Mislabel{m}} }
	refused := func(r learn.Refusal) learn.Report { return learn.Report{Unused: []learn.Refusal{r}} }
	for name, c := range map[string]struct {
		kind   Kind
		report learn.Report
		want   Said
	}{
		"nothing is said":                          {WrongLabel, learn.Report{}, Nothing},
		"the tile is learned and told of":          {WrongLabel, disagree(tile), Doubted},
		"the tile is not learned":                  {WrongLabel, taken(tile), Refused},
		"another tile is not learned":              {WrongLabel, taken(next), Nothing},
		"the tiles after one left out are doubted": {LeftOut, taken(next), Doubted},
		"the photograph is refused":                {WrongLabel, refused(learn.Refusal{Photo: "a"}), Refused},
		"the row alone is refused":                 {LeftOut, refused(learn.Refusal{Photo: "a", Row: 1, Alone: true}), Refused},
		"another row is refused":                   {LeftOut, refused(learn.Refusal{Photo: "a", Row: 2, Alone: true}), Nothing},
		"a row of a stranger is refused":           {Stranger, refused(learn.Refusal{Photo: "a", Row: 1, Alone: true}), Nothing},
		"the stranger is refused":                  {Stranger, refused(learn.Refusal{Photo: "a", Row: 1}), Refused},
		"some tiles of a stranger are not learned": {Stranger, taken(tile), Doubted},
		"another photograph is refused":            {Stranger, refused(learn.Refusal{Photo: "b"}), Nothing},
	} {
		m := Mistaken{Kind: c.kind}
		if got := m.Said(c.report, at); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestARunThatIsCutOffTellsWhatItHasComeTo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	x := Mistakes{Photos: []learn.LabelledPhoto{lesson(t, "a", "123m")}, Count: 3, Out: &out}
	if err := x.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if got := strings.Count(out.String(), "of 0 teachings"); got != int(kinds)-1 { // there are no strangers
		t.Errorf("%d kinds are told of in %q", got, out.String())
	}
}
