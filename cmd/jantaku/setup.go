package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/knadh/koanf/providers/structs"
	"github.com/knadh/koanf/v2"

	"jantaku/calibration"
	"jantaku/internal/access"
	"jantaku/internal/config"
	"jantaku/internal/doctor"
	"jantaku/internal/setup"
	"jantaku/models"
	"jantaku/packaging"
	"jantaku/scoreboard"
	"jantaku/vision/camera"
	"jantaku/vision/learn"
	"jantaku/vision/lens"
	"jantaku/vision/teach"
)

const (
	configName   = "jantaku.yaml"
	systemConfig = "/etc/jantaku/" + configName
	// freshListen is where a table that nothing is known of serves its pages: a telephone sets it up.
	freshListen = "0.0.0.0:8080"
)

// configPlace is where the configuration is read from, and where the set-up writes it.
type configPlace struct {
	file string // that is read; there is none yet when fresh
	// own is what the set-up writes. It is another one than file where that is the system's, which a
	// service may not change.
	own   string
	fresh bool
}

// whereConfig finds the configuration: the file that is named, which must be there, or jantaku.yaml
// in the working folder. For a service that is its state folder, and a file of the system wins.
func whereConfig(named string) (configPlace, error) {
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return configPlace{}, fmt.Errorf("config: %w", err)
		}
		return configPlace{file: named, own: named}, nil
	}
	own, err := filepath.Abs(configName)
	if err != nil {
		return configPlace{}, fmt.Errorf("config: %w", err)
	}
	if os.Getenv("STATE_DIRECTORY") != "" && fileExists(systemConfig) {
		return configPlace{file: systemConfig, own: own}, nil
	}
	return configPlace{file: own, own: own, fresh: !fileExists(own)}, nil
}

// wins names the file that is read instead of what the set-up would write; empty for none.
func (p configPlace) wins() string {
	if p.file != p.own {
		return p.file
	}
	return ""
}

// load reads the configuration. A fresh one serves its pages to the whole network, unless the
// environment says otherwise.
func (p configPlace) load() (config.Config, error) {
	if !p.fresh {
		return config.Load(p.file)
	}
	c, err := config.Read("", nil)
	if c.Web.Listen == config.Default().Web.Listen && os.Getenv(config.EnvPrefix+"WEB__LISTEN") == "" {
		c.Web.Listen = freshListen
	}
	return c, err
}

// errSaved ends a table so that it starts anew with the configuration that was saved.
var errSaved = errors.New("another configuration was saved")

// keepRunning runs the table, and again with each configuration that the set-up saves. One with which
// it does not start is put back, and the set-up says so.
func keepRunning(ctx context.Context, at configPlace, log *slog.Logger) error {
	var failed error
	undo := func() error { return nil }
	if at.wins() != "" {
		log.Info("the configuration of the system is read; move it away to set the table up from a browser", "file", at.file, "instead of", at.own)
	}
	for saved := false; ; {
		c, err := at.load()
		started := false
		next := &settingUp{at: at, config: c, failed: failed}
		if err == nil {
			running, end := context.WithCancelCause(ctx)
			next.restart = func(put func() error) {
				next.undo = put
				end(errSaved)
			}
			err = runTable(running, c, next, func() { started = true }, log)
			end(nil)
		}
		switch {
		case ctx.Err() == nil && next.undo != nil && started:
			log.Info("the configuration was saved; the table starts anew with it")
			undo, saved, failed, at.fresh = next.undo, true, nil, false
		case err != nil && saved && !started && ctx.Err() == nil:
			log.Error("the table does not start with what was saved, which is put back", "err", err)
			if err := undo(); err != nil {
				return err
			}
			saved, failed = false, models.Refused("setup-not-started", nil, "%w", err)
			at.fresh = !fileExists(at.file)
		default:
			return err
		}
	}
}

// settingUp is a table that may be set up from a browser while it runs.
type settingUp struct {
	at      configPlace
	config  config.Config           // as it was read; the running table fills in its own broker
	failed  error                   // why it did not start with what was saved before
	restart func(undo func() error) // ends the table to start it anew
	undo    func() error            // set once something was saved
}

func (s *settingUp) isFresh() bool { return s != nil && s.at.fresh }

func (s *settingUp) failure() error {
	if s == nil {
		return nil
	}
	return s.failed
}

// codeLength is that of the code of a fresh table, 50 bits.
const codeLength = 10

// accounts are those of the configuration; of a fresh table the one who knows the code that is
// logged, which is another one at each start.
func (s *settingUp) accounts(c config.Config, log *slog.Logger) (*access.Accounts, error) {
	if !s.isFresh() {
		return accounts(c)
	}
	code := rand.Text()[:codeLength]
	log.Warn("nothing is configured yet; set the table up at /setup: on this machine without a code, from elsewhere with it", "code", code, "listen", c.Web.Listen)
	return access.New(nil, []access.Account{{Role: access.Admin, Password: code}})
}

// buildSetup makes the set-up of the table that is being built; nil where it has none.
func (t *table) buildSetup(in input) (scoreboard.Setup, error) {
	if in.setup == nil {
		return nil, nil
	}
	configured := in.setup.config
	values, err := valuesOf(configured)
	if err != nil {
		return nil, err
	}
	c := setup.Config{Data: configured.Data, File: in.setup.at.own, Annotated: packaging.Configuration(), Wins: in.setup.at.wins(), Fresh: in.setup.at.fresh,
		Failed: in.setup.failed, Values: values, TLS: t.certificate != nil, Sight: inProcess{}, Restart: in.setup.restart, Log: t.log,
		Check: func(file string, text []byte) error {
			_, err := config.Read(file, configText(text))
			return err
		},
		Open: func(source string) (camera.Source, error) {
			return camera.Open(camera.Config{Source: source, Patience: camera.DefaultPatience()})
		},
		Doctor: func(ctx context.Context) []doctor.Finding {
			return doctor.Examine(ctx, t.examined(configured, in.setup.at.file))
		},
	}
	if in.setup.at.fresh { // the default is for who does not use the set-up
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
	if in.camera != nil {
		c.Running = t.lookout.Frame
	}
	set, err := setup.New(c)
	if err != nil {
		return nil, err
	}
	t.closes(set.Close)
	return set, nil
}

// configText is the text of a configuration that is not a file yet.
type configText []byte

// ReadBytes implements koanf.Provider.
func (t configText) ReadBytes() ([]byte, error) { return t, nil }

// Read implements koanf.Provider; the text has to be parsed.
func (configText) Read() (map[string]any, error) { return nil, errors.New("config: not parsed") }

func portOf(listen string) string {
	_, port, _ := net.SplitHostPort(listen) // it was validated
	return cmp.Or(port, "8080")
}

// valuesOf gives a configuration by the paths of its keys.
func valuesOf(c config.Config) (map[string]any, error) {
	k := koanf.New(".")
	if err := k.Load(structs.Provider(c, "koanf"), nil); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	values := k.All()
	values["match.options"], values["match.course"] = c.Match.Options, c.Match.Course // flat they would have no keys
	return values, nil
}

// examined is what the doctor looks at while the table runs.
func (t *table) examined(c config.Config, file string) doctor.Table {
	running := &doctor.Running{Frame: t.lookout.Frame, Heard: func() error {
		if parts, _ := t.board.Parts(); !parts["device"].Online {
			return errors.New(parts["device"].Message)
		}
		return nil
	}}
	if t.broker != nil {
		running.Broker = t.broker.URL()
	}
	looked := examined(c, file)
	looked.Running = running
	return looked
}

// inProcess is what the set-up needs OpenCV for.
type inProcess struct{}

func (inProcess) Lens(images []lens.Image, b lens.Board) (calibration.Lens, lens.Report, error) {
	return lens.Calibrate(images, b, nil)
}

func (inProcess) Learn(ctx context.Context, course *teach.Course, c *calibration.Camera, progress func(float64)) (calibration.Faces, learn.Report, error) {
	return course.Learn(ctx, c, progress)
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
