package capture

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jantaku/vision/camera"
	"jantaku/vision/dice"
)

// diceEvery is how often it is looked whether dice moved: a decoded picture is all it costs. Dice that came to rest
// are read once, in about a second of one core.
const diceEvery = 300 * time.Millisecond

// rolls tells what two dice show that were rolled and lie still, until the context ends.
func (l *Lookout) rolls(ctx context.Context, tell func(context.Context, [2]int) error) {
	ticker := time.NewTicker(diceEvery)
	defer ticker.Stop()
	w := &dice.Watch{Rest: dice.UsualRest(), Tuning: dice.Usual()}
	var turn uint64
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if l.Rolling != nil && !l.Rolling() {
			w.Forget() // what is put down while a hand is on is no roll
			continue
		}
		roll, rolled, err := l.seeDice(ctx, w, &turn)
		if ctx.Err() != nil {
			return
		}
		if !errors.Is(err, context.DeadlineExceeded) { // the camera is slow
			l.dice.note(l.Log, "the dice cannot be read", err)
		}
		if rolled && tell(ctx, roll) != nil {
			return
		}
	}
}

// seeDice looks at the newest picture after a turn of the reel, which moves on.
func (l *Lookout) seeDice(ctx context.Context, w *dice.Watch, turn *uint64) (roll [2]int, rolled bool, err error) {
	limited, cancel := context.WithTimeout(ctx, frameLate)
	defer cancel()
	var f camera.Frame
	if f, *turn, err = l.newest(limited, *turn); err != nil {
		return roll, false, err
	}
	img, err := f.Picture()
	if err != nil {
		return roll, false, err
	}
	in, err := dice.OnTable(img, l.Calibrated, *l.Calibrated.Dice)
	if err != nil {
		return roll, false, fmt.Errorf("read the dice: %w", err)
	}
	return w.See(f.Time.Sub(l.started), in)
}
