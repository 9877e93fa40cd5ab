package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/teach"
)

// oneAtATime learns for a moment, and notes when two learn beside each other.
type oneAtATime struct {
	quickSight
	mu     sync.Mutex
	beside bool
}

func (o *oneAtATime) Learn(ctx context.Context, c *teach.Course, _ *calibration.Camera, _ func(float64)) (calibration.Faces, learn.Report, error) {
	if !o.mu.TryLock() {
		o.beside = true
		return calibration.Faces{}, learn.Report{}, nil
	}
	defer o.mu.Unlock()
	select {
	case <-ctx.Done():
	case <-time.After(time.Millisecond):
	}
	return calibration.Faces{}, learn.Report{}, ctx.Err()
}

func (o *oneAtATime) Survey(context.Context, calibration.Faces, *calibration.Camera, []byte) (models.TableReading, error) {
	return models.TableReading{}, nil
}

// together carries out steps beside each other, each several times.
func together(t *testing.T, b *bench, times int, steps ...[2]string) {
	t.Helper()
	var all sync.WaitGroup
	start := make(chan struct{})
	for _, step := range steps {
		for range times {
			all.Go(func() {
				<-start
				_, _ = b.Do(t.Context(), step[0], json.RawMessage(step[1])) // some are refused, which is right
			})
		}
	}
	close(start)
	all.Wait()
}

// taught is a bench with two photographs, which can be learned from.
func taught(t *testing.T, change func(*Config)) *bench {
	b := newBench(t, change)
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("deck", `{}`)
	b.must("photograph", `{}`)
	b.must("photograph", `{}`)
	return b
}

func TestManyWhoLearnAtOnceEndNothing(t *testing.T) {
	sight := &oneAtATime{}
	b := taught(t, func(c *Config) { c.Sight = sight })
	for range 20 {
		together(t, b, 8, [2]string{"learn", `{}`})
	}
	if sight.beside {
		t.Error("two learned beside each other")
	}
}

// listening is the wish to listen to a board that says nothing.
func listening(t *testing.T) string {
	t.Helper()
	terminal, err := device.OpenTerminal()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return fmt.Sprintf(`{"port":%q,"baud":9600,"dialect":"lines"}`, terminal.Name())
}

func TestManyWhoListenAtOnceLeaveOneListening(t *testing.T) {
	body, b := listening(t), newBench(t, nil)
	for range 5 {
		together(t, b, 8, [2]string{"listen", body}, [2]string{"heard", `{"since":0}`})
	}
	b.must("listen", `{"port":""}`)
	if b.line.job.running.Load() {
		t.Error("somebody still listens")
	}
}

// Every step beside every other one, also those that end what another one has begun.
func TestEveryStepBesideEveryOther(t *testing.T) {
	port := listening(t)
	b := taught(t, func(c *Config) { c.Sight = &oneAtATime{} })
	together(t, b, 4,
		[2]string{"state", `{}`}, [2]string{"choose", `{"table.id":"table-2"}`}, [2]string{"camera", `{"source":"/dev/video0"}`},
		[2]string{"corners", goodCorners}, [2]string{"board", `{"cols":9,"rows":6,"square":25}`}, [2]string{"lens-drop", `{}`},
		[2]string{"deck", `{"flowers":true}`}, [2]string{"deck", `{}`}, [2]string{"photograph", `{}`}, [2]string{"photo-drop", `{"file":"1.jpg"}`},
		[2]string{"learn", `{}`}, [2]string{"tiles-drop", `{}`}, [2]string{"faces", `{}`}, [2]string{"doctor", `{}`}, [2]string{"save", `{"admin":{"name":"mei","password":"correct horse"}}`},
		[2]string{"listen", port}, [2]string{"listen", `{"port":""}`}, [2]string{"heard", `{"since":0}`})
}

func TestAPhotographThatIsAskedForTwiceIsTakenOnce(t *testing.T) {
	b := newBench(t, nil)
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("deck", `{}`)
	b.tiles.photographing.Lock() // somebody is at it
	if _, code := b.asks("photograph", `{}`); code != "setup-busy" {
		t.Errorf("the second is answered %q", code)
	}
	b.tiles.photographing.Unlock()
	b.must("photograph", `{}`)
}

func TestASecondSaveWaitsForTheRestart(t *testing.T) {
	b := newBench(t, nil)
	admin := `{"admin":{"name":"mei","password":"correct horse"}}`
	b.must("save", admin)
	if _, code := b.asks("save", admin); code != "setup-busy" {
		t.Errorf("the second is answered %q", code)
	}
}

// panicking is an eye with a fault.
type panicking struct{ quickSight }

func (*panicking) Survey(context.Context, calibration.Faces, *calibration.Camera, []byte) (models.TableReading, error) {
	panic("a fault of OpenCV")
}

func (*panicking) Learn(context.Context, *teach.Course, *calibration.Camera, func(float64)) (calibration.Faces, learn.Report, error) {
	var none []int
	_ = none[3]
	return calibration.Faces{}, learn.Report{}, nil
}

func TestAPanicWhileLearningIsAFailureAndNoEnd(t *testing.T) {
	b := taught(t, func(c *Config) { c.Sight = &panicking{} })
	for b.tiles.shown().Learning {
		time.Sleep(time.Millisecond)
	}
	failed := b.tiles.shown().Failed
	if len(failed) == 0 || failed[0].Code != "setup-not-learned" {
		t.Errorf("the page is told %v", failed)
	}
}
