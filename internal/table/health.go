package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"jantaku/internal/config"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/vision/camera"
)

// metrics serves what Prometheus asks for: the process, match, camera, eye, doubts, pipeline and
// broker. packaging/grafana.json shows it, docs/operator.md names the alerts.
func (t *Table) metrics() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "jantaku_hands", Help: "Hands of the match being played."},
			func() float64 { return float64(t.Ledger.State().Position.Hands) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "jantaku_ledger_seq", Help: "Events in the ledger."},
			func() float64 { return float64(t.Ledger.State().Seq) }),
	)
	gauge := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	counter := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value))
	}
	gauge("jantaku_ready", "1 while hands are taken by themselves, as /readyz says.", func() float64 { return oneIf(t.ready() == nil) })
	gauge("jantaku_camera_online", "1 while the camera gives pictures.", func() float64 { camera, _ := t.sight(); return oneIf(camera.Online) })
	if held, ok := t.Lookout.Source.(drifting); ok {
		gauge("jantaku_camera_drifted", "1 while the camera is not at the values that it is held at.", func() float64 { return oneIf(held.Drift() != nil) })
	}
	if held, ok := t.Lookout.Source.(*camera.Held); ok {
		counter("jantaku_camera_set_again_total", "Times that the values of the camera were found changed.", func() float64 { return float64(held.SetAgain()) })
	}
	if _, _, known := camera.PaceOf(t.Lookout.Source); known {
		gauge("jantaku_camera_rate", "Pictures that the camera gave a second, over ten seconds; 0 before.", func() float64 { rate, _, _ := camera.PaceOf(t.Lookout.Source); return rate })
		gauge("jantaku_camera_slow", "1 while the camera gives fewer pictures than it was asked for, or than it gave.", func() float64 { _, slow, _ := camera.PaceOf(t.Lookout.Source); return oneIf(slow != nil) })
	}
	gauge("jantaku_eye_online", "1 while the eye answers.", func() float64 { _, eye := t.sight(); return oneIf(eye.Online) })
	gauge("jantaku_hand_waits", "1 while a hand in doubt waits for the referee.", func() float64 { return oneIf(t.Board.IsWaiting()) })
	gauge("jantaku_pipeline_still_seconds", "Since the pipeline last turned.", func() float64 {
		return time.Since(time.Unix(0, t.moved.Load())).Seconds()
	})
	gauge("jantaku_broker_connected", "1 while the broker hears the table and requests are heard.", func() float64 { return oneIf(t.Publisher.Stats().Connected) })
	counter("jantaku_broker_connects_total", "Connections to the broker.", func() float64 { return float64(t.Publisher.Stats().Connects) })
	counter("jantaku_messages_published_total", "Messages that a broker acknowledged.", func() float64 { return float64(t.Publisher.Stats().Published) })
	counter("jantaku_messages_set_aside_total", "Messages that no broker would take.", func() float64 { return float64(t.Publisher.Stats().SetAside) })
	counter("jantaku_requests_total", "Requests over the broker that were answered.", func() float64 { return float64(t.Publisher.Stats().Requests) })
	gauge("jantaku_pages_own", "Pages of this machine and of known devices that are connected.", func() float64 { own, _, _ := t.web.Pages(); return float64(own) })
	gauge("jantaku_pages_guests", "Other pages that are connected; one address has 100 places, all have 400.", func() float64 { _, guests, _ := t.web.Pages(); return float64(guests) })
	counter("jantaku_pages_sent_away_total", "Pages that had to leave for others.", func() float64 { _, _, sent := t.web.Pages(); return float64(sent) })
	if t.Broker != nil {
		gauge("jantaku_broker_guests", "Connections to the embedded broker without a name; one address has 100 places, all have 400.", func() float64 { guests, _, _ := t.Broker.Places(); return float64(guests) })
		gauge("jantaku_broker_named", "Connections with a name; one address has 50 places, all have 200.", func() float64 { _, named, _ := t.Broker.Places(); return float64(named) })
		counter("jantaku_broker_sent_away_total", "Connections that had to leave for others.", func() float64 { _, _, sent := t.Broker.Places(); return float64(sent) })
		gauge("jantaku_broker_store_bytes", "Messages in the store of the embedded broker.", func() float64 { used, _ := t.Broker.Used(); return float64(used) })
		gauge("jantaku_broker_store_most_bytes", "What that store may take; it is made anew at four fifths.", func() float64 { _, most := t.Broker.Used(); return float64(most) })
	}
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// pulse is how often the pipeline is asked whether it turns; with what it may be busy at
// (reading a hand takes up to 32 s) it is less than the WatchdogSec of the packaged unit.
const pulse = 5 * time.Second

// stuckAfter is how long the pipeline may be at one thing before it hangs.
const stuckAfter = 45 * time.Second

// watchdog tells systemd that the program lives, when systemd asks to be told: that
// the books answer, the pipeline turns, and camera and eye are looked after. What
// hangs is not alive.
func (t *Table) watchdog(ctx context.Context) error {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		t.log.Warn("systemd's watchdog", "err", err)
	}
	ticker := time.NewTicker(pulse)
	defer ticker.Stop()
	for {
		t.Ledger.State()
		if t.Pipeline.Alive(ctx) != nil {
			return nil
		}
		t.moved.Store(time.Now().UnixNano())
		t.Board.Refresh()
		if err := t.Lookout.Stuck(); err != nil {
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

// drifting is a camera that is held at values and says when it is not at them.
type drifting interface{ Drift() error }

// ready says what keeps hands from being taken by themselves and shown, for /readyz: a line for each part.
func (t *Table) ready() error {
	_, missed := t.Board.Parts()
	if !t.Publisher.Stats().Connected {
		missed = append(missed, "broker: "+t.Config.MQTT.Broker+" is not reached; hands are booked and told later, displays show nothing new")
	}
	if still := time.Since(time.Unix(0, t.moved.Load())); still > stuckAfter {
		missed = append(missed, fmt.Sprintf("pipeline: it has been at one thing for %v", still.Round(time.Second)))
	}
	if err := t.Lookout.Stuck(); err != nil {
		missed = append(missed, err.Error())
	}
	if len(missed) > 0 {
		return errors.New(strings.Join(missed, "; "))
	}
	return nil
}

// watched reports whether a camera is configured.
func (t *Table) watched() bool { return t.Lookout.Source != nil }

// probeEvery is how often it is looked at most whether the books can be written; /readyz is open to everybody.
const probeEvery = 2 * time.Second

// writable says for the availability whether a hand could be recorded just now.
func (t *Table) writable() mqtt.Part {
	p := &t.probed
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.at) > probeEvery {
		err := ledger.Probe(context.Background(), filepath.Join(t.Config.Data, config.LedgerName))
		p.part, p.at = partOf(err), time.Now()
	}
	return p.part
}

// badFaces is the word for an eye whose files are damaged.
const badFaces = "bad-faces"

// sight says for the availability whether the camera gives pictures and the eye reads them.
func (t *Table) sight() (pictures, eye mqtt.Part) {
	var unusable *camera.Fault
	if errors.As(t.blind, &unusable) {
		none := partOf(unusable)
		return none, none
	}
	if t.blind != nil {
		return mqtt.Part{Code: badFaces, Message: "the camera is not used until the eye can read; hands are typed on the console"}, mqtt.Part{Code: badFaces, Message: t.blind.Error()}
	}
	if !t.watched() {
		none := mqtt.Part{Code: "no-camera", Message: "no camera is configured; hands are typed on the console"}
		return none, none
	}
	return partOf(t.Lookout.Camera()), partOf(t.Lookout.Answers())
}

// stays says for the availability whether the camera is as it was set and gives as many pictures as it should; false where that is not
// known of any.
func (t *Table) stays() (mqtt.Part, bool) {
	held, drifts := t.Lookout.Source.(drifting)
	if drifts && held.Drift() != nil {
		return partOf(held.Drift()), true
	}
	_, slow, known := camera.PaceOf(t.Lookout.Source)
	return partOf(slow), drifts || known
}

// followed says for the availability whether hands are followed; false where they are not
// meant to be.
func (t *Table) followed() (mqtt.Part, bool) {
	return partOf(t.Lookout.Course()), t.Lookout.Follower != nil
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
	part := mqtt.Part{Message: err.Error()}
	if reasons := models.ReasonsOf(err); len(reasons) > 0 {
		part.Code = reasons[0].Code
	}
	return part
}
