package device

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"jantaku/models"
)

// Simulation is a simulated table that a person can play with.
type Simulation struct {
	Options SimulatorOptions
	Link    string        // symbolic link to make to the port, or empty
	Pace    time.Duration // between two events
	Seed    uint64        // of dice, winners and noise
	Rate    float64       // part of the bytes that is damaged on the way, 0 to 1
	Out     io.Writer

	random *rand.Rand

	mu    sync.Mutex
	noise *Noise

	table *Simulator
}

func (s *Simulation) damage(p []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.noise.Damage(p)
}

// Run plays the hands, then does what the lines of in say until it ends.
func (s *Simulation) Run(ctx context.Context, in io.Reader, hands int) error {
	s.random = rand.New(rand.NewPCG(s.Seed, 0))
	s.noise = NewNoise(s.Rate, s.Seed)
	s.Options.Noise = s.damage
	if err := s.plug(); err != nil {
		return err
	}
	defer s.unplug()
	Linger(ctx, s.Pace) // somebody may want to open the port first
	for i := 0; i != hands && ctx.Err() == nil; i++ {
		if err := s.hand(ctx); err != nil {
			return err
		}
	}
	lines := make(chan string)
	go func() { // ends with the input; a read of a terminal cannot be cancelled
		defer close(lines)
		for scanner := bufio.NewScanner(in); scanner.Scan(); {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, ok := <-lines:
			if !ok {
				Linger(ctx, s.Pace) // closing the terminal would throw away what was not read yet
				return nil
			}
			if line == "quit" {
				return nil
			}
			if err := s.do(ctx, line); err != nil {
				fmt.Fprintln(s.Out, err)
			}
		}
	}
}

func (s *Simulation) plug() (err error) {
	s.table, err = NewSimulator(s.Options)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Out, s.table.Port())
	if s.Link == "" {
		return nil
	}
	os.Remove(s.Link)
	return os.Symlink(s.table.Port(), s.Link)
}

func (s *Simulation) unplug() {
	s.table.Close()
	if s.Link != "" {
		os.Remove(s.Link)
	}
}

// do does what one line says.
func (s *Simulation) do(ctx context.Context, line string) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	argument := strings.Join(words[1:], " ")
	switch words[0] {
	case "hand":
		return s.hand(ctx)
	case "reboot":
		s.table.Reboot()
		return nil
	case "unplug":
		d, err := time.ParseDuration(argument)
		if err != nil {
			return fmt.Errorf("unplug: %w", err)
		}
		s.unplug()
		Linger(ctx, d)
		return s.plug()
	case "garbage":
		junk := []byte("$17 wi")
		for range 64 {
			junk = append(junk, byte(s.random.IntN(256)))
		}
		return s.table.Garble(junk)
	case "noise":
		rate, err := strconv.ParseFloat(argument, 64)
		if err != nil || rate < 0 || rate > 1 {
			return fmt.Errorf("noise: %q is not 0 to 1", argument)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.noise.Rate = rate
		return nil
	}
	e, err := ParseEvent(line)
	if err != nil {
		return err
	}
	return s.table.Say(e)
}

// hand plays a hand with random dice; one in eight is drawn.
func (s *Simulation) hand(ctx context.Context) error {
	roll := func() [2]int { return [2]int{1 + s.random.IntN(6), 1 + s.random.IntN(6)} }
	play := Play{Rolls: [][2]int{roll(), roll()}, Roller: 1, Pace: s.Pace}
	if s.random.IntN(8) > 0 {
		play.Winner = models.PlaceAt(s.random.IntN(models.Places))
		play.From = models.PlaceAt(s.random.IntN(models.Places))
	}
	if err := s.table.PlayHand(ctx, play); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// Linger waits for d or until ctx is done.
func Linger(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
