package models_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"jantaku/models"
)

func TestWinsThatCannotBeAreRefusedByName(t *testing.T) {
	tests := []struct {
		name, line string
		want       models.Code
	}{
		{"not JSON", `{"concealed":`, models.CodeBadJSON},
		{"two objects on a line", `{"concealed":"123m"} {}`, models.CodeBadJSON},
		{"a digit without suit", `{"concealed":"12","win":"1m"}`, models.CodeBadTile},
		{"a flower in hand", `{"concealed":"123456789m112z1f","win":"1z"}`, models.CodeBadTile},
		{"an unread tile", `{"concealed":"123456789m112z?","win":"1z"}`, models.CodeBadTile},
		{"no winning tile", `{"concealed":"123456789m1122z"}`, models.CodeBadTile},
		{"twelve tiles", `{"concealed":"123456789m112z","win":"1z"}`, models.CodeTileCount},
		{"fourteen tiles", `{"concealed":"123456789m11222z","win":"1z"}`, models.CodeTileCount},
		{"five of a kind", `{"concealed":"1111m23456789m1z","win":"1m"}`, models.CodeFiveOfAKind},
		{"five with a red one", `{"concealed":"5550m23456789m1z","win":"5m"}`, models.CodeFiveOfAKind},
		{"a chow with a hole", `{"concealed":"1122334455z","melds":[{"type":"chow","tiles":"124m"}],"win":"5z"}`, models.CodeBadMeld},
		{"a pung of three kinds", `{"concealed":"1122334455z","melds":[{"type":"pung","tiles":"123m"}],"win":"5z"}`, models.CodeBadMeld},
		{"a kong of three", `{"concealed":"1122334455z","melds":[{"type":"kong","tiles":"111m"}],"win":"5z"}`, models.CodeBadMeld},
		{"an unknown meld", `{"concealed":"1122334455z","melds":[{"type":"chi","tiles":"123m"}],"win":"5z"}`, models.CodeBadMeld},
		{"a chow from across", `{"concealed":"1122334455z","melds":[{"type":"chow","tiles":"123m","from":"across"}],"win":"5z"}`, models.CodeBadMeld},
		{"a concealed kong from somebody", `{"concealed":"1122334455z","melds":[{"type":"concealed-kong","tiles":"1111m","from":"left"}],"win":"5z"}`, models.CodeBadMeld},
		{"an unknown seat", `{"concealed":"123456789m1122z","win":"1z","seat":"X"}`, models.CodeBadSeat},
		{"a discarder of a self-draw", `{"concealed":"123456789m1122z","win":"1z","seat":"E","self_draw":true,"discarder":"S"}`, models.CodeBadSeat},
		{"a discard to oneself", `{"concealed":"123456789m1122z","win":"1z","seat":"E","discarder":"E"}`, models.CodeBadSeat},
		{"an unknown flag", `{"concealed":"123456789m1122z","win":"1z","flags":["lucky"]}`, models.CodeBadFlags},
		{"a kong draw without a kong", `{"concealed":"123456789m1122z","win":"1z","self_draw":true,"flags":["kong-draw"]}`, models.CodeBadFlags},
		{"a robbed kong self-drawn", `{"concealed":"123456789m1122z","win":"1z","self_draw":true,"flags":["rob-kong"]}`, models.CodeBadFlags},
		{"a last draw by discard", `{"concealed":"123456789m1122z","win":"1z","flags":["last-draw"]}`, models.CodeBadFlags},
		{"nine flowers", `{"concealed":"123456789m1122z","win":"1z","flowers":9}`, models.CodeBadFlowers},
		{"one flower twice", `{"concealed":"123456789m1122z","win":"1z","flowers":"11f"}`, models.CodeBadFlowers},
		{"triple riichi", `{"concealed":"123456789m1122z","win":"1z","riichi":3}`, models.CodeBadCounter},
		{"negative honba", `{"concealed":"123456789m1122z","win":"1z","honba":-1}`, models.CodeBadCounter},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := models.ParseWin([]byte(tt.line))
			var bad *models.HandError
			if !errors.As(err, &bad) || bad.Code != tt.want || bad.Message == "" {
				t.Errorf("got %v, want code %s", err, tt.want)
			}
		})
	}
}

func TestABadLineStillTellsItsID(t *testing.T) {
	win, err := models.ParseWin([]byte(`{"id":"h7","concealed":"9z"}`))
	if err == nil || win.ID != "h7" {
		t.Errorf("got id %q, %v", win.ID, err)
	}
}

func TestTextAndJSONSayTheSame(t *testing.T) {
	tests := []struct{ name, text, line string }{
		{"melds with suppliers", "[123m<] [555z^] [999p+9p>] 2233s +3s seat=S from=E",
			`{"concealed":"2233s","melds":[{"type":"chow","tiles":"123m","from":"left"},{"type":"pung","tiles":"555z","from":"across"},{"type":"added-kong","tiles":"9999p","from":"right"}],"win":"3s","seat":"S","discarder":"E"}`},
		{"kongs and circumstances", "(1111z) [2222z] 123m4567p +7p self-draw kong-draw last-draw seat=E round=S flowers=15f",
			`{"concealed":"123m4567p","melds":[{"type":"concealed-kong","tiles":"1111z"},{"type":"kong","tiles":"2222z"}],"win":"7p","self_draw":true,"flags":["kong-draw","last-draw"],"seat":"E","round":"S","flowers":"15f"}`},
		{"riichi with dora", "123m456p789s1122z +2z riichi ippatsu dora=3m1z ura=0p honba=2 sticks=1 flowers=0",
			`{"concealed":"123m456p789s1122z","win":"2z","riichi":1,"flags":["ippatsu"],"dora_indicators":["3m","1z"],"ura_indicators":"0p","honba":2,"sticks":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			typed, err := models.ParseText(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := models.ParseWin([]byte(tt.line))
			if err != nil {
				t.Fatal(err)
			}
			a, _ := json.Marshal(typed)
			b, _ := json.Marshal(parsed)
			var x, y map[string]any
			if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
				t.Fatal("a win is no JSON object")
			}
			for _, m := range []map[string]any{x, y} {
				if m["melds"] == nil {
					delete(m, "melds")
				}
			}
			if !reflect.DeepEqual(x, y) {
				t.Errorf("typed  %s\nparsed %s", a, b)
			}
		})
	}
}

func TestAWinSurvivesJSON(t *testing.T) {
	line := `{"id":"a","concealed":"0s","melds":[{"type":"chow","tiles":"123m","from":"left"},{"type":"pung","tiles":"555z"},{"type":"concealed-kong","tiles":"1111z"},{"type":"pung","tiles":"222z"}],"win":"5s","seat":"S","discarder":"E","flags":["last-of-kind"],"flowers":3}`
	win, err := models.ParseWin([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	written, err := json.Marshal(win)
	if err != nil {
		t.Fatal(err)
	}
	again, err := models.ParseWin(written)
	if err != nil {
		t.Fatalf("%s: %v", written, err)
	}
	if !reflect.DeepEqual(win, again) {
		t.Errorf("%+v comes back as %+v", win, again)
	}
}

func FuzzParseWin(f *testing.F) {
	f.Add([]byte(`{"id":"a","concealed":"123456789m1122z","win":"1z","seat":"E","flags":["last-draw"],"self_draw":true}`))
	f.Add([]byte(`{"concealed":["5z"],"melds":[{"type":"kong","tiles":"1111z","from":"left"}],"flowers":"12f"}`))
	f.Add([]byte(`{`))
	f.Fuzz(func(t *testing.T, line []byte) {
		win, err := models.ParseWin(line)
		if err != nil {
			var bad *models.HandError
			if !errors.As(err, &bad) {
				t.Errorf("%v is not a HandError", err)
			}
			return
		}
		written, err := json.Marshal(win)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := models.ParseWin(written); err != nil || again.Text() != win.Text() {
			t.Errorf("%s comes back as %v, %v", written, again, err)
		}
	})
}

func FuzzParseText(f *testing.F) {
	f.Add("[123m<] (9999p) 456s 7s +7s self-draw seat=S flowers=2")
	f.Add("[ ( + = [] () x= dora=")
	f.Fuzz(func(t *testing.T, text string) {
		if win, err := models.ParseText(text); err == nil && win.Validate() != nil {
			t.Errorf("%q gives an invalid win", text)
		}
	})
}
