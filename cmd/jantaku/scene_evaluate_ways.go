package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/scene"
	"jantaku/vision/trial"
)

// outcome is what came of a drawn hand: accepted right or wrong, asked about though it was read
// right, or read otherwise and asked about.
func outcome(good bool, r *models.Reading) string {
	switch accepted := r.Status == models.Accepted; {
	case accepted && good:
		return "accepted"
	case accepted:
		return "WRONG"
	case good:
		return "asked, right"
	}
	return "asked"
}

// compareWays reads hands in the usual way and as one arrangement, and tells where they differ.
func compareWays(ctx context.Context, o sceneTrial, out, log io.Writer) error {
	usual, arranged := make([]trial.Step, o.steps), make([]trial.Step, o.steps)
	turns := map[string]int{}
	var spentUsual, spentArranged float64
	err := o.each(func(reader *vision.Reader, i int, s scene.Scene, picture []byte) error {
		before := spent()
		old, err := o.read(ctx, &aimed{reader: reader}, s, picture)
		if err != nil {
			return err
		}
		between := spent()
		now, err := o.read(ctx, &aimed{reader: reader, arranged: true}, s, picture)
		if err != nil {
			return err
		}
		spentUsual, spentArranged = spentUsual+between-before, spentArranged+spent()-between
		k, laid := i%o.steps, laidIn(s)
		usual[k].Hardness, arranged[k].Hardness = o.hardness(i), o.hardness(i)
		was, is := outcome(usual[k].Add(laid, &old), &old), outcome(arranged[k].Add(laid, &now), &now)
		if was == is {
			return nil
		}
		turns[was+" -> "+is]++
		if o.verbose {
			fmt.Fprintf(log, "%s -> %s, before %v\n", was, is, codesOf(old))
			tellTrial(log, s, o.hardness(i), now)
		}
		return o.keepPicture(s, picture)
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "as usual")
	printTrial(out, usual)
	fmt.Fprintln(out, "as one arrangement")
	printTrial(out, arranged)
	fmt.Fprintf(out, "%.2f times the processor time\n", spentArranged/max(spentUsual, 1e-9))
	for _, turn := range slices.Sorted(maps.Keys(turns)) {
		fmt.Fprintf(out, "%6d %s\n", turns[turn], turn)
	}
	return nil
}
