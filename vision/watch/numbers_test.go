package watch

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
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
// nought, at half or at twice its value. A number that no test notices is believed by nothing here. It runs the package's tests
// anew for each number: JANTAKU_NIGHTLY=1 go test ./vision/watch -run EveryNumberIsNoticed/Guard -timeout 2h
func TestEveryNumberIsNoticed(t *testing.T) {
	sharedtest.ByNight(t)
	usual := reflect.TypeOf(Tuning{})
	for i := range usual.NumField() {
		group := usual.Field(i)
		t.Run(group.Name, func(t *testing.T) {
			for k := range group.Type.NumField() {
				name := group.Name + "." + group.Type.Field(k).Name
				var noticed []string
				for _, by := range []string{"0", "0.5", "2"} {
					cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.failfast", "-test.skip=EveryNumberIsNoticed", "-test.timeout=2m")
					cmd.Env = append(os.Environ(), sharedtest.Nights+"=", fmt.Sprintf("%s=%s=%s", numberVariable, name, by))
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
