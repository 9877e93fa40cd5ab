package camera

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"jantaku/models"
)

// Controls are the values that a camera is held at. Those of a V4L2 camera have the names that
// v4l2-ctl --list-ctrls lists; those of a Raspberry Pi camera are options of rpicam-vid.
type Controls map[string]string

// piControls are the options of rpicam-vid that hold a value.
var piControls = []string{"shutter", "gain", "awbgains", "autofocus-mode", "lens-position", "denoise", "sharpness", "contrast", "brightness", "saturation", "quality", "mode", "flicker-period", "exposure", "awb", "metering", "ev"}

// Validate says which controls a source cannot have.
func (c Controls) Validate(source string) error {
	if len(c) == 0 {
		return nil
	}
	for name, value := range c {
		switch {
		case source == "pi" && !slices.Contains(piControls, name):
			return fmt.Errorf("rpicam-vid has no option --%s that holds a value; it has %s", name, strings.Join(piControls, " "))
		case source == "pi" && (value == "" || strings.HasPrefix(value, "-")):
			return fmt.Errorf("--%s %q is no value", name, value)
		case source == "pi":
		case !strings.HasPrefix(source, "/dev/"):
			return fmt.Errorf("%s is set at the camera itself: jantaku sets the controls of V4L2 and Raspberry Pi cameras alone", cmp.Or(source, "no camera"))
		case !controlName.MatchString(name):
			return fmt.Errorf("%q is no name of a control", name)
		default:
			if _, err := strconv.Atoi(value); err != nil {
				return fmt.Errorf("%s: %q is no whole number", name, value)
			}
		}
	}
	return nil
}

var controlName = regexp.MustCompile(`^[a-z0-9_]+$`)

// String lists the controls as an argument of v4l2-ctl.
func (c Controls) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, name+"="+c[name])
	}
	return strings.Join(parts, ",")
}

// Control is one control of a V4L2 camera.
type Control struct {
	Name                string
	Min, Max, Step, Now int
	Inactive            bool // something automatic has it
	ReadOnly            bool
}

// listed is a line of v4l2-ctl --list-ctrls, such as
//
//	exposure_time_absolute 0x009a0902 (int)    : min=1 max=5000 step=1 default=157 value=157 flags=inactive
var listed = regexp.MustCompile(`^\s*([a-z0-9_]+) 0x[0-9a-f]+ \((int|bool|menu|intmenu)\)\s*:(.*)$`)

func parseControls(text string) (all []Control) {
	for line := range strings.Lines(text) {
		m := listed.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			continue
		}
		c := Control{Name: m[1], Max: 1, Step: 1}
		for field := range strings.FieldsSeq(m[3]) {
			key, value, _ := strings.Cut(field, "=")
			n, _ := strconv.Atoi(value) // a word such as flags= is no number
			switch key {
			case "min":
				c.Min = n
			case "max":
				c.Max = n
			case "step":
				c.Step = max(1, n)
			case "value":
				c.Now = n
			case "flags":
				c.Inactive, c.ReadOnly = strings.Contains(value, "inactive"), strings.Contains(value, "read-only")
			}
		}
		all = append(all, c)
	}
	return all
}

// v4l2Time is how long v4l2-ctl may take: a camera answers a control in milliseconds.
const v4l2Time = 5 * time.Second

// v4l2 runs v4l2-ctl. The error is a *Fault.
func v4l2(ctx context.Context, device string, args ...string) (string, error) {
	program, err := exec.LookPath("v4l2-ctl")
	if err != nil {
		return "", fault(Unavailable, err, "holding the values of a camera needs the program v4l2-ctl; install v4l-utils")
	}
	ctx, cancel := context.WithTimeout(ctx, v4l2Time)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, append([]string{"--device", device}, args...)...)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fault(Drifted, err, "%s: v4l2-ctl %s: %s", device, strings.Join(args, " "), strings.TrimSpace(string(out)))
	}
	return string(out), nil
}

// ListControls asks a V4L2 camera for its controls. The error is a *Fault.
func ListControls(ctx context.Context, device string) ([]Control, error) {
	out, err := v4l2(ctx, device, "--list-ctrls")
	if err != nil {
		return nil, err
	}
	return parseControls(out), nil
}

// automatic tells controls that let the camera choose another, and the value with which it does not.
// The names are those of Linux before and since 5.20.
var automatic = map[string]int{
	"auto_exposure": 1, "exposure_auto": 1, // 1 manual
	"exposure_dynamic_framerate": 0, "exposure_auto_priority": 0, // the rate falls in the evening
	"white_balance_automatic": 0, "white_balance_temperature_auto": 0,
	"focus_automatic_continuous": 0, "focus_auto": 0,
	"autogain": 0, "gain_automatic": 0, "hue_automatic": 0,
}

// exposures are the names of the time of exposure, 100 µs.
var exposures = []string{"exposure_time_absolute", "exposure_absolute", "exposure"}

// gains are the names of the gain, in units of each camera's own.
var gains = []string{"gain", "analogue_gain"}

// heldToo are the other controls that change a picture.
var heldToo = []string{"white_balance_temperature", "focus_absolute", "sharpness", "brightness", "contrast", "saturation",
	"gamma", "hue", "backlight_compensation", "zoom_absolute", "pan_absolute", "tilt_absolute", "compression_quality"}

const powerLine = "power_line_frequency" // 1: 50 Hz, 2: 60 Hz

// Fixed are the controls that hold a camera where it is now: everything automatic off, everything else at its value.
// mains is the frequency of the power line, 50 or 60 Hz, 0 to leave it as it is.
func Fixed(all []Control, mains int) Controls {
	c := Controls{}
	for _, one := range all {
		off, isAuto := automatic[one.Name]
		switch {
		case one.ReadOnly:
		case isAuto:
			c[one.Name] = strconv.Itoa(off)
		case one.Name == powerLine && mains != 0:
			c[powerLine] = strconv.Itoa(mains/10 - 4)
		case one.Name == powerLine, slices.Contains(slices.Concat(heldToo, exposures, gains), one.Name):
			c[one.Name] = strconv.Itoa(one.Now)
		}
	}
	return c
}

// Apply sets the controls of a V4L2 camera, what is automatic first, and reads them back. The error is a *Fault with the
// code Drifted that names every control that is otherwise.
func (c Controls) Apply(ctx context.Context, device string) error {
	names := slices.SortedFunc(maps.Keys(c), func(a, b string) int {
		_, first := automatic[a]
		_, second := automatic[b]
		switch {
		case first != second && first:
			return -1
		case first != second:
			return 1
		}
		return strings.Compare(a, b)
	})
	var failed error
	for _, name := range names { // one by one: one that is refused does not keep the others from being set
		if _, err := v4l2(ctx, device, "--set-ctrl", name+"="+c[name]); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	if err := c.Check(ctx, device); err != nil {
		return errors.Join(err, failed)
	}
	return nil // what was refused has its value nevertheless
}

// Check reads the controls of a V4L2 camera back. The error is a *Fault with the code Drifted.
func (c Controls) Check(ctx context.Context, device string) error {
	if len(c) == 0 {
		return nil
	}
	out, err := v4l2(ctx, device, "--get-ctrl", strings.Join(slices.Sorted(maps.Keys(c)), ","))
	if err != nil {
		return err
	}
	now := map[string]string{}
	for line := range strings.Lines(out) { // such as "auto_exposure: 1 (Manual Mode)"
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		if fields := strings.Fields(value); len(fields) > 0 {
			now[name] = fields[0]
		}
	}
	var other []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		switch {
		case now[name] == "":
			other = append(other, name+" cannot be read")
		case now[name] != c[name]:
			other = append(other, fmt.Sprintf("%s is %s and not %s", name, now[name], c[name]))
		}
	}
	if len(other) > 0 {
		return fault(Drifted, nil, "%s: %s", device, strings.Join(other, "; "))
	}
	return nil
}

// arguments are the controls of a Raspberry Pi camera as rpicam-vid takes them.
func (c Controls) arguments() (argv []string) {
	for _, name := range slices.Sorted(maps.Keys(c)) {
		argv = append(argv, "--"+name, c[name])
	}
	return argv
}

// Exposing is a camera whose time of exposure, or gain, is chosen by its pictures.
type Exposing struct {
	Min, Max, Now int                                    // of the exposure or gain, any unit
	Set           func(ctx context.Context, v int) error // sets it
	Frame         func(context.Context) (Frame, error)   // the next picture
	Area          []models.Point                         // where the table lies, pixels; nil for the whole picture
	Period        int                                    // of the lamps, in the unit of the exposure; 0 for none
}

// exposureTuning says which picture is exposed well.
type exposureTuning struct {
	light     float64 // share of the table that is lightest but for lamps: white tiles are 1 to 30 % of it
	low, high float64 // of the brightness there, grey levels: the camera's own curve ends at 255, noise is 5
	turns     int     // at most; each halves or doubles at first
	settle    int     // pictures that are still on their way after a change
	white     float64 // what an overexposed picture is changed by
	most      float64 // what a dark one is lengthened by at most
	short     int     // into how many parts the exposure is divided to look for lamps
	cloth     float64 // of the middle of all points at which no tile is white: it reflects at most 30 times as much as a black cloth
	dark      float64 // brightness below which tiles are too dark: whole periods of the lamps alone leave 158 of 190
}

var exposureUsual = exposureTuning{light: 0.006, low: 190, high: 225, turns: 14, settle: 4, white: 0.5, most: 4, short: 8, cloth: 50, dark: 150}

// Expose chooses the exposure at which the lightest tile is just below saturation. What is white where
// no tile can be is a lamp or its mirror image and does not count; white sleeves are as light as tiles. Where lamps
// flicker a whole number of their periods is taken. It gives the exposure, which is set, and the brightness of the
// lightest tiles (0 to 255).
func Expose(ctx context.Context, e Exposing) (exposure int, light float64, err error) {
	t := exposureUsual
	low, high := e.Min, e.Max
	v := min(max(e.Now, low), high)
	lamps, err := e.lamps(ctx, max(low, v/t.short), t)
	if err != nil {
		return 0, 0, err
	}
	for range t.turns {
		seen, err := e.at(ctx, v, t)
		if err != nil {
			return 0, 0, err
		}
		light = seen.from(lamps + t.light)
		next := v
		switch {
		case light >= whiteFrom:
			high, next = v-1, int(float64(v)*t.white)
		case light > t.high:
			high, next = v-1, int(float64(v)*t.low/light)
		case light < t.low:
			low, next = v+1, int(math.Ceil(float64(v)*min(t.most, (t.low+t.high)/2/max(light, 1))))
		}
		next = max(min(next, high), low)
		if next == v || low > high {
			break
		}
		v = next
	}
	v = max(min(v, high), e.Min) // between two steps the darker one
	// Whole periods of the lamps are free of bands; the picture is darker by less than a third.
	if e.Period > 0 && v > 2*e.Period && v%e.Period != 0 {
		v -= v % e.Period
	}
	seen, err := e.at(ctx, v, t)
	return v, seen.from(lamps + t.light), err
}

// lamps is the share of the table that is white when the exposure is so short that no tile can be.
func (e Exposing) lamps(ctx context.Context, v int, t exposureTuning) (float64, error) {
	for {
		seen, err := e.at(ctx, v, t)
		if err != nil || v <= e.Min || seen.from(.5) <= t.cloth {
			return seen.share(whiteFrom), err
		}
		v = max(e.Min, v/2)
	}
}

// levels count the points of a table by their brightness.
type levels [256]int

// share is the part of the points that are at least so bright.
func (l *levels) share(from int) float64 {
	all, bright := 0, 0
	for level, n := range l {
		all += n
		if level >= from {
			bright += n
		}
	}
	return float64(bright) / float64(max(1, all))
}

// from is the brightness that a part of the points exceeds.
func (l *levels) from(share float64) float64 {
	all := 0
	for _, n := range l {
		all += n
	}
	left := int(float64(all) * share)
	for level := 255; level > 0; level-- {
		if left -= l[level]; left < 0 {
			return float64(level)
		}
	}
	return 0
}

// at sets an exposure and counts how bright the table is then.
func (e Exposing) at(ctx context.Context, v int, t exposureTuning) (l levels, err error) {
	if err := e.Set(ctx, v); err != nil {
		return l, err
	}
	var f Frame
	for range t.settle {
		if f, err = e.Frame(ctx); err != nil {
			return l, err
		}
	}
	luma, err := f.luma()
	if err != nil {
		return l, err
	}
	area := e.Area
	if area == nil {
		w, h := float64(luma.w), float64(luma.h)
		area = []models.Point{{X: 0, Y: 0}, {X: w, Y: 0}, {X: w, Y: h}, {X: 0, Y: h}}
	}
	points := luma.inside(area)
	if len(points) == 0 {
		return l, fault(WrongSize, nil, "the table lies outside of a picture of %d×%d pixels; calibrate again", luma.w, luma.h)
	}
	for _, p := range points {
		l[p]++
	}
	return l, nil
}

// Measured is what a camera is held at, and what it sees then.
type Measured struct {
	Controls Controls
	Light    float64 // of the lightest tiles, 0 to 255; 0 where neither exposure nor gain can be set
	Dark     bool    // the longest exposure that the rate of the pictures allows and the highest gain leave the tiles too dark
}

// HoldNow measures a V4L2 camera that chooses its values itself, over a table in play, chooses the exposure by the
// lightest tile, raises the gain where the longest exposure leaves it dark, and gives the controls that hold it there.
// They are set. mains is the frequency of the power line, 50 or 60 Hz, 0 where it is not known; area is where the table lies,
// pixels; frame gives its pictures. The error is a *Fault.
func HoldNow(ctx context.Context, device string, mains int, area []models.Point, frame func(context.Context) (Frame, error)) (m Measured, err error) {
	all, err := ListControls(ctx, device)
	if err != nil {
		return m, err
	}
	m.Controls = Fixed(all, mains)
	if err := m.Controls.Apply(ctx, device); err != nil {
		return Measured{}, err
	}
	by := func(names []string) (e Exposing, ok bool) {
		at := slices.IndexFunc(all, func(one Control) bool { return slices.Contains(names, one.Name) && !one.ReadOnly })
		if at < 0 || all[at].Max <= max(1, all[at].Min) {
			return e, false
		}
		one := all[at]
		return Exposing{Min: max(1, one.Min), Max: one.Max, Now: one.Now, Frame: frame, Area: area, Set: func(ctx context.Context, v int) error {
			v -= (v - one.Min) % one.Step
			m.Controls[one.Name] = strconv.Itoa(v)
			return Controls{one.Name: m.Controls[one.Name]}.Apply(ctx, device)
		}}, true
	}
	measured := false
	if e, ok := by(exposures); ok {
		const longest = 333 // 33.3 ms: 30 pictures a second
		e.Max = min(e.Max, longest)
		if mains > 0 {
			e.Period = 10_000 / (2 * mains) // lamps flicker twice a period of the mains
		}
		if _, m.Light, err = Expose(ctx, e); err != nil {
			return Measured{}, err
		}
		measured = true
	}
	if e, ok := by(gains); ok && (!measured || m.Light < exposureUsual.low) {
		if measured {
			e.Min = max(e.Min, e.Now) // it is raised alone: noise rises with it
		}
		if _, m.Light, err = Expose(ctx, e); err != nil {
			return Measured{}, err
		}
		measured = true
	}
	m.Dark = measured && m.Light < exposureUsual.dark
	return m, m.Controls.Check(ctx, device)
}
