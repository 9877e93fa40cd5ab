package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"jantaku/internal/doctor"
)

func newDoctorCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "doctor [--config FILE]",
		Short: "check the link, camera, tiles, broker, books, disk and clock, and say what to do",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := loadConfig(path)
			if err != nil {
				return err
			}
			return doctor.Examine(cmd.Context(), doctor.Table{Link: c.Table.link(), Camera: c.Camera.Source, Faces: c.Eye.Faces, Calibration: c.Eye.Calibration,
				Broker: c.MQTT.Broker, Listen: c.MQTT.Listen, Data: c.Data, Ledger: filepath.Join(c.Data, ledgerName)}, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&path, "config", "", "configuration file")
	return cmd
}
