package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jantaku/calibration"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
	"jantaku/vision/teach"
)

// guide leads through the teaching of a set at a terminal.
type guide struct {
	out      string // where the faces are written; photographs and state lie beside it
	camera   *calibration.Camera
	course   *teach.Course
	source   camera.Source
	folder   bool // the source is a folder of pictures in the order they are asked for
	in       *bufio.Reader
	say, log io.Writer
}

// lessonsOf is the folder of a course beside the file of its faces.
func lessonsOf(out string) string { return strings.TrimSuffix(out, filepath.Ext(out)) + "-lessons" }

// calibrateGuided teaches a set with pictures from a source; without one it says what will be laid.
func calibrateGuided(ctx context.Context, g guide, extras, from string) (err error) {
	tiles, err := models.ParseTiles(extras)
	if err != nil {
		return fmt.Errorf("%w: --extras: %w", usageerror.Err, err)
	}
	if from == "" {
		g.tellPlan(tiles)
		return nil
	}
	if g.course, err = teach.Open(lessonsOf(g.out), tiles); err != nil {
		return err
	}
	if n := len(g.course.Taken()); n > 0 {
		fmt.Fprintf(g.say, "%s: %d photographs were taken before\n", lessonsOf(g.out), n)
	}
	if g.source, err = camera.Open(camera.Config{Source: from, Patience: camera.DefaultPatience()}); err != nil {
		return err
	}
	defer g.source.Close()
	info, err := os.Stat(strings.TrimPrefix(from, "folder:"))
	g.folder = err == nil && info.IsDir()
	for {
		if err := g.takeAll(ctx); err != nil {
			return err
		}
		if done, err := g.learn(ctx); done || err != nil {
			return err
		}
	}
}

// tellPlan says everything that will be laid.
func (g *guide) tellPlan(extras models.Tiles) {
	for i, lay := range teach.Plan(extras) {
		fmt.Fprintf(g.say, "%2d  %s\n", i+1, g.laid(lay))
	}
}

// laid says what is laid: the rows, and for whom they stand upright where the camera is over the table.
func (g *guide) laid(lay teach.Layout) string {
	var rows []string
	for _, row := range lay.Rows {
		var tiles []string
		for _, t := range row {
			tiles = append(tiles, t.String())
		}
		rows = append(rows, strings.Join(tiles, " "))
	}
	text := strings.Join(rows, " / ")
	if g.camera != nil {
		text += fmt.Sprintf("  (left to right and upright for place %d, near it)", lay.Place)
	}
	return text
}

// takeAll takes all photographs that are to be taken.
func (g *guide) takeAll(ctx context.Context) error {
	for {
		lay, ok := g.course.Next()
		if !ok {
			return nil
		}
		n := len(g.course.Taken()) + 1
		fmt.Fprintf(g.say, "photograph %d of %d: %s\n", n, n-1+g.course.Left(), g.laid(lay))
		image, err := g.take(ctx, lay)
		if err != nil {
			return err
		}
		taken, err := g.course.Add(image)
		if err != nil {
			return err
		}
		if !g.folder {
			if err := g.glance(ctx, taken); err != nil {
				return err
			}
		}
	}
}

// oneLook is how long a folder is looked through for the next picture, and how long a camera is given
// for one.
const (
	oneLook  = time.Second
	oneFrame = 20 * time.Second
)

// take takes one photograph: the next of a folder, or a camera's when the tiles lie.
func (g *guide) take(ctx context.Context, lay teach.Layout) ([]byte, error) {
	if !g.folder {
		fmt.Fprint(g.say, "lay them touching, in one straight row, and press Enter ")
		if _, err := g.in.ReadString('\n'); err != nil {
			return nil, fmt.Errorf("calibrate: stopped; the same command goes on here (%w)", err)
		}
	}
	wait := oneFrame
	if g.folder {
		wait = oneLook
	}
	for pressed := time.Now(); ; {
		within, cancel := context.WithTimeout(ctx, wait)
		frame, err := g.source.Next(within)
		cancel()
		switch {
		case g.folder && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
			return nil, fmt.Errorf("calibrate: the folder has no more pictures; lay %s, put its picture there and run the command again", g.laid(lay))
		case err != nil:
			return nil, fmt.Errorf("calibrate: no picture: %w", err)
		case !g.folder && frame.Time.Before(pressed):
			continue // taken before the tiles lay there
		}
		if _, err := camera.Inspect(frame, camera.DefaultLimits()); err != nil {
			fmt.Fprintf(g.log, "not taken: %v\n", err)
			if !g.folder {
				return nil, err
			}
			continue
		}
		if g.folder {
			if has, err := g.course.Has(frame.Data); err != nil {
				return nil, err
			} else if has {
				continue
			}
		}
		return frame.Data, nil
	}
}

// glance shows where the rows of the newest photograph are taken to stand, and takes it again if that
// is wished.
func (g *guide) glance(ctx context.Context, taken teach.Taken) error {
	_, report, err := g.course.Learn(ctx, g.camera, nil)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(report.Found) == 0 {
		return err
	}
	newest := report.Found[len(report.Found)-1]
	for _, r := range report.Unused {
		if r.Photo == taken.File && (r.Code == learn.Unreadable || r.Code == learn.RowNotFound) {
			fmt.Fprintf(g.say, "%v; lay it again\n", r)
			return g.course.Repeat(taken.File)
		}
	}
	path, err := g.draw(newest, learn.Report{})
	if err != nil {
		return err
	}
	fmt.Fprintf(g.say, "%s shows where its row is taken to stand; photographs to come may correct it. Enter goes on, r takes it again ", path)
	answer, err := g.in.ReadString('\n')
	if err != nil {
		return fmt.Errorf("calibrate: stopped; the same command goes on here (%w)", err)
	}
	if strings.TrimSpace(answer) == "r" {
		return g.course.Repeat(taken.File)
	}
	return nil
}

// draw draws what was seen in a photograph of the course beside it.
func (g *guide) draw(found learn.FoundRows, report learn.Report) (string, error) {
	image, err := g.course.Photo(found.Photo)
	if err != nil {
		return "", err
	}
	return drawSeen(filepath.Join(lessonsOf(g.out), "seen"), image, found, report)
}

// learn learns from all photographs; done tells that the set is taught.
func (g *guide) learn(ctx context.Context) (done bool, err error) {
	faces, report, err := g.course.Learn(ctx, g.camera, command.TellProgress(g.log))
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	for _, found := range report.Found {
		if !report.Refused(found.Photo) {
			continue
		}
		path, err := g.draw(found, report)
		if err != nil {
			return false, err
		}
		fmt.Fprintf(g.say, "seen: %s\n", path)
	}
	learned := err == nil
	if !learned && len(report.Unused) == 0 {
		return false, err
	}
	taught, err := g.course.Review(report)
	switch {
	case err != nil:
		return false, err
	case taught && learned:
		if err := calibration.SaveFaces(g.out, faces); err != nil {
			return false, err
		}
		printLearned(g.say, g.out, faces, report)
		return true, nil
	}
	photo.ShowUnused(g.say, report)
	if g.course.Left() == 0 {
		return false, fmt.Errorf("calibrate: %d of %d tiles are read back as they were laid, too few to rely on, and laying faces again did not help; try more light or a nearer camera, in another folder", report.ReadBack, report.Shown)
	}
	fmt.Fprintf(g.say, "%d of %d tiles are read back; %d more photographs are needed\n", report.ReadBack, report.Shown, g.course.Left())
	return false, nil
}
