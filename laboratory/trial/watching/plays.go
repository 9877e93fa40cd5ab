package watching

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"time"

	"jantaku/internal/records"
	"jantaku/internal/tracker"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/vision/play"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// Trial is by what hands are followed and judged.
type Trial struct {
	Book scoring.Ruleset
	// Match is one of the book, with its profile and options.
	Match models.Match
	// Game gives what following depends on in the book, for walls of so many tiles.
	Game     func(tiles int) (*prior.Game, error)
	MaxError float64 // a hand that is more in doubt is asked about
	Verbose  bool
	Progress usageerror.Progress
}

// PlayTrial tells records as an eye with faults would, and counts what is concluded rightly.
type PlayTrial struct {
	Trial
	Games   string // file of records
	Changes string // or of what an eye reported of films
	Seed    uint64
	Limit   int
	Wall    int // tiles in the walls; 0 takes as many as the book plays with, and flowers where the records have them
	Priors  prior.Figures
	Faults  trial.Faults
	learned prior.Learned
	// Booked judges also what the daemon's follower would book; of films it always is.
	Booked bool
}

// heard is a hand as an eye told it, and as it was.
type heard struct {
	learned prior.Learned // by the hands before: those of one file are an evening of one club
	game    *prior.Game
	start   prior.Start
	changes []watch.Change
	truth   *trial.Truth
}

// playTally counts what came of the hands.
type playTally struct {
	hands, untouched, asked, wrong, frozen, unfit int
	questions, booked                             map[string]int
	facts                                         map[string][3]int // right, wrong, asked
	events                                        [3]int            // right, missed, false
	answers                                       int               // questions one of whose two answers was right
	took                                          time.Duration
	reasons                                       map[string]*reason
	factsTold, handsTold, shownTold               trial.Reliability
}

// reason is one way in which hands are in doubt: the facts in which a rival differs.
type reason struct {
	asked, alone int     // hands asked about of which it takes most of the error, and of which it alone is too much
	mass         float64 // error of all hands without needs
	true         int     // such hands in which it was so
}

// Run prints what came of the hands.
func (t *PlayTrial) Run(out io.Writer) error {
	var err error
	tally := playTally{questions: map[string]int{}, booked: map[string]int{}, facts: map[string][3]int{}, reasons: map[string]*reason{}}
	if t.Changes != "" {
		err = t.films(out, &tally)
	} else {
		err = t.streams(out, &tally)
	}
	if err != nil && !errors.Is(err, records.ErrEnough) {
		return err
	}
	tally.print(out)
	return nil
}

// streams tells records with faults by chance.
func (t *PlayTrial) streams(out io.Writer, tally *playTally) error {
	unfit, err := t.each(out, func(h *heard) error {
		tally.hands++
		h.learned = t.learned
		t.learned = t.hand(out, h, tally)
		t.Progress.Tell(tally.hands, t.Limit)
		if !t.Booked {
			return nil
		}
		return t.booked(out, h, tally)
	})
	tally.unfit = unfit
	return err
}

// each tells the records that fit with faults by chance, Limit of them at most, and counts those that do not fit.
func (t *PlayTrial) each(out io.Writer, do func(h *heard) error) (unfit int, err error) {
	wall, err := wallOf(t.Games, t.Wall)
	if err != nil {
		return 0, err
	}
	game, err := t.Game(wall)
	if err != nil {
		return 0, err
	}
	hands := 0
	return unfit, records.Each(t.Games, os.Stdin, func(line []byte) error {
		if t.Limit > 0 && hands >= t.Limit {
			return records.ErrEnough
		}
		r, err := models.ParseRecord(line)
		if err != nil {
			return err
		}
		of := *game
		if r.Red != nil && game.Riichi {
			of.Red = *r.Red
		}
		if laysFlowers(r) && !of.Flowers {
			return fmt.Errorf("record %s lays flowers, and %s is played without them with walls of %d", r.ID, of.Rules, of.Tiles)
		}
		truth, err := trial.Play(&of, r)
		if err != nil {
			fmt.Fprintln(out, "unfit:", err)
			unfit++
			return nil
		}
		hands++
		stream := trial.Tell(&of, truth, t.Faults, rand.New(rand.NewPCG(t.Seed, uint64(hands))))
		start := prior.Start{ID: r.ID, Dealer: stream.Dealer, Round: r.Round, Honba: r.Honba, Sticks: r.Sticks, Scores: r.Scores}
		return do(&heard{game: &of, start: start, changes: stream.Changes, truth: truth})
	})
}

// withFlowers is how many tiles the walls hold where flowers are among them.
const withFlowers = 144

// wallOf is how many tiles the walls of a file of records hold: as many as said, or where nothing
// is said 144 as soon as one of the hands lays a flower; 0 is as many as the book plays with.
func wallOf(games string, said int) (int, error) {
	if said != 0 || games == "-" { // which is read once
		return said, nil
	}
	wall := 0
	err := records.Each(games, nil, func(line []byte) error {
		r, err := models.ParseRecord(line)
		if err != nil {
			return err
		}
		if laysFlowers(r) {
			wall = withFlowers
			return records.ErrEnough
		}
		return nil
	})
	return wall, err
}

func laysFlowers(r *models.Record) bool {
	return slices.ContainsFunc(r.Events, func(m models.Move) bool { return m.Do == models.LaidFlower })
}

// films hears what an eye reported of films.
func (t *PlayTrial) films(out io.Writer, tally *playTally) error {
	file, err := os.Open(t.Changes)
	if err != nil {
		return err
	}
	defer file.Close()
	return trial.EachFilmed(file, func(film *trial.Filmed) error {
		if t.Limit > 0 && tally.hands >= t.Limit {
			return records.ErrEnough
		}
		r, err := film.Record()
		if err != nil {
			return err
		}
		game, err := t.Game(film.Wall)
		if err != nil {
			return err
		}
		game.Red = game.Riichi && (r.Red == nil || *r.Red) && game.Red
		game.Heap = film.Heap
		truth, err := trial.Play(game, r)
		if err != nil {
			return err
		}
		tally.hands++
		h := heard{t.learned, game, film.Start, film.Changes, truth}
		t.learned = t.hand(out, &h, tally)
		t.Progress.Tell(tally.hands, t.Limit)
		return t.booked(out, &h, tally)
	})
}

// booked counts what came of a hand in the daemon's follower.
func (t *PlayTrial) booked(out io.Writer, h *heard, tally *playTally) error {
	d, err := t.daemon(h.game, h.start, h.learned, out)
	if err != nil {
		return err
	}
	for rest := h.changes; len(rest) > 0; {
		n := 1 // those of one picture
		for n < len(rest) && rest[n].Told == rest[0].Told {
			n++
		}
		d.hears(rest[:n], false)
		rest = rest[n:]
	}
	tally.booked[d.judge(h.truth)]++
	return nil
}

// hand counts what is concluded of a hand, and gives what hands have taught with it.
func (t *PlayTrial) hand(out io.Writer, h *heard, tally *playTally) prior.Learned {
	began := time.Now()
	p := play.New(h.game, h.start, h.learned.Figures(t.Priors))
	for i := range h.changes {
		p.Hear(&h.changes[i])
		if h.changes[i].Kind == watch.Swept {
			break
		}
	}
	if ended, _ := p.Over(); !ended {
		tally.frozen++
	}
	ending := p.End()

	settled := ending.Settle(tracker.BookEffects{Book: t.Book})
	tally.took += time.Since(began)
	tally.count(ending, h.truth)
	t.judge(out, h.truth, ending, &settled, tally)
	return p.Learned(h.learned)
}

// judge counts a hand as untouched, asked about or wrong.
func (t *PlayTrial) judge(out io.Writer, truth *trial.Truth, e *verdict.Ending, s *verdict.Settlement, tally *playTally) {
	book, told := t.Book, s.Error <= t.MaxError && len(s.Needs) == 0
	right := s.Best != nil && tracker.BookEffects{Book: book}.Of(s.Best) == tracker.BookEffects{Book: book}.Of(&truth.Verdict)
	for i := range s.Shown {
		tally.shownTold.Judge(1-s.Shown[i].Error, shownRightly(book, s.Shown[i:i+1], truth))
	}
	right = right && othersRightly(book, s.Shown, truth)
	differ := verdict.Differ(s.Best, &truth.Verdict)
	r := truth.Record
	if len(s.Needs) == 0 {
		tally.handsTold.Judge(1-s.Error, right)
	}
	t.weigh(tally, e, s, truth, right)
	if told {
		if right {
			tally.untouched++
			return
		}
		tally.wrong++
		fmt.Fprintf(out, "WRONG %s error %.5f differs in %v\n", r.ID, s.Error, differ)
		for _, name := range differ {
			fmt.Fprintf(out, "  %s: %s, truly %s\n", name, verdict.FactOf(s.Best, name), verdict.FactOf(&truth.Verdict, name))
		}
		return
	}
	tally.asked++
	about := s.Doubt()
	if len(s.Needs) > 0 {
		about = s.Needs[0]
	}
	tally.questions[about]++
	rival := s.Rival != nil && tracker.BookEffects{Book: book}.Of(s.Rival) == tracker.BookEffects{Book: book}.Of(&truth.Verdict)
	if right || rival {
		tally.answers++
	}
	if t.Verbose {
		for i := range min(len(e.Verdicts), 4) {
			v := &e.Verdicts[i]
			fmt.Fprintf(out, "   %.5f %q\n", v.Chance, tracker.BookEffects{Book: book}.Of(v))
			for _, name := range verdict.Differ(v, s.Best) {
				fmt.Fprintf(out, "      %s %s, not %s\n", name, verdict.FactOf(v, name), verdict.FactOf(s.Best, name))
			}
		}
		fmt.Fprintf(out, "   rest %.5f pruned %.6f; in doubt: %v\n", e.Rest, e.Pruned, e.Doubts(s, tracker.BookEffects{Book: book}))
		fmt.Fprintf(out, "asked %s about %s, error %.4f, right %v, rival %v, differs in %v\n", r.ID, about, s.Error, right, rival, differ)
		for _, name := range differ {
			fmt.Fprintf(out, "  %s: %s, truly %s\n", name, verdict.FactOf(s.Best, name), verdict.FactOf(&truth.Verdict, name))
		}
	}
}

// weigh shares the error of a hand among the ways in which it may be wrong.
func (t *PlayTrial) weigh(tally *playTally, e *verdict.Ending, s *verdict.Settlement, truth *trial.Truth, right bool) {
	effects, told := tracker.BookEffects{Book: t.Book}, s.Error <= t.MaxError && len(s.Needs) == 0
	sum, masses := 0.0, map[string]float64{}
	for _, d := range e.Doubts(s, effects) {
		what, _, _ := strings.Cut(d.What, "shown ")
		masses[cmp.Or(what, "shown")] += d.Error
		sum += d.Error
	}
	largest := ""
	for name, mass := range masses {
		if largest == "" || mass > masses[largest] {
			largest = name
		}
	}
	of := func(name string) *reason {
		if tally.reasons[name] == nil {
			tally.reasons[name] = &reason{}
		}
		return tally.reasons[name]
	}
	for name, mass := range masses {
		r := of(name)
		if len(s.Needs) == 0 {
			r.mass += mass
		}
		if !told && name == largest {
			r.asked++
		}
		if !told && sum-mass <= t.MaxError {
			r.alone++
		}
	}
	switch {
	case right || len(s.Needs) > 0:
	case effects.Of(&truth.Verdict) == effects.Of(s.Best):
		of("shown").true++
	default:
		of(strings.Join(verdict.Differ(s.Best, &truth.Verdict), " ")).true++
	}
}

// shownRightly reports whether the hands of those who did not win are paid as they should be.
func shownRightly(book scoring.Ruleset, hands []verdict.SettledHand, truth *trial.Truth) bool {
	effects := tracker.BookEffects{Book: book}
	for i := range hands {
		shown := &hands[i]
		at := shown.Place.Index()
		told := verdict.Shown{Hand: shown.Hand, Seen: shown.Seen}
		true := verdict.Shown{Hand: models.Hand{Concealed: truth.Hands[at], Melds: truth.Melds[at]}, Seen: truth.Seen[at]}
		if effects.Pays(shown.Seat, &told, &truth.Verdict) != effects.Pays(shown.Seat, &true, &truth.Verdict) {
			return false
		}
	}
	return true
}

// inspectedRightly reports whether, after the last tile, the hands of all who did not win were seen to
// stand as they truly do.
func inspectedRightly(book scoring.Inspector, hands []verdict.SettledHand, truth *trial.Truth) bool {
	if truth.Verdict.How != models.DrawnGame {
		return true
	}
	told := 0
	for i := range hands {
		at := hands[i].Place.Index()
		is, err := book.Inspect(hands[i].Hand, hands[i].Void)
		truly, err2 := book.Inspect(models.Hand{Concealed: truth.Hands[at], Melds: truth.Melds[at]}, truth.Voids[at])
		if err != nil || err2 != nil || is.State != truly.State || is.Fan != truly.Fan {
			return false
		}
		told++
	}
	return told == models.Places-len(truth.Verdict.Wins)
}

// othersRightly reports whether those who did not win are paid as they should be: the hands that were
// shown, and that no other truly waits.
func othersRightly(book scoring.Ruleset, hands []verdict.SettledHand, truth *trial.Truth) bool {
	if inspector, ok := book.(scoring.Inspector); ok {
		return inspectedRightly(inspector, hands, truth)
	}
	var told []models.Ready
	_, pays := book.(scoring.PaysReady)
	for i := range hands {
		if pays || tracker.Waits(book, &hands[i].Hand) {
			told = append(told, models.Ready{Place: hands[i].Place, Hand: &hands[i].Hand})
		}
	}
	return shownRightly(book, hands, truth) && readyRightly(book, told, truth)
}

func (y *playTally) count(e *verdict.Ending, truth *trial.Truth) {
	for _, f := range e.Facts() {
		n := y.facts[f.Name]
		y.factsTold.Judge(f.Chance, f.Value == verdict.FactOf(&truth.Verdict, f.Name))
		switch right := f.Value == verdict.FactOf(&truth.Verdict, f.Name); {
		case f.Chance < .99:
			n[2]++
		case right:
			n[0]++
		default:
			n[1]++
		}
		y.facts[f.Name] = n
	}
	right, missed, false := trial.Compare(truth.Record, e.Record)
	y.events[0] += right
	y.events[1] += missed
	y.events[2] += false
}

func (y *playTally) print(out io.Writer) {
	share := func(n int) float64 { return trial.Percent(n, y.hands) }
	fmt.Fprintf(out, "hands %d: untouched %d (%.1f %%), asked %d (%.1f %%; right among two answers %d), wrong %d, frozen %d, unfit %d\n",
		y.hands, y.untouched, share(y.untouched), y.asked, share(y.asked), y.answers, y.wrong, y.frozen, y.unfit)
	if len(y.booked) > 0 {
		fmt.Fprintf(out, "the daemon's follower: untouched %d, asked %d, wrong %d\n", y.booked["untouched"], y.booked["asked"], y.booked["wrong"])
	}
	fmt.Fprintf(out, "events right %d, missed %d, false %d; %.1f ms a hand\n", y.events[0], y.events[1], y.events[2],
		float64(y.took.Microseconds())/1000/float64(max(y.hands, 1)))
	var names []string
	for name := range y.facts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		n := y.facts[name]
		fmt.Fprintf(out, "  %-10s right %d, sure and wrong %d, in doubt %d\n", name, n[0], n[1], n[2])
	}
	var about []string
	for name := range y.questions {
		about = append(about, name)
	}
	slices.SortFunc(about, func(a, b string) int { return y.questions[b] - y.questions[a] })
	for _, name := range about {
		fmt.Fprintf(out, "  asked about %s %d\n", name, y.questions[name])
	}
	y.printReasons(out)
	fmt.Fprintf(out, "facts by the error claimed:\n%shands by the error claimed:\n%sshown hands by the error claimed:\n%s", y.factsTold, y.handsTold, y.shownTold)
}

// printReasons prints why hands were asked about, the commonest reason first.
func (y *playTally) printReasons(out io.Writer) {
	const printed = 16
	var names []string
	for name := range y.reasons {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(y.reasons[b].asked-y.reasons[a].asked, y.reasons[b].alone-y.reasons[a].alone, strings.Compare(a, b))
	})
	for _, name := range names[:min(len(names), printed)] {
		r := y.reasons[name]
		fmt.Fprintf(out, "  in doubt: %-40s most of the error in %d, alone too much in %d, %.2f expected, %d true\n", name, r.asked, r.alone, r.mass, r.true)
	}
}
