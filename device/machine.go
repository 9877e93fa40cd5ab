package device

import (
	"fmt"
	"slices"
	"time"

	"jantaku/models"
)

// Machine follows what the table tells and says what cannot be. It never stops: an
// impossible event is turned into a Rejected one, and the next is judged anew.
//
// Tables differ in how much they tell, so nothing is demanded that the table has not
// told before: a win while tiles are mixed is impossible only once the table is known
// to say when the walls stand. After a gap (LinkDown, Lost, Hello) nothing is known
// and the first event is believed. The zero value is ready.
type Machine struct {
	state  State
	known  bool            // state means something
	seen   [kindCount]bool // kinds that this table has told
	can    Capabilities    // of the last hello
	told   bool            // can means something
	tests  bool            // the table tests itself: what it tells is no play
	mixing bool            // a shuffle is on; one set of tiles can be mixed while the other is played
	played bool            // a hand is on that nobody has declared won
	sticks [models.Places]bool
	last   [kindCount][models.Places + 1]time.Time // accepted last, by place
}

// bounce is the time in which the same button cannot be meant twice.
const bounce = 700 * time.Millisecond

// rule says when a kind is possible.
type rule struct {
	from   []State // empty: always
	since  []Kind  // from holds only once the table has told one of these
	to     State   // Offline: stays
	button bool    // can bounce
	needs  Capabilities
}

var (
	standing = []Kind{WallRaised, Dealt, StateIs}
	mixed    = []Kind{ShuffleDone, WallRaised, Dealt, StateIs}
)

var rules = [kindCount]rule{
	StartPressed: {button: true},
	DicePressed:  {from: []State{Idle, Shuffling, Building, Raising, Dealing, InHand}, since: standing, button: true},
	DiceRolled:   {from: []State{Idle, Shuffling, Building, Raising, Dealing, InHand}, since: standing},
	// A start during a shuffle may be a new try after a jam, but not at once.
	ShuffleStarted: {to: Shuffling, button: true},
	ShuffleDone:    {to: Building},
	WallRaised:     {from: []State{SelfTest, Idle, Shuffling, Building, Raising}, since: standing, to: InHand},
	Dealt:          {from: []State{Building, Raising, Dealing, InHand}, since: standing, to: InHand, needs: AutoDeal},
	RiichiStick:    {from: []State{Idle, Open, Dealing, InHand}, since: mixed, needs: RiichiTray},
	StickPoints:    {needs: PointSticks},
	WinPressed:     {from: []State{InHand, Idle, Open}, since: mixed, button: true},
	WallLeft:       {from: []State{InHand}, since: standing},
}

// Next judges e and gives what to tell: e itself with the state after it, or a
// Rejected event that says why.
func (m *Machine) Next(e Event) Event {
	if why := m.impossible(e); why != "" {
		e.Repeated = m.bounces(e)
		e.Kind, e.Was, e.State, e.Text = Rejected, e.Kind, m.state, why
		return e
	}
	m.follow(&e)
	return e
}

// impossible says why e cannot be, or nothing.
func (m *Machine) impossible(e Event) string {
	if err := e.Validate(); err != nil {
		return err.Error()
	}
	if !e.Kind.FromTable() {
		return ""
	}
	r := rules[e.Kind]
	switch {
	case m.tests && play(e.Kind):
		return fmt.Sprintf("%s while the table tests itself", e.Kind)
	case r.needs != 0 && m.told && !m.can.Has(r.needs):
		return fmt.Sprintf("%s from a table without %s", e.Kind, r.needs)
	case m.bounces(e):
		return fmt.Sprintf("%s again within %v", e.Kind, bounce)
	case e.Kind == TileMode:
		return m.wrongTiles(e.Value)
	case !m.known:
		return ""
	case len(r.from) > 0 && !slices.Contains(r.from, m.state) && m.tells(m.since(r)):
		return fmt.Sprintf("%s while the table is %s", e.Kind, m.state)
	case e.Kind == ShuffleDone && !m.mixing && m.seen[ShuffleStarted]:
		return "end of a shuffle that did not start"
	case e.Kind == RiichiStick && m.sticks[e.Place.Index()] == (e.Value > 0) && m.seen[RiichiStick]:
		return fmt.Sprintf("riichi stick %+d at place %d for the second time", e.Value, e.Place)
	}
	return ""
}

// bounces says whether e is a button that was pressed a moment before.
func (m *Machine) bounces(e Event) bool {
	if e.Kind >= kindCount || e.Place > models.Places || !rules[e.Kind].button {
		return false
	}
	before := m.last[e.Kind][e.Place]
	return !before.IsZero() && e.Time.Sub(before).Abs() < bounce // a clock that was set back tells nothing
}

// play says whether a kind is something that happens in play.
func play(k Kind) bool {
	return k >= StartPressed && k <= RiichiStick || k == WinPressed || k == WallLeft
}

// since gives the kinds of which the table must have told one before a rule is one: that walls do not stand yet
// is known of no table that never says when they do, such as one with a contact at the motor alone.
func (m *Machine) since(r rule) []Kind {
	if m.state == Building || m.state == Raising {
		return standing
	}
	return r.since
}

func (m *Machine) tells(kinds []Kind) bool {
	return slices.ContainsFunc(kinds, func(k Kind) bool { return m.seen[k] })
}

func (m *Machine) wrongTiles(n int) string {
	const modes = Tiles108 | Tiles136 | Tiles144
	have := map[int]Capabilities{108: Tiles108, 136: Tiles136, 144: Tiles144}
	if bit, ok := have[n]; ok && m.told && m.can&modes != 0 && !m.can.Has(bit) {
		return fmt.Sprintf("%d tiles in a table that has %s", n, m.can&modes)
	}
	return ""
}

// follow moves on with an event that is believed.
func (m *Machine) follow(e *Event) {
	switch e.Kind {
	case LinkDown, Lost, Hello:
		m.known, m.tests = false, false
		if e.Kind == LinkDown {
			m.state = Offline
		}
		if e.Kind == Hello {
			m.can, m.told = e.Board.Capabilities, true
		}
		e.State = m.state
		return
	case LinkUp, Rejected:
		e.State = m.state
		return
	}
	m.seen[e.Kind] = true
	m.last[e.Kind][e.Place] = e.Time
	m.hand(e)
	switch {
	case e.Kind == TestMode:
		m.tests = e.Value == 1
	case e.Status != nil:
		m.tests = e.Status.Test
	}
	switch to := rules[e.Kind].to; {
	case e.Kind == StateIs:
		m.enter(e.State)
	case e.Kind == ShuffleDone && m.known && m.state != Shuffling:
		// the other set is being mixed under the table while this one is played
	case e.Kind == WallRaised && m.can.Has(AutoDeal):
		m.enter(Dealing)
	case to != Offline:
		m.enter(to)
	}
	e.State = m.state
}

func (m *Machine) enter(s State) { m.state, m.known = s, true }

// hand follows the boundary between hands: the start of a shuffle.
func (m *Machine) hand(e *Event) {
	switch e.Kind {
	case ShuffleStarted:
		e.Undeclared = m.played
		m.played, m.mixing = false, true
		m.sticks = [models.Places]bool{}
	case ShuffleDone:
		m.mixing = false
	case WallRaised, Dealt, DiceRolled:
		m.played = true
	case WinPressed:
		m.played = false
	case RiichiStick:
		m.sticks[e.Place.Index()] = e.Value > 0
	case StateIs:
		if e.Status != nil {
			m.sticks = e.Status.Sticks
		}
	}
}
