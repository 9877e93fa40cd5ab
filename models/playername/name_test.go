package playername_test

import (
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/models/playername"
)

func TestNamesThatLookAlikeAreAlike(t *testing.T) {
	for claim, tt := range map[string]struct{ typed, want string }{
		"spaces at the ends":    {" Ann\t", "Ann"},
		"two spaces":            {"Ann  Lee", "Ann Lee"},
		"a wide space":          {"山田\u3000太郎", "山田 太郎"},
		"a decomposed letter":   {"Zoe\u0308", "Zoë"},
		"a decomposed kana":     {"か\u3099", "が"},
		"zero width":            {"An\u200bn\ufeff", "Ann"},
		"a direction mark":      {"\u202eAnn\u202c", "Ann"},
		"an Arabic name":        {"عبد الله", "عبد الله"},
		"a compatible ideogram": {"\uf900", "豈"},
		"what stays":            {"O'Neil-林 3", "O'Neil-林 3"},
	} {
		got, err := playername.Clean(tt.typed)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v, want %q", claim, got, err, tt.want)
		}
		if again, err := playername.Clean(got); again != got || err != nil {
			t.Errorf("%s: cleaned twice %q, %v", claim, again, err)
		}
	}
}

func TestWhatIsNoNameIsRefused(t *testing.T) {
	for typed, code := range map[string]string{"": "name-empty", " \t\n": "name-empty", "\u200b\u2060": "name-empty", "\u3164": "name-empty", "a\x00b": "name-unreadable",
		"\x1b[2J": "name-unreadable", "\xff": "name-unreadable", "\u0085\u009b": "name-unreadable", strings.Repeat("林", 65): "name-long"} {
		got, err := playername.Clean(typed)
		if reasons := models.ReasonsOf(err); len(reasons) != 1 || reasons[0].Code != code {
			t.Errorf("%q: %q, %v, want %s", typed, got, err, code)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("Zoe\u0308 \u202e林")
	f.Fuzz(func(t *testing.T, typed string) {
		name, err := playername.Clean(typed)
		if err != nil {
			return
		}
		if again, err := playername.Clean(name); again != name || err != nil {
			t.Errorf("%q: %q, cleaned again %q, %v", typed, name, again, err)
		}
	})
}
