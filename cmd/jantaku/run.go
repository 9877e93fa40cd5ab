package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/config"
	"jantaku/vision/camera"
)

func newRunCommand() *cobra.Command {
	var path string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "run [--config FILE]",
		Short: "run the daemon of a table",
		Long: `Runs until it is stopped: reads the table and the camera, keeps the books, publishes
over MQTT and serves the pages. Without --config it reads jantaku.yaml in the folder it is
started in; as a service /etc/jantaku/jantaku.yaml comes first. Where there is none yet it
begins with the set-up in the browser (/setup), which writes it. Environment
variables such as JANTAKU_TABLE__PORT override the file.`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := whereConfig(path)
			if err == nil {
				_, err = at.load() // what is wrong with it is wrong use
			}
			if err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			return keepRunning(cmd.Context(), at, newLog(verbose))
		},
	}
	cmd.Flags().StringVar(&path, "config", "", "configuration file; see packaging/jantaku.yaml")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log more")
	return cmd
}

// aim takes what the calibration of the camera says about pictures and zones. Without
// a calibration, any picture will do.
func (in *input) aim(file string) error {
	if file == "" {
		return nil
	}
	c, err := calibration.LoadCamera(file)
	if err != nil {
		return err
	}
	in.calibrated, in.limits.Width, in.limits.Height = c, c.Width, c.Height
	return nil
}

// runTable runs the daemon with the camera and the eye that the configuration names. started is told
// once all parts stand.
func runTable(ctx context.Context, c config.Config, set *settingUp, started func(), log *slog.Logger) error {
	in := input{limits: camera.DefaultLimits(), setup: set}
	if c.Camera.Source != "" {
		source, err := camera.Open(camera.Config{Source: c.Camera.Source, Patience: camera.DefaultPatience()})
		if err != nil {
			return fmt.Errorf("camera %q: %w", c.Camera.Source, err)
		}
		defer source.Close()
		reader, err := openEye(ctx, c.Eye, log)
		if err != nil {
			return err
		}
		defer reader.Close()
		in.camera, in.reader = source, reader
		if err := in.aim(c.Eye.Calibration); err != nil {
			return err
		}
	}
	t, err := startTable(ctx, c, in, log)
	if err != nil {
		return err
	}
	started()
	return t.run(ctx)
}
