// Package flash writes the firmware of the adapter board, which stands beside it in C and is part of
// this program as the image jantaku.hex, to an Arduino Nano or Uno.
package flash

import (
	"bytes"
	"context"
	_ "embed" // the image
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

//go:embed jantaku.hex
var image []byte

// Image is the firmware in Intel's hex format.
func Image() []byte { return bytes.Clone(image) }

// ErrNoBoard reports that no bootloader answered.
var ErrNoBoard = errors.New("flash: no board answers")

// bauds are the speeds of the bootloaders: that of the Uno and of newer Nanos, and of older Nanos.
var bauds = []string{"115200", "57600"}

// flashTime is how long writing and reading back may take: 11 kB take 4 s at 57600 bit/s.
const flashTime = time.Minute

// Write writes the firmware to the board at a serial port with avrdude, which reads it back and
// compares. Settings and log of the board, in its EEPROM, stay. The error wraps ErrNoBoard and
// holds what avrdude said.
func Write(ctx context.Context, port string) error {
	avrdude, err := exec.LookPath("avrdude")
	if err != nil {
		return fmt.Errorf("flash: %w; install it: sudo apt install avrdude", err)
	}
	dir, err := os.MkdirTemp("", "jantaku-flash-")
	if err != nil {
		return fmt.Errorf("flash: %w", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "jantaku.hex")
	if err := os.WriteFile(file, image, 0o600); err != nil {
		return fmt.Errorf("flash: %w", err)
	}
	var said []byte
	for _, baud := range bauds {
		if said, err = write(ctx, avrdude, port, baud, file); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return fmt.Errorf("%w at %s at %v bit/s; is it an Arduino Nano or Uno, is nothing else using the port, is the capacitor at its reset pulled out? avrdude says:\n%s",
		ErrNoBoard, port, bauds, bytes.TrimSpace(said))
}

func write(ctx context.Context, avrdude, port, baud, file string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, flashTime)
	defer cancel()
	// -D: the bootloader erases page by page, and cannot erase the whole chip.
	cmd := exec.CommandContext(ctx, avrdude, "-q", "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", baud, "-D", "-U", "flash:w:"+file+":i")
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}
