package main

import (
	"github.com/spf13/cobra"

	"jantaku/internal/cliinput"
	"jantaku/ledger"
)

func newMatchCorrectCommand() *cobra.Command {
	var c cliinput.Correction
	cmd := correctCommand("correct HAND", "give a hand a new version", cobra.ExactArgs(1),
		func(_ *cobra.Command, s ledger.State, args []string) (ledger.Correction, error) {
			e, err := cliinput.HandEntry(s, args[0])
			if err != nil {
				return ledger.Correction{}, err
			}
			h, err := c.Apply(s, e)
			return ledger.HandCorrection(e.ID, h), err
		})
	cmd.Long = `Corrects a hand, by its number in the match or its entry id. Only what is given changes:

  jantaku match correct 3 --replace 5m=6m --why "misread"
  jantaku match correct 3 --winner Bo --from Dai
  jantaku match correct 3 --hand "[123m<] 456p 789s 1122z +2z last-discard"
  jantaku match correct 3 --draw
Hands played since keep dealer, seats and payments, because they were dealt so. Where the books
were wrong and the table knew better they are replayed; --preview shows both:
  jantaku match correct 3 --winner Bo --later replay`
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
