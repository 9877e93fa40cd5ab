package setup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bytes"

	"jantaku/access"
	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/doctor"
	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/packaging"
	"jantaku/vision/camera"
	"jantaku/vision/learn"
	"jantaku/vision/lens"
	"jantaku/vision/teach"
)

// quickSight learns what it is told to.
type quickSight struct {
	faces  calibration.Faces
	report learn.Report
	err    error
	hold   chan struct{} // nil: learns at once
}

func (*quickSight) Survey(context.Context, calibration.Faces, *calibration.Camera, []byte) (models.TableReading, error) {
	return models.TableReading{}, nil
}

func (q *quickSight) Lens(images []lens.Image, _ lens.Board) (calibration.Lens, lens.Report, error) {
	if strings.Contains(string(images[0].Data), "no board") {
		return calibration.Lens{}, lens.Report{}, errors.New("no board")
	}
	return calibration.Lens{FX: 600, FY: 600, CX: 320, CY: 180}, lens.Report{Width: 640, Height: 360, Used: len(images), Error: .3}, nil
}

func (q *quickSight) Learn(ctx context.Context, c *teach.Course, _ *calibration.Camera, progress func(float64)) (calibration.Faces, learn.Report, error) {
	progress(.5)
	if q.hold != nil {
		select {
		case <-q.hold:
		case <-ctx.Done():
			return calibration.Faces{}, learn.Report{}, ctx.Err()
		}
	}
	return q.faces, q.report, q.err
}

// picture is sharp: a chequered cloth.
func picture(t *testing.T) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 640, 360))
	for y := range 360 {
		for x := range 640 {
			if (x/16+y/16)%2 == 0 {
				img.SetGray(x, y, color.Gray{Y: 220})
			}
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bench is a set-up with a camera that shows one picture.
type bench struct {
	*Setup
	t       *testing.T
	sight   *quickSight
	undo    func() error // set by a restart
	refuses error        // what Check says
}

func newBench(t *testing.T, change func(*Config)) *bench {
	t.Helper()
	shown := picture(t)
	b := &bench{t: t, sight: &quickSight{}}
	c := Config{Data: t.TempDir(), Annotated: packaging.Configuration(), Fresh: true, Values: map[string]any{"web.listen": "0.0.0.0:8080"},
		Check: func(string, []byte) error { return b.refuses },
		HandSize: func(rules string) models.HandSize {
			if rules == "taiwan-16" {
				return models.Sixteen
			}
			return models.Thirteen
		},
		Open: func(source string) (camera.Source, error) {
			if source == "none" {
				return nil, &camera.Fault{Code: camera.Unavailable}
			}
			return camera.Func{Name: source, Make: func(context.Context) ([]byte, error) { return shown, nil }}, nil
		},
		Doctor:  func(context.Context) []doctor.Finding { return []doctor.Finding{{Part: "disk", Mark: "ok"}} },
		Restart: func(undo func() error) { b.undo = undo }, Sight: b.sight, Log: slog.New(slog.DiscardHandler)}
	c.File = filepath.Join(c.Data, "jantaku.yaml")
	if change != nil {
		change(&c)
	}
	var err error
	if b.Setup, err = New(c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// photographs gives a folder with 0.jpg, 1.jpg and so on, all different and copied there long ago.
func photographs(t *testing.T, count int) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for i := range count {
		name := filepath.Join(folder, fmt.Sprintf("%d.jpg", i))
		if err := os.WriteFile(name, append(picture(t), byte(i)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, time.Time{}, time.Now().Add(-time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// openFolders opens what is named, beside a table that has a bookmark.
func openFolders(c *Config) {
	c.Open = func(source string) (camera.Source, error) { return camera.Open(camera.Config{Source: source}) }
	c.Bookmark = camera.Bookmark(filepath.Join(c.Data, "folder.json"))
}

// shows claims which photograph of a folder is seen now.
func (b *bench) shows(want string) {
	b.t.Helper()
	_, note, err := b.Picture(b.t.Context(), "now")
	if got, _ := note.(health); err != nil || got.File != want {
		b.t.Fatalf("%q is shown (%v), want %q", got.File, err, want)
	}
}

// asks carries out a step and gives the answer, and the code of a refusal.
func (b *bench) asks(op, body string) (answer map[string]any, code string) {
	b.t.Helper()
	got, err := b.Do(b.t.Context(), op, json.RawMessage(body))
	if err != nil {
		code = "other"
		if reasons := models.ReasonsOf(err); len(reasons) > 0 {
			code = reasons[0].Code
		}
		return nil, code
	}
	text, err := json.Marshal(got)
	if err != nil {
		b.t.Fatal(err)
	}
	_ = json.Unmarshal(text, &answer) // a list has no keys
	return answer, ""
}

func (b *bench) must(op, body string) map[string]any {
	b.t.Helper()
	answer, code := b.asks(op, body)
	if code != "" {
		b.t.Fatalf("%s %s: %s", op, body, code)
	}
	return answer
}

const goodCorners = `{"corners":[[60,340],[580,340],[500,20],[140,20]],"width":640,"height":360,"side":800,"tile":{"width":26,"height":35,"depth":20}}`

func TestWhatCannotBeDoneIsRefusedWithItsCode(t *testing.T) {
	b := newBench(t, nil)
	tests := []struct{ name, op, body, code string }{
		{"a step that is none", "reboot", `{}`, "no-such-request"},
		{"no camera yet", "photograph", `{}`, "setup-no-camera"},
		{"a camera that is none", "camera", `{"source":"none"}`, "not-a-source"},
		{"a key that is not chosen here", "choose", `{"data":"/etc"}`, "bad-request"},
		{"a program as a camera", "camera", `{"source":"exec:rm -rf /"}`, "setup-program"},
		{"a camera that nobody looked at", "choose", `{"camera.source":"exec:id"}`, "bad-request"},
		{"people go through save", "choose", `{"people":[]}`, "bad-request"},
		{"dice that lie off the cloth", "corners", strings.Replace(goodCorners, `"side"`, `"dice":{"edge":12,"at":[60,340]},"side"`, 1), "setup-dice"},
		{"dice as large as tiles are long", "corners", strings.Replace(goodCorners, `"side"`, `"dice":{"edge":45},"side"`, 1), "setup-dice"},
		{"corners out of order", "corners", strings.Replace(goodCorners, "[60,340],[580,340]", "[580,340],[60,340]", 1), "setup-corners"},
		{"a board without squares", "board", `{"cols":9,"rows":6,"square":0}`, "setup-board"},
		{"nothing to learn from", "learn", `{}`, "setup-few-photos"},
		{"nothing to repeat", "photo-drop", `{"file":"x"}`, "no-photo"},
		{"a port in an unknown language", "listen", `{"port":"/dev/null","dialect":"latin"}`, "setup-port"},
		{"a board that stands in the file", "listen", `{"port":"/dev/null","dialect":"contact"}`, "setup-dialect"},
		{"a number where a word belongs", "camera", `{"source":7}`, "bad-json"},
	}
	for _, tt := range tests {
		if _, code := b.asks(tt.op, tt.body); code != tt.code {
			t.Errorf("%s: %q, want %q", tt.name, code, tt.code)
		}
	}
	for _, name := range []string{"now", "../jantaku.yaml", "tiles-01.jpg"} {
		if _, _, err := b.Picture(t.Context(), name); err == nil {
			t.Errorf("a picture %q", name)
		}
	}
}

func TestSavingWritesWhatAPersonWouldHaveWritten(t *testing.T) {
	b := newBench(t, nil)
	b.sight.faces = someFaces(t)
	b.sight.report = learn.Report{Sought: 9, Shown: 100, ReadBack: 100}
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("corners", goodCorners)
	if _, code := b.asks("save", `{}`); code != "setup-untaught" {
		t.Fatalf("a camera without tiles: %q", code)
	}
	b.must("deck", `{}`)
	for b.must("state", `{}`)["tiles"].(map[string]any)["left"].(float64) > 0 {
		b.must("photograph", `{}`)
		b.learned()
	}
	b.must("choose", `{"table.port":"/dev/ttyUSB0","table.baud":0,"match.rules":"taiwan-16","match.players":["Mei","Ken"],"match.start":30000,"match.course":{"uma":"20/10/-10/-20"},"web.pin":"1234"}`)
	if _, code := b.asks("save", `{"admin":{"name":"mei","password":"short"}}`); code != "setup-short-password" {
		t.Errorf("a short password: %q", code)
	}
	for said, want := range map[string]string{`[{"name":"aki","password":"short"}]`: "setup-short-password", `[{"name":"Aki San","password":"plum blossom"}]`: "setup-person-name",
		`[{"name":"mei","password":"plum blossom"}]`: "setup-two-roles"} {
		if _, code := b.asks("save", `{"admin":{"name":"mei","password":"correct horse"},"referees":`+said+`}`); code != want {
			t.Errorf("referees %s: %q, want %q", said, code, want)
		}
	}
	b.refuses = errors.New("does not fit")
	if _, code := b.asks("save", `{}`); code != "setup-invalid" || fileThere(b.config.File) || fileThere(filepath.Join(b.config.Data, "faces.json")) {
		t.Errorf("what does not fit: %q, and something was written", code)
	}
	b.refuses = fmt.Errorf("configuration: %w", models.Refused("open-referee", nil, "everybody would be a referee"))
	if _, code := b.asks("save", `{}`); code != "open-referee" || fileThere(b.config.File) {
		t.Errorf("a referee's console for the whole network: %q", code)
	}
	b.refuses = nil
	b.must("save", `{"admin":{"name":"mei","password":"correct horse"},"referees":[{"name":"aki","password":"plum blossom"}]}`)
	text, err := os.ReadFile(b.config.File)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n  source: /dev/video0\n", "\n  faces: faces.json\n", "\n  calibration: camera.json\n", "\n  port: /dev/ttyUSB0\n", "\n  baud: 0\n",
		"\n  players: [Mei, Ken]\n", "\n  start: 30000\n", "\n  course: {uma: 20/10/-10/-20}\n", "\n  pin: \"$argon2id", "\npeople: [{name: mei, password: \"$argon2id", "role: admin}, {name: aki, password: \"$argon2id", "role: referee}]\n", "# Bits per second; 0 tries the usual ones in turn.\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if info, err := os.Stat(b.config.File); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	camera, err := calibration.LoadCamera(filepath.Join(b.config.Data, "camera.json"))
	if err != nil {
		t.Fatal(err)
	}
	if zone, in := calibration.ZoneAt(camera.Zones, models.Point{X: 290, Y: -380}); !in || zone.Place != 1 {
		t.Errorf("hands of sixteen tiles have no room in %v", camera.Zones)
	}
	if b.undo == nil {
		t.Fatal("the table does not start anew")
	}
	if err := b.undo(); err != nil || fileThere(b.config.File) || fileThere(filepath.Join(b.config.Data, "faces.json")) || !fileThere(b.table.file) {
		t.Errorf("not all was put back: %v", err)
	}
}

func fileThere(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// learned waits for a learning that is on.
func (b *bench) learned() {
	b.t.Helper()
	for b.must("state", `{}`)["tiles"].(map[string]any)["learning"] == true {
		time.Sleep(time.Millisecond)
	}
}

func someFaces(t *testing.T) calibration.Faces {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 16, 16))); err != nil {
		t.Fatal(err)
	}
	return calibration.Faces{Version: calibration.FacesVersion, Width: 16, Height: 16, Faces: []calibration.Face{{Tile: models.White, Samples: []calibration.Sample{{PNG: b.Bytes()}}}}}
}

// TestAFileOfAnotherPersonIsChangedInPlace claims that who the people are and what somebody wrote into
// the file stays, and that a file which is read before this one is not written beside.
func TestAFileOfAnotherPersonIsChangedInPlace(t *testing.T) {
	ken := map[string]any{"name": "ken", "role": "referee", "password": access.Hash("x")}
	change := func(c *Config) {
		c.Fresh, c.People = false, []map[string]any{ken, {"name": "mei", "role": "viewer", "password": "old"}}
		if err := os.WriteFile(c.File, []byte("# ours\ntable:\n  id: hall-7 # by the door\n  port: /dev/a\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := newBench(t, change)
	b.must("choose", `{"table.port":"/dev/b"}`)
	b.must("save", `{"admin":{"name":"mei","password":"correct horse"}}`)
	text, err := os.ReadFile(b.config.File)
	if err != nil || !strings.HasPrefix(string(text), "# ours\ntable:\n  id: hall-7 # by the door\n  port: /dev/b\npeople: [{name: ken, ") || strings.Contains(string(text), "viewer") {
		t.Errorf("%v\n%s", err, text)
	}
	if info, err := os.Stat(b.config.File); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its rights are %v now, %v", info.Mode(), err)
	}
	b = newBench(t, func(c *Config) { change(c); c.Wins = "/etc/jantaku/jantaku.yaml" })
	if _, code := b.asks("save", `{}`); code != "setup-other-file" {
		t.Errorf("%q", code)
	}
}

// TestSecretsAreNotTold claims that a page learns whether a secret is set and never what it is.
func TestSecretsAreNotTold(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Values["web.pin"], c.Values["mqtt.password"], c.Values["people"] = "pin-secret", "broker-secret", []any{"people-secret"}
		c.Secrets = []string{"web.pin"}
	})
	b.must("choose", `{"mqtt.password":"typed-secret"}`)
	text, err := json.Marshal(b.must("state", `{}`))
	if err != nil || strings.Contains(string(text), "secret\"") || !strings.Contains(string(text), `"secrets":["web.pin","mqtt.password"]`) {
		t.Errorf("%v %s", err, text)
	}
}

func TestTheLensIsCalibratedByTenPictures(t *testing.T) {
	b := newBench(t, nil)
	b.must("camera", `{"source":"/dev/video0"}`)
	for n := 1; n <= lensShots; n++ {
		got := b.must("board", `{"cols":9,"rows":6,"square":25}`)
		if got["shots"] != float64(n) || got["done"] != (n == lensShots) {
			t.Fatalf("picture %d: %v", n, got)
		}
	}
	b.must("corners", goodCorners)
	if b.table.camera.Lens == nil {
		t.Error("the corners know no lens")
	}
	b.must("lens-drop", `{}`)
	b.must("corners", goodCorners)
	if b.table.camera.Lens != nil {
		t.Error("the lens is still known")
	}
}

// TestALearningThatIsOnEndsWithTheSetUp claims that progress is told, and that nothing is left behind.
func TestALearningThatIsOnEndsWithTheSetUp(t *testing.T) {
	b := newBench(t, nil)
	b.sight.hold = make(chan struct{})
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("deck", `{"red":true}`)
	b.must("photograph", `{}`)
	b.must("photograph", `{}`)
	for b.must("state", `{}`)["tiles"].(map[string]any)["progress"] != .5 {
		time.Sleep(time.Millisecond)
	}
	b.must("deck", `{"red":true}`) // the page was opened once more
	if b.must("state", `{}`)["tiles"].(map[string]any)["learning"] != true {
		t.Error("who opens the page again ends the learning")
	}
	ended := make(chan struct{})
	go func() { b.Close(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(sharedtest.Patience):
		t.Fatal("the learning goes on")
	}
}

// TestRowsSayWhyTheyAreLaidAgainOnceAllWereLaid claims that nobody is told that photographs of different faces do not
// agree, and that what is wrong is told when all can be judged, also after its photograph was taken out.
// TestAWrongRowIsLaidAgainAtOnce claims that rows whose photograph tells by itself that they are wrong are asked for
// again before any others, with the reason, that the photograph stays to be looked at until they are laid again, and
// that a photograph of the rows that were asked for before is not taken for them.
func TestAWrongRowIsLaidAgainAtOnce(t *testing.T) {
	b := newBench(t, nil)
	b.sight.faces, b.sight.err = someFaces(t), errors.New("the photographs do not agree")
	b.sight.report.Unused = []learn.Refusal{{Photo: "tiles-01.jpg", Row: 1, Code: learn.NoWitness}, {Photo: "tiles-02.jpg", Row: 1, Code: learn.OneTileMore, Written: 11, Seen: 12}}
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("deck", `{}`)
	shown := func() lessonsShown { b.learned(); return b.tiles.shown() }
	b.must("photograph", `{}`)
	second := *shown().Next
	b.must("photograph", `{}`)
	s := shown()
	if s.Failed != nil || s.Next == nil || rowsOf(*s.Next) != rowsOf(second) || len(s.Why) != 1 || s.Why[0].Code != "one-tile-more" {
		t.Fatalf("after a wrong row: failed %v, next %v, why %v; want %v again", s.Failed, s.Next, s.Why, second)
	}
	if len(s.Photos) != 1 || len(s.Refused) != 1 || s.Refused[0].File != "tiles-02.jpg" || len(s.Refused[0].Unused) != 1 {
		t.Errorf("photographs %v, refused %v", s.Photos, s.Refused)
	}
	if _, _, err := b.Picture(t.Context(), "tiles-02.jpg"); err != nil {
		t.Error("the refused photograph cannot be looked at:", err)
	}
	if _, code := b.asks("photograph", `{"place":1,"rows":["1m2m3m"]}`); code != "setup-other-rows" {
		t.Errorf("a photograph of other rows: %q", code)
	}
	b.sight.report.Unused = nil
	rows, err := json.Marshal(second)
	if err != nil {
		t.Fatal(err)
	}
	b.must("photograph", string(rows))
	if s := shown(); len(s.Refused) != 0 || len(s.Photos) != 2 || s.Why != nil {
		t.Errorf("after it was laid again: refused %v, %d photographs, why %v", s.Refused, len(s.Photos), s.Why)
	}
}

// TestAFolderIsNotUsedUpByLooking claims that the live view of a folder shows the same photograph until it was taken,
// so that looking on costs none.
func TestAFolderIsNotUsedUpByLooking(t *testing.T) {
	folder := photographs(t, 3)
	for _, source := range []string{"folder:" + folder, folder} {
		b := newBench(t, openFolders)
		b.must("camera", fmt.Sprintf(`{"source":%q}`, source))
		for range 5 {
			b.shows("0.jpg")
		}
		b.must("deck", `{}`)
		b.must("photograph", `{}`)
		b.shows("1.jpg")
		if s, _ := b.asks("state", `{}`); s["tiles"].(map[string]any)["folder"] != true {
			t.Errorf("%s is no folder: %v", source, s["tiles"])
		}
	}
}

func TestRowsSayWhyTheyAreLaidAgainOnceAllWereLaid(t *testing.T) {
	b := newBench(t, nil)
	b.sight.faces, b.sight.err = someFaces(t), errors.New("the photographs do not agree")
	b.sight.report.Unused = []learn.Refusal{{Photo: "tiles-01.jpg", Row: 1, Code: learn.NoWitness}}
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("deck", `{}`)
	shown := func() lessonsShown { b.learned(); return b.tiles.shown() }
	for range 2 {
		b.must("photograph", `{}`)
	}
	if s := shown(); s.Failed != nil || s.Why != nil || len(s.Photos[0].Unused) != 0 {
		t.Errorf("after two photographs: failed %v, why %v, unused %v", s.Failed, s.Why, s.Photos[0].Unused)
	}
	b.sight.err, b.sight.report = nil, learn.Report{Sought: 9, Shown: 100, ReadBack: 100, Weak: []models.Tile{models.White},
		Unused:      []learn.Refusal{{Photo: "tiles-02.jpg", Row: 1, Code: learn.UnlikeLabels, Written: 11}},
		Mislabelled: []learn.Mislabel{{Photo: "tiles-04.jpg", Row: 1, Place: 3}}}
	second := b.tiles.course.Taken()[1].Layout
	for range shown().Left {
		b.must("photograph", `{}`)
		b.learned()
	}
	var why []string
	for i := range 3 {
		s := shown()
		if s.Next == nil || len(s.Why) != 1 {
			t.Fatalf("laid again: %v, why %v", s.Next, s.Why)
		}
		if i == 0 && s.Next.Rows[0].String() != second.Rows[0].String() {
			t.Errorf("laid again first: %v, want %v", s.Next.Rows, second.Rows)
		}
		why = append(why, s.Why[0].Code)
		b.sight.report.Unused, b.sight.report.Mislabelled = nil, nil
		b.must("photograph", `{}`)
	}
	if got := strings.Join(why, " "); got != "unlike-labels looks-like weak" {
		t.Errorf("rows are laid again because of %s", got)
	}
}

// TestWhatStaysInDoubtIsNamed has a face whose label stays in doubt however often it is laid again: all tiles are read
// back, so that their number says nothing.
func TestWhatStaysInDoubtIsNamed(t *testing.T) {
	b := newBench(t, nil)
	b.sight.faces = someFaces(t)
	b.sight.report = learn.Report{Sought: 9, Shown: 100, ReadBack: 100, Doubtful: []learn.Mislabel{{Photo: "tiles-01.jpg", Row: 1, Place: 1, Tile: models.White}}}
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("deck", `{}`)
	for i := 0; b.tiles.shown().Left > 0 && i < 20; i++ {
		b.must("photograph", `{}`)
		b.learned()
	}
	s := b.tiles.shown()
	if s.Next != nil || s.Learned == nil || s.Learned.Learnt || len(s.Learned.Doubts) != 1 || s.Learned.Doubts[0].Tile != models.White || s.Learned.Doubts[0].Photo != "tiles-01.jpg" {
		t.Errorf("next %v, learned %+v", s.Next, s.Learned)
	}
	if _, code := b.asks("believe", fmt.Sprintf(`{"tiles":"5z","number":%d}`, b.tiles.shown().Learned.Number-1)); code != "setup-no-doubt" {
		t.Errorf("who looked at what was learned before: %q", code)
	}
	if _, code := b.asks("believe", fmt.Sprintf(`{"tiles":"6z","number":%d}`, b.tiles.shown().Learned.Number)); code != "setup-no-doubt" {
		t.Errorf("a face that is not in doubt: %q", code)
	}
	b.must("believe", fmt.Sprintf(`{"tiles":"5z","number":%d}`, b.tiles.shown().Learned.Number))
	if s := b.tiles.shown(); !s.Learned.Taught || !s.Learned.Learnt || len(s.Learned.Doubts) != 0 {
		t.Errorf("after somebody looked at it: %+v", s.Learned)
	}
	if _, ok := b.tiles.taught(); !ok {
		t.Error("what somebody looked at is not saved")
	}
	b.must("learn", `{}`)
	b.learned()
	if s := b.tiles.shown(); s.Learned.Taught || len(s.Learned.Doubts) != 1 {
		t.Errorf("learned anew without looking: %+v", s.Learned)
	}
}

// TestHowManyPhotographsOfWhichTileAreMissingIsSaid claims that a face counts in the photographs that can be learned from, and
// that a photograph which was refused shows none.
func TestHowManyPhotographsOfWhichTileAreMissingIsSaid(t *testing.T) {
	n := 0
	b := newBench(t, func(c *Config) {
		shown := picture(t)
		c.Open = func(source string) (camera.Source, error) {
			return camera.Func{Name: source, Make: func(context.Context) ([]byte, error) { n++; return append(bytes.Clone(shown), byte(n)), nil }}, nil
		}
	})
	b.sight.faces, b.sight.report = someFaces(t), learn.Report{Sought: 2, Shown: 100, ReadBack: 100}
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("deck", `{"flowers":true}`)
	if s := b.tiles.shown(); s.Lacking != nil {
		t.Errorf("before there are photographs of one's own: %v", s.Lacking)
	}
	lacks := func(t models.Tile) int {
		for _, l := range b.tiles.shown().Lacking {
			if l.Tile == t {
				return l.Of - l.Has
			}
		}
		return 0
	}
	one, two := models.NewTile(models.Characters, 1), models.NewTile(models.Characters, 2)
	b.must("own", `{"rows":["1112m","1f#"]}`)
	if len(b.tiles.shown().Lacking) != 42 || lacks(one) != 1 || lacks(two) != 1 || lacks(models.NewTile(models.Flowers, 1)) != 1 || lacks(models.White) != 2 {
		t.Errorf("after one: %v", b.tiles.shown().Lacking)
	}
	b.sight.report.Unsure = []learn.Mislabel{{Photo: "tiles-02.jpg", Row: 1, Place: 2, Tile: two}}
	b.must("own", `{"rows":["12m"]}`)
	b.learned()
	if lacks(one) != 0 || lacks(two) != 1 {
		t.Errorf("after two, in one of which the 2m was not learned: %v", b.tiles.shown().Lacking)
	}
}

// TestAFolderGoesOnWhereItWas claims that a photograph that was used is not shown again however often the camera is let go or
// the program started, unless the tiles are begun anew, and that the table does not take what was taught for hands.
func TestAFolderGoesOnWhereItWas(t *testing.T) {
	folder := photographs(t, 3)
	b := newBench(t, openFolders)
	b.sight.faces, b.sight.report = someFaces(t), learn.Report{Sought: 2, Shown: 100, ReadBack: 100}
	letGo := func() {
		b.eye.mu.Lock()
		defer b.eye.mu.Unlock()
		b.eye.drop()
	}
	source := fmt.Sprintf(`{"source":"folder:%s"}`, folder)
	b.must("camera", source)
	b.must("deck", `{}`)
	b.shows("0.jpg")
	letGo()
	b.shows("0.jpg")
	b.must("own", `{"rows":["1m"]}`)
	b.shows("1.jpg")
	letGo()
	b.shows("1.jpg")
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	again := newBench(t, func(c *Config) { c.Data = b.config.Data; openFolders(c) })
	again.sight.faces, again.sight.report = b.sight.faces, b.sight.report
	b = again
	b.must("camera", source)
	b.shows("1.jpg")
	b.must("deck", `{}`)
	b.must("tiles-drop", `{}`)
	b.shows("0.jpg")
	b.must("own", `{"rows":["1m"]}`)
	b.must("own", `{"rows":["1m"]}`)
	b.shows("2.jpg")
	b.must("skip", `{}`)
	_, _, err := b.Picture(t.Context(), "now")
	if why := models.ReasonsOf(err); len(why) != 1 || why[0].Code != "setup-folder-later" || why[0].Data["name"] != "2.jpg" {
		t.Errorf("at the end of the folder: %v", err)
	}
	b.eye.mu.Lock()
	b.eye.after = "1.jpg" // as if the last one had not been passed over
	b.eye.mu.Unlock()
	b.must("enough", `{}`)
	b.learned()
	b.must("save", `{}`)
	table, err := camera.Open(camera.Config{Source: "folder:" + folder, Bookmark: b.config.Bookmark})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		f, err := table.Next(ctx)
		if err == nil && filepath.Base(f.Source) != "2.jpg" {
			t.Errorf("the table takes %s for a hand", f.Source)
		}
		if table, err = camera.Open(camera.Config{Source: "folder:" + folder, Bookmark: b.config.Bookmark}); err != nil { // started anew
			t.Fatal(err)
		}
	}
	if last, err := b.config.Bookmark.After(folder); err != nil || last != "2.jpg" {
		t.Errorf("the table was at %q (%v)", last, err)
	}
	if last, err := b.config.Bookmark.After(t.TempDir()); err != nil || last != "" {
		t.Errorf("in another folder %q (%v)", last, err)
	}
}

func TestWhatTheBoardSaysIsHeardInWordsAndBytes(t *testing.T) {
	simulator, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { simulator.Close() })
	b := newBench(t, nil)
	b.must("listen", `{"port":"`+simulator.Port()+`","baud":115200,"dialect":"reference"}`)
	words, raw := 0, 0
	for deadline := time.Now().Add(sharedtest.Patience); (words == 0 || raw == 0) && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		words, raw = 0, 0
		for _, one := range b.must("heard", `{"since":0}`)["heard"].([]any) {
			if _, ok := one.(map[string]any)["event"]; ok {
				words++
			} else {
				raw++
			}
		}
	}
	if words == 0 || raw == 0 {
		t.Errorf("%d events, %d pieces", words, raw)
	}
}

func TestPagesAreFoundByATelephone(t *testing.T) {
	all, err := Addresses("127.0.0.1:8080", true)
	if err != nil || len(all) != 5 || all[1].URL != "https://127.0.0.1:8080/console" || !strings.HasPrefix(all[1].QR, "data:image/png;base64,iVBOR") {
		t.Errorf("%v %+v", err, all)
	}
	if all, err = Addresses("0.0.0.0:80", false); err != nil || strings.Contains(all[0].URL, "0.0.0.0") {
		t.Errorf("%v %+v", err, all)
	}
}

// TestWhatALossOfPowerLeftIsWrittenAnew claims that a set can be taught whose photographs nobody knows any more, and
// that a configuration of zeros is written as if there were none.
func TestWhatALossOfPowerLeftIsWrittenAnew(t *testing.T) {
	b := newBench(t, nil)
	course := filepath.Join(b.config.Data, "setup", "tiles")
	for _, damage := range []string{"", "\x00\x00\x00", `{"extras": [`} {
		if err := errors.Join(os.MkdirAll(course, 0o750), os.WriteFile(filepath.Join(course, "labels.json"), []byte(damage), 0o600)); err != nil {
			t.Fatal(err)
		}
		b.tiles.course = nil
		b.must("deck", `{}`)
		if left := b.must("state", `{}`)["tiles"].(map[string]any)["left"]; left == float64(0) {
			t.Errorf("labels %q: nothing is to be laid", damage)
		}
		if aside, err := os.ReadFile(filepath.Join(course+".damaged", "labels.json")); err != nil || string(aside) != damage {
			t.Errorf("labels %q: kept is %q, %v", damage, aside, err)
		}
	}
	if err := os.WriteFile(b.config.File, make([]byte, 200), 0o640); err != nil {
		t.Fatal(err)
	}
	b.must("choose", `{"table.port":"/dev/b"}`)
	b.must("save", `{"admin":{"name":"mei","password":"correct horse"}}`)
	text, err := os.ReadFile(b.config.File)
	if err != nil || !strings.Contains(string(text), "port: /dev/b") || len(text) < len(packaging.Configuration()) || strings.Contains(string(text), "\x00") {
		t.Errorf("%v\n%q", err, text)
	}
}

// TestAdapterBoardsThatAreNotThere claims what the page says of a port at which no board answers, and of names for one at
// which nobody looks.
func TestAdapterBoardsThatAreNotThere(t *testing.T) {
	b := newBench(t, nil)
	b.config.Values["table.port"] = "/dev/running"
	for _, tt := range []struct{ op, body, want string }{
		{"adapter", `{"port":""}`, "setup-port"},
		{"adapter", `{"port":"/dev/none-here"}`, "setup-port"},
		{"adapter", `{"port":"/dev/running"}`, "setup-port-running"},
		{"adapter-name", `{"pins":["D2","D2","D3","D4"]}`, "bad-request"},
		{"adapter-name", `{"pins":["D2","D9","D3","X4"]}`, "bad-request"},
		{"adapter-name", `{"pins":["D2","D5","D3","D4"]}`, "setup-adapter-away"},
	} {
		_, err := b.Do(t.Context(), tt.op, json.RawMessage(tt.body))
		if reasons := models.ReasonsOf(err); len(reasons) == 0 || reasons[0].Code != tt.want {
			t.Errorf("%s %s: %v, want %s", tt.op, tt.body, err, tt.want)
		}
	}
	b.must("adapter", `{"port":"/dev/null"}`)
	for deadline := time.Now().Add(sharedtest.Patience); ; time.Sleep(5 * time.Millisecond) {
		state := b.must("adapter-state", `{"since":0}`)
		if state["doing"] == "" {
			if text := fmt.Sprint(state["reasons"]); !strings.Contains(text, "setup-port") {
				t.Errorf("reasons %v", state["reasons"])
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a board that is not there is looked at for ever")
		}
	}
}

// TestWhatIsClosedFromTheStartWasNotPressed claims that a motor that runs, or a contact that is wired the other way round, is
// not taken for a button.
func TestWhatIsClosedFromTheStartWasNotPressed(t *testing.T) {
	a := &adapter{}
	a.begin("inputs")
	a.pins = []pinShown{{Pin: "D2"}, {Pin: "D3"}}
	for _, closed := range [][]bool{{true, false}, {false, false}, {false, true}, {true, true}, {true, true}} {
		a.note(closed)
	}
	if len(a.presses) != 2 || a.presses[0].Pin != "D3" || a.presses[1].Pin != "D2" {
		t.Errorf("pressed %+v, want D3 and D2", a.presses)
	}
}

// TestPhotographsOfOnesOwnTeach claims that who has photographs says what they show, row by row; that what cannot be
// read is refused with its reason; that a photograph which cannot be used stays, says why and is labelled anew; and that
// nothing more is asked for once somebody says that these are all.
func TestPhotographsOfOnesOwnTeach(t *testing.T) {
	taken, same := 0, false
	b := newBench(t, func(c *Config) {
		shown := picture(t)
		c.Open = func(source string) (camera.Source, error) {
			return camera.Func{Name: source, Make: func(context.Context) ([]byte, error) {
				if !same {
					taken++
				}
				return append(bytes.Clone(shown), byte(taken)), nil
			}}, nil
		}
	})
	b.sight.faces, b.sight.report = someFaces(t), learn.Report{Sought: 2, Shown: 100, ReadBack: 100}
	b.must("camera", `{"source":"/dev/video0"}`)
	if _, code := b.asks("own", `{"rows":["1m"]}`); code != "no-photo" {
		t.Errorf("before a set was chosen: %q", code)
	}
	b.must("deck", `{}`)
	for body, want := range map[string]string{`{"rows":[]}`: "setup-no-rows", `{"rows":[""]}`: "setup-no-rows", `{"rows":["1m","x"]}`: "setup-rows", `{"rows":["123456789m123456789m1234567m"]}`: "setup-rows",
		`{"rows":["1m","1m","1m","1m","1m","1m","1m","1m","1m"]}`: "setup-no-rows", `{"file":"../x.jpg","rows":["1m"]}`: "no-photo"} {
		if _, code := b.asks("own", body); code != want {
			t.Errorf("%s: %q, want %q", body, code, want)
		}
	}
	b.must("own", `{"rows":["123m","5z"]}`)
	if _, code := b.asks("enough", `{}`); code != "setup-few-photos" {
		t.Errorf("with one photograph: %q", code)
	}
	same = true
	if _, code := b.asks("own", `{"rows":["123m","5z"]}`); code != "setup-same-photo" {
		t.Errorf("the same photograph: %q", code)
	}
	same = false
	b.sight.report.Unused = []learn.Refusal{{Photo: "tiles-02.jpg", Row: 1, Code: learn.OneTileMore, Written: 2, Seen: 3}}
	b.sight.report.Mislabelled = []learn.Mislabel{{Photo: "tiles-01.jpg", Row: 2, Place: 1}}
	b.must("own", `{"rows":["12m"]}`)
	b.learned()
	if s := b.tiles.shown(); len(s.Photos) != 2 || s.Next == nil || len(s.Refused) != 0 {
		t.Fatalf("while more is asked for: %+v", s)
	}
	b.must("enough", `{}`)
	b.learned()
	s := b.tiles.shown()
	if s.Next != nil || s.Left != 0 || len(s.Photos) != 2 || len(s.Photos[0].Unused) != 1 || s.Photos[0].Unused[0].Code != "looks-like" || len(s.Photos[1].Unused) != 1 || s.Photos[1].Unused[0].Code != "one-tile-more" {
		t.Fatalf("with all photographs: %+v", s)
	}
	b.sight.report.Unused, b.sight.report.Mislabelled, b.sight.report.Missing = nil, nil, []models.Tile{models.White}
	b.must("own", `{"file":"tiles-02.jpg","rows":["123m"]}`)
	b.learned()
	if s := b.tiles.shown(); len(s.Photos) != 2 || s.Photos[1].File != "tiles-02.jpg" || len(s.Photos[1].Rows[0]) != 3 || len(s.Photos[1].Unused) != 0 || s.Learned.Taught || s.Next != nil {
		t.Errorf("labelled anew, with a face that is missing: %+v", s)
	}
	b.sight.report.Missing = nil
	b.must("learn", `{}`)
	b.learned()
	if s := b.tiles.shown(); !s.Learned.Taught {
		t.Errorf("with every face: %+v", s.Learned)
	}
	b.must("photo-drop", `{"file":"tiles-01.jpg"}`)
	if s := b.tiles.shown(); len(s.Photos) != 1 || s.Next != nil {
		t.Errorf("after one was taken out: %+v", s)
	}
	if _, ok := b.tiles.taught(); ok {
		t.Error("what was learned with a photograph that was taken out is saved")
	}
}

// TestAZoneIsMovedAndStays claims that a zone lies where its corners were seen, that zones which cannot be are refused and
// changed in nothing, that a zone stays where it is when the corners of the cloth are set anew, and that the usual ones come back.
func TestAZoneIsMovedAndStays(t *testing.T) {
	b := newBench(t, nil)
	if _, code := b.asks("zone", `{"zone":1,"corners":[[0,0],[9,0],[9,9]]}`); code != "setup-room-corners" {
		t.Errorf("before the corners: %q", code)
	}
	b.must("camera", `{"source":"/dev/video0"}`)
	b.must("corners", goodCorners)
	before := b.table.camera.Zones
	moved := func(dx, dy float64) string {
		view, err := b.table.camera.View(0)
		if err != nil {
			t.Fatal(err)
		}
		var corners []models.Point
		for i, p := range before[1].Corners {
			if i == 0 {
				p.X, p.Y = p.X+dx, p.Y+dy
			}
			corners = append(corners, view.Picture(p))
		}
		body, err := json.Marshal(map[string]any{"zone": 1, "corners": corners})
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	lies := func(what string, x, y float64) {
		t.Helper()
		if got := b.table.camera.Zones[1].Corners[0]; math.Abs(got.X-before[1].Corners[0].X-x) > .01 || math.Abs(got.Y-before[1].Corners[0].Y-y) > .01 {
			t.Errorf("%s: it lies at %v, was at %v", what, got, before[1].Corners[0])
		}
	}
	b.must("zone", moved(20, 10))
	lies("moved", 20, 10)
	for what, body := range map[string]string{"over another": moved(0, -150), "none": `{"zone":99,"corners":[[0,0],[9,0],[9,9]]}`, "one before the first": `{"zone":-1,"corners":[[0,0],[9,0],[9,9]]}`,
		"a line": `{"zone":1,"corners":[[300,200],[310,200],[320,200]]}`, "crossed": `{"zone":1,"corners":[[300,200],[340,240],[340,200],[300,240]]}`,
		"more corners than a zone has": fmt.Sprintf(`{"zone":1,"corners":[%s[300,200]]}`, strings.Repeat("[300,200],", 40))} {
		if _, code := b.asks("zone", body); code != "setup-zones" {
			t.Errorf("%s: %q", what, code)
		}
	}
	for what, body := range map[string]string{"beside the cloth": moved(-350, 0), "off the table": moved(2000, 0), "farther than numbers go": `{"zone":1,"corners":[[1e308,0],[1e308,1e308],[0,-1e308]]}`} {
		if _, code := b.asks("zone", body); code != "setup-zone-outside" {
			t.Errorf("%s: %q", what, code)
		}
	}
	lies("after what was refused", 20, 10)
	b.must("corners", goodCorners)
	lies("with the corners set anew", 20, 10)
	b.must("zone", `{}`)
	lies("the usual one", 0, 0)
	b.must("choose", `{"match.rules":"taiwan-16"}`)
	b.must("zone", `{}`)
	if !b.table.camera.Holds(models.Sixteen) {
		t.Error("the usual zones are not for the hands of the book that was chosen")
	}
}

// TestWhatTheTableHasUsedStaysUsed claims that saving another setting does not give the table photographs of hands anew that it has
// used since its tiles were taught, and that looking at its folder uses none of them.
func TestWhatTheTableHasUsedStaysUsed(t *testing.T) {
	folder := photographs(t, 4)
	source := "folder:" + folder
	b := newBench(t, func(c *Config) {
		openFolders(c)
		c.Values["camera.source"] = source
		if err := errors.Join(c.Bookmark.Keep(folder, "2.jpg"), os.MkdirAll(filepath.Join(c.Data, "setup"), 0o700),
			camera.Bookmark(filepath.Join(c.Data, "setup", "folder.json")).Keep(folder, "0.jpg")); err != nil {
			t.Fatal(err)
		}
	})
	b.must("camera", fmt.Sprintf(`{"source":%q}`, source))
	b.shows("3.jpg") // the first that nobody has used
	b.config.Values["eye.faces"] = "faces.json"
	b.must("save", `{}`)
	if last, err := b.config.Bookmark.After(folder); err != nil || last != "2.jpg" {
		t.Errorf("the table is at %q (%v)", last, err)
	}
}
