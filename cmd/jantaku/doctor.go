package main

import (
	"encoding/json"
	"path/filepath"

	"github.com/spf13/cobra"

	"jantaku/internal/access"
	"jantaku/internal/config"
	"jantaku/internal/doctor"
)

func newDoctorCommand() *cobra.Command {
	var path string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor [--config FILE] [--json]",
		Short: "check the link, camera, tiles, broker, books, disk, clock and what keeps strangers out, and say what to do",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := whereConfig(path)
			if err != nil {
				return err
			}
			c, err := at.load()
			if err != nil {
				return err
			}
			all := doctor.Examine(cmd.Context(), examined(c, at.file))
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

// examined is what the doctor looks at, of a configuration that stands in a file.
func examined(c config.Config, file string) doctor.Table {
	guard := doctor.Guard{Pages: c.Web.Listen, TLS: c.TLS.Mode != config.TLSOff, Accounts: c.People, Shared: c.Web.Pin != "", Prefix: c.MQTT.Prefix, Config: file}
	for name, secret := range map[string]string{"web.pin": c.Web.Pin, c.MQTT.User: c.MQTT.Password} {
		if secret != "" {
			guard.Accounts = append(guard.Accounts[:len(guard.Accounts):len(guard.Accounts)], access.Account{Name: name, Password: secret})
		}
	}
	return doctor.Table{Link: c.Table.Link(), Camera: c.Camera.Source, Faces: c.Eye.Faces, Calibration: c.Eye.Calibration,
		Broker: c.MQTT.Broker, Listen: c.MQTT.Listen, Data: c.Data, Ledger: filepath.Join(c.Data, ledgerName), Guard: guard}
}
