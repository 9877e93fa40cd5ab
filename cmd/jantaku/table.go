package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"jantaku/device"
	"jantaku/internal/command"
)

func newTableCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "table",
		Short: "listen to a table's serial port, replay a recording, simulate a table, flash and set an adapter board",
		Args:  command.Args(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCheckTableCommand(), newSniffCommand(), newReplayTableCommand(), newSimulateCommand(),
		newFlashCommand(), newPinsCommand())
	return cmd
}

func newCheckTableCommand() *cobra.Command {
	o := device.Options{Log: slog.New(slog.DiscardHandler)}
	var listen time.Duration
	cmd := &cobra.Command{
		Use:   "check PORT",
		Short: "listen to a board for a while and tell how the link is",
		Args:  command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Port = args[0]
			sound := true
			for _, f := range device.Check(cmd.Context(), o, listen) {
				mark := "ok   "
				if !f.Good {
					mark, sound = "FAULT", false
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s  %s\n", mark, f.Text)
			}
			if !sound {
				return fmt.Errorf("the link to %s has faults", o.Port)
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&o.Baud, "baud", device.DefaultBaud, "bits per second; 0 tries the usual ones")
	cmd.Flags().StringVar(&o.Dialect, "dialect", device.Lines, "lines or reference; the others need jantaku doctor")
	cmd.Flags().DurationVar(&listen, "listen", 5*time.Second, "how long")
	return cmd
}

func newSniffCommand() *cobra.Command {
	var baud int
	var file, dialect string
	cmd := &cobra.Command{
		Use:   "sniff PORT",
		Short: "print every byte that a table sends, with times, until interrupted",
		Long: "Prints a recording: seconds since the start, < for bytes from the table, and the bytes as a quoted string.\n" +
			"With --out it goes to a file too, which jantaku table replay plays again.",
		Args: command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			out := cmd.OutOrStdout()
			if file != "" {
				f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
				if err != nil {
					return fmt.Errorf("recording: %w", err)
				}
				defer func() { err = errors.Join(err, f.Close()) }()
				out = io.MultiWriter(out, f)
			}
			return device.Sniff(cmd.Context(), args[0], baud, dialect, out)
		},
	}
	cmd.Flags().IntVar(&baud, "baud", device.DefaultBaud, "bits per second")
	cmd.Flags().StringVar(&file, "out", "", "file to write too; it must not exist")
	cmd.Flags().StringVar(&dialect, "dialect", "", "keys: PORT is a keypad, /dev/input/by-id/…-event-kbd")
	return cmd
}

func newReplayTableCommand() *cobra.Command {
	var baud int
	var speed float64
	var delay time.Duration
	var loop bool
	cmd := &cobra.Command{
		Use:   "replay FILE [PORT]",
		Short: "send what a table said in a recording, onto a new pseudo-terminal or into a port",
		Args:  command.Args(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			pieces, err := readRecording(args[0])
			if err != nil {
				return err
			}
			out, err := replayTarget(cmd, args[1:], baud)
			if err != nil {
				return err
			}
			defer out.Close()
			device.Linger(cmd.Context(), delay)
			for {
				err := device.Replay(cmd.Context(), pieces, out, speed)
				if cmd.Context().Err() != nil {
					return nil // interrupted
				}
				if err != nil || !loop {
					device.Linger(cmd.Context(), delay) // closing the terminal would throw away what was not read yet
					return err
				}
			}
		},
	}
	cmd.Flags().IntVar(&baud, "baud", device.DefaultBaud, "bits per second, of a PORT")
	cmd.Flags().Float64Var(&speed, "speed", 1, "how many times faster than it was; 0 is at once")
	cmd.Flags().DurationVar(&delay, "delay", 2*time.Second, "pause before the first byte, and after the last")
	cmd.Flags().BoolVar(&loop, "loop", false, "begin again at the end, for ever")
	return cmd
}

func readRecording(name string) ([]device.Piece, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	defer f.Close()
	pieces, err := device.ReadRecording(f)
	if err != nil {
		return nil, fmt.Errorf("recording %s: %w", name, err)
	}
	return pieces, nil
}

// replayTarget opens the port named, or a new pseudo-terminal, whose name it prints.
func replayTarget(cmd *cobra.Command, port []string, baud int) (io.WriteCloser, error) {
	if len(port) > 0 {
		return device.OpenSerial(port[0], baud)
	}
	terminal, err := device.OpenTerminal()
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(cmd.OutOrStdout(), terminal.Name())
	return terminal, nil
}
