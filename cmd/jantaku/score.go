package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/models"
	"jantaku/scoring"
)

func newScoreCommand() *cobra.Command {
	var rules rulesFlags
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
riichi, double-riichi, seat=, round=, from=, flowers=, dora=, ura=, honba=, sticks=.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			book, err := rules.open()
			if err != nil {
				return err
			}
			if jsonl {
				return answerLines(cmd.InOrStdin(), cmd.OutOrStdout(), func(line []byte) any { return scoreLine(book, line) })
			}
			if len(args) == 0 {
				return fmt.Errorf("%w: give a hand, or --jsonl and hands on standard input", errUsage)
			}
			return scoreText(book, strings.Join(args, " "), lang, cmd.OutOrStdout())
		},
	}
	rules.add(cmd)
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, "read hands as JSON lines from standard input")
	cmd.Flags().StringVar(&lang, "lang", "en", "language: zh, ja or en")
	return cmd
}

// maxLine bounds a line of input; a longer one is refused like any other bad line.
const maxLine = 1 << 20

// refusal is the answer to a line that is not a hand.
type refusal struct {
	ID    string            `json:"id,omitempty"`
	Error *models.HandError `json:"error"`
}

// answerLines answers every line in order and never stops at a bad one.
func answerLines(in io.Reader, out io.Writer, answer func(line []byte) any) error {
	reader := bufio.NewReaderSize(in, 1<<16)
	writer := bufio.NewWriterSize(out, 1<<16)
	enc := json.NewEncoder(writer)
	enc.SetEscapeHTML(false)
	for {
		line, err := readLine(reader)
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return writer.Flush()
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read hands: %w", err)
		}
		if strings.TrimSpace(string(line)) == "" {
			continue
		}
		var said any = refusal{Error: models.Refuse(models.CodeBadJSON, "the line is longer than %d bytes", maxLine)}
		if len(line) <= maxLine {
			said = answer(line)
		}
		if err := enc.Encode(said); err != nil {
			return fmt.Errorf("write results: %w", err)
		}
		if reader.Buffered() == 0 {
			if err := writer.Flush(); err != nil {
				return fmt.Errorf("write results: %w", err)
			}
		}
	}
}

// readLine reads up to the next newline, keeping at most maxLine bytes of it.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// scoreLine gives the result of one line, or the refusal.
func scoreLine(book scoring.Ruleset, line []byte) any {
	win, err := models.ParseWin(line)
	var result scoring.Result
	if err == nil {
		result, err = book.Score(win)
	}
	if err != nil {
		return refusal{ID: win.ID, Error: asRefusal(err)}
	}
	result.Detail(book, win)
	result.Fans = scoring.Named(result.Rules, result.Fans)
	return result
}

// asRefusal gives the named error of a hand; rule books return nothing else.
func asRefusal(err error) *models.HandError {
	var bad *models.HandError
	if errors.As(err, &bad) {
		return bad
	}
	return models.Refuse("internal", "%v", err)
}

// scoreText scores one hand typed by a person and prints it.
func scoreText(book scoring.Tabled, text, lang string, out io.Writer) error {
	words, err := wordsFor(lang)
	if err != nil {
		return err
	}
	win, err := models.ParseText(text)
	if err != nil {
		return err
	}
	result, err := book.Score(win)
	if err != nil {
		return err
	}
	result.Detail(book, win)
	_, err = io.WriteString(out, describe(book, win, &result, words))
	return err
}
