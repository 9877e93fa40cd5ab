package soak

import (
	"io"
	"log/slog"
	"math/rand/v2"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"jantaku/device"
	"jantaku/laboratory/demo"
)

// Soak is a table that is played at and ill-treated.
type Soak struct {
	Settings
	room
	network
	table
	process
	tally
}

// Settings are what is played, and under what.
type Settings struct {
	Hands  int
	For    time.Duration // ends it sooner; 0 does not
	Seed   uint64        // of hands
	Pace   time.Duration // between two events of the table
	Assume []string      // facts that the club agreed on, as the configuration has them
	// Pictures is a folder in which pictures and faces stay for the next soak with the same hands; empty
	// draws and learns anew.
	Pictures string
	Ledger   string // name of the file of the ledger in the data folder
	// Displays is how many displays listen; 0 has none.
	Displays int
	Trouble
	Out io.Writer
	Log *slog.Logger
}

// Trouble is which faults there are, and how often.
type Trouble struct {
	Faults uint64   // seed of faults
	Every  int      // a fault in so many hands
	Times  int      // faults at most in such a hand, one after the other
	Only   []string // the names of the faults that are drawn; nil for all
	Disk   bool     // the data lies on a small disk of its own that loses power and runs full; needs root
	// Mosquitto has the daemon publish to a broker of its own, which is killed now and then.
	Mosquitto bool
	// Skewed says that the program was built with a clock that can be set, see packaging/skewed.sh.
	Skewed bool
}

// room is where the files are.
type room struct {
	folder string // of pictures, faces and configuration
	data   string // of the daemon
	disk   *disk  // that the data lies on, nil for the machine's
	config string
}

// network is who listens to the daemon, and where.
type network struct {
	audience audience
	broker   *mosquitto // nil for the daemon's own
	port     int        // of the broker
	page     string     // address of the daemon's pages
}

// table is what the daemon sees and hears.
type table struct {
	random *rand.Rand
	studio *demo.Studio
	shown  [][]byte // the pictures of the last hands, for a camera that lies
	board  *device.Simulator
	seq    uint32      // of the board's events
	noisy  atomic.Bool // the cable damages every second byte
	noise  sync.Mutex
}

// process is the daemon as it runs, is killed and ends by itself.
type process struct {
	daemon  *exec.Cmd
	ended   chan error
	said    *lastWords     // of the daemon
	away    time.Duration  // how long a daemon that ended by itself is away
	ends    int            // of the daemon by itself
	words   map[string]int // that it said last then
	silence time.Duration
	memory  []int64 // kB of daemon and eye after each hand
}

// tally is what was played and what came of it.
type tally struct {
	told    []playedHand
	counted int           // of them compared with the books already
	so      sum           // what came of those
	reading time.Duration // how long the last hand took, since a fault in it
	faults  map[string]int
	why     map[string]int // of hands that were asked about, by the cause
}

// playedHand is a hand as it was played.
type playedHand struct {
	seq   uint32
	deal  demo.Deal
	asked bool // it waited for the referee
}

// sum is what a comparison of the books with what was played gives.
type sum struct{ hands, asked, lost, doubled, wrong int }

func (n sum) plus(m sum) sum {
	return sum{n.hands + m.hands, n.asked + m.asked, n.lost + m.lost, n.doubled + m.doubled, n.wrong + m.wrong}
}

// never is further away than any soak lasts.
const never = 1000 * time.Hour
