package mqtt_test

import (
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/access"
	"jantaku/internal/sharedtest"
)

// leagueTables are two clubs with two tables each.
const leagueTables = `# CLUB/TABLE, and the name of its daemon
jantaku/lake/table-1
jantaku/lake/table-2 north
jantaku/hill/table-1
`

// leagueOf is everybody at the broker of a league, and their passwords.
func leagueOf(t *testing.T) (access.League, map[string]string) {
	t.Helper()
	tables, err := access.ReadTables(strings.NewReader(leagueTables))
	if err != nil {
		t.Fatal(err)
	}
	l := access.League{Anonymous: true, Members: append(tables, access.Member{User: "archive", Task: access.ArchiveTask}, access.Member{User: "hall", Task: access.HallTask},
		access.Member{User: "director", Task: access.DirectorTask}, access.Member{User: "mei", Task: access.RefereeTask, Prefix: "jantaku/lake"})}
	if err := l.Validate(); err != nil {
		t.Fatal(err)
	}
	secrets := map[string]string{}
	for _, m := range l.Members {
		secrets[m.User] = secret
	}
	return l, secrets
}

// leagueBrokers are brokers by the files that are written for a league.
var leagueBrokers = []struct {
	name  string
	start func(t *testing.T, port int, l access.League, secrets map[string]string)
}{
	{"Mosquitto", func(t *testing.T, port int, l access.League, secrets map[string]string) {
		var rules, passwords strings.Builder
		if err := l.MosquittoRules(&rules); err != nil {
			t.Fatal(err)
		}
		if err := l.MosquittoPasswords(&passwords, secrets); err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		write(t, filepath.Join(folder, "rules"), rules.String())
		write(t, filepath.Join(folder, "passwords"), passwords.String())
		runMosquitto(t, port, folder)
	}},
	{"NATS", func(t *testing.T, port int, l access.League, secrets map[string]string) {
		var rules strings.Builder
		if err := l.NATSRules(&rules, secrets); err != nil {
			t.Fatal(err)
		}
		natsElsewhere(t, port, t.TempDir(), rules.String())
	}},
}

// TestNobodyInALeagueWritesWhatIsAnothers tries the files that are written for a league at a real Mosquitto and a real
// NATS server: who may write each topic, and who hears it.
func TestNobodyInALeagueWritesWhatIsAnothers(t *testing.T) {
	const lake1, lake2, hill1, archive, hall, director, mei, nobody = "jantaku-lake-table-1", "jantaku-lake-table-2", "jantaku-hill-table-1", "archive", "hall", "director", "mei", ""
	all := []string{lake1, lake2, hill1, archive, hall, director, mei, nobody}
	// what is written, who may, and who hears it by the filter that it hears with.
	topics := []struct {
		topic       string
		write, read []string
	}{
		{"jantaku/lake/table-1/journal", []string{lake1}, []string{archive, lake1}},
		{"jantaku/lake/table-1/score", []string{lake1}, []string{lake1, lake2, archive, hall, director, mei, nobody}},
		{"jantaku/hill/table-1/score", []string{hill1}, []string{hill1, archive, hall, director, nobody}},
		{"jantaku/lake/table-1/event/hand", []string{lake1}, []string{lake1, lake2, hall, director, mei, nobody}},
		{"jantaku/lake/north/status", []string{lake2}, []string{lake1, lake2, hall, director, mei, nobody}},
		{"jantaku/lake/daemon-table-1/status", []string{lake1}, []string{lake1, lake2, hall, director, mei, nobody}},
		{"jantaku/lake/table-1/round", []string{lake1, director}, []string{lake1, lake2, hall, director, mei, nobody}},
		{"jantaku/lake/table-1/request/undo", []string{lake1}, []string{lake1}},
		{"jantaku/lake/table-1/request/undo/mei", []string{lake1, mei}, []string{lake1}},
		{"jantaku/hill/table-1/request/undo/mei", []string{hill1}, []string{hill1}},
		{"jantaku/lake/table-1/request/undo/director", []string{lake1}, []string{lake1}},
		{"jantaku/lake/table-1/request/match-new/director", []string{lake1, director}, []string{lake1}},
		{"jantaku/hill/table-1/request/match-new/director", []string{hill1, director}, []string{hill1}},
		{"jantaku/lake/table-1/request/since/archive", []string{lake1, archive}, []string{lake1}},
		{"jantaku/lake/table-1/response/since/archive", []string{lake1}, []string{lake1, archive}},
		{"homeassistant/device/jantaku_lake_north-table-2/config", []string{lake2}, nil},
		{"homeassistant/device/jantaku_hill_north-table-2/config", nil, nil},
	}
	filters := map[string][]string{
		lake1: {"jantaku/lake/table-1/#", "jantaku/lake/+/score", "jantaku/lake/+/event/#", "jantaku/lake/+/status", "jantaku/lake/+/round"},
		lake2: {"jantaku/lake/table-2/#", "jantaku/lake/+/score", "jantaku/lake/+/event/#", "jantaku/lake/+/status", "jantaku/lake/+/round"},
		hill1: {"jantaku/hill/table-1/#", "jantaku/hill/+/score", "jantaku/hill/+/event/#"},
		// Prefixes of all clubs at once, as --prefix 'jantaku/+' has them.
		archive:  {"jantaku/+/+/journal", "jantaku/+/+/score", "jantaku/+/+/response/since/archive"},
		hall:     {"jantaku/+/+/score", "jantaku/+/+/event/#", "jantaku/+/+/status", "jantaku/+/+/round", "jantaku/+/+/journal"},
		director: {"jantaku/+/+/score", "jantaku/+/+/event/#", "jantaku/+/+/status", "jantaku/+/+/round", "jantaku/+/+/request/#"},
		mei:      {"jantaku/lake/+/score", "jantaku/lake/+/event/#", "jantaku/lake/+/status", "jantaku/lake/+/round", "jantaku/lake/+/journal", "jantaku/hill/+/score"},
		nobody:   {"jantaku/lake/+/score", "jantaku/hill/+/score", "jantaku/lake/+/event/#", "jantaku/lake/+/status", "jantaku/lake/+/round", "jantaku/lake/+/journal"},
	}
	for _, b := range leagueBrokers {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			l, secrets := leagueOf(t)
			port := sharedtest.FreePort(t)
			b.start(t, port, l, secrets)
			eventually(t, "the broker listens", func() bool {
				conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
				if err == nil {
					conn.Close()
				}
				return err == nil
			})
			ears := map[string]<-chan string{}
			for _, who := range all {
				ears[who] = hears(t, somebody(t, port, who), filters[who]...)
			}
			for _, who := range all {
				mouth := somebody(t, port, who)
				for _, one := range topics {
					said := mouth.Publish(one.topic, 1, false, who+" at "+one.topic)
					if slices.Contains(one.write, who) { // what is denied may stay without an answer
						said.WaitTimeout(sharedtest.Patience)
					}
				}
			}
			marker := map[string]string{lake1: "jantaku/lake/table-1/score", hill1: "jantaku/hill/table-1/score"}
			for who, topic := range marker {
				somebody(t, port, who).Publish(topic, 1, false, "end of "+who).WaitTimeout(sharedtest.Patience)
			}
			for _, who := range all {
				heard := everything(t, ears[who], map[string]string{hill1: "end of " + hill1}[who], "end of "+lake1)
				for _, one := range topics {
					for _, by := range all {
						want := slices.Contains(one.write, by) && slices.Contains(one.read, who)
						if got := slices.Contains(heard, by+" at "+one.topic); got != want {
							t.Errorf("%q writes %s and %q hears it: %v, want %v", by, one.topic, who, got, want)
						}
					}
				}
			}
		})
	}
}

// everything gives what was heard until the first marker that is one, and soon after.
func everything(t *testing.T, ear <-chan string, markers ...string) (heard []string) {
	t.Helper()
	marker := markers[0]
	if marker == "" {
		marker = markers[1]
	}
	limit := time.After(sharedtest.Patience)
	for marked := false; ; {
		select {
		case m := <-ear:
			heard = append(heard, m)
			if m == marker {
				marked, limit = true, time.After(200*time.Millisecond)
			}
		case <-limit:
			if !marked {
				t.Fatalf("the marker %q does not come; heard %q", marker, heard)
			}
			return heard
		}
	}
}

// A list that makes no league is refused with the line or the name.
func TestAListOfTablesThatIsNoneIsRefused(t *testing.T) {
	for text, says := range map[string]string{
		"table-1":                              "line 1",
		"jantaku/table-1\njantaku/Table 2 x":   "line 2",
		"jantaku/lake/+":                       "use a-z",
		"jantaku/a/b-c\njantaku/a-b/c":         "two at the broker would be called jantaku-a-b-c",
		"jantaku/table-1 d\njantaku/table-2 d": "jantaku/d is of",
		"jantaku/lake\njantaku/lake/table-1":   "jantaku/lake is of jantaku-lake and above the tables of jantaku/lake",
		"a/x lake\na/lake/b/table-1":           "a/lake is of a-x and above the tables of a/lake/b",
		"# nothing":                            "there is no table",
	} {
		tables, err := access.ReadTables(strings.NewReader(text))
		if err == nil {
			err = access.League{Members: tables}.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}
