package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/ledger"
	"jantaku/models"
)

// correction are the flags of match correct.
type correction struct {
	handFlags
	hand, winner, tile string
	replace, flags     []string
	draw               bool
}

func newMatchCorrectCommand() *cobra.Command {
	var f ledgerFlags
	var c correction
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
				e, err := handEntry(s, args[0])
				if err != nil {
					return err
				}
				h, err := c.apply(s, e)
				if err != nil {
					return err
				}
				s, err = l.CorrectHand(cmd.Context(), f.author(), s.Match.ID, e.ID, h)
				if err != nil {
					return err
				}
				return printMatch(cmd.OutOrStdout(), s)
			})
		},
	}
	f.addChange(cmd)
	c.handFlags.add(cmd)
	cmd.Flags().StringVar(&c.hand, "hand", "", "the whole hand, typed as for jantaku score")
	cmd.Flags().StringVar(&c.winner, "winner", "", "who won")
	cmd.Flags().StringVar(&c.from, "from", "", "who supplied the winning tile, or self")
	cmd.Flags().StringVar(&c.tile, "tile", "", "the winning tile")
	cmd.Flags().StringSliceVar(&c.replace, "replace", nil, "one tile for another, such as 5m=6m")
	cmd.Flags().StringSliceVar(&c.flags, "flags", nil, "the circumstances, such as last-draw; none for none")
	cmd.Flags().BoolVar(&c.draw, "draw", false, "nobody won")
	return cmd
}

// handEntry finds a hand by number or entry id.
func handEntry(s ledger.State, what string) (ledger.Entry, error) {
	if n, err := strconv.Atoi(what); err == nil {
		if e, ok := s.Hand(n); ok {
			return e, nil
		}
	}
	if e, ok := s.Entry(what); ok && e.Kind == ledger.HandPlayed {
		return e, nil
	}
	return ledger.Entry{}, fmt.Errorf("%w: hand %s", ledger.ErrNoEntry, what)
}

// apply gives the corrected hand.
func (c *correction) apply(s ledger.State, e ledger.Entry) (models.HandRecord, error) {
	s.Position = e.Before // names mean who sat where then
	h := e.Current().Hand.HandRecord
	if c.draw {
		h.Outcome = models.Outcome{Ending: models.Drawn, Riichi: h.Riichi}
		h.Wins = nil
	}
	h.Wins = slices.Clone(h.Wins)
	if c.winner != "" {
		place, err := placeOf(s, c.winner)
		if err != nil {
			return h, err
		}
		if len(h.Wins) == 0 {
			h.Wins = []models.WinRecord{{}}
		}
		h.Ending, h.Winners, h.Reason = models.Won, []models.Place{place}, ""
		h.Wins = h.Wins[:1]
		h.Wins[0].Place = place
	}
	if c.from != "" {
		from, err := supplier(s, c.from)
		if err != nil {
			return h, err
		}
		h.From = from
	}
	var err error
	if h.Outcome, err = c.outcome(s, h.Outcome); err != nil || len(h.Wins) == 0 {
		return h, err
	}
	return h, c.tiles(&h.Wins[0].Win)
}

// tiles changes the tiles and circumstances of a win.
func (c *correction) tiles(w *models.Win) error {
	if c.hand != "" {
		typed, err := models.ParseText(c.hand)
		if err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		*w = *typed
	}
	for _, pair := range c.replace {
		if err := replaceTile(w, pair); err != nil {
			return err
		}
	}
	if c.tile != "" {
		tile, err := models.ParseTile(c.tile)
		if err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		w.Tile = tile
	}
	if len(c.flags) > 0 {
		w.Flags = 0
	}
	for _, name := range c.flags {
		flag, err := models.ParseFlag(name)
		if err != nil && name != "none" {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		w.Flags |= flag
	}
	return w.Validate()
}

// replaceTile puts one tile in the place of another: among the concealed tiles first,
// then the winning tile, then the melds.
func replaceTile(w *models.Win, pair string) error {
	old, new, _ := strings.Cut(pair, "=")
	from, err := models.ParseTile(old)
	if err != nil {
		return fmt.Errorf("%w: --replace %q: %w", errUsage, pair, err)
	}
	to, err := models.ParseTile(new)
	if err != nil {
		return fmt.Errorf("%w: --replace %q: %w", errUsage, pair, err)
	}
	if i := slices.Index(w.Concealed, from); i >= 0 {
		w.Concealed = slices.Clone(w.Concealed)
		w.Concealed[i] = to
		return nil
	}
	if w.Tile == from {
		w.Tile = to
		return nil
	}
	w.Melds = slices.Clone(w.Melds)
	for m := range w.Melds {
		if i := slices.Index(w.Melds[m].Tiles, from); i >= 0 {
			w.Melds[m].Tiles = slices.Clone(w.Melds[m].Tiles)
			w.Melds[m].Tiles[i] = to
			return nil
		}
	}
	return fmt.Errorf("%w: --replace %q: there is no %v in the hand", errUsage, pair, from)
}
