package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"jantaku/models/atomicfile"
)

// Backup writes a copy of the ledger to a new file, as it is at this moment, photographs
// included. The ledger stays in use meanwhile; the writer is not held up. An existing
// file is not overwritten.
func (l *Ledger) Backup(ctx context.Context, to string) error {
	if _, err := os.Stat(to); err == nil {
		return fmt.Errorf("backup: %s exists already: %w", to, os.ErrExist)
	}
	part := to + ".part" // so that a copy cut short is never taken for a backup
	if err := errors.Join(removeIfThere(part), named(l.vacuumInto(ctx, part))); err != nil {
		return errors.Join(fmt.Errorf("backup to %s: %w", to, err), removeIfThere(part))
	}
	if err := syncFile(part); err != nil {
		return fmt.Errorf("backup to %s: %w", to, err)
	}
	return moveFile(part, to)
}

func (l *Ledger) vacuumInto(ctx context.Context, to string) error {
	_, err := l.db.ExecContext(ctx, "VACUUM INTO ?", to)
	return err
}

// Restore puts a backup in the place of the ledger at path. The backup is replayed
// first and refused when anything in it does not agree. What was at path is kept beside
// it; its name is returned, empty when there was nothing.
func Restore(ctx context.Context, backup, path string, options ...Option) (kept string, err error) {
	if err := Check(ctx, backup, options...); err != nil {
		return "", fmt.Errorf("restore: %s: %w", backup, err)
	}
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	part := path + ".part"
	if err := copyFile(backup, part); err != nil {
		return "", errors.Join(fmt.Errorf("restore: %w", err), removeIfThere(part))
	}
	if _, err := os.Stat(path); err == nil {
		kept = path + ".before-" + time.Now().UTC().Format("20060102T150405.000")
		// The write-ahead log belongs to the file it stands beside.
		for _, suffix := range []string{"-wal", "-shm", ""} {
			if err := os.Rename(path+suffix, kept+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
				return kept, fmt.Errorf("restore: %w", err)
			}
		}
	}
	return kept, moveFile(part, path)
}

// Check replays a ledger or a backup of one. The error wraps ErrDamaged where anything in it
// does not agree.
func Check(ctx context.Context, path string, options ...Option) error {
	l, err := OpenForReading(ctx, path, options...)
	if err != nil {
		return err
	}
	report, err := l.Replay(ctx, false)
	if err == nil && len(report.Faults) > 0 {
		err = fmt.Errorf("%w: %s", ErrDamaged, report.Faults[0])
	}
	return errors.Join(err, l.Close())
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o640)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// moveFile renames and makes the new name last.
func moveFile(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return atomicfile.SyncFolder(filepath.Dir(to))
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
