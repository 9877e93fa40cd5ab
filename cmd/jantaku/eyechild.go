package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
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
		Args:   command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if tiles == "" {
				return fmt.Errorf("%w: eye needs --tiles", usageerror.Err)
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
		cmd.Env = append(thrifty(), os.Environ()...)
		cmd.Stderr = os.Stderr
		return cmd
	}, eye.DefaultPatience()), nil
}

// thrifty keeps what an eye holds between two pictures small; who starts the daemon may say
// otherwise. With pictures of 12 megapixels, and memory collected as the eye does for those, it holds 115 MB
// in place of 173 MB, and 199 MB at most in place of 237 MB, for a tenth more processor time.
func thrifty() []string {
	return []string{
		// OpenCV's pictures go back to the system as soon as they are freed (glibc's mallopt):
		// from the second of a size on they would otherwise be cut out of a heap that stays.
		"MALLOC_MMAP_THRESHOLD_=1048576", "MALLOC_TRIM_THRESHOLD_=1048576", "MALLOC_ARENA_MAX=1",
	}
}
