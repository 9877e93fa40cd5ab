package setup

import "slices"

// Keys are the paths of the configuration that the set-up may write. Anything else is for who
// edits the file.
func Keys() []string {
	return []string{
		"camera.source", "camera.controls", "eye.calibration", "eye.faces", "eye.watch", "eye.turned_tile", "eye.added_beside",
		"table.id", "table.port", "table.baud", "table.dialect", "table.contacts", "table.win", "table.wall",
		"match.rules", "match.profile", "match.options", "match.course", "match.length", "match.start", "match.players", "match.first_dealer", "match.vacant",
		"mqtt.broker", "mqtt.user", "mqtt.password", "mqtt.listen",
		"web.listen", "web.pin", "people",
	}
}

// secretKeys are never shown, only whether they are set.
var secretKeys = [...]string{"mqtt.password", "web.pin", "people"}

// ownKeys are written by steps of the set-up that look at what they are given, and chosen by none.
var ownKeys = [...]string{"camera.source", "camera.controls", "eye.calibration", "eye.faces", "people"}

// IsSecret reports whether the value of a key is not told to a page.
func IsSecret(key string) bool { return slices.Contains(secretKeys[:], key) }
