package setup

import (
	"context"
	"log/slog"
	"sync"

	"jantaku/internal/doctor"
	"jantaku/models"
	"jantaku/vision/camera"
)

// Config says which table is set up and where its configuration is.
type Config struct {
	// Data is the folder of the table; what is taken until it is saved lies in its folder setup.
	Data string
	// File is the configuration that is written; Annotated its text where there is none yet.
	File, Annotated string
	// Wins is another file that is read instead of File and cannot be written; empty for none.
	Wins string
	// Fresh tells that nothing is configured yet.
	Fresh bool
	// Failed is why the table did not start with what was saved before; nil when it did.
	Failed error
	// Values are the configuration as it holds now, by path; a secret may be left out.
	Values map[string]any
	// Secrets are the secret keys that have a value.
	Secrets []string
	// People are the people of the configuration, as they stand there.
	People []map[string]any

	// TLS tells whether the pages are reached over TLS.
	TLS bool
	// Check says what is wrong with the text of a configuration at a path.
	Check func(file string, text []byte) error
	// HandSize tells how many tiles a hand has by a rule book.
	HandSize func(rules string) models.HandSize
	// Bookmark is what the table keeps of how far it used a folder of photographs; empty for nothing.
	Bookmark camera.Bookmark
	// Open opens a camera.
	Open func(source string) (camera.Source, error)
	// Running gives a picture of the camera that the table has open; nil when it has none, or a folder, of which each photograph
	// is a hand's.
	Running func(context.Context) (camera.Frame, error)
	// Held is the camera of the running table where it is held at values; nil otherwise.
	Held *camera.Held
	// Doctor examines the table.
	Doctor func(context.Context) []doctor.Finding
	// Restart lets the table start anew with what was saved; undo puts the files back, for when
	// it does not.
	Restart func(undo func() error)
	Sight   Sight
	Log     *slog.Logger
}

// Setup sets one table up. It may be used from several goroutines; Close it after use.
type Setup struct {
	config Config
	dir    string
	values map[string]any // what was chosen here, over those of the configuration

	examining sync.Mutex // one examination at a time

	mu    sync.Mutex
	over  bool // nothing is saved any more: something was, or the set-up was closed
	eye   *viewer
	table *framed
	lens  *lensWork
	tiles *lessons
	line  *line

	adapter *adapter // the board that is looked at
}

func text(v any) string {
	t, _ := v.(string)
	return t
}

// chosen gives what holds of a key: what was chosen here, or what is configured.
func (s *Setup) chosen(key string) any {
	if v, ok := s.values[key]; ok {
		return v
	}
	return s.config.Values[key]
}
