package camera

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jantaku/models/atomicfile"
)

// folder gives the photographs of a folder in the order of their names. It needs
// no goroutine: it looks when it is asked.
type folder struct {
	dir  string
	loop bool
	last string // name of the photograph that was given last
	poll time.Duration
	// given keeps which photograph was given last, over restarts; nil where nobody needs it.
	given func(name string)
}

// OpenFolder gives the photographs (JPEG and PNG) of a folder in the order of their
// names, then waits for new ones, or with loop begins again.
// The error is a *Fault when the folder cannot be read.
func OpenFolder(dir string, loop bool) (Source, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fault(Unavailable, err, "%q is no folder", dir)
	}
	return &folder{dir: dir, loop: loop, poll: 300 * time.Millisecond}, nil
}

// Next gives the next photograph, as soon as there is one that is no longer
// being written.
func (f *folder) Next(ctx context.Context) (Frame, error) {
	for {
		if err := ctx.Err(); err != nil {
			return Frame{}, err
		}
		path, err := f.next()
		if err != nil {
			return Frame{}, fault(Lost, err, "the folder %q cannot be read", f.dir)
		}
		if path != "" {
			return f.read(path)
		}
		select {
		case <-ctx.Done():
			if f.last != "" && errors.Is(ctx.Err(), context.DeadlineExceeded) { // perhaps one came whose name sorts before
				return Frame{}, fault(Later, ctx.Err(), "no photograph in %q has a name that comes after %s; copy the next one there under a later name, or type the hand", f.dir, f.last)
			}
			return Frame{}, ctx.Err()
		case <-time.After(f.poll):
		}
	}
}

// Album tells that each photograph shows another hand.
func (f *folder) Album() bool { return true }

// Close does nothing.
func (f *folder) Close() error { return nil }

func (f *folder) read(path string) (Frame, error) {
	f.last = filepath.Base(path)
	if f.given != nil {
		f.given(f.last)
	}
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxFrame {
		return Frame{}, fault(TooBig, nil, "%s is larger than %d MiB", path, maxFrame>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return Frame{}, fault(Broken, err, "a photograph cannot be read")
	}
	return Frame{Data: data, Time: time.Now(), Source: path}, nil
}

// next gives the path of the first photograph after the last one; empty when there
// is none yet.
func (f *folder) next() (string, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return "", err
	}
	var names []string
	for _, e := range entries {
		if isPhotograph(e) && f.settled(e) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	i, found := slices.BinarySearch(names, f.last)
	if found {
		i++
	}
	if i == len(names) && f.loop {
		i = 0
	}
	if i >= len(names) {
		return "", nil
	}
	return filepath.Join(f.dir, names[i]), nil
}

func isPhotograph(e fs.DirEntry) bool {
	switch strings.ToLower(filepath.Ext(e.Name())) {
	case ".jpg", ".jpeg", ".png":
		return !e.IsDir() && !strings.HasPrefix(e.Name(), ".")
	}
	return false
}

// settled reports whether a file was not written to for a moment, and holds
// anything at all.
func (f *folder) settled(e fs.DirEntry) bool {
	info, err := e.Info()
	return err == nil && info.Size() > 0 && time.Since(info.ModTime()) > f.poll/2
}

// String names the folder.
func (f *folder) String() string { return fmt.Sprintf("folder %s", f.dir) }

// Bookmark is a file that keeps which photograph of each folder was given last, so that none is given again by a program that was
// started anew, or that went on with another folder meanwhile: an old photograph would be another hand's.
type Bookmark string

// read gives the name of the photograph by the absolute path of its folder.
func (b Bookmark) read() (last map[string]string, err error) {
	data, err := os.ReadFile(string(b))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &last)
	}
	return last, err
}

// After tells which photograph of a folder was given last; empty for none.
func (b Bookmark) After(dir string) (string, error) {
	last, err := b.read()
	whole, errPath := filepath.Abs(dir)
	if err = errors.Join(err, errPath); err != nil {
		return "", fmt.Errorf("camera: how far a folder was used: %w", err)
	}
	return last[whole], nil
}

// Keep writes which photograph was given last; empty for none. A file that cannot be read is begun anew.
func (b Bookmark) Keep(dir, name string) error {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("camera: how far a folder was used: %w", err)
	}
	last, err := b.read()
	if err != nil || last == nil {
		last = map[string]string{}
	}
	last[whole] = name
	data, err := json.Marshal(last)
	if err == nil {
		err = atomicfile.WriteFile(string(b), data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("camera: how far a folder was used: %w", err)
	}
	return nil
}

// resume goes on in a folder where an earlier program was, and keeps how far it is.
func resume(dir string, b Bookmark, log *slog.Logger) (Source, error) {
	s, err := OpenFolder(dir, false)
	if err != nil || b == "" {
		return s, err
	}
	f := s.(*folder)
	if f.last, err = b.After(dir); err != nil {
		return nil, fault(Unavailable, err, "which photographs of %q were used before is not known", dir)
	}
	f.given = func(name string) {
		if err := b.Keep(dir, name); err != nil {
			log.Warn("a photograph of the folder may be given again after a restart", "photograph", name, "err", err)
		}
	}
	return f, nil
}

// Folder gives the path of the folder whose photographs a source gives, each once; false for any other source.
func Folder(s Source) (dir string, ok bool) {
	if f, is := s.(*folder); is && !f.loop {
		return f.dir, true
	}
	return "", false
}
