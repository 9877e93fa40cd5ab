package export

import (
	"fmt"
	"strings"

	"jantaku/models"
	"jantaku/scoring/course"
)

// Botzone writes an MCR hand as text, in the form of the games that Botzone's platform
// publishes: one line for each event, player 0 is East, a chow is named by its middle tile,
// W B T are characters, dots and bamboos, F1 to F4 winds, J1 to J3 Red Green White, H1 to
// H8 flowers. Flowers are told as BuHua, which the published games do not have. "?" is a
// tile that nobody saw. The error wraps ErrForm for other rules than MCR.
func Botzone(h *Hand) (string, error) {
	if h.Record.Rules != "mcr" {
		return "", fmt.Errorf("%w: Botzone's text is for mcr, not for %s", ErrForm, h.Record.Rules)
	}
	r, _, err := course.Told(h.Record, h.Manners)
	if err != nil {
		return "", fmt.Errorf("record %q: %w", h.Record.ID, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Match %s\nWind %d\n", r.ID, h.round())
	for seat := range models.Places {
		place := models.SeatAt(seat).PlaceFor(r.Dealer)
		deal := models.Tiles{}
		if len(r.Deal) > 0 {
			deal = r.Deal[place.Index()]
		}
		fmt.Fprintf(&b, "Player %d Deal", seat)
		for _, t := range deal {
			b.WriteString(" " + botzoneTile(t))
		}
		b.WriteString(strings.Repeat(" ?", 13-len(deal)) + "\n")
	}
	for _, m := range r.Events {
		botzoneMove(&b, h, m)
	}
	return b.String(), nil
}

func botzoneMove(b *strings.Builder, h *Hand, m models.Move) {
	say := func(what string, tile models.Tile) {
		fmt.Fprintf(b, "Player %d %s %s\n", h.seat(m.Place), what, botzoneTile(tile))
	}
	switch m.Do {
	case models.Draw:
		say("Draw", m.Tile)
	case models.Discarded:
		say("Play", m.Tile)
	case models.LaidFlower:
		say("BuHua", m.Tile)
	case models.CalledChow:
		chow := append(append(models.Tiles(nil), m.With...), m.Tile)
		models.SortTiles(chow)
		say("Chi", chow[1])
	case models.CalledPung:
		say("Peng", m.Tile)
	case models.CalledKong:
		say("Gang", m.Tile)
	case models.MadeAdded:
		say("BuGang", m.Tile)
	case models.MadeConcealed:
		say("AnGang", m.Tiles[0])
	case models.Wins:
		m.Place = m.Wins[0].Place
		say("Hu", m.Wins[0].Tile)
		botzoneFans(b, h)
		botzoneScore(b, h, m)
	case models.DrawnGame:
		b.WriteString("Huang\n")
		botzoneScore(b, h, m)
	}
}

func botzoneFans(b *strings.Builder, h *Hand) {
	if len(h.Results) == 0 {
		return
	}
	var fans []string
	for _, f := range h.Results[0].Fans {
		fans = append(fans, fmt.Sprintf("%s*%d", f.Name, max(1, f.Count)))
	}
	fmt.Fprintf(b, "Fan %d %s\n", h.Results[0].Points, strings.Join(fans, "+"))
}

func botzoneScore(b *strings.Builder, h *Hand, m models.Move) {
	by := h.bySeat(deltas(m))
	fmt.Fprintf(b, "Score %d %d %d %d\n", by[0], by[1], by[2], by[3])
}

func botzoneTile(t models.Tile) string {
	switch {
	case !t.HasFace():
		return "?"
	case t.IsDragon():
		return fmt.Sprintf("J%d", int(models.Red-t)+1)
	case t.IsWind():
		return fmt.Sprintf("F%d", t.Rank())
	case t.IsFlower():
		return fmt.Sprintf("H%d", t.Rank())
	}
	return fmt.Sprintf("%c%d", "WBT"[t.Suit()], t.Rank())
}
