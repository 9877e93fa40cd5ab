package table

import (
	"context"
	"log/slog"
	"testing"

	"jantaku/internal/config"
)

// fourOfRiichi are the settings of a daemon in which four play riichi, with its own data folder and ports.
func fourOfRiichi(data string) config.Config {
	c := config.Default()
	c.Data, c.Web.Listen, c.MQTT.Listen = data, "127.0.0.1:0", "127.0.0.1:0"
	c.Match.Rules, c.Match.Profile, c.Match.Players = "riichi", "tenhou", []string{"Ann", "Bo", "Cui", "Dai"}
	return c
}

// starts starts a table, which change may change before it runs (nil for not); end ends it.
func starts(t *testing.T, c config.Config, parts Parts, change func(*Table)) (_ *Table, end func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	table, err := Start(ctx, c, parts, slog.New(slog.NewTextHandler(t.Output(), nil)))
	if err != nil {
		stop()
		t.Fatal(err)
	}
	if change != nil {
		change(table)
	}
	ended := make(chan error, 1)
	go func() { ended <- table.Run(ctx) }()
	return table, func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
