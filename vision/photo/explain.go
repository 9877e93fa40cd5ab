package photo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // photographs
	"os"
	"path/filepath"

	"jantaku/models"
	"jantaku/vision/annotate"
	"jantaku/vision/proposal"
)

// Stages is what the steps of a reading saw, in their order.
type Stages []stage

type stage struct {
	name  string
	marks []proposal.Mark
}

// Add takes what one step saw, or some of it.
func (s *Stages) Add(name string, marks []proposal.Mark) {
	if n := len(*s); n > 0 && (*s)[n-1].name == name {
		(*s)[n-1].marks = append((*s)[n-1].marks, marks...)
		return
	}
	*s = append(*s, stage{name, marks})
}

// Explain draws what each step saw over a photograph, and at last what was read, into a folder:
// green where the eye is certain, orange where it doubts, red where it does not know.
func Explain(folder string, photo []byte, steps Stages, r models.Reading) error {
	img, _, err := image.Decode(bytes.NewReader(photo)) // once for all canvases
	if err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	for i, s := range steps {
		canvas := annotate.On(img)
		for _, m := range s.marks {
			canvas.Outline(m.Quad, m.Says, sureness(m.Sure))
		}
		canvas.Write(6, 16, fmt.Sprintf("%s: %d", s.name, len(s.marks)), annotate.White)
		if err := savePNG(filepath.Join(folder, fmt.Sprintf("%d-%s.png", i+1, s.name)), canvas); err != nil {
			return err
		}
	}
	canvas := annotate.On(img)
	for _, row := range r.Rows {
		for _, s := range row {
			canvas.Outline(s.Quad, s.Tile.String(), sureness(s.Confidence))
		}
	}
	caption := fmt.Sprintf("%s %.1f%%", r.Status, 100*r.Confidence)
	if r.Error != nil {
		caption = r.Error.Error()
	}
	canvas.Write(6, 16, caption, annotate.White)
	for i, d := range r.Doubts {
		canvas.Write(6, 32+16*i, d.Message, annotate.Orange)
	}
	return savePNG(filepath.Join(folder, fmt.Sprintf("%d-reading.png", len(steps)+1)), canvas)
}

// savePNG writes a canvas into a file.
func savePNG(path string, canvas annotate.Canvas) error {
	data, err := canvas.PNG()
	if err != nil {
		return fmt.Errorf("draw %s: %w", path, err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("draw %s: %w", path, err)
	}
	return nil
}

// sureness is the ink for how sure the eye is.
func sureness(sure float64) color.RGBA {
	switch {
	case sure < .5:
		return annotate.Red
	case sure < .99:
		return annotate.Orange
	}
	return annotate.Green
}
