package doctor

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/models"
)

// TestTheDoctorSaysWhatToDoAboutTheTable claims that each state of the link has words
// that a club can act on, and that only a fault is called one.
func TestTheDoctorSaysWhatToDoAboutTheTable(t *testing.T) {
	simulator := func(t *testing.T, dialect string) string {
		t.Helper()
		s, err := device.NewSimulator(device.SimulatorOptions{Dialect: dialect})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s.Port()
	}
	used := simulator(t, device.Reference)
	port, err := device.OpenSerial(used, device.DefaultBaud)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { port.Close() })
	const healthy, advice, fault = "healthy", "advice", "fault"
	for _, tt := range []struct{ name, port, dialect, state, says string }{
		{"no board", "", device.Lines, advice, "hands are called on the console"},
		{"a sound board", simulator(t, device.Reference), device.Reference, healthy, "board simulator SIM-0001"},
		{"the wrong dialect", simulator(t, device.Reference), device.Lines, fault, "check the speed (baud) and the dialect"},
		{"no cable", "/dev/no-such-port", device.Lines, fault, "is the cable plugged in?"},
		{"the daemon is running", used, device.Reference, advice, "in use by jantaku itself"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := Table{Link: device.Options{Port: tt.port, Baud: device.DefaultBaud, Dialect: tt.dialect}}
			start := time.Now()
			well, err := checkTable(t.Context(), c)
			note := well.text
			state := healthy
			if errors.Is(err, errAdvice) {
				state = advice
			} else if err != nil {
				state = fault
			}
			if err != nil {
				note = err.Error()
			}
			if state != tt.state || !strings.Contains(note, tt.says) {
				t.Errorf("%s: %s, want %s: %q", state, note, tt.state, tt.says)
			}
			if took := time.Since(start); took > patience {
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestTheDoctorSaysThatZonesAreTooShort gives a table that was calibrated for hands of 13 tiles a book whose hands have 16, and zones that
// somebody drew.
func TestTheDoctorSaysThatZonesAreTooShort(t *testing.T) {
	file := filepath.Join(t.TempDir(), "camera.json")
	corners := [4]models.Point{{X: 100, Y: 980}, {X: 980, Y: 980}, {X: 980, Y: 100}, {X: 100, Y: 100}}
	for _, tt := range []struct {
		name     string
		zones    []calibration.Zone
		hand     models.HandSize
		advisory bool
	}{
		{"made for it", calibration.DefaultZones(640, models.Thirteen, calibration.Tile{}), models.Thirteen, false},
		{"no book", calibration.DefaultZones(640, models.Thirteen, calibration.Tile{}), 0, false},
		{"made for 13", calibration.DefaultZones(640, models.Thirteen, calibration.Tile{}), models.Sixteen, true},
		{"made for 16", calibration.DefaultZones(640, models.Sixteen, calibration.Tile{}), models.Sixteen, false},
		{"drawn, long", []calibration.Zone{{Use: calibration.HandZone, Place: 1, Corners: []models.Point{{X: -230, Y: -320}, {X: 230, Y: -320}, {X: 230, Y: -200}, {X: -230, Y: -200}}}}, models.Sixteen, false},
		{"drawn, short", []calibration.Zone{{Use: calibration.HandZone, Place: 1, Corners: []models.Point{{X: -190, Y: -320}, {X: 190, Y: -320}, {X: 190, Y: -200}, {X: -190, Y: -200}}}}, models.Sixteen, true},
	} {
		c, err := calibration.FromCorners(1080, 1080, corners, 640, calibration.Tile{Width: 26, Height: 36, Depth: 20}, nil)
		if err == nil {
			c.Zones = tt.zones
			err = c.Save(file)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := checkCalibration(t.Context(), Table{Calibration: file, Hand: tt.hand}); errors.Is(err, errAdvice) != tt.advisory {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
