package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/usageerror"
	"jantaku/ledger"
)

// jantaku runs the command line and gives what it prints.
func jantaku(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := newRootCommand()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(args)
	err := root.ExecuteContext(context.Background())
	return out.String(), err
}

// TestATypedHandSaysWhoPays claims that neither a draw with riichi nor melds of unknown
// suppliers are booked as if nobody had asked.
func TestATypedHandSaysWhoPays(t *testing.T) {
	three := "[555z%s] [666z%s] [777z%s] 456s2p +2p"
	for _, tt := range []struct{ rules, refused, taken, want string }{
		{"riichi", "draw --laid=Bo --ready=none", "draw --laid=Bo --ready=none --noten=Bo", "1 hands played"},
		{"riichi", "draw --laid=Bo --ready=Ann", "draw --laid=Bo --ready=Ann,Bo", "1 hands played"},
		{"lingque-29", "win Bo --from=Ann " + strings.ReplaceAll(three, "%s", ""), "win Bo --from=Ann " + strings.ReplaceAll(three, "%s", "^"), "Bo from Ann"},
	} {
		file := "--ledger=" + filepath.Join(t.TempDir(), "club.ledger")
		match := func(words string) (string, error) {
			flags, hand, typed := strings.Cut(words, " [")
			args := append(append([]string{"match"}, strings.Fields(flags)...), file)
			if typed {
				args = append(args, "["+hand)
			}
			return jantaku(t, args...)
		}
		if out, err := jantaku(t, "match", "new", "Ann", "Bo", "Cui", "Dai", "--rules="+tt.rules, file); err != nil {
			t.Fatal(out, err)
		}
		if out, err := match(tt.refused); err == nil {
			t.Errorf("%s is booked:\n%s", tt.refused, out)
		}
		if out, err := match(tt.taken); err != nil || !strings.Contains(out, tt.want) {
			t.Errorf("%s: %v\n%s", tt.taken, err, out)
		}
	}
}

func TestAMatchIsKeptFromTheCommandLine(t *testing.T) {
	dir := t.TempDir()
	file := "--ledger=" + filepath.Join(dir, "club.ledger")
	hand := "[123m<] 456p 789s 1122z +2z"
	for _, step := range []struct {
		name, want string
		args       []string
	}{
		{"start", "round 1 deal 1", []string{"match", "new", "Ann", "Bo", "Cui", "Dai", "--length=half", "--id=m1"}},
		{"a win", "-36  +144  -72  -36", []string{"match", "win", "Bo", hand, "--from=Cui"}},
		{"and again", "2 hands played", []string{"match", "win", "Bo", hand, "--from=Cui", "--again"}},
		{"taken back", "1 hands played", []string{"match", "undo"}},
		{"a self-draw", "-72  +216  -72", []string{"match", "win", "2", hand}},
		{"a draw", "3 hands played", []string{"match", "draw"}},
		{"another discarder", "Bo from Ann (corrected)", []string{"match", "correct", "1", "--from=Ann", "--why=misread"}},
		{"undone", "Bo from Cui", []string{"match", "undo"}},
		{"and again", "Bo from Ann (corrected)", []string{"match", "redo"}},
		{"other tiles", "-30  +120  -60  -30", []string{"match", "correct", "1", "--from=Cui", "--replace=2z=3z", "--replace=2z=3z", "--tile=3z"}},
		{"are scored again", "客风刻 2, 三色贯通 8", []string{"export", "--format=csv"}},
		{"hands since are shown", "with --later replay", []string{"match", "correct", "1", "--winner=Ann", "--from=Cui", "--preview"}},
		{"and stand", "2     1-2    -72   +216  -72", []string{"match", "correct", "1", "--winner=Ann", "--from=Cui"}},
		{"or not", "2     1-1", []string{"match", "correct", "1", "--winner=Ann", "--from=Cui", "--later=replay"}},
		{"undone", "3 hands played", []string{"match", "undo"}},
		{"undone too", "-30  +120  -60  -30", []string{"match", "undo"}},
		{"who deals", "round 2 deal 3, honba 0", []string{"match", "position", "--dealer=Cui", "--round=2"}},
		{"a penalty", "free", []string{"match", "penalty", "Dai", "--points=10"}},
		{"who sits where", "1      W     Bo", []string{"match", "seats", "Bo", "Ann", "Cui", "Dai"}},
		{"the end", "finished after 3 hands", []string{"match", "finish"}},
		{"all versions", "misread", []string{"match", "show", "--versions"}},
		{"the list", "finished", []string{"match", "list"}},
		{"the standings", "1-0-0-0", []string{"match", "standings"}},
		{"the replay", "everything agrees", []string{"replay", "--rescore"}},
		{"a table", "m1,", []string{"export", "--format=csv"}},
		{"a page", "<html lang=\"ja\">", []string{"export", "--format=html", "--lang=ja"}},
		{"a backup", "holds the ledger", []string{"backup", filepath.Join(dir, "copy")}},
		{"and back", "is restored from", []string{"backup", "restore", filepath.Join(dir, "copy")}},
		{"still there", "finished after 3 hands", []string{"match", "show", "m1"}},
	} {
		out, err := jantaku(t, append(step.args, file)...)
		if err != nil || !strings.Contains(out, step.want) {
			t.Fatalf("%s: want %q\n%s\n%v", step.name, step.want, out, err)
		}
	}
}

func TestARiichiMatchIsKeptFromTheCommandLine(t *testing.T) {
	file := "--ledger=" + filepath.Join(t.TempDir(), "riichi", "club.ledger")
	hand := "123m 456p 234s 55p 78s +9s riichi"
	for _, step := range []struct {
		want string
		args []string
	}{
		{"25000", []string{"match", "new", "Ann", "Bo", "Cui", "Dai", "--rules=riichi", "--profile=tenhou", "--course=bust=zero"}},
		{"+1500  -1500  +1500", []string{"match", "draw", "--ready=Ann,Cui"}},
		{"round 1 deal 1, honba 2, sticks 1", []string{"match", "draw", "--abort=four-kongs", "--laid=Dai"}},
		{"Bo and Dai from Ann", []string{"match", "win", "Dai", hand, "--from=Ann", "--laid=Bo,Dai", "--also", "Bo=456m 789p 234p 22m 78s +9s riichi"}},
		{"chombo", []string{"match", "penalty", "Cui", "chombo"}},
		{"multi_ron", []string{"export", "--format=pantheon", "--ids=1,2,3,4", "--event=9"}},
		{"四槓散了", []string{"export", "--format=tenhou"}},
		{"everything agrees", []string{"replay", "--rescore"}},
	} {
		out, err := jantaku(t, append(step.args, file)...)
		if err != nil || !strings.Contains(out, step.want) {
			t.Fatalf("%v: want %q\n%s\n%v", step.args, step.want, out, err)
		}
	}
}

// TestAYuqueMatchIsKeptFromTheCommandLine claims what docs/ledger.md says of waiting hands.
// Bo's 456m456m456p45688s is 11 fan: 121, of which Ann loses 60 (60.5 to even). Cui's 1m 4m 7m
// are 3, 3 and 2 fan: 9 points pay 4; with 1m and 4m gone 4 points pay 2. Dai's dragon pung,
// dragon pair and 2 for the pung are 4 fan: 16 points pay 8.
func TestAYuqueMatchIsKeptFromTheCommandLine(t *testing.T) {
	file := "--ledger=" + filepath.Join(t.TempDir(), "yuque.ledger")
	hand, cui, dai := "456m 456m 456p 45s 88s +6s", "Cui=23456m 456p 678s 99p", "Dai=[111s] 234m 345p 66z 77z"
	for _, step := range []struct {
		want string // in the output, or in the error after "!"
		args []string
	}{
		{"round 1 deal 1", []string{"match", "new", "Ann", "Bo", "Cui", "Dai", "--rules=yuque-54"}},
		{"!say who shows a waiting hand", []string{"match", "win", "Bo", hand, "--from=Ann"}},
		{"!say who shows a waiting hand", []string{"match", "draw"}},
		{"!give the tiles", []string{"match", "draw", "--ready=Cui=7"}},
		{"!give the tiles", []string{"match", "win", "Bo", hand, "--ready=Cui=-50"}},
		{"!say which tiles were shown", []string{"match", "draw", "--ready=Cui"}},
		{"!which of its waits are gone", []string{"match", "win", "Bo", hand, "--from=Ann", "--ready=" + cui}},
		{"!waits for no tile", []string{"match", "draw", "--ready=Cui=147m 147p 147s 1234z"}},
		{"-60  +121  +4   +8   Bo from Ann, Cui ready with 3 fan, Dai ready with 4 fan", []string{"match", "win", "Bo", hand, "--from=Ann", "--ready=" + cui, "--ready=" + dai, "--gone=Cui=none"}},
		{"Bo   门前清 2, 三色同顺 7, 一般高 2  11 fan  121\nCui  门前清 2, 喜相逢 1", []string{"match", "show"}}, // 报番: from the winner, counter-clockwise
		{"Dai  番牌:中 1, 番牌:發 1, 番刻 2  4 fan   16, half of it paid", []string{"match", "show"}},
		{"+0   +0    +2   +0   draw, Cui ready with 2 fan", []string{"match", "draw", "--ready=" + cui, "--gone=Cui=14m"}},
		{"+0   +0    +2   +0   draw, Cui ready with 2 fan", []string{"match", "draw", "--ready=" + cui, "--lying=1111m 444m 22z"}},
		{"+0   +0    +0   +0   draw", []string{"match", "draw", "--ready=none"}},
		{"draw (corrected)", []string{"match", "correct", "4", "--points=0,0,7,0"}},
		{"everything agrees", []string{"replay", "--rescore"}},
	} {
		out, err := jantaku(t, append(step.args, file)...)
		says, refused := strings.CutPrefix(step.want, "!")
		if refused && (err == nil || !strings.Contains(err.Error(), says)) || !refused && (err != nil || !strings.Contains(out, says)) {
			t.Fatalf("%v: want %q\n%s\n%v", step.args, step.want, out, err)
		}
	}
}

func TestWrongUseOfMatchCommands(t *testing.T) {
	dir := t.TempDir()
	file := "--ledger=" + filepath.Join(dir, "club.ledger")
	if out, err := jantaku(t, "match", "show", file); !errors.Is(err, ledger.ErrNoLedger) {
		t.Errorf("no file: %s %v", out, err)
	}
	if out, err := jantaku(t, "match", "new", "Ann", "Bo", "Cui", "Dai", file); err != nil {
		t.Fatal(out, err)
	}
	for _, args := range [][]string{
		{"match", "new", "Ann", "Bo"},
		{"match", "win", "Eve", "123m 456p 789s 1122z +2z"},
		{"match", "win", "Bo", "123m"},
		{"match", "penalty", "Bo"},
		{"match", "draw", "--points=1,2"},
		{"match", "seats", "Ann", "Bo", "Cui", "Eve"},
		{"export", "--format=paper"},
		{"match", "new", "Ann", "Bo", "Cui", "Dai", "--course=seats"},
	} {
		if out, err := jantaku(t, append(args, file)...); !errors.Is(err, usageerror.Err) {
			t.Errorf("%v gives %v, want wrong use\n%s", args, err, out)
		}
	}
	for _, args := range [][]string{
		{"match", "new", "Ann", "Bo", "Cui", "Dai"},
		{"match", "correct", "1", "--draw"},
		{"match", "undo"},
		{"match", "cancel", "x"},
		{"export", "--format=tenhou"},
		{"backup", "restore", filepath.Join(dir, "nothing")},
	} {
		if out, err := jantaku(t, append(args, file)...); err == nil || errors.Is(err, usageerror.Err) {
			t.Errorf("%v gives %v, want a failure\n%s", args, err, out)
		}
	}
}

func TestAnExportedFileAppearsOnlyWhenItIsWhole(t *testing.T) {
	dir := t.TempDir()
	file, out := "--ledger="+filepath.Join(dir, "club.ledger"), filepath.Join(dir, "out.json")
	if text, err := jantaku(t, "match", "new", "Ann", "Bo", "Cui", "Dai", file); err != nil {
		t.Fatal(text, err)
	}
	if _, err := jantaku(t, "export", "--format=tenhou", "-o", out, file); !errors.Is(err, ledger.ErrNotRiichi) {
		t.Errorf("got %v", err)
	}
	if left, err := filepath.Glob(out + "*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if text, err := jantaku(t, "export", "--format=json", "-o", out, file); err != nil {
		t.Fatal(text, err)
	}
	if b, err := os.ReadFile(out); err != nil || !bytes.Contains(b, []byte("Cui")) {
		t.Errorf("%s %v", b, err)
	}
}

func TestWhatWasAgreedIsCorrectedFromTheCommandLine(t *testing.T) {
	file := "--ledger=" + filepath.Join(t.TempDir(), "club.ledger")
	for _, step := range []struct {
		want string
		args []string
	}{
		{"Ann", []string{"match", "new", "Ann", "Bo", "Cui", "Dai", "--rules=mcr", "--length=east", "--dealer=2"}},
		{"1 hands", []string{"match", "draw"}},
		{"2 hands", []string{"match", "draw"}},
		{"3 hands", []string{"match", "draw"}},
		{"finished by the rules (length)", []string{"match", "draw"}},
		{"round 2 deal 1", []string{"match", "agree", "--length=half", "--name=Bo=Bob", "--why=two rounds"}},
		{"1      N     Dai", []string{"match", "seats"}},
		{"5 hands", []string{"match", "win", "Bob", "123m 456m 789m 11z 78s +9s", "--from=Ann", "--also", "Cui=123m 456m 789m 11z 78s +9s"}},
		{"Cui from Ann", []string{"match", "show"}}, // 截和: Cui sits nearer since the round ended
		{"everything agrees", []string{"replay", "--rescore"}},
	} {
		out, err := jantaku(t, append(step.args, file)...)
		if err != nil || !strings.Contains(out, step.want) {
			t.Fatalf("%v: want %q\n%s\n%v", step.args, step.want, out, err)
		}
	}
}

// TestAHandTypedTwiceIsNotBookedTwice claims that the command line asks too.
func TestAHandTypedTwiceIsNotBookedTwice(t *testing.T) {
	file := "--ledger=" + filepath.Join(t.TempDir(), "club.ledger")
	if out, err := jantaku(t, "match", "new", "Ann", "Bo", "Cui", "Dai", file); err != nil {
		t.Fatal(out, err)
	}
	win := []string{"match", "win", "Bo", "[123m<] 456p 789s 1122z +2z", "--from=Cui", file}
	if out, err := jantaku(t, win...); err != nil {
		t.Fatal(out, err)
	}
	if out, err := jantaku(t, win...); err == nil || !strings.Contains(err.Error(), "--again") {
		t.Errorf("typed twice: %v\n%s", err, out)
	}
	if out, err := jantaku(t, append(win, "--again")...); err != nil || !strings.Contains(out, "2 hands played") {
		t.Errorf("as another hand: %v\n%s", err, out)
	}
}
