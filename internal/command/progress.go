package command

import (
	"fmt"
	"io"
	"time"
)

// TellProgress says how far a long work is, every few seconds.
func TellProgress(w io.Writer) func(float64) {
	const every = 2 * time.Second
	told := time.Now()
	return func(done float64) {
		if time.Since(told) >= every {
			told = time.Now()
			fmt.Fprintf(w, "%3.0f %%\n", 100*done)
		}
	}
}
