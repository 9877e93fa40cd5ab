package camera_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jantaku/internal/sharedtest"
	"jantaku/vision/camera"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// quick is a patience that tries again at once and gives up late: tests that wait for
// a loss shorten it, the others must not fail on a busy machine.
func quick() camera.Patience {
	return camera.Patience{Lost: 30 * time.Second, Stall: 15 * time.Second, Pause: 10 * time.Millisecond, MaxPause: 50 * time.Millisecond}
}

// picture is a JPEG with tiles of contrast, of the brightness given.
func picture(t testing.TB, w, h int, low, high uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := low
			if x/20%2 == y/20%2 {
				v = high
			}
			img.SetGray(x, y, color.Gray{Y: v})
		}
	}
	return encode(t, img)
}

func encode(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func next(t *testing.T, s camera.Source) camera.Frame {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), sharedtest.Patience)
	defer cancel()
	f, err := s.Next(ctx)
	if err != nil {
		t.Fatalf("Next: %v", err)
	}
	return f
}

func wantFault(t *testing.T, err error, code string) {
	t.Helper()
	var f *camera.Fault
	if !errors.As(err, &f) || f.Code != code {
		t.Errorf("error %v, want the fault %s", err, code)
	}
}

func TestFolderGivesPhotographsInOrderOfNameAndWaitsForNewOnes(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Minute)
	write := func(name string) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"b.jpg", "a.png", "notes.txt", ".hidden.jpg", "c.JPEG"} {
		write(name)
	}
	s, err := camera.Open(camera.Config{Source: "folder:" + dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, want := range []string{"a.png", "b.jpg", "c.JPEG"} {
		if f := next(t, s); string(f.Data) != want {
			t.Fatalf("got %s, want %s", f.Data, want)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a folder without a new photograph: %v", err)
	}
	time.AfterFunc(20*time.Millisecond, func() { write("d.jpg") })
	if f := next(t, s); string(f.Data) != "d.jpg" {
		t.Errorf("got %s, want the new photograph", f.Data)
	}
}

func TestFolderLoops(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Minute)
	for _, name := range []string{"a.jpg", "b.jpg"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, []byte(name), 0o600), os.Chtimes(path, old, old)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := camera.Open(camera.Config{Source: "folder+loop:" + dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got := ""
	for range 5 {
		got += string(next(t, s).Data[:1])
	}
	if got != "ababa" {
		t.Errorf("order %s, want ababa", got)
	}
}

// mjpeg serves pictures as a camera in the network does, ending after n.
func mjpeg(pictures [][]byte, n int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		parts := multipart.NewWriter(w)
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary="+parts.Boundary())
		for i := range n {
			part, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {"image/jpeg"}})
			if err != nil {
				return
			}
			if _, err := part.Write(pictures[i%len(pictures)]); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			time.Sleep(5 * time.Millisecond)
		}
	}
}

func TestHTTPStreamIsReadAndJoinedAgain(t *testing.T) {
	one := picture(t, 160, 120, 40, 200)
	server := httptest.NewServer(mjpeg([][]byte{one}, 3))
	defer server.Close()
	s, err := camera.OpenHTTP(server.URL, quick())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range 10 { // more than one connection gives
		if f := next(t, s); !bytes.Equal(f.Data, one) {
			t.Fatalf("frame %d differs from what was sent: %d bytes, not %d", i, len(f.Data), len(one))
		}
	}
}

func TestSnapshotAddressIsAskedAgain(t *testing.T) {
	one := picture(t, 160, 120, 40, 200)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/jpeg")
		w.Write(one)
	}))
	defer server.Close()
	s, err := camera.Open(camera.Config{Source: server.URL, Patience: quick()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 3 {
		if !bytes.Equal(next(t, s).Data, one) {
			t.Fatal("the snapshot differs")
		}
	}
}

func TestHTTPCameraThatAnswersNothingUsefulIsLost(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"is a page": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"stalls": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=x")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(handler)
			defer server.Close()
			p := quick()
			p.Lost, p.Stall = 700*time.Millisecond, 500*time.Millisecond
			s, err := camera.OpenHTTP(strings.Replace(server.URL, "http://", "http://me:secret@", 1), p)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			_, err = s.Next(context.Background())
			wantFault(t, err, camera.Lost)
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the password stands in the error: %v", err)
			}
		})
	}
}

func TestACameraThatRefusesIsNotToldAsACable(t *testing.T) {
	p := quick()
	p.Lost = 500 * time.Millisecond
	for status, code := range map[int]string{401: camera.NotLetIn, 403: camera.NotLetIn, 404: camera.NotThere, 503: camera.Lost} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", status) }))
		s, err := camera.OpenHTTP(strings.Replace(server.URL, "http://", "http://me:secret@", 1), p)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Next(context.Background())
		wantFault(t, err, code)
		if strings.Contains(err.Error(), "secret") || code != camera.Lost && strings.Contains(err.Error(), "cable") {
			t.Errorf("%d is told as %v", status, err)
		}
		s.Close()
		server.Close()
	}
	rtsp, err := camera.OpenCommand("rtsp://cam/1", []string{"sh", "-c", "echo '[rtsp] method DESCRIBE failed: 401 Unauthorized' >&2; exit 1"}, p)
	if err != nil {
		t.Fatal(err)
	}
	defer rtsp.Close()
	_, err = rtsp.Next(context.Background())
	wantFault(t, err, camera.NotLetIn)
}

// A daemon must start without the program that reads its camera, and see once it is installed.
func TestAMissingProgramIsToldAndLookedForAgain(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	p := quick()
	p.Lost = 300 * time.Millisecond
	s, err := camera.Open(camera.Config{Source: "exec:camera-program", Patience: p})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Next(context.Background())
	wantFault(t, err, camera.NoProgram)
	if !strings.Contains(err.Error(), "camera-program") {
		t.Errorf("the program is not named: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "picture"), picture(t, 64, 48, 60, 190), 0o600); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\nwhile cat %s/picture; do sleep 0.1; done\n", folder)
	if err := os.WriteFile(filepath.Join(folder, "camera-program"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(sharedtest.Patience); ; {
		if _, err = s.Next(context.Background()); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func needFFmpeg(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("ffmpeg is not installed")
	}
}

// testsrc is a live picture made by ffmpeg, as a V4L2 or RTSP camera would be read.
const testsrc = "exec:ffmpeg -hide_banner -loglevel error -nostdin -re -f lavfi -i testsrc=size=320x240:rate=25 -c:v mjpeg -q:v 3 -f mjpeg -"

func TestCommandGivesPictures(t *testing.T) {
	needFFmpeg(t)
	s, err := camera.Open(camera.Config{Source: testsrc, Patience: quick()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 5 {
		f := next(t, s)
		h, err := camera.Inspect(f, camera.Limits{Width: 320, Height: 240})
		if err != nil || h.Width != 320 {
			t.Fatalf("health %+v, %v", h, err)
		}
	}
}

func TestKilledCommandIsStartedAgain(t *testing.T) {
	needFFmpeg(t)
	// The shell stands for a driver that dies after ten pictures.
	dir := t.TempDir()
	script := filepath.Join(dir, "cam.sh")
	body := "#!/bin/sh\necho $$ >> " + dir + "/pids\nexec ffmpeg -loglevel error -nostdin -re -f lavfi -i testsrc=size=160x120:rate=25 -c:v mjpeg -f mjpeg -\n"
	if err := os.WriteFile(script, []byte(body), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := camera.OpenCommand("cam", []string{script}, quick())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	next(t, s)
	kill := func() int {
		text, err := os.ReadFile(dir + "/pids")
		if err != nil {
			t.Fatal(err)
		}
		pids := strings.Fields(string(text))
		if err := exec.Command("kill", "-9", pids[len(pids)-1]).Run(); err != nil {
			t.Fatal(err)
		}
		return len(pids)
	}
	before := kill()
	deadline := time.Now().Add(sharedtest.Patience)
	for {
		next(t, s)
		text, err := os.ReadFile(dir + "/pids")
		if err != nil {
			t.Fatal(err)
		}
		if len(strings.Fields(string(text))) > before {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the program was not started again")
		}
	}
	next(t, s)
}

func TestCommandThatFailsSaysWhy(t *testing.T) {
	p := quick()
	p.Lost = 500 * time.Millisecond
	s, err := camera.OpenCommand("cam", []string{"sh", "-c", "echo no such sensor >&2; exit 3"}, p)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Next(context.Background())
	wantFault(t, err, camera.Lost)
	if !strings.Contains(err.Error(), "no such sensor") {
		t.Errorf("error %v does not say what the program said", err)
	}
}

func TestCommandWithChildrenEndsWithClose(t *testing.T) {
	s, err := camera.OpenCommand("cam", []string{"sh", "-c", "sleep 60 & sleep 60"}, quick())
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	start := time.Now()
	s.Close()
	if took := time.Since(start); took > 1500*time.Millisecond {
		t.Errorf("Close took %v", took)
	}
}

func TestVideoFileGivesEveryPictureOnce(t *testing.T) {
	needFFmpeg(t)
	path := filepath.Join(t.TempDir(), "v.avi")
	make := exec.Command("ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=2", "-c:v", "mjpeg", path)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s, err := camera.Open(camera.Config{Source: path, Patience: quick()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := 0
	for {
		_, err := s.Next(context.Background())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 20 {
		t.Errorf("%d pictures, want 20", n)
	}
}

func TestOpenNamesWhatCannotBeUsed(t *testing.T) {
	for _, source := range []string{"", "folder:/does/not/exist", "/does/not/exist.mp4", "http://", "exec:"} {
		_, err := camera.Open(camera.Config{Source: source})
		wantFault(t, err, camera.Unavailable)
	}
}

func TestInspectNamesWhatIsWrong(t *testing.T) {
	sharp := picture(t, 640, 480, 60, 190)
	smooth := image.NewGray(image.Rect(0, 0, 640, 480))
	for y := range 480 {
		for x := range 640 {
			smooth.SetGray(x, y, color.Gray{Y: uint8(60 + 100*(x+y)/1120)})
		}
	}
	tests := []struct {
		name, code string
		data       []byte
	}{
		{"a good picture", "", sharp},
		{"no picture", camera.Broken, []byte("not a picture")},
		{"half a picture", camera.Broken, sharp[:len(sharp)/2]},
		{"an empty file", camera.Broken, nil},
		{"black", camera.Black, picture(t, 640, 480, 2, 12)},
		{"overexposed", camera.Overexposed, picture(t, 640, 480, 251, 255)},
		{"a hand over the lens", camera.Covered, picture(t, 640, 480, 90, 92)},
		{"out of focus", camera.Blurred, encode(t, smooth)},
		{"another resolution", camera.WrongSize, picture(t, 320, 240, 60, 190)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := camera.DefaultLimits()
			l.Width, l.Height = 640, 480
			h, err := camera.Inspect(camera.Frame{Data: tt.data, Source: "x.jpg"}, l)
			if tt.code == "" {
				if err != nil {
					t.Errorf("%v, %+v", err, h)
				}
				return
			}
			wantFault(t, err, tt.code)
		})
	}
}

func TestEveryRealPhotographIsHealthyAndItsBlurIsNot(t *testing.T) {
	dir := sharedtest.Path(t, "photos/images")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	least, most := 1.0, 0.0
	for i, e := range entries {
		if i%4 != 0 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		h, err := camera.Inspect(camera.Frame{Data: data, Source: e.Name()}, camera.DefaultLimits())
		if err != nil {
			t.Errorf("%v, %+v", err, h)
		}
		least = min(least, h.Sharpness)
		if i%16 == 0 {
			img, err := jpeg.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			soft, _ := camera.Inspect(camera.Frame{Data: encode(t, smear(img, 12))}, camera.DefaultLimits())
			if soft.Sharpness >= h.Sharpness {
				t.Errorf("%s: blurred %.3f, sharp %.3f", e.Name(), soft.Sharpness, h.Sharpness)
			}
			most = max(most, soft.Sharpness)
		}
	}
	t.Logf("least sharpness %.3f, most when smeared %.3f", least, most)
}

func TestALargePictureLeavesNoMemoryBehind(t *testing.T) {
	collected := func(w, h int) uint32 {
		f := camera.Frame{Data: encode(t, image.NewGray(image.Rect(0, 0, w, h)))}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = camera.Inspect(f, camera.DefaultLimits()) // black, which is no matter here
		runtime.ReadMemStats(&after)
		return after.NumForcedGC - before.NumForcedGC
	}
	if n := collected(2592, 1944); n != 1 {
		t.Errorf("memory of 5 megapixels was given back %d times, want once", n)
	}
	if n := collected(1920, 1080); n != 0 {
		t.Errorf("memory of 2 megapixels was given back %d times; there is too little to be worth the time", n)
	}
}

// smear blurs with a box of 2n+1 pixels, twice each way.
func smear(img image.Image, n int) image.Image {
	b := img.Bounds()
	g := image.NewGray(b)
	draw.Draw(g, b, img, b.Min, draw.Src)
	w, h := b.Dx(), b.Dy()
	line := func(start, step, length int) {
		sums := make([]int, length+1)
		for i := range length {
			sums[i+1] = sums[i] + int(g.Pix[start+i*step])
		}
		for i := range length {
			lo, hi := max(0, i-n), min(length, i+n+1)
			g.Pix[start+i*step] = uint8((sums[hi] - sums[lo]) / (hi - lo))
		}
	}
	for range 2 {
		for y := range h {
			line(y*g.Stride, 1, w)
		}
		for x := range w {
			line(x, g.Stride, h)
		}
	}
	return g
}

func TestBurstPutsTheSharpestFirst(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 320, 240))
	r := rand.New(rand.NewPCG(1, 1))
	for y := range 240 {
		for x := range 320 {
			v := uint8(50)
			if (x/17+y/13)%2 == 0 {
				v = 200
			}
			img.SetGray(x, y, color.Gray{Y: v + uint8(r.IntN(4))})
		}
	}
	sharp, soft, black := encode(t, img), encode(t, smear(img, 1)), picture(t, 320, 240, 0, 9)
	list := [][]byte{soft, black, sharp, soft}
	i := 0
	s := camera.Func{Name: "test", Make: func(context.Context) ([]byte, error) { i++; return list[(i-1)%4], nil }}
	shots, err := camera.Burst(context.Background(), s.Next, 4, time.Time{}, camera.DefaultLimits())
	if err != nil || len(shots) != 3 || !bytes.Equal(shots[0].Data, sharp) {
		t.Errorf("%d shots, %v", len(shots), err)
	}
	list = [][]byte{black, black, black, black}
	_, err = camera.Burst(context.Background(), s.Next, 2, time.Time{}, camera.DefaultLimits())
	wantFault(t, err, camera.Black)
}

// TestABookmarkKeepsEveryFolder claims that who goes to another folder and comes back goes on where the first was left.
func TestABookmarkKeepsEveryFolder(t *testing.T) {
	mark := camera.Bookmark(filepath.Join(t.TempDir(), "folder.json"))
	one, other := t.TempDir(), t.TempDir()
	for _, err := range []error{mark.Keep(one, "2.jpg"), mark.Keep(other, "7.jpg")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{one: "2.jpg", other: "7.jpg", t.TempDir(): ""} {
		if last, err := mark.After(dir); err != nil || last != want {
			t.Errorf("%s is at %q (%v), want %q", dir, last, err, want)
		}
	}
	if err := os.WriteFile(string(mark), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if last, err := mark.After(one); err == nil {
		t.Errorf("of a file that cannot be read: %q", last)
	}
	if err := mark.Keep(one, "3.jpg"); err != nil {
		t.Error(err)
	}
	if last, err := mark.After(one); err != nil || last != "3.jpg" {
		t.Errorf("begun anew it is at %q (%v)", last, err)
	}
}
