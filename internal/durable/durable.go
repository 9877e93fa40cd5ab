// Package durable writes files that a loss of power leaves as they were before or as they are to be,
// never half or empty.
package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteFile replaces a file, or makes it, with these rights. Once it returns without an error, what it has
// written is there after a loss of power too: a file system that is given only a name and bytes may have kept the
// name alone.
func WriteFile(name string, data []byte, mode os.FileMode) error {
	folder := filepath.Dir(name)
	tmp, err := os.CreateTemp(folder, "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // after the rename there is nothing left to remove
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Chmod(mode), tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), name); err != nil {
		return err
	}
	names, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(names.Sync(), names.Close())
}
