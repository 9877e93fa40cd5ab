package watching

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/internal/records"
	"jantaku/internal/tracker"
	"jantaku/laboratory/baseline"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/vision"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// FilmTrial films hands, watches the films, and counts what was told rightly.
type FilmTrial struct {
	Films
	Trial
	Tiles string // file of learned faces; empty teaches them by lessons of the same camera first
	JSONL bool
	// Restart is for how many seconds of each film, beginning anywhere in it, the daemon is away; 0
	// never. What comes of its hands is then what its follower would book.
	Restart float64
	Keep    string        // file for what the eye told; empty keeps nothing
	kept    *trial.Keeper // nil keeps nothing
	folder  string        // for journals
}

// studio is where hands are filmed, and what watches them.
type studio struct {
	club   *film.Club
	camera *calibration.Camera
	reader *vision.Reader
}

// filmHand is what came of one filmed hand.
type filmHand struct {
	ID     string `json:"id"`
	Right  int    `json:"right"`
	Missed int    `json:"missed"`
	False  int    `json:"false"`
	Came   string `json:"came"` // untouched, asked or wrong
	// Booked is what came of it in the daemon's follower, which asks also where what was seen is
	// no hand by the rules of play.
	Booked string   `json:"booked"`
	Needs  []string `json:"needs"`
	Error  float64  `json:"error"`
	// Differs are the facts in which what was concluded differs from the truth.
	Differs []string  `json:"differs,omitempty"`
	Delays  []float64 `json:"delays"` // s from rest to told
	Cost    float64   `json:"cost"`   // times decoding the film
	Warned  int       `json:"warned,omitempty"`
	// Tiles is how many tiles came to lie, and Sights those of them that were not seen as they lay.
	Tiles  int           `json:"tiles"`
	Sights []trial.Sight `json:"sights,omitempty"`
}

// filmTally sums up hands.
type filmTally struct {
	hands     []filmHand
	questions map[string]int
}

// Run prints what came of the films.
func (t *FilmTrial) Run(ctx context.Context, out io.Writer) error {
	settings, err := t.Settings()
	if err != nil {
		return err
	}
	club, err := film.NewClub(settings)
	if err != nil {
		return err
	}
	camera, err := club.Camera(scoring.HandSize(t.Book))
	if err != nil {
		return fmt.Errorf("film: %w", err)
	}
	reader, err := t.reader(ctx, club)
	if err != nil {
		return err
	}
	defer reader.Close()
	if t.Keep != "" {
		file, err := os.Create(t.Keep)
		if err != nil {
			return err
		}
		defer file.Close()
		t.kept = trial.NewKeeper(file)
	}
	if t.folder, err = os.MkdirTemp("", "jantaku-films-"); err != nil {
		return err
	}
	defer os.RemoveAll(t.folder)
	tally := filmTally{questions: map[string]int{}}
	err = records.Each(t.Games, os.Stdin, func(line []byte) error {
		if t.Limit > 0 && len(tally.hands) == t.Limit {
			return records.ErrEnough
		}
		r, err := models.ParseRecord(line)
		if err != nil {
			return err
		}
		if !settings.Fits(r) {
			return nil
		}
		hand, err := t.hand(ctx, out, studio{club, camera, reader}, r)
		if err != nil {
			return err
		}
		tally.add(hand)
		t.Progress.Tell(len(tally.hands), t.Limit)
		if t.JSONL {
			return json.NewEncoder(out).Encode(hand)
		}
		return nil
	})
	if err != nil {
		return err
	}
	tally.print(out)
	return nil
}

// reader knows the faces of the club.
func (t *FilmTrial) reader(ctx context.Context, club *film.Club) (*vision.Reader, error) {
	if t.Tiles != "" {
		faces, err := calibration.LoadFaces(t.Tiles)
		if err != nil {
			return nil, err
		}
		return vision.NewReader(faces)
	}
	faces, err := filmedFaces(ctx, club, t.Taught)
	if err != nil {
		return nil, fmt.Errorf("film: faces: %w", err)
	}
	return vision.NewReader(faces)
}

// hand films and watches one record.
func (t *FilmTrial) hand(ctx context.Context, out io.Writer, in studio, r *models.Record) (filmHand, error) {
	shot, err := in.club.Film(r, scoring.LayingOf(t.Book))
	if err != nil {
		return filmHand{}, err
	}
	r = shot.Record
	game, err := t.Game(shot.Start.Tiles)
	if err != nil {
		return filmHand{}, err
	}
	game.Red = game.Riichi && (r.Red == nil || *r.Red) && game.Red
	game.Heap = t.Rivers == string(film.Heap)
	truth, err := trial.Play(game, r)
	if err != nil {
		return filmHand{}, err
	}
	s := shot.Start
	start := prior.Start{ID: r.ID, Dealer: s.Dealer, Round: s.Round, Honba: s.Honba, Sticks: s.Sticks, Scores: s.Scores}
	w := NewHand(t.Book, game, start, t.MaxError)
	daemon, err := t.daemon(game, start, prior.Learned{}, out)
	if err != nil {
		return filmHand{}, err
	}
	defer daemon.close()
	seen, err := t.watch(ctx, shot, in, w, daemon)
	if err != nil {
		return filmHand{}, err
	}
	if t.kept != nil {
		if err := t.kept.Keep(&trial.Filmed{Start: start, Wall: s.Tiles, Heap: game.Heap, Changes: seen.changes, Lay: shot.Truth}, r); err != nil {
			return filmHand{}, err
		}
	}
	_, last, settled := w.Ends()
	told := filmHand{ID: r.ID, Needs: last.Needs, Error: last.Error, Cost: seen.cost(), Warned: len(last.Warned)}
	of := &models.Record{}
	for _, e := range shot.Truth {
		of.Events = append(of.Events, e.Move)
	}
	told.Right, told.Missed, told.False = trial.Compare(of, last.Hand)
	for _, pair := range trial.Pairs(of, last.Hand) {
		if at, known := seen.told[keyOf(&pair[1])]; known && pair[0].T != nil {
			told.Delays = append(told.Delays, at-*pair[0].T)
		}
	}
	told.Sights, told.Tiles = trial.Sights(shot.Truth, seen.changes)
	told.Came, told.Booked = t.judge(w, last, &settled, truth), daemon.judge(truth)
	if told.Came != "untouched" {
		told.Differs = verdict.Differ(settled.Best, &truth.Verdict)
		if t.Verbose || told.Came == "wrong" {
			t.explain(out, &told, &settled, truth)
		}
	}
	return told, nil
}

// judge says whether a hand was published rightly, asked about, or published wrongly.
func (t *FilmTrial) judge(w *Hand, last *Last, s *verdict.Settlement, truth *trial.Truth) string {
	if last.Status != models.Accepted {
		return "asked"
	}
	effects := tracker.BookEffects{Book: t.Book}
	if effects.Of(s.Best) == effects.Of(&truth.Verdict) && othersRightly(t.Book, s.Shown, truth) {
		return "untouched"
	}
	return "wrong"
}

// explain tells in what a hand differs from the truth.
func (t *FilmTrial) explain(out io.Writer, hand *filmHand, s *verdict.Settlement, truth *trial.Truth) {
	fmt.Fprintf(out, "%s %s: error %.4f, needs %v, %d events right, %d missed, %d false\n", hand.Came, hand.ID, hand.Error, hand.Needs, hand.Right, hand.Missed, hand.False)
	for _, name := range hand.Differs {
		fmt.Fprintf(out, "  %s: %s, truly %s\n", name, verdict.FactOf(s.Best, name), verdict.FactOf(&truth.Verdict, name))
	}
	for i := range hand.Sights {
		fmt.Fprintf(out, "  %v\n", &hand.Sights[i])
	}
}

// seenFilm is what watching a film took, and when each event was told first.
type seenFilm struct {
	told             map[string]float64
	watched, decoded time.Duration
	frames, measured int
	changes          []watch.Change
}

// cost is that of watching as a multiple of decoding every picture.
func (s *seenFilm) cost() float64 {
	if s.decoded == 0 {
		return 0
	}
	return s.watched.Seconds() / (s.decoded.Seconds() / float64(s.measured) * float64(s.frames))
}

// keyOf names an event by what showed it: the moment of its rest, and who did what.
func keyOf(m *models.Move) string {
	if m.T == nil {
		return ""
	}
	return fmt.Sprintf("%.3f %d", *m.T, m.Place)
}

// watch shows a film to the eye. Every so many pictures one is decoded at full size to know
// what that costs.
func (t *FilmTrial) watch(ctx context.Context, shot *film.Film, in studio, w *Hand, daemon *daemon) (*seenFilm, error) {
	const every = 16
	follower, err := vision.NewFollower(in.reader, in.camera, watch.Usual())
	if err != nil {
		return nil, err
	}
	defer func() { follower.Close() }()
	away, err := t.away(shot, daemon)
	if err != nil {
		return nil, err
	}
	seen := &seenFilm{told: map[string]float64{}}
	anew := false
	for frame, err := range shot.Frames() {
		if err != nil {
			return nil, err
		}
		if frame.At >= away && frame.At < away+t.Restart {
			anew = true
			continue
		}
		if anew {
			follower.Close()
			if follower, err = vision.NewFollower(in.reader, in.camera, watch.Usual()); err != nil {
				return nil, err
			}
			daemon.restart(time.Duration(frame.At * float64(time.Second)))
		}
		if seen.frames++; seen.frames%every == 1 {
			began := time.Now()
			if _, _, err := baseline.Decode(frame.JPEG); err != nil {
				return nil, err
			}
			seen.decoded += time.Since(began)
			seen.measured++
		}
		began := time.Now()
		changes, err := follower.Follow(ctx, time.Duration(frame.At*float64(time.Second)), scoring.HandSize(t.Book), frame.JPEG)
		if unreadable := (*models.ReadingError)(nil); err != nil && !errors.As(err, &unreadable) {
			return nil, err
		}
		w.Hears(changes)
		seen.changes = append(seen.changes, changes...)
		seen.watched += time.Since(began)
		daemon.hears(changes, anew)
		anew = false
		for _, e := range w.play.Events() {
			if key := keyOf(&e.Move); key != "" {
				if _, known := seen.told[key]; !known {
					seen.told[key] = frame.At
				}
			}
		}
	}
	return seen, ctx.Err()
}

// away is the moment at which the daemon ends, s; long after the film where it does not.
func (t *FilmTrial) away(shot *film.Film, daemon *daemon) (float64, error) {
	if t.Restart <= 0 {
		return math.Inf(1), nil
	}
	seed := fnv.New64a()
	seed.Write([]byte(shot.Start.ID))
	return shot.Seconds() * rand.New(rand.NewPCG(t.Seed, seed.Sum64())).Float64(), daemon.journals(t.folder)
}

func (y *filmTally) add(h filmHand) {
	y.hands = append(y.hands, h)
	if h.Came == "asked" {
		y.questions[first(h.Needs)]++
	}
}

func first(words []string) string {
	if len(words) == 0 {
		return "whole"
	}
	return words[0]
}

func (y *filmTally) print(out io.Writer) {
	count, booked := map[string]int{}, map[string]int{}
	var delays []float64
	right, missed, wrong, cost := 0, 0, 0, 0.0
	for _, h := range y.hands {
		count[h.Came]++
		booked[h.Booked]++
		delays = append(delays, h.Delays...)
		right, missed, wrong, cost = right+h.Right, missed+h.Missed, wrong+h.False, cost+h.Cost
	}
	n := float64(max(len(y.hands), 1))
	fmt.Fprintf(out, "hands %d: untouched %d (%.1f %%), asked %d, wrong %d\n", len(y.hands), count["untouched"], 100*float64(count["untouched"])/n, count["asked"], count["wrong"])
	fmt.Fprintf(out, "the daemon's follower: untouched %d, asked %d, wrong %d\n", booked["untouched"], booked["asked"], booked["wrong"])
	fmt.Fprintf(out, "events right %d, missed %d, false %d (%.2f %%)\n", right, missed, wrong, 100*float64(right)/float64(max(right+missed, 1)))
	if slices.Sort(delays); len(delays) > 0 {
		fmt.Fprintf(out, "seconds from rest to told: median %.2f, 99th percentile %.2f\n", delays[len(delays)/2], delays[len(delays)*99/100])
	}
	tiles, faults := 0, map[trial.Fault]int{}
	for _, h := range y.hands {
		tiles += h.Tiles
		for _, s := range h.Sights {
			faults[s.Fault]++
		}
	}
	fmt.Fprintf(out, "tiles %d", tiles)
	for _, f := range []trial.Fault{trial.NotSeen, trial.ReadWrong, trial.WrongWay, trial.Beside, trial.ToldLate, trial.Unsure, trial.Phantom} {
		fmt.Fprintf(out, ", %s %d", f, faults[f])
	}
	fmt.Fprintln(out)
	fmt.Fprintf(out, "cost %.2f times decoding the films\n", cost/n)
	var about []string
	for name := range y.questions {
		about = append(about, name)
	}
	slices.SortFunc(about, func(a, b string) int { return y.questions[b] - y.questions[a] })
	for _, name := range about {
		fmt.Fprintf(out, "  asked about %s %d\n", name, y.questions[name])
	}
}
