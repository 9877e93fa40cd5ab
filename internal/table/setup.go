package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"

	"jantaku/access"
	"jantaku/internal/config"
	"jantaku/internal/doctor"
	"jantaku/internal/setup"
	"jantaku/models"
	"jantaku/packaging"
	"jantaku/scoreboard"
	"jantaku/vision/camera"
)

// ErrSaved is why a table ends that starts anew with the configuration that was saved.
var ErrSaved = errors.New("another configuration was saved")

func (s *SetUp) isFresh() bool { return s != nil && s.At.Fresh }

func (s *SetUp) failure() error {
	if s == nil {
		return nil
	}
	return s.Failed
}

// accounts are those of the configuration; of a fresh table the one who knows the code that is
// logged, which is another one at each start.
func (s *SetUp) accounts(c config.Config, log *slog.Logger) (*access.Accounts, error) {
	if !s.isFresh() {
		return c.Accounts(log)
	}
	code := config.NewCode()
	log.Warn("nothing is configured yet; set the table up at /setup: on this machine without a code, from elsewhere with it", "code", code, "listen", c.Web.Listen)
	return access.New(nil, []access.Account{{Role: access.Admin, Password: code}})
}

// buildSetup makes the set-up of the table that is being built; nil where it has none.
func (t *Table) buildSetup(in Parts) (scoreboard.Setup, error) {
	if in.SetUp == nil {
		return nil, nil
	}
	configured := in.SetUp.Config
	values, err := configured.Values()
	if err != nil {
		return nil, err
	}
	c := setup.Config{Data: configured.Data, File: in.SetUp.At.Own, Annotated: packaging.Configuration(), Wins: in.SetUp.At.Wins(), Fresh: in.SetUp.At.Fresh,
		Failed: in.SetUp.Failed, Values: values, TLS: t.certificate != nil, Sight: setup.InProcess{}, Restart: in.SetUp.Restart, Log: t.log,
		Check: func(file string, text []byte) error {
			_, err := config.Read(file, config.Text(text))
			return err
		},
		Open: func(source string) (camera.Source, error) {
			how := configured.Camera.Opened()
			if source != how.Source {
				how = camera.Config{Source: source, Mode: how.Mode, Patience: how.Patience}
			}
			how.Log = t.log
			return camera.Open(how)
		},
		Bookmark: camera.Bookmark(filepath.Join(configured.Data, config.BookmarkName)),
		HandSize: func(rules string) models.HandSize { return config.Match{Rules: rules}.HandSize() },
		Doctor: func(ctx context.Context) []doctor.Finding {
			return doctor.Examine(ctx, t.examined(configured, in.SetUp.At.File))
		},
	}
	if in.SetUp.At.Fresh { // the default is for who does not use the set-up
		c.Values["web.listen"] = net.JoinHostPort("0.0.0.0", portOf(configured.Web.Listen))
	}
	for _, key := range setup.Keys() {
		if v := fmt.Sprint(values[key]); setup.IsSecret(key) && v != "" && v != "[]" {
			c.Secrets = append(c.Secrets, key)
		}
	}
	for _, one := range configured.People {
		c.People = append(c.People, map[string]any{"name": one.Name, "role": one.Role.String(), "password": one.Password})
	}
	if in.Camera != nil && !camera.Album(in.Camera) {
		c.Running = t.Lookout.Frame
		c.Held, _ = in.Camera.(*camera.Held)
	}
	set, err := setup.New(c)
	if err != nil {
		return nil, err
	}
	t.closes(set.Close)
	return set, nil
}

func portOf(listen string) string {
	_, port, _ := net.SplitHostPort(listen) // it was validated
	return cmp.Or(port, "8080")
}

// examined is what the doctor looks at while the table runs.
func (t *Table) examined(c config.Config, file string) doctor.Table {
	running := &doctor.Running{Frame: t.Lookout.Frame, Heard: func() error {
		if parts, _ := t.Board.Parts(); !parts["device"].Online {
			return errors.New(parts["device"].Message)
		}
		return nil
	}}
	if t.Lookout.Source == nil || camera.Album(t.Lookout.Source) { // each photograph is a hand's
		running.Frame = nil
	}
	if pi, ok := t.Lookout.Source.(*camera.Pi); ok && pi.ReadBack() {
		running.Held = pi.Drift
	}
	if _, _, known := camera.PaceOf(t.Lookout.Source); known {
		running.Pace = func() (float64, error) {
			rate, slow, _ := camera.PaceOf(t.Lookout.Source)
			return rate, slow
		}
	}
	if t.Broker != nil {
		running.Broker = t.Broker.URL()
	}
	looked := Examined(c, file)
	looked.Running = running
	return looked
}

// Examined is what the doctor looks at, of a configuration that stands in a file.
func Examined(c config.Config, file string) doctor.Table {
	guard := doctor.Guard{Pages: c.Web.Listen, TLS: c.TLS.Mode != config.TLSOff, Accounts: c.People, Shared: c.Web.Pin != "", Prefix: c.MQTT.Prefix, Config: file}
	for name, secret := range map[string]string{"web.pin": c.Web.Pin, c.MQTT.User: c.MQTT.Password} {
		if secret != "" {
			guard.Accounts = append(guard.Accounts[:len(guard.Accounts):len(guard.Accounts)], access.Account{Name: name, Password: secret})
		}
	}
	return doctor.Table{Link: c.Table.Link(), Camera: c.Camera.Opened(), Faces: c.Eye.Faces, Calibration: c.Eye.Calibration, Hand: c.Match.HandSize(),
		Broker: c.MQTT.Broker, Listen: c.MQTT.Listen, Data: c.Data, Ledger: filepath.Join(c.Data, config.LedgerName), Guard: guard}
}
