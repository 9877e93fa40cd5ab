package config

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jantaku/internal/access"
	"jantaku/internal/durable"
)

// adminCodeName is the file of the code that makes an admin, in the data folder: who can read
// that folder owns the table.
const adminCodeName = "admin-code"

// codeLength is short enough to be typed on a telephone, 50 bits.
const codeLength = 10

// NewCode makes a code that stands for an admin.
func NewCode() string { return rand.Text()[:codeLength] }

// AdminCode gives the code that makes an admin where nobody is one, and makes it the first time.
func (c Config) AdminCode() (string, error) {
	name := filepath.Join(c.Data, adminCodeName)
	text, err := os.ReadFile(name)
	code := strings.TrimSpace(string(text))
	if errors.Is(err, os.ErrNotExist) || err == nil && code == "" { // older versions could leave an empty one when power failed
		code = NewCode()
		err = errors.Join(os.MkdirAll(c.Data, 0o750), durable.WriteFile(name, []byte(code+"\n"), 0o600))
	}
	if err != nil {
		return "", fmt.Errorf("admin's code: %w", err)
	}
	if len(code) < codeLength {
		return "", fmt.Errorf("admin's code: %s is too short; remove it to have another made", name)
	}
	return code, nil
}

// Accounts are those of the pages: the people of the configuration, the PIN, and the admin's
// code where nobody is an admin.
func (c Config) Accounts() (*access.Accounts, error) {
	shared := c.Shared()
	for _, one := range c.People {
		if one.Role == access.Admin {
			return access.New(c.People, shared)
		}
	}
	code, err := c.AdminCode()
	if err != nil {
		return nil, err
	}
	return access.New(c.People, append(shared, access.Account{Role: access.Admin, Password: code}))
}
