package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os/exec"
	"strconv"

	"github.com/spf13/cobra"

	"jantaku/internal/card"
	"jantaku/internal/command"
	"jantaku/internal/replay"
	"jantaku/internal/report"
	"jantaku/internal/terminal"
	"jantaku/ledger"
	"jantaku/scoreboard"
)

// errDisagrees reports a ledger whose parts contradict each other.
var errDisagrees = errors.New("the ledger does not agree with its events")

func newReplayCommand() *cobra.Command {
	var f ledgerFlags
	var rescore, asJSON bool
	var open string
	cmd := &cobra.Command{
		Use:   "replay",
		Short: "build everything again from the events and compare",
		Long: `Reads the whole journal, checks every checksum, folds every match again and compares
the outcome with what is kept. With --rescore every win is scored again as well. Works
beside a running daemon and changes nothing.

With --open HAND a hand that was recorded move by move is shown in a browser instead, played
again on a page of this machine: HAND is the id of the hand, its number in the newest match,
or last.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.read(cmd.Context(), func(l *ledger.Ledger) error {
				if open != "" {
					return openReplay(cmd.Context(), cmd.OutOrStdout(), l, open)
				}
				report, err := l.Replay(cmd.Context(), rescore)
				if err != nil {
					return err
				}
				if asJSON {
					err = printJSON(cmd, report)
				} else {
					err = printReport(cmd, report, rescore)
				}
				if err == nil && len(report.Faults) > 0 {
					err = errDisagrees
				}
				return err
			})
		},
	}
	f.addPath(cmd)
	cmd.Flags().BoolVar(&rescore, "rescore", false, "score every win again")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().StringVar(&open, "open", "", "show this hand in a browser: its id, its number in the newest match, or last")
	return cmd
}

// openReplay serves the page of a hand on this machine until the context ends, and opens it where there is a browser.
func openReplay(ctx context.Context, out io.Writer, l *ledger.Ledger, which string) error {
	entry := which
	if e, ok := handNamed(l.State(), which); ok {
		entry = e.ID
	}
	if _, err := replay.Of(ctx, l, entry); err != nil {
		return fmt.Errorf("hand %s: %w", which, err)
	}
	words, err := scoreboard.Words()
	if err != nil {
		return err
	}
	pages := scoreboard.Config{Prefix: "jantaku", Table: "books", Node: "books", Program: "jantaku " + version, Broker: nowhere,
		Photos: l, Archive: report.NewArchive(l, words), Replays: replay.Archive{Books: l}}
	if cards, err := card.NewArchive(l, words); err == nil { // without fonts there are no pictures, and the rest is served
		defer cards.Close()
		pages.Shares = cards
	}
	s, err := scoreboard.New(pages)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	address := fmt.Sprintf("http://%s/replay?hand=%s", listener.Addr(), url.QueryEscape(entry))
	fmt.Fprintf(out, "%s\nserved until you stop it\n", address)
	if browser, err := exec.LookPath("xdg-open"); err == nil {
		go func() { _ = exec.CommandContext(ctx, browser, address).Run() }() // the address is printed too
	}
	return s.Serve(ctx, listener)
}

// nowhere is the broker of pages that hear of no table.
const nowhere = "tcp://127.0.0.1:1"

// handNamed finds a hand of the newest match by its number, or its last one.
func handNamed(s ledger.State, which string) (ledger.Entry, bool) {
	if which == "last" {
		return s.LastHand()
	}
	number, err := strconv.Atoi(which)
	if err != nil {
		return ledger.Entry{}, false
	}
	return s.Hand(number)
}

func printReport(cmd *cobra.Command, r ledger.Report, rescore bool) error {
	p := terminal.NewPage(cmd.OutOrStdout())
	p.Line("%d events, %d matches, %d hands", r.Events, r.Matches, r.Hands)
	if rescore {
		p.Line("%d wins are scored otherwise by the rule books of today; the recorded scores count", r.Unscored)
	}
	for _, fault := range r.Faults {
		p.Line("fault: %s", fault)
	}
	if len(r.Faults) == 0 {
		p.Line("everything agrees with the events")
	}
	if err := p.Done(); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
