package card

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"jantaku/internal/cliinput"
	"jantaku/internal/pagetest"
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

// everyTile is each face, with the back and a tile that was not read.
func everyTile() models.Tiles {
	all := models.Tiles{models.Back, models.Unknown}
	for t := models.Tile(1); t.HasFace(); t++ {
		all = append(all, t)
	}
	return all
}

// TestTilesLookAsInABrowser claims that every tile, small and large, has the ink that Chromium gives it: in no cell of a grid does
// the mean colour differ by more than edges that are smoothed otherwise make.
func TestTilesLookAsInABrowser(t *testing.T) {
	const (
		perRow = 12
		cells  = 6   // across a tile; as many in proportion down
		most   = 0.1 // of the range of a channel; of the present drawing it is 0.09
	)
	var browser pagetest.Browser
	defer browser.Close()
	tab := browser.Tab(t)
	letters, err := findTypeface()
	if errors.Is(err, ErrNoFont) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer letters.close()
	for _, wide := range []int{36, 90} {
		all, tall := everyTile(), wide*4/3
		rows := (len(all) + perRow - 1) / perRow
		ours := newCanvas(letters, "en", rows*tall)
		draw.Draw(ours.img, ours.img.Bounds(), image.White, image.Point{}, draw.Src)
		box := func(i int) image.Rectangle {
			return image.Rect(0, 0, wide, tall).Add(image.Pt(i%perRow*wide, i/perRow*tall))
		}
		var page strings.Builder
		page.WriteString(`<body style="margin:0;background:#fff">`)
		for i, tile := range all {
			if err := ours.tile(tile, box(i)); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&page, `<img style="position:absolute;left:%dpx;top:%dpx;width:%dpx;height:%dpx" src="data:image/svg+xml;base64,%s">`,
				box(i).Min.X, box(i).Min.Y, wide, tall, base64.StdEncoding.EncodeToString(tiles.SVG(tile)))
		}
		var shot []byte
		if err := chromedp.Run(tab, chromedp.EmulateViewport(width, int64(rows*tall)), chromedp.Navigate("about:blank"),
			chromedp.Evaluate(fmt.Sprintf("document.write(%q); document.close()", page.String()), nil),
			chromedp.Poll("[...document.images].every((one) => one.complete)", nil),
			chromedp.CaptureScreenshot(&shot)); err != nil {
			t.Fatal(err)
		}
		theirs, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			t.Fatal(err)
		}
		if *pictures != "" {
			var drawn bytes.Buffer
			if err := errors.Join(png.Encode(&drawn, ours.img), os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("tiles-%d.png", wide)), drawn.Bytes(), 0o644),
				os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("tiles-%d-browser.png", wide)), shot, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		for i, tile := range all {
			if off, at := unlike(ours.img, theirs, box(i), wide/cells); off > most {
				t.Errorf("%v, %d pixels wide: the colour about %v differs by %.2f", tile, wide, at.Sub(box(i).Min), off)
			}
		}
	}
}

// unlike gives by how much of a channel's range the mean colours of two pictures differ at most in the square cells of a box, and where.
func unlike(a, b image.Image, box image.Rectangle, cell int) (most float64, at image.Point) {
	mean := func(img image.Image, r image.Rectangle) (sum [3]float64) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				red, green, blue, _ := img.At(x, y).RGBA()
				for i, v := range []uint32{red, green, blue} {
					sum[i] += float64(v) / 0xffff / float64(r.Dx()*r.Dy())
				}
			}
		}
		return sum
	}
	for y := box.Min.Y; y+cell <= box.Max.Y; y += cell {
		for x := box.Min.X; x+cell <= box.Max.X; x += cell {
			r := image.Rect(x, y, x+cell, y+cell)
			one, other := mean(a, r), mean(b, r)
			for i := range one {
				if off := math.Abs(one[i] - other[i]); off > most {
					most, at = off, r.Min
				}
			}
		}
	}
	return most, at
}

// TestEveryLetterOfATileIsWritten claims so, since the library for SVG draws none.
func TestEveryLetterOfATileIsWritten(t *testing.T) {
	for _, tile := range everyTile() {
		drawing := string(tiles.SVG(tile))
		if got, want := len(written.FindAllString(drawing, -1)), strings.Count(drawing, "<text"); got != want {
			t.Errorf("%v: %d of %d letters", tile, got, want)
		}
	}
}
