package pipeline

import (
	"log/slog"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// Event is what happens in the [Life] of a hand: one of the types below, or a [device.Event] of the table.
type Event any

// What happens, besides what the table tells.
type (
	// Restored comes first, after the program was started.
	Restored struct {
		Kept
		Last *models.HandRecord // the last one in the books that counts; nil for none
	}
	// Begun is that a shuffle or a deal was told, after everything about the hand before.
	Begun struct{ device.Event }
	// Lies is that somebody laid a hand down, or took it up again.
	Lies struct {
		At   models.Place
		Lies bool
	}
	// Won is that somebody who follows the hand saw it won at a place; Again in a hand that had a winner before.
	Won struct {
		At     models.Place
		Again  bool
		Course *device.Course // what is known of that win
	}
	// DealtBy is that somebody who follows the hand saw who may have dealt it, and how many times likelier what
	// was seen is so than with the dealer of the books.
	DealtBy struct {
		At   models.Place
		Odds float64
	}
	// Looked answers Look. Repeats is the earlier hand that the picture shows again, empty for none.
	Looked struct {
		Sight   Sight
		Repeats string
	}
	// Followed answers Follow; nil where nobody knows.
	Followed struct{ Course *device.Course }
	// Learned is what is known by now of the wins of a hand that has ended.
	Learned struct {
		Courses map[models.Place]*device.Course
	}
	// Drawn is that a hand ended without a winner, as who followed it saw.
	Drawn struct{ *device.Drawn }
	// Fought is what is known by now of a hand in which the game went on after a win, as who followed it saw it.
	Fought struct{ *device.Battle }
	// Due answers Wait.
	Due struct{}
	// Recorded and Refused answer Book.
	Recorded struct{ Book }
	Refused  struct {
		Book
		Err error // about this hand
	}
	// Said is what a person says.
	Said struct {
		Op string
		said
	}
	// Corrected is that the referee has asked something of the books, and whether it was done.
	Corrected struct {
		Op   string
		Done bool
	}
)

// Command is something to be done about what has happened: one of the types below.
type Command any

// What is to be done.
type (
	// Look takes and reads a picture of a hand at a place; Looked answers.
	Look struct {
		Hand string
		At   models.Place
	}
	// Follow asks who follows the hands about a win; Followed answers. Again says that the hand on the table has had
	// a winner before. Told is what came with the win, and is the answer where it is not nil.
	Follow struct {
		At    models.Place
		Again bool
		Told  *device.Course
	}
	// Begin tells who follows the hands that another one is on. What is known of the one before is answered by
	// Learned and Drawn, and then the event by Begun.
	Begin struct {
		Event device.Event
		At    time.Time
	}
	// Throw tells who follows the hands what dice show that were rolled.
	Throw struct{ Dice [2]int }
	// Stake tells who follows the hands that a riichi stick was laid, or taken back.
	Stake struct {
		At   models.Place
		Lies bool
	}
	// Book records a hand; Recorded or Refused answers. Results are one for each win.
	Book struct {
		By      models.Author
		Record  models.HandRecord
		Results []scoring.Result
	}
	// Keep keeps what waits for the referee over a restart.
	Keep struct{ Kept }
	// Ask shows the hand that waits for the referee, or that none does.
	Ask struct{ Hand *Pending }
	// Wait lets Due happen after so long.
	Wait struct{ For time.Duration }
	// Show shows what the table is doing.
	Show struct{ Table Table }
	// Settle tells the table that the referee has said how a hand ended; see Parts.Settled.
	Settle struct{ Over bool }
	// Answer is what the person hears who has said something; nothing but that it is done where there is none.
	Answer struct {
		Data any
		Err  error
	}
	// Note is a line for the log.
	Note struct {
		Level slog.Level
		Text  string
		Args  []any
	}
)
