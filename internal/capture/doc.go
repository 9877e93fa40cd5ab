// Package capture owns the camera over the table. One goroutine takes every picture
// that a camera sends and keeps the last three seconds of them as they came,
// undecoded; whoever wants to see is served from there and never waits for another:
//
//   - [Lookout.Look] reads the hand of a winner from several of the newest pictures
//     that came after the signal, and lets them contradict each other;
//   - the watch sees hands that are laid down while no button says who won;
//   - dice that were rolled are read once they lie still;
//   - [Lookout.Recent] gives the pictures before and after a moment, as evidence.
//
// A source that makes a picture when it is asked, such as a folder of photographs, is
// asked only when somebody looks: nothing of it is used up.
//
// The package also keeps an eye on the eye: it asks it now and then whether it
// answers, looks whether the pictures can be read at all, and tells what keeps hands
// from being seen ([Lookout.Camera], [Lookout.Eye]) and whether it still turns
// itself ([Lookout.Stuck]).
package capture
