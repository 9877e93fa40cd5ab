package sharedtest

import "time"

// Patience is how long a test waits for what has to happen: many times what it takes, since a machine that does much else may
// need seconds for it. Nobody waits so long but for a failure.
const Patience = time.Minute
