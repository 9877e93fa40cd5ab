package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
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
	for _, unit := range []string{"jantaku.service", "jantaku-backup.service", "jantaku-restore.service"} {
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

// TestEveryAttackHasItsTest holds the page of threats to the tests that it names.
func TestEveryAttackHasItsTest(t *testing.T) {
	page, err := os.ReadFile("../../docs/threats.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../*/*_test.go")
	for _, pattern := range []string{"../../internal/*/*_test.go", "../../cmd/*/*_test.go", "../../vision/*/*_test.go"} {
		more, badly := filepath.Glob(pattern)
		files, err = append(files, more...), errors.Join(err, badly)
	}
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	named := regexp.MustCompile("`(Test\\w+)`").FindAllSubmatch(page, -1)
	if len(named) < 10 {
		t.Fatalf("the page names %d tests", len(named))
	}
	for _, n := range named {
		if !strings.Contains(all.String(), "\nfunc "+string(n[1])+"(t ") {
			t.Errorf("no test is called %s", n[1])
		}
	}
}
