package doctor

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/access"
	"jantaku/internal/sharedtest"
	"jantaku/models"
)

func TestTheDoctorSaysWhatStrangersMayDo(t *testing.T) {
	mei := access.Account{Name: "mei", Role: access.Referee, Password: "seven pairs on a rainy day"}
	weak, hashed := mei, mei
	weak.Password, hashed.Password = "mei", access.Hash("jantaku")
	const open, here = "0.0.0.0:8080", "127.0.0.1:8080"
	for _, tt := range []struct {
		name  string
		guard Guard
		mark  string
		code  string
	}{
		{"this machine alone", Guard{Pages: here}, OK, "guard-local"},
		{"the whole network", Guard{Pages: open}, Advice, "no-pin"},
		{"every address without a host", Guard{Pages: ":8080", TLS: true}, Advice, "no-pin"},
		{"a viewer guards nothing", Guard{Pages: open, TLS: true, Accounts: []access.Account{{Name: "eye", Role: access.Viewer, Password: "x1y2z3"}}}, Advice, "no-pin"},
		{"people without TLS", Guard{Pages: open, Accounts: []access.Account{mei}}, Advice, "no-tls"},
		{"a PIN and TLS", Guard{Pages: open, TLS: true, Shared: true}, OK, "guard"},
		{"a password that is the name", Guard{Pages: open, TLS: true, Accounts: []access.Account{weak}}, Advice, "weak-secret"},
		{"a hashed one that is guessed", Guard{Pages: here, Accounts: []access.Account{hashed}}, Advice, "weak-secret"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			note, err := checkGuard(t.Context(), Table{Guard: tt.guard})
			if f := finding("guard", note, err); f.Mark != tt.mark || f.Code != tt.code {
				t.Errorf("%+v, want %s %s", f, tt.mark, tt.code)
			}
		})
	}
}

func TestTheDoctorFindsWhatEverybodyCanRead(t *testing.T) {
	folder := t.TempDir()
	c := Table{Data: folder, Guard: Guard{Config: filepath.Join(folder, "jantaku.yaml")}}
	if err := os.WriteFile(c.Guard.Config, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		file, folder os.FileMode
		mark         string
	}{{0o640, 0o750, OK}, {0o644, 0o750, Advice}, {0o600, 0o755, Advice}} {
		if err := os.Chmod(c.Guard.Config, tt.file); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(folder, tt.folder); err != nil {
			t.Fatal(err)
		}
		note, err := checkFiles(t.Context(), c)
		if f := finding("files", note, err); f.Mark != tt.mark {
			t.Errorf("%v in %v: %+v", tt.file, tt.folder, f)
		}
	}
}

func TestTheDoctorSaysThatWhatAnswersIsNoBroker(t *testing.T) {
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	_, err := checkBroker(t.Context(), Table{Broker: strings.Replace(web.URL, "http:", "tcp:", 1), Guard: Guard{Prefix: "jantaku"}})
	if reasons := models.ReasonsOf(err); len(reasons) != 1 || reasons[0].Code != "broker-mute" {
		t.Errorf("error %v", err)
	}
}

func TestTheDoctorFindsABrokerThatIsOpen(t *testing.T) {
	rules, err := filepath.Abs("../../packaging/mosquitto.acl")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, settings, mark string }{
		{"without rules", "allow_anonymous true", Advice},
		{"with the rules that are installed", "allow_anonymous true\nacl_file " + rules, OK},
		{"for those alone whom it knows", "allow_anonymous false", OK},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			port := sharedtest.FreePort(t)
			sharedtest.Mosquitto(t, port, tt.settings)
			note, err := checkBroker(t.Context(), Table{Broker: fmt.Sprintf("tcp://127.0.0.1:%d", port), Guard: Guard{Prefix: "jantaku"}})
			if f := finding("broker", note, err); f.Mark != tt.mark {
				t.Errorf("%+v, want %s", f, tt.mark)
			}
		})
	}
}
