package learn

import (
	"testing"

	"jantaku/models"
)

// views of tiles in letters: s is surely what its label says, l is lone and likely, a and o are more like another face that is shown and
// like no face at all, x is of a face that nobody shows; u and h follow a tile that was not located, held by its neighbours or not.
func viewsOf(text string) (says []float64) {
	for _, c := range text {
		switch c {
		case 's':
			says = append(says, believing.says(view{6, .95, .45, models.NoTile, alikeness{}}))
		case 'l':
			says = append(says, believing.says(view{1, .93, .5, models.NoTile, alikeness{}}))
		case 'a':
			says = append(says, believing.says(view{6, .6, .94, models.NoTile, alikeness{}}))
		case 'o':
			says = append(says, believing.says(view{6, .2, .3, models.NoTile, alikeness{}}))
		case 'x':
			says = append(says, believing.says(view{0, 0, .4, models.NoTile, alikeness{}}))
		case 'u':
			says[len(says)-1] += believing.unseen
		case 'h':
			says[len(says)-1] += believing.unseen + believing.held
		}
	}
	return says
}

func TestARowIsBelievedByAllOfItsTiles(t *testing.T) {
	for name, c := range map[string]struct {
		row  string
		want string // of each tile + where it is learned; nothing where the row is refused
	}{
		"all are shown":                              {"sssssss", "+++++++"},
		"nothing is known of any":                    {"xxxxxxx", ""},
		"one is shown by one other":                  {"lxxxxxx", "+++++++"},
		"others stand there":                         {"aoaoaoa", ""},
		"one label is wrong":                         {"sssasss", "+++-+++"},
		"two labels are swapped":                     {"sssssaassss", "+++++--++++"},
		"the last two are beside it":                 {"sssssssoo", "+++++++--"},
		"it slips by a tile in the middle":           {"sssaoao", ""},
		"one unseen between two that are":            {"ssxhss", "+++++"},
		"the last two unseen that nobody shows":      {"sssssssxuxu", "+++++++--"},
		"the last one unseen, that others show":      {"ssssu", "++++"},
		"something else where the last is not seen":  {"sssssau", "+++++-"},
		"one is alone, and it looks as it should":    {"s", "+"},
		"one is alone, and another stands there":     {"o", ""},
		"tiles that nobody shows, beside one wrong":  {"ssxaxss", "+++-+++"},
		"those on which two rows of one set slipped": {"ooossss", ""},
	} {
		r := rowRead{wrong: believing.wrongly(viewsOf(c.row))}
		got := ""
		if r.doubt() <= believing.doubt {
			for _, p := range r.wrong {
				if p <= believing.unsure {
					got += "+"
				} else {
					got += "-"
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q; %.3f of %.3f", name, got, c.want, r.doubt(), r.wrong)
		}
	}
}
