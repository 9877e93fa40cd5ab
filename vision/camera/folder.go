package camera

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// folder gives the photographs of a folder in the order of their names. It needs
// no goroutine: it looks when it is asked.
type folder struct {
	dir  string
	loop bool
	last string // name of the photograph that was given last
	poll time.Duration
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
			return Frame{}, ctx.Err()
		case <-time.After(f.poll):
		}
	}
}

// Close does nothing.
func (f *folder) Close() error { return nil }

func (f *folder) read(path string) (Frame, error) {
	f.last = filepath.Base(path)
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
