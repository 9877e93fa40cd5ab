package command

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"syscall"

	"jantaku/internal/loglimit"
)

// NewLog writes the log to standard error.
func NewLog(verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	if isJournal(os.Stderr) {
		return slog.New(loglimit.New(journalHandler(os.Stderr, level)))
	}
	return slog.New(loglimit.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level})))
}

// isJournal reports whether a file is the journal of systemd, which names device and inode of what
// it gave a service (systemd.exec(5), JOURNAL_STREAM).
func isJournal(f *os.File) bool {
	var stat syscall.Stat_t
	return syscall.Fstat(int(f.Fd()), &stat) == nil && os.Getenv("JOURNAL_STREAM") == fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)
}

// journalHandler writes lines whose level the journal knows, without the time, which it notes itself.
func journalHandler(out io.Writer, level slog.Level) slog.Handler {
	return slog.NewTextHandler(journal{out}, &slog.HandlerOptions{Level: level, ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			return slog.Attr{}
		}
		return a
	}})
}

// journal puts the level before each line as sd-daemon(3) has it. A handler writes a line at a time.
type journal struct{ out io.Writer }

func (j journal) Write(line []byte) (int, error) {
	level := "<6>"
	for word, number := range map[string]string{"ERROR": "<3>", "WARN": "<4>", "DEBUG": "<7>"} {
		if bytes.HasPrefix(line, []byte(slog.LevelKey+"="+word)) {
			level = number
		}
	}
	if _, err := j.out.Write(append([]byte(level), line...)); err != nil {
		return 0, err
	}
	return len(line), nil
}
