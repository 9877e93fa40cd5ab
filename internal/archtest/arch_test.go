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
	"cmd":                 {"all"},
	"models":              {},
	"scoring":             {"models", "scoring/names"},
	"scoring/names":       {"models"},
	"scoring/find":        {"models", "scoring"},
	"scoring/scoringtest": {"models", "scoring", "scoring/find"},
	"scoring/book":        {"models", "scoring"},
	"scoring/lingque":     {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/yuque":       {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/mcr":         {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/riichi":      {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/hongkong":    {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/taiwan":      {"models", "scoring", "scoring/book"},
	"scoring/sichuan":     {"models", "scoring", "scoring/book", "scoring/find"},
	"scoring/lines":       {"models", "scoring"},
	"scoring/books":       {"models", "scoring", "scoring/hongkong", "scoring/lingque", "scoring/mcr", "scoring/riichi", "scoring/sichuan", "scoring/taiwan", "scoring/yuque"},
	"device":              {"models", "internal/durable"},
	"firmware/flash":      {},
	"firmware/chip":       {"internal/sharedtest"},
	"calibration":         {"models", "internal/durable"},
	"vision":              {"models", "calibration", "vision/raster", "vision/faces", "vision/plane", "vision/outline", "vision/bare", "vision/propose", "vision/arrange", "vision/layout", "vision/watch"},
	"vision/lens":         {"models", "calibration", "vision/raster"},
	"vision/learn":        {"models", "calibration", "vision/raster", "vision/faces", "vision/bare/band", "vision/plane", "vision/bare/sight", "vision/locate", "vision/scene/artwork"},
	"vision/raster":       {"models"},
	"vision/faces":        {"models", "calibration", "vision/raster"},
	"vision/plane":        {"models", "calibration", "vision/raster"},
	"vision/bare/band":    {"models", "vision/raster"},
	"vision/locate":       {"models", "vision/raster"},
	"vision/outline":      {"models", "vision/raster", "vision/faces"},
	"vision/bare/sight":   {"models", "calibration", "vision/raster", "vision/faces", "vision/outline", "vision/plane"},
	"vision/bare":         {"models", "vision/raster", "vision/faces", "vision/bare/band", "vision/plane", "vision/bare/sight"},
	"vision/propose":      {"models", "calibration", "vision/raster", "vision/faces", "vision/plane", "vision/outline", "vision/arrange"},
	"vision/arrange":      {"models"},
	"vision/layout":       {"models", "calibration"},
	"vision/watch":        {"models", "calibration"},
	"vision/dice":         {"models", "calibration"},
	"vision/play":         {"models", "calibration", "vision/watch"},
	"vision/marks":        {"models"},
	"vision/teach":        {"models", "calibration", "vision/learn", "vision/lens", "vision/marks", "internal/durable"},
	"vision/trial":        {"models", "vision/learn", "calibration", "vision/watch", "vision/play", "vision/scene/film"},
	"ledger":              {"models", "scoring", "internal/durable", "internal/playername"},
	"internal/playername": {"models"},
	"internal/packet":     {},
	"internal/loglimit":   {},
	"mqtt":                {"models", "ledger", "internal/access", "internal/durable", "internal/packet", "internal/course", "scoring", "scoring/names"},
	"scoreboard":          {"models", "ledger", "internal/access", "internal/packet", "internal/playername"},
	"internal/pipeline":   {"models", "device", "scoring", "internal/durable"},
	"internal/lookout":    {"models", "calibration", "vision/camera", "vision/layout", "vision/watch", "internal/pipeline"},
	"internal/course":     {"models", "scoring", "scoring/riichi", "scoring/yuque"},
	"internal/players":    {"models", "scoring", "internal/course"},
	"internal/referee":    {"models", "internal/playername", "scoring", "scoring/books", "ledger", "mqtt", "internal/course"},
	"internal/card":       {"models", "ledger", "mqtt", "scoreboard/tiles"},
	"internal/replay":     {"models", "ledger", "mqtt", "internal/course", "internal/referee"},
	"internal/viewers":    {"models", "scoring", "scoring/books", "ledger", "internal/course", "internal/records", "internal/referee", "internal/usage"},
	"internal/follow":     {"models", "calibration", "device", "scoring", "scoring/books", "scoring/riichi", "vision/watch", "vision/play", "internal/course", "internal/referee"},
	"internal/board":      {"models", "device", "ledger", "mqtt", "scoring/books", "internal/course", "internal/pipeline", "internal/referee"},
	"internal/table": {"models", "calibration", "device", "ledger", "mqtt", "scoreboard", "scoring", "vision/camera", "vision/layout", "vision/watch",
		"internal/access", "internal/board", "internal/card", "internal/config", "internal/doctor", "internal/drawers", "internal/follow", "internal/footage", "internal/lookout", "internal/pipeline", "internal/referee", "internal/replay", "internal/report", "internal/setup", "internal/typed", "packaging", "internal/durable"},
	"internal/witness":    {"models"},
	"internal/drawers":    {"models", "device"},
	"internal/access":     {"models", "internal/durable"},
	"internal/setup":      {"models", "calibration", "device", "firmware/flash", "internal/access", "internal/durable", "internal/doctor", "vision/learn", "vision/lens", "vision/camera", "vision/teach"},
	"packaging":           {},
	"internal/config":     {"models", "device", "scoring/books", "internal/access", "internal/durable", "internal/lookout", "internal/referee", "vision/camera"},
	"internal/terminal":   {"models", "ledger", "scoring", "scoring/books", "scoring/lines", "scoring/names", "internal/usage"},
	"internal/typed":      {"models", "internal/playername", "ledger", "scoring", "internal/referee", "internal/usage"},
	"internal/archtest":   {"internal/archtest"}, // its command
	"internal/sharedtest": {},

	"vision/trial/fit":     {"models", "calibration", "vision/play", "vision/scene/film", "vision/trial", "vision/watch"},
	"vision/trial/lessons": {"models", "vision/learn", "vision/scene"},
	"vision/trial/watching": {"models", "calibration", "scoring", "vision", "vision/learn", "vision/camera", "vision/layout", "vision/naive", "vision/play", "vision/scene", "vision/scene/artwork", "vision/scene/film", "vision/trial", "vision/trial/lessons", "vision/watch",
		"device", "internal/course", "internal/follow", "internal/footage", "internal/records", "internal/usage"},
	"vision/photo":          {"models", "calibration", "vision", "vision/learn", "vision/eye", "vision/layout", "vision/zones", "vision/marks", "vision/plane", "vision/propose", "vision/watch"},
	"vision/trial/reading":  {"models", "internal/usage", "calibration", "vision", "vision/learn", "vision/layout", "vision/zones", "vision/naive", "vision/photo", "vision/plane", "vision/propose", "vision/scene", "vision/scene/artwork", "vision/trial", "vision/trial/lessons"},
	"vision/trial/teaching": {"models", "vision/learn", "vision/locate", "vision/raster", "vision/scene", "vision/scene/artwork", "vision/teach", "vision/trial/lessons"},
	"internal/relearn":      {"models", "calibration", "ledger", "vision/learn", "vision/photo", "internal/usage"},
	"internal/soak":         {"models", "device", "ledger", "scoring/books", "internal/demo", "internal/pipeline", "internal/referee"},
	"internal/doctor":       {"models", "calibration", "device", "ledger", "vision/camera", "vision/plane", "internal/access", "internal/referee"},
	"internal/footage":      {"models", "internal/durable"},
	"internal/usage":        {},
	"internal/durable":      {},
	"internal/report":       {"models", "scoring", "scoring/names", "ledger", "scoreboard/tiles", "internal/viewers"},
	"internal/records":      {},
	"internal/demo": {"models", "calibration", "device", "ledger", "scoring", "scoring/books", "vision/learn", "vision/camera", "vision/scene", "vision/scene/film", "vision/trial/lessons", "vision/watch",
		"internal/course", "internal/lookout", "internal/players", "internal/witness"},
}

// only says which folders may import a library from outside; a longer path has a row of its own
// where another folder may have that part.
var only = map[string][]string{
	"gocv.io/x/gocv":                              {"vision/raster", "vision/lens", "vision/naive"},
	"github.com/tarm/serial":                      {"device"},
	"github.com/eclipse/paho.mqtt.golang":         {"mqtt", "internal/soak", "internal/doctor"},
	"github.com/eclipse/paho.mqtt.golang/packets": {"mqtt", "scoreboard", "internal/packet"},
	"github.com/nats-io/nats-server":              {"mqtt"},
	"modernc.org/sqlite":                          {"ledger"},
	"github.com/spf13/cobra":                      {"cmd"},
	"github.com/coreos/go-systemd":                {"internal/table"},
	"github.com/prometheus/client_golang":         {"internal/table"},
	"github.com/skip2/go-qrcode":                  {"internal/setup", "scoreboard"},
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
var larger = map[string]int{"vision/scene": 19, "vision/scene/film": 20, "vision/play": 20}

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
