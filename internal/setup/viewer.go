package setup

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"jantaku/models"
	"jantaku/vision/camera"
)

const (
	// pictureWait is how long a picture may take: a stream that begins takes some seconds.
	pictureWait = 8 * time.Second
	// folderWait is how long a folder may take that has no further photograph: one is copied there or not.
	folderWait = time.Second
	// cameraIdle is after how long without a look the camera is let go.
	cameraIdle = 2 * time.Minute
)

// viewer looks through one camera at a time: the one that the running table has open, or one of
// its own.
type viewer struct {
	open    func(source string) (camera.Source, error)
	running func(context.Context) (camera.Frame, error) // nil when the table has none open
	runs    string                                      // source that the table has open

	mu sync.Mutex
	// waits is the photograph of a folder that was shown and is not used up yet: a folder has each one once, however
	// often somebody looks.
	waits *camera.Frame
	after string          // name of the photograph of the folder that was used last; those up to it are not shown again
	mark  camera.Bookmark // keeps after over restarts
	table camera.Bookmark // how far the table has used the folder: what it took for hands is not shown
	// opened tells that the folder begins with its first photograph again.
	opened bool
	log    *slog.Logger
	name   string
	dir    string        // of a folder of photographs, each shown once; empty for any other source
	own    camera.Source // nil while the table's is looked through
	idle   *time.Timer
}

// health is what is known about a picture.
type health struct {
	Width  int `json:"width"` // pixels
	Height int `json:"height"`
	// Sharpness is 0 for fog, below 0.15 out of focus, 0.5 and more in focus.
	Sharpness float64 `json:"sharpness"`
	Mean      float64 `json:"mean"`            // brightness, grey levels 0 to 255
	Fault     string  `json:"fault,omitempty"` // a code of package camera
	File      string  `json:"file,omitempty"`  // of a folder: its name there
}

func (v *viewer) source() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.name
}

// use looks through another camera. The error is a refusal with the fault's code.
func (v *viewer) use(source string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.name == source && (v.own != nil || v.shared(source)) {
		return nil
	}
	v.drop()
	if !v.shared(source) {
		own, err := v.open(source)
		if err != nil {
			return faulty(err)
		}
		v.own = own
	}
	v.name, v.after = source, ""
	v.dir, _ = camera.Folder(v.own)
	if v.once() {
		for _, mark := range []camera.Bookmark{v.mark, v.table} {
			after, err := mark.After(v.dir)
			if err != nil {
				v.log.Warn("setup: the folder is shown from its first photograph", "err", err)
			}
			v.after = max(v.after, after)
		}
		v.opened = true
	}
	return nil
}

// shared reports whether a source is the one that the running table has open.
func (v *viewer) shared(source string) bool { return v.running != nil && source == v.runs }

// drop lets the own camera go.
func (v *viewer) drop() {
	v.waits = nil
	if v.idle != nil {
		v.idle.Stop()
	}
	if v.own != nil {
		v.own.Close()
		v.own = nil
	}
}

func (v *viewer) close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.drop()
	v.name, v.dir = "", ""
	return nil
}

// frame gives a new picture; of a folder the one that waits.
func (v *viewer) frame(ctx context.Context) (camera.Frame, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waits != nil {
		return *v.waits, nil
	}
	wait := pictureWait
	if v.once() {
		wait = folderWait
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	next := v.running
	switch {
	case v.name == "":
		return camera.Frame{}, models.Refused("setup-no-camera", nil, "setup: no camera is chosen")
	case !v.shared(v.name):
		if v.own == nil { // it was let go
			own, err := v.open(v.name)
			if err != nil {
				return camera.Frame{}, faulty(err)
			}
			v.own, v.opened = own, v.once()
		}
		next = v.own.Next
		if v.idle != nil {
			v.idle.Stop()
		}
		var idle *time.Timer
		idle = time.AfterFunc(cameraIdle, func() {
			v.mu.Lock()
			defer v.mu.Unlock()
			if v.idle == idle { // otherwise somebody has looked meanwhile
				v.drop()
			}
		})
		v.idle = idle
	}
	f, err := next(ctx)
	for err == nil && v.opened && filepath.Base(f.Source) <= v.after {
		if err = ctx.Err(); err == nil {
			f, err = next(ctx)
		}
	}
	v.opened = v.opened && err != nil
	if err != nil && v.after != "" && errors.Is(err, context.DeadlineExceeded) { // they are taken in the order of their names
		return f, models.Refused("setup-folder-later", models.Data{"name": v.after}, "setup: %s has no photograph after %s", v.name, v.after)
	}
	if err != nil && v.once() && errors.Is(err, context.DeadlineExceeded) {
		return f, models.Refused("setup-folder-end", nil, "setup: %s has no further photograph", v.name)
	}
	if err != nil {
		return f, faulty(err)
	}
	if v.once() {
		v.waits = &f
	}
	return f, nil
}

// once reports whether every picture of the source comes once, as photographs of a folder do.
func (v *viewer) once() bool { return v.dir != "" }

// used takes away the photograph that was used up, so that the next one is shown.
func (v *viewer) used() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waits == nil {
		return
	}
	v.after, v.waits = filepath.Base(v.waits.Source), nil
	if err := v.mark.Keep(v.dir, v.after); err != nil {
		v.log.Warn("setup: the photograph may be shown again", "photograph", v.after, "err", err)
	}
}

// again shows the folder from its first photograph.
func (v *viewer) again() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.once() {
		return
	}
	v.after = ""
	if err := v.mark.Keep(v.dir, ""); err != nil {
		v.log.Warn("setup: photographs of the folder may not be shown again", "err", err)
	}
	v.drop()
}

// lastUsed is the folder that is looked through and the photograph of it that was used last; empty for none.
func (v *viewer) lastUsed() (dir, name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.dir, v.after
}

// now gives what the camera sees, and its health.
func (v *viewer) now(ctx context.Context) ([]byte, any, error) {
	f, err := v.frame(ctx)
	if err != nil {
		return nil, nil, err
	}
	seen, fault := camera.Inspect(f, camera.DefaultLimits())
	h := health{Width: seen.Width, Height: seen.Height, Sharpness: seen.Sharpness, Mean: seen.Mean}
	if v.folder() {
		h.File = filepath.Base(f.Source)
	}
	var known *camera.Fault
	if errors.As(fault, &known) {
		h.Fault = known.Code
	}
	if h.Fault == camera.Broken || h.Fault == camera.TooBig {
		return nil, nil, faulty(fault)
	}
	return f.Data, h, nil
}

// sharp gives a picture for measuring: one that can be read and shows what lies there now. The first
// that arrives may have been on its way before.
func (v *viewer) sharp(ctx context.Context) (camera.Frame, health, error) {
	asked := time.Now()
	var f camera.Frame
	for fresh := 0; fresh < 2; {
		var err error
		if v.folder() {
			fresh = 2 // what is shown is meant
		}
		if f, err = v.frame(ctx); err != nil {
			return f, health{}, err
		}
		if f.Time.After(asked) {
			fresh++
		}
	}
	seen, fault := camera.Inspect(f, camera.DefaultLimits())
	if fault != nil {
		return f, health{}, faulty(fault)
	}
	return f, health{Width: seen.Width, Height: seen.Height, Sharpness: seen.Sharpness, Mean: seen.Mean}, nil
}

func (v *viewer) folder() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.once()
}

// faulty makes a refusal of what a camera says.
func faulty(err error) error {
	var fault *camera.Fault
	switch {
	case errors.As(err, &fault):
		return models.Refused(fault.Code, nil, "setup: %w", err)
	case errors.Is(err, context.DeadlineExceeded):
		return models.Refused(camera.Lost, nil, "setup: no picture within %v: %w", pictureWait, err)
	}
	return err
}

// holdTime is how long measuring may take: thirty exposures and gains of four pictures.
const holdTime = 40 * time.Second

// held is what holds the camera that is looked through; nil where nothing does.
func (v *viewer) held(running *camera.Held) *camera.Held {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.shared(v.name) {
		return running
	}
	own, _ := v.own.(*camera.Held)
	return own
}

// sources are the cameras of this machine, by names that stay where there are such.
func sources() []string {
	if lasting := found("/dev/v4l/by-id/*-index0"); len(lasting) > 0 {
		return lasting
	}
	return found("/dev/video*")
}

// found gives the names that match a pattern, in order.
func found(pattern string) []string {
	names, _ := filepath.Glob(pattern) // the error is about the pattern
	slices.Sort(names)
	return append([]string{}, names...)
}
