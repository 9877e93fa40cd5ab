package main

import (
	"github.com/spf13/cobra"

	"jantaku/internal/terminal"
	"jantaku/internal/typed"
	"jantaku/ledger"
)

func newMatchCorrectCommand() *cobra.Command {
	var f ledgerFlags
	var c typed.Correction
	cmd := &cobra.Command{
		Use:   "correct HAND",
		Short: "give a hand a new version; later hands are replayed",
		Long: `Corrects a hand, by its number in the match or its entry id. Only what is given changes:

  jantaku match correct 3 --replace 5m=6m --why "misread"
  jantaku match correct 3 --winner Bo --from Dai
  jantaku match correct 3 --hand "[123m<] 456p 789s 1122z +2z last-discard"
  jantaku match correct 3 --draw`,
		Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.write(cmd.Context(), func(l *ledger.Ledger) error {
				s, err := f.find(cmd.Context(), l)
				if err != nil {
					return err
				}
				e, err := typed.HandEntry(s, args[0])
				if err != nil {
					return err
				}
				h, err := c.Apply(s, e)
				if err != nil {
					return err
				}
				s, err = l.CorrectHand(cmd.Context(), f.author(), s.Match.ID, e.ID, h)
				if err != nil {
					return err
				}
				return terminal.PrintMatch(cmd.OutOrStdout(), s)
			})
		},
	}
	f.addChange(cmd)
	addHand(&c.Hand, cmd)
	cmd.Flags().StringVar(&c.Whole, "hand", "", "the whole hand, typed as for jantaku score")
	cmd.Flags().StringVar(&c.Winner, "winner", "", "who won")
	cmd.Flags().StringVar(&c.From, "from", "", "who supplied the winning tile, or self")
	cmd.Flags().StringVar(&c.Tile, "tile", "", "the winning tile")
	cmd.Flags().StringSliceVar(&c.Replace, "replace", nil, "one tile for another, such as 5m=6m")
	cmd.Flags().StringSliceVar(&c.Flags, "flags", nil, "the circumstances, such as last-draw; none for none")
	cmd.Flags().BoolVar(&c.Draw, "draw", false, "nobody won")
	return cmd
}
