// Package rolls draws dice in the middle of tables and tells how many of them are read. Only the part of a picture where dice may lie
// is drawn, so that thousands take minutes.
package rolls

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"sync"
	"text/tabwriter"

	scene "jantaku/laboratory/scene/dice"
	"jantaku/vision/dice"
)

// Rolls are what is drawn.
type Rolls struct {
	Count    int    // of each kind
	Dice     int    // of each roll
	Seed     uint64 // of the first
	Kinds    []int  // of scene.Kinds; all where none is named
	Jobs     int    // at once
	Keep     string // folder for the pictures of rolls that are sure and wrong; none where empty
	Asked    bool   // for those that can be read and are not sure, too
	Progress interface{ Tell(done, of int) }
}

// Judged is what became of one roll.
type Judged struct {
	Right, Wrong, Asked, Missed int  // dice; wrong is sure and wrong, or sure where none lies
	Readable                    bool // of each die what is not saturated tells its value
}

// Sure reports whether the roll would be taken as it is.
func (j Judged) Sure() bool { return j.Right > 0 && j.Wrong+j.Asked+j.Missed == 0 }

// Judge compares dice that were read with those that lie somewhere, which are the same where they are nearer than so many pixels.
func Judge(lie, got []dice.Die, same float64) (j Judged) {
	taken := make([]bool, len(lie))
	for _, die := range got {
		best, near := -1, same
		for i, one := range lie {
			if far := die.At.Sub(one.At).Length(); far < near && !taken[i] {
				best, near = i, far
			}
		}
		switch {
		case best >= 0 && !die.Sure:
			j.Asked++
		case best >= 0 && die.Value == lie[best].Value:
			j.Right++
		case die.Sure:
			j.Wrong++
		}
		if best >= 0 {
			taken[best] = true
		}
	}
	for _, t := range taken {
		if !t {
			j.Missed++
		}
	}
	return j
}

// Read draws a roll, reads it and tells what became of it.
func Read(d *scene.Drawing) (img image.Image, got []dice.Die, j Judged) {
	drawn := d.Draw()
	got = dice.Read(dice.Picture{Image: drawn, Scale: d.Scale, Edge: d.Edge}, len(d.Dice), dice.Usual())
	var lie []dice.Die
	able := true
	for _, one := range d.Dice {
		lie = append(lie, dice.Die{Value: one.Value, At: d.At(one)})
		able = able && d.Readable(drawn, one)
	}
	j = Judge(lie, got, d.Edge*d.Scale/2)
	j.Readable = able
	return drawn, got, j
}

// Add counts those of another roll, too.
func (j *Judged) Add(o Judged) {
	j.Right, j.Wrong, j.Asked, j.Missed = j.Right+o.Right, j.Wrong+o.Wrong, j.Asked+o.Asked, j.Missed+o.Missed
}

// sum is what became of all rolls of a kind.
type sum struct {
	Judged
	rolls, sure, able, read int
	wrong                   []uint64 // seeds
}

func (s *sum) add(seed uint64, j Judged) {
	s.rolls++
	s.Add(j)
	if j.Sure() {
		s.sure++
	}
	if j.Readable {
		s.able++
		if j.Sure() {
			s.read++
		}
	}
	if j.Wrong > 0 {
		s.wrong = append(s.wrong, seed)
	}
}

// Run draws and reads them, and prints a table of the kinds: of as many as were read where it is broken off.
func (r Rolls) Run(ctx context.Context, out io.Writer) error {
	kinds := r.Kinds
	if len(kinds) == 0 {
		for kind := range scene.Kinds() {
			kinds = append(kinds, kind)
		}
	}
	sums := make([]sum, len(scene.Kinds()))
	type job struct {
		kind int
		seed uint64
	}
	jobs := make(chan job)
	var mu sync.Mutex
	var failed error
	done := 0
	var workers sync.WaitGroup
	for range max(1, r.Jobs) {
		workers.Go(func() {
			for one := range jobs {
				if ctx.Err() != nil {
					continue
				}
				j, err := r.one(one.kind, one.seed)
				mu.Lock()
				sums[one.kind].add(one.seed, j)
				failed = errors.Join(failed, err)
				if done++; r.Progress != nil {
					r.Progress.Tell(done, r.Count*len(kinds))
				}
				mu.Unlock()
			}
		})
	}
	for i := range r.Count {
		for _, kind := range kinds {
			select {
			case jobs <- job{kind, r.Seed + uint64(i)}:
			case <-ctx.Done():
			}
		}
	}
	close(jobs)
	workers.Wait()
	if failed != nil {
		return failed
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "kind\trolls\tsure and right\tcan be read\tof these read\tdice right\tasked\tnot seen\tsure and wrong\tseeds of these")
	for _, kind := range kinds {
		s := &sums[kind]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%v\n", scene.Kinds()[kind], s.rolls, s.sure, s.able, s.read, s.Right, s.Asked, s.Missed, s.Wrong, s.wrong)
	}
	return errors.Join(w.Flush(), ctx.Err())
}

// one draws and reads one roll.
func (r Rolls) one(kind int, seed uint64) (Judged, error) {
	d := scene.Random(seed, kind, r.Dice)
	img, got, j := Read(d)
	if r.Keep == "" || j.Wrong == 0 && !(r.Asked && j.Readable && !j.Sure()) {
		return j, nil
	}
	name := filepath.Join(r.Keep, fmt.Sprintf("%d-%d", kind, seed))
	told := fmt.Sprintf("drawn %+v\nread %+v\n%+v\n", d, got, j)
	return j, errors.Join(os.WriteFile(name+".txt", []byte(told), 0o644), writePNG(name+".png", img))
}

func writePNG(name string, img image.Image) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return png.Encode(f, img)
}
