package ledger

import "jantaku/models"

// What can go wrong, each with what a person can do about it and the stable word by which pages
// say it in their language.
var (
	// ErrInUse reports a ledger that another process has open for writing.
	ErrInUse = models.Refused("in-use", nil, "ledger: in use by another jantaku; stop it first, or make the change on its console")
	// ErrLocked reports a file that another program, such as an SQLite browser, keeps locked.
	ErrLocked = models.Refused("locked", nil, "ledger: another program has locked the file for half a minute; close it there and start again, nothing recorded so far is lost")
	// ErrNoLedger reports a file that is not there.
	ErrNoLedger = models.Refused("no-ledger", nil, "there is no ledger")
	// ErrReadOnly reports a file or folder that cannot be written.
	ErrReadOnly = models.Refused("books-read-only", nil, "ledger: the file cannot be written; check its owner and that the disk is not mounted read-only")
	// ErrFull reports a disk without room. Nothing acknowledged is lost.
	ErrFull = models.Refused("disk-full", nil, "ledger: no room left on the disk; nothing recorded so far is lost, free some space and try again")
	// ErrDisk reports a disk that fails to read or write.
	ErrDisk = models.Refused("disk", nil, "ledger: the disk fails; nothing recorded so far was changed, make a backup and replace the disk")
	// ErrDamaged reports a file that SQLite or a checksum refuses.
	ErrDamaged = models.Refused("damaged", nil, "ledger: the file is damaged; restore the newest backup with jantaku backup restore")
	// ErrNewer reports a ledger written by a newer version of the program.
	ErrNewer = models.Refused("newer", nil, "ledger: written by a newer jantaku; update this one")
	// ErrUnknownEvent reports an event kind this version does not know.
	ErrUnknownEvent = models.Refused("newer", nil, "ledger: unknown event, written by a newer jantaku")

	// ErrNoMatch reports that nothing is being played, or that there is no such match.
	ErrNoMatch = models.Refused("no-match", nil, "ledger: no such match; start one with jantaku match new")
	// ErrFinished reports a hand for a match that was closed.
	ErrFinished = models.Refused("finished", nil, "ledger: the match is finished; undo that or start a new match")
	// ErrUnfinished reports a second match at a table that still plays one.
	ErrUnfinished = models.Refused("unfinished", nil, "ledger: a match is still being played; finish it first")
	// ErrNoEntry reports an entry the match does not have.
	ErrNoEntry = models.Refused("no-entry", nil, "ledger: the match has no such entry")
	// ErrNothingToUndo and ErrNothingToRedo report an empty stack.
	ErrNothingToUndo = models.Refused("nothing-to-undo", nil, "ledger: nothing to undo")
	ErrNothingToRedo = models.Refused("nothing-to-redo", nil, "ledger: nothing to redo")
	// ErrNotScored reports a win without a valid result or without payments.
	ErrNotScored = models.Refused("not-scored", nil, "ledger: the hand has no valid score with payments")
	// ErrHandID reports a hand ID that was used for another hand.
	ErrHandID = models.Refused("hand-id", nil, "ledger: this hand id was used for a different hand")
	// ErrNoRules reports hands that must be scored again without a rule book.
	ErrNoRules = models.Refused("no-rules", nil, "ledger: later hands must be scored again, but the rule book is not here")
)

var (
	// ErrBadHand reports a hand that cannot have been played in the position.
	ErrBadHand = models.Refused("bad-hand", nil, "ledger: the hand cannot have been played so")
	// ErrStale reports a hand scored for seats or counters that are not those of the
	// match now, because something was corrected in between: situate and score again.
	ErrStale = models.Refused("stale", nil, "ledger: the match has moved on since the hand was scored; score it again")
)
