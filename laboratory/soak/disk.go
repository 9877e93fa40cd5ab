package soak

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// disk is a small ext4 file system of the data folder's own, in a file, so that it can lose what
// nobody synced and run full. Making one needs the rights of root.
type disk struct {
	image, folder string
}

// diskSize is the size of the file system in bytes: hands, photographs and messages of a soak
// have room, and it is still filled in no time.
const diskSize = 512 << 20

// newDisk makes a file system and mounts it.
func newDisk(ctx context.Context, image, folder string) (*disk, error) {
	d := &disk{image: image, folder: folder}
	file, err := os.OpenFile(image, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(file.Truncate(diskSize), file.Close(), command(ctx, "mkfs.ext4", "-q", "-F", image), d.mount(ctx)); err != nil {
		return nil, fmt.Errorf("disk %s: %w", image, err)
	}
	return d, nil
}

func (d *disk) mount(ctx context.Context) error {
	return command(ctx, "mount", "-o", "loop", d.image, d.folder)
}

// unmount is also asked for at the end of a soak that was interrupted.
func (d *disk) unmount() error {
	return command(context.Background(), "umount", d.folder)
}

// goingDown is the request of ext4 that ends a file system at once, and noFlush its argument that
// forgets even what stands in the journal's buffers (EXT4_IOC_SHUTDOWN,
// EXT4_GOING_FLAGS_NOLOGFLUSH of fs/ext4/ext4.h): what a power cut does to what was not synced.
const goingDown, noFlush = 0x8004587d, 2

// cut ends the file system; whoever still writes gets an error.
func (d *disk) cut() error {
	file, err := os.Open(d.folder)
	if err != nil {
		return err
	}
	return errors.Join(unix.IoctlSetPointerInt(int(file.Fd()), goingDown, noFlush), file.Close())
}

// again brings the file system back as it comes up after the power cut. Nobody may have a file
// of it open. A disk that was full before is not: the cut may have brought back what took the room.
func (d *disk) again(ctx context.Context) error {
	if err := errors.Join(d.unmount(), d.mount(ctx)); err != nil {
		return err
	}
	if err := os.Remove(d.filling()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// filling is the file that takes all room.
func (d *disk) filling() string { return filepath.Join(d.folder, "filled") }

// fill takes all room; the function gives it back.
func (d *disk) fill() (empty func() error, err error) {
	name := d.filling()
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	var at int64
	for step := int64(diskSize / 2); step >= 4096; {
		err := unix.Fallocate(int(file.Fd()), 0, at, step)
		if errors.Is(err, unix.ENOSPC) {
			step /= 2
			continue
		}
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		at += step
	}
	return func() error { return os.Remove(name) }, file.Close()
}

func command(ctx context.Context, name string, args ...string) error {
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}
