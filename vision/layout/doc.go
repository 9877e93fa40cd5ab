// Package layout understands what lies on the table: it turns tiles that were
// seen in rows into a hand with its melds, flowers and winning tile, and says
// what it doubts.
//
// It is pure: it sees no picture, knows no rule book and remembers nothing. What
// it concludes depends on the sightings and [Options] alone.
//
// # What the place of a tile says
//
//   - A tile turned sideways was claimed. Its place in the meld tells from whom:
//     left end from the left, middle from across, right end from the right. A
//     chow always comes from the left.
//   - A second sideways tile beside or upon the first was added to a pung.
//   - Four tiles of which one to four lie face down are a concealed kong.
//   - Groups of three or four that stand clearly apart and are sets are melds
//     whose supplier nobody can see.
//   - One tile set apart, or turned where no meld explains it, is the winning tile.
//   - Flowers are known by their faces, wherever they lie.
//   - Where nothing marks melds, all tiles are concealed. More tiles than a hand
//     has make kongs of its fours of a kind. What the place does not tell is
//     written into Reading.Inferred.
//
// # What accepted means
//
// A reading is accepted when the program would publish the hand without asking
// anybody: the tiles make a complete winning form of some rule book, nothing
// contradicts itself, and the estimated probability that any tile of it is wrong
// is at most [Options.MaxError]. Tiles that make no winning form may all be read
// well; they are still no hand to publish and go to review with the doubt
// "not-a-hand", unless [Options.AnyTiles] asks for the tiles alone.
package layout
