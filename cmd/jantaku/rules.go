package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/terminal"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

func newRulesCommand() *cobra.Command {
	var profile, lang string
	var set []string
	var sticks, asJSON bool
	cmd := &cobra.Command{
		Use:   "rules [ID]",
		Short: "list the rule books, or print the fan table of one",
		Args:  command.Args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := terminal.WordsFor(lang)
			if err != nil {
				return err
			}
			if len(args) == 0 && asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(listedBooks())
			}
			if len(args) == 0 {
				for _, id := range books.IDs() {
					fmt.Fprintf(cmd.OutOrStdout(), "%-12s %s\n", id, books.All()[id].About)
				}
				return nil
			}
			book, err := command.OpenBook(args[0], profile, set)
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
				return terminal.PrintSticks(cmd.OutOrStdout(), args[0])
			}
			return terminal.PrintTable(cmd.OutOrStdout(), book, w)
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
	words := scoring.WordsOf(book)
	for _, row := range book.Rows() {
		one := listedRow{ID: row.ID, Ref: row.Ref, Name: row.Name, Values: row.Values, Excludes: append([]string{}, row.Excludes...), Example: row.Example}
		if n, ok := words.Fans[row.ID]; ok {
			one.Names = &n
		}
		list = append(list, one)
	}
	return list
}
