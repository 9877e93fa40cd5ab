// Package doctor examines a table: link, camera, tiles, calibration, broker, books, disk, clock
// and what keeps strangers out. What it finds says what to do, to people with a terminal and, by codes, on pages.
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
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/plane"
)

// errAdvice marks a finding that does not keep the table from working.
var errAdvice = errors.New("advice")

// errSick is the end of an examination that found a fault.
var errSick = errors.New("something needs attention, see above")

// Table is what is examined, as the configuration names it.
type Table struct {
	Link        device.Options
	Camera      camera.Config
	Faces       string          // file of the learned tiles
	Calibration string          // file of the camera's calibration
	Hand        models.HandSize // by the rule book that is played
	Broker      string          // URL of another broker
	Listen      string          // host:port of the embedded one
	Data        string          // folder of the table
	Ledger      string          // file of the books in it
	Guard       Guard
	Running     *Running
}

// Running is a table that runs in this process: its line, camera and broker are not opened a second time.
type Running struct {
	Heard  func() error                                // nil where the board is heard
	Frame  func(context.Context) (camera.Frame, error) // a picture of the camera that is open
	Held   func() error                                // nil where a Raspberry Pi camera tells that it is at its values; the field is nil where it tells nothing
	Pace   func() (rate float64, slow error)           // pictures a second, 0 while not known, and why they are too few; nil of photographs
	Broker string                                      // URL of the embedded broker; empty for none
}

// patience is how long one check may take.
const patience = 8 * time.Second

// Marks of a finding. With Advice the table works nevertheless.
const (
	OK     = "ok"
	Advice = "advice"
	Fault  = "fault"
)

// unnamed is the code of a fault that no page has words for.
const unnamed = "other"

// Finding is what one check found out.
type Finding struct {
	Part string      `json:"part"`           // what was examined
	Mark string      `json:"mark"`           // OK, Advice or Fault
	Code string      `json:"code"`           // for pages, which have words for it
	Data models.Data `json:"data,omitempty"` // what the words are about
	Text string      `json:"text"`           // in English, for terminals
}

// wellNote says that something is well: a code for pages, with its data, and English for terminals.
type wellNote struct {
	code string
	data models.Data
	text string
}

func well(code string, data models.Data, format string, args ...any) wellNote {
	return wellNote{code, data, fmt.Sprintf(format, args...)}
}

// finding tells what a check of a part gave: what is well, or an error, which is errAdvice where the table
// works nevertheless. Errors are refusals with codes where a person can do something.
func finding(part string, note wellNote, err error) Finding {
	if err == nil {
		return Finding{part, OK, note.code, note.data, note.text}
	}
	f := Finding{Part: part, Mark: Fault, Code: unnamed, Text: strings.TrimPrefix(err.Error(), errAdvice.Error()+": ")}
	if errors.Is(err, errAdvice) {
		f.Mark = Advice
	}
	if reasons := models.ReasonsOf(err); len(reasons) > 0 {
		f.Code, f.Data = reasons[0].Code, reasons[0].Data
	}
	return f
}

// Examine runs all checks.
func Examine(ctx context.Context, c Table) (all []Finding) {
	for _, check := range []struct {
		name string
		run  func(context.Context, Table) (wellNote, error)
	}{
		{"table", checkTable}, {"camera", checkCamera}, {"held", checkHeld}, {"rate", checkRate}, {"tiles", checkFaces}, {"calibration", checkCalibration}, {"broker", checkBroker},
		{"books", checkBooks}, {"disk", checkDisk}, {"clock", checkClock}, {"guard", checkGuard}, {"files", checkFiles},
	} {
		limited, cancel := context.WithTimeout(ctx, patience)
		note, err := check.run(limited, c)
		cancel()
		all = append(all, finding(check.name, note, err))
	}
	return all
}

// Tell prints a line for each finding.
func Tell(out io.Writer, all []Finding) {
	for _, f := range all {
		mark := f.Mark
		if mark == Fault {
			mark = "FAULT"
		}
		fmt.Fprintf(out, "%-6s  %-7s %s\n", mark, f.Part, f.Text)
	}
}

// Verdict is an error where a finding is a fault.
func Verdict(all []Finding) error {
	for _, f := range all {
		if f.Mark == Fault {
			return errSick
		}
	}
	return nil
}

// advice marks a refusal that does not keep the table from working.
func advice(why *models.Refusal) error { return fmt.Errorf("%w: %w", errAdvice, why) }

// listening is how long the doctor listens to the board: three of its beats.
const listening = 4 * time.Second

// checkTable listens to the board for a while.
func checkTable(ctx context.Context, c Table) (wellNote, error) {
	port := models.Data{"name": c.Link.Port}
	if c.Link.Port == "" {
		return wellNote{}, advice(models.Refused("no-port", nil, "table.port is empty; hands are called on the console"))
	}
	if c.Running != nil {
		if err := c.Running.Heard(); err != nil {
			return wellNote{}, models.Refused("port-silent", port, "%s: %w", c.Link.Port, err)
		}
		return well("port", port, "%s is heard", c.Link.Port), nil
	}
	options := c.Link
	options.Log = slog.New(slog.DiscardHandler)
	var good, bad []string
	for _, f := range device.Check(ctx, options, listening) {
		if f.Busy {
			return wellNote{}, advice(models.Refused("port-busy", port, "%s is in use by jantaku itself, whose page shows what the table does; stop it to have the line checked", c.Link.Port))
		}
		if f.Good {
			good = append(good, f.Text)
		} else {
			bad = append(bad, f.Text)
		}
	}
	if len(bad) > 0 {
		return wellNote{}, models.Refused("port-silent", port, "%s in %s: %s; look with jantaku table sniff", c.Link.Port, c.Link.Dialect, strings.Join(bad, "; "))
	}
	return well("port", port, "%s", strings.Join(good, "; ")), nil
}

// checkCamera takes one picture.
func checkCamera(ctx context.Context, c Table) (wellNote, error) {
	if c.Camera.Source == "" {
		return wellNote{}, advice(models.Refused("no-camera", nil, "camera.source is empty; hands are typed on the console"))
	}
	frame, err := onePicture(ctx, c)
	if err != nil {
		return wellNote{}, codedFault(err)
	}
	health, err := camera.Inspect(frame, camera.DefaultLimits())
	if err != nil {
		return wellNote{}, codedFault(err)
	}
	return well("camera", models.Data{"width": health.Width, "height": health.Height, "sharpness": fmt.Sprintf("%.2f", health.Sharpness)},
		"%s gives %d×%d, brightness %.0f, sharpness %.2f", c.Camera.Source, health.Width, health.Height, health.Mean, health.Sharpness), nil
}

// checkHeld reads back the values that the camera is held at, also while the table runs.
func checkHeld(ctx context.Context, c Table) (wellNote, error) {
	device := strings.HasPrefix(c.Camera.Source, "/dev/")
	switch {
	case len(c.Camera.Controls) > 0 && device:
		if err := c.Camera.Controls.Check(ctx, c.Camera.Source); err != nil {
			return wellNote{}, codedFault(err)
		}
		return well("held", models.Data{"count": len(c.Camera.Controls)}, "%d values are as they were set", len(c.Camera.Controls)), nil
	case len(c.Camera.Controls) > 0 && c.Running != nil && c.Running.Held != nil:
		if err := c.Running.Held(); err != nil {
			return wellNote{}, codedFault(err)
		}
		return well("held", models.Data{"count": len(c.Camera.Controls)}, "%d values are given to the camera's program, and those that it tells are as they were set", len(c.Camera.Controls)), nil
	case len(c.Camera.Controls) > 0:
		return well("held-given", models.Data{"count": len(c.Camera.Controls)}, "%d values are given to the camera's program, and not read back", len(c.Camera.Controls)), nil
	case device || c.Camera.Source == "pi":
		return wellNote{}, advice(models.Refused("not-held", nil, "camera.controls is empty: the camera chooses exposure, focus and white balance itself, and anew at each start; hold it in the set-up or with jantaku calibrate values"))
	}
	return well("held-elsewhere", nil, "its values are set at the camera itself, if at all"), nil
}

// counting is how long the doctor counts the pictures of a camera.
const counting = 2 * time.Second

// checkRate tells how many pictures the camera gives a second: one that chooses its exposure gives fewer in the evening.
func checkRate(ctx context.Context, c Table) (wellNote, error) {
	var rate float64
	var err error
	switch running := c.Running; {
	case running != nil && running.Pace != nil:
		rate, err = running.Pace()
	case c.Camera.Source == "" || running != nil:
	default:
		var source camera.Source
		if source, err = camera.Open(c.Camera); err != nil {
			break
		}
		defer source.Close()
		if _, _, known := camera.PaceOf(source); known {
			rate, err = camera.MeasurePace(ctx, source, c.Camera.Asked(), counting)
		}
	}
	var fault *camera.Fault
	switch {
	case errors.As(err, &fault) && fault.Code == camera.Slow:
		return wellNote{}, codedFault(err)
	case err != nil || rate == 0: // the line of the camera says why it gives no picture
		return well("no-rate", nil, "not measured"), nil
	}
	return well("rate", models.Data{"count": fmt.Sprintf("%.1f", rate)}, "%.1f pictures a second", rate), nil
}

// onePicture takes a picture of the camera that the running table has open, or opens it.
func onePicture(ctx context.Context, c Table) (camera.Frame, error) {
	if c.Running != nil && c.Running.Frame != nil {
		return c.Running.Frame(ctx)
	}
	source, err := camera.Open(c.Camera)
	if err != nil {
		return camera.Frame{}, err
	}
	defer source.Close()
	return source.Next(ctx)
}

// codedFault makes a refusal of a fault of the camera.
func codedFault(err error) error {
	var fault *camera.Fault
	if errors.As(err, &fault) {
		return models.Refused(fault.Code, nil, "%w", err)
	}
	return err
}

func checkFaces(_ context.Context, c Table) (wellNote, error) {
	if c.Faces == "" {
		return wellNote{}, advice(models.Refused("no-faces", nil, "eye.faces is empty; learn the club's tiles in the set-up or with jantaku calibrate tiles"))
	}
	faces, err := calibration.LoadFaces(c.Faces)
	if err != nil {
		return wellNote{}, models.Refused("bad-faces", models.Data{"name": c.Faces}, "%w", err)
	}
	return well("faces", models.Data{"count": len(faces.Faces)}, "%d faces in %s", len(faces.Faces), c.Faces), nil
}

// checkCalibration reads the calibration of a camera that is fixed over the table.
func checkCalibration(_ context.Context, c Table) (wellNote, error) {
	if c.Calibration == "" {
		return well("no-calibration", nil, "none: the camera is taken to see one hand alone"), nil
	}
	bad := func(err error) error {
		return models.Refused("bad-calibration", models.Data{"name": c.Calibration}, "%w; make it in the set-up or with jantaku calibrate table", err)
	}
	camera, err := calibration.LoadCamera(c.Calibration)
	if err != nil {
		return wellNote{}, bad(err)
	}
	if _, err := plane.NewTable(camera); err != nil {
		return wellNote{}, bad(err)
	}
	if !camera.Holds(c.Hand) {
		return wellNote{}, advice(models.Refused("short-zones", models.Data{"count": c.Hand.Tiles()}, "the zones in %s are not for hands of %d tiles; draw them again in the set-up, or with jantaku calibrate table --rules",
			c.Calibration, c.Hand.Tiles()))
	}
	return well("calibration", models.Data{"count": len(camera.Zones)}, "pictures of %d×%d, cloth of %.0f mm, %d zones in %s", camera.Width, camera.Height, camera.Side, len(camera.Zones), c.Calibration), nil
}

// checkBroker connects to the broker, or sees that the embedded one can have its port.
func checkBroker(ctx context.Context, c Table) (wellNote, error) {
	address := models.Data{"name": c.Listen}
	if c.Running != nil && c.Running.Broker != "" {
		return well("own-broker", models.Data{"name": c.Running.Broker}, "embedded, listens at %s", c.Running.Broker), nil
	}
	if c.Broker == "" {
		l, err := net.Listen("tcp", c.Listen)
		if err != nil {
			return wellNote{}, advice(models.Refused("broker-busy", address, "%s is in use: by jantaku itself, when it is running, or by another broker; then set mqtt.broker", c.Listen))
		}
		return well("own-broker", address, "embedded, will listen on %s", c.Listen), l.Close()
	}
	u, err := url.Parse(c.Broker)
	if err != nil {
		return wellNote{}, fmt.Errorf("mqtt.broker: %w", err)
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", u.Host)
	if err != nil {
		return wellNote{}, models.Refused("broker-away", models.Data{"name": u.Host}, "%w; hands are kept and published when the broker is back", err)
	}
	if err := errors.Join(conn.Close(), checkStrangers(c.Broker, c.Guard.Prefix)); err != nil {
		return wellNote{}, err
	}
	return well("broker", models.Data{"name": u.Host}, "%s answers", u.Host), nil
}

func checkBooks(ctx context.Context, c Table) (wellNote, error) {
	path := c.Ledger
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return wellNote{}, advice(models.Refused("no-ledger", nil, "%s does not exist yet; the first start makes it", path))
	}
	books, err := ledger.OpenForReading(ctx, path, ledger.WithShelf(referee.Shelf))
	if err != nil {
		return wellNote{}, err
	}
	defer books.Close()
	state := books.State()
	return well("books", models.Data{"count": state.Position.Hands}, "%s, %d events, %d hands in the newest match", path, state.Seq, state.Position.Hands), nil
}

// lowDisk is how much room a club should have: some thousand photographs.
const lowDisk = 1 << 30

func checkDisk(_ context.Context, c Table) (wellNote, error) {
	dir := c.Data
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return wellNote{}, fmt.Errorf("%s: %w", dir, err)
	}
	free := disk.Bavail * uint64(disk.Bsize)
	if free < lowDisk {
		return wellNote{}, models.Refused("low-disk", models.Data{"count": free >> 20}, "%d MB free in %s; make room, the books stop when nothing is left", free>>20, dir)
	}
	return well("disk", models.Data{"count": free >> 30}, "%d GB free in %s", free>>30, dir), nil
}

// checkClock finds the clock of a Pi without battery that has not met the network.
func checkClock(context.Context, Table) (wellNote, error) {
	now := time.Now()
	if now.Year() < 2026 {
		return wellNote{}, models.Refused("wrong-clock", models.Data{"name": now.Format(time.DateOnly)}, "the clock says %s; connect the network or set it with timedatectl", now.Format(time.DateOnly))
	}
	return well("clock", models.Data{"name": now.Format(time.DateTime)}, "%s", now.Format(time.RFC3339)), nil
}
