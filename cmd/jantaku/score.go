package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/terminal"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/lines"
)

func newScoreCommand() *cobra.Command {
	var rules command.Rules
	var jsonl bool
	var lang string
	cmd := &cobra.Command{
		Use:   "score --rules ID HAND | --jsonl",
		Short: "score a hand typed as text, or hands as JSON lines from standard input",
		Long: `Scores a hand by a rule book and shows every fan, the arithmetic and who pays whom.

A hand is typed as melds, concealed tiles and the winning tile:

  jantaku score --rules lingque-29 "[123m] [555z<] 456p 789s 2p +2p seat=S from=E"

[123m] a chow, [555z<] a pung from the left player, [1111s] an open kong, [111s+1s] an
added kong, (9999p) a concealed kong, +2p the winning tile. Further words: self-draw,
heavenly, earthly, kong-draw, rob-kong, last-draw, last-discard, last-of-kind, ippatsu,
kong-discard, double-kong-draw, flower-draw, riichi, double-riichi, seat=, round=, from=, flowers=, dora=, ura=, honba=, sticks=,
void= (the suit given up, Sichuan), out= (seats that have won before).`,
		RunE: func(cmd *cobra.Command, args []string) error {
			book, err := rules.Open()
			if err != nil {
				return err
			}
			if jsonl {
				return lines.Answer(cmd.InOrStdin(), cmd.OutOrStdout(), func(line []byte) any { return lines.Score(book, line) })
			}
			if len(args) == 0 {
				return fmt.Errorf("%w: give a hand, or --jsonl and hands on standard input", usageerror.Err)
			}
			return scoreText(book, strings.Join(args, " "), lang, cmd.OutOrStdout())
		},
	}
	rules.Add(cmd)
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, "read hands as JSON lines from standard input")
	cmd.Flags().StringVar(&lang, "lang", "en", "language: zh, ja or en")
	return cmd
}

// scoreText scores one hand typed by a person and prints it.
func scoreText(book scoring.Tabled, text, lang string, out io.Writer) error {
	words, err := terminal.WordsFor(lang)
	if err != nil {
		return err
	}
	win, err := models.ParseTextOf(scoring.HandSize(book), text)
	if err != nil {
		return wrongHand(err, text)
	}
	result, err := book.Score(win)
	if err != nil {
		return err
	}
	result.Detail(book, win)
	_, err = io.WriteString(out, terminal.Describe(book, win, &result, words))
	return err
}

// wrongHand says which hand was typed wrongly, what may have been meant, and how hands are typed.
func wrongHand(err error, text string) error {
	return fmt.Errorf("%w: the hand %q: %w%s; a hand is typed like \"[123m] 456p 789s 22z 34p +2p self-draw\"", usageerror.Err, text, err, command.NearListed(err))
}
