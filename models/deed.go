package models

// Deed is what somebody did, in the words of the record format.
type Deed string

// The deeds of a record.
const (
	Draw          Deed = "draw"
	Discarded     Deed = "discard"
	CalledChow    Deed = "chow"
	CalledPung    Deed = "pung"
	CalledKong    Deed = "kong"
	MadeAdded     Deed = "added-kong"
	MadeConcealed Deed = "concealed-kong"
	LaidFlower    Deed = "flower"
	TurnedDora    Deed = "dora"
	Wins          Deed = "win"
	DrawnGame     Deed = "draw-game"
	Exchanged     Deed = "exchange" // three tiles face down to another player, before the first discard (换三张)
	GaveUp        Deed = "void"     // a suit (定缺)
)
