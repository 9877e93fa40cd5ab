package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/access"
	"jantaku/models"
)

func TestConfigFileAndEnvironmentOverrideTheDefaults(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "jantaku.yaml")
	text := "data: club\ntable:\n  id: east-room\ncamera:\n  settle: 2s\nmatch:\n  players: [a, b, c, d]\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JANTAKU_TABLE__PORT", "/dev/ttyUSB7")
	c, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if c.Data != filepath.Join(dir, "club") || c.Table.ID != "east-room" || c.Table.Port != "/dev/ttyUSB7" ||
		c.Camera.Settle != 2*time.Second || len(c.Match.Players) != 4 || c.Table.Baud != 115200 {
		t.Errorf("got %+v", c)
	}
}

func TestConfigTellsAllFaultsAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jantaku.yaml")
	text := "camera:\n  source: nowhere\n  burst: 0\nmatch:\n  rules: mahjong\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Load(path)
	if err == nil {
		t.Fatal("accepted")
	}
	for _, part := range []string{"camera.burst", "eye.faces", "match.rules"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not mention %s", err, part)
		}
	}
}

// TestConfigSaysWhatIsNoKey claims that whoever mistypes a key or a value reads which one, and what may have been meant.
func TestConfigSaysWhatIsNoKey(t *testing.T) {
	for text, want := range map[string]string{
		"id = \"x\"\n[web]\n":                      "this is no YAML of the form \"web: {listen: ...}\"", // TOML
		"tabel:\n  id: x\n":                        "tabel is no key; did you mean table?",
		"wbe:\n  listen: x\n":                      "wbe is no key; did you mean web?",
		"match:\n  rulez: riichi\n":                "match.rulez is no key; did you mean match.rules?",
		"baud: 9600\n":                             "baud is no key; did you mean table.baud?",
		"web:\n  colour: red\n":                    "web.colour is no key\n",
		"people:\n  - naem: Anna\n":                "people[0].naem is no key; did you mean people[0].name?",
		"table:\n  baud: fast\n":                   `table.baud "fast" is not a whole number`,
		"camera:\n  settle: soon\n  burst: many\n": `camera.burst "many" is not a whole number`,
		"eye:\n  added_beside: perhaps\n":          `eye.added_beside "perhaps" is not true or false`,
	} {
		path := filepath.Join(t.TempDir(), "jantaku.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error()+"\n", want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestPeopleOfAConfigHaveTheirRoles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jantaku.yaml")
	if err := os.WriteFile(path, []byte("people:\n  - { name: mei, role: referee, password: long enough }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(path)
	if err != nil || len(c.People) != 1 || c.People[0].Role != access.Referee || c.People[0].Name != "mei" {
		t.Errorf("got %+v, %v", c.People, err)
	}
	if err := os.WriteFile(path, []byte("people: [{ name: mei, role: king, password: long enough }]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "king") {
		t.Errorf("got %v, want the unknown role named", err)
	}
}

func TestNobodyIsARefereeForTheWholeNetwork(t *testing.T) {
	const people = "people:\n  - { name: mei, role: admin, password: long enough }\n"
	for _, tt := range []struct {
		name, text string
		refused    bool
	}{
		{"every address", "web:\n  listen: 0.0.0.0:8080\n", true},
		{"no host", "web:\n  listen: :8080\n", true},
		{"one address of the network", "web:\n  listen: 192.0.2.7:8080\n", true},
		{"a name", "web:\n  listen: table1.local:8080\n", true},
		{"this machine", "web:\n  listen: '[::1]:8080'\n", false},
		{"a PIN", "web:\n  listen: 0.0.0.0:8080\n  pin: '4711'\n", false},
		{"people", "web:\n  listen: 0.0.0.0:8080\n" + people, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read("", Text(tt.text))
			reasons := models.ReasonsOf(err)
			if refused := len(reasons) == 1 && reasons[0].Code == "open-referee"; refused != tt.refused || !refused && err != nil {
				t.Errorf("%v, want refused %v", err, tt.refused)
			}
		})
	}
}

func TestValuesOfTheCameraAreReadAsTheyAreWritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "faces.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(camera string) (Config, error) {
		return Read(filepath.Join(dir, "jantaku.yaml"), Text([]byte("eye: { faces: faces.json }\ncamera:\n"+camera)))
	}
	c, err := read("  source: /dev/video0\n  width: 1920\n  height: 1080\n  rate: 30\n  controls: { auto_exposure: 1, exposure_time_absolute: 157, gain: \"7\" }\n")
	if err != nil {
		t.Fatal(err)
	}
	how := c.Camera.Opened()
	if how.Width != 1920 || how.Height != 1080 || how.Rate != 30 || how.Controls.String() != "auto_exposure=1,exposure_time_absolute=157,gain=7" {
		t.Errorf("the camera is opened as %+v", how)
	}
	for _, wrong := range []string{"  source: rtsp://x/1\n  controls: { gain: 7 }\n", "  source: pi\n  controls: { output: x }\n", "  source: /dev/video0\n  width: 640\n", "  source: /dev/video0\n  controls: { gain: much }\n"} {
		if _, err := read(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
