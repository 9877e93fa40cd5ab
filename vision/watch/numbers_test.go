package watch

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// numberVariable names in the environment of a test a number of the tuning, and by what it is multiplied: Gate.Moving=0.5.
const numberVariable = "JANTAKU_WATCH_NUMBER"

// tuned is the usual tuning, with the number of the environment changed.
func tuned(t testing.TB) Tuning {
	tuning := Usual()
	text := os.Getenv(numberVariable)
	if text == "" {
		return tuning
	}
	name, by, _ := strings.Cut(text, "=")
	factor, err := strconv.ParseFloat(by, 64)
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(&tuning).Elem()
	for _, part := range strings.Split(name, ".") {
		v = v.FieldByName(part)
	}
	if v.CanFloat() {
		v.SetFloat(v.Float() * factor)
	} else {
		v.SetInt(int64(float64(v.Int()) * factor))
	}
	return tuning
}

// TestEveryNumberIsNoticed claims that each number of the tuning is noticed: some other test of the package fails with it at
// nought, at half or at twice its value. A number that no test notices is believed by nothing here, or a test is missing. As the
// package's tests run anew for each number, it is asked for by the group: JANTAKU_WATCH_NUMBERS=Guard go test ./vision/watch
// -run EveryNumberIsNoticed -v -timeout 1h
func TestEveryNumberIsNoticed(t *testing.T) {
	asked := os.Getenv("JANTAKU_WATCH_NUMBERS")
	if asked == "" {
		t.Skip("no group of numbers is asked for")
	}
	usual := reflect.TypeOf(Tuning{})
	for i := range usual.NumField() {
		group := usual.Field(i)
		if group.Name != asked {
			continue
		}
		t.Run(group.Name, func(t *testing.T) {
			for k := range group.Type.NumField() {
				name := group.Name + "." + group.Type.Field(k).Name
				var noticed []string
				for _, by := range []string{"0", "0.5", "2"} {
					cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.failfast", "-test.skip=EveryNumberIsNoticed", "-test.timeout=2m")
					cmd.Env = append(os.Environ(), "JANTAKU_WATCH_NUMBERS=", fmt.Sprintf("%s=%s=%s", numberVariable, name, by))
					if cmd.Run() != nil {
						noticed = append(noticed, by)
					}
				}
				if t.Logf("%s is noticed at %v times its value", name, noticed); len(noticed) == 0 {
					t.Errorf("nothing notices %s", name)
				}
			}
		})
	}
}
