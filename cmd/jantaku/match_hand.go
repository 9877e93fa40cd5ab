package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jantaku/internal/cliinput"
	"jantaku/internal/command"
	"jantaku/internal/terminal"
	"jantaku/internal/usageerror"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

func addHand(f *cliinput.Hand, cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.Ready, "ready", nil, "players who showed a waiting hand, each with =HAND where the rule book pays for it, or none")
	cmd.Flags().StringSliceVar(&f.Gone, "gone", nil, "waits of a shown hand of which every copy is visible from its seat, as PLAYER=TILES or PLAYER=none")
	cmd.Flags().StringVar(&f.Lying, "lying", "", "all tiles that lie open besides the hands that are named: rivers, melds of others; then nobody has to say what is gone")
	cmd.Flags().StringSliceVar(&f.Riichi, "laid", nil, "players who laid a riichi stick in this hand")
	cmd.Flags().IntSliceVar(&f.Points, "points", nil, "points by place as the referee fixed them, such as 30,-10,-10,-10")
}

// record situates, scores and appends a hand to the match that is being played.
func record(cmd *cobra.Command, f *ledgerFlags, make func(ledger.State) (models.HandRecord, error)) error {
	return f.write(cmd.Context(), func(l *ledger.Ledger) error {
		s := l.State()
		if s.Position.Seating != "" && !s.Finished {
			return fmt.Errorf("everybody changes seats before this hand%s; say that they sit so with jantaku match seats, or who sits where with jantaku match seats PLACE1 PLACE2 PLACE3 PLACE4", terminal.SeatsText(s.View()))
		}
		h, err := make(s)
		if err != nil {
			return err
		}
		if err := cliinput.MayWin(s, h); err != nil {
			return err
		}
		if again, _ := cmd.Flags().GetBool("again"); !again && cliinput.Twice(s, h, time.Now()) {
			return fmt.Errorf("%w: this hand was recorded less than a minute ago; --again if it is another one", usageerror.Err)
		}
		h.ID = fmt.Sprintf("%s-%d", s.Match.ID, s.Seq+1)
		h = l.Situate(s.Continue(h))
		var results []scoring.Result
		for i := range h.Wins {
			result, err := s.Score(&h.Wins[i].Win)
			if err != nil {
				return err
			}
			if h.Wins[i].Facts, err = cliinput.Facts(s, &h.Wins[i].Win, &result); err != nil {
				return err
			}
			results = append(results, result)
		}
		if _, err := l.Append(cmd.Context(), f.author(), h, results...); err != nil {
			return err
		}
		return terminal.PrintMatch(cmd.OutOrStdout(), l.State())
	})
}

func newMatchWinCommand() *cobra.Command {
	var f ledgerFlags
	var h cliinput.Hand
	var also []string
	cmd := &cobra.Command{
		Use:   "win PLAYER HAND",
		Short: "record a win that was not read by the camera",
		Long: `Records a win. HAND is typed as for jantaku score, without seats: they follow from who plays.

  jantaku match win Bo --from Ann "123m 456p 234s 55p 78s +9s riichi" --laid Bo
  jantaku match win Bo --from Ann "..." --also "Dai=123m 456p ... +9s"
Where the rule book pays waiting hands (Yuque) say who shows which, or --ready none:
  jantaku match win Bo --from Ann "..." --ready "Dai=[555z] 234m 345p 99s 78s" --gone Dai=none`,
		Args: command.Args(cobra.MinimumNArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			hands := append([]string{args[0] + "=" + strings.Join(args[1:], " ")}, also...)
			return record(cmd, &f, func(s ledger.State) (models.HandRecord, error) { return cliinput.Wins(s, h, hands) })
		},
	}
	f.addChange(cmd)
	addHand(&h, cmd)
	cmd.Flags().StringVar(&h.From, "from", "", "who supplied the winning tile; nobody on a self-draw")
	cmd.Flags().Bool("again", false, "the hand is another one than the same that was recorded just before")
	cmd.Flags().StringArrayVar(&also, "also", nil, "who else wins on the same tile, as PLAYER=HAND; may be repeated")
	return cmd
}

func newMatchDrawCommand() *cobra.Command {
	var f ledgerFlags
	var h cliinput.Hand
	cmd := &cobra.Command{
		Use:   "draw",
		Short: "record a hand without a winner",
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return record(cmd, &f, func(s ledger.State) (models.HandRecord, error) {
				o := models.Outcome{Ending: models.Drawn}
				if h.Abort != "" {
					o = models.Outcome{Ending: models.Aborted, Reason: h.Abort}
				}
				o, err := h.Outcome(s, o)
				if err == nil {
					err = h.RiichiReady(s, o)
				}
				return models.HandRecord{Outcome: o}, err
			})
		},
	}
	f.addChange(cmd)
	addHand(&h, cmd)
	cmd.Flags().StringVar(&h.Abort, "abort", "", "the hand was stopped: nine-terminals, four-winds, four-riichi, four-kongs, triple-ron")
	cmd.Flags().StringSliceVar(&h.Noten, "noten", nil, "players who laid riichi and whose hand does not wait after all")
	cmd.Flags().StringSliceVar(&h.Nagashi, "nagashi", nil, "players who win by their discards")
	return cmd
}
