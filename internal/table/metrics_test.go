package table

import (
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"jantaku/internal/config"
	"jantaku/vision/camera"
)

// What dashboard and alerts ask for is what the program counts.
func TestDashboardAndAlertsAskForWhatIsCounted(t *testing.T) {
	c := config.Default()
	c.Data, c.MQTT.Listen, c.Web.Listen = t.TempDir(), "127.0.0.1:0", "127.0.0.1:0"
	one, err := Start(t.Context(), c, Parts{Limits: camera.DefaultLimits()}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	w := httptest.NewRecorder()
	one.metrics().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	counted := map[string]bool{}
	name := regexp.MustCompile(`\b(jantaku|process)_[a-z_]+\b`)
	for _, found := range name.FindAllString(w.Body.String(), -1) {
		counted[found] = true
	}
	asked := 0
	for _, file := range []string{"packaging/grafana.json", "docs/operator.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(file) == ".json" && !json.Valid(text) {
			t.Errorf("%s is not JSON", file)
		}
		for _, found := range name.FindAllString(string(text), -1) {
			if asked++; !counted[found] {
				t.Errorf("%s asks for %s", file, found)
			}
		}
	}
	if asked < 15 {
		t.Errorf("only %d names found", asked)
	}
}
