package referee

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestEveryPartOfAWishIsRead claims that no two parts of a request's body have a field of one name, which JSON would read into neither,
// and that none was lost.
func TestEveryPartOfAWishIsRead(t *testing.T) {
	var names []string
	var walk func(of reflect.Type)
	walk = func(of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous && tag == "" {
				walk(f.Type)
				continue
			}
			if tag == "" {
				tag = f.Name
			}
			names = append(names, strings.ToLower(tag))
		}
	}
	walk(reflect.TypeFor[Wish]())
	slices.Sort(names)
	if once := slices.Compact(slices.Clone(names)); len(once) != len(names) {
		t.Fatalf("a name is there twice: %v", names)
	}
	if len(names) < 40 {
		t.Errorf("of the names only these are left: %v", names)
	}
}
