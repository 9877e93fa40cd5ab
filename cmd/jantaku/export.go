package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/export"
	"jantaku/internal/report"
	"jantaku/internal/usageerror"
	"jantaku/ledger"
	"jantaku/scoreboard"
)

// exportFlags say what is exported and how.
type exportFlags struct {
	ledgerFlags
	format, out, lang string
	all, mark         bool
	history           bool
	records           string
	rules, profile    string // of records that name none
	event             int32
	ids               []int32
}

func newExportCommand() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export [MATCH]",
		Short: "write matches as csv, json, html, or for Pantheon or tenhou.net/6",
		Long: `Writes a match, the one started last when none is named, or with --all every match.

  csv       one row per hand, for spreadsheets (--bom when Chinese or Japanese looks wrong)
  json      everything shown; with --history every version of every entry
  html      a page to print
  pantheon  riichi only: the requests that enter the match into Pantheon (--event, --ids)
  tenhou    riichi only: the form of tenhou.net/6; where nobody saw the course of a hand,
            its result alone

  kobalab, mjai, botzone: the hands whose course was seen, as below

With --records the hands come from a file of records (docs/records.md; "-" is standard
input) instead of the ledger, in a form that other programs replay:

  kobalab   the notation of the viewer majiang; "_" is a tile nobody saw
  tenhou    tenhou.net/6; unseen tiles are completed and counted under "completed"
  mjai      one event on each line; "?" is a tile nobody saw
  botzone   mcr only: text`,
		Args: command.Args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				f.match = args[0]
			}
			if f.records != "" {
				game, err := export.FromRecords(f.records, cmd.InOrStdin(), f.rules, f.profile)
				if err != nil {
					return err
				}
				return f.written(cmd.OutOrStdout(), func(w io.Writer) error { return export.Write(w, f.format, game) })
			}
			return f.read(cmd.Context(), func(l *ledger.Ledger) error { return f.export(cmd.Context(), l, cmd.OutOrStdout()) })
		},
	}
	f.addPath(cmd)
	cmd.Flags().StringVar(&f.format, "format", "csv", "csv, json, html, pantheon, tenhou, kobalab, mjai or botzone")
	cmd.Flags().StringVar(&f.records, "records", "", "file of records to export instead of the ledger, .gz too; - is standard input")
	cmd.Flags().StringVar(&f.rules, "rules", "", "records: rule book where they name none")
	cmd.Flags().StringVar(&f.profile, "profile", "", "records: profile where they name none")
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "file to write; standard output when empty")
	cmd.Flags().StringVar(&f.lang, "lang", "en", "language of html: en, zh or ja")
	cmd.Flags().BoolVar(&f.all, "all", false, "every match (csv and json)")
	cmd.Flags().BoolVar(&f.mark, "bom", false, "csv with a byte order mark")
	cmd.Flags().BoolVar(&f.history, "history", false, "json with every version of every entry")
	cmd.Flags().Int32Var(&f.event, "event", 0, "pantheon: id of the event")
	cmd.Flags().Int32SliceVar(&f.ids, "ids", nil, "pantheon: ids of the players, in the order of the first deal")
	return cmd
}

// export writes to the file or to standard output.
func (f *exportFlags) export(ctx context.Context, l *ledger.Ledger, stdout io.Writer) error {
	return f.written(stdout, func(w io.Writer) error { return f.to(ctx, l, w) })
}

// written lets something be written to the file or to standard output. A file appears only
// when it is whole.
func (f *exportFlags) written(stdout io.Writer, write func(io.Writer) error) (err error) {
	if f.out == "" {
		return write(stdout)
	}
	part, err := os.CreateTemp(filepath.Dir(f.out), filepath.Base(f.out)+".*")
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part.Name()))
		}
	}()
	if err := errors.Join(write(part), part.Chmod(0o644), part.Close()); err != nil {
		return fmt.Errorf("export to %s: %w", f.out, err)
	}
	return os.Rename(part.Name(), f.out)
}

// to writes the matches asked for in the format asked for.
func (f *exportFlags) to(ctx context.Context, l *ledger.Ledger, w io.Writer) error {
	each := func(do func(ledger.State) error) error {
		if f.all {
			return l.EachMatch(ctx, nil, do)
		}
		s, err := f.find(ctx, l)
		if err != nil {
			return err
		}
		return do(s)
	}
	switch {
	case f.format == "csv":
		table, err := ledger.NewCSV(w, f.mark)
		if err != nil {
			return err
		}
		return errors.Join(each(table.Match), table.Close())
	case f.format == "json":
		return ledger.WriteJSON(w, f.history, each)
	case f.all:
		return fmt.Errorf("%w: --all writes csv or json", usageerror.Err)
	case f.format == "html":
		all, err := scoreboard.Words()
		if err != nil {
			return err
		}
		words, ok := report.NewArchive(l, all).Words[f.lang]
		if !ok {
			return fmt.Errorf("%w: --lang %q is not en, zh or ja", usageerror.Err, f.lang)
		}
		words.Served = false // a file by itself has nothing beside it
		return each(func(s ledger.State) error { return report.Match(w, s, words) })
	case f.format == "pantheon":
		return each(func(s ledger.State) error {
			game, err := ledger.Pantheon(s, f.event, f.ids)
			if err != nil {
				return err
			}
			return export.WriteIndented(w, game)
		})
	case f.format == "tenhou":
		return each(func(s ledger.State) error {
			log, err := export.TenhouOf(s)
			if err != nil {
				return err
			}
			return export.WriteIndented(w, log)
		})
	case f.format == "kobalab", f.format == "mjai", f.format == "botzone":
		return each(func(s ledger.State) error {
			game, err := export.Watched(s)
			if err != nil {
				return err
			}
			if len(game.Hands) == 0 {
				return fmt.Errorf("export: nobody watched a hand of match %s; %s needs the course of hands", s.Match.ID, f.format)
			}
			return export.Write(w, f.format, game)
		})
	}
	return fmt.Errorf("%w: --format %q is not one of csv, json, html, pantheon, tenhou, kobalab, mjai, botzone", usageerror.Err, f.format)
}
