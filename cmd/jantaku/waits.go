package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/models"
	"jantaku/scoring"
)

func newWaitsCommand() *cobra.Command {
	var rules rulesFlags
	var asJSON, jsonl bool
	var lang string
	cmd := &cobra.Command{
		Use:   "waits --rules ID HAND | --jsonl",
		Short: "list the tiles that complete a hand of thirteen, with the score of each",
		Long: `Takes a hand as ` + "`jantaku score`" + ` does, without the winning tile. With --jsonl it reads hands of
the hand format without "win", one a line, with "seen": the tiles outside the hand that are
visible from its seat. Where the rule book pays waiting hands (Yuque) an answer says what
the hand is worth at the end of a hand: {"id", "ready", "waits": [{"tile", "left", "fan"}],
"fan", "points", "gain"}, "fan" null where it waits for nothing; elsewhere each wait has the
points of the win.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			book, err := rules.open()
			if err != nil {
				return err
			}
			if jsonl {
				return answerLines(cmd.InOrStdin(), cmd.OutOrStdout(), func(line []byte) any { return waitsLine(book, line) })
			}
			if len(args) == 0 {
				return fmt.Errorf("%w: give a hand, or --jsonl and hands on standard input", errUsage)
			}
			waits, err := findWaits(book, strings.Join(args, " "))
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(waits)
			}
			return printWaits(cmd.OutOrStdout(), waits, lang)
		},
	}
	rules.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, "read hands as JSON lines from standard input")
	cmd.Flags().StringVar(&lang, "lang", "en", "language: zh, ja or en")
	return cmd
}

// wait is a tile that completes a hand, and what it scores.
type wait struct {
	Tile   models.Tile    `json:"tile"`
	Left   int            `json:"left"` // copies that the hand itself does not hold
	Result scoring.Result `json:"result"`
}

// findWaits tries every kind as the winning tile of a hand typed without one. The
// error is a *models.HandError when the hand is wrong whatever the tile.
func findWaits(book scoring.Ruleset, text string) ([]wait, error) {
	return waitsOf(book, func(tile models.Tile) (*models.Win, error) { return models.ParseText(text + " +" + tile.String()) })
}

// waitsOf tries every kind as the winning tile; with makes the hand with one.
func waitsOf(book scoring.Ruleset, with func(models.Tile) (*models.Win, error)) ([]wait, error) {
	waits := []wait{}
	var refused error
	tried := false
	for i := range models.Kinds {
		tile := models.KindAt(i)
		win, err := with(tile)
		var result scoring.Result
		if err == nil {
			result, err = book.Score(win)
		}
		if err != nil {
			var bad *models.HandError
			if errors.As(err, &bad) && bad.Code != models.CodeFiveOfAKind {
				refused = err
			}
			continue
		}
		tried = true
		if result.Win {
			result.Detail(book, win)
			result.Fans = scoring.Named(result.Rules, result.Fans)
			waits = append(waits, wait{tile, 4 - copies(win), result})
		}
	}
	if !tried && refused != nil {
		return nil, refused
	}
	return waits, nil
}

// readyLine is a hand of thirteen in the hand format, with what its seat can see.
type readyLine struct {
	models.Win
	Seen models.Tiles `json:"seen"`
}

// readyAnswer is the answer to such a line where the rule book pays waiting hands.
type readyAnswer struct {
	ID string `json:"id,omitempty"`
	scoring.ReadyHand
	Fan *int `json:"fan"` // null for a hand that does not wait: 0 fan is a worth
}

// waitsAnswer is the answer elsewhere.
type waitsAnswer struct {
	ID    string      `json:"id,omitempty"`
	Ready bool        `json:"ready"`
	Waits []waitShown `json:"waits"`
}

type waitShown struct {
	Tile   models.Tile `json:"tile"`
	Left   int         `json:"left"` // copies that are not visible from the seat
	Valid  bool        `json:"valid"`
	Points int         `json:"points"`
}

// waitsLine gives the answer to one line, or the refusal.
func waitsLine(book scoring.Ruleset, line []byte) any {
	var l readyLine
	id, err := models.ParseLine(line, &l)
	if err != nil {
		return refusal{ID: id, Error: asRefusal(err)}
	}
	if pays, ok := book.(scoring.PaysReady); ok {
		answer, err := pays.ReadyHand(l.Hand, l.Seat, l.Seen)
		if err != nil {
			return refusal{ID: l.ID, Error: asRefusal(err)}
		}
		shown := readyAnswer{ID: l.ID, ReadyHand: answer}
		if answer.Ready {
			shown.Fan = &answer.Fan
		}
		return shown
	}
	waits, err := waitsOf(book, func(tile models.Tile) (*models.Win, error) {
		win := l.Win
		win.Tile = tile
		return &win, win.Validate()
	})
	if err != nil {
		return refusal{ID: l.ID, Error: asRefusal(err)}
	}
	answer := waitsAnswer{ID: l.ID, Ready: len(waits) > 0, Waits: []waitShown{}}
	for _, w := range waits {
		seen := 0
		for _, t := range l.Seen {
			if t.Kind() == w.Tile {
				seen++
			}
		}
		answer.Waits = append(answer.Waits, waitShown{w.Tile, max(w.Left-seen, 0), w.Result.Valid, w.Result.Points})
	}
	return answer
}

// copies counts the copies of the winning tile's kind that the hand held before it.
func copies(win *models.Win) int {
	n := 0
	count := func(tiles models.Tiles) {
		for _, t := range tiles {
			if t.Kind() == win.Tile.Kind() {
				n++
			}
		}
	}
	count(win.Concealed)
	for _, m := range win.Melds {
		count(m.Tiles)
	}
	return n
}

func printWaits(out io.Writer, waits []wait, lang string) error {
	w, err := wordsFor(lang)
	if err != nil {
		return err
	}
	if len(waits) == 0 {
		_, err := fmt.Fprintln(out, w.say("no-waits"))
		return err
	}
	for _, wt := range waits {
		var fans []string
		for _, f := range wt.Result.Fans {
			name := f.Name
			if f.Names != (models.Names{}) {
				name = f.Names.In(lang)
			}
			fans = append(fans, name)
		}
		note := ""
		if !wt.Result.Valid {
			note = "  (" + w.say("not-valid") + ")"
		}
		fmt.Fprintf(out, "%s ×%d  %d %s  %s%s\n", wt.Tile, wt.Left, wt.Result.Points, w.say("points"), strings.Join(fans, " "), note)
	}
	return nil
}
