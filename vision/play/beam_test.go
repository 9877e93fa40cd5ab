package play

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"jantaku/models"
	"jantaku/vision/play/prior"
)

// TestNoFigureEndsTheBeam claims that whatever one of the figures is, also nought or no number, a hand is told to its end: where no history
// explains a sight by a number, what was believed before stays, and nothing of it is settled without asking.
func TestNoFigureEndsTheBeam(t *testing.T) {
	var each func(v reflect.Value, name string, then func(name string, v reflect.Value))
	each = func(v reflect.Value, name string, then func(name string, v reflect.Value)) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				each(v.Field(i), v.Type().Field(i).Name, then)
			}
		case reflect.Array:
			for i := range v.Len() {
				each(v.Index(i), fmt.Sprintf("%s[%d]", name, i), then)
			}
		case reflect.Float64:
			then(name, v)
		}
	}
	figures := prior.Standard()
	each(reflect.ValueOf(&figures).Elem(), "", func(name string, v reflect.Value) {
		usual := v.Float()
		defer v.SetFloat(usual)
		for _, value := range []float64{0, math.NaN()} {
			v.SetFloat(value)
			func() {
				defer func() {
					if e := recover(); e != nil {
						t.Errorf("%s = %v: %v", name, value, e)
					}
				}()
				h := &telling{Play: New(riichi(), prior.Start{Dealer: 1, Round: models.East}, figures)}
				h.river(1, "1m", false)
				h.river(2, "2m", true)
				h.stick(2)
				h.river(3, "3m", false)
				h.meld(4, "33m3m")
				h.river(4, "4m", true)
				h.river(1, "5m", false)
				h.laid(2, row("123m456789m1112p")...)
				s := h.End().Settle(anyBook{})
				if surely := s.Error <= .05 && len(s.Needs) == 0; math.IsNaN(s.Error) || surely && len(h.Events()) == 0 {
					t.Errorf("%s = %v: an error of %v of %v", name, value, s.Error, h.said())
				}
			}()
		}
	})
}
