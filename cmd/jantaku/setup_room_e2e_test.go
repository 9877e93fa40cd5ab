package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
)

// TestTheRoomIsCheckedInTheSetUp claims that with pictures of a table by another renderer, in which a lamp is mirrored, the set-up
// is framed, taught and says in every language, at a desk and on a telephone, which river the lamp costs, with marks in the picture.
func TestTheRoomIsCheckedInTheSetUp(t *testing.T) {
	sharedtest.ByNight(t)
	world, err := filepath.Abs(sharedtest.Path(t, "tables-outside/mirrored-lamp"))
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string, into any) {
		text, err := os.ReadFile(filepath.Join(world, name))
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var how struct {
		Corners, Tile string
		Side          float64
	}
	read("how.json", &how)
	var labels struct {
		Photos []struct {
			File string
			Rows []string
		}
	}
	read("labels.json", &labels)

	n := arrive(t, "en")
	n.patience = 8 * time.Minute
	n.do(chromedp.EmulateViewport(1366, 1000))
	began := time.Now()
	album := &album{t: t, folder: t.TempDir()}
	album.add(filepath.Join(world, labels.Photos[0].File))
	time.Sleep(time.Second) // until it is settled
	n.title("Camera")
	n.sets("#step select", "\x00")
	n.sets("#step input[type=text]", "folder:"+album.folder)
	n.waits("a picture", `document.querySelector("#step meter")?.value > 0`)
	n.step("camera: the folder")
	n.do(chromedp.Click(nextButton))
	n.title("Table")
	n.waits("corners", `document.querySelectorAll(".corner:not([hidden])").length === 4`)
	var width, height, depth float64
	if _, err := fmt.Sscanf(how.Tile, "%fx%fx%f", &width, &height, &depth); err != nil {
		t.Fatal(err)
	}
	for label, value := range map[string]float64{"Side of the cloth": how.Side, "Tile: width": width, "height": height, "depth": depth} {
		n.waits(label, fmt.Sprintf(`(() => {
			const one = [...document.querySelectorAll("#step label")].find((l) => l.innerText.startsWith(%q))?.querySelector("input");
			if (!one) return false;
			one.value = %v;
			one.dispatchEvent(new Event("change"));
			return true;
		})()`, label, value))
	}
	over := scene.WholeTable()
	over.Width, over.Height = 1920, 1080
	var corners [4]models.Point
	for i, corner := range strings.Fields(how.Corners) {
		if _, err := fmt.Sscanf(corner, "%f,%f", &corners[i].X, &corners[i].Y); err != nil {
			t.Fatal(err)
		}
	}
	n.outlines(over, corners)
	n.picture("room-corners")
	n.step("table: four corners, side and tiles")
	n.do(chromedp.Click(nextButton))
	n.title("Tiles")
	n.waits("red fives", `(() => { const [, one] = document.querySelectorAll("#step label.check input"); if (one && !one.checked) one.click(); return !!one?.checked; })()`)
	for i, p := range labels.Photos {
		if i > 0 {
			album.add(filepath.Join(world, p.File))
		}
		n.waits(p.File, fmt.Sprintf(`[...document.querySelectorAll("details.own p")].some((e) => e.textContent === "%03d.jpg")`, i+1))
		n.sets("details.own textarea", strings.Join(p.Rows, "\n"))
		n.presses("Take this picture with these rows")
		n.waits("the photograph taken", `document.querySelector("details.own textarea").value === ""`)
		n.step(fmt.Sprintf("photograph %d: type its rows", i+1))
	}
	n.presses("No more photographs: learn from these")
	n.waits("the set", `document.querySelector("#step progress").hidden && document.querySelector("#step [role=status]")?.textContent.includes("The set is known")`)
	n.whole("room-taught")
	t.Logf("taught after %v, %d steps: %s", time.Since(began).Round(time.Second), len(n.steps), strings.Join(n.steps, "; "))

	album.add(filepath.Join(world, "table00.jpg"))

	for _, lang := range []string{"en", "zh", "ja"} {
		for _, screen := range []struct {
			name          string
			width, height int64
		}{{"desk", 1366, 900}, {"phone", 390, 844}} {
			n.do(chromedp.EmulateViewport(screen.width, screen.height))
			n.opens(lang, "tiles")
			n.waits("the picture of the table", `[...document.querySelectorAll("details.own p")].some((e) => e.textContent === "010.jpg")`)
			n.waits("the check-up", `(() => { const one = document.querySelector("section.board > button"); one?.click(); return !!one; })()`)
			n.waits("what it says", `document.querySelectorAll(".room li").length > 5`)
			n.fits("the check-up")
			n.do(chromedp.ScrollIntoView(".room"))
			n.picture(fmt.Sprintf("room-%s-%s", lang, screen.name))
			n.do(chromedp.ScrollIntoView(".room + canvas"))
			n.picture(fmt.Sprintf("room-%s-%s-marks", lang, screen.name))
			var lamps, shown int
			n.do(chromedp.Evaluate(`[...document.querySelectorAll(".room li.red em, .room li.yellow em")].filter((e) => e.textContent).length`, &lamps),
				chromedp.Evaluate(`document.querySelector(".room + canvas").hidden ? 0 : 1`, &shown))
			if lamps == 0 || shown == 0 {
				t.Errorf("%s, %s: nothing is marked: %q", lang, screen.name, n.text(".room"))
			}
		}
	}
	t.Log(n.text(".room"))
}
