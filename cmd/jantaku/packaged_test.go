package main

import (
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"jantaku/device"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
)

func TestPackagedConfigurationShowsTheDefaults(t *testing.T) {
	packaged, err := config.Load("../../packaging/jantaku.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.Resolve("../../packaging")
	want.Match.Options, want.Match.Course, want.Match.Players = map[string]string{}, map[string]string{}, []string{}
	want.Table.Patterns, want.Table.Contacts = []device.PatternRule{}, []device.ContactRule{}
	if !reflect.DeepEqual(packaged, want) {
		t.Errorf("packaging/jantaku.yaml and the defaults differ:\nfile     %+v\ndefaults %+v", packaged, want)
	}
}

// mostExposed is the exposure level of systemd-analyze above which a unit is too open, out of 10.
const mostExposed = 2.5

func TestTheUnitsLetTheProgramTouchLittle(t *testing.T) {
	analyze := sharedtest.Tool(t, "systemd-analyze")
	for _, unit := range []string{"jantaku.service", "jantaku-backup.service"} {
		out, err := exec.Command(analyze, "security", "--offline=true", "--no-pager", "../../packaging/"+unit).CombinedOutput()
		level := regexp.MustCompile(`exposure level for \S+ (\d+\.\d)`).FindSubmatch(out)
		if err != nil || level == nil {
			t.Fatalf("%s: %v\n%s", unit, err, out)
		}
		if n, _ := strconv.ParseFloat(string(level[1]), 64); n > mostExposed {
			t.Errorf("%s: exposure %v, at most %v", unit, n, mostExposed)
		}
	}
}

func TestTheUnitKeepsTheBooksWhereItMayWrite(t *testing.T) {
	unit, err := os.ReadFile("../../packaging/jantaku.service")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("JANTAKU_DATA", "")
	for line := range strings.Lines(string(unit)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), "Environment="); ok {
			key, value, _ := strings.Cut(value, "=")
			t.Setenv(key, value)
		}
	}
	c, err := config.Load("../../packaging/jantaku.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if c.Data != "/var/lib/jantaku" || !strings.Contains(string(unit), "\nStateDirectory=jantaku\n") {
		t.Errorf("the books are in %s, which StateDirectory does not make writable", c.Data)
	}
}
