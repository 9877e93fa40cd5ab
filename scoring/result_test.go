package scoring_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
)

// fill sets every field it can reach to something that is not zero, so that a field
// added later and forgotten in the JSON makes the test fail.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "Layout" { // not written, see UnmarshalJSON
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[models.Tiles]() {
			v.Set(reflect.ValueOf(models.Tiles{1, 2, 3}))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).SetInt(int64(10 * (i + 1)))
		}
	case reflect.String:
		v.SetString("word")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Uint16:
		v.SetUint(1<<9 - 1)
	}
}

func TestResultSurvivesItsJSON(t *testing.T) {
	var full scoring.Result
	fill(reflect.ValueOf(&full).Elem())
	for name, want := range map[string]scoring.Result{"full": full, "empty": {Rules: "mcr", Fans: []scoring.Fan{}}} {
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got scoring.Result
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s result\n got %+v\nwant %+v\njson %s", name, got, want, b)
		}
	}
}
