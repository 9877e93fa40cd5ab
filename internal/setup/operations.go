package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/lens"
)

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

// Do carries out one operation. The answer is anything that becomes JSON; the error is a refusal
// with its reasons where a person can do something about it.
func (s *Setup) Do(ctx context.Context, op string, body json.RawMessage) (any, error) {
	do, ok := map[string]func(context.Context, json.RawMessage) (any, error){
		"state": s.state, "choose": with(s.choose), "camera": with(s.camera), "hold": with(s.hold),
		"corners": with(s.corners), "zone": with(s.zone), "board": with(s.boardShot), "lens-drop": with(s.dropLens), "room": with(s.room),
		"deck": with(s.deck), "photograph": with(s.photograph), "own": with(s.own), "enough": with(s.enough), "believe": with(s.believe), "skip": with(s.skip), "photo-drop": with(s.dropPhoto), "learn": with(s.learn), "tiles-drop": with(s.dropTiles), "faces": s.faces,
		"listen": with(s.listen), "heard": with(s.heard),
		"adapter": with(s.adapterBegin), "adapter-state": with(s.adapterState), "adapter-name": with(s.adapterName), "adapter-sticks": with(s.adapterSticks),
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
