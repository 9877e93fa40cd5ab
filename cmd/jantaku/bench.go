package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/lines"
)

func newBenchCommand() *cobra.Command {
	bench := &cobra.Command{Use: "bench", Short: "measure parts of the program on this machine"}
	var rules command.Rules
	var seconds float64
	score := &cobra.Command{
		Use:   "scoring --rules ID FILE.jsonl[.gz]",
		Short: "score the hands of a file over and over in one thread",
		Args:  command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			book, err := rules.Open()
			if err != nil {
				return err
			}
			wins, err := readWins(args[0], scoring.HandSize(book))
			if err != nil {
				return err
			}
			return benchScoring(book, wins, time.Duration(seconds*float64(time.Second)), cmd.OutOrStdout())
		},
	}
	rules.Add(score)
	score.Flags().Float64Var(&seconds, "seconds", 5, "how long to score")
	bench.AddCommand(score)
	return bench
}

// readWins reads the hands of a file; lines that are no hands are left out.
func readWins(path string, size models.HandSize) ([]*models.Win, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			return nil, fmt.Errorf("bench: unpack %s: %w", path, err)
		}
	}
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, lines.MaxBytes)
	var wins []*models.Win
	for scanner.Scan() {
		if win, err := models.ParseWinOf(size, bytes.TrimSpace(scanner.Bytes())); err == nil {
			wins = append(wins, win)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("bench: read %s: %w", path, err)
	}
	if len(wins) == 0 {
		return nil, fmt.Errorf("bench: %s holds no hands", path)
	}
	return wins, nil
}

// benchScoring scores the hands in turn for the given time and prints hands per
// second and allocations per hand.
func benchScoring(book scoring.Ruleset, wins []*models.Win, long time.Duration, out io.Writer) error {
	scored, fans := 0, 0
	pass := func() {
		for _, win := range wins {
			if result, err := book.Score(win); err == nil {
				fans += len(result.Fans)
			}
			scored++
		}
	}
	pass() // warm up
	scored, fans = 0, 0
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	for time.Since(start) < long {
		pass()
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	_, err := fmt.Fprintf(out, "%s: %d hands in %.2f s, %.0f hands/s, %.2f allocations and %.0f bytes a hand, %.1f fans a hand\n",
		book.ID(), scored, took.Seconds(), float64(scored)/took.Seconds(),
		float64(after.Mallocs-before.Mallocs)/float64(scored),
		float64(after.TotalAlloc-before.TotalAlloc)/float64(scored), float64(fans)/float64(scored))
	return err
}
