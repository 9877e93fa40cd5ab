// Package zones tells what the tiles of a whole table are there for: rivers, melds, hands, flowers
// and dora indicators of every place, by where they lie.
package zones

import (
	"cmp"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// Lying is a tile that lies on the table.
type Lying struct {
	models.Sighting
	Pose models.Pose
}

// Of tells what the tiles of a table are there for: by the zone in which they lie or, a little
// beside all of them, the nearest. In the zones of a hand, tiles that lie together and make a set, or several in rows,
// are melds, and one that lies alone among tiles face down is an indicator of the wall. What lies farther from the centre than all zones
// is given to the nearest player with a doubt.
func Of(tiles []Lying, c *calibration.Camera) models.TableZones {
	z := zoner{camera: c, out: models.TableZones{
		River: map[models.Place][]models.OnTable{}, Meld: map[models.Place][]models.OnTable{},
		Hand: map[models.Place][]models.OnTable{}, Flower: map[models.Place][]models.OnTable{},
		Dora: []models.OnTable{}, Other: []models.OnTable{},
	}}
	before := map[models.Place][]Lying{} // of the zones before each place
	rivers := map[models.Place][]Lying{}
	for _, t := range tiles {
		zone, ok := z.zoneOf(t.Pose.At)
		switch {
		case !ok && t.Tile == models.Back:
		case !ok && zone.Use != "" && zone.Use != calibration.RiverZone:
			t.Confidence *= tuning.beyond
			before[zone.Place] = append(before[zone.Place], t)
		case !ok:
			z.out.Other = append(z.out.Other, z.onTable(t, 0, 0))
		case zone.Use == calibration.DoraZone:
			z.out.Dora = append(z.out.Dora, z.onTable(t, 0, 0))
		case zone.Use == calibration.RiverZone && t.Tile == models.Back: // nobody discards face down
		case zone.Use == calibration.RiverZone:
			rivers[zone.Place] = append(rivers[zone.Place], t)
		default:
			before[zone.Place] = append(before[zone.Place], t)
		}
	}
	z.together(before)
	for i := range models.Places {
		place := models.PlaceAt(i)
		z.river(place, rivers[place])
		z.hand(place, before[place])
	}
	return z.out
}

// Whole is the probability that the hands that lie open are whole: one that with the melds makes no hand before or after a draw was not all seen, or
// is something else.
func Whole(z *models.TableZones) float64 {
	for i := range models.Places {
		place, melds := models.PlaceAt(i), map[int]bool{}
		for _, t := range z.Meld[place] {
			melds[t.Set] = true
		}
		with := len(z.Hand[place]) + models.SetTiles*len(melds)
		whole := func(n models.HandSize) bool { return with == n.Tiles() || with == n.Tiles()+1 }
		if len(z.Hand[place]) > 0 && !whole(models.Thirteen) && !whole(models.Sixteen) {
			return tuning.partial
		}
	}
	return 1
}

type zoner struct {
	camera *calibration.Camera
	out    models.TableZones
}

// zoneTuning says how far apart tiles lie that belong together. The figures are from drawn tables of hands
// being played: see docs/eyes.md.
type zoneTuning struct {
	// beside is how far beside a zone a tile may lie that belongs to it, in heights of a tile: a river begins a
	// little before its zone, and a long row reaches beyond it.
	beside float64
	// together is how far apart, mm, tiles of one set lie at most: players leave more between sets. inLine
	// is how far, in heights of a tile, they lie from one line.
	together, inLine float64
	// Probabilities of tiles face down: of all of a concealed kong together, of one beside three of a kind,
	// which are a pung without it, and of one of the wall beside an indicator.
	kongBacks, fourthBack, wallBack float64
	// beyond is by what the confidence of a tile is multiplied that lies in no zone and beside none: whose it is is a guess.
	beyond float64
	// doubtful is the confidence below which a tile may be none.
	doubtful float64
	// partial is the probability that what is told is right where part of a hand lies open. Of 66 drawn tables (seed 8812000, styles A, C and D) it was in
	// none of four: what stood as two tiles of a hand were those of a concealed kong, or the seam between two tiles without print.
	partial float64
	// wallDepth is the share of a hand's zone, from the side of the centre, that walls take up.
	wallDepth float64
}

var tuning = zoneTuning{beside: 1.2, together: 5.5, inLine: .25, kongBacks: .3, fourthBack: .5, wallBack: .5, beyond: .5, doubtful: .9, partial: .5, wallDepth: .3}

// zoneOf gives the zone in which a point lies, or the nearest one close by; otherwise, and false, that of the player whose corner it is, or
// the nearest.
func (z *zoner) zoneOf(at models.Point) (calibration.Zone, bool) {
	if zone, ok := calibration.ZoneAt(z.camera.Zones, at); ok {
		return zone, true
	}
	nearest, best := calibration.Zone{}, math.Inf(1)
	for _, zone := range z.camera.Zones {
		if d := zone.Apart(at); d < best {
			nearest, best = zone, d
		}
	}
	if best < tuning.beside*z.camera.Tile.Height {
		return nearest, true
	}
	if zone, in := calibration.CornerAt(z.camera.Zones, at); in {
		return zone, false
	}
	return nearest, false
}

// owned is where a point lies as its owner sees it: x to the right, y away.
func owned(at models.Point, place models.Place) models.Point {
	return at.Turned((models.Places - place.Index()) % models.Places)
}

// turnedFor reports whether a tile lies sideways for a place.
func turnedFor(p models.Pose, place models.Place) bool { return (p.Quarter-place.Index())%2 != 0 }

func (z *zoner) onTable(t Lying, place models.Place, set int) models.OnTable {
	return models.OnTable{Sighting: t.Sighting, At: t.Pose.At, Set: set, Turned: place != 0 && turnedFor(t.Pose, place)}
}

// river puts discards into order: rows from the centre towards the owner, each from the left.
func (z *zoner) river(place models.Place, tiles []Lying) {
	edge := func(t Lying) float64 { return z.edge(t, place) }
	slices.SortStableFunc(tiles, func(a, b Lying) int { return cmp.Compare(edge(b), edge(a)) })
	for len(tiles) > 0 {
		n := slices.IndexFunc(tiles, func(t Lying) bool { return edge(tiles[0])-edge(t) > z.camera.Tile.Height/2 })
		if n < 0 {
			n = len(tiles)
		}
		row := tiles[:n]
		tiles = tiles[n:]
		fromLeft(row, place)
		for _, t := range row {
			z.out.River[place] = append(z.out.River[place], z.onTable(t, place, 0))
		}
	}
}

func fromLeft(tiles []Lying, place models.Place) {
	slices.SortStableFunc(tiles, func(a, b Lying) int {
		return cmp.Compare(owned(a.Pose.At, place).X, owned(b.Pose.At, place).X)
	})
}

// hand tells melds, flowers and the rest of what lies before a place. Tiles face down count in
// concealed kongs and beside indicators only.
func (z *zoner) hand(place models.Place, tiles []Lying) {
	fromLeft(tiles, place)
	kongs, rest := z.concealed(tiles, place)
	faces := slices.DeleteFunc(slices.Clone(rest), func(t Lying) bool { return t.Tile == models.Back || t.Tile.IsFlower() })
	groups := append(kongs, z.groups(slices.DeleteFunc(slices.Clone(rest), func(t Lying) bool { return !t.Tile.IsFlower() }))...) // of no set, though they touch one
	for _, group := range z.groups(faces) {
		if sets := z.inSets(group, place); sets != nil {
			groups = append(groups, sets...)
		} else {
			groups = append(groups, z.withoutDoubt(group, place)...)
		}
	}
	slices.SortStableFunc(groups, func(a, b []Lying) int {
		return cmp.Compare(owned(a[0].Pose.At, place).X, owned(b[0].Pose.At, place).X)
	})
	sets := 0
	for _, group := range groups {
		into := &z.out.Hand
		set := 0
		switch {
		case !slices.ContainsFunc(group, func(t Lying) bool { return !t.Tile.IsFlower() }) && !z.inWall(group, rest, place):
			into = &z.out.Flower
		case isSet(group):
			sets++
			into, set = &z.out.Meld, sets
		case z.inWall(group, rest, place):
			z.out.Dora = append(z.out.Dora, z.onTable(group[0], place, 0))
			continue
		}
		for _, t := range group {
			(*into)[place] = append((*into)[place], z.onTable(t, place, set))
		}
	}
}

// withoutDoubt parts tiles that lie together and make no sets into the set that they make without those that are doubtful and lie beside its row, and these:
// a flank in the light of a lamp looks like a tile beside the one that it belongs to.
func (z *zoner) withoutDoubt(group []Lying, place models.Place) [][]Lying {
	doubtful := func(t Lying) bool { return t.Tile == models.Unknown || t.Confidence < tuning.doubtful }
	set := slices.DeleteFunc(slices.Clone(group), doubtful)
	if len(set) == len(group) || isSet(group) || !isSet(set) {
		return [][]Lying{group}
	}
	parts := [][]Lying{set}
	for _, t := range group {
		if !doubtful(t) {
			continue
		}
		if slices.ContainsFunc(set, func(o Lying) bool { return math.Abs(z.edge(o, place)-z.edge(t, place)) < z.camera.Tile.Height/2 }) {
			return [][]Lying{group} // of a hand that is not all read
		}
		parts = append(parts, []Lying{t})
	}
	return parts
}

// concealed takes the concealed kongs out of tiles: four upright ones side by side in a way that
// kongs are laid, with no other tile face down beside them.
func (z *zoner) concealed(tiles []Lying, place models.Place) (kongs [][]Lying, rest []Lying) {
	taken := make([]bool, len(tiles))
	next := func(i, way int) int { // the tile beside one in its row
		for j := i + way; j >= 0 && j < len(tiles); j += way {
			if !taken[j] && !turnedFor(tiles[j].Pose, place) && z.inLine(tiles[i], tiles[j], place) && z.gap(tiles[i].Pose, tiles[j].Pose) < tuning.together {
				return j
			}
		}
		return -1
	}
	isBack := func(i int) bool { return i >= 0 && tiles[i].Tile == models.Back }
	for i := range tiles {
		if taken[i] || turnedFor(tiles[i].Pose, place) {
			continue
		}
		four := []int{i}
		for len(four) < models.KongTiles {
			k := next(four[len(four)-1], 1)
			if k < 0 {
				break
			}
			four = append(four, k)
		}
		if len(four) < models.KongTiles || isBack(next(i, -1)) || isBack(next(four[3], 1)) {
			continue
		}
		var group []Lying
		for _, k := range four {
			group = append(group, tiles[k])
		}
		if pattern(group) != "" && isSet(group) && backsSure(group) {
			kongs = append(kongs, group)
			for _, k := range four {
				taken[k] = true
			}
		}
	}
	for i, t := range tiles {
		if !taken[i] {
			rest = append(rest, t)
		}
	}
	return kongs, rest
}

// backsSure reports whether the tiles face down of a group are likely to be all there: surely, where
// its faces are a pung without them.
func backsSure(group []Lying) bool {
	sure, backs := 1.0, 0
	for _, t := range group {
		if t.Tile == models.Back {
			sure *= t.Confidence
			backs++
		}
	}
	if backs == 1 {
		return sure >= tuning.fourthBack
	}
	return sure >= tuning.kongBacks
}

// inLine reports whether two tiles stand in one row for their owner.
func (z *zoner) inLine(a, b Lying, place models.Place) bool {
	return math.Abs(owned(a.Pose.At, place).Y-owned(b.Pose.At, place).Y) < tuning.inLine*z.camera.Tile.Height
}

// pattern is how four tiles lie as a concealed kong, X for face down; empty if none lies so.
func pattern(group []Lying) string {
	var p string
	for _, t := range group {
		if t.Tile == models.Back {
			p += "X"
		} else {
			p += "O"
		}
	}
	if slices.Contains([]string{"XOOO", "OOOX", "XXXO", "OXXX", "XOOX", "OXXO"}, p) {
		return p
	}
	return ""
}

// inWall reports whether a group is one tile of the wall that shows its face: alone, and between
// tiles face down or nearer to the centre than hands are laid.
func (z *zoner) inWall(group, all []Lying, place models.Place) bool {
	if len(group) != 1 {
		return false
	}
	t := group[0]
	if slices.ContainsFunc(all, func(o Lying) bool {
		return o.Tile == models.Back && o.Confidence >= tuning.wallBack && z.inLine(t, o, place) && z.gap(t.Pose, o.Pose) < tuning.together
	}) {
		return true
	}
	zone, _ := z.zoneOf(t.Pose.At)
	near, far := math.Inf(1), math.Inf(-1)
	for _, c := range zone.Corners {
		y := owned(c, place).Y
		near, far = min(near, y), max(far, y)
	}
	return zone.Use == calibration.HandZone && owned(t.Pose.At, place).Y > far-tuning.wallDepth*(far-near)
}

// together gives tiles that lie together all to one player: rows of melds run along the rim around a corner. It is the one for whom most of
// them make sets, as they stand in rows for their owner alone, and otherwise the one before whom most of them lie. A tile that lies before
// another player is given with a doubt then.
func (z *zoner) together(before map[models.Place][]Lying) {
	var all []Lying
	owner := map[models.Point]models.Place{}
	for i := range models.Places {
		place := models.PlaceAt(i)
		for _, t := range before[place] {
			all, owner[t.Pose.At] = append(all, t), place
		}
		before[place] = nil
	}
	for _, group := range z.groups(all) {
		var lie, near [models.Places]int
		for _, t := range group {
			lie[owner[t.Pose.At].Index()]++
			near[owner[t.Pose.At].Index()]++
			if zone, in := calibration.CornerAt(z.camera.Zones, t.Pose.At); in {
				near[zone.Place.Index()]++
			}
		}
		most := slices.Index(lie[:], slices.Max(lie[:]))
		mine, sets := most, z.setTiles(group, models.PlaceAt(most))
		for i, n := range near {
			if n == 0 || i == most {
				continue
			}
			if k := z.setTiles(group, models.PlaceAt(i)); k > sets {
				mine, sets = i, k
			}
		}
		place := models.PlaceAt(mine)
		for _, t := range group {
			if mine != most && owner[t.Pose.At] != place {
				t.Confidence = min(t.Confidence, tuning.beyond)
			}
			before[place] = append(before[place], t)
		}
	}
}

// setTiles is how many tiles of a group are of sets, if it is a player's.
func (z *zoner) setTiles(group []Lying, place models.Place) (n int) {
	group = slices.Clone(group)
	fromLeft(group, place)
	kongs, rest := z.concealed(group, place)
	faces := slices.DeleteFunc(rest, func(t Lying) bool { return t.Tile == models.Back })
	for _, g := range z.groups(faces) {
		switch {
		case isSet(g):
			n += len(g)
		default:
			for _, set := range z.inSets(g, place) {
				n += len(set)
			}
		}
	}
	for _, kong := range kongs {
		n += len(kong)
	}
	return n
}

// groups parts tiles where more lies between them than within a set.
func (z *zoner) groups(tiles []Lying) (groups [][]Lying) {
	seen := make([]bool, len(tiles))
	for i := range tiles {
		if seen[i] {
			continue
		}
		seen[i] = true
		members := []int{i}
		for k := 0; k < len(members); k++ {
			for j := range tiles {
				if !seen[j] && z.gap(tiles[members[k]].Pose, tiles[j].Pose) < tuning.together {
					seen[j] = true
					members = append(members, j)
				}
			}
		}
		slices.Sort(members)
		var group []Lying
		for _, m := range members {
			group = append(group, tiles[m])
		}
		groups = append(groups, group)
	}
	return groups
}

// inSets parts tiles that lie together into the sets that they make, row by row for their owner; nil where one is left or where a row alone
// may as well be a hand. A tile that was added to a pung lies beside its turned one, in a row of its own.
func (z *zoner) inSets(group []Lying, place models.Place) (sets [][]Lying) {
	if isSet(group) {
		return nil
	}
	var rows [][]Lying
	for _, t := range group {
		k := slices.IndexFunc(rows, func(row []Lying) bool {
			return math.Abs(z.edge(row[0], place)-z.edge(t, place)) < z.camera.Tile.Height/2
		})
		if k < 0 {
			rows = append(rows, nil)
			k = len(rows) - 1
		}
		rows[k] = append(rows[k], t)
	}
	for _, row := range rows {
		if len(row) == 1 {
			continue
		}
		fromLeft(row, place)
		parts := partsOf(row)
		if parts == nil || len(rows) == 1 && slices.ContainsFunc(parts, func(set []Lying) bool { return !claimed(set, place) }) {
			return nil
		}
		sets = append(sets, parts...)
	}
	for _, row := range rows {
		if len(row) > 1 {
			continue
		}
		k := slices.IndexFunc(sets, func(set []Lying) bool {
			return len(set) == models.SetTiles && isSet(append(slices.Clone(set), row[0])) && slices.ContainsFunc(set, func(t Lying) bool {
				return turnedFor(t.Pose, place) && z.gap(t.Pose, row[0].Pose) < tuning.together
			})
		})
		if k < 0 {
			return nil
		}
		sets[k] = append(sets[k], row[0])
	}
	return sets
}

// partsOf parts a row into sets, from the left; nil where it cannot be.
func partsOf(row []Lying) [][]Lying {
	for _, n := range [2]int{models.SetTiles, models.KongTiles} {
		if len(row) < n || !isSet(row[:n]) {
			continue
		}
		if len(row) == n {
			return [][]Lying{row}
		}
		if rest := partsOf(row[n:]); rest != nil {
			return append([][]Lying{row[:n]}, rest...)
		}
	}
	return nil
}

// claimed reports whether a tile of a set lies sideways for its owner.
func claimed(set []Lying, place models.Place) bool {
	return slices.ContainsFunc(set, func(t Lying) bool { return turnedFor(t.Pose, place) })
}

// edge is where the edge of a tile towards its owner lies: a tile that lies sideways has it in line with the others.
func (z *zoner) edge(t Lying, place models.Place) float64 {
	high := z.camera.Tile.Height
	if turnedFor(t.Pose, place) {
		high = z.camera.Tile.Width
	}
	return owned(t.Pose.At, place).Y - high/2
}

// gap is how much lies between two tiles, mm.
func (z *zoner) gap(a, b models.Pose) float64 {
	spans := func(p models.Pose) (x, y float64) {
		if p.Quarter%2 == 0 {
			return z.camera.Tile.Width, z.camera.Tile.Height
		}
		return z.camera.Tile.Height, z.camera.Tile.Width
	}
	ax, ay := spans(a)
	bx, by := spans(b)
	return max(math.Abs(a.At.X-b.At.X)-(ax+bx)/2, math.Abs(a.At.Y-b.At.Y)-(ay+by)/2)
}

// isSet reports whether a group makes a chow, a pung or a kong. A tile that was seen and not read
// may be what is missing.
func isSet(group []Lying) bool {
	if len(group) != models.SetTiles && len(group) != models.KongTiles {
		return false
	}
	var kinds []models.Tile
	for _, t := range group {
		switch {
		case t.Tile.IsKind():
			kinds = append(kinds, t.Tile.Kind())
		case t.Tile == models.Unknown:
		case t.Tile != models.Back || len(group) != models.KongTiles:
			return false
		}
	}
	if len(kinds) == 0 || len(kinds) == 1 && len(group) == models.SetTiles {
		return false
	}
	slices.Sort(kinds)
	low, high := kinds[0], kinds[len(kinds)-1]
	if low == high {
		return true
	}
	return len(group) == models.SetTiles && low.IsNumber() && low.Suit() == high.Suit() && high-low <= 2 && len(slices.Compact(kinds)) == len(kinds)
}
