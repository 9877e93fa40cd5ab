package config

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/providers/structs"
	"github.com/knadh/koanf/v2"

	"jantaku/access"
	"jantaku/device"
	"jantaku/internal/capture"
	"jantaku/internal/referee"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/vision/camera"
)

// LedgerName is the file of the ledger in the data folder.
const LedgerName = "ledger.db"

// BookmarkName is the file in the data folder that keeps how far a folder of photographs was used.
const BookmarkName = "folder.json"

// Config is everything the daemon is told. packaging/jantaku.yaml explains every key.
type Config struct {
	Data   string `koanf:"data"`   // folder of the ledger and of the broker's messages
	Photos int    `koanf:"photos"` // megabytes of photographs that are kept
	// Evidence are the megabytes of pictures of single moves that are kept.
	Evidence int `koanf:"evidence"`
	// Films are the megabytes of films of hands that are kept; 0 films nothing.
	Films  int    `koanf:"films"`
	Table  Table  `koanf:"table"`
	Camera Camera `koanf:"camera"`
	Eye    Eye    `koanf:"eye"`
	Match  Match  `koanf:"match"`
	MQTT   MQTT   `koanf:"mqtt"`
	Web    Web    `koanf:"web"`

	TLS    TLS              `koanf:"tls"`
	People []access.Account `koanf:"people"` // who may more than look, by name
}

// Table says which table, and how its board is reached.
type Table struct {
	ID      string `koanf:"id"`      // name in MQTT topics, [a-z0-9-]
	Port    string `koanf:"port"`    // serial port; empty for a table without a board
	Baud    int    `koanf:"baud"`    // bits per second
	Dialect string `koanf:"dialect"` // what the board speaks

	Patterns []device.PatternRule `koanf:"patterns"` // of the dialect pattern
	Contacts []device.ContactRule `koanf:"contacts"` // of the dialects contact and keys
	Debounce time.Duration        `koanf:"debounce"` // of the dialect contact

	Ask    []string    `koanf:"ask"`    // circumstances to ask about even where the clock excludes them
	Assume []string    `koanf:"assume"` // facts that this club never wants to be asked about
	Wall   wallCounted `koanf:"wall"`   // what the board counts as left in the wall
	Win    winTold     `koanf:"win"`    // who tells that somebody has won
}

// wallCounted says which tiles a board counts in its wall events.
type wallCounted string

const (
	wallDrawable wallCounted = "drawable" // those that can still be drawn
	WallStanding wallCounted = "standing" // all that stand there, the dead wall too
)

// winTold says who tells that somebody has won.
type winTold string

const (
	winButton winTold = "button" // a button of the table, or a person
	WinSeen   winTold = "seen"   // the camera, where the course of the hand is watched
)

// NothingSpecial lists all that a club can agree on: hands are as they mostly are, and as
// the picture shows them.
func NothingSpecial() (words []string) {
	for one := range models.AllFlags.Each() {
		words = append(words, one.String())
	}
	for _, fact := range []models.Fact{models.FactMelds, models.FactFlowers, models.FactRiichi, models.FactDouble, models.FactDora, models.FactNorths, models.FactReady, models.FactVoid} {
		words = append(words, string(fact))
	}
	return words
}

// Assumed are the facts that the club agreed on.
func (c Table) Assumed() (facts []models.Fact) {
	for _, word := range c.Assume {
		facts = append(facts, models.Fact(word))
	}
	return facts
}

// Link says how the board is reached.
func (c Table) Link() device.Options {
	return device.Options{Port: c.Port, Baud: c.Baud, Dialect: c.Dialect,
		Patterns: c.Patterns, Contacts: c.Contacts, Debounce: c.Debounce}
}

// Asked are the circumstances to ask about, once Validate has found nothing.
func (c Table) Asked() (flags models.Flags) {
	for _, word := range c.Ask {
		one, _ := models.ParseFlag(word)
		flags |= one
	}
	return flags
}

// Camera says which camera looks at the table.
type Camera struct {
	Source string        `koanf:"source"` // see packaging/jantaku.yaml
	Settle time.Duration `koanf:"settle"` // wait after the signal before the picture
	Burst  int           `koanf:"burst"`  // frames that are taken, the sharpest is read first
	Width  int           `koanf:"width"`  // of the pictures, pixels; 0 leaves it to the camera
	Height int           `koanf:"height"` // pixels
	Rate   int           `koanf:"rate"`   // pictures a second

	Controls map[string]string `koanf:"controls"` // values that the camera is held at
}

// Opened says how the camera is opened.
func (c Camera) Opened() camera.Config {
	return camera.Config{Source: c.Source, Mode: camera.Mode{Width: c.Width, Height: c.Height, Rate: c.Rate}, Controls: c.Controls, Patience: camera.DefaultPatience()}
}

// Eye says what the eye has learned and how sure it must be.
type Eye struct {
	Faces       string    `koanf:"faces"`        // file of jantaku calibrate tiles
	Calibration string    `koanf:"calibration"`  // file of the camera calibration; may be empty
	MaxError    float64   `koanf:"max_error"`    // probability of a wrong accepted hand
	AddedBeside bool      `koanf:"added_beside"` // the tile added to a pung lies beside it, never upon it
	Watch       WatchMode `koanf:"watch"`        // what is watched while nobody asks

	TurnedTile capture.TurnedTile `koanf:"turned_tile"` // what the place of a turned tile means
}

// WatchMode says what is watched while nobody asks.
type WatchMode string

const (
	WatchOff    WatchMode = "off"
	WatchLaid   WatchMode = "laid"   // hands that are laid down, for the referee to call
	WatchCourse WatchMode = "course" // every move of the hand
)

// mode is what is watched; yes and no are the words of older configurations.
func (w WatchMode) mode() (WatchMode, bool) {
	switch w {
	case "", "0", "false", WatchOff:
		return WatchOff, true
	case "1", "true", WatchLaid:
		return WatchLaid, true
	}
	return w, w == WatchCourse
}

// Is reports whether this is watched.
func (w WatchMode) Is(mode WatchMode) bool {
	now, known := w.mode()
	return known && now == mode
}

// Match says what is played when no match is running.
type Match struct {
	Rules   string            `koanf:"rules"`
	Profile string            `koanf:"profile"`
	Options map[string]string `koanf:"options"`
	Course  map[string]string `koanf:"course"` // how the match goes on and ends
	Length  string            `koanf:"length"`
	Start   int               `koanf:"start"`        // points of everybody before the first hand
	Players []string          `koanf:"players"`      // by place; empty: matches are started by hand
	Dealer  string            `koanf:"first_dealer"` // place 1 to 4, or dice
	Vacant  models.Place      `koanf:"vacant"`       // place where nobody sits with three players
}

// HandSize is how many tiles a player holds by the rule book; the zero value where there is no such book.
func (m Match) HandSize() models.HandSize { return books.All()[m.Rules].Desk.Hand }

// The values of mqtt.anonymous.
const AnonymousReads, anonymousNothing = "read", "none"

// leastStore are the megabytes in which the embedded broker has room for what it retains, the sessions
// of a club's displays, and what comes until a full store is noticed.
const leastStore = 32

// MQTT says which broker, and what the topics start with.
type MQTT struct {
	Broker        string `koanf:"broker"` // URL; empty for the embedded broker
	User          string `koanf:"user"`
	Password      string `koanf:"password"`
	Anonymous     string `koanf:"anonymous"` // what the embedded broker lets clients do without a password
	Prefix        string `koanf:"prefix"`
	Node          string `koanf:"node"`          // name of this daemon, unlike any table
	Listen        string `koanf:"listen"`        // host:port of the embedded broker
	Store         int    `koanf:"store"`         // megabytes of messages that the embedded broker keeps
	HomeAssistant string `koanf:"homeassistant"` // discovery prefix; empty for none
}

// Web says where the pages are served.
type Web struct {
	Listen string `koanf:"listen"` // host:port
	Pin    string `koanf:"pin"`    // asked before the console changes anything; empty for nothing
	// Hosts are names by which browsers reach the pages, besides addresses and local names.
	Hosts []string `koanf:"hosts"`
	// Hall is the address of the league's hall, at which telephones open the match; empty for none.
	Hall string `koanf:"hall"`
}

// The values of tls.mode.
const TLSOff, TLSOwn, tlsFiles = "off", "own", "files"

// TLS says whether pages and embedded broker are reached over TLS.
type TLS struct {
	Mode string `koanf:"mode"` // off, own: a certificate made at the first start, files
	Cert string `koanf:"cert"` // of files, PEM
	Key  string `koanf:"key"`
}

// Certificate gives the certificate; nil without TLS.
func (c Config) Certificate(log *slog.Logger) (*tls.Certificate, error) {
	var pair tls.Certificate
	var err error
	switch c.TLS.Mode {
	case TLSOff:
		return nil, nil
	case TLSOwn:
		pair, err = access.OwnCertificate(c.TLSFolder(), c.ownNames(), time.Now(), log)
	default:
		if pair, err = tls.LoadX509KeyPair(c.TLS.Cert, c.TLS.Key); err != nil {
			err = fmt.Errorf("tls.cert and tls.key: %w", err)
		}
	}
	return &pair, err
}

// TLSFolder is where the daemon keeps a certificate of its own.
func (c Config) TLSFolder() string { return filepath.Join(c.Data, "tls") }

// ownNames are the names and addresses by which this machine is reached.
func (c Config) ownNames() []string {
	names := []string{"localhost", "127.0.0.1", "::1"}
	if host, err := os.Hostname(); err == nil && host != "localhost" {
		names = append(names, host, host+".local")
	}
	addresses, _ := net.InterfaceAddrs() // without them the names are left
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLoopback() && !ip.IP.IsLinkLocalUnicast() {
			names = append(names, ip.IP.String())
		}
	}
	return append(names, c.Web.Hosts...)
}

// Default is what holds where nothing is said.
func Default() Config {
	return Config{
		Data:   "data",
		Photos: 2048, Evidence: 512,
		Table:  Table{ID: "table-1", Baud: 115200, Dialect: device.Lines, Debounce: device.DefaultDebounce, Ask: []string{}, Assume: []string{}, Wall: wallDrawable, Win: winButton},
		Camera: Camera{Settle: 400 * time.Millisecond, Burst: 5, Controls: map[string]string{}},
		Eye:    Eye{MaxError: 0.005, Watch: WatchOff, TurnedTile: capture.TurnedSupplier},
		Match:  Match{Rules: books.Default, Dealer: "1"},
		MQTT:   MQTT{Anonymous: AnonymousReads, Prefix: "jantaku", Node: "daemon", Listen: "127.0.0.1:1883", Store: 512},
		Web:    Web{Listen: "127.0.0.1:8080", Hosts: []string{}},
		TLS:    TLS{Mode: TLSOff},
		People: []access.Account{},
	}
}

// EnvPrefix starts the environment variables that override the file:
// JANTAKU_TABLE__PORT is table.port.
const EnvPrefix = "JANTAKU_"

// Load reads the file at path, which may be empty for none, and the
// environment over the defaults. Unknown keys are refused; all faults are told at
// once. Relative paths in the file are relative to the file.
func Load(path string) (Config, error) {
	var text koanf.Provider
	if path != "" {
		text = file.Provider(path)
	}
	return Read(path, text)
}

// Read is [Load] with what gives the file's text; nil for no file.
func Read(path string, text koanf.Provider) (Config, error) {
	k := koanf.New(".")
	if err := k.Load(structs.Provider(Default(), "koanf"), nil); err != nil {
		return Config{}, fmt.Errorf("config: defaults: %w", err)
	}
	if text != nil {
		if err := k.Load(text, yaml.Parser()); err != nil {
			return Config{}, fmt.Errorf("config %s: this is no YAML of the form \"web: {listen: ...}\", as packaging/jantaku.yaml has it: %w", path, err)
		}
	}
	overrides := env.Provider(".", env.Opt{Prefix: EnvPrefix, TransformFunc: func(key, value string) (string, any) {
		key = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(key, EnvPrefix)), "__", ".")
		if !k.Exists(key) {
			return "", nil // such as JANTAKU_REQUIRE_SHARED of the tests
		}
		return key, value
	}})
	if err := k.Load(overrides, nil); err != nil {
		return Config{}, fmt.Errorf("config: environment: %w", err)
	}
	c, err := decode(k)
	if err != nil {
		return Config{}, fmt.Errorf("config %s:\n%w", path, err)
	}
	if text != nil {
		c.Resolve(filepath.Dir(path))
	}
	if err := c.Validate(); err != nil {
		return Config{}, fmt.Errorf("config %s:\n%w", path, err)
	}
	return c, nil
}

// Resolve makes the paths in the configuration relative to a folder.
func (c *Config) Resolve(dir string) {
	for _, path := range []*string{&c.Data, &c.Eye.Faces, &c.Eye.Calibration, &c.TLS.Cert, &c.TLS.Key} {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(dir, *path)
		}
	}
}

// Validate tells all faults at once.
func (c Config) Validate() error {
	var errs []error
	fault := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("  "+format, args...))
		}
	}
	fault(c.Data == "", "data is empty; name a folder for the ledger")
	fault(c.Photos < 1, "photos %d is not a number of megabytes from 1 on", c.Photos)
	fault(c.Films < 0, "films %d is not a number of megabytes", c.Films)
	fault(c.Evidence < 1, "evidence %d is not a number of megabytes from 1 on", c.Evidence)
	fault(c.Table.Baud < 0, "table.baud %d is not a speed such as 115200", c.Table.Baud)
	if c.Table.Port != "" {
		_, err := device.NewLink(c.Table.Link())
		fault(err != nil, "table: %v", err)
	}
	for _, word := range c.Table.Ask {
		_, err := models.ParseFlag(word)
		fault(err != nil, "table.ask: %v", err)
	}
	for _, fact := range c.Table.Assumed() {
		fault(!slices.Contains(NothingSpecial(), string(fact)), "table.assume: %q is not one of %s", fact, strings.Join(NothingSpecial(), " "))
	}
	fault(c.Table.Wall != wallDrawable && c.Table.Wall != WallStanding, "table.wall %q is not %s or %s", c.Table.Wall, wallDrawable, WallStanding)
	fault(c.Table.Win != winButton && c.Table.Win != WinSeen, "table.win %q is not %s or %s", c.Table.Win, winButton, WinSeen)
	fault(c.Camera.Settle < 0 || c.Camera.Settle > time.Minute, "camera.settle %v is not 0 to 1m", c.Camera.Settle)
	fault(c.Camera.Width < 0 || c.Camera.Height < 0 || c.Camera.Width > 20000 || c.Camera.Height > 20000 || (c.Camera.Width == 0) != (c.Camera.Height == 0), "camera.width and camera.height %d×%d are no size", c.Camera.Width, c.Camera.Height)
	fault(c.Camera.Rate < 0 || c.Camera.Rate > 240, "camera.rate %d is not 0 to 240", c.Camera.Rate)
	if err := camera.Controls(c.Camera.Controls).Validate(c.Camera.Source); err != nil {
		fault(true, "camera.controls: %v", err)
	}
	fault(c.Camera.Burst < 1 || c.Camera.Burst > 50, "camera.burst %d is not 1 to 50", c.Camera.Burst)
	fault(c.Eye.MaxError <= 0 || c.Eye.MaxError >= 1, "eye.max_error %v is not between 0 and 1", c.Eye.MaxError)
	fault(c.Eye.TurnedTile != capture.TurnedSupplier && c.Eye.TurnedTile != capture.TurnedNothing, "eye.turned_tile %q is not %s or %s", c.Eye.TurnedTile, capture.TurnedSupplier, capture.TurnedNothing)
	mode, known := c.Eye.Watch.mode()
	fault(!known, "eye.watch %q is not %s, %s or %s", c.Eye.Watch, WatchOff, WatchLaid, WatchCourse)
	fault(known && mode != WatchOff && c.Eye.Calibration == "", "eye.watch needs eye.calibration; make it with jantaku calibrate table")
	fault(c.Camera.Source != "" && c.Eye.Faces == "", "eye.faces is empty; learn the tiles with jantaku calibrate tiles")
	known = slices.Contains(books.Matches(), c.Match.Rules)
	fault(!known, "match.rules %q is not one of %s", c.Match.Rules, strings.Join(books.Matches(), ", "))
	if known {
		_, _, err := c.Match.Plan().Seat()
		fault(len(c.Match.Players) > 0 && err != nil, "match: %v", err)
	}
	fault(c.MQTT.Anonymous != AnonymousReads && c.MQTT.Anonymous != anonymousNothing, "mqtt.anonymous %q is not %s or %s", c.MQTT.Anonymous, AnonymousReads, anonymousNothing)
	fault(c.MQTT.Store < leastStore, "mqtt.store %d is not a number of megabytes from %d on", c.MQTT.Store, leastStore)
	fault(c.MQTT.User != "" && c.MQTT.Password == "", "mqtt.user %q has no mqtt.password", c.MQTT.User)
	fault(!slices.Contains([]string{TLSOff, TLSOwn, tlsFiles}, c.TLS.Mode), "tls.mode %q is not %s, %s or %s", c.TLS.Mode, TLSOff, TLSOwn, tlsFiles)
	fault(c.TLS.Mode == tlsFiles && (c.TLS.Cert == "" || c.TLS.Key == ""), "tls.mode files needs tls.cert and tls.key")
	_, err := access.New(c.People, nil)
	fault(err != nil, "people: %v", err)
	accounts, err := access.New(nil, c.Shared())
	fault(err != nil, "web.pin %v", err)
	if accounts.Open() && len(c.People) == 0 && !access.IsLocal(c.Web.Listen) {
		errs = append(errs, models.Refused("open-referee", models.Data{"name": c.Web.Listen},
			"  web.listen %s: everybody on the network would be a referee; set web.pin, or people with a referee or an admin, or listen on 127.0.0.1", c.Web.Listen))
	}
	hall, err := url.Parse(c.Web.Hall)
	fault(c.Web.Hall != "" && (err != nil || hall.Host == "" || hall.Scheme != "http" && hall.Scheme != "https"), "web.hall %q is not http://host or https://host", c.Web.Hall)
	for key, listen := range map[string]string{"mqtt.listen": c.MQTT.Listen, "web.listen": c.Web.Listen} {
		_, _, err := net.SplitHostPort(listen)
		fault(err != nil, "%s %q is not host:port", key, listen)
	}
	if c.Eye.Faces != "" {
		_, err := os.Stat(c.Eye.Faces)
		fault(err != nil, "eye.faces: %v", err)
	}
	return errors.Join(errs...)
}

// Shared are the secrets that several people share: the PIN of the referees.
func (c Config) Shared() []access.Account {
	if c.Web.Pin == "" {
		return nil
	}
	return []access.Account{{Role: access.Referee, Password: c.Web.Pin}}
}

// Plan gives the match of the configuration.
func (c Match) Plan() referee.Plan {
	return referee.Plan{Match: models.Match{Rules: c.Rules, Profile: c.Profile, Options: c.Options, Course: c.Course, Length: c.Length, Start: c.Start},
		Names: c.Players, Dealer: c.Dealer, Vacant: c.Vacant}
}
