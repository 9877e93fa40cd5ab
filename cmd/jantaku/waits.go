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
	var asJSON bool
	var lang string
	cmd := &cobra.Command{
		Use:   "waits --rules ID HAND",
		Short: "list the tiles that complete a hand of thirteen, with the score of each",
		Long:  "Takes a hand as `jantaku score` does, without the winning tile.",
		Args:  usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			book, err := rules.open()
			if err != nil {
				return err
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
	waits := []wait{}
	var refused error
	tried := false
	for i := range models.Kinds {
		tile := models.KindAt(i)
		win, err := models.ParseText(text + " +" + tile.String())
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
			waits = append(waits, wait{tile, 4 - copies(win), result})
		}
	}
	if !tried && refused != nil {
		return nil, refused
	}
	return waits, nil
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
			fans = append(fans, f.Name)
		}
		note := ""
		if !wt.Result.Valid {
			note = "  (" + w.say("not-valid") + ")"
		}
		fmt.Fprintf(out, "%s ×%d  %d %s  %s%s\n", wt.Tile, wt.Left, wt.Result.Points, w.say("points"), strings.Join(fans, " "), note)
	}
	return nil
}
