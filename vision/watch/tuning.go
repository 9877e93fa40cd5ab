package watch

import "time"

// Tuning are the figures of watching, by what is believed with them. Grey levels are of 255, tiles are the area that
// one upper side takes up in the plane, and all durations are of the frames' clock.
type Tuning struct {
	Gate    GateTuning   // what moves, and what has changed
	Regions RegionTuning // which changes are read, and for how long
	Looks   LookTuning   // how often a spot is looked at, and what looks are worth together
	Prior   PriorTuning  // what lies at a changed spot, before it is looked at
	Tiles   TileTuning   // how tiles lie beside and upon each other
	Fourth  FourthTuning // the tile that makes a pung a kong
	Backs   BackTuning   // tiles that lie face down
	Rows    RowTuning    // standing hands
	Stick   StickTuning  // counting sticks
	Hands   HandTuning   // hands that are laid down, and the table being swept
	Guard   GuardTuning  // pictures on which nothing can be believed
	Marks   MarkTuning   // a camera that has moved
}

// GateTuning is what moves and what has changed.
type GateTuning struct {
	// Moving is by how many grey levels a pixel differs from the frame before where
	// something moves. Noise of a quarter plane stays below 4 at hardness 0.8, a sleeve's
	// edge that moves by half a pixel changes 15 and more.
	Moving int
	// Cell is the side of a cell in which motion is counted, pixels, and Pixels how many of its pixels move
	// when the cell does.
	Cell, Pixels int
	// Changed is by how many grey levels a pixel differs from what lay there. A new tile
	// changes its place by 46 to 103, all else changed at most 2.5, soft shadows 1.6; a
	// face in place of another still changes a third of its pixels by more. Backs, which may
	// be no lighter than the cloth, are seen by their colour, see BackTuning.
	Changed int
	// Still is how long nothing moves at a spot before it is read. An arm that pauses
	// while it lays a tile rests for less than 0.3 s.
	Still time.Duration
	// Drift is the share, one in so many, by which what lies unchanged follows the light with every frame.
	// At 8 frames a second 1/64 follows a cloud in 8 s and forgets no tile.
	Drift int
	// History is how long planes are kept to find when a tile was seen first.
	History time.Duration
}

// RegionTuning is which changes are read, and for how long.
type RegionTuning struct {
	// Least is the area of a change that is looked at, in tiles: what is smaller is a
	// stick's end, a shadow's edge, or the edge of a tile that was nudged.
	Least float64
	// Most is the area of the largest change that can be read at once, in tiles: a hand of
	// 14 with its flanks.
	Most float64
	// Whole is the same where it does not reach the edge of the cloth, as every arm does: on a cloth that is as light as a face in shade
	// there is also the shadow of the hand, and where it stood. 13 tiles made a change of 24.
	Whole float64
	// Heap is the area of the largest change in which tiles that lie askew are looked for, in
	// tiles: they are laid one by one, and in what is larger many would fit.
	Heap float64
	// Explained is the share of a change's pixels that tiles must explain for it to be
	// told at the first look.
	Explained float64
	// Patience is how long a change may stay unexplained before it is taken as it is: a
	// cup, a stick, what an arm left behind. Covers end earlier, by themselves.
	Patience time.Duration
	// Unread is how long something as large as a tile that nobody can read lies there before it is told.
	// Standing hands and arms that rest change within a few turns: of two brisk films told at once
	// 7 things that were no tile, after that time one.
	Unread time.Duration
}

// LookTuning is how often a spot is looked at, and what looks are worth together.
type LookTuning struct {
	// Again is how long after a look the next one at the same spot is worth something:
	// pictures of one moment share their noise's cause.
	Again time.Duration
	// Usual is how many looks a spot gets, and Most how many where they leave its face open.
	Usual, Most int
	// Share is how much of a later look's evidence is news. Blur and light are the same
	// in all pictures of a spot, only noise and compression differ.
	Share float64
	// Sure is the probability with which a change is told at the first look.
	Sure float64
}

// PriorTuning is what lies at a changed spot, before it is looked at.
type PriorTuning struct {
	// Empty is how likely it holds no tile.
	Empty float64
	// Strange is how likely a face was never learned, of how likely it is any other one: a
	// club teaches all.
	Strange float64
	// Back is how much likelier a tile that lies face down explains the pixels than nothing
	// does, natural logarithm, to be believed beside a face: true ones of
	// green backs in shade had 3.6 to 5.8, bare cloth has less than 0.
	Back float64
	// Paper is how much likelier a tile is than nothing where, in a row with tiles that came to rest with it, as much paper as one
	// shows where none was, natural logarithm: as much as one picture may say at all. Of 900 changes none was told falsely by its paper alone.
	Paper float64
}

// TileTuning is how tiles lie beside and upon each other.
type TileTuning struct {
	// Nudge is how far a tile may be pushed, mm, and still be the same one: what lay
	// crooked is pushed straight by less than half a tile's width.
	Nudge float64
	// Overlap is the share of the smaller upper side that two tiles may seem to share;
	// flanks and a start that is 3 mm off make a tenth.
	Overlap float64
	// Edge is the share of a tile that others seem to lie on at least where it may be turned by a
	// quarter: one in a row has a neighbour on a sixth of it then, and what lies right has .05 at most.
	Edge float64
	// Light is how light the lightest quarter of a face's pixels is at least, of the lightest part of
	// the table: in half of its light a face in the shade of a body still is, cloth and green
	// backs are not. What is darker is read only when nothing else is left.
	Light float64
}

// HandTuning is when a hand was laid down, and when the table is swept.
type HandTuning struct {
	// Faces is how many faces on one side are a hand that was laid down.
	Faces int
	// Together is how far apart the tiles of one meld come to rest at most.
	Together time.Duration
	// Beside is how far apart the middles of neighbours in a row are at most, in widths of a tile: one may be turned.
	Beside float64
	// Swept is how many tiles go within Sweep when the machine swallows them, Elsewhere how many of them
	// do not lie before the same player. A call takes one, a hand that is taken up again those of one
	// player, one of which may lie so crookedly that it is nobody's.
	Swept, Elsewhere int
	Sweep            time.Duration
}

// GuardTuning is on which pictures nothing can be believed.
type GuardTuning struct {
	// Dark is the mean brightness below which nothing can be seen.
	Dark float64
	// Wide is the share of the table that changes at once when the lamp is switched, the
	// camera moved or the lens covered: no arm covers so much.
	Wide float64
	// Alike is the correlation of what is seen with what was, above which light alone
	// changed.
	Alike float64
	// Detail is the share of the edges that are left where the lens is not covered.
	Detail float64
	// Blank is the share of the edges, wherever they are, below which the lens is covered however
	// much else looks as before.
	Blank float64
}

// FourthTuning are the figures by which a tile of a pung that seems to have moved is told from one upon which another
// lies. Under the middle of a camera both look the same but for a millimetre or two.
type FourthTuning struct {
	// Spread is by how many millimetres a place is read otherwise from look to look: up to 1.7 at hardness 0.5.
	Spread float64
	// Pushed is how often a tile of a pung is pushed, or the fourth laid askew upon it, by some Push millimetres. Assumed.
	Pushed, Push float64
	// Most is how likely it was only pushed at most where the fourth is told: what was told asks, what was not scores a pung.
	Most float64
}

// MarkTuning are the figures of finding by its edges how far a table seems to have moved. Of twelve hands filmed by a
// camera that was bumped by 20 mm eleven were followed to the end unasked, of four none while it was only shifted.
type MarkTuning struct {
	// Everywhere is how many changes come to rest at once when the camera may have moved. By
	// 1.5 mm it makes 3 to 22, by 0.5 mm none; a call makes two, a hand that is laid down four.
	Everywhere int
	// Shift is how far a camera has moved that is told of, pixels of the quarter plane: a
	// quarter of a tile's width. Search is how far it is looked for and corrected.
	Shift, Search float64
	// Edge is by how many grey levels neighbouring pixels differ at an edge: more than noise and compression make.
	Edge int
	// Least and Most are how many edges are looked at, the sharpest: fewer than Least are chance.
	Least, Most int
	// Refined is how often a turn is fitted to what the one before leaves: three times come to .02 pixels of one that is
	// known (calibration.FitEdges), and noise takes more.
	Refined int
	// Aligned is how much of the misfit the best alignment leaves at most: what moves or came to lie there remains.
	Aligned float64
	// Elsewhere is from how many grey levels on something else lies at an edge, so that it counts no more.
	Elsewhere float64
}

// BackTuning is how tiles that lie face down are told by their colour.
type BackTuning struct {
	// Apart is by how many levels, brightness and both tints together, backs differ from the cloth
	// at least: green ones on green cloth by 20 to 25, and noise stays below 8.
	Apart float64
	// Tint is the strongest tint of a face's paper, of its brightness: warm lamps give it .11, and
	// backs have .3 and more.
	Tint float64
	// Walls is how many tiles' upper sides in the walls have a colour that is that of backs.
	Walls float64
	// Spread is by how many levels a pixel of a back differs from what is expected of it.
	Spread float64
	// Other is by how many levels anything else differs from a back.
	Other float64
	// Most is how much one pixel says at most, natural logarithm, and Pixels how many of a tile
	// are worth one each: neighbours have the same light, print and noise.
	Most, Pixels float64
	// Learn is how often the colour is looked up: a machine has two sets of tiles, and light drifts.
	Learn time.Duration
}

// RowTuning is how standing hands are compared. Lengths of time are of the frames' clock; areas are parts of what is seen from
// above of a tile that stands: as wide as one that lies, and as deep as it is thick.
type RowTuning struct {
	// Views is how many of the last ways in which a side looked are kept: a turn of its owner makes three or four.
	Views int
	// Same is how large a difference is at most, in one piece, where nothing was touched. A row that is closed again
	// has moved by some tenths of a millimetre, which changes more; noise changes less than half of it.
	Same float64
	// Tile is how large one is at least where a tile stands that did not before, or does no more.
	Tile float64
	// Laid is how long the place of a tile is covered at most by the hand that lays it. In more it may have drawn the next tile, too:
	// the fastest players take .8 s for that.
	Laid time.Duration
	// After is until when, from then on, the row is seen as it was left.
	After time.Duration
	// Beside is how many pixels of cloth are between a row and what stands apart from it.
	Beside int
}

// StickTuning is how a counting stick that somebody lays before the river looks in the plane, each
// figure with its spread. Drawn sticks of 88 by 7 mm were seen 84 to 88 mm long and 8 to 12 wide, 87 to 90
// mm from the middle and at most 12 aside, askew by at most .07, .65 to .81 as light as the lightest; their
// chance was above .9999. Edges that the rivers leave when they are swept away came to .99 at most,
// half as light. The spreads are wide enough for shorter sticks that are laid less neatly. Assumed.
type StickTuning struct {
	// Length and Wide are how long and wide it is seen, mm. Sets on sale have sticks of 65 to 95 mm by 5 to 8;
	// a pixel of the plane is three, which makes them wider.
	Length, LengthSpread, Wide, WideSpread float64
	// Far is how far from the middle of the table it lies, Aside how far from the middle of its
	// owner's side, mm, and Askew by how many radians it is turned from that side.
	Far, FarSpread, AsideSpread, AskewSpread float64
	// Light is how light it is, of the lightest part of the table.
	Light, LightSpread float64
	// Least is the probability from which on a change is told as a stick, when a stick and something else
	// were as likely before.
	Least float64
}

// Usual are the figures for 5 to 10 frames a second from a camera that sees tiles 30 to 36
// pixels wide.
func Usual() Tuning {
	return Tuning{
		Gate:    GateTuning{Moving: 12, Cell: 4, Pixels: 2, Changed: 20, Still: 400 * time.Millisecond, Drift: 64, History: 3 * time.Second},
		Regions: RegionTuning{Least: .22, Most: 20, Whole: 40, Heap: 3, Explained: .7, Patience: 2 * time.Second, Unread: 8 * time.Second},
		Looks:   LookTuning{Again: 300 * time.Millisecond, Usual: 2, Most: 5, Share: .5, Sure: .999},
		Prior:   PriorTuning{Empty: .5, Strange: .02, Back: 2, Paper: 16},
		Tiles:   TileTuning{Nudge: 22, Overlap: .3, Edge: .12, Light: .5},
		Fourth:  FourthTuning{Spread: 1, Pushed: .05, Push: 5, Most: .95},
		Backs:   BackTuning{Apart: 12, Tint: .2, Walls: 6, Spread: 8, Other: 24, Most: 4, Pixels: 2, Learn: 3 * time.Second},
		Rows:    RowTuning{Views: 8, Same: .12, Tile: .2, Laid: 1100 * time.Millisecond, After: 450 * time.Millisecond, Beside: 2},
		Stick: StickTuning{Length: 80, LengthSpread: 10, Wide: 11, WideSpread: 3, Far: 88, FarSpread: 10, AsideSpread: 20,
			AskewSpread: .1, Light: .75, LightSpread: .15, Least: .99},
		Hands: HandTuning{Faces: 10, Together: time.Second, Beside: 1.5, Swept: 6, Elsewhere: 2, Sweep: 2 * time.Second},
		Guard: GuardTuning{Dark: 14, Wide: .45, Alike: .8, Detail: .4, Blank: .05},
		Marks: MarkTuning{Everywhere: 6, Shift: 2.5, Search: 8, Edge: 12, Least: 200, Most: 3000, Refined: 5, Aligned: .6, Elsewhere: 50},
	}
}
