package capture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/layout"
	"jantaku/vision/watch"
)

// Eye reads tiles. It is asked by one goroutine at a time.
type Eye interface {
	// Read finds and reads the tiles of an encoded picture: those of a place, where the
	// camera is calibrated. An error about the picture is a *models.ReadingError.
	Read(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, error)
}

// Pinger is an eye that may hang, such as one in another process.
type Pinger interface {
	// Ping asks whether it answers and mends it where it does not; the error says that it
	// could not be mended. It may be called at any time.
	Ping(ctx context.Context) error
}

// Config says what a lookout looks with.
type Config struct {
	Source camera.Source // nil when no camera is configured
	Eye    Eye           // nil without a camera
	Layout layout.Options
	// Rules tells what the rule book that is played says of hands; nil for the zero value.
	Rules func() Rules
	// Calibrated is the calibrated camera, whose zones are those of Layout; nil without one.
	Calibrated *calibration.Camera
	// TurnedTile says what a turned tile in a meld tells at this table.
	TurnedTile TurnedTile
	Limits     camera.Limits
	// Settle is how long to wait after a signal, so that the hand lies still.
	Settle time.Duration
	// Burst is how many frames are taken then.
	Burst int
	// Watched is the calibrated camera whose hand zones are watched for hands that are laid
	// down; nil to watch nothing.
	Watched *calibration.Camera
	// Follower follows the table from frame to frame; nil for not.
	Follower Follower
	// Rolling tells whether a hand is set up, so that dice may be rolled; nil for always. They are read where Calibrated
	// has dice.
	Rolling func() bool
	Log     *slog.Logger
}

// Rules is what a rule book says of the hands that are laid down.
type Rules struct {
	Hand models.HandSize
	// AnyKong says that any tiles of a concealed kong may lie face down.
	AnyKong bool
}

// Lookout is the one owner of a camera and of its eye. Make it with New; Run must run
// while anything is asked of it.
type Lookout struct {
	Config
	live bool // the camera sends pictures by itself
	reel *reel
	laid *laid // nil when nothing is watched
	// shown are the places that are in the picture with all their zones.
	shown map[models.Place]bool

	taking  sync.Mutex // a source that is not live makes one picture at a time
	reading sync.Mutex // the eye reads one picture at a time

	health  trouble      // of the pictures
	eye     trouble      // of the eye
	course  trouble      // of following the table
	dice    trouble      // of reading the dice
	guard   trouble      // why nothing can be told of it
	tended  atomic.Int64 // when both were last looked after, Unix nanoseconds
	started time.Time
}

// Follower is an eye that tells what changes on the table from frame to frame.
type Follower interface {
	// Follow takes the next frame, when it was taken, on one clock, and how large hands are by the rule book that is played. Anew says that it had
	// followed nothing before this frame, because it is the first or the one before ended.
	Follow(ctx context.Context, at time.Duration, hand models.HandSize, picture []byte) (changes []watch.Change, anew bool, err error)
}

// TurnedTile says what the place of a turned tile in a meld means at a table.
type TurnedTile string

// laid are the hands that lie open on the table while no button says who won.
type laid struct {
	watcher  camera.Watcher
	proposed map[models.Place]bool
	trouble  trouble // why nothing can be watched
}

// Now is the time on the clock of the changes that are told.
func (l *Lookout) Now() time.Duration { return time.Since(l.started) }

// faultPause keeps a source that fails at once from being asked without end.
const faultPause = 200 * time.Millisecond

// roll puts on the reel what the camera sends until the context ends.
func (l *Lookout) roll(ctx context.Context) {
	for ctx.Err() == nil {
		f, err := l.Source.Next(ctx)
		if err == nil {
			l.reel.put(f)
			continue
		}
		if ctx.Err() != nil {
			return
		}
		l.reel.miss(err)
		if errors.Is(err, io.EOF) { // there will be none any more
			<-ctx.Done()
			return
		}
		select {
		case <-time.After(faultPause):
		case <-ctx.Done():
		}
	}
}

// after gives the first frame after a turn of the reel, and its turn. A source that is
// not live makes one now.
func (l *Lookout) after(ctx context.Context, turn uint64) (camera.Frame, uint64, error) {
	if l.live {
		return l.reel.after(ctx, turn)
	}
	return l.make(ctx)
}

// newest gives the newest frame of those after a turn, and its turn.
func (l *Lookout) newest(ctx context.Context, turn uint64) (camera.Frame, uint64, error) {
	if l.live {
		return l.reel.newest(ctx, turn)
	}
	return l.make(ctx)
}

// make asks a source that is not live for a picture.
func (l *Lookout) make(ctx context.Context) (camera.Frame, uint64, error) {
	l.taking.Lock()
	defer l.taking.Unlock()
	f, err := l.Source.Next(ctx)
	switch {
	case err == nil:
		l.reel.put(f)
	case ctx.Err() == nil:
		l.reel.miss(err)
	}
	return f, l.reel.now(), err
}

// Frame gives a new picture, such as for somebody who sets the camera up. The error is that of the
// source, or the context's.
func (l *Lookout) Frame(ctx context.Context) (camera.Frame, error) {
	f, _, err := l.after(ctx, l.reel.now())
	return f, err
}

// Recent gives the pictures of the last three seconds, oldest first, as the camera sent
// them. They are shared: nobody may change them.
func (l *Lookout) Recent() []camera.Frame { return l.reel.recent() }

// read lets the eye read one picture.
func (l *Lookout) read(ctx context.Context, picture []byte, at models.Place) ([][]models.Sighting, error) {
	l.reading.Lock()
	defer l.reading.Unlock()
	return l.Eye.Read(ctx, picture, at)
}

// trouble is what is wrong with a part just now. Its methods may be called at the same
// time.
type trouble struct{ now atomic.Pointer[error] }

// note remembers what is wrong, nil for nothing, and logs when it begins.
func (t *trouble) note(log *slog.Logger, what string, err error) {
	if err == nil {
		t.now.Store(nil)
		return
	}
	if before := t.now.Swap(&err); before == nil || (*before).Error() != err.Error() {
		log.Warn(what, "err", err)
	}
}

func (t *trouble) err() error {
	if now := t.now.Load(); now != nil {
		return *now
	}
	return nil
}

// silentAfter is how long a camera that sends pictures by itself may give none before hands cannot be taken: cameras
// that give one a second are the slowest in use. It says itself later that it is lost, and is opened anew.
const silentAfter = 2500 * time.Millisecond

// Camera says why the camera gives nothing that can be read; nil while it does. The
// error is a *camera.Fault where a person can do something about it.
func (l *Lookout) Camera() error {
	if err := l.reel.away(); err != nil {
		return err
	}
	if l.live {
		if l.reel.now() == 0 {
			return &camera.Fault{Code: camera.Starting, Message: "the camera has given no picture yet"}
		}
		if idle := l.reel.idle(time.Now()); idle > silentAfter {
			return &camera.Fault{Code: camera.Lost, Message: fmt.Sprintf("no picture from the camera for %.0f s; check its cable, power and address", idle.Seconds())}
		}
	}
	return l.health.err()
}

// Answers says why the eye does not answer; nil while it does.
func (l *Lookout) Answers() error { return l.eye.err() }
