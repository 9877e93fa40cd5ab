package setup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/models/atomicfile"
	"jantaku/vision/learn"
	"jantaku/vision/teach"
)

// rowsTogether is how many rows are laid for one photograph under a camera that sees the whole cloth: a
// hand's breadth apart, four fit there and are found surely.
const rowsTogether = 4

// lessons are the photographs of the club's tiles, and what was learned from them.
type lessons struct {
	dir string
	job job // the learning; who changes the course has its turn

	// photographing keeps a picture that was asked for twice from being taken for the rows laid next, too.
	photographing sync.Mutex

	mu       sync.Mutex
	course   *teach.Course // nil until it is known what the set has
	folder   string        // of the course
	extras   models.Tiles
	progress float64
	learned  *learned
	failed   error // why the last learning gave nothing
	wasLaid  bool  // all rows were laid once
	// again says why rows are laid again, by those rows; nil until some are.
	again map[string][]models.Reason
	// refused are the photographs whose rows are laid again, as they were judged: who lays them looks at what was wrong.
	refused []photoShown
	// said are the faces whose labels somebody has looked at and found right since the last learning.
	said models.Tiles
	// times is how often something was learned.
	times int
}

// learned is what came of learning.
type learned struct {
	faces  calibration.Faces
	report learn.Report
	photos []string // files
	number int      // of the learning, from 1 since the program was started: what somebody looked at is that of one
	all    bool     // of all rows: before that, photographs of different faces cannot agree yet
	taught bool     // nothing is missing
}

// extrasOf are the tiles of a set beside the 34 kinds.
func extrasOf(flowers, red bool) (extras models.Tiles) {
	if red {
		for _, suit := range [...]models.Suit{models.Characters, models.Dots, models.Bamboos} {
			extras = append(extras, models.NewTile(suit, 0))
		}
	}
	for rank := 1; flowers && rank <= 8; rank++ {
		extras = append(extras, models.NewTile(models.Flowers, rank))
	}
	return extras
}

// folderOf is where the course of a set is.
func (l *lessons) folderOf(flowers, red bool) string {
	return filepath.Join(l.dir, "tiles"+map[bool]string{true: "-red"}[red]+map[bool]string{true: "-flowers"}[flowers])
}

// begin goes on with the course of a set, or begins one. The camera is the calibrated one, nil for
// none.
func (l *lessons) begin(flowers, red bool, c *calibration.Camera) error {
	extras := extrasOf(flowers, red)
	folder := l.folderOf(flowers, red)
	if l.course != nil && l.folder == folder {
		return nil
	}
	course, err := teach.Open(folder, extras)
	if errors.Is(err, teach.ErrDamaged) { // otherwise this set could never be taught here again
		if _, err = atomicfile.SetAside(folder); err == nil {
			course, err = teach.Open(folder, extras)
		}
	}
	if err == nil && c != nil {
		err = course.Join(rowsTogether)
	}
	if err != nil {
		return unsaved(folder, err)
	}
	l.course, l.folder, l.extras, l.learned, l.failed, l.said = course, folder, extras, nil, nil, nil
	l.wasLaid, l.again, l.refused = false, nil, nil
	return nil
}

// lessonsShown is what the page shows.
type lessonsShown struct {
	Next     *teach.Layout   `json:"next,omitempty"` // what is laid next; none when all was laid
	Why      []models.Reason `json:"why,omitempty"`  // it is laid once more
	Left     int             `json:"left"`           // photographs still to be taken
	Folder   bool            `json:"folder"`         // photographs come from a folder, each once
	Flowers  bool            `json:"flowers"`
	Red      bool            `json:"red"`
	Photos   []photoShown    `json:"photos"`
	Refused  []photoShown    `json:"refused,omitempty"` // photographs whose rows are to be laid again
	Learning bool            `json:"learning"`
	Progress float64         `json:"progress"` // 0 to 1
	Failed   []models.Reason `json:"failed,omitempty"`
	Lacking  []lackShown     `json:"lacking,omitempty"` // where photographs are one's own
	Learned  *learnedShown   `json:"learned,omitempty"`
}

type photoShown struct {
	teach.Taken
	// Found is where the tiles were found, corners in pixels.
	Found [][4]models.Point `json:"found"`
	// Unused says why it was not learned from.
	Unused []models.Reason `json:"unused,omitempty"`
}

// learnedShown is what was learned.
type learnedShown struct {
	Taught   bool           `json:"taught"` // it can be relied on and nothing is missing
	Learnt   bool           `json:"learnt"` // it can be relied on
	ReadBack int            `json:"read_back"`
	Shown    int            `json:"shown"`
	Missing  []models.Tile  `json:"missing"`
	Weak     []models.Tile  `json:"weak"`
	Doubts   []doubtShown   `json:"doubts"` // nothing tells whether their labels are right
	Samples  map[string]int `json:"samples"`
	Of       int            `json:"of"`     // photographs
	Number   int            `json:"number"` // of the learning: who says that labels are right has looked at this one
}

func (l *lessons) shown() lessonsShown {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := lessonsShown{Photos: []photoShown{}, Learning: l.job.running.Load(), Progress: l.progress, Failed: models.ReasonsOf(l.failed)}
	if l.course == nil {
		return s
	}
	s.Left = l.course.Left()
	s.Flowers = slices.ContainsFunc(l.extras, models.Tile.IsFlower)
	s.Red = slices.ContainsFunc(l.extras, models.Tile.IsRed)
	if next, ok := l.course.Next(); ok {
		s.Next, s.Why = &next, l.again[rowsOf(next)]
		if l.wasLaid && s.Why == nil {
			s.Why = []models.Reason{{Code: "weak"}}
		}
	}
	for _, t := range l.course.Taken() {
		s.Photos = append(s.Photos, l.photo(t))
	}
	s.Refused = slices.Clone(l.refused)
	if len(l.course.Own()) > 0 {
		s.Lacking = l.lacking()
	}
	if l.learned == nil {
		return s
	}
	r := l.learned.report
	s.Learned = &learnedShown{Taught: l.learned.taught, Learnt: r.Learnt(l.said...), ReadBack: r.ReadBack, Shown: r.Shown, Of: len(l.learned.photos), Number: l.learned.number,
		Doubts: l.doubts(), Samples: map[string]int{}, Missing: append([]models.Tile{}, r.Missing...), Weak: append([]models.Tile{}, r.Weak...)}
	for t, n := range r.Samples {
		s.Learned.Samples[t.String()] = n
	}
	for _, t := range r.Extras { // of those that the set has
		if slices.Contains(l.extras, t) {
			s.Learned.Missing = append(s.Learned.Missing, t)
		}
	}
	return s
}

// photo tells what the last learning found in a photograph.
func (l *lessons) photo(t teach.Taken) photoShown {
	p := photoShown{Taken: t, Found: [][4]models.Point{}}
	if l.learned == nil {
		return p
	}
	for _, found := range l.learned.report.Found {
		if found.Photo != t.File {
			continue
		}
		for _, row := range found.Rows {
			for _, tile := range row {
				p.Found = append(p.Found, tile.Quad)
			}
		}
	}
	for _, r := range l.learned.report.Unused {
		if r.Photo == t.File && (l.learned.all || tellsByItself(r.Code)) {
			p.Unused = append(p.Unused, reasonOf(r))
		}
	}
	r := &l.learned.report
	for _, m := range slices.Concat(r.Mislabelled, r.Doubtful) { // of others the rows are laid again
		if m.Photo == t.File && t.Own && l.learned.all {
			p.Unused = append(p.Unused, looksLike(m))
		}
	}
	return p
}

// reasonOf says why a photograph was not learned from.
func reasonOf(r learn.Refusal) models.Reason {
	return models.Reason{Code: string(r.Code), Data: models.Data{"row": r.Row, "count": r.Written, "seen": r.Seen}}
}

// looksLike says which tile is another one than its label.
func looksLike(m learn.Mislabel) models.Reason {
	return models.Reason{Code: "looks-like", Data: models.Data{"row": m.Row, "place": m.Place}}
}

// tellsByItself reports whether a photograph is refused for what it shows, rather than for what others show. Those of
// the first rows have no face in common, which is as it should be.
func tellsByItself(code learn.RefusalCode) bool {
	return code == learn.Unreadable || code == learn.RowNotFound || code == learn.OneTileMore
}

func filesOf(taken []teach.Taken) (files []string) {
	for _, t := range taken {
		files = append(files, t.File)
	}
	return files
}

// rowsOf are the rows of a layout as a word.
func rowsOf(l teach.Layout) string { return fmt.Sprint(l.Place, l.Rows) }

// reasonsAgain says by rows why those of some photographs are laid again.
func reasonsAgain(taken []teach.Taken, report learn.Report) map[string][]models.Reason {
	again := map[string][]models.Reason{}
	for _, t := range taken {
		rows := rowsOf(t.Layout)
		for _, r := range report.Unused {
			if r.Photo == t.File {
				again[rows] = append(again[rows], reasonOf(r))
			}
		}
		for _, m := range report.Mislabelled {
			if m.Photo == t.File {
				again[rows] = append(again[rows], looksLike(m))
			}
		}
	}
	return again
}

// teaches reports whether a set is the one that is taught.
func (l *lessons) teaches(flowers, red bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.course != nil && l.folder == l.folderOf(flowers, red)
}

// Rows of a photograph, at most; longer ones are not found.
const (
	mostRows  = 8
	mostInRow = 24
)

// writtenRows reads rows of tiles as they are typed.
func writtenRows(texts []string) (rows []models.Tiles, err error) {
	for _, text := range texts {
		row, err := models.ParseTiles(text)
		if err != nil || len(row) > mostInRow {
			return nil, models.Refused("setup-rows", models.Data{"name": text}, "setup: row %.40q: %w", text, err)
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 || len(rows) > mostRows {
		return nil, models.Refused("setup-no-rows", nil, "setup: %d rows are written", len(rows))
	}
	return rows, nil
}

func fewPhotos() error {
	return models.Refused("setup-few-photos", nil, "setup: each face must be seen in two photographs at least")
}

// busy refuses what somebody else is doing right now.
func busy() error { return models.Refused("setup-busy", nil, "setup: this is being done already") }

// laid says which rows lie on the table now, and of which set; empty for none.
func (l *lessons) laid() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.laidNow()
}

func (l *lessons) laidNow() string {
	if l.course == nil {
		return ""
	}
	next, _ := l.course.Next()
	return fmt.Sprint(l.folder, len(l.course.Taken()), rowsOf(next))
}

func (l *lessons) add(image []byte) error {
	if l.course == nil || l.course.Left() == 0 {
		return models.Refused("setup-all-laid", nil, "setup: nothing is to be laid")
	}
	taken, err := l.course.Add(image)
	if err != nil {
		return unsaved(l.folder, err)
	}
	l.refused = slices.DeleteFunc(l.refused, func(p photoShown) bool { return rowsOf(p.Layout) == rowsOf(taken.Layout) })
	return nil
}

func (l *lessons) release() {
	l.mu.Unlock()
	l.job.release()
}

// picture gives a photograph of the set that is being taught.
func (l *lessons) picture(file string) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.course == nil || !l.has(file) {
		return nil, models.Refused("no-photo", nil, "setup: there is no photograph %.40q", file)
	}
	data, err := os.ReadFile(filepath.Join(l.folder, file))
	if err != nil {
		return nil, models.Refused("no-photo", nil, "setup: %w", err)
	}
	return data, nil
}

// has reports whether a photograph is one of the course, or of those that were refused.
func (l *lessons) has(file string) bool {
	return slices.ContainsFunc(l.course.Taken(), func(t teach.Taken) bool { return t.File == file }) ||
		slices.ContainsFunc(l.refused, func(p photoShown) bool { return p.File == file })
}

// study begins to learn; the caller holds the lessons.
func (l *lessons) study(s *Setup, camera *calibration.Camera) error {
	if l.course == nil || len(l.course.Taken()) < 2 {
		return fewPhotos()
	}
	same, err := teach.Open(l.folder, l.extras) // one goroutine at a time has a course
	if err != nil {
		return unsaved(l.folder, err)
	}
	l.progress, l.failed, l.said = 0, nil, nil
	return l.job.begin(func(ctx context.Context) {
		faces, report, err := s.config.Sight.Learn(ctx, same, camera, l.note)
		if ctx.Err() == nil {
			l.finish(&learned{faces: faces, report: report, photos: filesOf(same.Taken())}, err, s)
		}
	}, func(err error) {
		s.config.Log.Error("tiles not learned", "err", err)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.failed = models.Refused("setup-not-learned", nil, "setup: %w", err)
	})
}

// finish takes in what was learned, and has laid again what is missing once all was laid.
func (l *lessons) finish(got *learned, err error, s *Setup) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times++
	l.learned, got.all, got.number = got, l.course.Left() == 0, l.times
	switch {
	case !got.all && err != nil:
		s.config.Log.Info("tiles not learned yet", "err", err)
	case err != nil:
		s.config.Log.Warn("tiles not learned", "err", err)
		l.failed = models.Refused("setup-not-learned", nil, "setup: %w", err)
	}
	if !got.all {
		l.repeatAtOnce(got.report)
		return
	}
	l.wasLaid, l.again = true, reasonsAgain(l.course.Taken(), got.report)
	l.refuse(got.report)
	if got.taught, err = l.course.Review(got.report); err != nil {
		l.failed = unsaved(l.folder, err)
	}
	got.taught = got.taught && len(got.faces.Faces) > 0 && len(got.report.Missing) == 0
}

// repeatAtOnce has rows laid again whose photograph tells by itself that they are wrong, before any others are laid.
func (l *lessons) repeatAtOnce(report learn.Report) {
	report.Mislabelled = nil // which of two is wrong others tell
	own := l.course.Own()
	report.Unused = slices.DeleteFunc(slices.Clone(report.Unused), func(r learn.Refusal) bool { return !tellsByItself(r.Code) || slices.Contains(own, r.Photo) })
	if len(report.Unused) == 0 {
		return
	}
	var files []string
	for _, r := range report.Unused {
		files = append(files, r.Photo)
	}
	if l.again == nil {
		l.again = map[string][]models.Reason{}
	}
	maps.Copy(l.again, reasonsAgain(l.course.Taken(), report))
	l.refuse(report)
	if err := l.course.Repeat(files...); err != nil {
		l.failed = unsaved(l.folder, err)
	}
}

// refuse keeps the photographs whose rows a report has laid again, with what is wrong about them.
func (l *lessons) refuse(report learn.Report) {
	for _, t := range l.course.Taken() {
		if t.Own {
			continue // it stays, and says itself what is wrong
		}
		if why := reasonsAgain([]teach.Taken{t}, report)[rowsOf(t.Layout)]; len(why) > 0 {
			p := l.photo(t)
			p.Unused = why
			l.refused = append(l.refused, p)
		}
	}
}

func (l *lessons) note(progress float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.progress = progress
}

// faceShown is a face with its samples.
type faceShown struct {
	Tile    models.Tile `json:"tile"`
	Samples []string    `json:"samples"` // data addresses of PNG pictures
}

// taught gives the faces that can be saved; false when there are none that can be relied on, or one of
// the 34 kinds is missing.
func (l *lessons) taught() (calibration.Faces, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.learned == nil || !l.reliable() {
		return calibration.Faces{}, false
	}
	return l.learned.faces, true
}
