package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed says which packages of this module a folder may import. A folder that
// is not listed takes the rule of its nearest listed parent. "all" is everything.
var allowed = map[string][]string{
	"cmd":                   {"all"},
	"models":                {},
	"scoring":               {"models"},
	"scoring/find":          {"models", "scoring"},
	"scoring/scoringtest":   {"models", "scoring", "scoring/find"},
	"scoring/book":          {"models", "scoring"},
	"scoring/lingque":       {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/yuque":         {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/mcr":           {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/riichi":        {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/hongkong":      {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/taiwan":        {"models", "scoring", "scoring/book"},
	"scoring/sichuan":       {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/lines":         {"models", "scoring"},
	"scoring/books":         {"models", "scoring", "scoring/hongkong", "scoring/lingque", "scoring/mcr", "scoring/riichi", "scoring/sichuan", "scoring/taiwan", "scoring/yuque"},
	"device":                {"models", "models/atomicfile"},
	"firmware/flash":        {},
	"laboratory/chip":       {"internal/sharedtest"},
	"calibration":           {"models", "models/atomicfile"},
	"vision":                {"models", "calibration", "vision/raster", "vision/faces", "vision/plane", "vision/outline", "vision/bare", "vision/locate", "vision/proposal", "vision/arrange", "vision/layout", "vision/watch"},
	"vision/camera":         {"models", "models/atomicfile"},
	"vision/lens":           {"models", "calibration", "vision/raster"},
	"vision/learn":          {"models", "calibration", "vision/raster", "vision/faces", "vision/plane", "vision/proposal", "vision/locate", "vision/artwork"},
	"vision/raster":         {"models"},
	"vision/faces":          {"models", "calibration", "vision/raster"},
	"vision/plane":          {"models", "calibration", "vision/raster"},
	"vision/locate":         {"models", "vision/raster"},
	"laboratory/train":      {"models", "laboratory/scene", "vision/artwork"},
	"vision/outline":        {"models", "vision/raster", "vision/faces"},
	"vision/bare":           {"models", "calibration", "vision/locate", "vision/raster", "vision/faces", "vision/plane"},
	"vision/proposal":       {"models", "calibration", "vision/raster", "vision/faces", "vision/plane", "vision/outline", "vision/arrange"},
	"vision/arrange":        {"models"},
	"vision/layout":         {"models", "calibration"},
	"vision/watch":          {"models", "calibration"},
	"vision/dice":           {"models", "calibration"},
	"vision/centre":         {"models", "calibration", "vision/raster"},
	"vision/play":           {"models", "vision/watch", "vision/play/prior", "vision/play/evidence", "vision/play/histories", "vision/play/verdict"},
	"vision/play/prior":     {"models"},
	"vision/play/evidence":  {"models", "calibration", "vision/watch", "vision/play/prior"},
	"vision/play/histories": {"models", "vision/play/prior", "vision/play/evidence"},
	"vision/play/verdict":   {"models", "vision/play/prior", "vision/play/evidence", "vision/play/histories"},
	"vision/annotate":       {"models"},
	"vision/teach":          {"models", "calibration", "vision/learn", "vision/lens", "vision/annotate", "models/atomicfile"},
	"laboratory":            {},
	"laboratory/scene":      {"models", "calibration", "vision/artwork", "laboratory/scene/mosaic"},
	"laboratory/baseline":   {"models", "calibration", "vision/raster"},
	"vision/artwork":        {"models"},
	"laboratory/trial":      {"models", "vision/learn", "calibration", "vision/watch", "vision/play/prior", "vision/play/verdict", "laboratory/scene/film"},
	"ledger":                {"models", "scoring", "models/atomicfile", "models/playername"},
	"models/playername":     {"models"},
	"mqtt/packet":           {},
	"league/tournament":     {"models", "models/playername"},
	"internal/loglimit":     {},
	"mqtt":                  {"models", "ledger", "access", "models/atomicfile", "mqtt/packet", "scoring/course", "scoring", "scoring/books"},
	"scoreboard":            {"models", "scoring", "scoring/books", "ledger", "access", "mqtt/packet", "models/playername"},
	"mqtt/reader":           {},
	"league/store":          {"models", "ledger", "league/director", "league/tournament"},
	"league/director":       {"models", "ledger", "league/tournament"},
	"league/archive":        {"ledger", "mqtt", "mqtt/reader", "league/store"},
	"league/local":          {},
	"league/hall":           {"models", "ledger", "mqtt", "mqtt/reader", "scoreboard", "scoring", "access", "internal/replay", "internal/report", "league/director", "league/store", "league/tournament"},
	"laboratory/league":     {"models", "ledger", "mqtt", "access", "scoring/course", "laboratory/players", "internal/referee", "laboratory/league/play", "league/local", "league/store"},
	"internal/pipeline":     {"models", "device", "scoring", "models/atomicfile"},
	"internal/capture":      {"models", "calibration", "vision/camera", "vision/dice", "vision/layout", "vision/watch", "internal/pipeline"},
	"scoring/course":        {"models", "scoring", "scoring/riichi", "scoring/yuque"},
	"laboratory/players":    {"models", "scoring", "scoring/course"},
	"internal/referee":      {"models", "models/playername", "scoring", "scoring/books", "ledger", "mqtt", "scoring/course"},
	"internal/card":         {"models", "ledger", "mqtt", "scoreboard/tiles", "internal/report"},
	"internal/replay":       {"models", "ledger", "mqtt", "scoring/course", "internal/referee"},
	"internal/export":       {"models", "scoring", "scoring/books", "ledger", "scoring/course", "internal/records", "internal/referee", "internal/usageerror"},
	"internal/tracker":      {"models", "calibration", "device", "scoring", "scoring/books", "scoring/riichi", "vision/watch", "vision/play", "vision/play/prior", "vision/play/verdict", "scoring/course", "internal/referee"},
	"internal/tablestate":   {"models", "device", "ledger", "mqtt", "scoring/books", "scoring/course", "internal/pipeline", "internal/referee"},
	"internal/table": {"models", "calibration", "device", "ledger", "mqtt", "scoreboard", "scoring", "vision/camera", "vision/layout", "vision/watch",
		"access", "internal/tablestate", "internal/card", "internal/config", "internal/doctor", "internal/drawers", "internal/tracker", "internal/recorder", "internal/capture", "internal/pipeline", "internal/referee", "internal/replay", "internal/report", "internal/setup", "internal/cliinput", "packaging", "models/atomicfile"},
	"laboratory/oracle":   {"models"},
	"internal/drawers":    {"models", "device"},
	"access":              {"models", "models/atomicfile"},
	"internal/checkup":    {"models", "calibration"},
	"internal/setup":      {"internal/checkup", "vision/centre", "vision/photo", "models", "calibration", "device", "firmware/flash", "access", "models/atomicfile", "internal/doctor", "vision/learn", "vision/lens", "vision/camera", "vision/teach"},
	"packaging":           {},
	"internal/config":     {"models", "device", "scoring/books", "access", "models/atomicfile", "internal/capture", "internal/referee", "vision/camera"},
	"internal/terminal":   {"models", "ledger", "scoring", "scoring/books", "scoring/lines", "internal/usageerror"},
	"internal/command":    {"models", "scoring", "scoring/books", "internal/cliinput", "internal/loglimit", "internal/usageerror"},
	"laboratory/commands": {"all"},
	"internal/cliinput":   {"models", "models/playername", "ledger", "scoring", "internal/referee", "internal/usageerror"},
	"internal/archtest":   {"internal/archtest"}, // its command
	"internal/sharedtest": {},
	"internal/pagetest":   {"internal/sharedtest"},

	"laboratory/trial/fit":     {"models", "calibration", "vision/play/evidence", "vision/play/prior", "laboratory/scene/film", "laboratory/trial", "vision/watch"},
	"laboratory/trial/rolls":   {"laboratory/scene/dice", "vision/dice"},
	"laboratory/trial/lessons": {"models", "vision/learn", "laboratory/scene"},
	"laboratory/trial/watching": {"models", "calibration", "scoring", "vision", "vision/learn", "vision/camera", "vision/layout", "laboratory/baseline", "vision/play", "vision/play/prior", "vision/play/verdict", "laboratory/scene", "vision/artwork", "laboratory/scene/film", "laboratory/trial", "laboratory/trial/lessons", "vision/watch",
		"device", "scoring/course", "internal/tracker", "internal/recorder", "internal/records", "internal/usageerror"},
	"vision/photo":              {"models", "calibration", "vision", "vision/learn", "vision/eye", "vision/layout", "vision/zones", "vision/annotate", "vision/plane", "vision/proposal", "vision/watch"},
	"laboratory/trial/reading":  {"models", "internal/usageerror", "calibration", "vision", "vision/centre", "vision/learn", "vision/layout", "vision/zones", "laboratory/baseline", "vision/photo", "vision/plane", "vision/proposal", "laboratory/scene", "vision/artwork", "laboratory/trial", "laboratory/trial/lessons"},
	"laboratory/trial/teaching": {"models", "vision/learn", "vision/locate", "vision/raster", "laboratory/scene", "vision/artwork", "vision/teach", "laboratory/trial/lessons"},
	"internal/relearn":          {"models", "calibration", "ledger", "vision/learn", "vision/photo", "internal/usageerror"},
	"laboratory/soak":           {"models", "device", "ledger", "scoring/books", "league/local", "laboratory/demo", "internal/pipeline", "internal/referee"},
	"internal/doctor":           {"models", "calibration", "device", "ledger", "vision/camera", "vision/plane", "access", "internal/referee"},
	"internal/recorder":         {"models", "models/atomicfile"},
	"internal/usageerror":       {},
	"models/atomicfile":         {},
	"internal/report":           {"models", "scoring", "scoring/books", "ledger", "scoreboard/tiles", "internal/export"},
	"internal/records":          {},
	"laboratory/demo": {"models", "calibration", "device", "ledger", "scoring", "scoring/books", "vision/learn", "vision/camera", "laboratory/scene", "laboratory/scene/film", "laboratory/trial/lessons", "vision/watch",
		"scoring/course", "internal/capture", "laboratory/players", "laboratory/oracle"},
}

// only says which folders may import a library from outside; a longer path has a row of its own
// where another folder may have that part.
var only = map[string][]string{
	"gocv.io/x/gocv":                              {"vision/raster", "vision/lens", "laboratory/baseline"},
	"github.com/tarm/serial":                      {"device"},
	"github.com/eclipse/paho.mqtt.golang":         {"mqtt", "laboratory/soak", "internal/doctor"},
	"github.com/eclipse/paho.mqtt.golang/packets": {"mqtt", "scoreboard", "mqtt/packet"},
	"github.com/nats-io/nats-server":              {"mqtt", "laboratory/league/soak"},
	"modernc.org/sqlite":                          {"ledger", "league/store"},
	"github.com/jackc/pgx/v5":                     {"league/store", "league/local"},
	"github.com/pressly/goose/v3":                 {"league/store"},
	"github.com/spf13/cobra":                      {"cmd", "internal/command", "laboratory/commands"},
	"github.com/coreos/go-systemd":                {"internal/table"},
	"github.com/prometheus/client_golang":         {"internal/table", "league/archive"},
	"github.com/skip2/go-qrcode":                  {"internal/setup", "scoreboard"},
	"github.com/go-text/typesetting":              {"internal/card"},
	"github.com/srwiley/oksvg":                    {"internal/card"},
	"github.com/srwiley/rasterx":                  {"internal/card"},
	"go.yaml.in/yaml/v3":                          {"internal/setup"},
}

// source is one parsed Go file of the module.
type source struct {
	folder string // slash-separated, relative to the module's root
	name   string
	file   *ast.File
}

func (s source) isTest() bool { return strings.HasSuffix(s.name, "_test.go") }

// sources parses every Go file of the module. It reads the files in this process,
// so that the test cache notices a change in any of them.
func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var found []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		found = append(found, source{filepath.ToSlash(folder), d.Name(), file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatal("no Go files found")
	}
	return found
}

// ruleFor gives the nearest folder, upward from folder, that has a rule.
func ruleFor(folder string) (string, bool) {
	for ; folder != "."; folder = filepath.ToSlash(filepath.Dir(folder)) {
		if _, ok := allowed[folder]; ok {
			return folder, true
		}
	}
	return "", false
}

func TestImportsGoTheAllowedWay(t *testing.T) {
	for _, src := range sources(t) {
		rule, ok := ruleFor(src.folder)
		if !ok {
			t.Errorf("%s/%s: folder has no rule in architecture table", src.folder, src.name)
			continue
		}
		for _, spec := range src.file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			checkLibrary(t, src, path)
			inner, isInner := strings.CutPrefix(path, module+"/")
			if !isInner || src.isTest() {
				continue
			}
			if !mayImport(rule, inner) {
				t.Errorf("%s/%s imports %s; %s may import %v", src.folder, src.name, inner, rule, allowed[rule])
			}
		}
	}
}

// mayImport reports whether a folder may import another: one under its own rule, or one that the
// rule names.
func mayImport(rule, inner string) bool {
	own, _ := ruleFor(inner)
	return own == rule || slices.Contains(allowed[rule], "all") || slices.Contains(allowed[rule], inner)
}

func checkLibrary(t *testing.T, src source, path string) {
	t.Helper()
	longest := ""
	for library := range only {
		if strings.HasPrefix(path, library) && len(library) > len(longest) {
			longest = library
		}
	}
	within := func(home string) bool { return src.folder == home || strings.HasPrefix(src.folder, home+"/") }
	if longest != "" && !slices.ContainsFunc(only[longest], within) && !src.isTest() {
		t.Errorf("%s/%s imports %s, which belongs to %v alone", src.folder, src.name, path, only[longest])
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	documented := map[string]bool{}
	for _, src := range sources(t) {
		if !src.isTest() {
			documented[src.folder] = documented[src.folder] || src.file.Doc != nil
		}
	}
	for folder, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment", folder)
		}
	}
}

func TestNoCatchAllPackage(t *testing.T) {
	for _, src := range sources(t) {
		if name := src.file.Name.Name; slices.Contains([]string{"util", "utils", "common", "helpers"}, name) {
			t.Errorf("%s: package %s says nothing about what it holds", src.folder, name)
		}
	}
}

// mostFiles is how many files a package of the eye has at most, its tests not counted: what has more
// is several things.
const mostFiles = 14

// larger are the packages of the eye that have more still, and how many they may have.
var larger = map[string]int{"laboratory/scene": 19, "laboratory/scene/film": 20}

func TestNoPackageOfTheEyeIsSeveralThings(t *testing.T) {
	files := map[string]int{}
	for _, src := range sources(t) {
		if !src.isTest() && strings.HasPrefix(src.folder, "vision") {
			files[src.folder]++
		}
	}
	for folder, n := range files {
		if most := max(mostFiles, larger[folder]); n > most {
			t.Errorf("%s has %d files, at most %d are one thing", folder, n, most)
		}
	}
}
