package usageerror

import (
	"fmt"
	"io"
	"time"
)

// Progress says how far a long work is, every two seconds, in whole things such as photographs. of is 0
// where nobody knows how many there will be. A work that is done before says nothing.
type Progress func(done, of int)

// NewProgress tells it to w, with what is counted.
func NewProgress(w io.Writer, what string) Progress {
	const every = 2 * time.Second
	told := time.Now()
	return func(done, of int) {
		if time.Since(told) < every {
			return
		}
		told = time.Now()
		if of == 0 {
			fmt.Fprintf(w, "%d %s\n", done, what)
			return
		}
		fmt.Fprintf(w, "%3d %%  %d of %d %s\n", 100*done/of, done, of, what)
	}
}

// Tell says it where somebody listens.
func (p Progress) Tell(done, of int) {
	if p != nil {
		p(done, of)
	}
}
