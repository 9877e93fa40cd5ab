package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/config"
	"jantaku/internal/doctor"
	"jantaku/internal/table"
)

func newDoctorCommand() *cobra.Command {
	var path string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor [--config FILE] [--json]",
		Short: "check the link, camera, tiles, broker, books, disk, clock and what keeps strangers out, and say what to do",
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := config.Find(path)
			if err != nil {
				return err
			}
			c, err := at.Load()
			if err != nil {
				return err
			}
			all := doctor.Examine(cmd.Context(), table.Examined(c, at.File))
			if asJSON {
				if err := json.NewEncoder(cmd.OutOrStdout()).Encode(all); err != nil {
					return err
				}
			} else {
				doctor.Tell(cmd.OutOrStdout(), all)
			}
			return doctor.Verdict(all)
		},
	}
	cmd.Flags().StringVar(&path, "config", "", "configuration file; without it the one that jantaku run reads")
	cmd.Flags().BoolVar(&asJSON, "json", false, "findings as one JSON array")
	return cmd
}
