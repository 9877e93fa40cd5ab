package referee

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// Plan is a match as people agree on it, from the configuration or the console.
type Plan struct {
	models.Match
	Names  []string     // by place, first the one at place 1
	Dealer string       // place of the first dealer, empty for the first name, or "dice"
	Thrown Thrown       // dice of the table, if any fell for this
	Vacant models.Place // where nobody sits with three players; place 4 when it is not said
}

// Seat seats the players and finds the first dealer. how tells of the dice, if any fell.
func (p Plan) Seat() (m models.Match, how string, err error) {
	m = p.Match
	n := len(p.Names)
	if n != 3 && n != 4 {
		return m, "", models.Refused("players", models.Data{"count": n}, "%d players are named, not 3 or 4", n)
	}
	if m.Vacant = p.Vacant; n == 3 {
		m.Vacant = cmp.Or(p.Vacant, models.Places)
	}
	if n == 4 && m.Vacant != 0 || m.Vacant > models.Places {
		return m, "", fmt.Errorf("place %d cannot be vacant with %d players", m.Vacant, n)
	}
	var places []models.Place
	for i := range models.Places {
		if at := models.PlaceAt(i); at != m.Vacant {
			places = append(places, at)
		}
	}
	first, how, err := p.firstDealer(places)
	if err != nil {
		return m, "", err
	}
	m.East = places[first]
	if m.Profile == "" { // what holds by default is in the books by its name
		m.Profile = books.All()[m.Rules].Standard
	}
	for i := range places {
		name := p.Names[(first+i)%n]
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	return m, how, checkPlan(m)
}

// firstDealer gives the number among the places of the first dealer.
func (p Plan) firstDealer(places []models.Place) (int, string, error) {
	switch p.Dealer {
	case "":
		return 0, "", nil
	case "dice":
		if p.Thrown.Dice != [2]int{} {
			return p.Thrown.dealer(places)
		}
		return throw(len(places))
	}
	at, err := strconv.Atoi(p.Dealer)
	number := slices.Index(places, models.Place(max(0, min(at, models.Places+1))))
	if err != nil || number < 0 {
		return 0, "", models.Refused("first-dealer", nil, "first dealer %q is neither dice nor a place where somebody sits, of %v", p.Dealer, numbers(places))
	}
	return number, "", nil
}

func numbers(places []models.Place) (all []int) {
	for _, at := range places {
		all = append(all, int(at))
	}
	return all
}

// throw rolls two dice and counts the players round the table from the first.
func throw(players int) (int, string, error) {
	sum, how := 0, "first dealer by dice:"
	for range 2 {
		n, err := rand.Int(rand.Reader, big.NewInt(6))
		if err != nil {
			return 0, "", models.Refused("no-dice", nil, "dice: %w", err)
		}
		sum += int(n.Int64()) + 1
		how += fmt.Sprintf(" %d", n.Int64()+1)
	}
	return (sum - 1) % players, how, nil
}

// checkPlan refuses what the rule book of the match does not know.
func checkPlan(m models.Match) error {
	book, err := Shelf(m)
	if err != nil {
		return err
	}
	m.ID = "new" // the books give it one
	if checking, ok := book.Course.(ledger.Checking); ok {
		return errors.Join(m.Validate(), checking.Check(m))
	}
	return m.Validate()
}

// Thrown are dice that fell at the table before a match; zero when none did.
type Thrown struct {
	Dice [2]int
	By   models.Place // who pressed the button; 0 unknown
}

// dealer gives the number among the places of the first dealer: the dice are counted round
// the table from who threw them, who is 1, or from the first place.
func (d Thrown) dealer(places []models.Place) (number int, how string, err error) {
	from := max(0, slices.Index(places, d.By))
	number = (from + d.Dice[0] + d.Dice[1] - 1) % len(places)
	return number, fmt.Sprintf("first dealer by the dice of the table: %d %d from place %d", d.Dice[0], d.Dice[1], places[from]), nil
}
