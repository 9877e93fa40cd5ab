package referee

import (
	"context"

	"jantaku/mqtt"
)

// sinceBytes is how much of the journal one answer has, in bytes of payload: with what stands around it less than half of
// what a broker takes.
const sinceBytes = 96 << 10

// since gives events of the books after a number, for an archive that missed some. Books that are not those asked for
// say which they are, and nothing else.
func (r Referee) since(ctx context.Context, w Wish) (any, error) {
	page, err := r.Books.Since(ctx, w.Seq, sinceBytes)
	if err != nil {
		return nil, err
	}
	answer := mqtt.JournalPage{Journal: page.Journal, Last: page.Last, Events: []mqtt.JournalEvent{}}
	if w.Journal != "" && w.Journal != page.Journal {
		return answer, nil
	}
	for _, e := range page.Events {
		// Who asks knows from the topic which table answers.
		entry, err := mqtt.Address{}.Entry(page.Journal, e)
		if err != nil {
			return nil, err
		}
		entry.Source = ""
		answer.Events = append(answer.Events, entry)
	}
	return answer, nil
}
