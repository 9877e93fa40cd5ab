package learn

import (
	"context"
	"fmt"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
	"jantaku/vision/raster"
)

// ConfirmedHand is a picture of a hand whose tiles are known, because a person has
// confirmed them or because they were read beyond doubt.
type ConfirmedHand struct {
	Name  string // of the hand, unlike any other
	Image []byte // the encoded picture
	Tiles []ConfirmedTile
}

// ConfirmedTile is a tile of it: what it is, where it was seen, and whether the eye had
// taken it for another.
type ConfirmedTile struct {
	Tile      models.Tile
	Quad      [4]models.Point // of [models.Sighting]
	Corrected bool
}

// Relearned says what confirmed hands changed.
type Relearned struct {
	Faces   []FaceChange // those that were seen
	Refused []string     // tiles and pictures that were not used, with the reason
}

// FaceChange says what became of a face.
type FaceChange struct {
	Tile models.Tile
	Seen int // tiles of confirmed hands that were used
	// Added is how many samples came in, Dropped how many of earlier confirmed hands
	// made room.
	Added, Dropped int
	// Before is how like the tiles were to the samples there were, After how like they
	// are to the samples there are now but for the tile's own: means of likeness, 0 to 1.
	Before, After float64
}

const (
	// keptConfirmed is how many samples of confirmed hands are kept of a face, beside all
	// of labelled photographs.
	keptConfirmed = 4
	// mostConfirmed bounds how many tiles of a face are weighed against each other.
	mostConfirmed = 60
	// worthwhile is by how much a sample must make the tiles of other hands more like the
	// face, on average, to be kept.
	worthwhile = 0.015
	// likeItself is how like a confirmed tile must be to the face that it is said to be.
	likeItself = 0.55
	// mostBehind is how far a corrected tile may be behind the face it was taken for, and
	// mistakable how like that face it may be: a 2m is up to 0.90 like the 3m, so what is
	// more like another face than this was corrected by mistake.
	mostBehind, mistakable = 0.06, 0.84
)

// Again adds samples of confirmed hands, the newest first in the list, to learned
// faces. The samples of labelled photographs all stay, so that mistakes cannot replace
// them; those of confirmed hands are few, look like the face they are said to be, and
// are there because they make tiles of other hands more like it.
func Again(ctx context.Context, taught calibration.Faces, hands []ConfirmedHand) (calibration.Faces, Relearned, error) {
	tiles, err := faces.NewLearned(taught)
	if err != nil {
		return calibration.Faces{}, Relearned{}, err
	}
	film := raster.NewFilm()
	defer film.Close()
	l := relearner{tiles: tiles, film: film, pools: map[models.Tile][]confirmedSample{}, known: map[known]bool{}}
	for _, face := range taught.Faces {
		for _, s := range face.Samples {
			l.known[known{face.Tile, s.Confirmed}] = true
		}
	}
	for _, hand := range hands {
		if err := ctx.Err(); err != nil {
			return calibration.Faces{}, l.report, err
		}
		if err := l.addHand(hand); err != nil {
			l.report.Refused = append(l.report.Refused, fmt.Sprintf("%s: %v", hand.Name, err))
		}
	}
	out := taught
	out.Faces = slices.Clone(taught.Faces)
	for i, face := range out.Faces {
		if len(l.pools[face.Tile]) == 0 {
			continue
		}
		if out.Faces[i], err = l.choose(face); err != nil {
			return calibration.Faces{}, l.report, err
		}
	}
	return out, l.report, out.Validate()
}

// relearner collects the tiles of confirmed hands by their face.
type relearner struct {
	tiles  *faces.Learned
	film   *raster.Film
	pools  map[models.Tile][]confirmedSample
	known  map[known]bool
	report Relearned
}

// known is a face that was learned from a hand before.
type known struct {
	tile models.Tile
	hand string
}

// confirmedSample is a tile that may become a sample.
type confirmedSample struct {
	calibration.Sample
	vector raster.Vector
	fresh  bool // not in the faces yet
}

// addHand takes the tiles of a hand; its error is about the whole picture.
func (l *relearner) addHand(hand ConfirmedHand) error {
	p, err := raster.Decode(hand.Image, l.film)
	if err != nil {
		return err
	}
	if err := p.Exposure(); err != nil {
		return err
	}
	if err := p.Shrink(); err != nil {
		return err
	}
	for _, tile := range hand.Tiles {
		if len(l.pools[tile.Tile]) >= mostConfirmed || l.known[known{tile.Tile, hand.Name}] {
			continue
		}
		sample, err := l.sample(p, tile)
		if err != nil {
			l.report.Refused = append(l.report.Refused, fmt.Sprintf("%s: %v: %v", hand.Name, tile.Tile, err))
			continue
		}
		sample.Confirmed = hand.Name
		l.pools[tile.Tile] = append(l.pools[tile.Tile], sample)
	}
	return nil
}

// sample draws a tile upright as a sample; the error says why it is none of its face.
func (l *relearner) sample(p *raster.Picture, tile ConfirmedTile) (confirmedSample, error) {
	var none confirmedSample
	if err := check(p, tile.Quad); err != nil {
		return none, err
	}
	table, err := plane.OfTile(p.Width(), p.Height(), tile.Quad)
	if err != nil {
		return none, err
	}
	l.tiles.Forget() // another tile
	seen, err := proposal.NewPicture(l.tiles, nil, p, table).LookAt(tile.Quad)
	if err != nil {
		return none, err
	}
	own, err := ownRank(seen.Ranks, tile)
	if err != nil {
		return none, err
	}
	s := sighted{tile: tile.Tile, row: &labelledRow{photo: &photo{picture: p}, frame: seen.Frame}, flipped: own.Flipped}
	if err := s.look(); err != nil {
		return none, err
	}
	png, err := faces.EncodeSample(s.tile, s.ratio, s.flipped)
	if err != nil {
		return none, err
	}
	return confirmedSample{calibration.Sample{PNG: png}, s.way(false).Fine, true}, nil
}

// ownRank gives how like a tile is to the face that it is said to be; the error says
// why it cannot be that face.
func ownRank(ranks []faces.Rank, said ConfirmedTile) (faces.Rank, error) {
	at := slices.IndexFunc(ranks, func(k faces.Rank) bool { return k.Tile == said.Tile })
	if at < 0 || ranks[at].Sim < likeItself {
		return faces.Rank{}, fmt.Errorf("looks nothing like it")
	}
	own, best := ranks[at], ranks[0]
	switch {
	case best.Tile == own.Tile:
	case !said.Corrected:
		return faces.Rank{}, fmt.Errorf("looks rather like %v", best.Tile)
	case best.Sim > mistakable || best.Sim-own.Sim > mostBehind:
		return faces.Rank{}, fmt.Errorf("looks so much like %v that the correction may be a mistake", best.Tile)
	}
	return own, nil
}

// check is an error about a quadrilateral that is no tile of the picture.
func check(p *raster.Picture, q [4]models.Point) error {
	const least, most = 4, 4000 // pixels, for a side of a tile
	for i, corner := range q {
		if side := q[(i+1)%len(q)].Sub(corner).Length(); !(side >= least && side <= most) {
			return fmt.Errorf("has a side of %.0f pixels", side)
		}
	}
	if !p.Shows(q[0].Toward(q[2], .5)) {
		return fmt.Errorf("does not lie in the picture")
	}
	return nil
}

// choose gives the face with the confirmed samples that make the tiles of other hands
// most like it.
func (l *relearner) choose(face calibration.Face) (calibration.Face, error) {
	pool := l.pools[face.Tile]
	seen := len(pool)
	var learned []calibration.Sample
	var vectors []raster.Vector
	for i, s := range face.Samples {
		pix, err := faces.DecodeSample(s)
		if err != nil {
			return face, fmt.Errorf("sample %d of %v: %w", i, face.Tile, err)
		}
		up, _ := faces.Of(face.Tile, pix)
		if s.Confirmed != "" {
			pool = append(pool, confirmedSample{Sample: s, vector: up.Fine})
			continue
		}
		learned, vectors = append(learned, s), append(vectors, up.Fine)
	}
	if len(learned) == 0 { // a file of confirmed hands alone: its first sample stands for them
		return face, nil
	}
	c := l.compare(pool, vectors)
	change := FaceChange{Tile: face.Tile, Seen: seen, Before: l.before(face, pool[:seen])}
	out := calibration.Face{Tile: face.Tile, Samples: learned}
	for len(c.chosen) < keptConfirmed && c.pick() {
		s := pool[c.chosen[len(c.chosen)-1]]
		out.Samples = append(out.Samples, s.Sample)
		if s.fresh {
			change.Added++
		}
	}
	change.Dropped = len(face.Samples) + change.Added - len(out.Samples)
	for i := range seen {
		change.After += c.cover[i] / float64(seen)
	}
	if change.Added == 0 || change.After <= change.Before { // nothing new is worth a place
		out, change.Added, change.Dropped, change.After = face, 0, 0, change.Before
	}
	l.report.Faces = append(l.report.Faces, change)
	return out, nil
}

// before is how like fresh tiles are to all samples of a face.
func (l *relearner) before(face calibration.Face, fresh []confirmedSample) (mean float64) {
	samples := l.tiles.Match.Samples(faces.Look{Tile: face.Tile, Flipped: false})
	for _, s := range fresh {
		mean += float64(slices.Max(samples.Compare(s.vector, 1))) / float64(len(fresh))
	}
	return mean
}

// coverage is how like every tile of a pool is to the samples chosen so far.
type coverage struct {
	hands  []string
	alike  [][]float64 // the tiles among themselves
	cover  []float64   // the best of learned samples and of chosen ones of other hands
	chosen []int
}

// compare compares the tiles of a pool with each other and with the learned samples.
func (l *relearner) compare(pool []confirmedSample, learned []raster.Vector) *coverage {
	c := &coverage{}
	var vectors []raster.Vector
	for _, s := range pool {
		vectors, c.hands = append(vectors, s.vector), append(c.hands, s.Confirmed)
	}
	mean := l.tiles.Match.FineMeans.Mean()
	among, with := faces.NewBank(vectors, mean), faces.NewBank(learned, mean)
	for _, v := range vectors {
		var row []float64
		for _, sim := range among.Compare(v, 1) {
			row = append(row, float64(sim))
		}
		c.alike = append(c.alike, row)
		c.cover = append(c.cover, float64(slices.Max(with.Compare(v, 1))))
	}
	return c
}

// pick chooses the tile that makes those of other hands most like the face; false when
// none is worth it.
func (c *coverage) pick() bool {
	best, at := 0.0, -1
	for j := range c.hands {
		if slices.Contains(c.chosen, j) {
			continue
		}
		gain, others := 0.0, 0
		for i := range c.hands {
			if c.hands[i] != c.hands[j] {
				gain += max(0, c.alike[i][j]-c.cover[i])
				others++
			}
		}
		if others > 0 && gain/float64(others) >= worthwhile && gain/float64(others) > best {
			best, at = gain/float64(others), j
		}
	}
	if at < 0 {
		return false
	}
	c.chosen = append(c.chosen, at)
	for i := range c.hands {
		if c.hands[i] != c.hands[at] {
			c.cover[i] = max(c.cover[i], c.alike[i][at])
		}
	}
	return true
}
