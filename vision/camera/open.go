package camera

import (
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
)

// Config says which camera to use, as an operator writes it.
type Config struct {
	// Source is a folder of photographs, "folder:PATH" or "folder+loop:PATH"; a V4L2
	// device such as /dev/video0; an address beginning with http, https or rtsp;
	// "pi" for a Raspberry Pi camera; a video file; or "exec:COMMAND ARGUMENTS" for
	// any program that writes MJPEG to its standard output.
	Source string `json:"source"`
	Mode
	// Controls are the values that the camera is held at; see [Controls].
	Controls Controls `json:"controls,omitempty"`
	// Bookmark keeps how far a folder was used; empty: it begins with its first photograph.
	Bookmark Bookmark     `json:"-"`
	Patience Patience     `json:"-"`
	Log      *slog.Logger `json:"-"` // nil is slog.Default()
}

// Open opens the source that the configuration names. The error is a *Fault that
// says what about it cannot be used.
func Open(c Config) (Source, error) {
	if c.Patience == (Patience{}) {
		c.Patience = DefaultPatience()
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if err := c.Controls.Validate(c.Source); err != nil {
		return nil, fault(Unavailable, err, "the camera cannot be held at these values")
	}
	s, err := open(c)
	if p, ok := s.(interface{ expect(rate int) }); ok {
		p.expect(c.Asked())
	}
	if err != nil || len(c.Controls) == 0 || !strings.HasPrefix(c.Source, "/dev/") {
		return s, err
	}
	return Keep(s, c.Source, c.Controls, c.Log), nil
}

// Asked is how many pictures a second the camera is asked for: 0 for one that gives what it was set to elsewhere.
func (c Config) Asked() int {
	if scheme, _, _ := strings.Cut(c.Source, ":"); scheme == "http" || scheme == "https" || scheme == "exec" {
		return 0
	}
	return c.Rate
}

func open(c Config) (Source, error) {
	scheme, rest, _ := strings.Cut(c.Source, ":")
	switch scheme {
	case "":
		return nil, fault(Unavailable, nil, "no camera is configured")
	case "folder":
		return resume(rest, c.Bookmark, c.Log)
	case "folder+loop":
		return OpenFolder(rest, true)
	case "http", "https":
		return OpenHTTP(c.Source, c.Patience)
	case "rtsp", "rtsps":
		return OpenRTSP(c.Source, c.Mode, c.Patience)
	case "exec":
		return OpenCommand("exec:"+firstWord(rest), strings.Fields(rest), c.Patience)
	case "pi":
		return OpenPi(c.Mode, c.Controls, c.Patience)
	}
	return openPath(c)
}

// openPath tells a folder, a device and a video file apart.
func openPath(c Config) (Source, error) {
	if strings.HasPrefix(c.Source, "/dev/") { // it may be plugged in later
		return OpenDevice(c.Source, c.Mode, c.Patience)
	}
	info, err := os.Stat(c.Source)
	switch {
	case err != nil:
		return nil, fault(Unavailable, err, "%q is neither a folder, a file, a device nor an address", c.Source)
	case info.IsDir():
		return resume(c.Source, c.Bookmark, c.Log)
	}
	return OpenVideo(c.Source, c.Patience)
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word
}

// redact hides the password of an address from logs.
func redact(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Sprintf("address of %d characters", len(address))
	}
	return u.Redacted()
}

// OpenRTSP reads an RTSP stream through ffmpeg, over TCP so that no part of a
// picture is lost.
func OpenRTSP(address string, m Mode, p Patience) (Source, error) {
	return OpenCommand(redact(address), ffmpeg([]string{"-rtsp_transport", "tcp", "-i", address}, m), p)
}
