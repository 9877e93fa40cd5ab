package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"jantaku/calibration"
	"jantaku/internal/doctor"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/learn"
	"jantaku/vision/lens"
	"jantaku/vision/photo"
	"jantaku/vision/teach"
)

// Sight is the work that needs OpenCV.
type Sight interface {
	// Lens calibrates a lens, as lens.Calibrate.
	Lens(images []lens.Image, b lens.Board) (calibration.Lens, lens.Report, error)
	// Learn learns the tiles of a course, as teach.Course.Learn.
	Learn(ctx context.Context, course *teach.Course, c *calibration.Camera, progress func(float64)) (calibration.Faces, learn.Report, error)
	// Survey reads all that lies on a table, as photo.Surveyor.Read.
	Survey(ctx context.Context, faces calibration.Faces, c *calibration.Camera, picture []byte) (models.TableReading, error)
}

// InProcess does it in this process.
type InProcess struct{}

func (InProcess) Lens(images []lens.Image, b lens.Board) (calibration.Lens, lens.Report, error) {
	return lens.Calibrate(images, b, nil)
}

func (InProcess) Learn(ctx context.Context, course *teach.Course, c *calibration.Camera, progress func(float64)) (calibration.Faces, learn.Report, error) {
	return course.Learn(ctx, c, progress)
}

func (InProcess) Survey(ctx context.Context, faces calibration.Faces, c *calibration.Camera, picture []byte) (models.TableReading, error) {
	const maxError = .005 // of what is told as read; tiles that are not count here, too
	s, err := photo.NewSurveyor(faces, c, maxError)
	if err != nil {
		return models.TableReading{}, err
	}
	defer s.Reader.Close()
	return s.Read(ctx, picture)
}

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

// New begins a set-up. What an earlier one took and did not save is there again.
func New(c Config) (*Setup, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	s := &Setup{config: c, dir: filepath.Join(c.Data, "setup"), values: map[string]any{}}
	s.eye = &viewer{open: c.Open, running: c.Running, runs: text(c.Values["camera.source"]), mark: camera.Bookmark(filepath.Join(s.dir, "folder.json")), table: c.Bookmark, log: c.Log}
	s.line, s.adapter = &line{log: c.Log}, &adapter{}
	if err := os.MkdirAll(s.dir, 0o750); err != nil {
		return nil, fmt.Errorf("setup: %w", err)
	}
	s.table = loadFramed(s.dir, text(c.Values["eye.calibration"]))
	s.lens = &lensWork{board: lens.Board{Cols: 9, Rows: 6, Square: 25}}
	s.tiles = &lessons{dir: s.dir}
	return s, nil
}

// Close ends what the set-up has open.
func (s *Setup) Close() error {
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	s.line.job.end()
	s.tiles.job.end()
	return s.eye.close()
}

func text(v any) string {
	t, _ := v.(string)
	return t
}

// Do carries out one operation. The answer is anything that becomes JSON; the error is a refusal
// with its reasons where a person can do something about it.
func (s *Setup) Do(ctx context.Context, op string, body json.RawMessage) (any, error) {
	do, ok := map[string]func(context.Context, json.RawMessage) (any, error){
		"state": s.state, "choose": with(s.choose), "camera": with(s.camera), "hold": with(s.hold),
		"corners": with(s.corners), "zone": with(s.zone), "board": with(s.boardShot), "lens-drop": with(s.dropLens), "room": with(s.room),
		"deck": with(s.deck), "photograph": with(s.photograph), "own": with(s.own), "enough": with(s.enough), "believe": with(s.believe), "skip": with(s.skip), "photo-drop": with(s.dropPhoto), "learn": with(s.learn), "tiles-drop": with(s.dropTiles), "faces": s.faces,
		"listen": with(s.listen), "heard": with(s.heard),
		"adapter": with(s.adapterBegin), "adapter-state": with(s.adapterState), "adapter-name": with(s.adapterName),
		"doctor": s.doctor, "save": s.save,
	}[op]
	if !ok {
		return nil, models.Refused("no-such-request", nil, "setup: %.40q is no operation", op)
	}
	return do(ctx, body)
}

// with reads the body of an operation.
func with[T any](do func(context.Context, T) (any, error)) func(context.Context, json.RawMessage) (any, error) {
	return func(ctx context.Context, body json.RawMessage) (any, error) {
		var wish T
		if err := json.Unmarshal(body, &wish); err != nil {
			return nil, models.Refused("bad-json", nil, "setup: %w", err)
		}
		return do(ctx, wish)
	}
}

// chosen gives what holds of a key: what was chosen here, or what is configured.
func (s *Setup) chosen(key string) any {
	if v, ok := s.values[key]; ok {
		return v
	}
	return s.config.Values[key]
}

// state tells everything that the page shows.
func (s *Setup) state(context.Context, json.RawMessage) (any, error) {
	tiles := s.tiles.shown()
	tiles.Folder = s.eye.folder()
	s.mu.Lock()
	defer s.mu.Unlock()
	values := map[string]any{}
	for _, key := range Keys() {
		if !IsSecret(key) {
			values[key] = s.chosen(key)
		}
	}
	set := append([]string{}, s.config.Secrets...)
	for key := range s.values {
		if IsSecret(key) && !slices.Contains(set, key) {
			set = append(set, key)
		}
	}
	return map[string]any{
		"file": s.config.File, "wins": s.config.Wins, "fresh": s.config.Fresh, "failed": models.ReasonsOf(s.config.Failed), "values": values, "secrets": set,
		"sources": sources(), "ports": ports(), "table": s.table.shown(), "lens": s.lens.shown(), "tiles": tiles, "open": s.eye.source(),
	}, nil
}

// choose sets keys of the configuration, for when they are saved.
func (s *Setup) choose(_ context.Context, wish map[string]any) (any, error) {
	keys := Keys()
	for key := range wish {
		if !slices.Contains(keys, key) || slices.Contains(ownKeys[:], key) {
			return nil, models.Refused("bad-request", nil, "setup: %.40q is not a key that is chosen here", key)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, value := range wish {
		s.values[key] = whole(value)
	}
	return struct{}{}, nil
}

func (s *Setup) doctor(ctx context.Context, _ json.RawMessage) (any, error) {
	s.examining.Lock()
	defer s.examining.Unlock()
	return s.config.Doctor(ctx), nil
}

// Picture gives a picture by its name: now, what the camera sees; otherwise a
// photograph of tiles. note is what is known about it, for JSON.
func (s *Setup) Picture(ctx context.Context, name string) (data []byte, note any, err error) {
	if name == "now" {
		return s.eye.now(ctx)
	}
	data, err = s.tiles.picture(name)
	return data, nil, err
}
