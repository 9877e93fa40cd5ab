package export

import (
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoreboard/tiles"
	"jantaku/scoring/riichi"
)

var pictures = flag.String("pictures", "", "folder to write a picture of kobalab's viewer to, to be looked at")

// viewerStyle puts the parts of kobalab's board where they can be seen.
const viewerStyle = `body{margin:0;background:#2c5f4f;color:#fff;font:15px sans-serif}.loaddata,.hide{display:none}img{width:30px;vertical-align:bottom}
.board{position:relative;width:1000px;height:720px;margin:auto}.shoupai,.he,.player{position:absolute}
.main.shoupai{left:150px;bottom:10px}.duimian.shoupai{left:150px;top:10px}.xiajia.shoupai{left:560px;top:110px}.shangjia.shoupai{left:10px;top:520px}
.he{width:200px}.he img{width:28px}.main.he{left:410px;bottom:110px}.duimian.he{left:410px;top:80px}.xiajia.he{left:700px;top:290px}.shangjia.he{left:120px;top:290px}
.he .break{display:block}.lizhi{display:inline-block;transform:rotate(-90deg)}.zimo{margin-left:8px}.fulou>span{margin-left:4px}
.main.player{left:20px;bottom:20px}.duimian.player{left:20px;top:20px}.xiajia.player{right:20px;top:180px}.shangjia.player{left:20px;top:480px}
.score{position:absolute;left:400px;top:300px;width:220px}.score img{width:20px}#told{position:absolute}`

// viewerPage is the page that kobalab's viewer fills.
func viewerPage(t *testing.T, paipu Paipu) string {
	t.Helper()
	game, err := json.Marshal(paipu)
	if err != nil {
		t.Fatal(err)
	}
	sides := func(class, inner string) (all string) {
		for _, side := range []string{"main", "xiajia", "duimian", "shangjia"} {
			all += fmt.Sprintf(`<div class="%s %s">%s</div>`, class, side, inner)
		}
		return all
	}
	picture := func(name string, svg []byte) string {
		return fmt.Sprintf(`<span class="pai" data-pai="%s"><img src="data:image/svg+xml;base64,%s"></span>`, name, base64.StdEncoding.EncodeToString(svg))
	}
	faces := picture("_", []byte(tiles.Back(1)))
	for i := range models.Kinds {
		faces += picture(kobalabTile(models.KindAt(i)), []byte(tiles.SVG(models.KindAt(i))))
	}
	for suit := range 3 {
		red := models.NewTile(models.Suit(suit), 0)
		faces += picture(kobalabTile(red), []byte(tiles.SVG(red)))
	}
	hand := `<span class="bingpai"></span><span class="fulou"></span>`
	return `<!DOCTYPE html><meta charset="utf-8"><style>` + viewerStyle + `</style><div class="loaddata">` + faces + `</div><div id="told"></div>
<div id="game"><div class="board"><div class="kaiju"><span class="title"></span></div>
<div class="score"><span class="jushu"></span> <span class="changbang"></span> <span class="lizhibang"></span>
<div class="shan"><span class="baopai"></span> <span class="paishu"></span></div><div class="defen">` + sides("", "") + `</div></div>` +
		sides("shoupai", hand) + sides("he", `<div class="chouma"></div><div class="dapai"></div>`) + sides("player", "") + sides("say", "") +
		`<div class="hule-dialog"><div class="hule"><div class="shan"></div><div class="shoupai">` + hand + `</div><div class="hupai">
<div class="r_hupai"><span class="name"></span><span class="fanshu"></span></div><div class="r_defen"><span class="defen"></span></div></div></div><div class="pingju"></div></div>
<div class="summary"></div></div><div class="controller"></div></div>
<script>window.PAIPU=` + strings.ReplaceAll(string(game), "</", `<\/`) + `</script><script src="bundle.js"></script>`
}

// TestKobalabsViewerShowsEveryHand claims that hands as a camera saw them are replayed by
// kobalab's own viewer in a browser, from the deal to the end.
func TestKobalabsViewerShowsEveryHand(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds; skipping with -short")
	}
	node, chromium := sharedtest.Tool(t, "node", "nodejs"), sharedtest.Tool(t, "chromium", "chromium-browser", "google-chrome")
	find := `const p=require("path");require.resolve("@kobalab/majiang-ui/lib/paipu");console.log(p.join(p.dirname(require.resolve("esbuild/package.json")),"../@esbuild/"+process.platform+"-"+process.arch+"/bin/esbuild"))`
	bundler, err := exec.Command(node, "-e", find).Output()
	if err != nil {
		t.Skip("npm install @kobalab/majiang-ui esbuild and set NODE_PATH to see hands in its viewer; skipping")
	}
	rules := riichiBook(t)
	game := watched(gameOf(t, played(t, rules, riichi.Course{}, "tenhou", 8), rules, riichi.Course{}))
	paipu, err := Kobalab(game)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	page := filepath.Join(folder, "viewer.html")
	if err := os.WriteFile(page, []byte(viewerPage(t, paipu)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), strings.TrimSpace(string(bundler)), "testdata/viewer.js", "--bundle", "--log-level=error",
		"--outfile="+filepath.Join(folder, "bundle.js")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	browse := func(args ...string) string {
		args = append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + filepath.Join(folder, "profile"),
			"--window-size=1040,760", "--virtual-time-budget=20000"}, args...)
		out, err := exec.CommandContext(t.Context(), chromium, append(args, "file://"+page)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	told := regexp.MustCompile(`<div id="told">([^<]*)</div>`).FindStringSubmatch(browse("--dump-dom"))
	var found struct{ Moves, Lying int }
	if told == nil || json.Unmarshal([]byte(html.UnescapeString(told[1])), &found) != nil {
		t.Fatalf("the viewer says %q", told)
	}
	moves, lying := 0, 0
	for i, h := range game.Hands {
		moves += len(paipu.Log[i])
		for _, m := range h.Record.Events {
			switch m.Do {
			case models.Discarded:
				lying++
			case models.CalledChow, models.CalledPung, models.CalledKong:
				lying--
			}
		}
	}
	if found.Moves != moves || found.Lying != lying {
		t.Errorf("the viewer shows %d of %d moves and %d of %d tiles in the rivers", found.Moves, moves, found.Lying, lying)
	}
	if *pictures != "" {
		browse("--screenshot=" + filepath.Join(*pictures, "kobalab.png"))
	}
}
