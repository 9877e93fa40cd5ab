package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"jantaku/vision/eye"
	"jantaku/vision/photo"
)

// newEyeCommand is the child's side of the eye: the daemon starts itself with it,
// so that a fault inside OpenCV ends a child and nothing else.
func newEyeCommand() *cobra.Command {
	var tiles, camera string
	cmd := &cobra.Command{
		Use:    "eye --tiles FILE [--calibration FILE]",
		Short:  "read frames from standard input, for the daemon",
		Hidden: true,
		Args:   usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if tiles == "" {
				return fmt.Errorf("%w: eye needs --tiles", errUsage)
			}
			a, err := photo.Open(tiles, camera)
			if err != nil {
				return err
			}
			defer a.Close()
			follower, err := a.Follower()
			if err != nil {
				return err
			}
			return eye.Serve(cmd.Context(), a, follower, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	cmd.Flags().StringVar(&camera, "calibration", "", "calibrated camera, from jantaku calibrate table")
	return cmd
}

// eyeProcess is an eye that reads with the faces of a file, in a child process. The
// file of the calibration may be empty.
func eyeProcess(tiles, camera string) (*eye.Client, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("eye: %w", err)
	}
	return eye.New(func() *exec.Cmd {
		cmd := exec.Command(self, "eye", "--tiles", tiles, "--calibration", camera)
		cmd.Stderr = os.Stderr
		return cmd
	}, eye.DefaultPatience()), nil
}
