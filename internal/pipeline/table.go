package pipeline

import (
	"time"

	"jantaku/device"
	"jantaku/models"
)

// Table is what the automatic table is doing.
type Table struct {
	Phase  string // word of device.State
	Online bool   // the link to the table stands
	Why    string // it does not, in English
	Dice   [][2]int
	Rolled time.Time           // when the last of Dice fell
	DiceBy models.Source       // a camera saw them; empty where the table told them
	Roller models.Place        // who pressed for it; 0 when the table did not say
	Tiles  int                 // in a set; 0 while the table has not said
	Can    device.Capabilities // of the table, as far as its board has said
	Fault  device.Event        // the FaultRaised that stands; its zero value when none does
	Halted bool                // stopped by hand
	Notice string              // what the table waits for, for people; empty when for nothing
	Dealt  models.Place        // who dealt the hand that is on, where the books surely have another; 0 otherwise
	// Miscounted tells that the tiles the board counts in the wall are not those that the configuration says.
	Miscounted bool
	Laid       []models.Place // where a hand was laid down that nobody has called; never changed in place
	Shown      []models.Place // where one was laid down beside a win, and may be paid for waiting; never changed in place
	tellsDice  bool           // the table has told dice since the start
	Battle     *device.Battle // a hand that went on after a win, of which the referee is asked what nobody saw; never changed
}

// noticeUndeclared is the notice while the table asks how the hand ended whose tiles went in.
const noticeUndeclared = "undeclared"

// hears takes what the table tells about itself, and reports whether that is something to show.
func (t *Table) hears(e device.Event) bool {
	if e.State != device.Offline {
		t.Phase = e.State.String()
	}
	switch e.Kind {
	case device.LinkUp, device.Hello:
		t.Online, t.Why = true, ""
		if e.Board != nil {
			t.Can = e.Board.Capabilities
		}
	case device.LinkDown:
		t.Online, t.Why = false, e.Text
	case device.StateIs:
		t.is(e.Status)
	case device.ShuffleDone: // the phase is all there is to show
	case device.TileMode:
		t.Tiles = e.Value
	case device.DiceRolled:
		t.Dice, t.Rolled, t.DiceBy = append(t.Dice, e.Dice), e.Time, e.By
		t.tellsDice = t.tellsDice || e.By == ""
	case device.DicePressed:
		t.Roller = e.Place
	case device.FaultRaised:
		t.Fault = e
	case device.FaultCleared:
		if t.Fault.Value == e.Value {
			t.Fault = device.Event{}
		}
	case device.Emergency:
		t.Halted = e.Value == 1
	default:
		return false
	}
	return true
}

// is takes the full state that a board told after an interruption.
func (t *Table) is(s *device.Status) {
	if s == nil {
		return
	}
	if s.Tiles > 0 {
		t.Tiles = s.Tiles
	}
	t.Halted, t.Fault = s.Emergency, device.Event{}
	if s.Severity != device.NoSeverity {
		t.Fault = device.Event{Kind: device.FaultRaised, Value: s.Fault, Severity: s.Severity}
	}
}
