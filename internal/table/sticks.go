package table

import (
	"context"
	"time"

	"jantaku/device"
	"jantaku/internal/drawers"
	"jantaku/models"
	"jantaku/mqtt"
)

// stickPulse is how often the drawers are compared with the books.
const stickPulse = 2 * time.Second

// overhear lets the drawers hear what goes from the board to the pipeline.
func (t *Table) overhear(ctx context.Context, in <-chan device.Event, out chan<- device.Event) error {
	for {
		select {
		case e := <-in:
			t.drawers.Hear(e)
			select {
			case out <- e:
			case <-ctx.Done():
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// compareSticks shows the drawers that do not hold what the books say, and tells the pipeline of riichi by a drawer that holds a thousand
// less, until the context ends.
func (t *Table) compareSticks(ctx context.Context, out chan<- device.Event) error {
	ticker := time.NewTicker(stickPulse)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case now := <-ticker.C:
			if !t.Board.Table().Can.Has(device.RiichiTray) {
				for _, e := range t.drawers.Riichi(t.books(), now) {
					select {
					case out <- e:
					case <-ctx.Done():
						return nil
					}
				}
			}
			all, sure := t.drawers.Compare(t.books(), now)
			if !sure {
				continue
			}
			var shown []mqtt.StickDifference
			for _, one := range all {
				shown = append(shown, mqtt.StickDifference{Place: one.Place, Books: one.Books, Drawer: one.Drawer})
			}
			t.Board.ShowSticks(shown)
		}
	}
}

// drawersTell are the places whose drawers say whether a riichi stick was laid, and those where one was.
func (t *Table) drawersTell() (tells, laid [models.Places]bool) {
	return t.drawers.Tells(t.books(), time.Now())
}

// books is what the books say of the match that is played.
func (t *Table) books() drawers.Books {
	state, playing := t.Ledger.Table()
	if !playing {
		return drawers.Books{}
	}
	b := drawers.Books{Match: state.Match.ID, Hands: state.Position.Hands}
	for i, player := range state.Position.Seats {
		if player != models.Empty {
			b.Scores[i], b.Seated[i] = state.Position.Scores[player], true
		}
	}
	return b
}
