package mqtt_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"jantaku/mqtt"
)

// schemaNode is a part of a payload's schema.
type schemaNode struct {
	Ref         string                 `json:"$ref"`
	Properties  map[string]*schemaNode `json:"properties"`
	Items       *schemaNode            `json:"items"`
	Definitions map[string]*schemaNode `json:"definitions"`
}

// loop and reading are how a lambda of ESPHome walks a payload: x is all of it.
var (
	loop    = regexp.MustCompile(`for \(JsonObject (\w+) : (\w+)\["(\w+)"\]`)
	reading = regexp.MustCompile(`\b(\w+)\["(\w+)"\]`)
)

// TestThePanelsReadWhatIsPublished claims that the configuration of the panels listens to topics that there are, for
// each of the four places, and reads from their payloads only what the schemas have.
func TestThePanelsReadWhatIsPublished(t *testing.T) {
	text, err := os.ReadFile("../packaging/esphome/jantaku-seat.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var panel struct {
		Substitutions map[string]string
		MQTT          struct {
			Messages []struct {
				Topic string
				Then  []map[string]string
			} `yaml:"on_json_message"`
		}
	}
	if err := yaml.Unmarshal(text, &panel); err != nil {
		t.Fatal(err)
	}
	at := mqtt.Address{Prefix: panel.Substitutions["prefix"], Table: panel.Substitutions["table"], Node: panel.Substitutions["node"]}
	replaced := func(s string) string {
		for name, value := range panel.Substitutions {
			s = strings.ReplaceAll(s, "${"+name+"}", value)
		}
		return s
	}
	topics := map[string]string{at.Status(): "status"}
	for _, rule := range mqtt.Topics() {
		if rule.Retained && !rule.Suffixed {
			topics[at.Topic(rule.Kind)] = string(rule.Kind)
		}
	}
	read := 0
	for _, m := range panel.MQTT.Messages {
		kind, known := topics[replaced(m.Topic)]
		if !known || strings.Contains(replaced(m.Topic), "${") {
			t.Errorf("nothing retained is published at %s", replaced(m.Topic))
			continue
		}
		var schema schemaNode
		text, err := os.ReadFile(filepath.Join("../docs/schemas", kind+".json"))
		if err == nil {
			err = json.Unmarshal(text, &schema)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, then := range m.Then {
			read += checkLambda(t, kind, &schema, then["lambda"])
		}
	}
	if read < 8 {
		t.Errorf("the panel reads %d fields of payloads", read)
	}
	if !strings.Contains(string(text), `!= ${place}`) || strings.Contains(replaced(string(text)), "${") {
		t.Error("a substitution is not given, or the place is not one")
	}
}

// checkLambda claims that every field that a lambda reads is in the schema of its payload, and counts them.
func checkLambda(t *testing.T, kind string, schema *schemaNode, lambda string) (n int) {
	t.Helper()
	whole := func(s *schemaNode) *schemaNode {
		if name, ok := strings.CutPrefix(s.Ref, "#/definitions/"); ok {
			return schema.Definitions[name]
		}
		return s
	}
	holds := map[string]*schemaNode{"x": schema}
	for _, m := range loop.FindAllStringSubmatch(lambda, -1) {
		if list := holds[m[2]].Properties[m[3]]; list != nil && list.Items != nil {
			holds[m[1]] = whole(list.Items)
		} else {
			t.Errorf("%s: %s is no list", kind, m[3])
		}
	}
	for _, m := range reading.FindAllStringSubmatch(lambda, -1) {
		n++
		if of := holds[m[1]]; of == nil || of.Properties[m[2]] == nil {
			t.Errorf("%s: the payload has no %s that %s could be asked for", kind, m[2], m[1])
		}
	}
	return n
}
