package trial

import (
	"fmt"
	"reflect"
)

// Number is a number somewhere in a struct of figures.
type Number struct {
	Name  string // the way to it, such as Sticks.InView or Players.Riichi[3]
	value reflect.Value
}

// NumbersOf finds the numbers that a pointer to a struct leads to, in the order of the fields: also those of embedded
// structs, arrays and slices. Fields that are not exported are left out.
func NumbersOf(figures any) []Number { return numbersIn("", reflect.ValueOf(figures).Elem()) }

func numbersIn(name string, v reflect.Value) (all []Number) {
	switch v.Kind() {
	case reflect.Float64, reflect.Int, reflect.Int64:
		return []Number{{name, v}}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			all = append(all, numbersIn(fmt.Sprintf("%s[%d]", name, i), v.Index(i))...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			switch field := v.Type().Field(i); {
			case !field.IsExported():
			case name == "":
				all = append(all, numbersIn(field.Name, v.Field(i))...)
			default:
				all = append(all, numbersIn(name+"."+field.Name, v.Field(i))...)
			}
		}
	}
	return all
}

// Whole reports whether it counts something and has no fraction.
func (n Number) Whole() bool { return n.value.Kind() != reflect.Float64 }

// Get is the number as it stands.
func (n Number) Get() float64 {
	if n.value.Kind() == reflect.Float64 {
		return n.value.Float()
	}
	return float64(n.value.Int())
}

// Set changes it. A whole number loses its fraction.
func (n Number) Set(to float64) {
	if n.value.Kind() == reflect.Float64 {
		n.value.SetFloat(to)
		return
	}
	n.value.SetInt(int64(to))
}
