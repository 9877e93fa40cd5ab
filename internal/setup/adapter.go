package setup

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"time"

	"jantaku/device"
	"jantaku/firmware/flash"
	"jantaku/models"
)

// adapter is an adapter board whose inputs are looked at and whose firmware is written. Its work is that of the line, as
// both need the port for themselves.
type adapter struct {
	mu      sync.Mutex
	doing   string // "flash", "inputs" or nothing
	failed  error
	percent int  // of writing the firmware and reading it back
	written bool // it was
	health  *device.BoardHealth
	pins    []pinShown
	looked  bool // at the inputs: what is closed at the first look was not pressed
	presses []press
	next    int // number of the press that comes next
	sticks  *sticksShown
	wishes  chan wish
}

// pinShown is a pin as the page shows it.
type pinShown struct {
	Pin    string `json:"pin"`
	Use    string `json:"use"`             // word of the event when it closes, lamp, select, charge or off
	Opens  string `json:"opens,omitempty"` // word of the event when it opens
	Place  int    `json:"place,omitempty"`
	Closed bool   `json:"closed"`
}

// press is a contact that closed.
type press struct {
	N   int    `json:"n"`
	Pin string `json:"pin"`
}

// sticksShown is how the score sticks are measured, as the page shows it.
type sticksShown struct {
	Kind   string                                            `json:"kind"` // a device.DrawerKind, none where they are not measured, or other
	Counts [models.Places][device.DrawerCompartments]float64 `json:"counts"`
	Worths [device.DrawerCompartments]int                    `json:"worths"`
}

// Kinds of sticks besides those of device.DrawerKinds.
const (
	noSticks    = "none"
	otherSticks = "other" // by converters, or set by hand
)

// wish is something that is to be set on the board by who has its port.
type wish struct {
	do   func(context.Context, *device.SettingsClient) error
	done chan error
}

// Limits of the work with a board.
const (
	mostPresses = 100
	inputPause  = 15 * time.Millisecond // between two looks at the inputs, beside some 5 ms on the line
	wishTime    = 20 * time.Second      // until all is written and read back
	sticksPause = time.Second           // between two looks at the drawers
)

// begin starts anew with a board.
func (a *adapter) begin(doing string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.doing, a.failed, a.percent, a.written, a.health, a.pins, a.looked, a.presses, a.sticks, a.wishes = doing, nil, 0, false, nil, nil, false, nil, nil, make(chan wish)
}

func (a *adapter) end(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.doing, a.failed = "", err
}

// work is what is done with the board at a port until ctx ends. The error has reasons for the page.
func (a *adapter) work(ctx context.Context, port string, write bool) error {
	data := models.Data{"name": port}
	if write {
		err := flash.Write(ctx, port, func(percent int) {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.percent = percent
		})
		switch {
		case errors.Is(err, exec.ErrNotFound):
			return models.Refused("setup-avrdude", nil, "setup: %w", err)
		case err != nil:
			return models.Refused("setup-flash", data, "setup: %w", err)
		}
		a.mu.Lock()
		a.written, a.doing = true, "inputs"
		a.mu.Unlock()
	}
	err := a.look(ctx, port)
	switch {
	case errors.Is(err, device.ErrNoAnswer), errors.Is(err, device.ErrSetting):
		return models.Refused("setup-adapter-silent", data, "setup: %w", err)
	case err != nil:
		return models.Refused("setup-port", data, "setup: %w", err)
	}
	return nil
}

// look tells what the inputs are for and how they are, again and again.
func (a *adapter) look(ctx context.Context, name string) (err error) {
	port, err := device.OpenSerial(name, device.DefaultBaud)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, port.Close()) }()
	board := device.NewSettingsClient(port)
	health, err := board.Health(ctx)
	if err != nil {
		return err
	}
	if err := a.readPins(ctx, board); err != nil {
		return err
	}
	a.mu.Lock()
	a.health = &health
	a.mu.Unlock()
	sticks := time.NewTicker(sticksPause)
	defer sticks.Stop()
	for {
		levels, err := board.Levels(ctx)
		if err != nil {
			return err
		}
		a.note(levels.Closed)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case wish := <-a.wishes:
			err := wish.do(ctx, board)
			if err == nil {
				err = errors.Join(a.readPins(ctx, board), a.readSticks(ctx, board))
			}
			wish.done <- err
		case <-sticks.C:
			if err := a.readSticks(ctx, board); err != nil {
				return err
			}
		case <-time.After(inputPause):
		}
	}
}

// readPins asks the board what its pins are for.
func (a *adapter) readPins(ctx context.Context, board *device.SettingsClient) error {
	var pins []pinShown
	for _, name := range device.PinNames() {
		p, err := board.Pin(ctx, name)
		if err != nil {
			return fmt.Errorf("pin %s: %w", name, err)
		}
		one := pinShown{Pin: name, Use: p.Closes, Place: p.Place}
		if p.Opens != device.PinOff && p.Opens != p.Closes {
			one.Opens = p.Opens
		}
		pins = append(pins, one)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, was := range a.pins {
		pins[i].Closed = was.Closed
	}
	a.pins = pins
	return nil
}

// readSticks asks the board how it measures score sticks, and how many it counts.
func (a *adapter) readSticks(ctx context.Context, board *device.SettingsClient) error {
	on, _, err := board.Sticks(ctx)
	if err != nil {
		return err
	}
	shown := &sticksShown{Kind: noSticks}
	if on {
		var all [device.DrawerCompartments]device.Compartment
		drawers, err := board.Drawers(ctx)
		if err != nil {
			return err
		}
		for i := range all {
			if all[i], err = board.Compartment(ctx, i); err != nil {
				return err
			}
			shown.Worths[i] = all[i].Worth
			for place := range models.Places {
				resistors, capacitors := drawers.Sticks(models.PlaceAt(place), i, all[i])
				if shown.Counts[place][i] = resistors; all[i].Capacitance > 0 {
					shown.Counts[place][i] = capacitors
				}
			}
		}
		shown.Kind = otherSticks
		for _, kind := range device.DrawerKinds() {
			if all == kind.Compartments {
				shown.Kind = kind.Name
			}
		}
	}
	a.mu.Lock()
	a.sticks = shown
	a.mu.Unlock()
	return nil
}

// chooseSticks lets a board measure sticks of a kind through multiplexers whose lines are at A0 to A3, and those that are capacitors by
// the pin that is free on boards which nobody has set; or none, and riichi trays are at A0 to A3 again.
func chooseSticks(ctx context.Context, board *device.SettingsClient, name string) error {
	_, analog, err := board.Sticks(ctx)
	if err != nil {
		return err
	}
	pins := map[string]string{chargePin: device.PinOff}
	var chosen *device.DrawerKind
	for _, kind := range device.DrawerKinds() {
		if kind.Name != name {
			continue
		}
		chosen = &kind
		if kind.Compartments[0].Capacitance > 0 {
			pins[chargePin] = device.PinCharge
		}
		// Before anything is changed.
		if err := board.Measures(ctx, kind); errors.Is(err, device.ErrSetting) {
			return models.Refused("setup-adapter-old", nil, "setup: %w", err)
		} else if err != nil {
			return err
		}
	}
	for i := range models.Places {
		pins[fmt.Sprintf("A%d", i)] = fmt.Sprintf("riichi/riichi@%d,press=100ms,release=300ms", i+1)
		if chosen != nil {
			pins[fmt.Sprintf("A%d", i)] = fmt.Sprintf("%s@%d", device.PinSelect, i)
		}
	}
	if err := board.SetSticks(ctx, false, analog); err != nil { // while pins change nothing is measured
		return err
	}
	for pin, use := range pins {
		was, err := board.Pin(ctx, pin)
		if err != nil {
			return err
		}
		// A pin that has nothing to do with sticks keeps its use.
		if is := was.Closes; chosen == nil && is != device.PinSelect && is != device.PinCharge || pin == chargePin && use == device.PinOff && is != device.PinCharge {
			continue
		}
		to, err := device.ParsePin(use)
		if err == nil {
			err = board.SetPin(ctx, pin, to)
		}
		if err != nil {
			return fmt.Errorf("pin %s: %w", pin, err)
		}
	}
	if chosen == nil {
		return nil
	}
	// An older firmware knows no converters, and has none.
	if all, err := board.Converters(ctx); err == nil && all.Any() {
		all.There = [models.Places]bool{}
		if err := board.SetConverters(ctx, all); err != nil {
			return err
		}
	}
	if err := board.SetDrawers(ctx, *chosen); err != nil {
		return err
	}
	return board.SetSticks(ctx, true, analog)
}

// note takes how the inputs are.
func (a *adapter) note(closed []bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range a.pins {
		if a.looked && closed[i] && !a.pins[i].Closed {
			a.presses = append(a.presses, press{a.next, a.pins[i].Pin})
			a.next++
		}
		a.pins[i].Closed = closed[i]
	}
	a.looked = true
	if n := len(a.presses); n > mostPresses {
		a.presses = slices.Delete(a.presses, 0, n-mostPresses)
	}
}

// Buttons and their lamps as boards are wired that nobody has set: the lamp of the button at D2 is at D10.
const (
	firstButton = 2
	firstLamp   = 10
	chargePin   = "D9"
)

// nameButtons makes pins the win buttons of places 1 to 4, moves the lamps beside those buttons along, and takes their
// meaning from pins that were win buttons. Every pin is read back.
func nameButtons(ctx context.Context, board *device.SettingsClient, pins [models.Places]string) error {
	lamps := lampPlaces(pins)
	for _, name := range device.PinNames() {
		p, err := board.Pin(ctx, name)
		if err != nil {
			return fmt.Errorf("pin %s: %w", name, err)
		}
		was := p
		switch i := slices.Index(pins[:], name); {
		case i >= 0 && p.Closes == "win":
			p.Place = i + 1
		case i >= 0:
			if p, err = device.ParsePin(fmt.Sprintf("win@%d", i+1)); err != nil {
				return err
			}
			p.High, p.Float = was.High, was.Float
		case p.Closes == "win":
			p = device.Pin{Closes: device.PinOff, Opens: device.PinOff, Press: p.Press, Release: p.Release, High: p.High, Float: p.Float}
		case p.Closes == device.PinLamp:
			if place, ok := lamps[name]; ok {
				p.Place = place
			}
		}
		if p == was {
			continue
		}
		if err := board.SetPin(ctx, name, p); err != nil {
			return fmt.Errorf("pin %s: %w", name, err)
		}
	}
	return nil
}

// lampPlaces says whose lamp each of the four is: that of the button beside which it is wired; those whose buttons were not
// named are for the places that are left.
func lampPlaces(pins [models.Places]string) map[string]int {
	places := map[string]int{}
	var lamps []string
	left := []int{1, 2, 3, 4}
	for i := range models.Places {
		lamp := fmt.Sprintf("D%d", firstLamp+i)
		if at := slices.Index(pins[:], fmt.Sprintf("D%d", firstButton+i)); at >= 0 {
			places[lamp] = at + 1
			left = slices.DeleteFunc(left, func(place int) bool { return place == at+1 })
		} else {
			lamps = append(lamps, lamp)
		}
	}
	for i, lamp := range lamps {
		places[lamp] = left[i]
	}
	return places
}
