package card

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jantaku/internal/cliinput"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
	"jantaku/scoreboard/tiles"
	"jantaku/scoring"
	"jantaku/scoring/riichi"
)

var pictures = flag.String("pictures", "", "folder to write the pictures to, to be looked at")

// won is a ledger with a riichi win of long names, and its entry.
func won(t *testing.T) (*ledger.Ledger, string) {
	t.Helper()
	ctx := context.Background()
	l, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "club.ledger"), ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	m := models.Match{ID: "m1", Rules: "riichi", Length: "open", Table: "table-1"}
	for _, name := range []string{"Bartholomäus Featherstonehaugh-Wellington", "欧阳上官司马诸葛长孙夏侯", "マクシミリアン・フォン・シュヴァルツ", "محمد عبد الرحمن (B)"} {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	if _, err := l.StartMatch(ctx, models.Author{Source: "test"}, m); err != nil {
		t.Fatal(err)
	}
	w, err := models.ParseText("[777z^] (6666z) [555z<] 34s 22m +5s")
	if err != nil {
		t.Fatal(err)
	}
	h := l.State().Situate(models.HandRecord{ID: "h1", Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{1}, From: 3}, Wins: []models.WinRecord{{Place: 1, Win: *w}}})
	options, err := riichi.Profile("")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := riichi.New(options)
	if err != nil {
		t.Fatal(err)
	}
	result, err := rules.Score(&h.Wins[0].Win)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Append(ctx, models.Author{Source: "test"}, h, result); err != nil {
		t.Fatal(err)
	}
	e, _ := l.State().LastHand()
	return l, e.ID
}

func archive(t *testing.T, books Books) *Archive {
	t.Helper()
	words, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewArchive(books, words)
	if errors.Is(err, ErrNoFont) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// TestAWinIsAPicture claims that a won hand becomes a picture of the size that is shared, with its tiles, its total in
// gold and payments in green and red, in every language, and that a hand that is not there has none.
func TestAWinIsAPicture(t *testing.T) {
	l, entry := won(t)
	a := archive(t, l)
	for _, lang := range []string{"en", "ja"} {
		data, err := a.Picture(t.Context(), entry, lang)
		if err != nil {
			t.Fatal(err)
		}
		if *pictures != "" {
			if err := os.WriteFile(filepath.Join(*pictures, "card-"+lang+".png"), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Dx() != width || img.Bounds().Dy() != height || len(data) > 300_000 {
			t.Fatalf("%s: %v, %v, %d bytes", lang, img.Bounds(), err, len(data))
		}
		count := map[string]int{}
		for y := 0; y < height; y += 2 {
			for x := range width {
				r, g, b, _ := img.At(x, y).RGBA()
				switch {
				case r>>8 > 240 && g>>8 > 235 && b>>8 > 220:
					count["tile"]++
				case r>>8 == uint32(gold.R) && g>>8 == uint32(gold.G) && b>>8 == uint32(gold.B):
					count["gold"]++
				case r>>8 == uint32(gain.R) && g>>8 == uint32(gain.G):
					count["gain"]++
				case r>>8 == uint32(loss.R) && g>>8 == uint32(loss.G):
					count["loss"]++
				}
			}
		}
		if count["tile"] < 10*40*40 || count["gold"] < 1000 || count["gain"] < 200 || count["loss"] < 200 {
			t.Errorf("%s: pixels %v", lang, count)
		}
	}
	if _, err := a.Picture(t.Context(), "nothing", "en"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a hand that is not there: %v", err)
	}
}

// TestAMatchIsAPicture claims that a match becomes a picture as tall as its hands need, with a line for each player and the
// hand that gained most, in every language, and that a match that is not there has none.
func TestAMatchIsAPicture(t *testing.T) {
	l, entry := won(t)
	a := archive(t, l)
	first, _ := l.State().Entry(entry)
	before := 0
	for hands := range 3 {
		for _, lang := range []string{"en", "ja", "zh"} {
			data, err := a.Match(t.Context(), "m1", lang)
			if err != nil {
				t.Fatal(err)
			}
			if *pictures != "" {
				if err := os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("match-%d-%s.png", hands, lang)), data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil || img.Bounds().Dx() != width || img.Bounds().Dy() <= before && lang == "en" || len(data) > 300_000 {
				t.Fatalf("%s: %v, %v, %d bytes", lang, img.Bounds(), err, len(data))
			}
			count := map[color.Color]int{}
			for y := chartTop; y <= chartTop+chartTall; y++ {
				for x := chartLeft; x < width-margin; x++ {
					count[img.At(x, y)]++
				}
			}
			for n, c := range colours {
				if n < 2 && count[c] < 200 { // who lost alike lies below another
					t.Errorf("%s: the line of player %d has %d pixels", lang, n+1, count[c])
				}
			}
			if lang == "zh" {
				before = img.Bounds().Dy()
			}
		}
		h := first.Current().Hand.HandRecord
		h.ID = fmt.Sprint("more ", hands)
		if hands == 0 {
			h.Outcome, h.Wins = models.Outcome{Ending: models.Drawn}, nil
		} else {
			h.From, h.Winners = 4, []models.Place{2}
			h.Wins = []models.WinRecord{{Place: 2, Win: h.Wins[0].Win}}
		}
		h = l.Situate(h)
		var results []scoring.Result
		for i := range h.Wins {
			result, err := l.State().Score(&h.Wins[i].Win)
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, result)
		}
		if _, err := l.Append(t.Context(), models.Author{Source: "test"}, h, results...); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Match(t.Context(), "nothing", "en"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a match that is not there: %v", err)
	}
}

// TestLettersOfOtherScriptsAreSet claims that Arabic letters are joined and run from right to left, also beside Latin ones and
// numbers; that a text that is cut ends in an ellipsis on its left; and that nothing is a box.
func TestLettersOfOtherScriptsAreSet(t *testing.T) {
	var s scripts
	if s.face('م', false) == nil {
		t.Skip("no font with Arabic letters")
	}
	has := func(r rune) bool { return r < 0x590 || r == '…' || r > 0x3000 }
	for text, want := range map[string][]string{
		"Bo":               {"Bo"},
		"from محمد (B)":    {"from ", "محمد", " (B)"},
		"محمد 2 علي":       {"محمد 2 علي"},
		"محمد Bo علي":      {"محمد", " Bo ", "علي"},
		"عبد…" + rightMark: {"عبد…" + rightMark},
		"欧阳 ":              {"欧阳 "},
	} {
		var got []string
		for _, p := range pieces(text, has) {
			got = append(got, string(p.letters))
			if p.other != strings.ContainsFunc(string(p.letters), rightToLeft) {
				t.Errorf("%q: %q is of another font: %v", text, string(p.letters), p.other)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: pieces %q, want %q", text, got, want)
		}
	}
	order := func(text string) (at []int) {
		runs, wide := s.shape([]rune(text), 20, false)
		if wide <= 0 {
			t.Errorf("%q is %v wide", text, wide)
		}
		for _, run := range runs {
			for _, g := range run.Glyphs {
				if g.GlyphID == 0 {
					t.Errorf("%q: a box", text)
				}
				at = append(at, g.TextIndex())
			}
		}
		return at
	}
	if got := order("محمد 2 علي"); got[0] != 9 || got[len(got)-1] != 0 {
		t.Errorf("letters from left to right: %v", got)
	}
	if got := order("عبد…" + rightMark); slices.Index(got, 3) > slices.Index(got, 0) {
		t.Errorf("the ellipsis stands on the right: %v", got)
	}
	_, apart := s.shape([]rune("ع\u200cب\u200cد"), 20, false) // kept from joining
	if _, joined := s.shape([]rune("عبد"), 20, false); joined >= apart {
		t.Errorf("joined letters are %v wide, others %v", joined, apart)
	}
}

// TestEveryLetterOfATileIsWritten claims so, since the library for SVG draws none.
func TestEveryLetterOfATileIsWritten(t *testing.T) {
	all := models.Tiles{models.Back}
	for i := range models.Kinds {
		all = append(all, models.KindAt(i))
	}
	for rank := 1; rank <= 8; rank++ {
		all = append(all, models.NewTile(models.Flowers, rank))
	}
	for _, tile := range all {
		drawing := string(tiles.SVG(tile))
		if got, want := len(written.FindAllString(drawing, -1)), strings.Count(drawing, "<text"); got != want {
			t.Errorf("%v: %d of %d letters", tile, got, want)
		}
	}
}
