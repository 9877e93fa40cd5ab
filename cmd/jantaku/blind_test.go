package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
)

// TestATableWhoseEyeCannotReadGoesOnWithoutIt damages what the eye was taught, or where the table lies, as a loss
// of power may: the table starts, hands can be typed, and whoever watches it hears why the camera is not used.
func TestATableWhoseEyeCannotReadGoesOnWithoutIt(t *testing.T) {
	for _, watch := range []config.WatchMode{config.WatchLaid, config.WatchCourse} {
		for what, text := range map[string]string{"nothing is left": "", "zeros are left": "\x00\x00\x00\x00"} {
			t.Run(fmt.Sprint(watch, " ", what), func(t *testing.T) {
				folder := t.TempDir()
				c := config.Default()
				c.Data, c.MQTT.Listen, c.Web.Listen = filepath.Join(folder, "data"), "127.0.0.1:0", fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t))
				c.Match.Players = []string{"Ann", "Ben", "Cho", "Dan"}
				c.Camera.Source, c.Eye.Faces = "folder:"+folder, filepath.Join(folder, "faces.json")
				c.Eye.Watch = watch
				if err := os.WriteFile(c.Eye.Faces, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				go func() { ended <- runTable(ctx, c, nil, func() {}, testLog()) }()
				page := "http://" + c.Web.Listen + "/"
				waitForPage(t, page+"healthz")
				awaitReady(t, page, http.StatusServiceUnavailable, "faces.json")
				stop()
				if err := <-ended; err != nil {
					t.Error(err)
				}
			})
		}
	}
}
