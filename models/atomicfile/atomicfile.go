// Package atomicfile writes small files that survive a loss of power at any moment.
//
// A file that is merely written, and even one that is written beside and renamed, may come up empty
// or full of zeros after a power cut: its name can reach the disk before what it holds. Here what it
// holds goes first, then the name, and only then does writing it succeed.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// unfinished is what the names of files end with that are being written, a number behind it.
const unfinished = ".new-"

// WriteFile replaces a file, or makes it, with these rights. Whatever happens meanwhile, the file is
// the old one, or none where there was none, or the new one; without an error it is the new one for
// good. Several may write the same file: it is then one of theirs.
func WriteFile(name string, data []byte, mode fs.FileMode) error {
	folder := filepath.Dir(name)
	next, err := os.CreateTemp(folder, "."+filepath.Base(name)+unfinished+"*")
	if err != nil {
		return err
	}
	_, err = next.Write(data)
	err = errors.Join(err, next.Chmod(mode), next.Sync(), next.Close())
	if err == nil {
		err = os.Rename(next.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(next.Name()))
	}
	return SyncFolder(folder)
}

// SyncFolder makes last what was made, renamed and removed in a folder.
func SyncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil // this file system, a network's for one, knows no such thing
	}
	return errors.Join(err, folder.Close())
}

// SetAside takes a damaged file, or a folder, out of the way, beside itself, where a person finds it.
// It gives the new name; what had that name goes.
func SetAside(name string) (aside string, err error) {
	aside = name + ".damaged"
	if err := errors.Join(os.RemoveAll(aside), os.Rename(name, aside)); err != nil {
		return "", err
	}
	return aside, SyncFolder(filepath.Dir(name))
}

// Sweep removes what a program that ended while it wrote has left in folders, and files of other
// patterns. Nobody may be writing there. Folders that are not there are none.
func Sweep(folders []string, patterns ...string) error {
	var failed error
	for _, folder := range folders {
		for _, pattern := range append(patterns, ".*"+unfinished+"*") {
			left, err := filepath.Glob(filepath.Join(folder, pattern))
			failed = errors.Join(failed, err)
			for _, name := range left {
				failed = errors.Join(failed, os.Remove(name))
			}
		}
	}
	return failed
}

// Room gives how many bytes the disk of a file or folder has left for this program.
func Room(name string) (int64, error) {
	var disk unix.Statfs_t
	if err := unix.Statfs(name, &disk); err != nil {
		return 0, err
	}
	return int64(disk.Bavail) * disk.Bsize, nil
}
