package camera

import (
	"context"
	"fmt"
	"time"
)

// Frame is one picture as the camera sent it.
type Frame struct {
	// Data is the picture, JPEG or PNG.
	Data []byte
	// Time is when it arrived.
	Time time.Time
	// Source says where it came from: a file, an address, a device.
	Source string
}

// Source gives pictures.
type Source interface {
	// Next waits for the next picture. It returns a *Fault when there is none for
	// now, after which it may be called again; io.EOF when there will be none any
	// more; and the context's error when that ends first.
	Next(ctx context.Context) (Frame, error)
	// Close ends the source and everything it runs, and waits for it.
	Close() error
}

// Live reports whether a source gives what a camera sends, whether anybody asks for it or
// not, so that it may be read ahead. Other sources make or use up a picture for each Next.
func Live(s Source) bool {
	live, ok := s.(interface{ Live() bool })
	return ok && live.Live()
}

// Album reports whether each picture of a source is a photograph that somebody took, of one hand: no other shows the same moment.
func Album(s Source) bool {
	album, ok := s.(interface{ Album() bool })
	return ok && album.Album()
}

// The faults that are recognised, stable words that displays translate.
const (
	Lost        = "camera-lost"     // no picture arrives
	Later       = "folder-later"    // no photograph of a folder comes after the one that was given last
	Broken      = "broken"          // the picture cannot be decoded
	Black       = "black"           // no light, or the lens cap is on
	Overexposed = "overexposed"     // most of the picture is white
	Covered     = "covered"         // something is in front of the lens
	Blurred     = "blurred"         // out of focus, or moved
	WrongSize   = "wrong-size"      // not the resolution that was calibrated
	Drifted     = "camera-drifted"  // its values are not those that it is held at
	Slow        = "camera-slow"     // it gives fewer pictures than it was asked for, or than it gave
	TooBig      = "too-big"         // more pixels or bytes than any camera has
	Unavailable = "not-a-source"    // the configured source cannot be used
	NoProgram   = "no-program"      // the program that reads it is not installed
	NotLetIn    = "camera-login"    // it wants another user or password
	NotThere    = "camera-address"  // it has no pictures at this address
	Starting    = "camera-starting" // it was opened and has given no picture yet
)

// Fault is a reason why there is no picture, or none that can be read.
type Fault struct {
	Code string
	// Message says in English what to do about it.
	Message string
	Err     error
}

// Error gives the message with the code before it.
func (f *Fault) Error() string {
	if f.Err != nil {
		return fmt.Sprintf("camera: %s: %s (%v)", f.Code, f.Message, f.Err)
	}
	return fmt.Sprintf("camera: %s: %s", f.Code, f.Message)
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Err }

func fault(code string, err error, format string, args ...any) *Fault {
	return &Fault{Code: code, Message: fmt.Sprintf(format, args...), Err: err}
}

// Func is a source that makes its pictures, such as a renderer. The function
// returns an encoded picture.
type Func struct {
	Name string
	Make func(ctx context.Context) ([]byte, error)
}

// Next makes a picture.
func (f Func) Next(ctx context.Context) (Frame, error) {
	if err := ctx.Err(); err != nil {
		return Frame{}, err
	}
	data, err := f.Make(ctx)
	if err != nil {
		return Frame{}, fmt.Errorf("camera: %s: %w", f.Name, err)
	}
	return Frame{Data: data, Time: time.Now(), Source: f.Name}, nil
}

// Close does nothing.
func (f Func) Close() error { return nil }
