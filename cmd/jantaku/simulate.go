package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jantaku/device"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
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

func newSimulateCommand() *cobra.Command {
	s := &device.Simulation{}
	var can, model string
	var hands int
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "play a table on a pseudo-terminal, with faults on demand",
		Long:  simulateHelp,
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.Options.Board = device.Board{Serial: "SIM-0001", Model: model, Firmware: version}
			if err := s.Options.Board.Capabilities.UnmarshalText([]byte(can)); err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			s.Out = cmd.OutOrStdout()
			return s.Run(cmd.Context(), cmd.InOrStdin(), hands)
		},
	}
	cmd.Flags().StringVar(&s.Options.Dialect, "dialect", device.Lines, "what the board speaks: "+strings.Join(device.Dialects(), " "))
	cmd.Flags().IntVar(&s.Options.Baud, "baud", 0, "speed of the board; a host at another one reads garbage; 0 is any")
	cmd.Flags().StringVar(&can, "capabilities", "riichi-tray,136,144,108", "what the table can do, with commas")
	cmd.Flags().StringVar(&model, "model", "simulator", "model that the board tells")
	cmd.Flags().StringVar(&s.Link, "link", "", "symbolic link to make to the port")
	cmd.Flags().IntVar(&hands, "hands", 0, "play this many hands, one after the other; -1 for ever")
	cmd.Flags().DurationVar(&s.Pace, "pace", time.Second, "time between two events")
	cmd.Flags().Float64Var(&s.Rate, "noise", 0, "part of the bytes that is damaged on the way, 0 to 1")
	cmd.Flags().Uint64Var(&s.Seed, "seed", rand.Uint64(), "of dice, winners and noise; another one each time where none is given")
	cmd.Flags().Lookup("seed").DefValue = "0" // the help is the same each time
	return cmd
}
