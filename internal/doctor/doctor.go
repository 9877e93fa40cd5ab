// Package doctor examines a table: link, camera, tiles, calibration, broker, books, disk and
// clock. What it finds says what to do.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/referee"
	"jantaku/ledger"
	"jantaku/vision"
	"jantaku/vision/camera"
)

// errAdvice marks a finding that does not keep the table from working.
var errAdvice = errors.New("advice")

// errSick is the end of an examination that found a fault.
var errSick = errors.New("something needs attention, see above")

// Table is what is examined, as the configuration names it.
type Table struct {
	Link        device.Options
	Camera      string // source of pictures
	Faces       string // file of the learned tiles
	Calibration string // file of the camera's calibration
	Broker      string // URL of another broker
	Listen      string // host:port of the embedded one
	Data        string // folder of the table
	Ledger      string // file of the books in it
}

// patience is how long one check may take.
const patience = 8 * time.Second

// Examine runs all checks and prints a line for each. The error says that one found a fault.
func Examine(ctx context.Context, c Table, out io.Writer) error {
	sick := false
	for _, check := range []struct {
		name string
		run  func(context.Context, Table) (string, error)
	}{
		{"table", checkTable}, {"camera", checkCamera}, {"tiles", checkFaces}, {"calibration", checkCalibration}, {"broker", checkBroker},
		{"books", checkBooks}, {"disk", checkDisk}, {"clock", checkClock},
	} {
		limited, cancel := context.WithTimeout(ctx, patience)
		note, err := check.run(limited, c)
		cancel()
		mark := "ok    "
		switch {
		case errors.Is(err, errAdvice):
			mark = "advice"
		case err != nil:
			mark, sick = "FAULT ", true
		}
		if err != nil {
			note = strings.TrimPrefix(err.Error(), errAdvice.Error()+": ")
		}
		fmt.Fprintf(out, "%s  %-7s %s\n", mark, check.name, note)
	}
	if sick {
		return errSick
	}
	return nil
}

func advise(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errAdvice, fmt.Sprintf(format, args...))
}

// listening is how long the doctor listens to the board: three of its beats.
const listening = 4 * time.Second

// checkTable listens to the board for a while.
func checkTable(ctx context.Context, c Table) (string, error) {
	if c.Link.Port == "" {
		return "", advise("table.port is empty; hands are called on the console")
	}
	options := c.Link
	options.Log = slog.New(slog.DiscardHandler)
	var good, bad []string
	for _, f := range device.Check(ctx, options, listening) {
		if f.Busy {
			return "", advise("%s is in use by jantaku itself, whose page shows what the table does; stop it to have the line checked", c.Link.Port)
		}
		if f.Good {
			good = append(good, f.Text)
		} else {
			bad = append(bad, f.Text)
		}
	}
	if len(bad) > 0 {
		return "", fmt.Errorf("%s in %s: %s; look with jantaku table sniff", c.Link.Port, c.Link.Dialect, strings.Join(bad, "; "))
	}
	return strings.Join(good, "; "), nil
}

// checkCamera takes one picture.
func checkCamera(ctx context.Context, c Table) (string, error) {
	if c.Camera == "" {
		return "", advise("camera.source is empty; hands are typed on the console")
	}
	source, err := camera.Open(camera.Config{Source: c.Camera, Patience: camera.DefaultPatience()})
	if err != nil {
		return "", err
	}
	defer source.Close()
	frame, err := source.Next(ctx)
	if err != nil {
		return "", err
	}
	health, err := camera.Inspect(frame, camera.DefaultLimits())
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s gives %d×%d, brightness %.0f, sharpness %.2f", c.Camera, health.Width, health.Height, health.Mean, health.Sharpness), nil
}

func checkFaces(_ context.Context, c Table) (string, error) {
	if c.Faces == "" {
		return "", advise("eye.faces is empty; learn the club's tiles with jantaku calibrate tiles")
	}
	faces, err := calibration.LoadFaces(c.Faces)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d faces in %s", len(faces.Faces), c.Faces), nil
}

// checkCalibration reads the calibration of a camera that is fixed over the table.
func checkCalibration(_ context.Context, c Table) (string, error) {
	if c.Calibration == "" {
		return "none: the camera is taken to see one hand alone", nil
	}
	camera, err := calibration.LoadCamera(c.Calibration)
	if err != nil {
		return "", fmt.Errorf("%w; make it with jantaku calibrate table", err)
	}
	if _, err := vision.NewTable(camera); err != nil {
		return "", err
	}
	return fmt.Sprintf("pictures of %d×%d, cloth of %.0f mm, %d zones in %s", camera.Width, camera.Height, camera.Side, len(camera.Zones), c.Calibration), nil
}

// checkBroker connects to the broker, or sees that the embedded one can have its port.
func checkBroker(ctx context.Context, c Table) (string, error) {
	if c.Broker == "" {
		l, err := net.Listen("tcp", c.Listen)
		if err != nil {
			return "", advise("%s is in use: by jantaku itself, when it is running, or by another broker; then set mqtt.broker", c.Listen)
		}
		return "embedded, will listen on " + c.Listen, l.Close()
	}
	u, err := url.Parse(c.Broker)
	if err != nil {
		return "", fmt.Errorf("mqtt.broker: %w", err)
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", u.Host)
	if err != nil {
		return "", fmt.Errorf("%w; hands are kept and published when the broker is back", err)
	}
	return u.Host + " answers", conn.Close()
}

func checkBooks(ctx context.Context, c Table) (string, error) {
	path := c.Ledger
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return "", advise("%s does not exist yet; the first start makes it", path)
	}
	books, err := ledger.OpenForReading(ctx, path, ledger.WithShelf(referee.Shelf))
	if err != nil {
		return "", err
	}
	defer books.Close()
	state := books.State()
	return fmt.Sprintf("%s, %d events, %d hands in the newest match", path, state.Seq, state.Position.Hands), nil
}

// lowDisk is how much room a club should have: some thousand photographs.
const lowDisk = 1 << 30

func checkDisk(_ context.Context, c Table) (string, error) {
	dir := c.Data
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	free := disk.Bavail * uint64(disk.Bsize)
	if free < lowDisk {
		return "", fmt.Errorf("%d MB free in %s; make room, the books stop when nothing is left", free>>20, dir)
	}
	return fmt.Sprintf("%d GB free in %s", free>>30, dir), nil
}

// checkClock finds the clock of a Pi without battery that has not met the network.
func checkClock(context.Context, Table) (string, error) {
	now := time.Now()
	if now.Year() < 2026 {
		return "", fmt.Errorf("the clock says %s; connect the network or set it with timedatectl", now.Format(time.DateOnly))
	}
	return now.Format(time.RFC3339), nil
}
