package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/vision/camera"
)

func newRunCommand() *cobra.Command {
	var path string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "run [--config FILE]",
		Short: "run the daemon of a table",
		Long: `Runs until it is stopped: reads the table and the camera, keeps the books, publishes
over MQTT and serves the pages. Without a configuration file the defaults hold;
environment variables such as JANTAKU_TABLE__PORT override both.`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := loadConfig(path)
			if err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			return runTable(cmd.Context(), c, newLog(verbose))
		},
	}
	cmd.Flags().StringVar(&path, "config", "", "configuration file; see packaging/jantaku.yaml")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log more")
	return cmd
}

// newLog writes the log to standard error.
func newLog(verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
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

// runTable runs the daemon with the camera and the eye that the configuration names.
func runTable(ctx context.Context, c Config, log *slog.Logger) error {
	in := input{limits: camera.DefaultLimits()}
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
	return t.run(ctx)
}
