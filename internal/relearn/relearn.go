// Package relearn learns from the hands of the ledger how a club's tiles look by now: those
// whose photograph is kept and whose tiles are known.
package relearn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"jantaku/calibration"
	"jantaku/internal/usageerror"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
)

// Options say from what is learned, and what is written.
type Options struct {
	Tiles       string  // file of the faces that are read with now
	Calibration string  // of the camera that took the photographs; empty for none
	Out         string  // file for the new faces
	Since       string  // first day whose hands are taken, such as 2026-01-31; empty for all
	Hands       int     // at most, the newest
	Check       int     // how many are read again with the new faces
	Sure        float64 // probability of being right from which a hand counts that nobody confirmed
}

// Run learns from the hands of the ledger and writes the faces.
func (o *Options) Run(ctx context.Context, l *ledger.Ledger, out io.Writer) error {
	faces, err := calibration.LoadFaces(o.Tiles)
	if err != nil {
		return err
	}
	hands, err := o.known(ctx, l)
	if err != nil {
		return err
	}
	if len(hands) < 2 {
		return errors.New("relearn: the ledger holds no two hands whose photograph is kept and whose tiles are known; play some more, or raise photos in the configuration")
	}
	list := make([]learn.ConfirmedHand, len(hands))
	for i, hand := range hands {
		list[i] = hand.ConfirmedHand
	}
	learned, report, err := learn.Again(ctx, faces, list)
	if err != nil {
		return err
	}
	printRelearned(out, len(hands), report)
	if added(report) > 0 {
		kept, err := o.readAgain(ctx, faces, &learned, hands, out)
		if err != nil {
			return err
		}
		report.Faces = slices.DeleteFunc(report.Faces, func(c learn.FaceChange) bool { return kept[c.Tile] })
	}
	if added(report) == 0 {
		_, err := fmt.Fprintln(out, "The faces look as they were learned; nothing is written.")
		return err
	}
	if err := calibration.SaveFaces(o.Out, learned); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d samples added; name it as eye.faces in the configuration\n", o.Out, added(report))
	return err
}

func added(r learn.Relearned) (n int) {
	for _, face := range r.Faces {
		n += face.Added
	}
	return n
}

// printRelearned says what changed, face by face.
func printRelearned(out io.Writer, hands int, r learn.Relearned) {
	fmt.Fprintf(out, "%d hands\nface  tiles  added  dropped  likeness before  after\n", hands)
	for _, face := range r.Faces {
		fmt.Fprintf(out, "%-4v  %5d  %5d  %7d  %15.3f  %5.3f\n", face.Tile, face.Seen, face.Added, face.Dropped, face.Before, face.After)
	}
	for _, reason := range r.Refused {
		fmt.Fprintf(out, "not used: %s\n", reason)
	}
}

// knownHand is a hand of the ledger with the tiles that its picture shows.
type knownHand struct {
	learn.ConfirmedHand
	place models.Place
	whole bool // every tile of the picture is known
	sum   string
	time  time.Time
}

// known gives the newest hands whose tiles are known, the newest first.
func (o *Options) known(ctx context.Context, l *ledger.Ledger) ([]knownHand, error) {
	var since time.Time
	if o.Since != "" {
		var err error
		if since, err = time.ParseInLocation(time.DateOnly, o.Since, time.Local); err != nil {
			return nil, fmt.Errorf("%w: --since %q is no day such as 2026-01-31", usageerror.Err, o.Since)
		}
	}
	var hands []knownHand
	pass := func(d ledger.Digest) bool { return !d.Ended.Before(since) }
	if err := l.EachMatch(ctx, pass, func(s ledger.State) error {
		for _, e := range s.Entries {
			hands = append(hands, o.knownIn(e, since)...)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	slices.SortStableFunc(hands, func(a, b knownHand) int { return b.time.Compare(a.time) })
	kept := hands[:0]
	for _, hand := range hands {
		photo, err := l.Photo(ctx, hand.sum)
		if errors.Is(err, ledger.ErrNoPhoto) {
			continue // made room for newer ones
		}
		if err != nil {
			return nil, err
		}
		hand.Image = photo.Data
		if kept = append(kept, hand); len(kept) == o.Hands {
			break
		}
	}
	return kept, nil
}

// knownIn gives the wins of an entry whose tiles are known.
func (o *Options) knownIn(e ledger.Entry, since time.Time) (hands []knownHand) {
	now := e.Current()
	if !e.Counts() || now.Hand == nil || now.Hand.Fixed != nil || e.Versions[0].Time.Before(since) {
		return nil // with fixed points the tiles may be anything
	}
	byPerson := e.Corrected() || e.Versions[0].Source != "camera"
	for _, win := range now.Hand.Wins {
		if win.Reading == nil || win.Photo == nil || !byPerson && win.Reading.Confidence < o.Sure {
			continue
		}
		tiles, whole := confirmedTiles(win.Reading.Rows, tilesOf(win.Win))
		if len(tiles) == 0 {
			continue
		}
		name := cmp.Or(win.Win.ID, now.Hand.ID)
		hands = append(hands, knownHand{ConfirmedHand: learn.ConfirmedHand{Name: name, Tiles: tiles},
			place: win.Place, whole: whole, sum: win.Photo.Sum, time: e.Versions[0].Time})
	}
	return hands
}

// tilesOf lists the tiles of a hand, the winning one too.
func tilesOf(w models.Win) models.Tiles {
	tiles := append(slices.Clone(w.Concealed), w.Flowers.Tiles...)
	if w.Tile != models.NoTile {
		tiles = append(tiles, w.Tile)
	}
	for _, m := range w.Melds {
		tiles = append(tiles, m.Tiles...)
	}
	return tiles
}

// mostUnlike is which share of the tiles of a picture may be others than those of the
// hand; with more of them it is the picture of something else.
const mostUnlike = 0.25

// confirmedTiles says what the tiles of a picture really are, given the tiles of the
// hand. A tile that the eye took for another is known where only one is left that it can
// be; whole says that every tile is known.
func confirmedTiles(rows [][]models.Sighting, truth models.Tiles) (known []learn.ConfirmedTile, whole bool) {
	left := map[models.Tile]int{}
	for _, t := range truth {
		left[t]++
	}
	var seen []models.Sighting
	for _, row := range rows {
		for _, s := range row {
			if s.Tile != models.Back {
				seen = append(seen, s)
			}
		}
	}
	// Of a tile that was seen too often, the least sure ones are others.
	slices.SortStableFunc(seen, func(a, b models.Sighting) int { return cmp.Compare(b.Confidence, a.Confidence) })
	var open []models.Sighting
	for _, s := range seen {
		if left[s.Tile] == 0 {
			open = append(open, s)
			continue
		}
		left[s.Tile]--
		known = append(known, learn.ConfirmedTile{Tile: s.Tile, Quad: s.Quad})
	}
	if float64(len(open)) > mostUnlike*float64(len(seen)) {
		return nil, false
	}
	var others []models.Tile
	missing := 0
	for t, n := range left {
		if n > 0 {
			others, missing = append(others, t), missing+n
		}
	}
	if len(others) != 1 || missing != len(open) {
		return known, len(open) == 0
	}
	for _, s := range open {
		known = append(known, learn.ConfirmedTile{Tile: others[0], Quad: s.Quad, Corrected: true})
	}
	return known, true
}

// readAgain reads the newest hands with the faces of before and of now. A face that is read in place of another in a hand
// that was read rightly before is kept as it was: of two faces alike one has now been learned in the light of these days, and the
// other has not. The error names hands that were read rightly and are not any more nevertheless.
func (o *Options) readAgain(ctx context.Context, before calibration.Faces, now *calibration.Faces, hands []knownHand, out io.Writer) (kept map[models.Tile]bool, err error) {
	kept = map[models.Tile]bool{}
	hands = slices.DeleteFunc(slices.Clone(hands), func(h knownHand) bool { return !h.whole })
	hands = hands[:min(o.Check, len(hands))]
	was, err := o.misread(ctx, before, hands)
	if err != nil {
		return nil, err
	}
	for {
		is, err := o.misread(ctx, *now, hands)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(out, "read again: %d of %d hands right before, %d now\n", len(hands)-len(was), len(hands), len(hands)-len(is))
		var lost []string
		taken := map[models.Tile]bool{}
		for i, hand := range hands {
			wrong, misread := is[i]
			if _, before := was[i]; !misread || before {
				continue
			}
			lost = append(lost, hand.Name)
			for _, t := range wrong {
				taken[t] = true
			}
		}
		if len(lost) == 0 {
			return kept, nil
		}
		undone := false
		for i, face := range before.Faces {
			same := func(a, b calibration.Sample) bool { return a.Confirmed == b.Confirmed }
			if taken[face.Tile] && !slices.EqualFunc(face.Samples, now.Faces[i].Samples, same) {
				now.Faces[i], kept[face.Tile], undone = face, true, true
				fmt.Fprintf(out, "%v is left as it was: others would be read as it\n", face.Tile)
			}
		}
		if !undone {
			return nil, fmt.Errorf("relearn: nothing is written, because these hands were read rightly and are not any more: %s; look whether they were corrected by mistake", strings.Join(lost, " "))
		}
	}
}

// misread reads hands with some faces, and gives of those that are not read rightly, by their index, the tiles that they do
// not have.
func (o *Options) misread(ctx context.Context, faces calibration.Faces, hands []knownHand) (map[int]models.Tiles, error) {
	if len(hands) == 0 {
		return nil, nil
	}
	eye, err := photo.New(faces, o.Calibration)
	if err != nil {
		return nil, err
	}
	defer eye.Close()
	wrong := map[int]models.Tiles{}
	for i, hand := range hands {
		if too, right := hand.readBy(ctx, eye); !right {
			wrong[i] = too
		}
	}
	return wrong, ctx.Err()
}

// readBy reads the hand from its picture: the tiles that an eye sees and the hand does not have, and whether it sees just
// those that it has.
func (h knownHand) readBy(ctx context.Context, eye *photo.Eye) (too models.Tiles, right bool) {
	rows, err := eye.Read(ctx, h.Image, h.place)
	if err != nil {
		return nil, false
	}
	left := map[models.Tile]int{}
	for _, t := range h.Tiles {
		left[t.Tile]++
	}
	missing := len(h.Tiles)
	for _, row := range rows {
		for _, s := range row {
			switch {
			case !s.Tile.HasFace():
			case left[s.Tile] == 0:
				too = append(too, s.Tile)
			default:
				left[s.Tile]--
				missing--
			}
		}
	}
	return too, missing == 0 && len(too) == 0
}
