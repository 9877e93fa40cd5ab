package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/vision"
	"jantaku/vision/eye"
)

// newEyeCommand is the child's side of the eye: the daemon starts itself with it,
// so that a fault inside OpenCV ends a child and nothing else.
func newEyeCommand() *cobra.Command {
	var tiles string
	cmd := &cobra.Command{
		Use:    "eye --tiles FILE",
		Short:  "read frames from standard input, for the daemon",
		Hidden: true,
		Args:   usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if tiles == "" {
				return fmt.Errorf("%w: eye needs --tiles", errUsage)
			}
			faces, err := calibration.LoadFaces(tiles)
			if err != nil {
				return err
			}
			reader, err := vision.NewReader(faces)
			if err != nil {
				return err
			}
			defer reader.Close()
			return eye.Serve(cmd.Context(), inProcess{reader}, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	return cmd
}

// eyeProcess is an eye that reads with the faces of a file, in a child process.
func eyeProcess(tiles string) (*eye.Client, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("eye: %w", err)
	}
	return eye.New(func() *exec.Cmd {
		cmd := exec.Command(self, "eye", "--tiles", tiles)
		cmd.Stderr = os.Stderr
		return cmd
	}), nil
}
