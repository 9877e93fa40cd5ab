// Package usageerror marks errors that come from how the program was called: from a flag, an
// argument, or a text that somebody typed. The command line ends with another exit code for
// them and points to its help.
package usageerror

import (
	"errors"
	"fmt"
)

// Err is what such an error wraps.
var Err = errors.New("wrong use")

// Wrong marks an error; nil stays nil.
func Wrong(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", Err, err)
}
