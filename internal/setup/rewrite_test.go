package setup

import (
	"errors"
	"strings"
	"testing"

	"jantaku/packaging"
)

func TestRewriteChangesTheValuesAndNothingElse(t *testing.T) {
	tests := []struct {
		name, text string
		values     map[string]any
		want       string
	}{
		{"a value keeps its comments", "# the port\ntable:\n  # of the board\n  port: \"\" # none\n  baud: 9600\n",
			map[string]any{"table.port": "/dev/ttyUSB0"}, "# the port\ntable:\n  # of the board\n  port: /dev/ttyUSB0 # none\n  baud: 9600\n"},
		{"a list of several lines becomes one", "match:\n  players:\n    - Ann\n    - Bo\n  # who begins\n  first_dealer: \"1\"\n",
			map[string]any{"match.players": []string{"Mei", "Ken, Jr.", "李 雷", "3"}}, "match:\n  players: [Mei, \"Ken, Jr.\", \"李 雷\", \"3\"]\n  # who begins\n  first_dealer: \"1\"\n"},
		{"a list that is not indented", "people:\n- name: a\n  role: admin\n\nweb:\n  pin: x\n",
			map[string]any{"people": []map[string]any{{"name": "b"}}}, "people: [{name: b}]\n\nweb:\n  pin: x\n"},
		{"a flow of several lines", "match:\n  options: {\n    a: b\n  }\n  rules: mcr\n", map[string]any{"match.options": map[string]string{}}, "match:\n  options: {}\n  rules: mcr\n"},
		{"a block of text", "web:\n  pin: |\n    one\n    two\n  listen: a:1\n", map[string]any{"web.pin": "$argon2id$v=19$m=1"}, "web:\n  pin: $argon2id$v=19$m=1\n  listen: a:1\n"},
		{"what is missing is added", "data: data\ncamera:\n    burst: 3\n", map[string]any{"camera.source": "pi", "photos": 5, "web.pin": "1"},
			"data: data\ncamera:\n    source: pi\n    burst: 3\nphotos: 5\nweb:\n  pin: \"1\"\n"},
		{"an empty section", "camera:\nweb:\n  pin: a\n", map[string]any{"camera.source": "pi"}, "camera:\n  source: pi\nweb:\n  pin: a\n"},
		{"an empty file", "", map[string]any{"table.id": "t"}, "table:\n  id: t\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Rewrite([]byte(tt.text), tt.values)
			if err != nil || strings.TrimLeft(string(got), "\n") != tt.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, tt.want)
			}
		})
	}
}

func TestThePackagedConfigurationCanBeRewrittenKeyByKey(t *testing.T) {
	text := []byte(packaging.Configuration())
	for _, key := range Keys() {
		var value any = "v, \"x\": # {["
		switch key {
		case "match.players", "people":
			value = []string{strings.Repeat("欧阳 ", 30), "b", "c: d", "#e"}
		case "match.options", "match.course":
			value = map[string]string{"a": "20/10/-10/-20", "b": "true"}
		}
		got, err := Rewrite(text, map[string]any{key: value})
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		before, after := strings.Split(string(text), "\n"), strings.Split(string(got), "\n")
		differ := 0
		for i := range min(len(before), len(after)) {
			if before[i] != after[i] {
				differ++
			}
		}
		if len(before) != len(after) || differ > 1 {
			t.Errorf("%s: %d lines of %d differ, now %d", key, differ, len(before), len(after))
		}
	}
}

func TestWhatCannotBeRewrittenIsRefused(t *testing.T) {
	for _, text := range []string{"table: {id: x}\n", "a: [", "- list\n", "table: &t\n  id: x\nweb: *t\n"} {
		if got, err := Rewrite([]byte(text), map[string]any{"table.port": "p"}); !errors.Is(err, errRewrite) {
			t.Errorf("%q: %v\n%s", text, err, got)
		}
	}
}

func FuzzRewrite(f *testing.F) {
	f.Add(packaging.Configuration(), "x")
	f.Add("table:\n- a\n", "a\nb: c")
	f.Add("\"table\" :\n    port   : >\n     long\n     text\n", "\t#")
	f.Fuzz(func(t *testing.T, text, value string) {
		got, err := Rewrite([]byte(text), map[string]any{"table.port": value, "match.players": []string{value}})
		if err != nil {
			return
		}
		if again, err := Rewrite(got, map[string]any{"table.port": value}); err != nil || string(again) != string(got) {
			t.Errorf("a second time: %v\n%q\n%q", err, got, again)
		}
	})
}
