package mqtt_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

var update = flag.Bool("update", false, "write golden files")

// schemas names the JSON Schema of each payload: docs/schemas/<name>.json.
var schemas = map[string]any{
	"availability": mqtt.Availability{}, "state": mqtt.State{}, "score": mqtt.Score{}, "match": mqtt.Match{}, "hand": mqtt.Hand{},
	"review": mqtt.Review{}, "course": mqtt.Course{}, "round": mqtt.Round{}, "move": mqtt.Move{}, "event": mqtt.Event{}, "journal": mqtt.JournalEvent{}, "response": mqtt.Response{}, "status": mqtt.Status{},
}

var docs = filepath.Join("..", "docs")

// object is JSON with its fields in a fixed order, as encoding/json sorts maps.
type object = map[string]any

// notation are the types of package models that write themselves as text.
var notation = map[string]object{
	"models.Tile":       {"type": "string", "pattern": `^([0-9][mps]|[1-7]z|[1-8]f|[?#])?$`, "description": "one tile in notation; empty while unknown"},
	"models.Point":      {"type": "array", "items": object{"type": "number"}, "minItems": 2, "maxItems": 2, "description": "x and y"},
	"models.Tiles":      {"type": "string", "pattern": `^([0-9]+[mpszf]|[?#])*$`, "description": "tiles in notation, such as 123m44p"},
	"models.Seat":       {"enum": []string{"E", "S", "W", "N", ""}},
	"models.Side":       {"enum": []string{"left", "across", "right"}},
	"models.MeldKind":   {"enum": []string{"chow", "pung", "kong", "added-kong", "concealed-kong"}},
	"models.Place":      {"type": "integer", "minimum": 0, "maximum": 4, "description": "side of the table, 1 to 4 counter-clockwise; 0 for none"},
	"models.Flags":      {"type": "array", "items": object{"enum": []string{"heavenly", "earthly", "kong-draw", "rob-kong", "last-draw", "last-discard", "last-of-kind", "ippatsu", "kong-discard"}}},
	"models.State":      {"enum": []string{"ready", "not-ready", "pig"}},
	"models.Void":       {"enum": []string{"m", "p", "s", ""}},
	"models.FlowerSet":  {"type": []string{"integer", "string"}, "description": "count, or tiles such as 15f"},
	"time.Time":         {"type": "string", "format": "date-time"},
	"json.Number":       {"type": "number"},
	"json.RawMessage":   {},
	"mqtt.HandStatus":   {"enum": []string{"pending", "counted", "corrected"}},
	"mqtt.CourseStatus": {"enum": []string{"none", "playing", "ended"}},
	"models.Deed":       {"enum": []string{"draw", "discard", "chow", "pung", "kong", "added-kong", "concealed-kong", "flower", "dora", "win", "draw-game", "exchange", "void"}},
}

// writer builds schemas from the types, with their comments as descriptions.
type schemaWriter struct {
	comments map[string]string // "Hand" or "Hand.Number" to its comment
	defs     object
}

// commentsOf reads the comments of the payload types from the source.
func commentsOf(t *testing.T) map[string]string {
	t.Helper()
	comments := map[string]string{}
	for _, name := range []string{"payload.go", "course.go", "requests.go", "../models/record.go", "../models/win.go", "../models/meld.go", "../models/reading.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			decl, ok := n.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				return true
			}
			for _, spec := range decl.Specs {
				spec := spec.(*ast.TypeSpec)
				comments[spec.Name.Name] = oneLine(decl.Doc.Text())
				if s, ok := spec.Type.(*ast.StructType); ok {
					for _, f := range s.Fields.List {
						for _, id := range f.Names {
							comments[spec.Name.Name+"."+id.Name] = oneLine(f.Doc.Text() + f.Comment.Text())
						}
					}
				}
			}
			return true
		})
	}
	return comments
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (w *schemaWriter) schema(t reflect.Type) object {
	if known, ok := notation[t.String()]; ok {
		return known
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.schema(t.Elem())
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Slice, reflect.Array:
		items := object{"type": "array", "items": w.schema(t.Elem())}
		if t.Kind() == reflect.Slice {
			items["type"] = []string{"array", "null"}
		}
		return items
	case reflect.Interface: // anything
		return object{}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": w.schema(t.Elem())}
	case reflect.Struct:
		name := t.Name()
		if t.PkgPath() == reflect.TypeFor[models.Win]().PkgPath() {
			name = "models" + name // models.Win is the hand format, mqtt.Win one player's win
		}
		if _, done := w.defs[name]; !done {
			w.defs[name] = nil // a type may hold itself
			w.defs[name] = w.structure(t)
		}
		return object{"$ref": "#/definitions/" + name}
	}
	panic("no schema for " + t.String())
}

func (w *schemaWriter) structure(t reflect.Type) object {
	properties, required := object{}, []string{}
	w.fields(t, properties, &required)
	s := object{"type": "object", "properties": properties, "required": required}
	if about := w.comments[t.Name()]; about != "" {
		s["description"] = about
	}
	return s
}

func (w *schemaWriter) fields(t reflect.Type, properties object, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && tag == "" {
			w.fields(f.Type, properties, required)
			continue
		}
		s := object{}
		for k, v := range w.schema(f.Type) {
			s[k] = v
		}
		if about := w.comments[t.Name()+"."+f.Name]; about != "" {
			s["description"] = about
		}
		properties[tag] = s
		if !strings.Contains(options, "omit") {
			*required = append(*required, tag)
		}
	}
}

// The schemas are the types, with their comments; a field that is added to a type
// without them is noticed here.
func TestSchemasAreThoseOfTheTypes(t *testing.T) {
	comments := commentsOf(t)
	for name, payload := range schemas {
		w := &schemaWriter{comments: comments, defs: object{}}
		root := w.structure(reflect.TypeOf(payload))
		root["$schema"] = "http://json-schema.org/draft-07/schema#"
		root["title"] = "jantaku/" + name
		if properties := root["properties"].(object); properties["schema"] != nil {
			properties["schema"] = object{"const": "jantaku/" + name}
			properties["version"] = object{"const": mqtt.Version}
		}
		root["definitions"] = w.defs
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(root); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join(docs, "schemas", name+".json")
		if *update {
			if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s is stale; run go test ./mqtt -run Schemas -update and read the diff", golden)
		}
	}
}

// check compares a payload with a schema of docs/schemas.
func check(t *testing.T, name string, payload []byte) error {
	t.Helper()
	compiled, err := jsonschema.NewCompiler().Compile(filepath.Join(docs, "schemas", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}

// What really arrives at somebody else's client fits the schemas.
func TestPublishedPayloadsFitTheirSchemas(t *testing.T) {
	port := sharedtest.FreePort(t)
	startEmbedded(t, port, t.TempDir())
	c := openClub(t)
	ear := listen(t, port, "jantaku/#")
	outbox := mqtt.NewJournalOutbox(c, here)
	p := run(t, mqtt.Config{Broker: url(port), Program: "jantaku test"}, outbox, &desk{})
	c.play(t, won(t, "h1", "(9999s) 22p 678p 111m 99p +9p flowers=15f", 2, 3))
	c.play(t, models.HandRecord{ID: "h2", Outcome: models.Outcome{Ending: models.Drawn, Ready: []models.Ready{{Place: 2}}}})
	outbox.Changed()
	for _, live := range []any{
		mqtt.State{Head: here.NewHead(mqtt.KindState, "s1", 1, now), Phase: "in-hand", Dice: []int{3, 4}, Break: &mqtt.WallBreak{Seat: models.West, Stack: 7, Of: 17}},
		mqtt.Availability{Head: here.NewHead(mqtt.KindAvailability, "a1", 1, now), Status: "degraded", Node: "node-1", Parts: map[string]mqtt.Part{"camera": {Message: "plug it in"}}},
		mqtt.Review{Head: here.NewHead(mqtt.KindReview, "r1", 1, now), Needs: []string{"tile"}, Hand: &mqtt.Hand{Head: here.NewHead(mqtt.KindHand, "h3", 1, now), Status: mqtt.Pending,
			Wins: []mqtt.Win{{Win: models.Win{Hand: models.Hand{Concealed: models.Tiles{models.EastWind}}}}}, Payments: []mqtt.Payment{}},
			Tiles: []mqtt.ReviewTile{{Tile: models.Unknown, Meld: -1, Alternatives: []models.Candidate{{Tile: models.White, Confidence: .4}}}}},
		watched(t),
		mqtt.Round{Head: here.NewHead(mqtt.KindRound, "n1", 1, now), Tournament: "Autumn Cup", Number: 1, Of: 8, Started: now, Ends: &now}, // as who directs it tells
	} {
		m, err := mqtt.NewMessage(here.Topic(kindOf(live)), live, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Retain(m); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "connected", func() bool { return p.Stats().Connected })
	tell(t, port, here.Request("confirm"), `{"transaction":"t1"}`, false)
	seen := map[string]int{}
	eventually(t, "every kind", func() bool {
		clear(seen)
		for _, m := range ear.messages() {
			seen[schemaOf(m.Topic)]++
		}
		return len(seen) == len(schemas) && seen["event"] >= 3 // the request itself is heard too; a move is data of events
	})
	for _, m := range ear.messages() {
		name := schemaOf(m.Topic)
		if name == "request" || m.Payload == "" {
			continue
		}
		if err := check(t, name, []byte(m.Payload)); err != nil {
			t.Errorf("%s: %v\n%s", m.Topic, err, m.Payload)
		}
	}
}

// watched is the course of a hand of which one discard is not final yet.
func watched(t *testing.T) mqtt.Course {
	t.Helper()
	manners := course.Manners{Manners: scoring.Manners{Dead: 14}, Hand: models.Thirteen}
	r := &models.Record{ID: "c1", Rules: "yuque-54", Dealer: 2, Events: []models.Move{
		{Do: models.Discarded, Place: 2, Tile: models.EastWind, Confidence: .999},
		{Do: models.CalledPung, Place: 4, Tile: models.EastWind, With: models.Tiles{models.EastWind, models.EastWind}, From: 2, Revision: 1},
		{Do: models.Discarded, Place: 4, Tile: models.NewTile(models.Dots, 5), Confidence: .98},
	}}
	told, hand, err := course.Told(r, manners)
	if err != nil || len(told.Events) != 4 { // the dealer's draw is told
		t.Fatal(told, err)
	}
	c := mqtt.CourseOf(r, hand, 2, func(at models.Place) mqtt.Player { return mqtt.Player{Place: at, Seat: at.SeatFor(2)} })
	c.Head = here.NewHead(mqtt.KindCourse, "c1-1", 1, now)
	return c
}

func TestACourseTellsWhatMayStillChange(t *testing.T) {
	c := watched(t)
	switch {
	case c.Status != mqtt.CoursePlaying || c.Turn != 1 || c.Events != 3 || c.Final != 2 || c.Revision != 1:
		t.Errorf("the course is %+v", c)
	case c.Sides[1].River[0].By != 4 || c.Sides[1].River[0].Provisional:
		t.Errorf("the called discard is %+v", c.Sides[1].River[0])
	case !c.Sides[3].River[0].Provisional || len(c.Sides[3].Melds) != 1 || c.Sides[3].Melds[0].From != models.Across || c.Sides[3].Held != 10:
		t.Errorf("who called has %+v", c.Sides[3])
	case c.Left != 136-14-52-1:
		t.Errorf("%d tiles are left", c.Left)
	}
	move, err := json.Marshal(mqtt.Move{Hand: "c1", Index: 2, Move: models.Move{Do: models.Discarded, Place: 4, Tile: models.NewTile(models.Dots, 5), Confidence: .98}})
	if err != nil {
		t.Fatal(err)
	}
	if err := check(t, "move", move); err != nil {
		t.Error(err)
	}
}

// TestTheVoidSuitIsTheOneToldElseThatOfTheFirstDiscard claims that a course tells a void suit as it was told, else that of the
// first discard and says so, that nothing follows from a discard where three tiles were exchanged before, and who passed what.
func TestTheVoidSuitIsTheOneToldElseThatOfTheFirstDiscard(t *testing.T) {
	three := models.Tiles{models.NewTile(models.Dots, 1), models.NewTile(models.Dots, 2), models.NewTile(models.Dots, 4)}
	threw := models.Move{Do: models.Discarded, Place: 2, Tile: models.NewTile(models.Dots, 5)}
	dots, bamboos := models.VoidOf(models.Dots), models.VoidOf(models.Bamboos)
	for name, c := range map[string]struct {
		exchange scoring.Exchange
		events   []models.Move
		void     models.Void
		likely   bool
		passed   string
	}{
		"nothing yet":               {},
		"a first discard":           {events: []models.Move{threw}, void: dots, likely: true},
		"told":                      {events: []models.Move{{Do: models.GaveUp, Place: 2, Suit: bamboos}, threw}, void: bamboos},
		"a discard after exchange":  {exchange: scoring.ExchangeAny, events: []models.Move{{Do: models.Exchanged, Place: 2, To: 3, Tiles: three}, threw}, passed: "124p"},
		"an exchange nobody looked": {exchange: scoring.ExchangeAny, events: []models.Move{{Do: models.Exchanged, Place: 2, To: 3}}, passed: "???"},
	} {
		r := &models.Record{ID: "c1", Rules: "sichuan", Dealer: 2, Events: c.events}
		_, hand, err := course.Told(r, course.Manners{Manners: scoring.Manners{GoesOn: true, Suits: true, Void: true, Exchange: c.exchange}, Hand: models.Thirteen})
		if err != nil {
			t.Fatal(name, err)
		}
		side := mqtt.CourseOf(r, hand, 0, func(at models.Place) mqtt.Player { return mqtt.Player{Place: at} }).Sides[1]
		if side.Void != c.void || side.VoidLikely != c.likely || side.Passed.String() != c.passed || c.passed != "" && side.PassedTo != 3 {
			t.Errorf("%s: void %v likely %v passed %v to %d", name, side.Void, side.VoidLikely, side.Passed, side.PassedTo)
		}
	}
}

func kindOf(payload any) mqtt.Kind {
	return mqtt.Kind(strings.ToLower(reflect.TypeOf(payload).Name()))
}

// schemaOf gives the name of the schema of a topic.
func schemaOf(topic string) string { return strings.Split(topic, "/")[2] }

func TestSchemasRefuseWhatIsWrong(t *testing.T) {
	c := openClub(t)
	c.play(t, won(t, "h1", bigHand, 2, 3))
	good := c.told(t)[here.Topic(mqtt.KindHand)].Payload
	if err := check(t, "hand", good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"unknown status": {`"status":"counted"`, `"status":"sure"`},
		"broken tiles":   {`"concealed":"1`, `"concealed":"x1`},
		"place 5":        {`"place":2`, `"place":5`},
		"other version":  {`"version":1`, `"version":2`},
		"no payments":    {`"payments"`, `"paid"`},
	} {
		bad := strings.Replace(string(good), change[0], change[1], 1)
		if bad == string(good) {
			t.Fatalf("%s: nothing changed in %s", name, good)
		}
		if err := check(t, "hand", []byte(bad)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// The AsyncAPI document names every topic, with the right retention, and no other.
func TestAsyncAPINamesEveryTopic(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(docs, "asyncapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		AsyncAPI   string `yaml:"asyncapi"`
		Info       struct{ Version string }
		Channels   map[string]struct{ Address string }
		Operations map[string]struct {
			Action  string
			Channel struct {
				Ref string `yaml:"$ref"`
			}
			Bindings struct {
				MQTT struct {
					QoS    int
					Retain bool
				}
			}
		}
		Components struct {
			Messages map[string]struct {
				Payload struct {
					Schema struct {
						Ref string `yaml:"$ref"`
					}
				}
			}
		}
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.AsyncAPI, "3.") || doc.Info.Version != strconv.Itoa(mqtt.Version)+".0.0" {
		t.Errorf("asyncapi %s, version %s", doc.AsyncAPI, doc.Info.Version)
	}
	want := map[string]bool{"{prefix}/{node}/status": true} // address to retention
	for _, rule := range mqtt.Topics() {
		address := "{prefix}/{table}/" + string(rule.Kind)
		if rule.Suffixed {
			address += map[mqtt.Kind]string{mqtt.KindEvent: "/{type}"}[rule.Kind]
			if rule.Kind != mqtt.KindEvent {
				address += "/{op}"
				want[address+"/{name}"] = rule.Retained
			}
		}
		want[address] = rule.Retained
	}
	got := map[string]bool{}
	for name, op := range doc.Operations {
		channel := doc.Channels[strings.TrimPrefix(op.Channel.Ref, "#/channels/")]
		got[channel.Address] = op.Bindings.MQTT.Retain
		if op.Bindings.MQTT.QoS != 1 {
			t.Errorf("%s has QoS %d", name, op.Bindings.MQTT.QoS)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("operations\n%v, want\n%v", got, want)
	}
	for name, m := range doc.Components.Messages {
		if ref := m.Payload.Schema.Ref; ref != "" {
			if _, err := os.Stat(filepath.Join(docs, filepath.FromSlash(ref))); err != nil {
				t.Errorf("message %s: %v", name, err)
			}
		}
	}
}
