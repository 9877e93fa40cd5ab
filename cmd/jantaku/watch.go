package main

import (
	"context"
	"net/http"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
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
				if t.eye.source == nil || t.eye.away.Load() != nil {
					return 0
				}
				return 1
			}),
	)
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

// watchdog tells systemd that the program lives, when systemd asks to be told. The
// ledger is asked first: a daemon whose books hang is not alive.
func (t *table) watchdog(ctx context.Context) error {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil || every == 0 {
		return nil
	}
	ticker := time.NewTicker(every / 2)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			t.ledger.State()
			if _, err := daemon.SdNotify(false, daemon.SdNotifyWatchdog); err != nil {
				t.log.Warn("systemd not notified", "err", err)
			}
		}
	}
}
