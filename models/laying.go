package models

// Laying is how the tiles of a rule book lie at the table, as far as those who play by it agree. The zero value is
// that of clubs of which nobody has said anything.
type Laying struct {
	// Hand is how many tiles each player is dealt.
	Hand HandSize
	// Tiles is how many there are without flowers, 0 for 136; Flowers says that these are always in the set, and not only
	// where a club likes them.
	Tiles   int
	Flowers bool
	// Wall is how the walls are broken; without rolls by two.
	Wall WallRule
	// Kongs are the ways in which concealed kongs lie, X face down, each as often as it stands there; none for any way
	// that shows what it is. KongsShown is how often one is shown in full before some of its tiles are turned, 0 to 1.
	Kongs      []string
	KongsShown float64
	// Turned says whether the claimed tile of a meld is turned towards its supplier.
	Turned Custom
	// Upright says that people mind which way up a tile lies.
	Upright bool
	// Hands says that all four hands are shown at the end.
	Hands bool
	// GoesOn says that the game goes on after a win, whose hand lies there from then on, that those who have not
	// won show their hands after the last tile, and that kongs are replaced from where tiles are drawn.
	GoesOn bool
}

// Custom says whether those who play by a rule book do something.
type Custom uint8

// The customs: about half of the clubs do it, all, none.
const (
	ClubsDiffer Custom = iota
	Always
	Never
)

// AnyKong are the ways in which a concealed kong may lie that shows one to three of its tiles.
func AnyKong() []string { return []string{"XOOX", "XXXO", "OXXX", "OXXO", "XOXX", "XOOO"} }
