package main

import (
	"reflect"
	"testing"

	"jantaku/device"
)

func TestPackagedConfigurationShowsTheDefaults(t *testing.T) {
	packaged, err := loadConfig("../../packaging/jantaku.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := defaultConfig()
	want.resolve("../../packaging")
	want.Match.Options, want.Match.Course, want.Match.Players = map[string]string{}, map[string]string{}, []string{}
	want.Table.Patterns, want.Table.Contacts = []device.PatternRule{}, []device.ContactRule{}
	if !reflect.DeepEqual(packaged, want) {
		t.Errorf("packaging/jantaku.yaml and the defaults differ:\nfile     %+v\ndefaults %+v", packaged, want)
	}
}
