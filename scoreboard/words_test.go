package scoreboard_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
	"jantaku/scoring/books"
)

// TestEveryReasonHasWordsInThreeLanguages walks the sources for every code with which something
// is refused, a picture cannot be read or a hand cannot be: pages have words for it in every
// language, with the same data in them.
func TestEveryReasonHasWordsInThreeLanguages(t *testing.T) {
	codes := map[string]string{"other": "where there is no reason"}
	patterns := []*regexp.Regexp{regexp.MustCompile(`Refused\("([a-z0-9-]+)"`), regexp.MustCompile(`ReadingError\{Code: "([a-z0-9-]+)"`),
		regexp.MustCompile(`Code +(?:models\.)?Code += "([a-z0-9-]+)"`), regexp.MustCompile(`Code\w+ +Code += "([a-z0-9-]+)"`)}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, pattern := range patterns {
			for _, found := range pattern.FindAllStringSubmatch(string(text), -1) {
				codes[found[1]] = path
			}
		}
		return err
	})
	if err != nil || len(codes) < 80 {
		t.Fatalf("%d codes, %v", len(codes), err)
	}
	datum := regexp.MustCompile(`\{\w+\}`)
	words := map[string]map[string]string{}
	for _, lang := range []string{"zh", "ja", "en"} {
		text, err := os.ReadFile(filepath.Join("web", "words", lang+".json"))
		all := map[string]string{}
		if err == nil {
			err = json.Unmarshal(text, &all)
		}
		if err != nil {
			t.Fatal(lang, err)
		}
		words[lang] = all
	}
	data := func(text string) map[string]bool {
		found := map[string]bool{}
		for _, one := range datum.FindAllString(text, -1) {
			found[one] = true
		}
		return found
	}
	say := func(lang, code string) string {
		for _, kind := range []string{"says.", "doubt.", "part."} {
			if text := words[lang][kind+code]; text != "" {
				return text
			}
		}
		return ""
	}
	for code, path := range codes {
		english := data(say("en", code))
		for _, lang := range []string{"zh", "ja", "en"} {
			text := say(lang, code)
			if text == "" {
				t.Errorf("%s: %s (%s) has no words", lang, code, path)
			}
			for one := range english {
				if !data(text)[one] {
					t.Errorf("%s: %s says %q without %s", lang, code, text, one)
				}
			}
		}
	}
}

// TestReasonsComeFromTheOutsideIn claims that what wraps a refusal is said before it, and that an
// error that is not meant for people has none.
func TestReasonsComeFromTheOutsideIn(t *testing.T) {
	inner := models.Refused("below-minimum", models.Data{"points": 6, "minimum": 8}, "%w: 6 of 8", ledger.ErrNotScored)
	outer := models.Refused("at-place", models.Data{"place": 1}, "place 1: %w", inner)
	var said []string
	for _, reason := range models.ReasonsOf(outer) {
		said = append(said, reason.Code)
	}
	if got := strings.Join(said, " "); got != "at-place below-minimum not-scored" {
		t.Error(got)
	}
	if got := models.ReasonsOf(os.ErrNotExist); got != nil {
		t.Error(got)
	}
}

// TestEveryProfileHasAName claims that no page shows the id of a profile: each has a name in three languages.
func TestEveryProfileHasAName(t *testing.T) {
	all, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, id := range books.IDs() {
		for _, profile := range books.All()[id].Profiles {
			for lang, words := range all {
				if n++; words["profile."+profile] == "" {
					t.Errorf("%s: the profile %s of %s has no name", lang, profile, id)
				}
			}
		}
	}
	if n < 60 {
		t.Errorf("%d names were looked for", n)
	}
}
