package pipeline

import (
	"context"
	"slices"
	"time"

	"jantaku/models"
)

// lying says that a hand was laid down at a place, or that none lies there any more.
type lying struct {
	at   models.Place
	lies bool
}

// Lies tells that somebody laid a hand down at a place, or took it up again, as a
// camera sees it while no button says who won. It only proposes: the referee calls the
// hand or lets it lie. It may be called from any goroutine and waits for its turn; its
// error is the context's.
func (p *Pipeline) Lies(ctx context.Context, at models.Place, lies bool) error {
	select {
	case p.lying <- lying{at, lies}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// propose shows that a hand lies at a place while it may be a win.
func (p *Pipeline) propose(l lying) {
	if shown := slices.Contains(p.table.Laid, l.at); !l.lies || shown || !p.mayWin(l.at) {
		if !l.lies && shown {
			p.withdraw(l.at)
		}
		return
	}
	p.log.Info("a hand was laid down", "place", l.at)
	p.table.Laid = append(slices.Clone(p.table.Laid), l.at)
	p.board.ShowTable(p.table)
}

// mayWin reports whether a hand at a place would be news: a match is on, somebody sits
// there, and nobody said yet how that hand of the deal ended.
func (p *Pipeline) mayWin(at models.Place) bool {
	state, playing := p.books.Table()
	if !playing || state.Position.At(at) == models.Empty {
		return false
	}
	if slices.ContainsFunc(p.waiting, func(hand *Pending) bool { return hand.Place == at }) {
		return false
	}
	return p.ended == nil || p.ended.place != 0 && p.ended.place != at || !p.shuffles && time.Since(p.ended.at) > nextDeal
}

// withdraw takes back the proposals of a place, or all for none.
func (p *Pipeline) withdraw(at models.Place) {
	left := slices.DeleteFunc(slices.Clone(p.table.Laid), func(laid models.Place) bool { return at == 0 || laid == at })
	if len(left) != len(p.table.Laid) {
		p.table.Laid = left
		p.board.ShowTable(p.table)
	}
}
