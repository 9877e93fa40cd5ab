package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jantaku/internal/command"
	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/lines"
	"jantaku/scoring/scoringtest"
)

// TestWaitsOfLinesAreAnsweredInOrder claims the words of the contract, worked out by hand:
// 23456m 456p 678s 99p waits for 1m 4m 7m, worth 3, 3 and 2 fan.
func TestWaitsOfLinesAreAnsweredInOrder(t *testing.T) {
	in := strings.Join([]string{
		`{"id":"a","concealed":"23456m456p678s99p","melds":[],"seat":"S","seen":""}`,
		`{"id":"dead","concealed":"23456m456p678s99p","melds":[],"seat":"S","seen":"1111m444m7777m"}`,
		`{"id":"few","concealed":"22z99p12m","melds":[{"type":"added-kong","tiles":"5555z","from":"left"}],"seat":"E"}`,
		`{"id":"not","concealed":"147m147p147s1234z","melds":[],"seat":"S"}`,
		`{"id":"bad","concealed":"23456m","melds":[],"seat":"S"}`,
		`nonsense`,
	}, "\n")
	var out bytes.Buffer
	book, err := command.OpenBook("yuque-54", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := lines.Answer(strings.NewReader(in), &out, func(line []byte) any { return lines.Waits(book, line) }); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{ // the worked example 12 of the specification
		`{"id":"a","ready":true,"waits":[{"tile":"1m","left":4,"fan":3},{"tile":"4m","left":3,"fan":3},{"tile":"7m","left":4,"fan":2}],"points":9,"gain":4,"fans":[{"id":"men-qian-qing","name":"门前清","count":1,"value":2},{"id":"xi-xiang-feng"`,
		`{"id":"dead","ready":true,"waits":[{"tile":"1m","left":0,"fan":3},{"tile":"4m","left":0,"fan":3},{"tile":"7m","left":0,"fan":2}],"points":4,"gain":2,"fans":[{"id":"men-qian-qing"`,
		"tile-count",
		`{"id":"not","ready":false,"waits":[],"points":0,"gain":0,"fan":null}`,
		"tile-count", "bad-json",
	}
	for i, line := range got {
		if i >= len(want) || !strings.Contains(line, want[i]) {
			t.Errorf("line %d: %s", i, line)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d answers to %d lines", len(got), len(want))
	}
}

// TestTheReferenceWaitingHandsAreAnsweredOnTheCommandLine sends the reference states through
// jantaku waits --jsonl.
func TestTheReferenceWaitingHandsAreAnsweredOnTheCommandLine(t *testing.T) {
	words := strings.NewReplacer(`"chi"`, `"chow"`, `"pon"`, `"pung"`, `"ankong"`, `"concealed-kong"`, `"1z"`, `"E"`, `"2z"`, `"S"`, `"3z"`, `"W"`, `"4z"`, `"N"`)
	type answer struct {
		Waits []scoring.Wait
		Fan   *int
		Gain  int
		Ready bool
	}
	var want []answer
	var in bytes.Buffer
	for _, raw := range scoringtest.RawLines(t, sharedtest.Path(t, "rules/yuque/tenpai_settle.jsonl.gz")) {
		var s struct {
			Kind, Seat         string
			Concealed, Visible models.Tiles
			Melds              json.RawMessage
			Waits              []scoring.Wait
			Tenpai             bool
			Fan                *int
			Gain               int
		}
		if err := json.Unmarshal(raw, &s); err != nil {
			continue // settlements have other fields
		}
		if s.Kind != "tenpai" {
			continue
		}
		want = append(want, answer{s.Waits, s.Fan, s.Gain, s.Tenpai})
		fmt.Fprintf(&in, "{\"id\":\"%d\",\"concealed\":%q,\"melds\":%s,\"seat\":%s,\"seen\":%q}\n", len(want), s.Concealed.String(),
			words.Replace(string(s.Melds)), words.Replace(fmt.Sprintf("%q", s.Seat)), s.Visible.String())
	}
	book, err := command.OpenBook("yuque-54", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := lines.Answer(&in, &out, func(line []byte) any { return lines.Waits(book, line) }); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&out)
	for i, w := range want {
		var got answer
		if err := dec.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Fan, w.Fan) || got.Gain != w.Gain || got.Ready != w.Ready || !slices.Equal(got.Waits, w.Waits) {
			t.Errorf("state %d: got %+v, want %+v", i+1, got, w)
		}
	}
	if len(want) < 100 {
		t.Errorf("%d states", len(want))
	}
}
