package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

// handFlags describe how a hand ended.
type handFlags struct {
	from, lying                  string
	ready, gone, riichi, nagashi []string
	noten                        []string
	abort                        string
	points                       []int
}

func (f *handFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.ready, "ready", nil, "players who showed a waiting hand, each with =HAND where the rule book pays for it, or none")
	cmd.Flags().StringSliceVar(&f.gone, "gone", nil, "waits of a shown hand of which every copy is visible from its seat, as PLAYER=TILES or PLAYER=none")
	cmd.Flags().StringVar(&f.lying, "lying", "", "all tiles that lie open besides the hands that are named: rivers, melds of others; then nobody has to say what is gone")
	cmd.Flags().StringSliceVar(&f.riichi, "laid", nil, "players who laid a riichi stick in this hand")
	cmd.Flags().IntSliceVar(&f.points, "points", nil, "points by place as the referee fixed them, such as 30,-10,-10,-10")
}

// outcome changes an outcome by the flags that were given.
func (f *handFlags) outcome(s ledger.State, o models.Outcome) (_ models.Outcome, err error) {
	if o, err = f.shown(s, o); err != nil {
		return o, err
	}
	if len(f.riichi) > 0 {
		if o.Riichi, err = placesOf(s, f.riichi); err != nil {
			return o, err
		}
	}
	if len(f.nagashi) > 0 {
		if o.Nagashi, err = placesOf(s, f.nagashi); err != nil {
			return o, err
		}
	}
	if len(f.points) > 0 {
		if len(f.points) != models.Places {
			return o, fmt.Errorf("%w: --points needs four numbers, by place", errUsage)
		}
		fixed := models.Points(f.points)
		o.Fixed = &fixed
	}
	return o, nil
}

// riichiReady refuses a drawn hand in which somebody laid riichi and nobody said whether he waits.
func (f *handFlags) riichiReady(s ledger.State, o models.Outcome) error {
	noten, err := placesOf(s, f.noten)
	if err != nil || o.Ending != models.Drawn || o.Fixed != nil {
		return err
	}
	for _, at := range o.Riichi {
		if !o.IsReady(at) && !slices.Contains(noten, at) {
			return fmt.Errorf("%w: place %d laid riichi: name the player in --ready, or in --noten", errUsage, at)
		}
	}
	return nil
}

// none says on the command line that there is nobody, or nothing.
const none = "none"

// shown changes who showed which waiting hand, and what can be seen of their waits.
func (f *handFlags) shown(s ledger.State, o models.Outcome) (models.Outcome, error) {
	if len(f.ready) > 0 {
		o.Ready = []models.Ready{}
	}
	for _, who := range f.ready {
		if who == none {
			continue
		}
		name, text, typed := strings.Cut(who, "=")
		place, err := placeOf(s, name)
		if err != nil {
			return o, err
		}
		ready := models.Ready{Place: place}
		if typed {
			if _, err := strconv.Atoi(text); err == nil {
				return o, fmt.Errorf("%w: --ready %q: give the tiles: the books compute what a waiting hand is worth; --points fixes what a hand pays", errUsage, who)
			}
			if ready.Hand, err = models.ParseHand(text); err != nil {
				return o, fmt.Errorf("%w: --ready %q: %w", errUsage, who, err)
			}
		}
		o.Ready = append(o.Ready, ready)
	}
	o.Ready = slices.Clone(o.Ready)
	for _, who := range f.gone {
		name, text, _ := strings.Cut(who, "=")
		place, err := placeOf(s, name)
		if err != nil {
			return o, err
		}
		gone := models.Tiles{}
		if text != none {
			if gone, err = models.ParseTiles(text); err != nil {
				return o, fmt.Errorf("%w: --gone %q: %w", errUsage, who, err)
			}
		}
		at := slices.IndexFunc(o.Ready, func(r models.Ready) bool { return r.Place == place })
		if at < 0 {
			return o, fmt.Errorf("%w: --gone %q: %s shows no hand", errUsage, who, name)
		}
		o.Ready[at].Gone = &gone
	}
	if f.lying != "" {
		lying, err := models.ParseTiles(f.lying)
		if err != nil {
			return o, fmt.Errorf("%w: --lying: %w", errUsage, err)
		}
		o.Lying = (*models.Tiles)(&lying)
	}
	return o, nil
}

// mayWin refuses a win of somebody who was penalized so since the last hand.
func mayWin(s ledger.State, h models.HandRecord) error {
	for _, at := range s.Barred() {
		if h.WonBy(at) {
			return fmt.Errorf("by a penalty since the last hand %s may not win in this one (停和陪打); cancel the penalty if it was given for another hand", s.Match.Players[s.Position.At(at)].Name)
		}
	}
	return nil
}

// supplier reads who supplied the winning tile; "" and "self" are a self-draw.
func supplier(s ledger.State, who string) (models.Place, error) {
	if who == "" || who == "self" {
		return 0, nil
	}
	return placeOf(s, who)
}

// record situates, scores and appends a hand to the match that is being played.
func record(cmd *cobra.Command, f *ledgerFlags, make func(ledger.State) (models.HandRecord, error)) error {
	return f.write(cmd.Context(), func(l *ledger.Ledger) error {
		s := l.State()
		if s.Position.Seating != "" && !s.Finished {
			return fmt.Errorf("everybody changes seats before this hand%s; say that they sit so with jantaku match seats, or who sits where with jantaku match seats PLACE1 PLACE2 PLACE3 PLACE4", seatsText(s.View()))
		}
		h, err := make(s)
		if err != nil {
			return err
		}
		if err := mayWin(s, h); err != nil {
			return err
		}
		h.ID = fmt.Sprintf("%s-%d", s.Match.ID, s.Seq+1)
		h = l.Situate(h)
		var results []scoring.Result
		for i := range h.Wins {
			result, err := s.Score(&h.Wins[i].Win)
			if err != nil {
				return err
			}
			if h.Wins[i].Facts, err = typedFacts(s, &h.Wins[i].Win, &result); err != nil {
				return err
			}
			results = append(results, result)
		}
		if _, err := l.Append(cmd.Context(), f.author(), h, results...); err != nil {
			return err
		}
		return printMatch(cmd.OutOrStdout(), l.State())
	})
}

// typedFacts gives how the facts of a typed hand are known: as it was typed. It refuses a hand
// that does not say who supplied its melds where that decides who pays.
func typedFacts(s ledger.State, w *models.Win, result *scoring.Result) (models.Facts, error) {
	book, err := shelf(s.Match)
	if err != nil {
		return nil, err
	}
	if scoring.Matters(book.Rules, models.FactSuppliers, w, result) {
		return nil, fmt.Errorf("%w: say who supplied the melds, as in [555z<] (left), [555z^] (across), [555z>] (right): it decides who pays", errUsage)
	}
	facts := models.Facts{}
	if informed, ok := book.Rules.(scoring.Informed); ok {
		for _, u := range informed.Facts() {
			facts[u.Fact] = models.Said
		}
	}
	return facts, nil
}

func newMatchWinCommand() *cobra.Command {
	var f ledgerFlags
	var h handFlags
	var also []string
	cmd := &cobra.Command{
		Use:   "win PLAYER HAND",
		Short: "record a win that was not read by the camera",
		Long: `Records a win. HAND is typed as for jantaku score, without seats: they follow from who plays.

  jantaku match win Bo --from Ann "123m 456p 234s 55p 78s +9s riichi" --laid Bo
  jantaku match win Bo --from Ann "..." --also "Dai=123m 456p ... +9s"
Where the rule book pays waiting hands (Yuque) say who shows which, or --ready none:
  jantaku match win Bo --from Ann "..." --ready "Dai=[555z] 234m 345p 99s 78s" --gone Dai=none`,
		Args: usage(cobra.MinimumNArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			hands := append([]string{args[0] + "=" + strings.Join(args[1:], " ")}, also...)
			return record(cmd, &f, func(s ledger.State) (models.HandRecord, error) { return typedWins(s, h, hands) })
		},
	}
	f.addChange(cmd)
	h.add(cmd)
	cmd.Flags().StringVar(&h.from, "from", "", "who supplied the winning tile; nobody on a self-draw")
	cmd.Flags().StringArrayVar(&also, "also", nil, "who else wins on the same tile, as PLAYER=HAND; may be repeated")
	return cmd
}

// typedWins makes the record of wins typed as PLAYER=HAND; of several, those count whom
// the rule book lets win.
func typedWins(s ledger.State, f handFlags, hands []string) (h models.HandRecord, err error) {
	h.Ending = models.Won
	if h.From, err = supplier(s, f.from); err != nil {
		return h, err
	}
	for _, typed := range hands {
		name, text, _ := strings.Cut(typed, "=")
		place, err := placeOf(s, name)
		if err != nil {
			return h, err
		}
		w, err := models.ParseText(text)
		if err != nil {
			return h, fmt.Errorf("%w: %w", errUsage, err)
		}
		h.Wins = append(h.Wins, models.WinRecord{Place: place, Win: *w})
	}
	for _, w := range h.Wins {
		h.Winners = append(h.Winners, w.Place)
	}
	if h.Outcome, err = f.outcome(s, h.Outcome); err != nil {
		return h, err
	}
	return s.Judge(s.Position, h), nil
}

func newMatchDrawCommand() *cobra.Command {
	var f ledgerFlags
	var h handFlags
	cmd := &cobra.Command{
		Use:   "draw",
		Short: "record a hand without a winner",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return record(cmd, &f, func(s ledger.State) (models.HandRecord, error) {
				o := models.Outcome{Ending: models.Drawn}
				if h.abort != "" {
					o = models.Outcome{Ending: models.Aborted, Reason: h.abort}
				}
				o, err := h.outcome(s, o)
				if err == nil {
					err = h.riichiReady(s, o)
				}
				return models.HandRecord{Outcome: o}, err
			})
		},
	}
	f.addChange(cmd)
	h.add(cmd)
	cmd.Flags().StringVar(&h.abort, "abort", "", "the hand was stopped: nine-terminals, four-winds, four-riichi, four-kongs, triple-ron")
	cmd.Flags().StringSliceVar(&h.noten, "noten", nil, "players who laid riichi and whose hand does not wait after all")
	cmd.Flags().StringSliceVar(&h.nagashi, "nagashi", nil, "players who win by their discards")
	return cmd
}
