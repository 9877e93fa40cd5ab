package main

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

	"github.com/spf13/cobra"

	"jantaku/device"
	"jantaku/models"
)

const simulateHelp = `Plays a table behind a pseudo-terminal and prints the name of its port. Point table.port
of the configuration at it (or at --link, a name that stays the same).

Lines on standard input do things at once:

  win 2 from 3 tile 5m     any event of the line dialect (docs/serial.md)
  hand                     a whole hand
  reboot                   the board loses power for a moment
  unplug 5s                the cable is pulled, and comes back under another name
  garbage                  half a line and random bytes
  noise 0.01               one byte in a hundred is damaged from now on, both ways
  quit`

// simulation is a simulated table that a person can play with.
type simulation struct {
	options device.SimulatorOptions
	link    string // symbolic link to the port, or empty
	pace    time.Duration
	out     io.Writer
	random  *rand.Rand

	mu    sync.Mutex
	noise *device.Noise

	table *device.Simulator
}

func newSimulateCommand() *cobra.Command {
	s := &simulation{}
	var can, model string
	var hands int
	var rate float64
	var seed uint64
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "play a table on a pseudo-terminal, with faults on demand",
		Long:  simulateHelp,
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.options.Board = device.Board{Serial: "SIM-0001", Model: model, Firmware: version}
			if err := s.options.Board.Capabilities.UnmarshalText([]byte(can)); err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			s.random = rand.New(rand.NewPCG(seed, 0))
			s.noise = device.NewNoise(rate, seed)
			s.options.Noise = s.damage
			s.out = cmd.OutOrStdout()
			return s.run(cmd.Context(), cmd.InOrStdin(), hands)
		},
	}
	cmd.Flags().StringVar(&s.options.Dialect, "dialect", device.Lines, "what the board speaks: "+strings.Join(device.Dialects(), " "))
	cmd.Flags().IntVar(&s.options.Baud, "baud", 0, "speed of the board; a host at another one reads garbage; 0 is any")
	cmd.Flags().StringVar(&can, "capabilities", "riichi-tray,136,144,108", "what the table can do, with commas")
	cmd.Flags().StringVar(&model, "model", "simulator", "model that the board tells")
	cmd.Flags().StringVar(&s.link, "link", "", "symbolic link to make to the port")
	cmd.Flags().IntVar(&hands, "hands", 0, "play this many hands, one after the other; -1 for ever")
	cmd.Flags().DurationVar(&s.pace, "pace", time.Second, "time between two events")
	cmd.Flags().Float64Var(&rate, "noise", 0, "part of the bytes that is damaged on the way, 0 to 1")
	cmd.Flags().Uint64Var(&seed, "seed", rand.Uint64(), "of dice, winners and noise")
	return cmd
}

func (s *simulation) damage(p []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.noise.Damage(p)
}

// run plays the hands, then does what the lines of in say until it ends.
func (s *simulation) run(ctx context.Context, in io.Reader, hands int) error {
	if err := s.plug(); err != nil {
		return err
	}
	defer s.unplug()
	linger(ctx, s.pace) // somebody may want to open the port first
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
				linger(ctx, s.pace) // closing the terminal would throw away what was not read yet
				return nil
			}
			if line == "quit" {
				return nil
			}
			if err := s.do(ctx, line); err != nil {
				fmt.Fprintln(s.out, err)
			}
		}
	}
}

func (s *simulation) plug() (err error) {
	s.table, err = device.NewSimulator(s.options)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out, s.table.Port())
	if s.link == "" {
		return nil
	}
	os.Remove(s.link)
	return os.Symlink(s.table.Port(), s.link)
}

func (s *simulation) unplug() {
	s.table.Close()
	if s.link != "" {
		os.Remove(s.link)
	}
}

// do does what one line says.
func (s *simulation) do(ctx context.Context, line string) error {
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
		linger(ctx, d)
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
	e, err := device.ParseEvent(line)
	if err != nil {
		return err
	}
	return s.table.Say(e)
}

// hand plays a hand with random dice; one in eight is drawn.
func (s *simulation) hand(ctx context.Context) error {
	roll := func() [2]int { return [2]int{1 + s.random.IntN(6), 1 + s.random.IntN(6)} }
	play := device.Play{Rolls: [][2]int{roll(), roll()}, Roller: 1, Pace: s.pace}
	if s.random.IntN(8) > 0 {
		play.Winner = models.PlaceAt(s.random.IntN(models.Places))
		play.From = models.PlaceAt(s.random.IntN(models.Places))
	}
	if err := s.table.PlayHand(ctx, play); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
