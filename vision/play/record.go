package play

import "jantaku/models"

// Record is the hand as it would be kept, by the likeliest course: what nobody saw is
// Unknown or absent.
func (p *Play) Record() *models.Record {
	r := &models.Record{ID: p.start.ID, Rules: p.game.Rules, Profile: p.game.Profile, Dealer: p.start.Dealer,
		Round: p.start.Round, Honba: p.start.Honba, Sticks: p.start.Sticks, Scores: p.start.Scores}
	if p.game.Riichi {
		red := p.game.Red
		r.Red = &red
	}
	begun := false
	for _, e := range p.told.events {
		if e.Do == models.TurnedDora && !begun && len(r.Dora) == 0 {
			r.Dora = append(r.Dora, e.Tile)
			continue
		}
		begun = begun || e.Do == models.Discarded
		e.Photos = p.photosOf(e.Sight)
		r.Events = append(r.Events, e.Move)
	}
	return r
}
