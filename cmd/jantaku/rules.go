package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/scoring/names"
)

func newRulesCommand() *cobra.Command {
	var profile, lang string
	var set []string
	var sticks, asJSON bool
	cmd := &cobra.Command{
		Use:   "rules [ID]",
		Short: "list the rule books, or print the fan table of one",
		Args:  usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(listedBooks())
			}
			if len(args) == 0 {
				for _, id := range books.IDs() {
					fmt.Fprintf(cmd.OutOrStdout(), "%-12s %s\n", id, books.All()[id].About)
				}
				return nil
			}
			w, err := wordsFor(lang)
			if err != nil {
				return err
			}
			book, err := openBook(args[0], profile, set)
			if err != nil {
				return err
			}
			if sticks && asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(books.All()[args[0]].Sticks)
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(listedRows(book))
			}
			if sticks {
				return printSticks(cmd.OutOrStdout(), args[0])
			}
			return printTable(cmd.OutOrStdout(), book, w)
		},
	}
	cmd.Flags().StringVar(&profile, "profile", "", "profile of the rule book")
	cmd.Flags().StringArrayVar(&set, "set", nil, "option of the rule book as key=value")
	cmd.Flags().BoolVar(&sticks, "sticks", false, "print the counting sticks instead, where the book has a table of them (Yuque)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().StringVar(&lang, "lang", "zh", "language of names: zh, ja or en")
	return cmd
}

// listedBook is a rule book in the list of all.
type listedBook struct {
	ID       string   `json:"id"`
	About    string   `json:"about"`
	Profiles []string `json:"profiles"`
}

func listedBooks() (list []listedBook) {
	for _, id := range books.IDs() {
		book := books.All()[id]
		list = append(list, listedBook{id, book.About, append([]string{}, book.Profiles...)})
	}
	return list
}

// listedRow is a row of a fan table.
type listedRow struct {
	ID       string          `json:"id"`
	Ref      string          `json:"ref"` // its clause
	Name     string          `json:"name"`
	Names    *models.Names   `json:"names,omitempty"`
	Values   []scoring.Value `json:"values"`
	Excludes []string        `json:"excludes"`
	Example  string          `json:"example"`
}

func listedRows(book scoring.Tabled) (list []listedRow) {
	for _, row := range book.Rows() {
		one := listedRow{ID: row.ID, Ref: row.Ref, Name: row.Name, Values: row.Values, Excludes: append([]string{}, row.Excludes...), Example: row.Example}
		if n, ok := names.Fan(book.ID(), row.ID); ok {
			one.Names = &n
		}
		list = append(list, one)
	}
	return list
}

// printSticks prints how many sticks of each value a player and the pool begin with, and
// what they come to.
func printSticks(out io.Writer, rules string) error {
	table := books.All()[rules].Sticks
	if table == nil {
		return fmt.Errorf("%w: %s has no table of counting sticks", errUsage, rules)
	}
	p := newPage(out)
	p.line("value\teach player\tpool")
	player, pool := 0, 0
	for _, s := range table {
		p.line("%d\t%d\t%d", s.Value, s.PerPlayer, s.Pool)
		player, pool = player+s.Value*s.PerPlayer, pool+s.Value*s.Pool
	}
	p.line("sum\t%d\t%d", player, pool)
	return p.done()
}

// printTable prints a fan table in the book's order: clause, name, values, id, what
// it is not counted with, and an example hand.
func printTable(out io.Writer, book scoring.Tabled, w words) error {
	for _, row := range book.Rows() {
		name := fanName(book, row.ID, row.Name, w)
		var values []string
		for _, v := range row.Values {
			values = append(values, v.Text+" "+v.Unit)
		}
		if _, err := fmt.Fprintf(out, "%-6s %s  %s  (%s)\n", row.Ref, name, strings.Join(values, ", "), row.ID); err != nil {
			return err
		}
		if len(row.Excludes) > 0 {
			fmt.Fprintf(out, "         %s: %s\n", w.say("excludes"), strings.Join(row.Excludes, ", "))
		}
		fmt.Fprintf(out, "         %s: %s\n", w.say("example"), row.Example)
	}
	return nil
}
