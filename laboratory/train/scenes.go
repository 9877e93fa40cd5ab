// Command train draws tables of the program's own renderer for the training of the locator: pictures and, for each, the
// corners of the faces in it.
//
//	go run ./laboratory/train -out FOLDER -seed 1 -n 1000 -on felt,wood
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
)

func main() {
	out := flag.String("out", "scenes", "folder for the pictures")
	seed := flag.Uint64("seed", 1, "seed of the first picture")
	n := flag.Int("n", 100, "pictures")
	on := flag.String("on", "felt", "grounds, by their words, with commas")
	hardest := flag.Float64("hardness", 1, "of the hardest picture, 0 to 1")
	flag.Parse()
	grounds, err := groundsOf(*on)
	if err == nil {
		err = draw(*out, *seed, *n, grounds, *hardest)
	}
	if err != nil {
		log.Fatalln("train:", err)
	}
}

// groundsOf are the grounds of words that are separated by commas.
func groundsOf(words string) (grounds []scene.Ground, err error) {
	known := append(scene.Grounds(), scene.Felt)
	for word := range strings.SplitSeq(words, ",") {
		i := slices.IndexFunc(known, func(g scene.Ground) bool { return g.String() == word })
		if i < 0 {
			return nil, fmt.Errorf("ground %q is none of %v", word, known)
		}
		grounds = append(grounds, known[i])
	}
	return grounds, nil
}

// picture is what a drawn picture shows.
type picture struct {
	File  string
	Quads [][4][2]float64 // corners of each face, clockwise from its top left, pixels from the middle of the first
}

// draw writes pictures and faces.json, which says where faces are in them.
func draw(folder string, seed uint64, n int, grounds []scene.Ground, hardest float64) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var studio scene.Studio
	pictures := make([]picture, n)
	for i := range pictures {
		spec, err := laid(seed+uint64(i), hardest, grounds)
		if err != nil {
			return err
		}
		p := &pictures[i]
		p.File = fmt.Sprintf("%06d.jpg", i)
		for _, t := range scene.TruthOf(spec).Table {
			if !t.Tile.HasFace() {
				continue
			}
			var q [4][2]float64
			for k, c := range t.Quad {
				q[k] = [2]float64{c.X - .5, c.Y - .5}
			}
			p.Quads = append(p.Quads, q)
		}
		path := filepath.Join(folder, p.File)
		if _, err := os.Stat(path); err == nil {
			continue // drawn before
		}
		img, _, err := studio.Photograph(spec)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, img, 0o644); err != nil {
			return err
		}
	}
	text, err := json.Marshal(pictures)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "faces.json"), text, 0o644)
}

// laid is a table: a row for teaching, a hand before its player, or all of it from above.
func laid(seed uint64, hardest float64, grounds []scene.Ground) (spec scene.Spec, err error) {
	r := rand.New(rand.NewPCG(seed, 99))
	style, hardness := []artwork.Style{artwork.StyleA, artwork.StyleB}[r.IntN(2)], hardest*r.Float64()
	switch r.IntN(5) {
	case 0:
		sc, err := scene.Random(seed, style, hardness, scene.Crowded, models.Thirteen)
		if err != nil {
			return spec, err
		}
		spec = sc.Spec
	case 1:
		sc, err := scene.RandomOver(seed, style, hardness, scene.EveryForm, models.Thirteen)
		if err != nil {
			return spec, err
		}
		spec = sc.Spec
	default:
		var tiles []models.Tile
		for range 3 + r.IntN(12) {
			for t := models.Tile(0); ; {
				if t = models.Tile(1 + r.IntN(60)); t.HasFace() {
					tiles = append(tiles, t)
					break
				}
			}
		}
		spec = scene.RandomView(seed, style, hardness).WithRow(models.PlaceAt(0), tiles)
	}
	spec.Width, spec.Height = 640, 360
	if spec.Camera.Distance > 1000 {
		spec.Width, spec.Height = 1024, 576
	}
	spec.Table.Ground = grounds[r.IntN(len(grounds))]
	return spec, nil
}
