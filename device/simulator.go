package device

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"jantaku/models"
)

// SimulatorOptions say which table is simulated.
type SimulatorOptions struct {
	Dialect string              // one of Dialects; "" is Lines
	Board   Board               // zero is a plausible board
	Baud    int                 // speed of the board; a host at another one reads garbage, and so does the board; 0 is any
	Resend  time.Duration       // how long a board of the reference dialect waits before it sends again; 0 is usual
	Noise   func([]byte) []byte // what becomes of bytes on the cable, both ways, such as Noise.Damage; nil is a good cable
}

// Simulator is a whole table with its adapter board behind a pseudo-terminal. It
// sends byte for byte what a board would send. It is safe for concurrent use.
type Simulator struct {
	terminal *Terminal
	noise    func([]byte) []byte

	info  Board
	mu    sync.Mutex
	board board

	wake chan struct{}
	done chan struct{}
	err  error // why the board stopped; valid once done is closed
	stop context.CancelFunc
}

// boardTick is the longest time between two looks at the board's clock.
const boardTick = 20 * time.Millisecond

// NewSimulator starts a table. The caller must Close it.
func NewSimulator(o SimulatorOptions) (*Simulator, error) {
	if o.Board == (Board{}) {
		o.Board = Board{Serial: "SIM-0001", Model: "simulator", Firmware: "1.0", Capabilities: RiichiTray | Tiles136 | Tiles144 | Tiles108}
	}
	if err := o.Board.Validate(); err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	if _, ok := speeds[o.Baud]; o.Baud != 0 && !ok {
		return nil, fmt.Errorf("%w: the simulator has no speed of %d bit/s", ErrConfig, o.Baud)
	}
	b, err := newBoard(o)
	if err != nil {
		return nil, err
	}
	terminal, err := OpenTerminal()
	if err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if o.Noise == nil {
		o.Noise = func(p []byte) []byte { return p }
	}
	if o.Baud != 0 {
		o.Noise = misread(terminal, o.Baud, o.Noise)
	}
	s := &Simulator{terminal: terminal, noise: o.Noise, board: b, stop: cancel, info: o.Board,
		wake: make(chan struct{}, 1), done: make(chan struct{})}
	b.boot(time.Now())
	go s.run(ctx)
	return s, nil
}

// misread is what a cable makes of bytes while its ends have different speeds.
func misread(terminal *Terminal, baud int, noise func([]byte) []byte) func([]byte) []byte {
	return func(p []byte) []byte {
		if terminal.at(baud) {
			return noise(p)
		}
		garbage := make([]byte, len(p))
		for i, b := range p {
			garbage[i] = b<<1 ^ 0xA5
		}
		return noise(garbage)
	}
}

// Port is the name of the serial port that the host should open.
func (s *Simulator) Port() string { return s.terminal.Name() }

// Close switches the table off and pulls the cable.
func (s *Simulator) Close() error {
	s.stop()
	err := s.terminal.Close()
	<-s.done
	return errors.Join(err, s.err)
}

// Reboot starts the board anew, as a short loss of power would.
func (s *Simulator) Reboot() {
	s.mu.Lock()
	s.board.boot(time.Now())
	s.mu.Unlock()
	s.poke()
}

// Say tells an event to the host. The error wraps ErrEvent when it is not an event
// that a table can send.
func (s *Simulator) Say(e Event) error {
	if err := e.Validate(); err != nil {
		return err
	}
	if !e.Kind.FromTable() {
		return fmt.Errorf("%w: %s comes from the host", ErrEvent, e.Kind)
	}
	s.mu.Lock()
	s.board.say(e)
	s.mu.Unlock()
	s.poke()
	return nil
}

// Backlog is how much the board has not brought to the host yet: events that were not
// acknowledged, or bytes in dialects that know no acknowledgement.
func (s *Simulator) Backlog() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.board.backlog()
}

func (s *Simulator) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Garble sends bytes as they are, such as garbage or half a line.
func (s *Simulator) Garble(p []byte) error {
	_, err := s.terminal.Write(p)
	return err
}

// run is the board's processor: it takes what came, and sends what is due.
func (s *Simulator) run(ctx context.Context) {
	defer close(s.done)
	incoming := make(chan []byte)
	var listener sync.WaitGroup
	defer listener.Wait()
	listener.Go(func() { s.listen(ctx, incoming) })
	tick := time.NewTicker(boardTick)
	defer tick.Stop()
	for {
		var came []byte
		select {
		case <-ctx.Done():
			return
		case came = <-incoming:
		case <-s.wake:
		case <-tick.C:
		}
		if err := s.exchange(came); err != nil && ctx.Err() == nil {
			s.err = fmt.Errorf("simulator: %w", err)
		}
	}
}

// exchange gives came to the board and sends what it has to say.
func (s *Simulator) exchange(came []byte) error {
	s.mu.Lock()
	if len(came) > 0 {
		s.board.receive(s.noise(came), time.Now())
	}
	out := s.noise(s.board.send(time.Now()))
	out = append([]byte(nil), out...) // the board uses its buffer again
	s.mu.Unlock()
	if len(out) == 0 {
		return nil
	}
	_, err := s.terminal.Write(out)
	return err
}

// listen reads what the host writes until the terminal is closed.
func (s *Simulator) listen(ctx context.Context, incoming chan<- []byte) {
	for ctx.Err() == nil {
		buffer := make([]byte, 1024)
		n, err := s.terminal.read(buffer, time.Second)
		if err != nil {
			return
		}
		if n == 0 {
			continue
		}
		select {
		case incoming <- buffer[:n]:
		case <-ctx.Done():
			return
		}
	}
}

// Play is how a simulated hand goes.
type Play struct {
	Rolls  [][2]int       // dice of each roll, in order
	Roller models.Place   // who presses the dice button first; 0 when nobody knows
	Sticks []models.Place // who declares riichi
	Winner models.Place   // who presses the win button; 0 for a drawn hand
	From   models.Place   // who supplied the winning tile; Winner on a self-draw, 0 when the table does not know
	Tile   models.Tile    // the winning tile; NoTile when the table does not know
	With   models.Flags   // circumstances of the win
	Silent bool           // the table does not know the circumstances
	Pace   time.Duration  // between two events
}

// Events gives what the table says during the hand, from the shuffle that closes the
// hand before to the win button.
func (p Play) Events(c Capabilities) []Event {
	events := []Event{
		{Kind: StateIs, State: Open}, {Kind: ShuffleStarted}, {Kind: ShuffleDone},
		{Kind: StateIs, State: Raising}, {Kind: WallRaised},
	}
	for i, roll := range p.Rolls {
		roller := p.Roller
		if i > 0 && roller != 0 { // a second roll belongs to whom the first one names
			roller = models.PlaceAt(roller.Index() + p.Rolls[0][0] + p.Rolls[0][1] - 1)
		}
		events = append(events, Event{Kind: DicePressed, Place: roller}, Event{Kind: DiceRolled, Dice: roll})
	}
	if c.Has(AutoDeal) {
		events = append(events, Event{Kind: StateIs, State: Dealing}, Event{Kind: Dealt})
	}
	events = append(events, Event{Kind: StateIs, State: InHand})
	for _, place := range p.Sticks {
		events = append(events, Event{Kind: RiichiStick, Place: place, Value: 1})
	}
	if p.Winner != 0 {
		win := Event{Kind: WinPressed, Place: p.Winner, From: p.From, Tile: p.Tile}
		if !p.Silent {
			// A line holds no more words; what only some books know is asked.
			win.With, win.Without = p.With, models.AllFlags&^models.Regional&^p.With
		}
		events = append(events, win)
	}
	return events
}

// PlayHand plays one hand at its pace. It ends early with the error of ctx when that
// is done.
func (s *Simulator) PlayHand(ctx context.Context, p Play) error {
	for _, e := range p.Events(s.capabilities()) {
		if err := s.Say(e); err != nil {
			return fmt.Errorf("play: %w", err)
		}
		pause(ctx, p.Pace)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

func (s *Simulator) capabilities() Capabilities { return s.info.Capabilities }

func newBoard(o SimulatorOptions) (board, error) {
	switch o.Dialect {
	case Lines, "":
		return &lineBoard{info: o.Board}, nil
	case Reference:
		return &referenceBoard{info: o.Board, resend: o.Resend}, nil
	case Pattern:
		return &patternBoard{}, nil
	case Contact:
		return &contactBoard{hold: 20 * DefaultDebounce}, nil
	}
	return nil, fmt.Errorf("%w: the simulator does not speak %q but %v", ErrConfig, o.Dialect, []string{Lines, Reference, Pattern, Contact})
}
