package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// Reader reads tiles with the learned faces of one set. It may be used by one
// goroutine at a time.
type Reader struct {
	match *matcher
	trust calibration.Trust
}

// NewReader prepares a reader for the learned faces of a set. Close it after use.
func NewReader(f calibration.Faces) (*Reader, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	all, means, err := loadFaces(f)
	if err != nil {
		return nil, err
	}
	return &Reader{match: newMatcher(all, means), trust: f.Trust}, nil
}

// Close frees what the reader holds. The reader must not be used afterwards.
func (r *Reader) Close() { r.match = nil }

// Diagnosis says what a picture was like, for people who ask why.
type Diagnosis struct {
	Width, Height int
	// Bands is how many bands of print were proposed, Rows how many were tiles.
	Bands, Rows int
}

// row is a row of tiles that was found.
type row struct {
	frame frame
	tiles []reading
	gain  float64
}

// reading is one tile of a row.
type reading struct {
	t       float64
	tile    models.Tile
	flipped bool
	quad    [4]vec
	sim     float64    // similarity of the best face
	ranks   []rank     // the best similarity of every tile, best first
	ink     float64    // mean ink of the window, 0 to 1
	edges   [2]float64 // strength of the edges to the left and right neighbour
	light   float64    // brightness of the tile under the print, 0 to 255
}

type rank struct {
	tile    models.Tile
	flipped bool
	sim     float64
}

// Read finds and reads the tiles of an encoded picture: rows top to bottom, tiles
// left to right. An error about the picture is a *models.ReadingError with the
// code bad-image, too-large, too-dark, overexposed or no-tiles.
func (r *Reader) Read(ctx context.Context, image []byte) ([][]models.Sighting, Diagnosis, error) {
	var d Diagnosis
	p, err := decode(image)
	if err != nil {
		return nil, d, err
	}
	d.Width, d.Height = p.width(), p.height()
	if err := p.exposure(); err != nil {
		return nil, d, err
	}
	rows, err := r.readRows(ctx, p, &d)
	if err != nil {
		return nil, d, err
	}
	if len(rows) == 0 {
		return nil, d, problem("no-tiles", "no tiles were found in the picture; is the hand in view and are its faces learned?")
	}
	out := make([][]models.Sighting, len(rows))
	for i, row := range rows {
		for _, t := range row.tiles {
			out[i] = append(out[i], r.sighting(t))
		}
	}
	return out, d, nil
}

func (r *Reader) readRows(ctx context.Context, p *picture, d *Diagnosis) ([]row, error) {
	bands, err := findBands(p)
	if err != nil {
		return nil, err
	}
	d.Bands = len(bands)
	var rows []row
	bands = usable(bands)
	for tried := 0; len(bands) > 0 && tried < mostBands; tried += bandBatch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var batch []band
		batch, bands = nextBatch(rows, bands)
		if rows, err = r.addRows(p, rows, batch); err != nil {
			return nil, err
		}
	}
	if rows, err = r.addNeighbours(ctx, p, rows); err != nil {
		return nil, err
	}
	rows = keepHand(rows)
	for i := range rows {
		for k := range rows[i].tiles {
			if err := r.lookCloser(p, rows[i].frame, &rows[i].tiles[k]); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.middle().Y, b.middle().Y) })
	d.Rows = len(rows)
	return rows, nil
}

// bandBatch is how many bands are tried before the best of them are looked at
// closely. What is then known of the hand spares most of the others.
const bandBatch = 10

// addRows tries bands and adds the rows that are tiles.
func (r *Reader) addRows(p *picture, rows []row, bands []band) ([]row, error) {
	var candidates []row
	for _, b := range bands {
		c, err := r.tryBand(p, b)
		if err != nil {
			return nil, err
		}
		if c.gain > leastRow {
			candidates = append(candidates, c)
		}
	}
	slices.SortStableFunc(candidates, func(a, b row) int { return cmp.Compare(b.gain, a.gain) })
	for _, c := range candidates {
		var err error
		if rows, err = r.addRow(p, rows, c); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// addRow looks closely at a candidate and adds it if it is a row of tiles. It takes
// the place of rows that it overlaps and that are seen worse.
func (r *Reader) addRow(p *picture, rows []row, c row) ([]row, error) {
	if c.gain < leastRow || c.gain < leastTile*float64(len(c.tiles)) || taken(good(rows), c) {
		return rows, nil
	}
	better, err := r.improve(p, c)
	if err != nil {
		return nil, err
	}
	if better.gain < leastRow || taken(good(rows), better) {
		return rows, nil
	}
	if err := r.readTiles(p, &better); err != nil {
		return nil, err
	}
	if err := r.trimEnds(p, &better); err != nil {
		return nil, err
	}
	if len(better.tiles) == 0 {
		return rows, nil
	}
	var kept []row
	for _, old := range rows {
		switch overlap := taken([]row{better}, old) || taken([]row{old}, better); {
		case overlap && old.weight() >= better.weight():
			return rows, nil
		case !overlap:
			kept = append(kept, old)
		}
	}
	return append(kept, better), nil
}

// good are the rows whose tiles are seen so well that nothing else can lie there.
func good(rows []row) (out []row) {
	for _, c := range rows {
		if c.weight() > goodTile*float64(len(c.tiles)) {
			out = append(out, c)
		}
	}
	return out
}

// addNeighbours looks for rows that touch the rows of the hand above and below:
// print of neighbouring rows runs together, and no band shows them apart.
func (r *Reader) addNeighbours(ctx context.Context, p *picture, rows []row) ([]row, error) {
	for i := 0; i < len(rows) && i < mostNeighbours; i++ {
		if main := mainRow(rows); main == nil || !belongs(main, main, &rows[i]) && !beside(rows, main, &rows[i]) {
			continue
		}
		for _, side := range []float64{-1, 1} {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			f := rows[i].frame
			m := (rows[i].first() + rows[i].last()) / 2
			f.centre[0] = add(f.centre[0], mul(f.downAt(m), side))
			c, err := r.scan(p, f, rows[i].first()-4, rows[i].last()+4, 2)
			if err != nil {
				return nil, err
			}
			if rows, err = r.addRow(p, rows, c); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// mostNeighbours bounds how many rows are asked for neighbours.
const mostNeighbours = 8

// beside reports whether a row belongs to the hand by lying beside any row.
func beside(rows []row, main, c *row) bool {
	return slices.ContainsFunc(rows, func(h row) bool { return belongs(main, &h, c) })
}

// nextBatch takes the next bands to try off the list. Once the main row is known,
// only bands near the hand are worth a try.
func nextBatch(rows []row, bands []band) (batch, rest []band) {
	main := mainRow(rows)
	for i, b := range bands {
		if len(batch) == bandBatch {
			return batch, bands[i:]
		}
		if main == nil || nearHand(rows, main, b) {
			batch = append(batch, b)
		}
	}
	return batch, nil
}

const (
	mostBands   = 60
	printHeight = 0.78 // of the face, that print usually covers
)

// aspects are the ratios of height to width that a face is seen with: 1.35 from
// above, less from the side of the table, more in pictures that were squeezed.
var aspects = []float64{2, 1.75, 1.53, 1.34, 1.17, 1.02, 0.9}

// usable keeps the bands that are as long as half a tile at least.
func usable(bands []band) []band {
	return slices.DeleteFunc(bands, func(b band) bool { return b.thickness < 14 || b.long() < .5*b.thickness })
}

// tryBand reads a band coarsely with every aspect and gives the best reading.
func (r *Reader) tryBand(p *picture, b band) (row, error) {
	var best row
	u := unit(sub(b.to, b.from))
	h := b.thickness / printHeight
	for _, aspect := range aspects {
		pitch := h / aspect
		f := frame{}
		f.centre[0] = b.from
		f.centre[1] = mul(u, pitch)
		f.down[0] = vec{X: -u.Y * h, Y: u.X * h}
		c, err := r.scan(p, f, -.5, b.long()/pitch+.5, 0)
		if err != nil {
			return row{}, err
		}
		if c.gain > best.gain {
			best = c
		}
	}
	return best, nil
}

const scanMargin = 4 // coarse strip pixels above and below, for rows that bend

// scan looks for tiles along a frame with centres from t=from to t=to, which may
// stand up to reach cells off the line.
func (r *Reader) scan(p *picture, f frame, from, to float64, reach int) (row, error) {
	start := from - .5 + insetT
	steps := int((to-from)*coarsePerTile) + 1
	if steps < 1 || steps > 60*coarsePerTile {
		return row{}, nil
	}
	s := f.draw(p, coarseRes, start, steps*poolCell+coarseRes.windowW, scanMargin)
	g, err := s.grid()
	if err != nil {
		return row{}, err
	}
	each := 2*reach + 1
	places := make([][2]int, 0, each*steps)
	for x := range steps {
		for dy := -reach; dy <= reach; dy++ {
			places = append(places, [2]int{x, scanMargin/poolCell + dy})
		}
	}
	sims := r.match.matchCoarse(g, places)
	gain := r.gains(s, sims, steps, each)
	for x := range gain {
		if q := f.at(from + float64(x)/coarsePerTile); !p.shows(q) {
			gain[x] = -1
		}
	}
	at, total := chain(gain, coarsePerTile, 1, 4)
	out := row{frame: f, gain: total}
	for _, x := range at {
		out.tiles = append(out.tiles, reading{t: from + float64(x)/coarsePerTile, sim: float64(gain[x] + minGain)})
	}
	return out, nil
}

const (
	leastRow  = 0.2  // gain of a row that is looked at closely
	leastTile = 0.05 // and of each of its tiles, on average
	goodTile  = 0.15 // weight of each tile of a row that is surely right
)

func (c *row) middle() vec {
	var sum vec
	for _, t := range c.tiles {
		sum = add(sum, c.frame.at(t.t))
	}
	return mul(sum, 1/float64(max(len(c.tiles), 1)))
}

// taken reports whether most tiles of a row lie on tiles of the rows before.
func taken(rows []row, c row) bool {
	hit := 0
	for _, t := range c.tiles {
		q := c.frame.at(t.t)
		for _, r := range rows {
			if slices.ContainsFunc(r.tiles, func(o reading) bool { return inside(o.quad, q) }) {
				hit++
				break
			}
		}
	}
	return 3*hit >= len(c.tiles)
}

// inside reports whether a point lies in a convex quadrilateral.
func inside(quad [4]vec, p vec) bool {
	var pos, neg bool
	for i := range quad {
		k := cross(sub(quad[(i+1)%4], quad[i]), sub(p, quad[i]))
		pos, neg = pos || k > 0, neg || k < 0
	}
	return !(pos && neg)
}

const (
	improvePasses = 4
	lookBeyond    = 2.5 // tiles beyond the ends of a row that are searched for more
)

// improve moves the frame of a row until its tiles look most like faces, and looks
// again for tiles beyond its ends, as long as the row gains by it.
func (r *Reader) improve(p *picture, c row) (row, error) {
	step := .08
	for range improvePasses {
		if len(c.tiles) == 0 {
			return c, nil
		}
		n := len(c.tiles)
		regrid(&c)
		f, _ := refine(c.frame, (c.first()+c.last())/2, 2, step, func(f *frame) float64 { return r.fit(p, f, c.tiles) })
		again, err := r.scan(p, f, c.first()-lookBeyond, c.last()+lookBeyond, 1)
		if err != nil {
			return row{}, err
		}
		if again.gain < c.gain*.95 {
			break
		}
		done := len(again.tiles) == n && again.gain < c.gain*1.02
		c, step = again, max(step/2, .03)
		if done {
			break
		}
	}
	return r.lookApart(p, c)
}

// farApart is how many tiles beyond the ends of a row flowers and the winning tile
// are looked for.
const farApart = 7

// lookApart adds tiles that lie on the line of a row but apart from it.
func (r *Reader) lookApart(p *picture, c row) (row, error) {
	if len(c.tiles) < 3 || c.gain < .1*float64(len(c.tiles)) {
		return c, nil
	}
	far, err := r.scan(p, c.frame, c.first()-farApart, c.last()+farApart, 2)
	if err != nil {
		return row{}, err
	}
	if far.gain > c.gain {
		return far, nil
	}
	return c, nil
}

// gains says what a tile at each step of a strip is worth, given the similarities
// at each places of every step. Windows in another light than the faces around
// are none, and a blank face is believed only beside others.
func (r *Reader) gains(s *strip, sims []float32, steps, each int) []float32 {
	n := len(r.match.means)
	gain, withBlank := make([]float32, steps), make([]float32, steps)
	shades, sure := make([]shade, steps), make([]bool, steps)
	for x := range steps {
		gain[x], withBlank[x] = -1, -1
		for k, v := range sims[each*x*n : each*(x+1)*n] {
			withBlank[x] = max(withBlank[x], v-minGain)
			if !r.match.coarse.blank[k%n] {
				gain[x] = max(gain[x], v-minGain)
			}
		}
		shades[x], sure[x] = s.shadeAt(poolCell*x), gain[x] >= refSimilar-minGain
	}
	open := gate(shades, sure)
	for x := range open {
		if gain[x] = withBlank[x]; !open[x] {
			gain[x] = -1
		}
	}
	return gain
}

// regrid counts t anew so that neighbouring tiles are one apart: where the search
// found them a little closer or wider, the frame bends to fit.
func regrid(c *row) {
	ts := make([]float64, len(c.tiles))
	pts := make([]vec, len(c.tiles))
	for i, t := range c.tiles {
		pts[i] = c.frame.at(t.t)
		if i > 0 {
			d := t.t - c.tiles[i-1].t
			if d < 1.3 {
				d = 1
			}
			ts[i] = ts[i-1] + d
		}
	}
	middle := (c.first() + c.last()) / 2
	down := c.frame.downAt(middle)
	slope := c.frame.down[1]
	m := ts[len(ts)-1] / 2
	switch {
	case len(pts) >= 5:
		c.frame.centre = fitParabola(ts, pts)
	case len(pts) >= 2:
		c.frame.centre = fitLineAt(ts, pts)
	default:
		c.frame = c.frame.shifted(c.tiles[0].t, 1)
	}
	if len(pts) >= 2 {
		c.frame.down = [2]vec{sub(down, mul(slope, m)), slope}
	}
	for i := range c.tiles {
		c.tiles[i].t = ts[i]
	}
}

// fitLineAt is the least squares line through points at ts.
func fitLineAt(ts []float64, pts []vec) [3]vec {
	var mean, slope vec
	var mt, tt float64
	n := float64(len(pts))
	for i, p := range pts {
		mean, mt = add(mean, mul(p, 1/n)), mt+ts[i]/n
	}
	for i, p := range pts {
		slope = add(slope, mul(sub(p, mean), ts[i]-mt))
		tt += (ts[i] - mt) * (ts[i] - mt)
	}
	slope = mul(slope, 1/max(tt, 1e-9))
	return [3]vec{sub(mean, mul(slope, mt)), slope, {}}
}

// fit is how much the tiles look like any faces, in a frame.
func (r *Reader) fit(p *picture, f *frame, tiles []reading) float64 {
	start := tiles[0].t - .5 + insetT
	long := tiles[len(tiles)-1].t - tiles[0].t
	s := f.draw(p, coarseRes, start, int(long*float64(coarseRes.cellW)+.5)+coarseRes.windowW+poolCell, scanMargin)
	g, err := s.grid()
	if err != nil {
		return math.Inf(-1)
	}
	places := make([][2]int, len(tiles))
	for i, t := range tiles {
		places[i] = [2]int{int(math.Round((t.t - tiles[0].t) * coarsePerTile)), scanMargin / poolCell}
	}
	sims := r.match.matchCoarse(g, places)
	sum, n := 0.0, len(r.match.means)
	for i := range tiles {
		_, v := argmax(sims[i*n : (i+1)*n])
		sum += float64(v)
	}
	return sum
}

const (
	fineMargin = 10 // strip pixels around a tile
	fineReach  = 2  // cells that a tile may stand off its row's line, each way
)

// readTiles compares every tile of a row with all samples at full resolution.
func (r *Reader) readTiles(p *picture, c *row) error {
	for i := range c.tiles {
		t := &c.tiles[i]
		drawn := c.frame.drawTile(p, fineRes, t.t, fineMargin)
		g, err := drawn.grid()
		if err != nil {
			return err
		}
		t.ink, t.light = g.inkInside(fineMargin/poolCell+2), drawn.brightness()
		t.ranks = r.rankTiles(g)
		t.decide()
		t.quad = c.frame.quad(t.t, 0)
		t.edges[0] = drawn.edgeAt(fineMargin - fineRes.inset())
		t.edges[1] = drawn.edgeAt(drawn.width - fineMargin + fineRes.inset())
	}
	r.doubtBlanks(c)
	return nil
}

// decide takes the best face.
func (t *reading) decide() {
	t.tile, t.flipped, t.sim = t.ranks[0].tile, t.ranks[0].flipped, t.ranks[0].sim
}

// doubtBlanks lowers the similarity of blank faces without an edge to each side
// like the row's other tiles have: bare table looks as blank as a white dragon.
func (r *Reader) doubtBlanks(c *row) {
	usual := median(c.tiles, func(t reading) float64 { return (t.edges[0] + t.edges[1]) / 2 })
	for i := range c.tiles {
		t := &c.tiles[i]
		if r.match.isBlank(t.tile) && min(t.edges[0], t.edges[1]) < edgeWhiteMin*usual {
			t.sim *= surelyTile / 1.1
			for k := range t.ranks {
				t.ranks[k].sim *= surelyTile / 1.1
			}
		}
	}
}

// bestPlaces is at how many places a tile is compared with every sample.
const bestPlaces = 4

// rankTiles compares the tile in the middle of a grid with every face and gives
// the best similarity of every tile. The average faces find the places; all
// samples decide there.
func (r *Reader) rankTiles(g *grid) []rank {
	var places [][2]int
	for dy := -fineReach; dy <= fineReach; dy++ {
		for dx := -fineReach; dx <= fineReach; dx++ {
			places = append(places, [2]int{fineMargin/poolCell + dx, fineMargin/poolCell + dy})
		}
	}
	sims := r.match.matchMeans(g, places)
	n := len(r.match.means)
	value := map[[2]int]float32{}
	for k, p := range places {
		_, value[p] = argmax(sims[k*n : (k+1)*n])
	}
	slices.SortStableFunc(places, func(a, b [2]int) int { return cmp.Compare(value[b], value[a]) })
	places = places[:bestPlaces]
	return r.match.rank(r.match.matchFine(g, places), len(places))
}

// rank gives the best similarity of every tile over all places and samples.
func (m *matcher) rank(sims []float32, places int) []rank {
	n := len(m.faces)
	best := map[models.Tile]rank{}
	for k := range places {
		for i, f := range m.faces {
			if v := float64(sims[k*n+i]); best[f.tile].tile == models.NoTile || v > best[f.tile].sim {
				best[f.tile] = rank{f.tile, f.flipped, v}
			}
		}
	}
	out := make([]rank, 0, len(best))
	for _, b := range best {
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b rank) int {
		return cmp.Or(cmp.Compare(b.sim, a.sim), cmp.Compare(a.tile, b.tile))
	})
	return out
}

const (
	surelyTile = 0.64 // similarity that nothing but a face reaches
	someInk    = 0.5  // of the row's median ink, that an unknown face has at least
	someLight  = 0.75 // of the row's median brightness
	someEdge   = 0.6  // of the row's median edge between neighbours, to both sides
)

// trimEnds drops what is no tile from the ends of a row. Tiles there are often seen
// worst, because the row's frame is least certain at its ends: what shows print in
// the light of the row gets a second look first. A face that was never learned
// looks like no other even then; with edges to its neighbours it stays.
func (r *Reader) trimEnds(p *picture, c *row) error {
	ink := median(c.tiles, func(t reading) float64 { return t.ink })
	light := median(c.tiles, func(t reading) float64 { return t.light })
	edge := median(c.tiles, func(t reading) float64 { return (t.edges[0] + t.edges[1]) / 2 })
	printed := func(t *reading) bool {
		return t.ink > someInk*ink && t.light > someLight*light && t.light < light/someLight
	}
	unknown := 0
	isTile := func(t *reading) (bool, error) {
		if t.sim < surelyTile && printed(t) {
			if err := r.lookCloser(p, c.frame, t); err != nil {
				return false, err
			}
		}
		if t.sim >= surelyTile {
			return true, nil
		}
		unknown++
		return unknown <= mostUnknown && t.sim >= leastLike && printed(t) && min(t.edges[0], t.edges[1]) > someEdge*edge, nil
	}
	from, to := surest(c.tiles)
	for ; from > 0 && to > from; from-- {
		if ok, err := isTile(&c.tiles[from-1]); err != nil || !ok {
			if err != nil {
				return err
			}
			break
		}
	}
	for unknown = 0; to < len(c.tiles) && to > from; to++ {
		if ok, err := isTile(&c.tiles[to]); err != nil || !ok {
			if err != nil {
				return err
			}
			break
		}
	}
	c.tiles = c.tiles[from:to]
	return nil
}

// mostUnknown is how many unlearned faces may stand at an end of a row.
const mostUnknown = 2

// surest is the stretch of a row that most surely is tiles.
func surest(tiles []reading) (from, to int) {
	best, sum, start := 0.0, 0.0, 0
	for i, t := range tiles {
		if sum <= 0 {
			sum, start = 0, i
		}
		if sum += t.sim - surelyTile; sum > best {
			best, from, to = sum, start, i+1
		}
	}
	return from, to
}

// leastLike is the similarity that even an unknown face has with some other.
const leastLike = 0.5

// median gives the middle value over the tiles that surely are some.
func median(tiles []reading, of func(reading) float64) float64 {
	var v []float64
	for _, t := range tiles {
		if t.sim >= surelyTile {
			v = append(v, of(t))
		}
	}
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}
