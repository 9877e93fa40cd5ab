// Package packaging holds what is installed beside the program; the program itself needs the
// annotated configuration, to write one as a person would.
package packaging

import _ "embed"

//go:generate sh -c "go run ./notices > NOTICES"

//go:embed jantaku.yaml
var configuration string

// Configuration gives the annotated configuration, every key with its default.
func Configuration() string { return configuration }
