package terminal_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"

	"jantaku/internal/terminal"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/lines"
)

func TestAScoredHandIsDescribedInEveryLanguage(t *testing.T) {
	book, err := books.Open("mcr", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	win, err := models.ParseText("123456789m11p23s +1s")
	if err != nil {
		t.Fatal(err)
	}
	result, err := book.Score(win)
	if err != nil {
		t.Fatal(err)
	}
	result.Detail(book, win)
	for lang, fan := range map[string]string{"zh": "清龙", "ja": "清龍", "en": "Pure straight"} {
		words, err := terminal.WordsFor(lang)
		if err != nil {
			t.Fatal(err)
		}
		text := terminal.Describe(book, win, &result, words)
		if !strings.Contains(strings.ToLower(text), strings.ToLower(fan)) || !strings.Contains(text, "123s*") || !strings.Contains(text, " 16 ") {
			t.Errorf("%s: %q does not say %s, its 16 points and the set that was completed", lang, text, fan)
		}
	}
	if _, err := terminal.WordsFor("fr"); !errors.Is(err, usageerror.Err) {
		t.Errorf("%v, want wrong use", err)
	}
}

// TestTheTableOfABookSpeaksOneLanguage claims that the fan table of every book has no Chinese letter in English.
func TestTheTableOfABookSpeaksOneLanguage(t *testing.T) {
	words, err := terminal.WordsFor("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range books.IDs() {
		book, err := books.Open(id, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := terminal.PrintTable(&out, book, words); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
				t.Errorf("%s: %s", id, line)
			}
		}
	}
}

func TestWaitsAreListedByTile(t *testing.T) {
	book, err := books.Open("mcr", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	waits, err := lines.FindWaits(book, "234m567m234p56s88s")
	if err != nil {
		t.Fatal(err)
	}
	var some, none bytes.Buffer
	if err := errors.Join(terminal.PrintWaits(&some, waits, "en"), terminal.PrintWaits(&none, nil, "zh")); err != nil {
		t.Fatal(err)
	}
	if text := some.String(); !strings.Contains(text, "4s") || !strings.Contains(text, "7s") {
		t.Errorf("%q names 4s and 7s not both", text)
	}
	if got := strings.TrimSpace(none.String()); got != "没有听牌" {
		t.Errorf("of no waits it says %q", got)
	}
}

// TestAHandWithTheSuitThatWasGivenUpSaysWhyItMayNotWin claims it of hands and of waits, and that nobody gives up two suits.
func TestAHandWithTheSuitThatWasGivenUpSaysWhyItMayNotWin(t *testing.T) {
	book, err := books.Open("sichuan", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	win, err := models.ParseText("[999p] 123456m1237p +7p self-draw seat=W void=p")
	if err != nil {
		t.Fatal(err)
	}
	result, err := book.Score(win)
	if err != nil {
		t.Fatal(err)
	}
	words, err := terminal.WordsFor("en")
	if err != nil {
		t.Fatal(err)
	}
	const why = "holds tiles of the void suit"
	if text := terminal.Describe(book, win, &result, words); !strings.Contains(text, why) {
		t.Errorf("%q does not say that it %s", text, why)
	}
	waits, err := lines.FindWaits(book, "[999p] 123456m1237p void=p")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := terminal.PrintWaits(&out, waits, "en"); err != nil || !strings.Contains(out.String(), why) {
		t.Errorf("%q does not say that it %s (%v)", out.String(), why, err)
	}
	var bad *models.HandError
	for _, text := range []string{"[999p] 123456m1237p +7p void=s void=m", "[999p] 123456m1237p +7p void=sm"} {
		if _, err := models.ParseText(text); !errors.As(err, &bad) || bad.Code != models.CodeBadVoid {
			t.Errorf("%s: %v, want %s", text, err, models.CodeBadVoid)
		}
	}
}

func TestATableOfFansHasEveryRow(t *testing.T) {
	for _, id := range books.IDs() {
		book, err := books.Open(id, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		words, err := terminal.WordsFor("zh")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := terminal.PrintTable(&out, book, words); err != nil {
			t.Fatal(err)
		}
		for _, row := range book.Rows() {
			if !strings.Contains(out.String(), "("+row.ID+")") || !strings.Contains(out.String(), row.Example) {
				t.Errorf("%s: %s or its example is missing", id, row.ID)
			}
		}
	}
}

func TestSticksAreAddedUpWhereThereAreAny(t *testing.T) {
	for _, id := range books.IDs() {
		var out bytes.Buffer
		err := terminal.PrintSticks(&out, id)
		if books.All()[id].Sticks == nil {
			if !errors.Is(err, usageerror.Err) {
				t.Errorf("%s: %v, want wrong use", id, err)
			}
		} else if err != nil || !strings.Contains(out.String(), "sum") {
			t.Errorf("%s: %v, %q", id, err, out.String())
		}
	}
}
