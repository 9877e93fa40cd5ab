package books_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// TestEveryBookOpensByEachOfItsProfilesAndSettings claims besides that none of them depends on a fact that the pages
// cannot ask, and that they know the size of a hand and whether waiting hands are paid.
func TestEveryBookOpensByEachOfItsProfilesAndSettings(t *testing.T) {
	for _, id := range books.IDs() {
		book, err := books.Find(id)
		if err != nil || book.About == "" {
			t.Fatalf("%s: %+v, %v", id, book, err)
		}
		open := func(profile string, options map[string]string) {
			rules, err := books.Open(id, profile, options)
			if err != nil {
				t.Errorf("%s, profile %q, %v: %v", id, profile, options, err)
				return
			}
			for _, use := range rules.(scoring.Informed).Facts() {
				if !slices.Contains(book.Desk.Facts, use.Fact) {
					t.Errorf("%s, profile %q, %v depends on %s, which no page asks", id, profile, options, use.Fact)
				}
			}
			if _, pays := rules.(scoring.PaysReady); pays != book.Desk.PaysReady || book.Desk.Hand != scoring.HandSize(rules) || book.Desk.Unit == "" {
				t.Errorf("%s: pages are told %+v", id, book.Desk)
			}
		}
		for _, profile := range append([]string{"", book.Standard}, book.Profiles...) {
			open(profile, nil)
		}
		for _, choice := range book.Settings {
			for _, value := range append([]string{choice.Default}, choice.Values...) {
				open("", map[string]string{choice.Key: value})
			}
		}
	}
	if _, err := books.Find(books.Default); err != nil {
		t.Error(err)
	}
}

func TestWhatNoBookKnowsIsNamed(t *testing.T) {
	for _, tt := range []struct {
		id, profile string
		options     map[string]string
		want        string
	}{
		{"lingque-30", "", nil, "lingque-29, mcr"},
		{"mcr", "village", nil, "village"},
		{"yuque-54", "", map[string]string{"minima": "3"}, "minima"},
		{"yuque-54", "", map[string]string{"suo_fanke": "14"}, "14"},
	} {
		if _, err := books.Open(tt.id, tt.profile, tt.options); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %q %v: %v; want a word of %q", tt.id, tt.profile, tt.options, err, tt.want)
		}
	}
}

func TestWallRuleFollowsRulesAndTiles(t *testing.T) {
	tests := []struct {
		rules string
		tiles int
		rolls [][2]int
		want  string
	}{
		{"lingque-29", 0, [][2]int{{2, 4}, {1, 5}}, "South's wall, break after the 12th stack from the right"},
		{"lingque-29", 144, [][2]int{{6, 6}, {6, 6}}, "West's wall, break after the 6th stack from the right"},
		{"mcr", 0, [][2]int{{1, 1}, {1, 1}}, "South's wall, break after the 4th stack from the right"},
		{"riichi", 0, [][2]int{{3, 4}}, "West's wall, break after the 7th stack from the right"},
	}
	for _, tt := range tests {
		rule, ok := books.All()[tt.rules].WallRule(tt.tiles)
		b, err := rule.Break(tt.rolls)
		if !ok || err != nil || b.Words("en") != tt.want {
			t.Errorf("%s %v: %q, %v; want %q", tt.rules, tt.rolls, b.Words("en"), err, tt.want)
		}
	}
	if rule, ok := books.All()["yuque-54"].WallRule(0); ok {
		t.Errorf("yuque-54 does not say how the wall is broken: %+v", rule)
	}
	if rule, ok := books.All()["mcr"].WallRule(139); ok {
		t.Errorf("139 tiles make no four walls: %+v", rule)
	}
}

// TestEveryFanHasANameInThreeLanguages walks every row of every book: it has three names, no
// two fans of a book share one in any language, and one of them is what the book prints.
func TestEveryFanHasANameInThreeLanguages(t *testing.T) {
	local := map[string]string{"local": "sanrenkou,isshoku-sanjun,daisharin,daichisei", "renhou": "yakuman"}
	for _, tt := range []struct {
		id, profile string
		options     map[string]string
	}{{"lingque-26", "", nil}, {"lingque-29", "", nil}, {"yuque-54", "", nil}, {"mcr", "", nil}, {"riichi", "tenhou", local}, {"riichi", "majsoul3", local}} {
		book, err := books.Open(tt.id, tt.profile, tt.options)
		if err != nil {
			t.Fatal(err)
		}
		taken := map[string]string{}
		for _, row := range book.Rows() {
			n, ok := scoring.WordsOf(book).Fans[row.ID]
			if !ok || n.ZH == "" || n.JA == "" || n.EN == "" || n.EN == row.Name {
				t.Errorf("%s: %s is called %+v", tt.id, row.ID, n)
				continue
			}
			if printed := scoring.WordsOf(book).Printed(n); printed != row.Name {
				t.Errorf("%s prints %q for %s, the table has %q", tt.id, row.Name, row.ID, printed)
			}
			for _, name := range []string{"zh " + n.ZH, "ja " + n.JA, "en " + n.EN} {
				if other, ok := taken[name]; ok {
					t.Errorf("%s: %s and %s are both called %s", tt.id, other, row.ID, name)
				}
				taken[name] = row.ID
			}
		}
	}
}

// TestNoTwoBooksSayTheSameKey claims that no word of a book takes the place of another's.
func TestNoTwoBooksSayTheSameKey(t *testing.T) {
	said := map[string]models.Names{}
	for _, id := range books.IDs() {
		book, _ := books.Find(id)
		for key, names := range book.Words.Pages {
			if names.ZH == "" || names.JA == "" || names.EN == "" {
				t.Errorf("%s: %s is called %+v", id, key, names)
			}
			if other, ok := said[key]; ok && other != names {
				t.Errorf("%s: %s is %+v, and %+v of another book", id, key, names, other)
			}
			said[key] = names
		}
	}
}

// TestEveryStepHasANameInThreeLanguages scores the example of every row and walks the lines of
// its arithmetic; what a line says in English has no word of another script.
func TestEveryStepHasANameInThreeLanguages(t *testing.T) {
	for _, id := range books.IDs() {
		book, err := books.Open(id, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range book.Rows() {
			win, err := models.ParseTextOf(scoring.HandSize(book), row.Example)
			if err != nil {
				t.Fatal(err)
			}
			result, err := book.Score(win)
			if err != nil {
				t.Fatal(err)
			}
			result.Detail(book, win)
			for _, f := range scoring.WordsOf(book).Named(result.Fans) {
				if f.Names == nil {
					t.Errorf("%s: fan %s has no names", id, f.ID)
				}
			}
			for _, step := range result.Steps {
				if step.Names == (models.Names{}) {
					t.Errorf("%s: step %s has no names", id, step.Code)
				}
				english := step.Detail
				if step.Details != (models.Names{}) {
					english = step.Details.EN
				}
				if strings.ContainsFunc(english, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
					t.Errorf("%s: step %s says %q in English", id, step.Code, english)
				}
			}
		}
	}
}
