package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/knadh/koanf/providers/structs"
	"github.com/knadh/koanf/v2"
)

const (
	fileName   = "jantaku.yaml"
	systemFile = "/etc/jantaku/" + fileName
	// freshListen is where a table that nothing is known of serves its pages: a telephone sets it up.
	freshListen = "0.0.0.0:8080"
)

// Place is where the configuration is read from, and where the set-up writes it.
type Place struct {
	File string // that is read; there is none yet when fresh
	// Own is what the set-up writes. It is another one than File where that is the system's, which a
	// service may not change.
	Own   string
	Fresh bool
}

// Find finds the configuration: the file that is named, which must be there, or jantaku.yaml
// in the working folder. For a service that is its state folder, and a file of the system wins.
func Find(named string) (Place, error) {
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return Place{}, fmt.Errorf("config: %w", err)
		}
		return Place{File: named, Own: named}, nil
	}
	own, err := filepath.Abs(fileName)
	if err != nil {
		return Place{}, fmt.Errorf("config: %w", err)
	}
	if os.Getenv("STATE_DIRECTORY") != "" && exists(systemFile) {
		return Place{File: systemFile, Own: own}, nil
	}
	return Place{File: own, Own: own, Fresh: !isWritten(own)}, nil
}

// Wins names the file that is read instead of what the set-up would write; empty for none.
func (p Place) Wins() string {
	if p.File != p.Own {
		return p.File
	}
	return ""
}

// Look sees again whether there is a configuration.
func (p *Place) Look() { p.Fresh = !isWritten(p.File) }

// Load reads the configuration. A fresh one serves its pages to the whole network, unless the
// environment says otherwise.
func (p Place) Load() (Config, error) {
	if !p.Fresh {
		return Load(p.File)
	}
	c, err := Read("", nil)
	if c.Web.Listen == Default().Web.Listen && os.Getenv(EnvPrefix+"WEB__LISTEN") == "" {
		c.Web.Listen = freshListen
	}
	return c, err
}

// Text is the text of a configuration that is not a file yet.
type Text []byte

// ReadBytes implements koanf.Provider.
func (t Text) ReadBytes() ([]byte, error) { return t, nil }

// Read implements koanf.Provider; the text has to be parsed.
func (Text) Read() (map[string]any, error) { return nil, errors.New("config: not parsed") }

// Values gives a configuration by the paths of its keys.
func (c Config) Values() (map[string]any, error) {
	k := koanf.New(".")
	if err := k.Load(structs.Provider(c, "koanf"), nil); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	values := k.All()
	values["match.options"], values["match.course"] = c.Match.Options, c.Match.Course // flat they would have no keys
	return values, nil
}

// isWritten reports whether a configuration is there. A file with nothing in it, or zeros alone, is what a loss of
// power leaves of one that was just being written; the set-up writes it again.
func isWritten(path string) bool {
	text, err := os.ReadFile(path)
	return err == nil && len(bytes.Trim(text, "\x00 \t\r\n")) > 0 || err != nil && exists(path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
