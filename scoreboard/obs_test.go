package scoreboard_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jantaku/scoreboard"
)

// scenes is what the test looks at in a scene collection of OBS.
type scenes struct {
	Current string                  `json:"current_program_scene"`
	Order   []struct{ Name string } `json:"scene_order"`
	Sources []struct {
		ID, Name string
		Settings struct {
			URL           string
			Width, Height int
			Items         []struct{ Name string }
		}
		Filters []struct {
			ID       string
			Settings struct {
				Delay int `json:"delay_ms"`
			}
		}
	}
}

// knownParameters are the parameters of pages, as their sources ask for them.
func knownParameters(t *testing.T, files ...string) (names, parts []string) {
	t.Helper()
	asked := regexp.MustCompile("(?:params\\.(?:get|has|getAll)|within)\\(\"(\\w+)\"|within\\(`\\$\\{part\\}(\\.\\w+)`")
	shown := regexp.MustCompile(`shown\.has\("(\w+)"\)`)
	placed := regexp.MustCompile(`for \(const part of \[([^\]]+)\]\)`)
	for _, file := range files {
		text, err := os.ReadFile("web/" + file)
		if err != nil {
			t.Fatal(err)
		}
		of := []string{}
		if m := placed.FindSubmatch(text); m != nil {
			of = strings.Fields(strings.NewReplacer(`"`, "", ",", "").Replace(string(m[1])))
		}
		for _, m := range asked.FindAllSubmatch(text, -1) {
			if names = append(names, string(m[1])); len(m[2]) > 0 {
				for _, part := range of {
					names = append(names, part+string(m[2]))
				}
			}
		}
		for _, m := range shown.FindAllSubmatch(text, -1) {
			parts = append(parts, string(m[1]))
		}
	}
	return names, parts
}

// TestTheScenesFitThePages claims that every source of the OBS collection is a page that is served, that its parameters
// and parts are those that the page knows, that camera and overlays are equally late, and that scenes name their sources.
func TestTheScenesFitThePages(t *testing.T) {
	text, err := os.ReadFile("../packaging/obs/jantaku.json")
	if err != nil {
		t.Fatal(err)
	}
	var all scenes
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	address := serve(t, scoreboard.Config{})
	overlay, parts := knownParameters(t, "overlay.js", "feed.js", "words.js")
	board, _ := knownParameters(t, "board.js", "feed.js", "words.js")
	if len(parts) < 8 || !slices.Contains(overlay, "table.scale") || !slices.Contains(board, "kiosk") {
		t.Fatalf("the pages know %q, parts %q, and the display %q", overlay, parts, board)
	}
	known := map[string][]string{"/overlay": overlay, "/": board}
	var names []string
	delays := map[string]bool{}
	for _, s := range all.Sources {
		names = append(names, s.Name)
		for _, f := range s.Filters {
			delays[fmt.Sprint(f.Settings.Delay/1000)] = true
		}
		if s.ID != "browser_source" {
			continue
		}
		u, err := url.Parse(s.Settings.URL)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.Get(address + u.RequestURI())
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != http.StatusOK || s.Settings.Width != 1920 || s.Settings.Height != 1080 {
			t.Errorf("%s: %s, %d × %d", s.Name, answer.Status, s.Settings.Width, s.Settings.Height)
		}
		for name := range u.Query() {
			if !slices.Contains(known[u.Path], name) {
				t.Errorf("%s: %s has no parameter %s", s.Name, u.Path, name)
			}
		}
		for _, part := range strings.FieldsFunc(u.Query().Get("show"), func(r rune) bool { return r == ',' }) {
			if !slices.Contains(parts, part) {
				t.Errorf("%s: there is no part %s", s.Name, part)
			}
		}
		if u.Path == "/overlay" {
			delays[u.Query().Get("delay")] = true
		}
	}
	if len(delays) != 1 {
		t.Errorf("sources are late by different seconds: %v", delays)
	}
	for _, s := range all.Sources {
		for _, item := range s.Settings.Items {
			if !slices.Contains(names, item.Name) {
				t.Errorf("the scene %s shows %s, which there is not", s.Name, item.Name)
			}
		}
	}
	for _, s := range all.Order {
		if !slices.Contains(names, s.Name) {
			t.Errorf("there is no scene %s", s.Name)
		}
	}
	if !slices.Contains(names, all.Current) {
		t.Errorf("it begins with %s", all.Current)
	}
}
