package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"
	"time"

	"jantaku/models"
)

// Account is somebody who may more than a viewer, as the configuration has it.
type Account struct {
	Name string `koanf:"name"` // letters, digits and -; the last level of the person's topics
	Role Role   `koanf:"role"`
	// Password is what [Hash] makes of it, or as it is typed.
	Password string `koanf:"password"`
}

// Who is somebody whose role is known.
type Who struct {
	Name string // of the account; empty where several people share a secret, or need none
	Role Role
	Via  string // console or mqtt
	From string // address; empty over a broker, which does not tell

	account string // stands for the account and its password, where it is one
}

// Author is who signs what is asked for.
func (w Who) Author() models.Author {
	switch {
	case w.Via == "mqtt" && w.Name != "":
		return models.Author{Source: "mqtt:" + w.Name} // programs ask so for several people
	case w.Via == "mqtt":
		return models.Author{Source: w.Via}
	}
	return models.Author{Source: w.Via, By: w.Name}
}

// namePattern keeps a name one level of a topic.
var namePattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$`)

// Accounts knows the secrets, and slows down whoever guesses. It may be used from several
// goroutines.
type Accounts struct {
	accounts []account
	tries    tries
	memory   *Sessions // of who was right before; nil for none
	// one lets one secret be tried at a time: many hashes at once would take the machine's
	// memory, and guesses beside each other would not be counted.
	one sync.Mutex

	mu    sync.Mutex
	key   []byte                         // of this run
	known map[[sha256.Size]byte]struct{} // keyed sums of secrets that were right
}

type account struct {
	Account
	shared bool
	hash   *hashed // nil for a secret as it is typed
}

// ErrWrong is a wrong name or secret; ErrWait one of somebody who has to wait.
var (
	ErrWrong = errors.New("wrong name, password or PIN")
	ErrWait  = errors.New("too many wrong tries")
)

// New makes the accounts of people, who give name and password, and of shared ones, who give
// only a secret, such as a PIN; a shared one's name is not used. With none at all everybody who
// reaches the console is a referee. The error names every account that cannot be.
func New(people, shared []Account) (*Accounts, error) {
	a := &Accounts{key: make([]byte, 32), known: map[[sha256.Size]byte]struct{}{}}
	rand.Read(a.key)
	var errs []error
	seen := map[string]bool{}
	add := func(one Account, isShared bool) {
		of := account{Account: one, shared: isShared}
		switch {
		case !isShared && !namePattern.MatchString(one.Name):
			errs = append(errs, fmt.Errorf("name %q: use a-z, 0-9 and -, at most 32", one.Name))
		case !isShared && seen[one.Name]:
			errs = append(errs, fmt.Errorf("name %q is there twice", one.Name))
		case one.Role < Viewer || one.Role > Admin:
			errs = append(errs, fmt.Errorf("%s: role is not viewer, referee, director or admin", one.Name))
		case one.Password == "":
			errs = append(errs, fmt.Errorf("%s: no password", one.Name))
		}
		seen[one.Name] = seen[one.Name] || !isShared
		if isHash(one.Password) {
			h, err := parseHash(one.Password)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: password: %w", one.Name, err))
			}
			of.hash = &h
		}
		a.accounts = append(a.accounts, of)
	}
	for _, one := range people {
		add(one, false)
	}
	for _, one := range shared {
		add(one, true)
	}
	return a, errors.Join(errs...)
}

// Open reports whether nobody has to say who he is to be a referee.
func (a *Accounts) Open() bool {
	for _, one := range a.accounts {
		if one.Role == Referee || !one.shared {
			return false
		}
	}
	return true
}

// Named reports whether somebody has a name to say.
func (a *Accounts) Named() bool {
	for _, one := range a.accounts {
		if !one.shared {
			return true
		}
	}
	return false
}

// Remember has it known after a restart, too, from which addresses people were right.
func (a *Accounts) Remember(in *Sessions) { a.memory = in }

// Check finds whose name and secret these are; without a name, whose shared secret. The error
// is a refusal that is ErrWrong or ErrWait, which tells how long.
func (a *Accounts) Check(address, name, secret string, now time.Time) (Who, error) {
	return a.CheckFrom("", address, name, secret, now)
}

// CheckFrom is Check for who asks from a known device, as [Sessions.Device] names it, or from none. Such a one
// waits for its own wrong tries alone, whatever others guess, also from the same address.
func (a *Accounts) CheckFrom(device, address, name, secret string, now time.Time) (Who, error) {
	from := hostOf(address)
	if device != "" {
		from = "device " + device
	}
	if err := a.patient(from, now); err != nil {
		return Who{}, err
	}
	for _, one := range a.accounts { // who was right from here does not wait for others' guesses
		if one.meant(name) && a.knows(a.sum(one, from, secret)) {
			return one.who(address), nil
		}
	}
	if secret == "" {
		return Who{}, wrong() // asked without one: the page then shows the field
	}
	a.one.Lock()
	defer a.one.Unlock()
	if err := a.patient(from, now); err != nil {
		return Who{}, err // guessed meanwhile, beside this
	}
	trusted := device != "" || a.memory != nil && a.memory.wasRight(name, from, now)
	if wait := a.tries.pause(now); wait > 0 && !trusted {
		return Who{}, waits(wait)
	}
	for _, one := range a.accounts {
		if one.meant(name) && one.matches(secret) {
			a.tries.right(from)
			a.know(a.sum(one, from, secret))
			if a.memory != nil {
				a.memory.note(name, hostOf(address), now)
			}
			return one.who(address), nil
		}
	}
	a.tries.wrong(from, now)
	return Who{}, wrong()
}

// holds reports whether somebody who was let in before still would be: with the same account and secret, or, for a
// device that was paired, with an account of that name, where it has one, and the same shared secrets otherwise.
func (a *Accounts) holds(who Who, paired bool) bool {
	if paired && who.Name == "" {
		return who.account == a.printShared()
	}
	for _, one := range a.accounts {
		if paired && !one.shared && one.Name == who.Name && one.Role >= who.Role || !paired && one.print() == who.account {
			return true
		}
	}
	return false
}

// printShared stands for the secrets of referees that are shared, and tells none.
func (a *Accounts) printShared() string {
	var all []string
	if a == nil { // everybody is a referee
		return sumOf("shared", "")
	}
	for _, one := range a.accounts {
		if one.shared && one.Role == Referee {
			all = append(all, one.print())
		}
	}
	return sumOf("shared", strings.Join(all, " "))
}

// print stands for an account with its secret, and tells neither.
func (one account) print() string {
	return sumOf("account", fmt.Sprintf("%q %v %v %q", one.Name, one.Role, one.shared, one.Password))
}

func wrong() error { return models.Refused("wrong-secret", nil, "%w", ErrWrong) }

func waits(wait time.Duration) error {
	return models.Refused("too-many-tries", models.Data{"seconds": int(math.Ceil(wait.Seconds()))}, "%w; wait %v", ErrWait, wait.Round(time.Second))
}

// patient is the error of an address that has to wait.
func (a *Accounts) patient(address string, now time.Time) error {
	if wait := a.tries.wait(address, now); wait > 0 {
		return waits(wait)
	}
	return nil
}

// mostKnown is how many addresses of people who were right are remembered.
const mostKnown = 256

func (a *Accounts) know(sum [sha256.Size]byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for other := range a.known {
		if len(a.known) < mostKnown {
			break
		}
		delete(a.known, other)
	}
	a.known[sum] = struct{}{}
}

func (a *Accounts) knows(sum [sha256.Size]byte) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, known := a.known[sum]
	return known
}

// sum is what is remembered of a secret that was right, and from where.
func (a *Accounts) sum(one account, from, secret string) [sha256.Size]byte {
	mac := hmac.New(sha256.New, a.key)
	fmt.Fprintf(mac, "%q %q %q", one.Password, from, secret)
	return [sha256.Size]byte(mac.Sum(nil))
}

func (one account) meant(name string) bool {
	return one.shared && name == "" || !one.shared && one.Name == name
}

func (one account) matches(secret string) bool {
	if one.hash == nil {
		return same(one.Password, secret)
	}
	return one.hash.matches(secret)
}

func (one account) who(address string) Who {
	who := Who{Role: one.Role, From: address, account: one.print()}
	if !one.shared {
		who.Name = one.Name
	}
	return who
}
