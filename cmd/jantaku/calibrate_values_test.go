package main

import (
	"bytes"
	"strings"
	"testing"

	"jantaku/internal/checkup"
	"jantaku/vision/camera"
)

// TestTheCameraIsToldInThreeLanguages prints what is held as a configuration, which has no language, and that it is dark in words of each.
func TestTheCameraIsToldInThreeLanguages(t *testing.T) {
	var out bytes.Buffer
	how := camera.Config{Source: "/dev/video0"}
	how.Width, how.Height, how.Rate = 1920, 1080, 30
	printHeld(&out, how, camera.Controls{"gain": "7", "auto_exposure": "1"})
	const want = "camera:\n  source: /dev/video0\n  width: 1920\n  height: 1080\n  rate: 30\n  controls:\n    auto_exposure: \"1\"\n    gain: \"7\"\n"
	if out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	said := map[string]bool{}
	for _, lang := range []string{"zh", "ja", "en"} {
		words, err := wordsIn(lang)
		if err != nil {
			t.Fatal(err)
		}
		dark, lamp := darkText(words, 141.6), checkupText(words, checkup.Finding{Code: checkup.Lamp, Value: .4, Cost: .05, Grade: checkup.Red, Place: 2, Tiles: 5})
		if !strings.Contains(dark, "142") || strings.Contains(dark+lamp, "{") || said[dark] || said[lamp] || gradeText(words, checkup.Red) == "" {
			t.Errorf("%s: %q, %q", lang, dark, lamp)
		}
		said[dark], said[lamp] = true, true
	}
	if _, err := wordsIn("de"); err == nil {
		t.Error("a language that there is not is taken")
	}
	if _, err := program(t, "calibrate", "values", "--from", "/dev/video0", "--lang", "de"); err == nil || !strings.Contains(err.Error(), "de") {
		t.Errorf("said %v", err)
	}
}
