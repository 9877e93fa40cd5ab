package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/teach"
)

// guided are the tiles that the tests of the guide teach.
const guidedExtras = "12345678f"

// laidOut draws photographs of what a plan asks for into a folder, in order. A view gives the camera of
// the nth.
func laidOut(t *testing.T, folder string, studio *scene.Studio, plan []teach.Layout, view func(n int) scene.Spec) {
	t.Helper()
	for i, lay := range plan {
		s := view(i).WithRow(lay.Place, lay.Rows[0])
		if studio.Prints != nil {
			studio.Prints.Fit(&s)
		}
		photo, _, err := studio.Photograph(s)
		if err != nil {
			t.Fatal(err)
		}
		put(t, folder, fmt.Sprintf("photo-%02d.jpg", i+1), photo)
	}
}

// put puts a picture into a folder as if it had lain there for a while.
func put(t *testing.T, folder, name string, photo []byte) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, photo, 0o600); err != nil {
		t.Fatal(err)
	}
	before := time.Now().Add(-time.Minute)
	if err := os.Chtimes(path, before, before); err != nil {
		t.Fatal(err)
	}
}

func TestTheGuideSaysWhatToLayAndGoesOnWhereItStopped(t *testing.T) {
	dir, pictures := t.TempDir(), t.TempDir()
	out := filepath.Join(dir, "faces.json")
	text, err := program(t, "calibrate", "tiles", "--guide", "--extras", guidedExtras)
	if err != nil || strings.Count(text, "\n") != 9 || !strings.Contains(text, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p") {
		t.Errorf("%v, the plan is\n%s", err, text)
	}
	small := scene.RandomView(1, artwork.StyleA, 0)
	small.Width, small.Height = 320, 180
	laidOut(t, pictures, new(scene.Studio), teach.Plan(nil)[:2], func(int) scene.Spec { return small })
	guide := []string{"calibrate", "tiles", "--guide", "--out", out, "--from", pictures}
	if text, err = program(t, guide...); err == nil || !strings.Contains(err.Error(), "no more pictures; lay ") || !strings.Contains(text, "photograph 3 of 9") {
		t.Errorf("after two pictures: %v\n%s", err, text)
	}
	if text, err = program(t, guide...); err == nil || !strings.Contains(text, "2 photographs were taken before") || strings.Contains(text, "photograph 2 of 9") {
		t.Errorf("the same two pictures again: %v\n%s", err, text)
	}
	if _, err = program(t, append(guide, "--extras", "1f")...); err == nil {
		t.Error("the lessons of a set without flowers go on as those of a set with one")
	}
	if _, err = program(t, append(guide, "--labels", "labels.json")...); err == nil {
		t.Error("--guide and --labels together are no mistake")
	}
}

// TestTheGuideTeachesAllFacesInTenPhotographs draws what the guide asks for as a phone and as a camera
// over the table see it, and reads hands with what was learned.
func TestTheGuideTeachesAllFacesInTenPhotographs(t *testing.T) {
	sharedtest.ByNight(t)
	extras, err := models.ParseTiles(guidedExtras)
	if err != nil {
		t.Fatal(err)
	}
	over := scene.WholeTable()
	for name, view := range map[string]func(seed int) scene.Spec{
		"a phone":                 func(n int) scene.Spec { return scene.RandomView(uint64(3100+n), artwork.StyleA, .5) },
		"a phone, another set":    func(n int) scene.Spec { return scene.RandomView(uint64(3200+n), artwork.StyleB, .5) },
		"a camera over the table": func(n int) scene.Spec { s := over; s.Seed = uint64(3300 + n); return s },
	} {
		t.Run(name, func(t *testing.T) {
			dir, pictures := t.TempDir(), t.TempDir()
			plan := teach.Plan(extras)
			args := []string{"calibrate", "tiles", "--guide", "--extras", guidedExtras, "--out", filepath.Join(dir, "faces.json"), "--from", pictures}
			if name == "a camera over the table" {
				camera, err := over.Calibration()
				if err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(dir, "camera.json")
				if err := camera.Save(path); err != nil {
					t.Fatal(err)
				}
				args = append(args, "--calibration", path)
			} else {
				for i := range plan { // there is but one side to take a photograph from
					plan[i].Place = 1
				}
			}
			laidOut(t, pictures, new(scene.Studio), plan, view)
			text, err := program(t, args...)
			t.Log(text)
			if err != nil {
				t.Fatal(err)
			}
			faces, err := calibration.LoadFaces(filepath.Join(dir, "faces.json"))
			if err != nil {
				t.Fatal(err)
			}
			if len(faces.Faces) != 42 || len(plan) > 10 {
				t.Errorf("%d faces from %d photographs", len(faces.Faces), len(plan))
			}
		})
	}
}
