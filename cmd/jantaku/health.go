package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/vision/camera"
)

// metrics serves what Prometheus asks for: the process, the match and the publisher.
func (t *table) metrics() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "jantaku_hands", Help: "Hands of the match being played."},
			func() float64 { return float64(t.ledger.State().Position.Hands) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "jantaku_ledger_seq", Help: "Events in the ledger."},
			func() float64 { return float64(t.ledger.State().Seq) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "jantaku_camera_online", Help: "1 while the camera gives pictures."},
			func() float64 {
				if camera, _ := t.sight(); camera.Online {
					return 1
				}
				return 0
			}),
	)
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

// pulse is how often the pipeline is asked whether it turns; with what it may be busy at
// (reading a hand takes up to 20 s) it is less than the WatchdogSec of the packaged unit.
const pulse = 5 * time.Second

// stuckAfter is how long the pipeline may be at one thing before it hangs.
const stuckAfter = 30 * time.Second

// watchdog tells systemd that the program lives, when systemd asks to be told: that
// the books answer, the pipeline turns, and camera and eye are looked after. What
// hangs is not alive.
func (t *table) watchdog(ctx context.Context) error {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		t.log.Warn("systemd's watchdog", "err", err)
	}
	ticker := time.NewTicker(pulse)
	defer ticker.Stop()
	for {
		t.ledger.State()
		if t.pipeline.Alive(ctx) != nil {
			return nil
		}
		t.moved.Store(time.Now().UnixNano())
		t.board.refresh()
		if err := t.lookout.Stuck(); err != nil {
			t.log.Error("stuck", "err", err)
		} else if every > 0 {
			if _, err := daemon.SdNotify(false, daemon.SdNotifyWatchdog); err != nil {
				t.log.Warn("systemd not notified", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// ready says what keeps hands from being taken by themselves, for /readyz.
func (t *table) ready() error {
	_, missed := t.board.parts()
	if still := time.Since(time.Unix(0, t.moved.Load())); still > stuckAfter {
		missed = append(missed, fmt.Sprintf("the pipeline has been at one thing for %v", still.Round(time.Second)))
	}
	if err := t.lookout.Stuck(); err != nil {
		missed = append(missed, err.Error())
	}
	if len(missed) > 0 {
		return errors.New(strings.Join(missed, "; "))
	}
	return nil
}

// watched reports whether a camera is configured.
func (t *table) watched() bool { return t.lookout.Source != nil }

// sight says for the availability whether the camera gives pictures and the eye reads them.
func (t *table) sight() (camera, eye mqtt.Part) {
	if !t.watched() {
		none := mqtt.Part{Code: "no-camera", Message: "no camera is configured; hands are typed on the console"}
		return none, none
	}
	return partOf(t.lookout.Camera()), partOf(t.lookout.Answers())
}

// followed says for the availability whether hands are followed; false where they are not
// meant to be.
func (t *table) followed() (mqtt.Part, bool) {
	return partOf(t.lookout.Course()), t.lookout.Follower != nil
}

// partOf is a part that works unless something is wrong with it.
func partOf(err error) mqtt.Part {
	var fault *camera.Fault
	var named *models.ReadingError
	switch {
	case err == nil:
		return mqtt.Part{Online: true}
	case errors.As(err, &fault):
		return mqtt.Part{Code: fault.Code, Message: fault.Message}
	case errors.As(err, &named):
		return mqtt.Part{Code: named.Code, Message: cmp.Or(named.Message, named.Code)}
	}
	return mqtt.Part{Message: err.Error()}
}
