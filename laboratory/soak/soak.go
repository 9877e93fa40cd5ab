// Package soak plays hands on a simulated table before the real program while faults are drawn at
// random, and compares its books with what was played.
package soak

import (
	"context"
	"errors"
	"fmt"
	"jantaku/league/local"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
	"golang.org/x/sys/unix"

	"jantaku/device"
	"jantaku/internal/referee"
	"jantaku/laboratory/demo"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// Err is the end of a soak in which the daemon failed.
var Err = errors.New("soak: hands were lost, doubled or wrong, or the books do not agree")

// longestFault is how long a fault that does not end by itself lasts at most.
const longestFault = 3 * time.Second

// UsualPace is between two events of the table where nothing else is said.
const UsualPace = 75 * time.Millisecond

// betweenHands is how long a hand that was dealt with lies before the next one begins: a key that is pressed
// again sooner is taken for one that bounces, and no hand is played that fast.
const betweenHands = 750 * time.Millisecond

// matchHands is how many hands a match has, an evening's, before the referee ends it and begins the next
// one: what a daemon holds of a match grows with it. A soak says after each what came of it so far.
const matchHands = 50

// Run plays, and prints what came of it. The error is [Err] when the program failed.
func (s *Soak) Run(ctx context.Context) (err error) {
	s.faults, s.why, s.words, s.away = map[string]int{}, map[string]int{}, map[string]int{}, untilStartedAgain
	if s.folder, err = os.MkdirTemp("", "jantaku-soak-"); err != nil {
		return fmt.Errorf("soak: %w", err)
	}
	defer os.RemoveAll(s.folder)
	s.data = filepath.Join(s.folder, "data")
	if err := os.Mkdir(s.data, 0o700); err != nil {
		return fmt.Errorf("soak: %w", err)
	}
	if s.Disk {
		if s.disk, err = newDisk(ctx, filepath.Join(s.folder, "disk.img"), s.data); err != nil {
			return fmt.Errorf("soak: %w", err)
		}
		defer func() { err = errors.Join(err, s.disk.unmount()) }()
	}
	if err := s.known(); err != nil {
		return fmt.Errorf("soak: %w", err)
	}
	s.random = rand.New(rand.NewPCG(s.Faults, 3))
	noise := device.NewNoise(0.5, s.Faults)
	s.board, err = device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference, Noise: func(p []byte) []byte {
		if !s.noisy.Load() {
			return p
		}
		s.noise.Lock()
		defer s.noise.Unlock()
		return noise.Damage(p)
	}})
	if err != nil {
		return fmt.Errorf("soak: %w", err)
	}
	defer s.board.Close()
	if err := s.furnish(ctx); err != nil {
		return fmt.Errorf("soak: %w", err)
	}
	defer s.audience.leave()
	if s.broker != nil {
		defer s.broker.kill()
	}
	if err := s.start(); err != nil {
		return fmt.Errorf("soak: %w", err)
	}
	defer func() { s.kill() }()
	switch err = s.play(ctx); {
	case ctx.Err() != nil: // by a person: what was played counts
		fmt.Fprintln(s.Out, "stopped:", err)
		err = nil
	case err != nil:
		err = fmt.Errorf("soak: after %d hands: %w", len(s.told), err)
	}
	s.kill()
	return errors.Join(err, s.report(context.WithoutCancel(ctx)))
}

// furnish writes what the daemon needs: faces and a configuration.
func (s *Soak) furnish(ctx context.Context) error {
	s.studio = demo.NewStudio(s.Seed)
	faces := filepath.Join(s.folder, "faces.json")
	if s.Pictures != "" {
		kept, err := filepath.Abs(s.Pictures)
		if err == nil {
			err = os.MkdirAll(kept, 0o750)
		}
		if err != nil {
			return err
		}
		s.studio.Kept, faces = kept, filepath.Join(kept, "faces.json")
	}
	if _, err := s.studio.Learn(ctx, faces, s.Log); err != nil {
		return err
	}
	s.config = filepath.Join(s.folder, "jantaku.yaml")
	port, err := local.FreePort()
	if err != nil {
		return err
	}
	if s.port, err = local.FreePort(); err != nil {
		return err
	}
	s.page = fmt.Sprintf("http://127.0.0.1:%d", port)
	broker := fmt.Sprintf("listen: '127.0.0.1:%d', user: %s, password: %s, store: %d", s.port, neighbour, neighbour, storeRoom>>20)
	if s.Mosquitto {
		if s.broker, err = newMosquitto(ctx, s.folder, s.port); err != nil {
			return err
		}
		broker = fmt.Sprintf("broker: 'tcp://127.0.0.1:%d'", s.port)
	}
	s.audience.seat(s.Displays, port)
	text := fmt.Sprintf("data: %s\ntable: { port: %s, dialect: reference, assume: [%s] }\ncamera: { source: 'folder+loop:%s', settle: 0s, burst: 1 }\n"+
		"eye: { faces: %s, added_beside: true }\nmatch: { rules: %s, length: open, course: { seats: fixed }, players: [%s] }\n"+
		"mqtt: { %s }\nweb: { listen: '127.0.0.1:%d' }\n",
		s.data, s.board.Port(), strings.Join(s.Assume, ", "), filepath.Join(s.folder, "pictures"), faces, books.Default, players, broker, port)
	return errors.Join(os.Mkdir(filepath.Join(s.folder, "pictures"), 0o750), os.WriteFile(s.config, []byte(text), 0o600),
		s.picture(ctx))
}

// picture puts a photograph of the table before the camera, whole at once.
func (s *Soak) picture(ctx context.Context) error {
	photo, err := s.studio.Camera().Next(ctx)
	if err != nil {
		return err
	}
	if s.shown = append(s.shown, photo.Data); len(s.shown) > remembered {
		s.shown = s.shown[1:]
	}
	return s.show(photo.Data)
}

// remembered is how many pictures a camera that lies chooses from.
const remembered = 8

func (s *Soak) show(data []byte) error {
	name := filepath.Join(s.folder, "next.jpg")
	return errors.Join(os.WriteFile(name, data, 0o600), os.Rename(name, filepath.Join(s.folder, "pictures", "1.jpg")))
}

// play plays all hands.
func (s *Soak) play(ctx context.Context) error {
	rules, err := books.Open(books.Default, "", nil)
	if err != nil {
		return err
	}
	house := demo.Dealer{Random: rand.New(rand.NewPCG(s.Seed, 4)), Rules: rules, Plain: true}
	position := models.Position{Seats: [models.Places]int{0, 1, 2, 3}, Dealer: 1}
	if s.disk != nil && (len(s.Only) == 0 || slices.Contains(s.Only, powerCut)) {
		if err := s.cutFirstStarts(ctx); err != nil {
			return err
		}
	}
	if err := s.until(ctx, func() bool { _, err := os.Stat(filepath.Join(s.data, "board.json")); return err == nil }); err != nil {
		return fmt.Errorf("the daemon does not start: %w", err)
	}
	for start := time.Now(); len(s.told) < s.Hands && (s.For == 0 || time.Since(start) < s.For); {
		hand, err := house.Next(position)
		if err == nil {
			err = s.studio.Lay(hand)
		}
		if err == nil {
			err = s.picture(ctx)
		}
		if err == nil {
			err = s.hand(ctx, hand)
		}
		if err != nil {
			return err
		}
		if len(s.told)%matchHands == 0 {
			if err := s.match(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// struck is how many faults there were.
func (s *Soak) struck() (n int) {
	for _, times := range s.faults {
		n += times
	}
	return n
}

// hand has the board tell a hand, with a fault at some moment of it, and waits until the daemon
// has dealt with it.
func (s *Soak) hand(ctx context.Context, d demo.Deal) error {
	events := device.Play{Rolls: [][2]int{{3, 4}, {1, 6}}, Roller: 1, Winner: d.Place, From: d.From, Tile: d.Win}.Events(device.RiichiTray)
	strike, left := time.Now().Add(never), 0
	draw := func() { // at any moment from the first event until the hand is booked, or as long after the last fault
		whole := time.Duration(len(events))*s.Pace + s.reading
		strike = time.Now().Add(time.Duration(s.random.Int64N(int64(whole))))
	}
	if s.random.IntN(max(1, s.Every)) == 0 {
		left = max(1, s.Times)
		draw()
	}
	nothing := func() error { return nil }
	settled := nothing // waits until the fault is over, or ends it
	var struck time.Time
	faulty := func() error {
		if time.Now().Before(strike) {
			return nil
		}
		before := settled
		settled = nothing
		if err := before(); err != nil {
			return fmt.Errorf("a fault stays: %w", err)
		}
		heal, healed := func() error { return nil }, make(chan error, 1)
		err := s.fault(ctx, &heal)
		struck = time.Now()
		timer := time.AfterFunc(time.Duration(s.random.Int64N(int64(longestFault))), func() { healed <- heal() })
		settled = func() error {
			if timer.Stop() {
				return heal()
			}
			return <-healed
		}
		if left--; left > 0 {
			draw()
		} else {
			strike = time.Now().Add(never)
		}
		return err
	}
	pressed, err := s.say(ctx, d, events, &strike, faulty)
	seq := s.seq
	dealtWith := func() bool { return storyOf(s.data) >= seq }
	for err == nil && !dealtWith() {
		if err = s.until(ctx, func() bool { return dealtWith() || time.Now().After(strike) }); err == nil {
			err = faulty()
		}
	}
	if err := settled(); err != nil {
		return fmt.Errorf("a fault stays: %w", err)
	}
	if err != nil {
		if ctx.Err() != nil && !pressed.IsZero() { // nobody waits for it any more
			s.told = s.told[:len(s.told)-1]
		}
		return fmt.Errorf("hand %d is not dealt with: %w", seq, err)
	}
	s.reading = time.Since(pressed)
	if struck.After(pressed) {
		s.reading = time.Since(struck)
	}
	s.silence = max(s.silence, time.Since(pressed))
	s.memory = append(s.memory, s.resident())
	return errors.Join(s.answer(ctx), demo.Pause(ctx, betweenHands))
}

// say has the board tell the events of a hand, and gives when the button was pressed.
func (s *Soak) say(ctx context.Context, d demo.Deal, events []device.Event, strike *time.Time, faulty func() error) (pressed time.Time, err error) {
	for _, e := range events {
		if err := s.board.Say(e); err != nil {
			return pressed, err
		}
		s.seq++
		if e.Kind == device.WinPressed {
			pressed = time.Now()
			s.told = append(s.told, playedHand{seq: s.seq, deal: d})
		}
		if err := demo.Pause(ctx, min(s.Pace, max(0, time.Until(*strike)))); err != nil {
			return pressed, err
		}
		if err := faulty(); err != nil {
			return pressed, err
		}
	}
	return pressed, nil
}

// storyOf is the newest event that the daemon has dealt with.
func storyOf(data string) uint32 {
	story, err := device.Memory{File: filepath.Join(data, "board.json")}.Load()
	if err != nil {
		return 0
	}
	return story.Seq
}

// oneFault is something bad that happens.
type oneFault struct {
	name string
	do   func() error
}

// known reports faults that are asked for and that there are not here.
func (s *Soak) known() error {
	var names []string
	for _, one := range s.faultsHere(context.Background(), nil) {
		names = append(names, one.name)
	}
	for _, asked := range s.Only {
		if !slices.Contains(names, asked) {
			return fmt.Errorf("fault %q is none of: %s", asked, strings.Join(names, ", "))
		}
	}
	return nil
}

// fault does something bad; heal ends it.
func (s *Soak) fault(ctx context.Context, heal *func() error) error {
	all := s.faultsHere(ctx, heal)
	if len(s.Only) > 0 {
		all = slices.DeleteFunc(all, func(one oneFault) bool { return !slices.Contains(s.Only, one.name) })
	}
	one := all[s.random.IntN(len(all))]
	s.faults[one.name]++
	s.Log.Info("fault", "what", one.name)
	if err := one.do(); err != nil {
		return fmt.Errorf("%s: %w", one.name, err)
	}
	return nil
}

// faultsHere are all that this soak can do.
func (s *Soak) faultsHere(ctx context.Context, heal *func() error) []oneFault {
	all := []oneFault{
		{"daemon killed", func() error { s.kill(); return s.start() }},
		{"daemon stopped", func() error { return s.stop(s.daemon.Process.Pid, heal) }},
		{"eye killed", func() error {
			for _, pid := range s.eye() {
				_ = unix.Kill(pid, unix.SIGKILL) // it may just have ended
			}
			return nil
		}},
		{"eye stopped", func() error {
			for _, pid := range s.eye() {
				_ = unix.Kill(pid, unix.SIGSTOP)
			}
			return nil // it is replaced
		}},
		{"camera gives nothing", func() error {
			there, away := filepath.Join(s.folder, "pictures", "1.jpg"), filepath.Join(s.folder, "away.jpg")
			*heal = func() error { return os.Rename(away, there) }
			return os.Rename(there, away)
		}},
		{"camera gives rubbish", func() error {
			name := filepath.Join(s.folder, "pictures", "1.jpg")
			good, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			*heal = func() error { return s.show(good) }
			return s.show(good[:len(good)/3])
		}},
		{"camera shows another hand", func() error {
			good, lie := s.shown[len(s.shown)-1], s.shown[s.random.IntN(len(s.shown))]
			*heal = func() error { return s.show(good) }
			return s.show(lie)
		}},
		{"cable damages everything", func() error {
			s.noisy.Store(true)
			*heal = func() error { s.noisy.Store(false); return nil }
			return nil
		}},
		{"rubbish on the line", func() error { return s.board.Garble([]byte("$17 wi\x00\xff\xfe~~~win 9\r\n")) }},
		{"books locked", func() error { return s.lockBooks(heal) }},
	}
	if s.disk != nil {
		all = append(all, oneFault{powerCut, func() error { return s.powerCut(ctx) }},
			oneFault{"disk full", func() (err error) { *heal, err = s.disk.fill(); return err }})
	}
	if s.Skewed {
		all = append(all, oneFault{"clock set", s.setClock})
	}
	if s.Mosquitto {
		all = append(all, oneFault{"broker killed", func() error { s.broker.kill(); *heal = s.broker.start; return nil }})
	} else if s.disk == nil {
		all = append(all, oneFault{"store full", func() error { return s.stuff(ctx) }})
	}
	return all
}

func (s *Soak) stop(pid int, heal *func() error) error {
	*heal = func() error {
		if err := unix.Kill(pid, unix.SIGCONT); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
		return nil
	}
	return unix.Kill(pid, unix.SIGSTOP)
}

// walWriteLock is the byte of the index of SQLite's log that its writers lock (WAL_WRITE_LOCK,
// https://www.sqlite.org/walformat.html).
const walWriteLock = 120

// lockBooks keeps the books from being written, as another program's transaction does.
func (s *Soak) lockBooks(heal *func() error) error {
	f, err := os.OpenFile(filepath.Join(s.data, s.Ledger+"-shm"), os.O_RDWR, 0)
	if err != nil {
		return nil // not open just now
	}
	*heal = f.Close
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: walWriteLock, Len: 1}
	if unix.FcntlFlock(f.Fd(), unix.F_SETLK, &lock) != nil {
		return nil // it is just being written
	}
	return nil
}

// resident is the memory of daemon and eye in kB; what they share, the program itself for one, is
// counted once (proportional set size).
func (s *Soak) resident() (kB int64) {
	for _, pid := range append(s.eye(), s.daemon.Process.Pid) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if err != nil {
			continue // ended meanwhile
		}
		for _, line := range strings.Split(string(text), "\n") {
			if rest, ok := strings.CutPrefix(line, "Pss:"); ok {
				n, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
				kB += n
			}
		}
	}
	return kB
}

// compare compares hands with what stands in the books of some matches, and prints every difference.
func (s *Soak) compare(told []playedHand, matches ...ledger.State) (n sum) {
	found := map[string][]models.HandRecord{}
	for _, m := range matches {
		for _, e := range m.Entries {
			if e.Kind == ledger.HandPlayed {
				h := e.Current().Hand.HandRecord
				found[numberOf(h.ID)] = append(found[numberOf(h.ID)], h)
			}
		}
	}
	n.hands = len(told)
	for _, t := range told {
		in := found[fmt.Sprint(t.seq)]
		switch {
		case t.asked && len(in) == 0:
			n.asked++
		case len(in) == 0:
			n.lost++
			fmt.Fprintf(s.Out, "lost: the hand of event %d\n", t.seq)
		case len(in) > 1:
			n.doubled++
			fmt.Fprintf(s.Out, "doubled: the hand of event %d\n", t.seq)
		case !t.deal.Is(in[0]):
			n.wrong++
			fmt.Fprintf(s.Out, "wrong: event %d, played %v, booked %v\n", t.seq, t.deal, in[0].Wins)
		}
	}
	return n
}

// text says what came of a soak.
func (s *Soak) text(n sum) string {
	first, last := int64(0), int64(0)
	if len(s.memory) > 0 {
		first, last = slices.Max(s.memory[:(len(s.memory)+3)/4]), slices.Max(s.memory[len(s.memory)*3/4:])
	}
	return fmt.Sprintf("seed %d, faults of %d: %d hands, %d lost, %d doubled, %d wrong, %d asked; longest silence %v; memory %d MB at most in the first quarter, %d MB in the last; the daemon ended by itself %d times",
		s.Seed, s.Faults, n.hands, n.lost, n.doubled, n.wrong, n.asked, s.silence.Round(time.Millisecond), first>>10, last>>10, s.ends)
}

// report prints what came of it, after all books were read and replayed.
func (s *Soak) report(ctx context.Context) error {
	l, err := ledger.OpenForReading(ctx, filepath.Join(s.data, s.Ledger), ledger.WithShelf(referee.Shelf))
	if err != nil {
		return err
	}
	defer l.Close()
	digests, err := l.Matches(ctx)
	if err != nil {
		return err
	}
	matches := make([]ledger.State, len(digests))
	for i, d := range digests {
		if matches[i], err = l.Match(ctx, d.Match.ID); err != nil {
			return err
		}
	}
	n := s.compare(s.told, matches...)
	fmt.Fprintln(s.Out, s.text(n))
	for _, name := range slices.Sorted(maps.Keys(s.faults)) {
		fmt.Fprintf(s.Out, "  %4d %s\n", s.faults[name], name)
	}
	for _, why := range slices.Sorted(maps.Keys(s.why)) {
		fmt.Fprintf(s.Out, "  %4d asked: %s\n", s.why[why], why)
	}
	for _, words := range slices.Sorted(maps.Keys(s.words)) {
		fmt.Fprintf(s.Out, "  %4d ended by itself, and said last: %s\n", s.words[words], words)
	}
	if s.Displays > 0 {
		fmt.Fprintln(s.Out, s.audience.text())
	}
	replay, err := l.Replay(ctx, true)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "replay: %d events, %d hands, %d scored otherwise, faults %v\n", replay.Events, replay.Hands, replay.Unscored, replay.Faults)
	if n.lost+n.doubled+n.wrong+len(replay.Faults)+replay.Unscored > 0 {
		return Err
	}
	return nil
}

// stuff fills the broker's store for a subscriber that never comes back. It ends when the broker
// takes no more, or was killed meanwhile.
func (s *Soak) stuff(ctx context.Context) error {
	connect := func(id string, clean bool) (paho.Client, error) {
		c := paho.NewClient(paho.NewClientOptions().AddBroker(fmt.Sprintf("tcp://127.0.0.1:%d", s.port)).SetClientID(id).SetCleanSession(clean).
			SetUsername(neighbour).SetPassword(neighbour).SetAutoReconnect(false).SetConnectTimeout(20 * time.Second))
		t := c.Connect()
		t.Wait()
		return c, t.Error()
	}
	sleeper, err := connect("sleeper", false)
	if err != nil {
		return nil // it is being started
	}
	token := sleeper.Subscribe("jantaku/flood/#", 1, nil)
	token.WaitTimeout(20 * time.Second)
	sleeper.Disconnect(100)
	loud, err := connect("loud", true)
	if err != nil {
		return nil
	}
	defer loud.Disconnect(0)
	text := strings.Repeat("x", stuffed)
	for range stuffing {
		if t := loud.Publish("jantaku/flood/x", 1, false, text); !t.WaitTimeout(5*time.Second) || t.Error() != nil {
			break
		}
		if err := ctx.Err(); err != nil {
			return errors.Join(err)
		}
	}
	return nil
}

// match tells what came of the hands so far, and ends the match for the next one.
func (s *Soak) match(ctx context.Context) error {
	l, err := ledger.OpenForReading(ctx, filepath.Join(s.data, s.Ledger), ledger.WithShelf(referee.Shelf))
	if err != nil {
		return err
	}
	here := s.compare(s.told[s.counted:], l.State())
	if err := l.Close(); err != nil {
		return err
	}
	s.counted, s.so = len(s.told), s.so.plus(here)
	fmt.Fprintf(s.Out, "so far %d faults; %s\n", s.struck(), s.text(s.so))
	return s.nextMatch(ctx)
}

// nextMatch has the referee end the match and begin another one.
func (s *Soak) nextMatch(ctx context.Context) error {
	for _, one := range []struct {
		op   string
		body any
		did  error // what is said when it was done, but the answer was lost to a fault
	}{
		{"match-finish", map[string]any{}, ledger.ErrFinished},
		{"match-new", map[string]any{"rules": books.Default, "length": "open", "course": map[string]string{"seats": "fixed"}, "players": strings.Split(players, ", ")}, ledger.ErrUnfinished},
	} {
		done := func() bool {
			err := s.ask(ctx, one.op, one.body)
			return err == nil || slices.ContainsFunc(models.ReasonsOf(err), func(r models.Reason) bool { return r.Code == models.ReasonsOf(one.did)[0].Code })
		}
		if err := s.until(ctx, done); err != nil {
			return fmt.Errorf("%s: %w", one.op, err)
		}
	}
	return nil
}
