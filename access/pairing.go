package access

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jantaku/models"
	"jantaku/models/atomicfile"
)

// Invitations are codes that pair a device, once each. They are files in a folder, called by the sums of
// their codes, so that the command line makes them beside a daemon that runs.
type Invitations struct{ Folder string }

// invitationAge is how long a code may be used: as long as a telephone is at hand.
const invitationAge = 15 * time.Minute

// invitation is what stands in the file.
type invitation struct {
	Name  string    `json:"name,omitempty"` // of the account that the device is for
	Until time.Time `json:"until"`
}

func (i Invitations) file(code string) string {
	return filepath.Join(i.Folder, sumOf("invitation", code)+".json")
}

// Invite gives a new code for a device of somebody, or of whoever is a referee where nobody has a name.
func (i Invitations) Invite(name string, now time.Time) (code string, err error) {
	i.sweep(now)
	code = rand.Text()
	data, err := json.Marshal(invitation{name, now.Add(invitationAge)})
	if err == nil { // the daemon may run as somebody else; nobody finds the code in it
		err = atomicfile.WriteFile(i.file(code), data, 0o644)
	}
	if err != nil {
		return "", fmt.Errorf("pair a device: %w", err)
	}
	return code, nil
}

// Accept uses a code up and gives for whom it was.
func (i Invitations) Accept(code string, now time.Time) (name string, err error) {
	over := func() (string, error) { // who asks need not know where the file would be
		return "", models.Refused("pair-over", nil, "pair a device: this code was used, or is too old")
	}
	data, err := os.ReadFile(i.file(code))
	if err != nil {
		return over()
	}
	if err := os.Remove(i.file(code)); err != nil { // one of two who use it at once
		return over()
	}
	var one invitation
	if err := json.Unmarshal(data, &one); err != nil {
		return over()
	}
	if now.After(one.Until) {
		return over()
	}
	return one.Name, nil
}

// sweep removes what nobody can use any more.
func (i Invitations) sweep(now time.Time) {
	files, _ := filepath.Glob(filepath.Join(i.Folder, "*.json")) // the error is about the pattern
	for _, file := range files {
		if at, err := os.Stat(file); err == nil && now.Sub(at.ModTime()) > invitationAge {
			_ = os.Remove(file) // it is refused in any case
		}
	}
}
