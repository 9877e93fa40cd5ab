package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/command"
	"jantaku/internal/config"
	"jantaku/internal/table"
	"jantaku/internal/usageerror"
	"jantaku/models"
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
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := config.Find(path)
			if err == nil {
				_, err = at.Load() // what is wrong with it is wrong use
			}
			if err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(daemonGarbage)
			}
			return keepRunning(cmd.Context(), at, command.NewLog(verbose))
		},
	}
	cmd.Flags().StringVar(&path, "config", "", "configuration file; see packaging/jantaku.yaml")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log more")
	return cmd
}

// daemonGarbage is how much may lie about before it is collected, percent of what is in use. A
// picture of 12 megapixels leaves 18 MB behind whenever its health is looked at: with 40 % the
// daemon holds 53 MB in place of 98 MB after three of them. It does little else but wait.
const daemonGarbage = 40

// keepRunning runs the table, and again with each configuration that the set-up saves. One with which
// it does not start is put back, and the set-up says so.
func keepRunning(ctx context.Context, at config.Place, log *slog.Logger) error {
	var failed error
	undo := func() error { return nil }
	if at.Wins() != "" {
		log.Info("the configuration of the system is read; move it away to set the table up from a browser", "file", at.File, "instead of", at.Own)
	}
	for saved := false; ; {
		c, err := at.Load()
		started := false
		var put func() error // set once something was saved
		if err == nil {
			running, end := context.WithCancelCause(ctx)
			next := &table.SetUp{At: at, Config: c, Failed: failed, Restart: func(undo func() error) {
				put = undo
				end(table.ErrSaved)
			}}
			err = runTable(running, c, next, func() { started = true }, log)
			end(nil)
		}
		switch {
		case ctx.Err() == nil && put != nil && started:
			log.Info("the configuration was saved; the table starts anew with it")
			undo, saved, failed, at.Fresh = put, true, nil, false
		case err != nil && saved && !started && ctx.Err() == nil:
			log.Error("the table does not start with what was saved, which is put back", "err", err)
			if err := undo(); err != nil {
				return err
			}
			saved, failed = false, models.Refused("setup-not-started", nil, "%w", err)
			at.Look()
		default:
			return err
		}
	}
}

// aim takes what the calibration of the camera says about pictures and zones. Without
// a calibration, any picture will do.
func aim(in *table.Parts, file string) error {
	if file == "" {
		return nil
	}
	c, err := calibration.LoadCamera(file)
	if err != nil {
		return err
	}
	in.Calibrated, in.Limits.Width, in.Limits.Height = c, c.Width, c.Height
	return nil
}

// openCamera opens the camera that the configuration names; a folder goes on where it was.
func openCamera(c config.Config, log *slog.Logger) (camera.Source, error) {
	how := c.Camera.Opened()
	how.Log, how.Bookmark = log, camera.Bookmark(filepath.Join(c.Data, config.BookmarkName))
	return camera.Open(how)
}

// runTable runs the daemon with the camera and the eye that the configuration names. started is told
// once all parts stand.
func runTable(ctx context.Context, c config.Config, set *table.SetUp, started func(), log *slog.Logger) error {
	in := table.Parts{Program: version, Limits: camera.DefaultLimits(), SetUp: set}
	if c.Camera.Source != "" {
		closing, err := openSight(ctx, c, &in, log)
		var unusable *camera.Fault
		switch {
		case errors.Is(err, calibration.ErrFaces) || errors.Is(err, calibration.ErrCamera):
			log.Error("the eye cannot read: hands are typed until it is taught again at /setup, or its files are copied back from elsewhere", "err", err)
			in.Blind = err
		case errors.As(err, &unusable):
			log.Error("the camera cannot be used: hands are typed until it can be", "err", err)
			in.Blind = err
		case err != nil:
			return err
		default:
			defer closing()
		}
	}
	t, err := table.Start(ctx, c, in, log)
	if err != nil {
		return err
	}
	started()
	return t.Run(ctx)
}

// openSight opens the eye and the camera of a configuration.
func openSight(ctx context.Context, c config.Config, in *table.Parts, log *slog.Logger) (closing func(), err error) {
	source, err := openCamera(c, log)
	if err != nil {
		return nil, fmt.Errorf("camera %q: %w", c.Camera.Source, err)
	}
	reader, err := openEye(ctx, c.Eye, log)
	if err == nil {
		if err = aim(in, c.Eye.Calibration); err == nil {
			in.Camera, in.Reader = source, reader
			return func() { reader.Close(); source.Close() }, nil
		}
		reader.Close()
	}
	source.Close()
	return nil, err
}
