package archive

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics serves what Prometheus asks for: the process, what was taken and refused, and how many tables are behind.
func (a *Archive) Metrics() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	gauge := func(name, help string, value func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	counter := func(name, help string, labels prometheus.Labels, value func() int64) {
		registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return float64(value()) }))
	}
	gauge("jantaku_archive_connected", "1 while the archive is at the broker.", func() float64 { return oneIf(a.reader.Connected()) })
	gauge("jantaku_archive_waiting", "1 while the database does not take what was heard.", func() float64 { return oneIf(a.waiting.Load()) })
	gauge("jantaku_archive_gaps", "Books of which events are missing.", func() float64 { return float64(a.gaps.open()) })
	counter("jantaku_archive_connects_total", "Connections to the broker.", nil, a.reader.Connects)
	counter("jantaku_archive_events_total", "Events that were new.", nil, a.taken.Load)
	for i, r := range reasons {
		counter("jantaku_archive_refused_total", "Messages that were refused: of another table, another event under a number that is taken, what no database holds, a table that does not answer, and what cannot be read.",
			prometheus.Labels{"reason": r.name}, a.refused[i].Load)
	}
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
